"""Shut the Box: counts and Nudges, columns, sets that are switched, who wins."""

import shlex

import pytest

from companion.errors import CompanionError, Illegal, Invalid, Refused
from companion.testing.plays import refused
from tests.games.boolean.tables_box import Table, table


def nearly(*left: str) -> Table:
    """A table at which only these numbers are left: `ana 3`, `ben 0 5`."""
    t, told = table(), []
    for words in left:
        name, *numbers = words.split()
        told.append(f"{name} " + " ".join(str(n) for n in range(6) if str(n) not in numbers))
    return t.cross(" ".join(told))


# How it begins


@pytest.mark.rule("BO-131")
@pytest.mark.parametrize("players", ["Ana", "Ana Ben Cho"])
def test_it_is_for_two(companion, players):
    said = companion(f"start boolean {players} --game shut-the-box")
    assert "(BO-131)" in said.err
    assert said.code == 1


@pytest.mark.rule("BO-134", "BO-135", "BO-137", "BO-138")
def test_two_columns_three_nudges_and_five_dice_each():
    t = table()
    assert t.state.needed(0) == t.state.needed(1) == (0, 1, 2, 3, 4, 5)
    assert (t.nudges, t.state.turn) == ("ana 3 ben 3", None)
    assert [held.size for held in t.state.held] == [5, 5]


# A turn


@pytest.mark.rule("BO-140", "BO-141", "A-BO-12")
def test_the_last_count_is_crossed_off():
    t = table().turn("3,4 2")
    assert t.columns == "ana 4 ben 2"
    assert t.said == ["turn 1: Ana 3 → 4, crosses off 4; Ben 2, crosses off 2"]


@pytest.mark.rule("BO-140")
def test_nobody_has_to_cross_off_and_nothing_is_crossed_off_twice():
    t = table().turn("3 2", leave="ana").turn("1 2")
    assert t.columns == "ana 1 ben 2"
    assert "Ben 2, which is crossed off already" in t.said[0]


@pytest.mark.rule("BO-140", "A-BO-12")
def test_another_number_than_the_count_is_not_crossed_off():
    told = {"turn": 1, "counts": [[3, 4], [2]]}
    with refused("A-BO-12", "Ana has 4 White-up in the end"):
        table().tell("counts.rolled", **told, crossed=[3, 2])
    with refused("BO-140", "does not cross off 0"):
        table().tell("counts.rolled", **told, crossed=[4, 0])


@pytest.mark.rule("BO-142")
def test_a_nudge_changes_the_count_by_one_or_leaves_it():
    assert table().turn("3,3,4,3 2").nudges == "ana 0 ben 3"
    with refused("BO-142", "does not make 1 of 3", "`companion boolean turn ana 3,2,1`"):
        table().turn("3,1 2")


@pytest.mark.rule("BO-135", "BO-143", "BO-144")
def test_three_nudges_for_the_whole_game_also_all_in_one_turn():
    with refused("BO-135", "4 Nudges in one turn", "Ana has 3"):
        table().turn("1,2,3,4,5 2")
    t = table().turn("1,2,3,4 2")
    assert t.nudges == "ana 0 ben 3"
    with refused("BO-144", "Ana has no Nudges left, and 1 of them"):
        t.turn("1,2 3")
    t.nudges_are("ana", 1).turn("1,2 3")
    assert t.nudges == "ana 0 ben 3"


@pytest.mark.rule("BO-144")
def test_a_house_may_have_more_nudges_and_none_is_owed():
    t = table().turn("1,2,3,4 2")
    t.house = "a fourth Nudge each"
    t.turn("1,2 3")
    assert (t.overruled, t.nudges) == (["BO-144"], "ana 0 ben 3")


@pytest.mark.rule("BO-135")
def test_nobody_has_more_than_three_nudges():
    with refused("BO-135", "cannot have 4 Nudges"):
        table().nudges_are("ana", 4)
    with pytest.raises(Refused, match="3 Nudges left already"):
        table().nudges_are("ana", 3)


@pytest.mark.rule("BO-138", "A-BO-13")
def test_one_may_tell_and_the_other_later_or_never():
    t = table().turn("ben 2")
    assert "What has Ana rolled?" in t.todo
    assert "2 at any moment makes you switch sets" in t.todo
    t.turn("3")
    assert (t.columns, t.state.round) == ("ana 3 ben 2", 2)
    t.turn("ana 1").turn("ana 4")
    assert (t.columns, t.state.round) == ("ana 1 3 4 ben 2", 3)
    assert t.next().said == ["turn 3: what Ben rolled is not told"]
    assert t.next().said == ["turn 4 is not told"]


def test_what_is_told_of_a_turn_is_told_once():
    t = table().turn("ana 3").undo(2).turn("ana 4")
    with pytest.raises(Refused, match="told already"):
        t.tell("counts.rolled", turn=1, counts=[[3], None], crossed=[3, None])
    t.next()
    with pytest.raises(Refused, match="told already"):
        t.tell("counts.rolled", turn=1, counts=[[3], None], crossed=[3, None])
    with pytest.raises(Refused, match="Turn 1 is over"):
        t.tell("turn.closed", turn=1)


def test_somebody_who_is_told_again_is_in_the_next_turn_and_that_is_said():
    t = table().turn("ana 0").turn("ana 1")
    assert (t.columns, t.state.round) == ("ana 0 1 ben", 2)
    assert "Turn 1 is left without Ben's count" in t.warned[0]
    assert "`companion undo`, twice" in t.warned[0]
    t.turn("ben 2", number=1)
    assert (t.columns, t.state.round, t.state.turn_of(1).told) == ("ana 0 1 ben 2", 2, True)
    assert t.turn("ben 3").warned == []


# A turn that is told late


def test_a_turn_that_was_taken_back_may_be_told_again():
    t = table().turns("3,2 2", "4 1").undo(2)
    assert (t.columns, t.nudges, t.state.followed) == ("ana 4 ben 1", "ana 3 ben 3", False)
    t.turn("3,2 1", number=1)
    assert (t.columns, t.nudges, t.state.round) == ("ana 2 4 ben 1", "ana 2 ben 3", 3)
    assert t.said == ["turn 1: Ana 3 → 2, crosses off 2; Ben 1, which is crossed off already"]
    assert t.state.followed
    assert t.turn("0 5").state.turns[-1].number == 3


def test_a_switch_that_is_told_late_counts_and_moves_no_dice_that_are_known_now():
    t = table().turn("ana 3").turn("ana 4").turn("2").holds("ana", "0 1 2a")
    t.turn("3", number=1)
    assert t.said == ["turn 1: Ben 3, crosses off 3; both had 3, so sets were switched"]
    assert (t.state.switches, t.dice("ana")) == (1, "0w 1w 2w-adjacent")


def test_what_is_known_of_dice_now_says_nothing_of_an_old_turn():
    t = table().next().holds("ana", "0 1 2a 2o 3c").turn("5 0", number=1)
    assert t.columns == "ana 5 ben 0"
    t = table().turn("ana 3").holds("ana", "0 1 2a 2o 3c").turn("ana 5")
    assert t.columns == "ana 3 5 ben"


def test_an_old_turn_is_told_once_and_none_before_its_time():
    t = table().turn("3 2").turn("ana 1").next()
    for words, number in (("3 2", 1), ("ana 1", 2), ("3 2", 2)):
        with pytest.raises(Refused, match="told already"):
            t.turn(words, number=number)
    with pytest.raises(Refused, match="Turn 4 is still to come: turn 3 is at hand"):
        t.turn("3 2", number=4)
    with refused("BO-4", "cannot both have had 0"):
        table().turn("ana 0").next().turn("0", number=1)
    assert t.turn("3 4", number=3).state.round == 4


def test_the_number_of_a_turn_is_typed(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    companion.must("boolean turn ana 3")
    companion.must("next")
    assert "“x” is no turn" in companion("boolean turn 2 --turn x").err
    told = companion.must("boolean turn 2 --turn 1 --json").json
    assert told["last"] == {"turn": 1, "counts": [[3], [2]], "crossed": [3, 2], "switched": False}


def test_a_turn_that_is_taken_back_leaves_the_others_as_they_were():
    t = table().turn("ana 3").turn("ben 2").turn("ana 1").turn("ben 1").undo(2)
    assert (t.columns, t.state.switches, t.state.round) == ("ana 1 ben 1 2", 1, 3)


# Switches


@pytest.mark.rule("BO-145", "BO-146", "BO-147", "BO-148", "BO-149")
@pytest.mark.parametrize(
    ("told", "had"),
    [
        ("3 2", ""),
        ("3 3", "both had 3, so they"),
        ("3,2 2", "both had 2, after a Nudge, so they"),
        ("2,3 3,4", "both had 3, after a Nudge, so they"),
        ("3,2 3,4", "both had 3, so they"),
        ("1,2,3 3,2", "both had 2 and 3, after a Nudge, so they"),
        ("1,2 4,3", ""),
    ],
)
def test_a_count_that_both_had_at_any_moment_switches_the_sets(told, had):
    t = table().holds("ana", "0 1 2a 2o 3c").turn(told)
    assert (had and f"{had} switch sets") in t.said[0]
    assert ("switch sets" in t.todo) == bool(had)
    owner, other = ("ben", "ana") if had else ("ana", "ben")
    assert t.dice(owner) == "0w 1w 2w-adjacent 2w-opposite 3w-corner"
    assert t.dice(other) == ""


def test_after_a_second_switch_each_has_the_first_set_again():
    t = table().holds("ana", "0 1 2a").turns("3 3", "4 4")
    assert t.state.switches == 2
    assert t.dice("ana") == "0w 1w 2w-adjacent"


def test_after_a_turn_that_is_not_told_nobody_knows_whose_dice_are_which():
    t = table().holds("ana", "0 1 2a").turn("ana 3").next()
    assert (t.dice("ana"), t.state.followed) == ("", False)
    assert "What Ben rolled in turn 1 was not told" in t.warned[0]
    t = table().holds("ana", "0 1 2a").turn("ana 3").turn("ana 2")
    assert "What Ben rolled in turn 1" in t.warned[1]
    assert table().next().warned == []


# What the dice can show


@pytest.mark.rule("BO-4")
def test_dice_that_are_known_bring_limits():
    t = table().holds("ana", "0 1 2a 2o 3c")
    with refused("BO-4", "Ana cannot have had 5, by the dice that were told"):
        t.turn("4,5 2")
    with refused("BO-4", "Ben cannot have had 0"):
        t.turn("3 0")
    assert t.turn("0 5").columns == "ana 0 ben 5"


def test_what_was_told_of_dice_is_not_said_to_others():
    """Neither by what is refused, nor by the examples of what comes next."""
    t = table().holds("ana", "0 1 2a 2o 3c")
    for words in ("5 2", "3 0"):
        with pytest.raises(CompanionError) as refusal:
            t.turn(words)
        assert not any(die in str(refusal.value) for die in ("0w", "6w"))
    with pytest.raises(CompanionError) as refusal:
        t.holds("ben", "0")
    assert "Ana" not in str(refusal.value)
    for left in (("ana 5", "ben 0"), ("ana 0", "ben 5"), ("ana 3 5", "ben 1 0")):
        one, other = nearly(*left), nearly(*left)
        other.holds("ana", "0 1 2a 2o 3b").holds("ben", "5 4a")
        assert one.todo == other.todo


# Who has which set


@pytest.mark.rule("BO-136", "BO-137")
def test_who_has_the_white_set_is_followed_through_switches():
    t = table(white=0)
    assert t.state.white == 0
    assert t.turn("3 3").state.white == 1
    assert t.turn("1 2").state.white == 1
    assert t.next().state.white is None


@pytest.mark.rule("BO-136")
@pytest.mark.parametrize(("told", "white"), [("5 2", 0), ("2 5", 1), ("1,0 2", 1), ("3 0", 0)])
def test_a_count_that_only_one_set_can_show_says_who_has_it(told, white):
    t = table().turn(told)
    assert t.state.white == white
    assert t.turn("4 4").state.white == 1 - white


@pytest.mark.rule("BO-30", "BO-136")
def test_a_count_that_a_set_never_shows_is_refused():
    with refused("BO-30", "Ana had the White-up set, by what was told, and that never shows 0"):
        table(white=0).turn("0 2")
    with refused("BO-30", "Ben had the Black-up set, by what was told, and that never shows 5"):
        table().turn("5 2").turn("ben 5")
    assert table(white=0).turn("5 0").columns == "ana 5 ben 0"
    assert table().turn("5 3").turn("3 3").turn("0 5").columns == "ana 0 3 5 ben 3 5"
    assert table().turn("5 2").next().turn("0 5").columns == "ana 0 5 ben 2 5"
    t = table(white=0)
    t.house = "we rolled for sets"
    assert t.turn("0 2").state.white == 1


@pytest.mark.rule("BO-30")
def test_it_wins_nothing_either():
    t = nearly("ana 0", "ben 5 3").turn("2 4").turn("5 4")
    with refused("BO-30", "Ana had the White-up set"):
        t.turn("0 2")
    with refused("BO-30", "Ana has the White-up set", "--turn N", "companion next"):
        t.cross("ana 0")
    assert t.next().cross("ana 0").state.shut == 4
    t = nearly("ana 5").holds("ana", "0 1 2a 2o 3c")
    with refused("BO-4", "Ana cannot have 5, by the dice that were told"):
        t.cross("ana 5")


@pytest.mark.rule("BO-30")
def test_an_old_turn_is_held_against_what_was_told_after_it():
    t = table(white=0).turn("ana 3").turn("ana 5")
    with refused("BO-30", "Then, in turn 2, Ana had the Black-up set", "never shows 5"):
        t.turn("3", number=1)
    with refused("BO-30", "Ben had the Black-up set", "never shows 5"):
        t.turn("5", number=1)
    with refused("BO-30", "Ben had the Black-up set", "never shows 5"):
        t.cross("ben 5", number=1)
    assert t.turn("2", number=1).state.white == 0


@pytest.mark.rule("BO-30")
def test_no_split_leaves_the_black_die_and_the_white_one_together():
    with refused("BO-30", "0w and the 6w"):
        table().holds("ana", "0 6")
    with refused("BO-30", "five dice have the 0w among them, or the 6w"):
        table().holds("ana", "1 2a 2o 3c 5")
    for name, die, other in (("ana", "0", "White"), ("ben", "6", "Black")):
        with refused("BO-30", f"has the {other}-up set", f"the {die}w is in the other one"):
            table(white=0).holds(name, die)
    assert table(white=0).holds("ana", "6 1").turn("3 3").dice("ben") == "1w 6w"


# One number a turn


@pytest.mark.rule("BO-140")
def test_one_number_is_crossed_off_in_a_turn():
    t = table().turn("ana 2,3")
    with refused("BO-140", "Ana crossed off 3 in turn 1", "no second number", "--turn N"):
        t.cross("ana 2")
    with refused("BO-140", "crossed off 3 in turn 1"):
        t.cross("ana 4", number=1)
    with refused("BO-140", "one number in a turn, not 2 numbers"):
        table().next().cross("ana 4 5", number=1)
    with pytest.raises(Refused, match="Turn 2 is still to come: turn 1 is at hand"):
        t.cross("ana 4", number=2)
    t = table().turn("ana 2,3", leave="ana")
    with refused("BO-140", "Ana had 3 White-up in the end of turn 1"):
        t.cross("ana 2")
    assert t.cross("ana 3").columns == "ana 3 ben"
    with refused("BO-140", "crossed off 3 in turn 1"):
        t.cross("ana 5")


@pytest.mark.rule("BO-140")
def test_a_number_of_an_older_turn_is_told_late():
    t = table().turn("ana 3").turn("ana 2").cross("ben 4", number=1)
    assert t.said == ["turn 1: Ben crosses off 4"]
    assert t.columns == "ana 2 3 ben 4"
    with refused("BO-140", "Ben crossed off 4 in turn 1"):
        t.cross("ben 5", number=1)
    with refused("BO-140", "Ben crossed off 4 in turn 1, and so had 4 in the end, not 2"):
        t.turn("2", number=1)
    t.turn("3,4", number=1)
    assert "Ben 3 → 4, which is crossed off already; both had 3" in t.said[0]
    assert (t.columns, t.nudges) == ("ana 2 3 ben 4", "ana 3 ben 2")
    with refused("BO-140", "Ana crossed off 3 in turn 1"):
        t.cross("ana 1", number=1)


def test_numbers_alone_are_of_any_turns():
    """Where nothing else is told, nobody can say in which."""
    t = table().cross("ana 3").cross("ana 4").cross("ana 0,1 ben 2")
    assert t.turn("5 4").columns == "ana 0 1 3 4 5 ben 2 4"


def test_whoever_needs_what_the_set_never_shows_is_told_of_it():
    t = nearly("ana 0", "ben 5 3").turn("2 4")
    assert "first a switch" not in t.todo
    t.turn("5 4")
    assert "Ana needs 0, and the White-up set never shows it: first a switch." in t.todo
    assert "Ben needs" not in t.todo
    t.turn("1 3")
    assert "Ben needs 5, and the Black-up set never shows it: first a switch." in t.todo
    assert "first a switch" not in t.turn("2 2").todo


def test_who_takes_the_white_set_is_told_at_the_start(companion):
    start = "start boolean Ana Ben --game shut-the-box"
    assert companion.must(f"{start} --white ben --json").json["white"] == "Ben"
    assert "Ben has the White-up set." in companion.must("table").out
    companion.must("boolean turn 3 3")
    companion.must("boolean turn 2 2")
    companion.must("boolean turn 4 4")
    assert "Ana has the White-up set, after 3 switches." in companion.must("table").out
    assert "Ben takes the White-up set" in companion.must("log").out
    assert companion.must(f"{start} --json").json["white"] is None
    assert "No player here is called “zoe”" in companion(f"{start} --white zoe").err
    assert "In Shut the Box" in companion("start boolean Ana Ben --white ana").err


@pytest.mark.rule("BO-4")
@pytest.mark.parametrize("told", ["0 0", "5 5", "1,0 0", "5,4 4,5"])
def test_one_die_is_white_all_over_and_one_is_black(told):
    with refused("BO-4", "Ana and Ben cannot both have had"):
        table().turn(told)
    first, second = told.split()
    t = table().turn(f"ben {second}")
    with refused("BO-4", "cannot both have had"):
        t.turn(f"ana {first}")


def test_a_set_is_five_dice():
    with pytest.raises(Refused, match="Each of you has 5 dice, and 6 are named"):
        table().holds("ana", "0 1 2a 2o 3c 3b")


# The end


@pytest.mark.rule("BO-133", "BO-150")
def test_the_first_column_that_is_crossed_off_wins():
    t = nearly("ana 3", "ben 0 5").turn("3 0")
    assert (t.winners, t.state.status) == ("ana", "finished")
    assert "Ana has won: the first column that is crossed off" in t.said[-1]


@pytest.mark.rule("BO-151")
def test_in_the_same_turn_more_nudges_win():
    t = nearly("ana 3", "ben 0").turn("2,3 0")
    assert t.winners == "ben"
    assert "more Nudges are left, 3 to 2" in t.said[-1]


@pytest.mark.rule("BO-152")
def test_with_as_many_nudges_it_is_a_draw():
    t = nearly("ana 3", "ben 0").turn("3 0")
    assert t.winners == "ana ben"
    assert "a draw: both finished in the same turn, with 3 Nudges left each" in t.said[-1]


@pytest.mark.rule("BO-150", "BO-151", "BO-152")
def test_whoever_may_finish_in_the_same_turn_is_waited_for():
    t = nearly("ana 3", "ben 0").turn("ana 3")
    assert t.state.status == "live"
    assert "Has Ben crossed off 0 in this turn, too?" in t.todo
    with pytest.raises(Refused, match="Ana has crossed off everything"):
        t.turn("ana 2")
    assert t.turn("0").winners == "ana ben"
    assert t.undo().turn("ben 1").winners == "ana"
    assert t.undo().next().winners == "ana"


@pytest.mark.rule("BO-150", "BO-151", "BO-152")
def test_a_table_that_only_crosses_off_may_finish_in_the_same_turn_too():
    t = nearly("ana 5", "ben 4").cross("ana 5")
    assert (t.winners, t.state.status) == ("", "live")
    assert "Has Ben crossed off 4 in this turn, too? `companion boolean cross ben 4`" in t.todo
    assert "Ana ○○○, Ben ○○○; if there are others, `companion boolean nudges ben 2`." in t.todo
    t.nudges_are("ana", 1).cross("ben 4")
    assert t.winners == "ben"
    assert t.undo().next().winners == "ana"
    assert nearly("ana 5", "ben 4 3").cross("ana 5").winners == "ana"
    t = nearly("ana 5", "ben 4").turn("ben 1").cross("ana 5")
    assert t.winners == "ana"


@pytest.mark.rule("BO-151")
def test_a_last_number_may_be_told_with_what_was_rolled():
    t = nearly("ana 5", "ben 4").cross("ana 5")
    assert t.turn("ben 3,4").winners == "ana"
    t = nearly("ana 5", "ben 4").cross("ana 5").turn("5 3,4")
    assert (t.winners, t.nudges) == ("ana", "ana 3 ben 2")
    t = nearly("ana 3", "ben 5").turn("ana 3")
    assert "`companion boolean cross ben 5`; else `companion finish`" in t.todo


def test_nobody_waits_for_somebody_who_needs_more_or_has_told_already():
    assert nearly("ana 3", "ben 0 1").turn("ana 3").winners == "ana"
    assert nearly("ana 3", "ben 0").turn("ben 1").turn("ana 3").winners == "ana"


@pytest.mark.rule("BO-150", "BO-152")
def test_a_table_that_tells_nothing_but_what_is_crossed_off():
    t = table().cross("ana 3").cross("ben 0 1 2 3 4").cross("ana 0,1,2")
    assert t.cross("ana 4 5").state.status == "live"
    assert t.next().winners == "ana"
    t.undo().undo().cross("ana 4")
    assert t.cross("ana 5 ben 5").winners == "ana ben"


def test_a_number_is_crossed_off_once():
    t = table().cross("ana 3")
    for words in ("ana 3", "ana 2 2"):
        with pytest.raises(Refused, match="is crossed off already"):
            t.cross(words)
    t.undo().turn("3 2")
    with pytest.raises(CompanionError, match="crossed off already"):
        t.tell("counts.rolled", turn=2, counts=[[3], None], crossed=[3, None])


def test_an_end_does_not_outlast_what_brought_it():
    t = nearly("ana 3", "ben 0")
    t.nudges_are("ben", 1).turn("3 0")
    assert t.winners == "ana"
    with pytest.raises(Refused, match="Ana would not have won then"):
        t.undo(3)


# What is typed


@pytest.mark.parametrize(
    "typed",
    [
        *("3,2 1", "3-2 1", "'3>2' 1", "3→2 1", "ana 3,2 ben 1", "ana=3,2 ben=1"),
        *(
            "ben 1 ana 3,2",
            "A 3-2 b=1",
            "3/2 1",
            "ana:3,2 ben:1",
            "3, 2 1",
            "ana 3, 2 ben 1",
            "ana 3,2, ben 1",
        ),
    ],
)
def test_a_turn_may_be_typed_in_several_ways(companion, typed):
    companion.must("start boolean Ana Ben --game shut-the-box")
    told = companion.must(f"boolean turn {typed} --json").json
    assert told["last"]["counts"] == [[3, 2], [1]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("3", "Whose count is that?"),
        ("1 2 3", "too many counts"),
        ("ana", "No number stands behind Ana's name"),
        ("ana 3 ana 2", "Ana is named twice"),
        ("3 ana 2", "Whose is the 3?"),
        ("ana 3 2", "Is 3 2 all Ana's?"),
        ("6 2", "“6” is no number of White-up dice"),
        ("3, 2, 1", "too many counts"),
        ("ana 3,x", "“3,x” is no number"),
        ("zoe 3", "No player here"),
    ],
)
def test_what_cannot_be_understood_is_asked_back(words, said):
    with pytest.raises(CompanionError, match=said) as problem:
        table().turn(words)
    assert problem.value.hint


def test_a_blank_behind_a_comma_means_what_it_can():
    t = table().turn("3, 2")
    assert t.columns == "ana 3 ben 2"
    assert t.turn("ben 1").turn("4, 5").columns == "ana 3 5 ben 1 2"
    t = table().cross("ana 0, 1,3 ben:2/4")
    assert t.columns == "ana 0 1 3 ben 2 4"


def test_somebody_may_be_called_like_a_number_or_have_two_names(companion):
    companion.must("start boolean 3 'Cho Ling' --game shut-the-box")
    told = companion.must(f"boolean turn {shlex.quote('Cho Ling')} 2,1 3 4 --json").json
    assert told["last"]["counts"] == [[4], [2, 1]]
    companion.must("start boolean a=b c:d --game shut-the-box")
    told = companion.must("boolean turn a=b 2 c:d=3 --json").json
    assert told["players"][0]["crossed"] == [2]


def test_leaving_is_for_those_whose_count_is_told(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    assert "What Ben rolled is not told here" in companion("boolean turn ana 3 --leave ben").err
    assert companion("boolean turn 3 2 --leave ''").code == 1
    told = companion.must("boolean turn 3 2 --leave ana,ben --json").json
    assert told["last"]["crossed"] == [None, None]


def test_nothing_is_no_turn():
    with pytest.raises(Invalid, match="How many"):
        table().turn("")
    with pytest.raises(Invalid, match="What is crossed off"):
        table().cross("")
    with pytest.raises(Invalid, match="Whose is the 3"):
        table().cross("3")


def test_verbs_of_other_games_say_so(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    assert "This is a play of Shut the Box" in companion("boolean sort").err


@pytest.mark.rule("BO-140")
def test_the_number_that_finishes_a_column_is_of_the_turn_at_hand():
    """However it is told first: the game would have been over with it before."""
    t = nearly("ana 4", "ben 5").cross("ben 5")
    with refused("BO-140", "Ben crossed off 5 in turn 1, and so had 5 in the end, not 3"):
        t.turn("ben 3")
    t = nearly("ana 4", "ben 5").turn("3 3").cross("ben 5")
    with refused("BO-140", "Ben crossed off 5 in turn 2, and so had 5 in the end, not 3"):
        t.turn("4 3")
    assert t.turn("ana 4").winners == "ana ben"


@pytest.mark.rule("BO-150")
def test_nobody_is_waited_for_who_cannot_finish_with_the_set_at_hand():
    for both in ("0", "5"):
        t = nearly(f"ana {both}", f"ben {both}").cross(f"ben {both}")
        assert t.winners == "ben", "two sets never show the same 0 or 5"
        assert nearly(f"ana {both}", f"ben {both}").turn(f"ben {both}").winners == "ben"
        t = nearly(f"ana {both}", f"ben {both}").next().cross(f"ben {both}", 1)
        assert t.winners == "ben"
    t = table(white=1).cross("ana 1,2,3,4,5 ben 0,1,2,3,4").cross("ben 5")
    assert "Has Ana crossed off 0 in this turn, too?" in t.todo


@pytest.mark.rule("BO-30", "BO-140")
def test_several_numbers_are_of_turns_that_went_untold_and_with_them_the_sets():
    for told in (("ana 0,1",), ("ana 0,1", "ben 3"), ("ana 1", "ana 2")):
        t = table(white=0).holds("ana", "6")
        for words in told:
            t.cross(words)
        assert (t.state.white, t.state.known_dice) == (None, False)
        assert t.turn("3 5").state.white == 1
    assert table(white=0).cross("ana 1 ben 2").state.white == 0


@pytest.mark.rule("BO-150", "BO-151")
def test_a_column_that_was_finished_in_an_older_turn_comes_first_however_late_it_is_told():
    assert nearly("ana 5", "ben 3").turns("ben 4", "ben 3").turn("ana 5", number=1).winners == "ana"
    assert (
        nearly("ana 5", "ben 3").turns("ben 4", "ben 3").turn("ana 4,5", number=1).winners == "ana"
    )
    assert nearly("ana 5", "ben 3").turns("ben 4", "ben 3").cross("ana 5", 1).winners == "ana"
    t = nearly("ana 4 5", "ben 3").turn("4 3", leave="ben").turn("ana 5")
    assert "Has Ben crossed off 3 in this turn, too?" in t.todo
    assert t.cross("ben 3", 1).winners == "ben"
    t = nearly("ana 4 5", "ben 3").turn("ben 3", leave="ben").next().turn("ana 5")
    assert t.turn("ana 4", number=1).state.latest == (2, 1), "the 5 came after it"
    assert t.turn("ben 3", number=2).winners == "ana ben"


@pytest.mark.rule("BO-150", "BO-151")
def test_of_an_older_turn_it_is_known_who_could_still_finish_in_it():
    t = nearly("ana 5", "ben 3").turn("ben 4").next().turn("ana 4,5", number=1)
    assert t.winners == "ana", "Ben had 4 in that turn"
    t = nearly("ana 5", "ben 3").next().turn("ana 5", number=1)
    assert "Has Ben crossed off 3 in turn 1, too? `companion boolean turn ben 3`" in t.todo
    assert t.turn("3").winners == "ana ben"
    t.undo()
    assert t.cross("ben 3").winners == "ana ben"
    t.undo()
    with pytest.raises(Refused, match=r"the game is over \(BO-150\)"):
        t.turn("ben 3", number=2)
    assert t.turn("ben 2").winners == "ana"
    assert nearly("ana 5", "ben 3").next().turn("ana 5", number=1).next().winners == "ana"


@pytest.mark.rule("BO-151", "BO-152")
def test_the_nudges_are_those_of_the_turn_in_which_both_finished():
    t = nearly("ana 3", "ben 2").turn("ana 3", leave="ana").turn("1,0 4").cross("ana 3", 1)
    assert "more Nudges left win (BO-151): Ana ○○○, Ben ○○○" in t.todo
    assert t.turn("ben 2", number=1).winners == "ana ben"
    assert t.undo().turn("ben 1,2", number=1).winners == "ana"
    t = nearly("ana 3", "ben 2").turn("4 1").turn("1,0 4").undo(3)
    assert t.turn("3 2", number=1).winners == "ana ben"


@pytest.mark.rule("BO-140")
def test_a_number_of_a_turn_that_is_taken_back_is_of_no_turn():
    t = table().next().cross("ana 3", 2)
    with pytest.raises(Refused, match="Turn 2 is still to come: turn 1 is at hand"):
        t.undo(2)
    t = table().turn("5 3", leave="ana").turn("3 1", leave="ana").cross("ana 3", 2).undo(3)
    with pytest.raises(Refused, match="Turn 2 is still to come"):
        t.undo(2)


@pytest.mark.rule("BO-150")
def test_what_may_be_told_late_is_said_as_it_can_be_typed(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    companion.must("boolean cross ana 0,1,2,3,4 ben 0,1,2,3,4")
    companion.must("boolean turn ben 4")
    ended = companion.must("boolean turn ben 5")
    late = "`companion undo`, then `companion boolean turn ana 2 --turn 1`"
    assert f"Turn 1 is left without Ana's count: should it count, {late}" in ended.err
    companion.must("undo")
    assert "finished" in companion.must("boolean turn ana 5 --turn 1").out


@pytest.mark.rule("BO-145", "BO-146")
def test_a_number_that_was_crossed_off_in_a_turn_is_a_count_of_it():
    t = table(white=0).turn("ben 3").next().cross("ana 3", 1)
    assert t.said[-1] == "turn 1: Ana crosses off 3; both had 3, so sets were switched"
    assert (t.state.white, t.state.switches, t.state.followed) == (1, 1, True)
    with refused("BO-30", "Ana had the Black-up set"):
        t.turn("5 1")
    t = table(white=0).turn("ben 3").cross("ana 3", 1)
    assert t.said[-1] == "Ana crosses off 3; both had 3, so they switch sets"
    assert "What has Ana rolled? `companion boolean turn ana 3`. Both had 3" in t.todo
    assert t.next().state.white == 1
    t = table().turn("ana 4").cross("ben 4", 1).turn("ben 3,4")
    assert t.said == ["turn 1: Ben 3 → 4, which is crossed off already"], "once is enough"
    t = table(white=0).turn("ben 3").next().turn("5 1")
    with refused("BO-30", "Then, in turn 2, Ana had the Black-up set"):
        t.cross("ana 3", 1)


@pytest.mark.rule("BO-140")
def test_the_number_that_would_do_is_said_with_its_turn():
    t = table().cross("ana 0 2").turn("2 1")
    with pytest.raises(Illegal, match="Ana had 2 White-up in the end of turn 1") as slip:
        t.cross("ana 4", 1)
    assert slip.value.hint == (
        "`companion boolean cross ana 4 --turn N` if it was in another turn."
    ), "her 2 is crossed off already"
    t = table().turn("2 1", leave="ana").turn("3 4")
    with refused("BO-140", "`companion boolean cross ana 2 --turn 1`; "):
        t.cross("ana 4", 1)
