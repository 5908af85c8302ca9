"""Shut the Box: counts and Nudges, columns, sets that are switched, who wins."""

import shlex

import pytest

from companion.errors import CompanionError, Invalid, Refused
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
    assert "Ben 2, which is already crossed off" in t.said[0]


@pytest.mark.rule("BO-140", "A-BO-12")
def test_another_number_than_the_count_is_not_crossed_off():
    told = {"turn": 1, "counts": [[3, 4], [2]]}
    with refused("A-BO-12", "Ana ends with 4 White-up"):
        table().add_fact("counts.rolled", **told, crossed=[3, 2])
    with refused("BO-140", "so cannot cross off 0"):
        table().add_fact("counts.rolled", **told, crossed=[4, 0])


@pytest.mark.rule("BO-143", "BO-144")
def test_a_house_may_have_more_nudges_and_none_is_owed():
    t = table().turn("1,2,3,4 2")
    t.house = "a fourth Nudge each"
    t.turn("1,2 3")
    assert (t.overruled, t.nudges) == (["BO-144"], "ana 0 ben 3")


@pytest.mark.rule("BO-138", "A-BO-13")
def test_one_may_tell_and_the_other_later_or_never():
    t = table().turn("ben 2")
    assert "What did Ana roll?" in t.todo
    assert "If it was 2 at any moment, switch sets" in t.todo
    t.turn("3")
    assert (t.columns, t.state.round) == ("ana 3 ben 2", 2)
    t.turn("ana 1").turn("ana 4")
    assert (t.columns, t.state.round) == ("ana 1 3 4 ben 2", 3)
    assert t.next().said == ["turn 3: what Ben rolled was not entered"]
    assert t.next().said == ["turn 4 was not entered"]


def test_what_is_told_of_a_turn_is_told_once():
    t = table().turn("ana 3").undo(2).turn("ana 4")
    with pytest.raises(Refused, match="already entered"):
        t.add_fact("counts.rolled", turn=1, counts=[[3], None], crossed=[3, None])
    t.next()
    with pytest.raises(Refused, match="already entered"):
        t.add_fact("counts.rolled", turn=1, counts=[[3], None], crossed=[3, None])
    with pytest.raises(Refused, match="Turn 1 is over"):
        t.add_fact("turn.closed", turn=1)


def test_somebody_who_is_told_again_is_in_the_next_turn_and_that_is_said():
    t = table().turn("ana 0").turn("ana 1")
    assert (t.columns, t.state.round) == ("ana 0 1 ben", 2)
    assert "Turn 1 has no count of Ben's" in t.warned[0]
    assert "`companion undo` twice" in t.warned[0]
    t.turn("ben 2", number=1)
    assert (t.columns, t.state.round, t.state.turn_of(1).has_both) == ("ana 0 1 ben 2", 2, True)
    assert t.turn("ben 3").warned == []


# A turn that is told late


def test_a_turn_that_was_taken_back_may_be_told_again():
    t = table().turns("3,2 2", "4 1").undo(2)
    assert (t.columns, t.nudges, t.state.all_turns_known) == ("ana 4 ben 1", "ana 3 ben 3", False)
    t.turn("3,2 1", number=1)
    assert (t.columns, t.nudges, t.state.round) == ("ana 2 4 ben 1", "ana 2 ben 3", 3)
    assert t.said == ["turn 1: Ana 3 → 2, crosses off 2; Ben 1, which is already crossed off"]
    assert t.state.all_turns_known
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
def test_a_count_that_both_had_at_any_moment_switches_the_sets():
    for told, had in (
        ("3 2", ""),
        ("3 3", "both had 3, so they"),
        ("3,2 2", "both had 2, after a Nudge, so they"),
        ("2,3 3,4", "both had 3, after a Nudge, so they"),
        ("3,2 3,4", "both had 3, so they"),
        ("1,2,3 3,2", "both had 2 and 3, after a Nudge, so they"),
        ("1,2 4,3", ""),
    ):
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
    assert (t.dice("ana"), t.state.all_turns_known) == ("", False)
    assert "What Ben rolled in turn 1 was not entered" in t.warned[0]
    t = table().holds("ana", "0 1 2a").turn("ana 3").turn("ana 2")
    assert "What Ben rolled in turn 1" in t.warned[1]
    assert table().next().warned == []


# What the dice can show


def test_what_was_told_of_dice_is_not_said_to_others():
    """Neither by what is refused, nor by the examples of what comes next."""
    t = table().holds("ana", "0 1 2a 2o 3c")
    for words in ("5 2", "3 0"):
        with pytest.raises(CompanionError) as refusal:
            t.turn(words)
        assert not any(die in str(refusal.value) for die in ("0w", "6w"))
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
def test_a_count_that_only_one_set_can_show_says_who_has_it():
    for told, white in (("5 2", 0), ("2 5", 1), ("1,0 2", 1), ("3 0", 0)):
        t = table().turn(told)
        assert t.state.white == white
        assert t.turn("4 4").state.white == 1 - white


# One number a turn


def test_numbers_alone_are_of_any_turns():
    """Where nothing else is told, nobody can say in which."""
    t = table().cross("ana 3").cross("ana 4").cross("ana 0,1 ben 2")
    assert t.turn("5 4").columns == "ana 0 1 3 4 5 ben 2 4"


def test_whoever_needs_what_the_set_never_shows_is_told_of_it():
    t = nearly("ana 0", "ben 5 3").turn("2 4")
    assert "first a switch" not in t.todo
    t.turn("5 4")
    assert "Ana needs 0, which the White-up set never shows: only after a switch." in t.todo
    assert "Ben needs" not in t.todo
    t.turn("1 3")
    assert "Ben needs 5, which the Black-up set never shows: only after a switch." in t.todo
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
    assert "No player here is named “zoe”" in companion(f"{start} --white zoe").err
    assert "for Shut the Box" in companion("start boolean Ana Ben --white ana").err


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
    assert "a draw between Ana and Ben: both finished in the same turn, with 3 Nudges" in t.said[-1]


@pytest.mark.rule("BO-150", "BO-151", "BO-152")
def test_a_table_that_only_crosses_off_may_finish_in_the_same_turn_too():
    t = nearly("ana 5", "ben 4").cross("ana 5")
    assert (t.winners, t.state.status) == ("", "live")
    assert "Did Ben cross off 4 in this turn, too? `companion boolean cross ben 4`" in t.todo
    assert "Ana ○○○, Ben ○○○; if that is wrong, `companion boolean nudges ben 2`." in t.todo
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
    assert "`companion boolean cross ben 5`; if not, `companion finish`" in t.todo


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
        with pytest.raises(Refused, match="is already crossed off"):
            t.cross(words)
    t.undo().turn("3 2")
    with pytest.raises(CompanionError, match="already crossed off"):
        t.add_fact("counts.rolled", turn=2, counts=[[3], None], crossed=[3, None])


# What is typed


def test_a_turn_may_be_typed_in_several_ways(companion):
    for typed in (
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
    ):
        companion.must("start boolean Ana Ben --game shut-the-box")
        told = companion.must(f"boolean turn {typed} --json").json
        assert told["last"]["counts"] == [[3, 2], [1]]


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


@pytest.mark.rule("BO-150")
def test_nobody_is_waited_for_who_cannot_finish_with_the_set_at_hand():
    for both in ("0", "5"):
        t = nearly(f"ana {both}", f"ben {both}").cross(f"ben {both}")
        assert t.winners == "ben", "two sets never show the same 0 or 5"
        assert nearly(f"ana {both}", f"ben {both}").turn(f"ben {both}").winners == "ben"
        t = nearly(f"ana {both}", f"ben {both}").next().cross(f"ben {both}", 1)
        assert t.winners == "ben"
    t = table(white=1).cross("ana 1,2,3,4,5 ben 0,1,2,3,4").cross("ben 5")
    assert "Did Ana cross off 0 in this turn, too?" in t.todo


@pytest.mark.rule("BO-30", "BO-140")
def test_several_numbers_are_of_turns_that_went_untold_and_with_them_the_sets():
    for told in (("ana 0,1",), ("ana 0,1", "ben 3"), ("ana 1", "ana 2")):
        t = table(white=0).holds("ana", "6")
        for words in told:
            t.cross(words)
        assert (t.state.white, t.state.has_known_dice) == (None, False)
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
    assert "Did Ben cross off 3 in this turn, too?" in t.todo
    assert t.cross("ben 3", 1).winners == "ben"
    t = nearly("ana 4 5", "ben 3").turn("ben 3", leave="ben").next().turn("ana 5")
    assert t.turn("ana 4", number=1).state.latest == (2, 1), "the 5 came after it"
    assert t.turn("ben 3", number=2).winners == "ana ben"


@pytest.mark.rule("BO-151", "BO-152")
def test_the_nudges_are_those_of_the_turn_in_which_both_finished():
    t = nearly("ana 3", "ben 2").turn("ana 3", leave="ana").turn("1,0 4").cross("ana 3", 1)
    assert "more Nudges left wins (BO-151): Ana ○○○, Ben ○○○" in t.todo
    assert t.turn("ben 2", number=1).winners == "ana ben"
    assert t.undo().turn("ben 1,2", number=1).winners == "ana"
    t = nearly("ana 3", "ben 2").turn("4 1").turn("1,0 4").undo(3)
    assert t.turn("3 2", number=1).winners == "ana ben"


@pytest.mark.rule("BO-150")
def test_what_may_be_told_late_is_said_as_it_can_be_typed(companion):
    companion.must("start boolean Ana Ben --game shut-the-box")
    companion.must("boolean cross ana 0,1,2,3,4 ben 0,1,2,3,4")
    companion.must("boolean turn ben 4")
    ended = companion.must("boolean turn ben 5")
    late = "`companion undo`, then `companion boolean turn ana 2 --turn 1`"
    assert f"Turn 1 has no count of Ana's: to enter it, {late}" in ended.err
    companion.must("undo")
    assert "finished" in companion.must("boolean turn ana 5 --turn 1").out


def test_nothing_is_no_turn_yet():
    with pytest.raises(Invalid, match="How many"):
        table().turn("")
    with pytest.raises(Invalid, match="Which numbers are crossed off"):
        table().cross("")
