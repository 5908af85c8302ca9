"""The face of BLANK: pads, rules that lie open, and a prize that goes from phone to phone."""

import re
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest

from companion.core.event import KEYBOARD
from companion.printing.web.page import figure
from companion.web.keys import WATCH, Phone
from companion.web.pages import filled
from tests.web.room import Served, served

NASTY = 'If a 6 is played, then say "hi" & <script>x</script>'
BOX = (
    ("blank", "box", "new", "Friday box", "--owner", "Ana"),
    ("blank", "rule", "add", "If a 1 is played, then sing", "--printed"),
    ("blank", "rule", "add", "If a shield is played, then clap", "--inked"),
)


@pytest.fixture
def table() -> Iterator[Served]:
    with served("blank", "box", "list") as table:
        yield begun(table)


def begun(table: Served, *players: str) -> Served:
    for words in BOX:
        table.typed(*words)
    table.typed("start", "blank", *(players or ("Ana", "Ben", "Cho")))
    return table


def entered(table: Served, *lines: str, phone: Phone | None = None) -> None:
    for line in lines:
        answer = table.say(line, phone=phone)
        assert answer.status == 200, answer.text


def assert_taken(table: Served, line: str) -> None:
    """The prompt takes a line; what it entered is taken back."""
    before = document(table)["entries"]
    said = table.prompt.say(line, None, KEYBOARD, None)
    assert said.refusal is None, f"{line}: {said.refusal}"
    if document(table)["entries"] != before:
        table.prompt.say("undo", None, KEYBOARD, None)


def face(table: Served, phone: Phone) -> str:
    html = table.get("/play/blank-1/live", phone=phone).text
    return html.partition('<section class="face"')[2].partition('<details class="view"')[0]


def lines(html: str) -> list[str]:
    return [unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', html)]


def document(table: Served) -> Any:
    return table.get("/api/table").json


def test_the_first_card_is_told_on_a_pad(table) -> None:
    html = face(table, table.phone("Ana"))
    line = next(line for line in lines(html) if line.startswith("top "))
    entered(table, filled(line, {"n": "3", "s": "hexagon"}))
    assert (document(table)["top"]["number"], document(table)["top"]["suit"]) == (3, "hexagon")


def test_pads_hold_what_fits_and_each_key_enters_it(table) -> None:
    entered(table, "top 3-hexagon")
    html = face(table, table.phone("Ben"))
    keys = [line for line in lines(html) if re.fullmatch(r"play \d-\w+", line)]
    assert len(keys) == 12
    # The card, what leads the row of its suit, the six suits of its number, and on the pad below.
    assert [html.count(figure(suit)) for suit in ("hexagon", "shield")] == [4, 2]
    assert "play 5-hexagon" in keys
    assert "play 3-shield" in keys
    assert "play 5-shield" not in keys
    for line in dict.fromkeys(keys):
        assert_taken(table, line)


def test_every_button_enters_something(table) -> None:
    entered(table, "top 3-hexagon", "play 4-hexagon")
    html = face(table, table.phone("Ana"))
    told = [line for line in lines(html) if "{" not in line]
    assert "penalty ben missed-rule --by ana" in told
    assert {"win ana --empty", "win cho"} <= {*told}
    assert "rule show 1" in told
    for line in told:
        assert_taken(table, line)


def test_nobody_points_out_an_own_fault(table) -> None:
    html = face(table, table.phone("Ana"))
    assert not any(line.startswith("penalty ana") for line in lines(html))
    assert not any("--by" in line for line in lines(face(table, table.phone())))


def test_a_card_that_does_not_fit_costs_a_penalty(table) -> None:
    entered(table, "top 3-hexagon")
    html = face(table, table.phone("Ben"))
    line = next(line for line in lines(html) if line.endswith("--penalty"))
    entered(table, filled(line, {"n": "5", "s": "circle"}))
    assert document(table)["penalties"]["Ana"] == 1
    assert "1 Penalty" in face(table, table.phone("Cho"))


def test_rules_that_the_top_card_sets_off_stand_out_on_all_phones(table) -> None:
    entered(table, "top 3-hexagon", "play 3-shield")
    for phone in (table.phone("Cho"), table.phone(role=WATCH)):
        assert face(table, phone).count("fits the top card") == 1


def test_a_rule_that_nobody_told_is_laid_open_in_words(table) -> None:
    html = face(table, table.phone("Ana"))
    line = next(line for line in lines(html) if "--open" in line)
    entered(table, filled(line, {"text": "If a 2 is played,\nthen wink"}))
    assert "If a 2 is played, then wink" in face(table, table.phone("Ben"))


def test_without_a_box_rules_are_told_in_words() -> None:
    with served("start", "blank", "Ana", "Ben") as table:
        html = face(table, table.phone("Ana"))
        line = next(line for line in lines(html) if line.startswith("open "))
        entered(table, filled(line, {"text": NASTY}))
        html = face(table, table.phone("Ben"))
        assert "If a 6 is played" in html
        assert "<script" not in html


def test_the_winner_writes_and_the_owner_agrees_on_another_phone(table) -> None:
    ana, ben = table.phone("Ana"), table.phone("Ben")
    entered(table, "win ben --empty", phone=ben)
    assert "Your prize" in face(table, ben)
    assert "Ben's prize" in unescape(face(table, ana))
    line = next(line for line in lines(face(table, ben)) if line.startswith("rule add"))
    entered(table, filled(line, {"text": NASTY}), phone=ben)
    assert document(table)["prize"]["text"] == NASTY
    html = face(table, ana)
    assert "<script" not in html
    assert NASTY in unescape(html)
    assert "rule decline 16" in lines(html)
    entered(table, "rule approve 16", phone=ana)
    assert "rule approve 16" not in lines(face(table, ana))
    assert "rule ink 16" in lines(face(table, ben))
    entered(table, "rule ink 16", phone=ben)
    assert "rule ink 16" not in lines(face(table, ben))
    assert NASTY in unescape(face(table, ana))


def test_the_owner_may_say_no_and_the_winner_writes_on_a_card(table) -> None:
    ben = table.phone("Ben")
    entered(table, "win ben --empty", 'rule add "If x, then y" --prize', "rule decline 16")
    line = next(line for line in lines(face(table, ben)) if line.startswith("card customise"))
    told = {"card": "4-hexagon", "text": "Skip the next player", "title": 'The "Toll"'}
    entered(table, filled(line, told), phone=ben)
    html = face(table, table.phone("Ana"))
    assert any(line.startswith("card approve") for line in lines(html))
    assert "Skip the next player" in html


def test_of_mixed_boxes_one_is_named() -> None:
    with served("blank", "box", "list") as table:
        table.typed("blank", "box", "new", "Friday box", "--mark", "★")
        table.typed("blank", "box", "new", "Cellar", "--mark", "+")
        table.typed("blank", "mix", "friday", "cellar")
        table.typed("start", "blank", "Ana", "Ben")
        entered(table, "win ben --empty")
        html = face(table, table.phone("Ben"))
        box = re.findall(r"<option>(blank-[^<]*)</option>", html)[1]
        line = next(line for line in lines(html) if line.startswith("rule add"))
        entered(table, filled(line, {"text": "If x, then y", "box": box}))
        assert document(table)["prize"]["copy"] == box


@pytest.mark.parametrize("told", [(), ("top 3-hexagon",), ("win ben --empty",)])
def test_who_watches_taps_nothing(table, told) -> None:
    entered(table, *told)
    html = face(table, table.phone(role=WATCH))
    assert "If a shield is played, then clap" in html
    assert not re.search(r"<(form|button|input|textarea|select)", html)
    assert "/say" not in html


def test_names_are_text() -> None:
    with served("blank", "box", "list") as table:
        begun(table, "<b>x</b>", "Ben")
        entered(table, "top 3-hexagon")
        html = face(table, table.phone("Ben"))
        assert "<b>x</b>" not in html
        assert "&lt;b&gt;x&lt;/b&gt;" in html
