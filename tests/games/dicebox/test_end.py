"""The end: when it is seen, tallies, two colours, the twist with three, ties, points alone."""

import pytest

from companion.core.event import Event, Referee
from companion.errors import Invalid, Refused
from companion.games.dicebox import board
from companion.games.dicebox.game import GAME
from companion.games.dicebox.points import outcome, points_by_color
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


@pytest.mark.rule("DB-36")
def test_the_last_die_ends_the_play_and_says_who_has_won():
    t = filled(last=23)
    assert t.state.status == "live"
    t.place(t.turn, "white:1", "e5")
    assert t.state.over
    assert t.state.status == "finished"
    assert "won: the biggest tally" in t.said[-1]
    t.undo()
    assert (t.state.status, t.state.over) == ("live", False)


@pytest.mark.rule("DB-37", "DB-38", "A-DB-01", "A-DB-06")
def test_the_dice_of_one_s_colour_are_one_s_points_and_the_most_win():
    t = filled()
    tally = t.state.tally()
    assert sum(tally.values()) == sum(int(number) for _, number in STEPS)
    assert tally == {"red": 9, "yellow": 13, "blue": 13, "white": 9}
    assert (t.points, t.winners) == ("ana 9 ben 13", "ben")


@pytest.mark.rule("A-DB-01")
def test_dice_that_were_never_placed_do_not_count():
    t = table()
    t.roll("ana", "r6 r6 r4").place("ana", "r4", "d3")
    assert t.points == "ana 4 ben 0"


@pytest.mark.rule("DB-43")
def test_the_seed_scores_for_nobody():
    t = table(colors="ana=red,yellow ben=blue,white", seed=6)
    assert (t.points, t.state.tally()) == ("ana 0 ben 0", dict.fromkeys(COLORS, 0))
    t.place("ana", "b5", "d3")
    assert (t.points, sum(t.state.tally().values())) == ("ana 0 ben 5", 5)
    with pytest.raises(Invalid, match="seed"):
        points_by_color(["red=1", "yellow=2", "blue=3", "white=4", "seed=6"])


@pytest.mark.rule("A-DB-05", "DB-10")
def test_two_colours_of_one_player_are_added_up():
    t = filled(colors="ana=red,yellow ben=blue,white")
    assert t.points == "ana 22 ben 22"  # 9 and 13, 13 and 9
    assert t.winners == "ana ben"


def three(**points: int):
    """Three players whose table told the end alone: red is Ana's, blue Ben's, yellow Cho's."""
    t = table("Ana Ben Cho", colors="ana=red ben=blue cho=yellow", seed=None)
    return t.count(**points)


@pytest.mark.rule("DB-39", "DB-40", "A-DB-04")
@pytest.mark.parametrize(
    ("points", "winners", "why"),
    [
        ((20, 15, 10, 19), "ana", "the biggest tally, 20"),
        ((20, 15, 10, 20), "ana", "the biggest tally, 20"),  # equal is not more
        ((20, 15, 10, 21), "cho", "white, which is nobody's, has 21"),
        ((20, 10, 10, 21), "ben cho", "share the lowest tally, 10"),
        ((20, 20, 10, 5), "ana ben", "a draw at 20"),
        ((20, 20, 10, 21), "cho", "more than the 20 of the best: Cho has the lowest tally, 10"),
        ((10, 10, 10, 36), "ana ben cho", "share the lowest tally"),
    ],
)
def test_with_three_the_unclaimed_colour_may_make_the_last_one_win(points, winners, why):
    red, blue, yellow, white = points
    t = three(red=red, blue=blue, yellow=yellow, white=white)
    result = outcome(t.state)
    assert " ".join(t.state.seats[seat].handle for seat in result.winners) == winners
    assert why in result.why


@pytest.mark.rule("A-DB-06")
def test_with_two_players_the_unclaimed_colours_turn_nothing_round():
    t = table(seed=None).count(red=9, blue=5, yellow=30)
    assert outcome(t.state).winners == (0,)
    t = table(colors=None, seed=None)
    t.house = "Ben is a beginner"
    t.colors("ana=red ben=blue,white").count(red=9, blue=5, yellow=30)
    assert (t.state.unclaimed, outcome(t.state).winners) == (("yellow",), (0,))


@pytest.mark.rule("A-DB-03")
def test_a_tie_for_the_highest_is_a_draw():
    t = table(seed=None).count(red=9, blue=9)
    assert outcome(t.state) == ((0, 1), "a draw at 9")


def test_with_untold_colours_the_board_is_done_and_the_play_goes_on_until_they_are_told():
    t = filled(colors=None)
    assert (t.state.over, t.state.status) == (True, "live")
    assert "The board is done. Whose colour is which?" in t.todo
    with pytest.raises(Refused, match="The board is done"):
        t.next()
    t.colors("ana=red ben=blue")
    assert t.state.status == "finished"


def test_an_end_that_the_board_brought_stands_as_long_as_its_winners_do():
    t = filled(23, colors=None).colors("ana=red ben=blue").colors("ana=blue ben=red")
    t.place(t.turn, "white:1", "e5")
    with pytest.raises(Refused, match="would not have won then"):
        t.undo(t.log.next_action - 2)
    assert board.is_over(t.state.numbers)


def test_an_end_that_the_board_brought_falls_with_the_board():
    event = Event(0, 0, "play.finished", {"winners": [0], "why": "", "by": "board"}, AT)
    with pytest.raises(Refused, match="can still be filled"):
        GAME.check(filled(23).state, event, Referee(), None)


# Points alone


@pytest.mark.rule("DB-37")
def test_points_on_the_board_are_not_entered_by_hand():
    t = table().roll("ana", "r4").place("ana", "r4", "d3")
    with refused("DB-37", "the companion counts them"):
        t.tell("points.gained", seat=0, points=3)
    t.house = "a point for the first die"
    t.tell("points.gained", seat=0, points=1)
    assert t.points == "ana 5 ben 0"
    t.house = None
    t.place("ben", "r5", "e3")
    assert t.points == "ana 10 ben 0"


def test_a_table_may_tell_the_points_alone():
    t = table("Ana Ben Cho", colors=None, seed=None)
    assert outcome(t.state) == ((), "no points are told")
    t.tell("points.gained", seat=0, points=20).tell("points.set", seat=1, points=25)
    result = outcome(t.state)
    assert result.winners == (1,)
    assert "the unclaimed colour was not told (DB-40)" in result.why
    assert outcome(three(red=20).state).why == "the biggest tally, 20"
    alone = table(colors=None, seed=None).tell("points.gained", seat=0, points=20)
    assert outcome(alone.state).why == "the biggest tally, 20"


def test_points_are_known_where_there_are_none_where_they_are_told_and_where_a_colour_is():
    t = table("Ana Ben Cho", colors=None)
    assert [t.state.points_known(seat) for seat in range(3)] == [True, True, True]
    t.colors("ana=red").place("ana", "r4", "d3")
    assert [t.state.points_known(seat) for seat in range(3)] == [True, False, False]
    t = table(colors=None, seed=None).tell("points.gained", seat=0, points=20)
    assert [t.state.points_known(seat) for seat in range(2)] == [True, True]


@pytest.mark.rule("DB-37")
def test_points_that_were_told_in_one_way_are_not_counted_in_another():
    counted = table(seed=None).count(red=9)
    with refused("DB-37", "The points of all colours are told"):
        counted.tell("points.gained", seat=0, points=3)
    with refused("DB-37", "without a board"):
        counted.seed(3)
    entered = table(seed=None).tell("points.gained", seat=0, points=31)
    with refused("DB-37", "without a board"):
        entered.seed(3)
    with refused("DB-37", "counts them itself"):
        table().place("ana", "r4", "d3").count(red=9)
    with pytest.raises(Refused, match="the tally already"):
        counted.count(red=9)


def test_the_tally_takes_the_place_of_points_that_were_entered():
    t = table("Ana Ben Cho", seed=None).tell("points.gained", seat=0, points=30)
    assert "unclaimed colour is not among them" in t.todo
    t.count(red=31, blue=28, yellow=22, white=17)
    assert t.points == "ana 31 ben 28 cho 22"
    assert t.todo == "All points are told: `companion finish`."
    assert t.undo().points == "ana 30 ben 0 cho 0"


def test_after_the_tally_colours_come_before_the_end():
    t = table(colors=None, seed=None).count(red=9, blue=8)
    assert "companion dicebox colors" in t.todo
    assert "finish" not in t.todo


def test_a_table_that_stopped_telling_may_count_by_hand():
    t = table().place("ana", "r4", "d3")
    t.house = "counted by hand"
    t.count(red=20, blue=22)
    assert (t.points, t.overruled) == ("ana 20 ben 22", ["DB-37"])


def test_without_colours_nobody_can_say_who_leads(companion):
    companion.must("start dicebox Ana Ben")
    companion.must("dicebox seed 3")
    companion.must("dicebox place r4 d3")
    assert [who["score"] for who in companion.must("table --json").json["players"]] == [None, None]
    ran = companion("finish")
    assert ran.code == 1
    assert "Nobody has won by the rules: nobody told whose colour is which." in ran.err


def test_the_seed_may_be_the_last_die():
    t = table(seed=None)
    t.house = "the other way round"
    for square in board.SQUARES:
        if square != "c3":
            t.place(t.turn, "r4" if board.SQUARES.index(square) % 2 else "r2", square)
    t.seed(3)
    assert t.state.status == "finished"


def test_ending_early_goes_by_the_board_as_it_lies():
    t = table().place("ana", "r4", "d3")
    assert outcome(t.state) == ((0,), "the biggest tally, 4; ended before the board was done")


@pytest.mark.rule("DB-37")
def test_a_tally_without_colours_names_no_winner():
    t = table(colors=None, seed=None).count(red=9)
    assert outcome(t.state) == ((), "nobody told whose colour is which")
    with refused("DB-37", "counts them itself"):
        table().count(red=9)


def test_a_board_that_is_done_is_nobody_s_turn():
    t = filled(colors=None)
    assert not is_turn(t.state, 0)
    assert GAME.to_json(t.state, None)["turn"] is None
    assert GAME.where(t.state).endswith("the board is done")
    for roll in (t.roll_all, lambda: t.roll("ana", "r4")):
        with pytest.raises(Refused, match="The board is done"):
            roll()
    t.colors("ana=red ben=blue")
    with pytest.raises(Refused, match="This play is finished"):
        t.roll_all()


@pytest.mark.rule("DB-2")
def test_points_that_are_told_are_those_of_six_dice_a_colour(companion):
    companion.must("start dicebox Ana Ben")
    companion.must("score ana =72")
    assert "Ana cannot have 73 points: 12 dice have 0 to 72" in companion("score ana +1").err
    assert "Ben cannot have -1 points" in companion("score ben -1").err
    companion.must("dicebox colors ana=red ben=blue")
    assert "Ben cannot have 37 points: 6 dice have 0 to 36" in companion("score ben =37").err
    companion.must("score ben =36")
