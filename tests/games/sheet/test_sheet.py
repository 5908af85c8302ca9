"""A sheet does what a sheet of paper does: sums are right, teams win together.

What a line answers or refuses is in `sheet.txt`.
"""

from random import Random

import pytest

from companion.core.numbers import Amounts, change_of
from companion.core.shapes import LARGEST_WHOLE, Context
from companion.errors import Refused
from companion.games.sheet.game import GAME
from companion.games.sheet.points import POINTS
from companion.testing.plays import refused
from tests.games.sheet.tables import table

PAD = {"columns": ["Farms", "Roads", "Bonus"]}
TEAMS = {"teams": [{"name": "reds", "seats": [0, 2]}, {"name": "blues", "seats": [1, 3]}]}


def test_a_line_without_somebody_s_points_has_a_gap():
    t = table().row("ana=12 ben=9 cho=0").gains("ana", 5).gains("ana", 1).gains("cho", 2).next()
    assert t.state.lines == ((12, 9, 0), (6, None, 2))
    for words in ("ana=3 ben=4 cho=5", "3 4 5", "ana 3 ben 4 cho 5", "b=4 a=3 c=5", "1 3 4 5"):
        assert table().row(words).points == [3, 4, 5]
    assert table("Ana Ben", **PAD).row("far 3 4").words("row") == "roads bonus ana= ben= farms"
    assert table("Ana Ben", **PAD).row("far 3 4").words("row bonus") == "ana= ben="
    t = table().row("1 2 3").row("4 5 6").undo(2)
    assert t.words("row") == "1 ana= ben= cho= 2"
    assert t.words("row 1") == "ana= ben= cho="
    full = table("Ana Ben", rounds=2).gains("ana", 1).next().row("3 4")
    assert full.words("row") == "1 2", "nothing is written below the last line"
    assert full.words("row 1") == "ben= ana="
    assert (t.words("win"), t.words("win ana")) == ("ana ben cho", "ben cho")
    assert table("Ana Ben", coop=True).words("win") == ""


def test_an_end_that_the_sheet_brought_stands_as_long_as_its_winners_do():
    t = table("Ana Ben", rounds=2).row("1 5").row("3 0")
    assert t.winners == "ben"
    with pytest.raises(Refused, match="would not have won then"):
        t.undo(2)
    assert t.undo().state.status == "live"


@pytest.mark.rule("SH-4")
def test_all_win_together_or_lose_together():
    t = table("Ana Ben Cho Dan", **TEAMS).row("reds=3 blues=5").gains("cho", 4)
    assert t.points == [7, 5, 7, 5]
    assert GAME.traits(t.state).teams == ("reds", "blues", "reds", "blues")
    assert t.win("ana").winners == "ana cho"
    t = table("Ana Ben", coop=True)
    for winners in ([0], [1]):
        with refused("SH-4", "all win together or lose together", "finish --won"):
            t.add_fact("play.finished", winners=winners, why="so")
    assert t.add_fact("play.finished", winners=[], why="lost").winners == ""


def test_points_are_the_sum_of_what_was_entered():
    for seed in range(12):
        random, t, sums = Random(seed), table(), [0, 0, 0]
        for _ in range(random.randint(1, 6)):
            row = [random.choice((None, random.randint(-999, 999))) for _ in range(3)]
            if row == [None] * 3:
                continue
            names = zip(("ana", "ben", "cho"), row, strict=True)
            t.row(" ".join(f"{name}={points}" for name, points in names if points is not None))
            sums = [total + (points or 0) for total, points in zip(sums, row, strict=True)]
            if None in row:
                t.next()
        assert t.points == sums
        while t.log.standing()[1:]:
            t.undo()
        assert t.points == [0, 0, 0]


def test_decimals_are_exact_and_read_with_a_point_or_a_comma():
    t = table("Ana Ben", decimals=True)
    for _ in range(10):
        t.row("0.1 0,2")
    assert t.points == [1, 2]
    for whole, hundredths in ((0, 0), (0, 7), (12, 50), (1, 1), (999_999, 99)):
        for sign in ".,":
            typed = f"+{whole}{sign}{hundredths:02}"
            expected = round(whole + hundredths / 100, 2)
            assert change_of(typed, Amounts(10**6, True)) == ("+", expected)


def test_points_in_a_log_are_numbers_with_two_decimals_at_most():
    sound = (0, -2, 1.25, 0.1, LARGEST_WHOLE)
    assert [value for value in sound if POINTS(value, Context.at(())) is not None] == []
    wrong = (True, 1.005, "3", None, LARGEST_WHOLE + 1, 10.0**20, float("nan"))
    assert [value for value in wrong if POINTS(value, Context.at(())) is None] == []
