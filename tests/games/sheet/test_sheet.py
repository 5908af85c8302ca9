"""A sheet does what a sheet of paper does: cells are told once, sums are right, the end is seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.numbers import Amounts, change_of
from companion.core.param import Incomplete
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.sheet.game import GAME
from companion.testing.plays import refused
from tests.games.sheet.tables import table

PAD = {"columns": ["Farms", "Roads", "Bonus"]}
TEAMS = {"teams": [{"name": "reds", "seats": [0, 2]}, {"name": "blues", "seats": [1, 3]}]}


@pytest.mark.rule("SH-1")
def test_thirty_may_sit_there_and_no_more():
    names = [f"P{number}" for number in range(31)]
    GAME.seat_players(names[:30])
    with refused("SH-1", "1 to 30 players, not 31"):
        GAME.seat_players(names)


def test_a_round_may_be_told_at_once_or_one_by_one():
    t = table().row("ana=12 ben=9 cho=0")
    assert t.state.round == 2
    assert t.state.name(t.state.first) == "Ben", "the marker goes round"
    t.gains("ana", 5).gains("ana", 1).gains("cho", 2).next()
    assert t.points == [18, 9, 2]
    assert t.state.lines == ((12, 9, 0), (6, None, 2))


@pytest.mark.parametrize(
    "words", ["ana=3 ben=4 cho=5", "3 4 5", "ana 3 ben 4 cho 5", "b=4 a=3 c=5", "1 3 4 5"]
)
def test_a_row_is_typed_in_many_ways(words):
    assert table().row(words).points == [3, 4, 5]


@pytest.mark.rule("SH-2")
def test_a_cell_is_told_once():
    t = table().row("1 2 3")
    with refused("SH-2", "Round 1 is told already: Ana 1"):
        t.row("1 ana=5")
    t.gains("ben", 4)
    with refused("SH-2", "Ben 4"):
        t.row("5 5 5")
    assert t.row("ana=1 cho=1").state.round == 3, "now all have told"


def test_a_round_that_is_taken_back_is_told_again_by_its_number():
    t = table().row("1 2 3").row("4 5 6").gains("ana", 7)
    t.undo(2)
    assert "Round 1 was left out: `companion sheet row 1 ana=… ben=… cho=…`" in t.todo
    assert t.points == [11, 5, 6]
    assert t.row("1 9 9 9").points == [20, 14, 15]
    assert t.state.round == 3


@pytest.mark.rule("SH-3")
def test_nothing_is_written_below_the_last_line():
    t = table("Ana Ben", rounds=2).row("1 2").row("2 1")
    assert "Ana and Ben are tied at 3" in t.todo
    with refused("SH-3", "full: 2 lines"):
        t.row("3 3")
    with pytest.raises(Refused, match="tied at 3"):
        t.next()
    assert t.win("ana", "ben").winners == "ana ben"


def test_the_last_round_ends_it():
    t = table("Ana Ben", rounds=2).row("1 2").row("2 3")
    assert (t.state.status, t.winners) == ("finished", "ben")
    assert t.said[-1] == "Ben has won: the last round is over, most points"


def test_who_reaches_the_target_ends_it_and_the_fewest_points_may_win():
    t = table(target=50, lowest=True).row("20 30 10")
    assert t.state.status == "live"
    t.gains("ben", 25)
    assert "50 is reached: `companion next` ends it; as it stands, Cho won." in t.todo
    assert t.next().winners == "cho"


def test_a_tie_at_the_target_is_played_on():
    t = table("Ana Ben", target=10).row("10 10")
    assert t.state.status == "live"
    assert t.row("1 0").winners == "ana"


def test_a_pad_has_columns_in_any_order():
    t = table("Ana Ben", **PAD).row("bonus ana=1 ben=2").row("far 3 4")
    assert t.state.scoring.line(t.state.round) == "Roads"
    assert t.words("row") == "roads ana= ben="
    assert t.row("2 5 0").winners == "ana"


def test_a_team_has_its_points_together():
    t = table("Ana Ben Cho Dan", **TEAMS).row("reds=3 blues=5").gains("cho", 4)
    assert t.points == [7, 5, 7, 5]
    assert GAME.traits(t.state).teams == ("reds", "blues", "reds", "blues")
    assert t.win("ana").winners == "ana cho"


@pytest.mark.rule("SH-4")
def test_all_win_together_or_lose_together():
    t = table("Ana Ben", coop=True)
    for winners in ([0], [1]):
        with refused("SH-4", "all win together or lose together", "finish --won"):
            t.tell("play.finished", winners=winners, why="so")
    with refused("SH-4"):
        t.win("ana")
    assert t.tell("play.finished", winners=[], why="lost").winners == ""
    assert table("Ana Ben", coop=True, target=25).row("all=25").winners == "ana ben"


def test_sums_of_decimals_are_exact():
    t = table("Ana Ben", decimals=True)
    for _ in range(10):
        t.row("0.1 0,2")
    assert t.points == [1, 2]
    with pytest.raises(Invalid, match="they are whole"):
        table().row("1.5 2 3")
    assert table(decimals=True).row("1.0 2 3").points == [1, 2, 3]


@pytest.mark.parametrize(
    ("words", "error", "told"),
    [
        ("", Incomplete, "Whose points"),
        ("ana=", Incomplete, "How many points for ana"),
        ("ana", Incomplete, "How many points for ana"),
        ("ana=x", Invalid, "not a number of points"),
        ("ana=1 ana=2", Invalid, "told twice"),
        ("1 2", Invalid, "There are 3 to be told"),
        ("ana=1 7", Invalid, "Whose points are 7"),
        ("ana ben=3", Invalid, "How many points for ana"),
        ("5 ana=3", Invalid, "Round 5 comes later"),
        ("zoe=3", NotFound, "zoe"),
        ("ana=99999999", Invalid, "more points than any"),
    ],
)
def test_what_is_no_row_says_what_is_wrong(words, error, told):
    t = table()
    with pytest.raises(error, match=told):
        t.row(words)
    assert t.entry == 1


def test_two_who_begin_alike_are_told_apart():
    with pytest.raises(Ambiguous):
        table("Ana Anton").row("an=3")


ROWS = st.lists(
    st.lists(st.one_of(st.none(), st.integers(-999, 999)), min_size=3, max_size=3).filter(any),
    max_size=8,
)


@given(ROWS)
def test_points_are_the_sum_of_what_was_told(rows):
    t = table()
    for row in rows:
        told = [f"{name}={n}" for name, n in zip(("ana", "ben", "cho"), row, strict=True) if n]
        t.row(" ".join(told))
        if None in t.state.cells(t.state.round) and t.state.cells(t.state.round) != (None,) * 3:
            t.next()
    assert t.points == [sum(row[seat] or 0 for row in rows) for seat in range(3)]
    while t.entry > 1 and t.log.standing()[1:]:
        t.undo()
    assert t.points == [0, 0, 0]


@given(st.integers(0, 10**6), st.integers(0, 99))
def test_decimals_are_read_with_a_point_or_a_comma(whole, hundredths):
    for sign in ".,":
        typed = f"+{whole}{sign}{hundredths:02}"
        assert change_of(typed, Amounts(10**6, True)) == ("+", round(whole + hundredths / 100, 2))
