"""What a phone's screen shows and keeps: pictures large enough, fields that stay, nothing lost."""

from pathlib import Path
from typing import Any

import pytest

from tests.browser.served import Table, expect, served

PICTURES = """() => [...document.querySelectorAll("main svg[role=img], main img")]
  .filter((it) => it.checkVisibility())
  .map((it) => [it.getBoundingClientRect(), it.outerHTML.slice(0, 90)])
  .map(([at, html]) => [at.width, at.left >= 0 && at.right <= innerWidth, html])"""
LEAST_PICTURE = 240
WITH_PICTURES = (
    *("/read/wins", "/read/growth", "/play/bwd-1/report", "/play/bwd-2/report"),
    *("/boxes/bwd", "/boxes/bwd/card?q=17"),
)


def test_every_picture_is_large_enough_and_inside_the_page(table: Table):
    for line in ("score ana +5", "next", "finish --winner ana", "start bwd Ana Ben --set V1"):
        table.run(line)
    table.run("score ben +4")
    phone = table.phone("Ana")
    seen, wrong = 0, []
    for path in WITH_PICTURES:
        phone.open(path)
        for width in (360, 390, 768, 1024):
            phone.page.set_viewport_size({"width": width, "height": 844})
            for wide, inside, html in phone.page.evaluate(PICTURES):
                seen += 1
                if wide < LEAST_PICTURE or not inside:
                    wrong.append(f"{path} at {width}: {wide} wide: {html}")
    assert seen >= 3 * 4
    assert not wrong, "\n".join(wrong)


@pytest.fixture
def sheet(tmp_path: Path, browser: Any) -> Any:
    """A score sheet of two, served."""
    with served(tmp_path / "home", browser, 'start sheet "6 nimmt!" Ana Ben') as opened:
        yield opened


def test_a_row_that_is_half_typed_stays_when_somebody_enters_something(sheet: Table):
    ana = sheet.phone("Ana")
    expect(ana.pill).to_have_text("live")
    first, second = (ana.page.locator(f".sheet-line input[name=p{seat}]") for seat in (0, 1))
    first.fill("12")
    second.press_sequentially("3")
    second.evaluate("it => { it.isTheSame = true; }")
    sheet.run("sheet row 1 ana=7")
    expect(ana.page.locator(".newest li").first).to_contain_text("7")
    expect(second).to_be_focused()
    assert second.evaluate("it => it.isTheSame")
    second.press_sequentially("4")
    expect(second).to_have_value("34")
    sheet.run("undo")
    expect(first).to_be_visible()
    expect(second).to_be_focused()
    expect(second).to_have_value("34")


def test_a_browser_that_keeps_nothing_says_so_and_asks_before_it_leaves(table: Table):
    ana = table.phone("Ana")
    full = "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    ana.context.add_init_script(full)
    ana.page.reload()
    expect(ana.pill).to_have_text("live")
    ana.go_offline()
    ana.tap("Ana gains 1")
    expect(ana.waiting).to_contain_text("stay on this page until it is sent")
    asked: list[str] = []

    def stay(dialog: Any) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    ana.page.on("dialog", stay)
    ana.page.close(run_before_unload=True)
    ana.page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    ana.go_online()
    expect(ana.score("Ana")).to_have_text("4")


# One screen

TAGGED = (
    *("bwd tag ana.1 tag erase points investment", "bwd tag ben.1 points points"),
    *("bwd tag ben.2 points points", "bwd tag cleo.1 points points"),
    *("bwd tag cleo.2 points points", "bwd tag dan.1 points points"),
    *("bwd tag dan.2 points points", *["bwd tag common wheels"] * 4),
)
STAGES = {
    "tags": (),
    "the common die": TAGGED,
    "everybody rolls": ("bwd roll common=wheels",),
    "resolving": (
        "bwd roll ana.1=tag ana.2=blank ben.1=3 ben.2=3 cleo.1=3 cleo.2=3 dan.1=3 dan.2=3",
    ),
    "one is resolved": ("bwd resolve ana.2 --tag erase",),
    "over": ("finish --winner ana",),
}


@pytest.fixture
def four(tmp_path: Path, browser: Any) -> Any:
    """Blank White Dice with four players, served."""
    start = "start bwd Ana Ben Cleo Dan --set V1"
    with served(tmp_path / "home", browser, start) as opened:
        yield opened


def test_blank_white_dice_of_four_is_one_screen(four: Table):
    ana = four.phone("Ana")
    expect(ana.pill).to_have_text("live")
    heights = {}
    for stage, lines in STAGES.items():
        for line in lines:
            four.run(line)
        entries = len(four.log()) + 1
        expect(ana.page.locator(".where")).to_contain_text(f"entry {entries}")
        heights[stage] = ana.page.evaluate("document.documentElement.scrollHeight")
        assert not ana.page.locator(".steps-now .cmd").count()
    assert all(height <= 844 for height in heights.values()), heights


CUT = """() => [document.documentElement.scrollWidth - innerWidth,
  [...document.querySelectorAll("main *, .tabs *, .bar *")].filter((it) =>
    it.checkVisibility() && !it.closest(".unseen, .wide, pre, svg, datalist, .side")
    && (it.getBoundingClientRect().right > innerWidth + 1
      || (getComputedStyle(it).overflow === "hidden" && it.scrollWidth > it.clientWidth + 1)))
    .map((it) => it.outerHTML.slice(0, 80))]"""
"""How much wider the page is than the window, and what is not seen whole."""
FOUR = "Ana Ben Cleo Dan"
RULE = "'If a 6 is played, then the next player draws a card'"
IN_THE_MIDDLE = {
    "BLANK": (
        f"start blank {FOUR} --top 3-hexagon --rules {RULE}",
        *("blank play ana 3-circle", "blank play ben 6-circle"),
    ),
    "Dice Box, the draft": (f"start dicebox {FOUR}",),
    "Dice Box, all roll": (
        "start dicebox Ana Ben Cleo --colors ana=red ben=blue cleo=yellow",
        "dicebox seed 3",
    ),
    "Dice Box": ("dicebox roll --virtual",),
    "A Little White Die": (f"start lwd {FOUR}",),
    "A guess": ("lwd round 3", "lwd guess ana 2x4"),
    "A die is lost": ("lwd challenge ben --there 1",),
    "White, Black, or Roll": ("start boolean Ana Ben Cleo", "boolean call ben white right"),
    "Liar": (f"start boolean {FOUR} --game liar", "boolean declare ana 4"),
    "Stack": ("start boolean Ana Ben --game stack", "boolean stack white"),
    "Shut the Box": ("start boolean Ana Ben --game shut-the-box --white ana", "boolean turn 2 3"),
    "Sort": ("start boolean Ana --game sort", "boolean sort 3b 0 6"),
    "Spy": (
        *("start boolean Ana Ben Cleo --game spy", "boolean agency ana white 5 2"),
        *("boolean agency ben black 4 2", "boolean agency cleo white 5 3", "boolean orders 2"),
    ),
    "A sheet": (f"start Heat {FOUR} --rounds 5", "sheet row ana=3 ben=5 cleo=2 dan=8"),
}


def test_every_other_game_is_one_screen_in_the_middle_of_a_play(four: Table):
    ana = four.phone("Ana")
    heights, narrow = {}, {}
    for stage, lines in IN_THE_MIDDLE.items():
        for line in lines:
            four.run(line)
        ana.open("/")
        expect(ana.pill).to_have_text("live")
        heights[stage] = ana.page.evaluate("document.documentElement.scrollHeight")
        assert not ana.page.locator(".steps-now .cmd").count(), stage
        ana.page.set_viewport_size({"width": 195, "height": 422})  # letters twice as large
        narrow[stage] = ana.page.evaluate(CUT)
        ana.page.set_viewport_size({"width": 390, "height": 844})
    assert all(height <= 844 for height in heights.values()), heights
    assert not {stage: cut for stage, cut in narrow.items() if cut != [0, []]}


def stays(phone: Any) -> None:
    phone.page.evaluate("document.body.dataset.here = 'still'")


def still(phone: Any) -> bool:
    return bool(phone.page.evaluate("document.body.dataset.here") == "still")


def test_three_points_are_two_taps_and_a_tag_is_two_without_a_load(four: Table):
    ana = four.phone("Ana")
    expect(ana.pill).to_have_text("live")
    stays(ana)
    ana.page.get_by_role("link", name="Ben", exact=True).click()
    ana.tap("+3")
    expect(ana.score("Ben")).to_have_text("6")
    ana.page.get_by_label("ana.2: tag a blank face").nth(3).click()
    ana.page.locator("#compose a.choice", has_text="investment").first.click()
    expect(ana.page.locator(".draws")).to_have_text("ana.2: draw Investment on the marked face.")
    assert still(ana)
    assert four.told()[-1] == "Ana tags Investment: ana.2 gets Investment"
    fourth = ana.page.get_by_role("group", name="ana.2").locator(".side").nth(3)
    expect(fourth).to_contain_text("Inv")


def test_four_tags_are_five_taps(four: Table):
    ana = four.phone("Ana")
    expect(ana.pill).to_have_text("live")
    stays(ana)
    ana.page.get_by_label("ana.1: tag a blank face").first.click()
    for number, card in enumerate(("investment", "erase", "tag", "re-roll"), 1):
        name = ana.page.locator("b").get_by_text(card, exact=True)
        ana.page.locator("#compose a.choice", has=name).first.click()
        expect(ana.page.locator(".where")).to_contain_text(f"entry {number + 1}")
    expect(ana.page.locator("#compose")).to_be_hidden()
    assert still(ana)
    assert len(four.told()) == 4


def test_the_number_pad_adds_up_and_listens_to_the_keyboard(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.page.get_by_role("link", name="Ben", exact=True).click()
    box = ana.page.locator("#pad").bounding_box()
    assert box
    assert box["y"] + box["height"] == pytest.approx(844, abs=2)
    expect(ana.page.locator('#pad [data-key="."]')).to_be_hidden()
    ana.page.keyboard.type("10+15-5")
    expect(ana.page.locator("#pad-shown")).to_have_text("10+15−5")
    ana.page.keyboard.press("Enter")
    expect(ana.score("Ben")).to_have_text("23")
    ana.page.get_by_role("link", name="Ben", exact=True).click()
    for key in ("4", "Change sign", "+ gain"):
        ana.tap(key)
    expect(ana.score("Ben")).to_have_text("19")


def test_a_minus_is_entered_on_a_sheet_without_a_key_for_it(sheet: Table):
    ana = sheet.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.page.locator(".sheet-line input[name=p0]").fill("12")
    ana.tap("Ana: change sign")
    ana.page.locator(".sheet-line input[name=p1]").fill("10+15-5")
    ana.tap("Write it down")
    expect(ana.page.locator(".newest li").first).to_contain_text("round 1: Ana −12, Ben 20")


def test_a_play_that_is_over_is_played_again_by_a_tap(four: Table):
    four.run("finish --winner ana")
    ana = four.phone("Ana")
    expect(ana.page.get_by_role("link", name="Statistics")).to_be_visible()
    ana.tap("Play again")
    ana.page.wait_for_url("**/play/bwd-2")
    expect(ana.page.locator(".seat .name")).to_have_text(["Ana", "Ben", "Cleo", "Dan"])


def test_without_a_network_every_tab_answers_from_the_page(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    stays(ana)
    ana.go_offline()
    for tab in ("Table", "Enter", "Look up", "Cards", "More"):
        ana.page.locator(".tabs a", has_text=tab).click()
        expect(ana.said).to_contain_text(f"“{tab}” opens when the table is back")
    assert still(ana)
    ana.go_online()
    expect(ana.pill).to_have_text("live")
    ana.page.locator(".tabs a", has_text="More").click()
    ana.page.wait_for_url("**/more")


def test_what_waits_is_one_line_each(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.go_offline()
    for _ in range(3):
        ana.tap("Ana gains 1")
    expect(ana.waiting.locator("p")).to_have_count(3)
    heights = ana.waiting.locator("p").evaluate_all("all => all.map((it) => it.offsetHeight)")
    assert max(heights) < 60


def test_letters_twice_as_large_cut_nothing(four: Table):
    for line in (line for lines in list(STAGES.values())[:4] for line in lines):
        four.run(line)
    phone = four.phone("Ana", width=195, height=422)
    for path in ("/play/bwd-1", "/play/bwd-1/say", "/more", "/start", "/seat", "/plays/add"):
        phone.open(path)
        assert phone.page.evaluate(CUT) == [0, []], path


def test_a_board_has_no_hole_leads_nowhere_and_follows_the_next_play(four: Table):
    board = four.phone("", width=1024, height=768)
    board.open("/board")
    expect(board.pill).to_have_text("live")
    tops = [it.bounding_box() for it in board.page.locator(".seat").all()]
    assert len({round(box["x"]) for box in tops}) == len({round(box["y"]) for box in tops}) == 2
    for link in board.page.locator("main a:visible, .bar a, .tabs a").all():
        assert link.evaluate("it => getComputedStyle(it).pointerEvents") == "none"
    assert not board.page.locator("#live button").count()
    four.run("start dicebox Ana Ben")
    expect(board.page.locator(".where")).to_contain_text("Dice Box")


def test_who_plays_is_put_in_order_before_the_start(table: Table):
    ana = table.phone("Ana")
    ana.open("/start")
    ana.page.get_by_label("Cleo sits one seat earlier").click()
    ana.page.get_by_role("button", name="Blank White Dice").click()
    line = ana.page.get_by_label("A line, as in the prompt")
    expect(line).to_have_value('start bwd "Ana" "Cleo" "Ben" ')
