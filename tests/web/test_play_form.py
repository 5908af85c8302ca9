"""A play that is over, told on a phone: the form, and the line of the prompt that it makes."""

import re
import shlex
from html import unescape
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.shell.grammar import split
from companion.web.page import LONGEST_LINE
from companion.web.play_form import play_line
from tests.web.room import WATCH, served

PAGE = "/plays/add"


@pytest.fixture
def table():
    with served("start", "bwd", "Ana", "Ben") as table:
        yield table


@pytest.fixture
def ana(table):
    return table.phone("Ana")


def row(number: int, name: str, points: str = "", **ticked: bool) -> dict[str, str]:
    told = {f"name-{number}": name, f"points-{number}": points}
    return told | {f"{key}-{number}": "1" for key, value in ticked.items() if value}


def line_of(answer) -> str:
    """The line that the form leads to."""
    assert answer.status == 303, answer.text
    (line,) = parse_qs(urlsplit(answer.headers["location"]).query)["line"]
    return line


HEAT = {
    "title": "Heat",
    "on": "2025-02-03",
    **row(0, "Ana", "41", won=True),
    **row(1, "Ben", "38"),
    **row(2, "Cho"),
    **row(3, "", "", here=True),
}


@pytest.mark.parametrize(
    ("told", "line"),
    [
        (HEAT, "play add Heat Ana=41 Ben=38 --on 2025-02-03 --winner Ana"),
        (
            HEAT | {"minutes": "90", "place": "Ben's", "comment": 'what a "race"'},
            "play add Heat Ana=41 Ben=38 --on 2025-02-03 --minutes 90 "
            '--place "Ben\'s" --comment "what a \\"race\\"" --winner Ana',
        ),
        (
            {"title": "Ticket to Ride", **row(0, "Ana B", "-3"), **row(1, "Zoë", here=True)},
            'play add "Ticket to Ride" "Ana B=-3" "Zoë"',
        ),
        (HEAT | {"lowest": "1", "on": ""}, "play add Heat Ana=41 Ben=38 --winner Ana --lowest"),
        (
            {"title": "Pandemic", **row(0, "Ana", here=True), **row(4, "Ben", here=True)}
            | {"coop": "lost"},
            "play add Pandemic Ana Ben --coop lost",
        ),
        (
            {"title": "Codenames", **row(0, "Ana", won=True), **row(1, "Ben B", here=True)}
            | {"team-0": "reds", "of-0": "Ana", "team-1": "the blues", "of-1": " Ben B, Cho,"}
            | {"team-2": "empty", "of-2": " "},
            'play add Codenames Ana "Ben B" --winner Ana --team reds=Ana '
            '--team "the blues=Ben B,Cho"',
        ),
        ({"title": "Go", **row(0, "Ana", here=True), "coop": "perhaps"}, "play add Go Ana"),
    ],
)
def test_the_form_makes_a_line(table, ana, told, line):
    assert play_line(told) == line
    assert line_of(table.get(f"{PAGE}?{urlencode(told)}", phone=ana)) == f"{line} "


_SIGNS = st.one_of(st.just(" "), st.characters(categories=["L", "N", "P", "S"]))
WORDS = st.text(_SIGNS, min_size=1, max_size=30).filter(lambda it: bool(it.strip()))


@given(title=WORDS, name=WORDS, comment=WORDS, place=WORDS, points=st.integers(-99, 999))
def test_whatever_was_typed_comes_to_the_command_as_it_was_typed(
    title, name, comment, place, points
):
    told = {"title": title, "comment": comment, "place": place}
    told |= row(0, name, str(points), won=True)
    plain = [" ".join(text.split()) for text in (title, f"{name.strip()}={points}", name)]
    assert split(play_line(told)) == [
        *("play", "add", plain[0], plain[1]),
        *("--place", " ".join(place.split()), "--comment", " ".join(comment.split())),
        *("--winner", plain[2]),
    ]


def test_the_form_offers_who_and_what_is_known_and_today(table, ana):
    table.typed("player", "new", "<i>Cho</i>")
    html = table.get(PAGE, phone=ana).text
    assert 'name="on" type="date" value="2025-03-01"' in html
    offered = re.findall(r'<option value="([^"]+)">', html)
    assert offered[0] == "Blank White Dice"  # which is played here
    assert "A Little White Die" in offered
    for name in ("Ana", "Ben", "<i>Cho</i>"):
        assert f'value="{name}"' in unescape(html)
    assert "<i>Cho" not in html


def test_titles_of_other_programs_come_first_as_the_group_played_them(table, ana, tmp_path):
    file = tmp_path / "plays.csv"
    file.write_text("title,date,player,score\nHeat,2024-05-01,Ana,1\nHeat,2024-05-01,Ben,2\n")
    table.typed("import", str(file), "--same")
    html = table.get(PAGE, phone=ana).text
    assert "Heat" in re.findall(r'<option value="([^"]+)">', html)[:2]


@pytest.mark.parametrize(
    ("told", "lacks"),
    [
        (HEAT | {"title": " "}, "Which game was played?"),
        ({"title": "Heat", "place": "Ben's", **row(0, "Ana")}, "Who played?"),
        (HEAT | {"comment": "x" * LONGEST_LINE}, "too long for one line"),
    ],
)
def test_what_lacks_is_asked_for_and_what_was_typed_stays(table, ana, told, lacks):
    answer = table.get(f"{PAGE}?{urlencode(told)}", phone=ana)
    assert answer.status == 200
    html = unescape(answer.text)
    assert lacks in html
    for field in ("title", "place", "on"):
        if told.get(field, "").strip():
            assert f'value="{told[field]}"' in html


def test_the_page_is_led_to_by_who_takes_part_and_nobody_else(table, ana):
    watcher = table.phone(role=WATCH)
    for page in ("/plays", "/more"):
        assert f'href="{PAGE}"' in table.get(page, phone=ana).text
        assert PAGE not in table.get(page, phone=watcher).text
    shown = table.get(f"{PAGE}?{urlencode(HEAT)}", phone=watcher)
    assert (shown.status, "<form" in shown.text) == (200, False)


def test_the_page_is_there_before_anything_was_played(table, tmp_path):
    with served("player", "new", "Ana") as table:
        phone = table.phone()
        assert 'name="name-0" value="Ana"' in table.get(PAGE, phone=phone).text
        assert line_of(table.get(f"{PAGE}?{urlencode(HEAT)}", phone=phone)).startswith("play add")


def test_the_line_tells_the_play(table, ana):
    """From the form to the list of plays: wants the command `play add`."""
    line = line_of(table.get(f"{PAGE}?{urlencode(HEAT | {'minutes': '90'})}", phone=ana))
    told = table.say(line, phone=ana)
    assert told.status == 200, told.text
    html = table.get("/plays", phone=ana).text
    assert "Heat" in html
    assert "2025-02-03" in html
    (play,) = [it for it in table.typed("plays").document["plays"] if it["title"] == "Heat"]
    assert [(who["name"], who["score"]) for who in play["players"]] == [("Ana", 41), ("Ben", 38)]
    assert play["winners"] == ["Ana"]


# Names that are nearly known, on a phone


def test_a_start_asks_about_a_name_and_offers_to_say_no(table, ana):
    line = "start lwd Ana Bne"
    refused = table.say(line, phone=ana)
    assert (refused.status, refused.problem) == (422, "Bne is new here; did you mean Ben?")
    body = urlencode({"line": line}).encode()
    form = [("content-type", "application/x-www-form-urlencoded")]
    said = table.post("/say", body, form, phone=ana)
    assert f'value="{line} --new"' in said.text
    assert table.say(f"{line} --new", phone=ana).json["play"] == "lwd-2"


def test_the_form_that_begins_a_play_says_beforehand_that_somebody_is_new(table, ana):
    told = {"player": "Ana", "others": "Bne", "game": "lwd", "new": "1"}
    line = line_of(table.get(f"/start?{urlencode(told)}", phone=ana))
    assert shlex.split(line) == ["start", "lwd", "Ana", "Bne", "--new"]
    assert table.say(line, phone=ana).json["play"] == "lwd-2"
    assert 'name="new"' in table.get("/start", phone=ana).text


def test_where_no_play_is_at_hand_the_way_on_is_offered_as_well(tmp_path):
    with served("player", "new", "Ben") as table:
        phone = table.phone()
        body = urlencode({"line": "start lwd Ana Bne"}).encode()
        form = [("content-type", "application/x-www-form-urlencoded")]
        said = table.post("/say", body, form, phone=phone)
        assert 'value="start lwd Ana Bne --new"' in said.text
