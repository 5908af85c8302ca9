"""Sort: five turns, two areas, and what the bottoms show."""

import pytest

from companion.errors import CompanionError, Refused
from companion.games.boolean.dice.the_ten import find_die
from companion.games.boolean.game import GAME
from companion.games.boolean.sort import game, state
from companion.testing.plays import Playthrough, refused


def table() -> "Table":
    """A play that has begun: ten dice rolled, none in an area."""
    return Table(GAME, ["Ana"], None, {"variant": "sort"})


class Table(Playthrough):
    """A play at hand: every method is one entry in its log, as a command would make it."""

    def sort(self, words: str) -> "Table":
        """`3c 2o 5`: rolled, to Black, to White; `-` for one that is not told."""
        told = [None if name == "-" else find_die(name).id for name in words.split()]
        return self.act(lambda action: state.sort(action, *told))

    def roll(self, die: str) -> "Table":
        return self.act(lambda action: action.add("turn.opened", rolled=find_die(die).id))

    def next(self, times: int = 1) -> "Table":
        for _ in range(times):
            self.act(lambda action: self.game.advance(action))
        return self

    def bottoms(self, words: str) -> "Table":
        right = game.right(words.split())
        return self.act(lambda action: game.show_bottoms(action, right))

    @property
    def areas(self) -> str:
        """The dice of both areas: `2o - | 5 4a`."""
        return " | ".join(
            " ".join(die or "-" for die in area) or "nothing" for area in self.state.areas
        )


@pytest.mark.rule("BO-153")
@pytest.mark.parametrize("players", ["Ana Ben", "Ana Ben Cho"])
def test_it_is_for_one(companion, players):
    said = companion(f"start boolean {players} --game sort")
    assert "(BO-153)" in said.err
    assert companion.must("start boolean Ana --json").json["variant"] == "sort"


# Turns


@pytest.mark.rule("BO-155", "BO-157")
def test_it_begins_with_a_roll_and_two_areas():
    t = table()
    assert "Roll all ten dice, and have two areas ready" in t.todo
    assert (t.areas, t.state.outside, t.turn) == ("nothing | nothing", 10, "ana")


@pytest.mark.rule("BO-160", "BO-161")
def test_a_turn_rolls_a_die_and_puts_one_into_each_area():
    t = table().sort("3c 2o 5").next().sort("- - 4a")
    assert t.areas == "2w-opposite - - | 5w - 4w-adjacent"
    assert [turn.rolled for turn in t.state.turns] == ["3w-corner", None, None]
    assert t.said == ["turn 3: a die goes into Black, the 4w-adjacent into White"]
    assert t.state.outside == 4


@pytest.mark.rule("BO-161")
def test_one_die_does_not_go_into_both_areas():
    with pytest.raises(Refused, match="The 5w cannot lie in both areas"):
        table().sort("- 5 5")
    assert table().sort("5 5 2o").areas == "5w | 2w-opposite"


@pytest.mark.rule("BO-158")
def test_no_die_comes_out_of_an_area():
    t = table().sort("3c 2o 5")
    for words in ("3c 2o 1", "3c 1 2o", "3c 5 1", "- - 5"):
        with refused("BO-158", "lies in the", "area already, and stays there", "0w, 1w"):
            t.sort(words)


@pytest.mark.rule("A-BO-15")
def test_a_die_in_an_area_is_not_rolled_and_the_one_that_is_rolled_need_not_be_placed():
    t = table().sort("3c 2o 5")
    with refused("A-BO-15", "The 5w lies in the White area"):
        t.sort("5 3c 1")
    assert t.sort("3c 1 6").areas == "2w-opposite 1w | 5w 6w"


@pytest.mark.rule("BO-158", "A-BO-15")
def test_a_house_may_take_dice_out_again():
    t = table().sort("3c 2o 5")
    t.house = "one mistake is free"
    t.sort("5 2o 3c")
    assert t.overruled == ["A-BO-15", "BO-158"]


@pytest.mark.rule("BO-159")
def test_there_are_five_turns():
    t = table().next(5)
    assert (t.state.played, t.state.outside) == (True, 0)
    with pytest.raises(Refused, match=r"All 5 turns are taken.*BO-159"):
        t.next()


def test_a_die_that_can_never_be_right_is_pointed_out():
    t = table().sort("- 6 0")
    assert t.warned == [
        "The 6w cannot be right in Black: no face of it is black.",
        "The 0w cannot be right in White: no face of it is white.",
    ]
    assert table().sort("6 0 6").warned == []


# The end


@pytest.mark.rule("BO-154", "BO-162", "BO-163")
@pytest.mark.parametrize(
    ("told", "winner"),
    [
        *(("5 5", "ana"), ("bbbbb wwwww", "ana"), ("BBBBB WWWWW", "ana")),
        *(("5 4", ""), ("4 5", ""), ("bbbbb wwbww", ""), ("wbbbb wwwwb", ""), ("0 0", "")),
    ],
)
def test_all_ten_bottoms_have_to_be_right(told, winner):
    t = table().next(5).bottoms(told)
    assert (t.winners, t.state.status) == (winner, "finished")


def test_the_log_says_how_many_were_right():
    t = table().next(5).bottoms("wbbbb wwbbw")
    assert t.state.right == (4, 3)
    assert t.said == [
        "the dice are turned over: 4 of 5 are right in Black, 3 of 5 in White",
        "Nobody has won: 7 of 10 bottoms are right, 4 in Black and 3 in White",
    ]


@pytest.mark.parametrize("option", ["--rolled", "--black", "--white"])
def test_one_die_stands_behind_an_option(companion, option):
    """The last one alone would count, and nobody would notice."""
    companion.must("start boolean Ana --game sort")
    ran = companion(f"boolean sort {option} 0 {option} 1")
    assert (ran.code, f"`{option}` was given twice" in ran.err) == (2, True)
    companion.must("boolean sort --rolled 3c --black 0 --white 1")


@pytest.mark.rule("BO-162")
def test_the_dice_are_turned_over_when_all_turns_are_told_or_none_is():
    with refused("BO-162", "after 5 turns, and 1 turn is told", "`companion next`"):
        table().next().bottoms("5 5")
    with refused("BO-162", "4 turns are told"):
        table().next(4).bottoms("5 5")
    assert table().bottoms("5 5").winners == "ana"


def test_a_house_that_stops_early_has_won_with_what_lies_there():
    t = table().next(4)
    t.house = "four will do today"
    assert t.bottoms("4 4").winners == "ana"
    assert t.overruled == ["BO-162"]


def test_a_turn_is_not_taken_back_from_under_the_end():
    t = table().sort("3c 2o 5").next(4).bottoms("5 5")
    with pytest.raises(CompanionError, match="4 turns are told"):
        t.undo(2)


@pytest.mark.parametrize(
    ("words", "told", "warned"),
    [
        ("- 6 1", "5 3", "5 right in Black: so what was named 6w there was another die."),
        ("- 0 6", "0 3", "0 right in Black: so what was named 0w there was another die."),
        ("- 0 6", "3 0", "0 right in White: so what was named 6w there was another die."),
        ("- 1 0", "5 5", "5 right in White: so what was named 0w there was another die."),
        ("- 6 0", "4 4", ""),
        ("- 0 6", "1 1", ""),
        ("- 1 5", "0 0", ""),
    ],
)
def test_what_the_bottoms_show_is_taken_whatever_the_dice_were_called(words, told, warned):
    """Nobody has seen more of a die than five faces: its name was a guess."""
    t = table().sort(words).next(4).bottoms(told)
    assert t.state.status == "finished"
    assert t.warned == ([warned] if warned else [])


def test_whoever_wants_to_finish_is_told_how_to_tell_what_was_right(companion):
    companion.must("start boolean Ana")
    assert "`companion boolean bottoms 3 4`" in companion("finish").err
    companion.must("boolean sort 3c")
    assert "0 of 5 turns are told (`companion next` counts one)" in companion("finish").err
    for _ in range(5):
        companion.must("next")
    assert "`companion boolean bottoms 3 4`" in companion("finish").err
    companion.must("boolean bottoms 3 4")


@pytest.mark.rule("BO-4")
def test_not_all_ten_bottoms_are_of_one_colour():
    with refused("BO-4", "Not all ten bottoms can be white"):
        table().next(5).bottoms("0 5")
    with refused("BO-4", "Not all ten bottoms can be black"):
        table().bottoms("bbbbb bbbbb")


# A roll that is told before anything is placed


@pytest.mark.rule("BO-160", "BO-161")
def test_a_turn_may_be_told_in_two_steps():
    t = table().roll("3c")
    assert (t.areas, t.state.outside, t.state.round) == ("nothing | nothing", 10, 1)
    assert t.said == ["turn 1: the 3w-corner is rolled"]
    assert "The 3w-corner is rolled. Now put one die into each area" in t.todo
    t.sort("- 2o 5")
    assert t.said == ["turn 1: the 2w-opposite goes into Black, the 5w into White"]
    assert (t.areas, t.state.round) == ("2w-opposite | 5w", 2)
    assert [turn.rolled for turn in t.state.turns] == ["3w-corner"]
    assert t.roll("3c").next().said == ["turn 2: one die goes into each area"]


@pytest.mark.rule("A-BO-15", "BO-159", "BO-162")
def test_an_open_turn_has_its_rules_too():
    t = table().sort("3c 2o 5")
    with refused("A-BO-15", "The 5w lies in the White area"):
        t.roll("5")
    t.roll("3c")
    with pytest.raises(Refused, match="The 3w-corner was rolled in this turn already"):
        t.roll("3b")
    with pytest.raises(Refused, match="In this turn the 3w-corner was rolled, by what was told"):
        t.sort("3b 0 6")
    assert t.sort("3c 0 6").areas == "2w-opposite 0w | 5w 6w"
    with refused("BO-162", "no turns are told"):
        table().roll("3c").bottoms("5 5")
    with pytest.raises(Refused, match="All 5 turns are taken"):
        t.next(3).roll("3c")


@pytest.mark.rule("BO-160")
def test_a_placing_is_not_taken_back_from_under_the_next_roll():
    t = table().roll("3c").sort("- 2o 5").roll("3b")
    with pytest.raises(CompanionError, match="The 3w-corner was rolled in this turn already"):
        t.undo(3)
    t.sort("- 0 6").undo(2)
    assert [turn.rolled for turn in t.state.turns] == [None, "3w-band"]
    t = table().roll("3c").sort("3c 2o 5").undo(2)
    assert t.state.turns[0].rolled == "3w-corner", "it was told with the placing as well"


def test_an_open_turn_is_seen(companion):
    companion.must("start boolean Ana")
    assert companion.must("boolean sort 3c --json").json["rolling"] == "3w-corner"
    assert "10 dice outside the areas, rolled: 3w-corner" in companion.must("table").out
    assert companion.must("boolean sort 2o 5 --json").json["rolling"] is None


def test_dice_that_were_named_help_to_deduce():
    t = table().sort("3c 2o 5")
    assert " --placed 2o,5`" in t.todo
    assert "--placed" not in table().next().todo


# What is typed


@pytest.mark.parametrize(
    ("typed", "turn"),
    [
        ("", [None, None, None]),
        ("3c 2o 5", ["3w-corner", "2w-opposite", "5w"]),
        ("--white 5", [None, None, "5w"]),
        ("white 5", [None, None, "5w"]),
        ("3c black 2o white 5", ["3w-corner", "2w-opposite", "5w"]),
        ("white=5 b=2o", [None, "2w-opposite", "5w"]),
        ("rolled 3c w 5", ["3w-corner", None, "5w"]),
        ("3c --black 2o --white 5", ["3w-corner", "2w-opposite", "5w"]),
        ("3c,2o,5", ["3w-corner", "2w-opposite", "5w"]),
        ("--rolled 3w-c --black 2o", ["3w-corner", "2w-opposite", None]),
    ],
)
def test_a_turn_may_be_told_in_full_or_in_part(companion, typed, turn):
    companion.must("start boolean Ana")
    told = companion.must(f"boolean sort {typed} --json").json
    assert [told["rolled"][0], told["areas"]["black"][0], told["areas"]["white"][0]] == turn


@pytest.mark.parametrize(
    "typed",
    [
        *("3c 2o", "3c 2o 5 1", "3c 2o 5 --white 1", "black", "black white 5", "w 5 w 6"),
        *("w 5 --white 6", "3c rolled 3b"),
    ],
)
def test_some_names_without_a_word_are_not_understood(companion, typed):
    companion.must("start boolean Ana")
    assert "all three" in companion(f"boolean sort {typed}").err
    assert "is called “x”" in companion("boolean sort x").err


@pytest.mark.parametrize("typed", ["2o 5", "black 2o --white 5", "3c 2o 5", "rolled 3c b 2o w 5"])
def test_what_is_placed_may_follow_the_roll(companion, typed):
    companion.must("start boolean Ana")
    companion.must("boolean sort --rolled 3c")
    told = companion.must(f"boolean sort {typed} --json").json
    areas = {"black": ["2w-opposite"], "white": ["5w"]}
    assert (told["rolled"], told["areas"]) == (["3w-corner"], areas)


def test_one_die_without_a_word_is_no_area(companion):
    companion.must("start boolean Ana")
    companion.must("boolean sort 3c")
    said = companion("boolean sort 5").err
    assert "The 3w-corner was rolled: now the die for Black, and the one for White." in said
    companion.must("boolean sort white 5")


@pytest.mark.parametrize("typed", ["5,4", "5, 4", "bbbbb,wwwwb"])
def test_bottoms_may_have_a_comma_between_them(companion, typed):
    companion.must("start boolean Ana")
    told = companion.must(f"boolean bottoms {typed} --json").json
    assert told["right"] == {"black": 5, "white": 4}


@pytest.mark.parametrize("typed", ["5", "5 4 3", "bbbb wwwww", "bbbbx wwwww", "5 x", "12 5"])
def test_bottoms_are_numbers_or_five_letters(companion, typed):
    companion.must("start boolean Ana")
    said = companion(f"boolean bottoms {typed}")
    assert (said.code, "`companion boolean bottoms 5 4`" in said.err) == (2, True)


def test_more_right_ones_than_dice():
    with pytest.raises(Refused, match="The Black area has 5 dice, not 7"):
        table().bottoms("7 5")
