"""The face of Blank White Dice: what is tapped there are lines that the prompt takes."""

import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qs, urlparse

import pytest

from companion.core.event import KEYBOARD
from companion.web.keys import WATCH, Phone
from companion.web.pages import filled
from tests.web.room import Served, served

SETUP = (
    "tag ana.1 tag erase points investment",
    "tag ben.1 junk points re-roll window",
    "tag common wheels",
    "tag common points",
    "roll common=3",
)
ROLLED = "roll ana.1=tag ana.2=blank ben.1=3 ben.2=blank"


@pytest.fixture
def table() -> Iterator[Served]:
    with served("start", "bwd", "Ana", "Ben", "--set", "V1") as table:
        yield table


def entered(table: Served, *lines: str) -> None:
    for line in lines:
        answer = table.say(line)
        assert answer.status == 200, answer.text


def face(table: Served, phone: Phone) -> str:
    html = table.get("/play/bwd-1/live", phone=phone).text
    return html.partition('<section class="face"')[2].partition('<details class="view"')[0]


def buttons(html: str) -> list[str]:
    """The lines that a tap enters, with no field to be filled in."""
    lines = [unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', html)]
    return [line for line in lines if "{" not in line]


def begun(html: str) -> list[str]:
    """The lines that a tap begins."""
    links = [unescape(href) for href in re.findall(r'href="([^"]*/say\?[^"]*)"', html)]
    return [parse_qs(urlparse(href).query)["line"][0] for href in links]


def template(html: str) -> str:
    """The line of the form in which it is told what came up."""
    return unescape(re.findall(r'name="line" value="(roll \{[^"]*)"', html)[0])


def test_a_blank_face_begins_a_tag_of_its_die(table) -> None:
    html = face(table, table.phone("Ana"))
    assert begun(html)[:6] == [f"tag ana.1#{face} " for face in range(1, 7)]
    assert "tag ben.2#6 " in begun(html)
    assert 'type="radio"' not in html


def test_every_line_that_is_begun_goes_on(table) -> None:
    entered(table, *SETUP, ROLLED)
    for line in begun(face(table, table.phone("Ana"))):
        assert table.prompt.offers(line, None)[1] or line.endswith("--did "), line


def test_every_button_enters_something(table) -> None:
    entered(table, *SETUP, ROLLED)
    lines = buttons(face(table, table.phone("Ana")))
    assert "resolve ana.1 --fizzle" in lines
    assert "resolve ana.1 --nothing" not in lines  # A Tag that can tag has to.
    assert "neutralize points" in lines
    for line in lines:
        said = table.prompt.say(line, None, KEYBOARD, None)
        # A Tag has to be told what it tags: that is what the first button is for.
        assert said.refusal is None or line == "resolve ana.1", f"{line}: {said.refusal}"
        if said.refusal is None:
            table.prompt.say("undo", None, KEYBOARD, None)


def test_what_came_up_is_chosen_and_told_in_one_line(table) -> None:
    entered(table, *SETUP)
    html = face(table, table.phone("Ana"))
    assert 'name="ana.1" value="ana.1=-2"' in html
    assert html.count('name="ana.2" value="ana.2=blank"') == 6
    fields = {"ana.1": "ana.1=tag", "ana.2": "ana.2=blank", "ben.1": "", "ben.2": "", "common": ""}
    line = filled(template(html), fields)
    assert line.split() == ["roll", "ana.1=tag", "ana.2=blank"]
    entered(table, line)
    dice = {die["id"]: die for die in table.get("/api/table").json["dice"]}
    assert dice["ana.1"]["faces"][dice["ana.1"]["active"]]["icon"] == "tag"
    assert dice["ben.1"]["active"] is None
    assert "roll --virtual" in buttons(html)


def test_only_the_common_die_is_tapped_when_that_is_to_be_rolled(table) -> None:
    entered(table, *SETUP[:-1])
    html = face(table, table.phone("Ana"))
    assert set(re.findall(r'type="radio" class="unseen" name="([^"]*)"', html)) == {"common"}
    assert template(html) == "roll {common}"


def test_dice_that_were_kept_are_rolled_without_a_tag(table) -> None:
    entered(table, *SETUP, "finish --abandon")
    table.typed("start", "bwd", "Ana", "Ben", "--dice", "kept")
    entered(table, "tag common tag", "tag common tag", "roll common=tag")
    html = table.get("/play/bwd-2/live", phone=table.phone("Ana")).text
    assert 'name="ana.1" value="ana.1=tag"' in html


def test_faces_that_differ_by_dots_alone_are_told_apart(table) -> None:
    entered(table, "tag ana.1 tag tag erase erase", "dot ana.1#1 2", *SETUP[1:])
    html = face(table, table.phone("Ana"))
    assert 'value="ana.1=#1"' in html
    assert 'value="ana.1=#2"' in html
    assert "••" in html
    entered(table, filled("roll {ana.1}", {"ana.1": "ana.1=#2"}))


def test_a_die_that_is_due_is_resolved_from_its_face(table) -> None:
    ana = table.phone("Ana")
    entered(table, *SETUP, "roll ana.1=3 ana.2=blank ben.1=3 ben.2=blank")
    html = face(table, ana)
    assert buttons(html)[0] == "resolve ana.1"
    assert "resolve ana.2 --tag " in begun(html)
    assert "resolve ben.1" not in buttons(html)
    entered(table, "resolve ana.1", "resolve ana.2 --tag points")
    html = face(table, ana)
    assert html.count("✓ resolved") == 2
    assert "resolve ana.1" not in buttons(html)


def test_own_dice_come_first(table) -> None:
    html = face(table, table.phone("Ben"))
    assert html.index("<b>ben.1</b>") < html.index("<b>ana.1</b>") < html.index("<b>common</b>")


def test_the_tableau_tells_what_lies_face_down_and_whose_disc_is_where(table) -> None:
    entered(table, *SETUP, "neutralize junk-food", "mark ana erase", "mark ben ana.1:tag")
    html = face(table, table.phone("Ana"))
    assert 'Junk Food <span class="muted">neutralized</span>' in html
    assert "restore junk-food" in buttons(html)
    assert "◉ Ana" in html
    assert "Ben's disc" in html


def test_cards_are_dealt_by_a_tap() -> None:
    with served("start", "bwd", "Ana", "Ben", "--set", "6-29") as table:
        html = face(table, table.phone("Ana"))
        assert "add " in begun(html)
        assert "deal" in buttons(html)
        entered(table, "deal")


@pytest.mark.parametrize("lines", [(), SETUP, (*SETUP, ROLLED)])
def test_who_watches_taps_nothing(table, lines) -> None:
    entered(table, *lines)
    html = face(table, table.phone(role=WATCH))
    assert "<b>ana.1</b>" in html
    assert not re.search(r"<(form|button|input)", html)
    assert not begun(html)


def test_names_are_text() -> None:
    with served("start", "bwd", "<b>x</b>", "Ben", "--set", "V1") as table:
        html = face(table, table.phone("Ben"))
        assert "<b>x</b>" not in html
        assert "&lt;b&gt;x&lt;/b&gt;" in html
