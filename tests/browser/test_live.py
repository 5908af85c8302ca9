"""At the table: what one enters, all see; what is refused says why; who watches only watches."""

import re

import pytest

from companion.store.tiny import TinyStore
from companion.table.groups.sync import Synced
from tests.browser.served import Table, expect


def test_a_tap_on_one_phone_is_on_the_other_and_in_the_log_with_who_made_it(table: Table):
    ana, ben = table.phone("Ana"), table.phone("Ben")
    ana.tap("Ana gains 1")
    for phone in (ana, ben):
        expect(phone.score("Ana")).to_have_text("4")
        expect(phone.page.locator(".newest li").first).to_contain_text("Ana +1: 3 → 4 (Ana)")
    ben.tap("Cleo loses 1")
    for phone in (ana, ben):
        expect(phone.score("Cleo")).to_have_text("2")
    assert [(entry["text"], entry["by"]) for entry in table.log()] == [
        ("Ana +1: 3 → 4", "Ana"),
        ("Cleo −1: 3 → 2", "Ben"),
    ]


def test_what_a_terminal_enters_is_on_every_phone_without_a_reload(table: Table):
    ana, watcher = table.phone("Ana"), table.watcher()
    for phone in (ana, watcher):
        expect(phone.pill).to_have_text("live")
        phone.page.evaluate("document.body.dataset.here = 'the same page'")
    table.run("score ben +4")
    for phone in (ana, watcher):
        expect(phone.score("Ben")).to_have_text("7")
        assert phone.page.evaluate("document.body.dataset.here") == "the same page"


def test_what_came_in_from_another_computer_is_shown_until_the_next_entry(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    with TinyStore(table.home).change_group("home") as document:
        came = {"number": 1, "by": "Ben", "plays": 2}
        document["sync"] = Synced("g", "/s", "d", arrived=(came,)).to_json()
    expect(ana.said).to_contain_text("2 plays came in from Ben's computer.")
    ana.tap("Ana gains 1")
    expect(ana.said).to_be_hidden()


def test_quick_taps_are_all_entered_in_their_order(table: Table):
    ana = table.phone("Ana")
    for name in ("Ana gains 1", "Ana gains 1", "Ben loses 1", "Ana gains 1"):
        ana.tap(name)
    expect(ana.score("Ana")).to_have_text("6")
    expect(ana.score("Ben")).to_have_text("2")
    assert len(table.log()) == 4


def test_an_entry_that_was_made_from_the_table_is_taken_back_on_the_log(table: Table):
    table.run("score ana +5")
    table.run("score ben +1")
    ana, ben = table.phone("Ana"), table.phone("Ben")
    ana.page.get_by_text("Last entries").click()
    ana.page.get_by_role("link", name="The full log").click()
    ana.tap("Take back entry 2")
    expect(ben.score("Ana")).to_have_text("3")
    expect(ben.score("Ben")).to_have_text("4")
    expect(ana.page.locator("li.undone")).to_contain_text("Ana +5")
    ana.tap("Bring back entry 2")
    expect(ben.score("Ana")).to_have_text("8")


def test_the_buttons_undo_and_next_do_what_they_say(table: Table):
    ana = table.phone("Ana")
    ana.tap("Next")
    expect(ana.page.locator(".where")).to_contain_text("round 2")
    ana.tap("Undo")
    expect(ana.page.locator(".where")).to_contain_text("round 1")


def test_points_are_entered_on_a_number_pad(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.page.get_by_role("link", name="Ben", exact=True).click()
    expect(ana.page.get_by_role("heading", name="Points for Ben")).to_be_visible()
    for key in ("1", "9", "Delete the last digit", "2", "+ gain"):
        ana.tap(key)
    expect(ana.score("Ben")).to_have_text("15")
    ana.page.get_by_role("link", name="Ben", exact=True).click()
    for key in ("7", "= has now"):
        ana.tap(key)
    expect(ana.score("Ben")).to_have_text("7")


def test_a_line_is_typed_with_what_may_come_next(table: Table):
    ana = table.phone("Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    line = ana.page.get_by_label("A line, as in the prompt")
    line.fill("tag ana.1 inv")
    expect(ana.page.locator("#words option").first).to_have_attribute(
        "value", re.compile("tag ana.1 investment", re.I)
    )
    line.fill("tag ana.1 investment")
    line.press("Enter")
    ana.page.wait_for_url(re.compile(r"/play/[^/]+$"))
    expect(ana.page.locator(".newest li").first).to_contain_text("Ana tags Investment")


def test_a_line_is_put_together_of_words_that_may_come_next(table: Table):
    ana = table.phone("Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    for word in ("score", "ben"):
        ana.page.locator("a.choice", has_text=re.compile(f"^{word}", re.I)).first.click()
    line = ana.page.get_by_label("A line, as in the prompt")
    expect(line).to_have_value(re.compile("^score ben ", re.I))
    ana.page.get_by_role("link", name="← Remove a word").click()
    expect(line).to_have_value("score ")


def test_a_refusal_shows_the_rule_and_the_table_may_play_it_otherwise(table: Table):
    ana = table.phone("Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    ana.page.get_by_label("A line, as in the prompt").fill("pay ana 5")
    ana.expected.append("422")
    ana.tap("Enter")
    expect(ana.said).to_contain_text("pay ana 5")
    rule = ana.said.locator("a.rule")
    expect(rule).to_have_text(re.compile(r"^BWD-\d+$"))
    assert table.log() == []
    ana.said.get_by_label("We play it differently, because").fill('on "credit"')
    ana.tap("Enter it anyway")
    expect(ana.page.locator(".newest li").first).to_contain_text('house rule: on "credit"')
    [entry] = table.log()
    assert entry["house"] == 'on "credit"'


def test_the_rule_of_a_refusal_can_be_looked_up(table: Table):
    ana = table.phone("Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    ana.page.get_by_label("A line, as in the prompt").fill("pay ana 5")
    ana.expected.append("422")
    ana.tap("Enter")
    rule = ana.said.locator("a.rule")
    named = rule.inner_text()
    rule.click()
    expect(ana.page.locator("#found")).to_contain_text(named)


def test_a_refusal_offers_what_can_be_entered_in_its_place(table: Table):
    ana = table.phone("Ana")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    ana.page.get_by_label("A line, as in the prompt").fill("finish")
    ana.expected.append("422")
    ana.tap("Enter")
    ana.said.get_by_role("button", name="finish --abandon").click()
    expect(ana.page.locator(".where")).to_contain_text("abandoned")
    assert "abandoned" in table.run("table")


def test_who_watches_sees_the_table_and_can_enter_nothing(table: Table):
    watcher = table.watcher()
    expect(watcher.score("Ana")).to_have_text("3")
    expect(watcher.pill).to_have_text("live")
    expect(watcher.page.locator("form.say")).to_have_count(0)
    expect(watcher.page.get_by_role("link", name="Enter", exact=True)).to_have_count(0)
    watcher.expected.append("403")
    status = watcher.page.evaluate(
        """() => fetch("/api/entries", {method: "POST", body: '{"line": "score ana +1"}',
             headers: {"content-type": "application/json"}}).then((it) => it.status)"""
    )
    assert status == 403
    assert table.log() == []


@pytest.mark.parametrize("width", [768, 1100])
def test_a_tablet_in_the_middle_shows_the_points_large_and_is_live(table: Table, width: int):
    board = table.watcher(viewport={"width": width, "height": 800})
    board.open("/board")
    expect(board.pill).to_have_text("live")
    expect(board.page.locator(".step")).to_have_count(0)
    size = board.score("Ana").evaluate("it => parseFloat(getComputedStyle(it).fontSize)")
    assert size >= 80
    table.run("score ana +2")
    expect(board.score("Ana")).to_have_text("5")


def test_a_tablet_of_somebody_who_takes_part_shows_no_buttons_on_the_board_either(table: Table):
    board = table.phone("Ana", width=1100)
    expect(board.button("Next")).to_be_visible()
    board.open("/board")
    expect(board.score("Ana")).to_be_visible()
    expect(board.button("Next")).to_be_hidden()
    expect(board.button("Ana gains 1")).to_be_hidden()


def test_without_a_script_the_table_is_read_and_a_line_entered(table: Table):
    ana = table.phone("Ana", java_script_enabled=False)
    told = ana.page.locator("noscript .behind")
    expect(told).to_be_visible()
    expect(told).to_contain_text("This page shows entry 1")
    ana.tap("Ana gains 1")
    expect(ana.page.locator("main")).to_contain_text("Ana +1: 3 → 4")
    ana.page.get_by_role("link", name="To the table", exact=True).last.click()
    expect(ana.score("Ana")).to_have_text("4")
    ana.page.get_by_role("link", name="Enter", exact=True).click()
    ana.page.get_by_label("A line, as in the prompt").fill("pay ana 5")
    ana.expected.append("422")
    with ana.page.expect_response("**/said/*") as answer:
        ana.tap("Enter")
    assert answer.value.status == 422
    expect(ana.page.locator(".refusal .rule")).to_have_text(re.compile("BWD-"))
    ana.page.get_by_label("We play it differently, because").fill("on credit")
    ana.tap("Enter it anyway")
    assert [(entry["by"], entry["house"]) for entry in table.log()] == [
        ("Ana", None),
        ("Ana", "on credit"),
    ]


def test_the_key_does_not_stay_in_the_address_and_scripts_cannot_read_the_cookie(table: Table):
    phone = table.browser()
    phone.page.goto(table.url)
    assert phone.page.url == f"{table.base}/seat"
    key = table.url.rpartition("/")[2]
    assert key not in phone.page.content()
    [cookie] = phone.context.cookies()
    assert cookie["httpOnly"]
    assert cookie["sameSite"] == "Lax"
    assert key not in cookie["value"]
    assert phone.page.evaluate("document.cookie") == ""


def test_a_seat_that_a_phone_holds_is_not_given_to_another(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    other = table.browser()
    other.page.goto(table.url)
    expect(other.page.get_by_role("button", name="Ana on another phone")).to_be_disabled()
    other.expected.append("422")
    other.page.locator("button", has_text="Ana").evaluate("it => it.disabled = false")
    other.page.locator("button", has_text="Ana").click()
    expect(other.page.locator(".refusal")).to_contain_text("seat is on another phone")
    ana.tap("Ana gains 1")
    expect(ana.score("Ana")).to_have_text("4")
    assert table.log()[0]["by"] == "Ana"


def test_a_seat_that_is_left_can_be_taken(table: Table):
    ana = table.phone("Ana")
    ana.open("/seat")
    ana.tap("Leave this seat")
    ana.page.wait_for_url("**/play/*")
    table.phone("Ana").tap("Ana gains 1")
    expect(ana.score("Ana")).to_have_text("4")
    assert table.log()[0]["by"] == "Ana"


def test_a_phone_without_the_code_sees_nothing_of_the_table(table: Table):
    stranger = table.browser()
    stranger.expected.append("401")
    answer = stranger.open("/")
    assert answer.status == 401
    assert "Ana" not in stranger.page.content()


def test_a_play_that_begins_is_announced_and_moves_nothing(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    plus, other = ana.button("Ana gains 1"), ana.page.locator("#other")
    place = plus.bounding_box()
    for play in ("bwd-2", "bwd-3"):
        table.run("start bwd Ana Ben")
        expect(other).to_have_text(f"Another play has begun: {play}")
        assert plus.bounding_box() == place
        table.run("finish --abandon")
    table.run("start lwd Ana Ben")
    expect(other).to_have_text("Another play has begun: lwd-4")
    other.click()
    expect(ana.page.locator(".where")).to_contain_text("lwd-4")


@pytest.mark.parametrize(("phones", "taps"), [(4, 12), (8, 50)])
def test_no_tap_is_lost_when_all_tap_at_once(table: Table, phones: int, taps: int):
    """Fingers come down on all phones in turn, as fast as a browser takes them."""
    names = [("Ana", "Ben", "Cleo")[at % 3] if at < 3 else "" for at in range(phones)]
    at_table = [table.phone(name, has_touch=True) for name in names]
    places = []
    for at, phone in enumerate(at_table):
        expect(phone.pill).to_have_text("live")
        box = phone.button(f"{('Ana', 'Ben', 'Cleo')[at % 3]} gains 1").bounding_box()
        places.append((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
    for _ in range(taps):
        for phone, place in zip(at_table, places, strict=True):
            phone.page.touchscreen.tap(*place)
    for seat, name in enumerate(("Ana", "Ben", "Cleo")):
        total = 3 + taps * len(range(seat, phones, 3))
        for phone in at_table:
            expect(phone.score(name)).to_have_text(str(total))
    assert len(table.log()) == phones * taps
    for phone in at_table:
        expect(phone.waiting).to_be_hidden()
        expect(phone.said.locator(".refusal")).to_have_count(0)
