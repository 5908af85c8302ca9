"""CSV: a row for each player, harmless in a spreadsheet, and read back from what it saves."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part
from companion.errors import Invalid
from companion.exchange import tabular
from companion.exchange.coming import KnownGame

from .plays import FULL, records

GAMES = (KnownGame("bwd", "Blank White Dice", 206753), KnownGame("boolean", "Boolean Dice"))
NEVER = "9999-12-31T00:00:00Z"


def written(*plays) -> str:
    return "".join(tabular.lines(plays, "Friday"))


def read(text: str):
    return tabular.read(text, "plays.csv", GAMES, NEVER)


def as_told(play):
    """A play as a table tells it: without what stood out in it."""
    titles = {game.id: game.title for game in GAMES}
    return play._replace(
        play="",
        source=play.source or "companion",
        marks=(),
        title=titles.get(play.game, play.title),
    )


@given(st.lists(records(), max_size=3, unique_by=lambda play: play.uid))
def test_what_goes_out_comes_in_again(plays):
    assert list(read(written(*plays)).records) == [as_told(play) for play in plays]


@given(records())
def test_no_cell_is_a_formula(play):
    for row in csv.reader(io.StringIO(written(play), newline="")):
        texts = [cell for name, cell in zip(tabular.COLUMNS, row, strict=True) if name != "score"]
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in texts)


def test_a_table_is_what_spreadsheets_expect():
    head, ana, ben = written(FULL).splitlines()
    assert head == ",".join(tabular.COLUMNS)
    assert ana == (
        f"bwd-12,{FULL.uid},bwd,Blank White Dice,Blank White Dice,2025-03-01 19:30:00,"
        '2025-03-01 20:12:30,42,7,1,Ana,13,1,1,Kitchen,"Rain, all evening.",206753,,Friday'
    )
    assert ",2,Ben,9,0,0," in ben
    assert written(FULL).count("\r\n") == 3


def test_rows_may_be_sorted_otherwise_and_cells_be_parted_as_other_countries_do():
    other = FULL._replace(uid="0b6f2a52-0000-5000-8000-00000000000b")
    head, *rows = csv.reader(io.StringIO(written(FULL, other)))
    out = io.StringIO()
    csv.writer(out, delimiter=";").writerows([head, *sorted(rows, key=lambda row: row[10])[::-1]])
    told = read(out.getvalue())
    assert {play.uid: play.parts for play in told.records} == {
        play.uid: play.parts for play in (FULL, other)
    }


def test_a_sheet_of_ones_own_needs_a_game_a_day_and_names():
    told = read(
        "Title,Date,Player,Score,Won\n"
        "Catan,2024-05-01,Ana,10,yes\n"
        "Catan,2024-05-01,Ben,8,\n"
        "blank white dice,2024-05-02,Ana,,1\n"
        ",,,,\n"
    )
    catan, dice = told.records
    assert (catan.game, catan.title, catan.ended) == ("", "Catan", "2024-05-01T12:00:00Z")
    assert catan.parts == (Part("Ana", 10, True), Part("Ben", 8, False))
    assert (dice.game, dice.title) == ("bwd", "Blank White Dice")
    assert told.people == {"Ana": "", "Ben": ""}
    again = read(
        "Title,Date,Player,Score,Won\nCatan,2024-05-01,Ana,10,yes\nCatan,2024-05-01,Ben,8,"
    )
    assert again.records[0].uid == catan.uid


def test_plays_of_the_future_are_left_out():
    told = tabular.read(written(FULL), "plays.csv", GAMES, "2025-01-01T00:00:00Z")
    assert told.records == ()
    assert told.left_out == {"of the future": 1}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title,date,who\nCatan,2024,Ana\n", "it has no column `player`"),
        ("date,player\n2024-05-01,Ana\n", "it has no column `title`"),
        ("title,player\nCatan,Ana\n", "it has no column `ended`"),
        ("title,date,player\nCatan,01.05.24,Ana\n", "Line 2 .* “01.05.24” is no time such as"),
        ("title,date,player\nCatan,,Ana\n", "“” is no time such as"),
        ("title,date,player\nCatan,0000-00-00,Ana\n", "is no time such as"),
        ("title,date,player\nCatan,2024-05-01,\n", "no name that can be kept"),
        ("title,date,player,score\nCatan,2024-05-01,Ana,many\n", "the score “many” is no number"),
        ("title,date,player,minutes\nCatan,2024-05-01,Ana,1h\n", "`minutes` is “1h”, which is no"),
        ("title,date,player\n" + "Catan,2024-05-01,Ana\n" * 2, "somebody is in it twice"),
        (
            "title,date,player\n" + "".join(f"Catan,2024-05-01,P{n}\n" for n in range(1000)),
            "it has 1,000 players",
        ),
    ],
)
def test_a_line_that_makes_no_sense_is_named(text, why):
    with pytest.raises(Invalid, match=why):
        read(text)


def test_a_table_that_was_cut_off_is_named_with_the_line():
    with pytest.raises(Invalid, match=r"Line 3 of plays\.csv .* perhaps it was cut off"):
        read(written(FULL)[:-60])
