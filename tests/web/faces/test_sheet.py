"""A sheet on a phone: a field for everybody, in the round or the column that comes next."""

import re
from html import unescape
from urllib.parse import parse_qs, urlsplit

from companion.web.page import Seen
from companion.web.pages import filled
from companion.web.views import face_of
from tests.web.room import WATCH, Served, served


def drawn(table: Served, role=None) -> str:
    """The face, as a phone shows it."""
    phone = table.phone() if role is None else table.phone(role=role)
    play = table.prompt.desk().open()
    return face_of(Seen(table.room, phone, play), play.document())


def lines(html: str) -> list[str]:
    """The lines on the buttons."""
    return [unescape(line) for line in re.findall(r'"line" value="([^"]*)"', html)]


def corrections(html: str) -> list[str]:
    """The lines that the cells of the sheet begin."""
    found = (parse_qs(urlsplit(unescape(it)).query) for it in re.findall(r'href="([^"]*)"', html))
    return [query["line"][0] for query in found]


def say(table: Served, *told: str) -> None:
    """Enter lines that are taken."""
    for line in told:
        answer = table.say(line)
        assert answer.status == 200, answer.text


def test_a_round_is_told_in_fields():
    with served("start", "sheet", "Heat", "Ana", "Ben") as table:
        first = lines(drawn(table))[0]
        assert first == "row 1 ana={p0} ben={p1}"
        say(table, filled(first, {"p0": "12", "p1": "-3"}), "score ana +5")
        html = drawn(table)
        assert lines(html)[0] == "row 2 ben={p1}"
        assert "<h2>Round 2</h2>" in html
        assert ">Ana</th>" in html
        assert corrections(html) == ["row 1 ana=", "row 1 ben=", "row 2 ana=", "row 2 ben="]
        say(table, "row 1 ana=13", "win ben", "row 1 ben=20")
        html = drawn(table)
        assert "Write it down" not in html
        assert ">20</a>" in html
        assert "win ana" in lines(html)
        say(table, "undo", "undo", "finish --abandon")
        assert drawn(table) == ""


def test_every_open_column_can_be_told_and_decimals_typed():
    with served("start", "sheet", "Pad", "Ana", "--count", "Farms,Roads", "--decimals") as table:
        html = drawn(table)
        assert [line for line in lines(html) if line.startswith("row")] == [
            "row 1 ana={p0}",
            "row 2 ana={p0}",
        ]
        assert 'inputmode="decimal"' in html
        say(table, filled(lines(html)[1], {"p0": "2.5"}))
        assert lines(drawn(table))[0] == "row 1 ana={p0}"


def test_teams_are_told_by_their_names_and_all_together_win_or_lose():
    with served("start", "sheet", "T", "--team", "the reds=ana", "--team", "blues=ben") as table:
        first = lines(drawn(table))[0]
        assert first == "row 1 'the reds'={p0} blues={p1}"
        say(table, filled(first, {"p0": "1", "p1": "2"}))
    with served("start", "sheet", "Pandemic", "Ana", "Ben", "--coop") as table:
        assert {"finish --won", "finish --lost"} <= set(lines(drawn(table)))
        say(table, "finish --lost")


def test_who_watches_has_no_fields():
    with served("start", "sheet", "Heat", "Ana", "Ben") as table:
        assert drawn(table, WATCH) == ""


def test_a_phone_begins_a_sheet():
    with served("start", "sheet", "Heat", "Ana", "Ben") as table:
        phone = table.phone()
        page = table.get("/start", phone=phone)
        assert '<option value="Heat">' in page.text
        asked = "game=sheet&title=Skull+King&player=Ana&others=Cho"
        answer = table.get(f"/start?{asked}", phone=phone)
        assert answer.status == 303
        there = parse_qs(urlsplit(answer.headers["location"]).query)
        assert there["line"] == ['start sheet "Skull King" "Ana" "Cho" ']
