"""Every page, for everybody: readable, reachable by keyboard and by thumb, small, and at home here.

Accessibility is looked at by axe-core, in both schemes and on a phone and a desk.
"""

import re
from urllib.parse import quote

import pytest

from tests.browser.served import Phone, Table, expect

PLAY = "/play/bwd-1"
PAGES = {
    "table": PLAY,
    "board": "/board",
    "seat": "/seat",
    "enter": f"{PLAY}/say",
    "half a line": f"{PLAY}/say?line={quote('score ben ')}",
    "log": f"{PLAY}/log",
    "cards": f"{PLAY}/here",
    "report": f"{PLAY}/report",
    "look up": "/lookup",
    "found": "/lookup?q=ward",
    "not found": "/lookup?q=zzzzzz",
    "more": "/more",
    "no such play": "/play/bwd-99",
    "begin": "/start",
    "begin another": "/say?line=start+",
    "plays": "/plays",
    "tell a play": "/plays/add",
    "rulings": "/rulings",
    "boxes": "/boxes",
    "box": "/boxes/bwd",
    "card": "/boxes/bwd/card?q=17",
    "check": "/boxes/bwd/check",
    "guides": "/guides",
    "guide": "/guides/bwd",
    **{page: f"/read/{page}" for page in ("stats", "ratings", "wins", "growth")},
}
MISSING = "no such play"
WIDTHS = (360, 390, 768, 1100)
LARGEST_VISIT = 60_000
"""Bytes of the first visit of the table."""
LEAST_TARGET = 44
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

TARGETS = """(least) => [...document.querySelectorAll(
    "button, .button, .choice, .tabs a, summary, .bar a, a.who, input:not([type=hidden]), .cmd")]
  .filter((it) => it.checkVisibility({visibilityProperty: true}))
  .map((it) => [it, (it.matches("[type=radio], [type=checkbox]") && it.closest("label") || it)
    .getBoundingClientRect()])
  .filter(([, at]) => at.width && (at.width < least - .5 || at.height < least - .5))
  .map(([it, at]) => `${it.outerHTML.slice(0, 90)} ${at.width.toFixed()}×${at.height.toFixed()}`)"""
WIDER = """() => [...document.querySelectorAll("body *")]
  .filter((it) => it.getBoundingClientRect().right > innerWidth + 1 && it.checkVisibility()
    && !it.closest(".wide, pre, .unseen, .guide table"))
  .map((it) => it.outerHTML.slice(0, 90))"""


@pytest.fixture
def played(table: Table) -> Table:
    """A table at which something has happened."""
    for line in ("score ana +2", "bwd tag ana.1 investment", "score ben -1", "undo"):
        table.run(line)
    return table


def visit(phone: Phone, page: str) -> None:
    """Go to a page and wait until it is whole."""
    if page == MISSING:
        phone.expected.append("404")
    answer = phone.open(PAGES[page])
    assert answer.status == (404 if page == MISSING else 200), page
    if phone.page.locator("body[data-play]").count():
        expect(phone.pill).to_have_text("live")


def violations(phone: Phone, what: str) -> list[str]:
    """What axe-core finds on the page as it is shown now."""
    told = phone.page.evaluate(
        "tags => axe.run({runOnly: tags, resultTypes: ['violations']})", TAGS
    )
    return [
        f"{what}: {problem['id']}: {node['html'][:120]} {node['failureSummary'][:300]}"
        for problem in told["violations"]
        for node in problem["nodes"][:3]
    ]


@pytest.mark.parametrize("pages", [list(PAGES)[::2], list(PAGES)[1::2]], ids=["these", "those"])
def test_axe_finds_nothing_on_any_page(played: Table, axe: str, pages: list[str]):
    # Its script is not the table's: the policy that forbids it is out of force for this browser.
    phone = played.phone("Ana", bypass_csp=True, reduced_motion="reduce")
    found = []
    for page in pages:
        visit(phone, page)
        phone.page.evaluate(axe)
        for scheme, width in (("light", 390), ("dark", 1100)):
            phone.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            phone.page.set_viewport_size({"width": width, "height": 844})
            found += violations(phone, f"{page}, {scheme} at {width}")
    assert not found, "\n".join(found)


def test_axe_finds_nothing_on_what_opens_over_the_table(played: Table, axe: str):
    phone = played.phone("Ana", bypass_csp=True, reduced_motion="reduce")
    expect(phone.pill).to_have_text("live")
    phone.page.evaluate(axe)
    phone.page.get_by_role("link", name="Ben", exact=True).click()
    found = violations(phone, "pad")
    phone.page.keyboard.press("Escape")
    phone.expected.append("422")
    phone.page.evaluate("enter('pay ana 50')")
    expect(phone.said).to_be_visible()
    found += violations(phone, "refusal")
    phone.go_offline()
    phone.page.evaluate("enter('score ana +1')")
    expect(phone.waiting).to_be_visible()
    found += violations(phone, "waiting")
    assert not found, "\n".join(found)


def test_no_page_is_wider_than_its_window_and_every_target_takes_a_thumb(played: Table):
    phone = played.phone("Ana")
    found = []
    for page in PAGES:
        visit(phone, page)
        for width in WIDTHS:
            phone.page.set_viewport_size({"width": width, "height": 800})
            wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if wide > 0:
                found.append(f"{page} at {width}: {wide} too wide: {phone.page.evaluate(WIDER)}")
            small = phone.page.evaluate(TARGETS, LEAST_TARGET)
            found += [f"{page} at {width}: too small: {target}" for target in small]
    assert not found, "\n".join(found)


def test_a_play_that_is_told_is_seen_as_a_line_before_it_is_entered(table: Table):
    phone = table.phone("Ana", width=390)
    phone.open(PAGES["tell a play"])
    phone.page.get_by_label("What was played").fill("Heat")
    phone.page.get_by_label("On which day").fill("2026-11-03")
    phone.page.get_by_label("Points of Ana").fill("41")
    phone.page.get_by_label("Ana won").check()
    phone.page.get_by_label("Ben", exact=True).check()
    phone.page.get_by_label("Where").fill("Ben's")
    phone.page.get_by_role("button", name="Check the line").click()
    line = 'play add Heat Ana=41 Ben --on 2026-11-03 --place "Ben\'s" --winner Ana '
    expect(phone.page.get_by_label("A line, as in the prompt")).to_have_value(line)


def test_the_number_pad_takes_a_thumb(table: Table):
    phone = table.phone("Ana", width=360)
    expect(phone.pill).to_have_text("live")
    phone.page.get_by_role("link", name="Ben", exact=True).click()
    expect(phone.page.locator("#pad")).to_be_visible()
    assert phone.page.evaluate(TARGETS, LEAST_TARGET) == []


def test_the_first_visit_of_the_table_is_small(played: Table):
    phone = played.browser()
    phone.page.goto(played.url)
    phone.tap("Ana")
    phone.page.wait_for_url("**/play/*")
    sizes = {}
    for path in (PLAY, "/static/companion.css", "/static/companion.js"):
        answer = phone.context.request.get(f"{phone.base}{path}")
        assert answer.status == 200
        sizes[path] = int(answer.headers.get("content-length") or len(answer.body()))
    assert sum(sizes.values()) <= LARGEST_VISIT, sizes


def test_the_table_is_played_by_keyboard_alone(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.page.keyboard.press("Tab")
    expect(ana.page.locator("a.skip")).to_be_focused()
    ana.page.keyboard.press("Enter")
    plus = ana.button("Ana gains 1")
    for _ in range(12):
        ana.page.keyboard.press("Tab")
        if plus.evaluate("it => it === document.activeElement"):
            break
    expect(plus).to_be_focused()
    ana.page.keyboard.press("Enter")
    expect(ana.score("Ana")).to_have_text("4")
    expect(plus).to_be_focused()  # the table was drawn anew, and the focus is where it was
    ana.page.keyboard.press("Enter")
    expect(ana.score("Ana")).to_have_text("5")


def test_the_number_pad_is_used_by_keyboard_and_closed_by_escape(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    who = ana.page.get_by_role("link", name="Ben", exact=True)
    who.focus()
    ana.page.keyboard.press("Enter")
    expect(ana.page.get_by_role("dialog")).to_be_visible()
    ana.page.keyboard.press("Escape")
    expect(ana.page.get_by_role("dialog")).to_be_hidden()
    expect(who).to_be_focused()


def test_the_focus_stays_where_it_is_when_somebody_else_enters_something(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    ana.button("Cleo loses 1").focus()
    table.run("score ben +1")
    expect(ana.score("Ben")).to_have_text("4")
    expect(ana.button("Cleo loses 1")).to_be_focused()


def test_what_changes_is_told_to_those_who_listen(table: Table):
    ana = table.phone("Ana")
    expect(ana.pill).to_have_text("live")
    table.run("score ben +1")
    expect(ana.page.get_by_role("status").filter(has_text="Ben +1: 3 → 4")).to_have_count(1)
    expect(ana.page.locator("main")).to_contain_text("entry 2")  # what is on its way has come
    ana.go_offline()
    expect(ana.page.get_by_role("alert").filter(has_text="as it was at")).to_be_visible()


def test_a_refusal_has_the_focus_and_is_closed_by_escape(table: Table):
    ana = table.phone("Ana")
    ana.expected.append("422")
    ana.page.evaluate("enter('pay ana 50')")
    expect(ana.said).to_be_focused()
    ana.page.keyboard.press("Escape")
    expect(ana.said).to_be_hidden()


@pytest.mark.parametrize(("motion", "moves"), [("reduce", "none"), ("no-preference", "rise")])
def test_nothing_moves_for_who_does_not_want_it(table: Table, motion: str, moves: str):
    ana = table.phone("Ana", reduced_motion=motion)
    ana.expected.append("422")
    ana.page.evaluate("enter('pay ana 50')")
    expect(ana.said).to_be_visible()
    assert ana.said.evaluate("it => getComputedStyle(it).animationName") == moves
    moving = ana.page.evaluate(
        """[...document.querySelectorAll('*')].filter(
            (it) => parseFloat(getComputedStyle(it).transitionDuration) > 0).length"""
    )
    assert motion == "no-preference" or moving == 0


def test_large_letters_break_nothing(played: Table):
    phone = played.phone("Ana", width=360)
    expect(phone.pill).to_have_text("live")
    phone.page.evaluate("document.body.style.fontSize = '200%'")
    wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, phone.page.evaluate(WIDER)


def test_a_name_of_many_letters_fits(table: Table):
    long = "Wolfeschlegelsteinhausenbergerdorff"
    table.run(f"start bwd {long} Ben --set V1")
    phone = table.phone("Ben", width=360)
    expect(phone.page.locator(".name", has_text=re.compile(long)).first).to_be_visible()
    wide = phone.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, phone.page.evaluate(WIDER)
