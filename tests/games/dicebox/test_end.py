"""The end: when it is seen, tallies, two colours, the twist with three, ties, points alone."""

import pytest

from companion.core.event import Event, Referee
from companion.core.outcome import Outcome
from companion.errors import Refused
from companion.games.dicebox import board
from companion.games.dicebox.game import GAME
from companion.games.dicebox.points import outcome
from companion.games.dicebox.state import COLORS
from companion.games.dicebox.turns import is_turn
from companion.testing.plays import AT, refused
from tests.games.dicebox.tables import table

# Dice in an order in which each lies beside one before; the last of them ends the game.
LINES = """
d3 2 / e3 1 / b3 2 / a3 1 / c2 2 / c1 1 / c4 2 / c5 1
d2 3 / e2 2 / b2 3 / a2 2 / b4 3 / a4 2 / d4 3 / e4 2
d1 2 / e1 1 / b1 2 / a1 1 / b5 2 / a5 1 / d5 2 / e5 1
"""
STEPS = [step.split() for line in LINES.strip().splitlines() for step in line.split(" / ")]


def filled(last: int = 24, *, colors: str | None = ""):
    """A board that two players fill, with three dice of each colour each."""
    t = table(colors=colors, seed=3)
    for place, (square, number) in enumerate(STEPS[:last]):
        t.place(t.turn, f"{COLORS[place // 6]}:{number}", square)
    return t


@pytest.mark.rule("DB-36", "DB-37", "DB-38", "A-DB-01", "A-DB-06")
def test_the_last_die_ends_the_play_and_the_most_points_win():
    """Points are those of the dice of one's colour."""
    t = filled(last=23)
    assert t.state.status == "live"
    event = Event(0, 0, "play.finished", {"winners": [0], "why": "", "by": "board"}, AT)
    with pytest.raises(Refused, match="can still be filled"):
        GAME.check(t.state, event, Referee(), None)
    t.place(t.turn, "white:1", "e5")
    assert (t.state.status, t.state.is_over) == ("finished", True)
    assert "won: the biggest tally" in t.said[-1]
    tally = t.state.tally()
    assert sum(tally.values()) == sum(int(number) for _, number in STEPS)
    assert tally == {"red": 9, "yellow": 13, "blue": 13, "white": 9}
    assert (t.points, t.winners) == ("ana 9 ben 13", "ben")
    t.undo()
    assert (t.state.status, t.state.is_over) == ("live", False)


@pytest.mark.rule("A-DB-05", "DB-10", "DB-43")
def test_two_colours_of_one_player_are_added_up_and_the_seed_is_nobody_s():
    t = filled(colors="ana=red,yellow ben=blue,white")
    assert (t.points, t.winners) == ("ana 22 ben 22", "ana ben")  # 9 and 13, 13 and 9
    t = table(colors="ana=red,yellow ben=blue,white", seed=6)
    assert (t.points, t.state.tally()) == ("ana 0 ben 0", dict.fromkeys(COLORS, 0))
    t.roll("ana", "b5 r6").place("ana", "b5", "d3")
    assert (t.points, sum(t.state.tally().values())) == ("ana 0 ben 5", 5)


@pytest.mark.rule("DB-39", "DB-40", "A-DB-03", "A-DB-04", "A-DB-06")
def test_with_three_the_unclaimed_colour_may_make_the_last_one_win():
    for (red, blue, yellow, white), winners, why in (
        ((20, 15, 10, 19), "ana", "the biggest tally, 20"),
        ((20, 15, 10, 20), "ana", "the biggest tally, 20"),  # equal is not more
        ((20, 15, 10, 21), "cho", "white, which is nobody's, has 21"),
        ((20, 10, 10, 21), "ben cho", "share the lowest tally, 10"),
        ((20, 20, 10, 5), "ana ben", "a draw at 20"),
        ((20, 20, 10, 21), "cho", "more than any player: Cho has the lowest tally, 10"),
        ((10, 10, 10, 36), "ana ben cho", "share the lowest tally"),
    ):
        t = table("Ana Ben Cho", colors="ana=red ben=blue cho=yellow", seed=None)
        t.count(red=red, blue=blue, yellow=yellow, white=white)
        result = outcome(t.state)
        assert " ".join(t.state.seats[seat].handle for seat in result.winners) == winners
        assert why in result.why


@pytest.mark.rule("DB-37", "A-DB-03", "A-DB-06")
def test_with_two_the_unclaimed_colours_turn_nothing_round():
    assert outcome(table(seed=None).count(red=9, blue=5, yellow=30).state).winners == (0,)
    tied = outcome(table(seed=None).count(red=9, blue=9).state)
    assert (tied.winners, tied.why) == ((0, 1), "a draw at 9")
    t = table(colors=None, seed=None)
    t.house = "Ben is a beginner"
    t.colors("ana=red ben=blue,white").count(red=9, blue=5, yellow=30)
    assert (t.state.unclaimed, outcome(t.state).winners) == (("yellow",), (0,))
    t = table(colors=None, seed=None).count(red=9)
    assert outcome(t.state) == Outcome((), "it is unknown who has which colour")
    assert "finish" not in t.todo


@pytest.mark.rule("DB-36")
def test_without_colours_the_play_goes_on_until_they_are_entered():
    t = filled(colors=None)
    assert (t.state.is_over, t.state.status) == (True, "live")
    assert "The board is finished. Who has which colour?" in t.todo
    assert not is_turn(t.state, 0)
    assert GAME.to_json(t.state, None)["turn"] is None
    assert GAME.where(t.state).endswith("the board is finished")
    for act in (t.next, t.roll_all, lambda: t.roll("ana", "r4")):
        with pytest.raises(Refused, match="The board is finished"):
            act()
    t.colors("ana=red ben=blue")
    assert t.state.status == "finished"
    with pytest.raises(Refused, match="This play is finished"):
        t.roll_all()


@pytest.mark.rule("DB-36")
def test_an_end_that_the_board_brought_stands_as_long_as_its_winners_do():
    t = filled(23, colors=None).colors("ana=red ben=blue").colors("ana=blue ben=red")
    t.place(t.turn, "white:1", "e5")
    with pytest.raises(Refused, match="would not have won then"):
        t.undo(t.log.next_action - 2)
    assert board.is_over(t.state.numbers)
    t = filled(last=23, colors=None).colors("ana=red ben=blue")
    entry = t.entry
    t.undo().place(t.turn, "white:1", "e5")
    assert t.state.status == "live", "nobody knows whose colours they are"
    with refused("DB-36", f"entry {entry + 2} would no longer be valid"):
        t.redo(entry)


def test_the_seed_may_be_the_last_die():
    t = table(seed=None)
    t.house = "the other way round"
    for square in board.SQUARES:
        if square != "c3":
            t.place(t.turn, "r4" if board.SQUARES.index(square) % 2 else "r2", square)
    t.seed(3)
    assert t.state.status == "finished"


# Points alone


@pytest.mark.rule("DB-37")
def test_points_that_a_house_enters_are_added_to_those_on_the_board():
    t = table().roll("ana", "r4").place("ana", "r4", "d3")
    t.house = "a point for the first die"
    t.add_fact("points.gained", seat=0, points=1)
    assert t.points == "ana 5 ben 0"
    t.house = None
    assert t.place("ben", "r5", "e3").points == "ana 10 ben 0"


def test_a_table_may_enter_the_points_alone():
    t = table("Ana Ben Cho", colors=None, seed=None)
    assert outcome(t.state) == Outcome((), "no points are entered")
    t.add_fact("points.gained", seat=0, points=20).add_fact("points.set", seat=1, points=25)
    result = outcome(t.state)
    assert result.winners == (1,)
    assert "the unclaimed colour was not entered (DB-40)" in result.why
    alone = table(colors=None, seed=None).add_fact("points.gained", seat=0, points=20)
    assert outcome(alone.state).why == "the biggest tally, 20"
    assert [alone.state.knows_points(seat) for seat in range(2)] == [True, True]
    t = table("Ana Ben Cho", colors=None)
    assert [t.state.knows_points(seat) for seat in range(3)] == [True, True, True]
    t.colors("ana=red").place("ana", "r4", "d3")
    assert [t.state.knows_points(seat) for seat in range(3)] == [True, False, False]
