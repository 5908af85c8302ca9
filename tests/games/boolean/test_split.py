"""The Split: ten dice become five White-up and five Black-up, whatever is thrown."""

from random import Random

import pytest

from companion.errors import Invalid, Refused
from companion.games.boolean.dice import split as splitting
from companion.games.boolean.dice.split import Split, Throw, guide_lines
from companion.games.boolean.dice.the_ten import the_ten


def split_by(throws: list[str]) -> Split:
    return splitting.parse_throws(throws)[0]


def told(*throws: str) -> list[str]:
    return guide_lines(*splitting.parse_throws(throws))


@pytest.mark.rule("BO-30", "BO-31")
def test_five_of_each_are_done_at_once():
    assert split_by(["5w"]).done


@pytest.mark.rule("BO-32", "BO-33")
def test_the_rarer_colour_is_set_aside_and_the_others_are_thrown():
    split = split_by(["7w"])
    assert (split.white, split.black, split.rolling) == (0, 3, 7)
    assert split_by(["3b"]) == split
    assert split_by(["7w", "6w", "7w"]) == split
    assert split_by(["2w"]) == Split(white=2, first=True)


@pytest.mark.rule("BO-34")
def test_exactly_five_of_the_other_colour_end_it_and_fewer_make_the_second_pile():
    assert split_by(["7w", "5w"]).done
    split = split_by(["7w", "4w"])
    assert (split.white, split.black, split.rolling) == (4, 3, 3)
    assert split_by(["7w", "4w", "3w", "0w"]) == split
    assert split_by(["7w", "4w", "1w"]).done


@pytest.mark.parametrize("seed", range(40))
def test_with_real_dice_it_always_comes_to_an_end_with_both_piles_right(seed):
    """Each die is followed: those that are set aside stay as they lie."""
    random, split = Random(seed), Split()
    rolled, piles = list(the_ten()), {True: [], False: []}
    while not split.done:
        shown = [(die, random.choice([way[0] for way in die.ways])) for die in rolled]
        before, split = split, split.after_throw(sum(white for _, white in shown))
        for color, count, had in (
            (True, split.white, before.white),
            (False, split.black, before.black),
        ):
            if count > had:
                piles[color] += [die for die, white in shown if white is color]
        rolled = [die for die in rolled if die not in piles[True] and die not in piles[False]]
        assert len(rolled) == split.rolling
    assert [len(pile) for pile in piles.values()] == [5, 5]
    assert all(any(way[0] is color for way in die.ways) for color in piles for die in piles[color])


def test_what_is_no_throw_is_said_so():
    for throws, why in (
        (["7"], "is not a throw"),
        (["x"], "is not a throw"),
        (["7w", "8w"], "You threw 7 dice"),
        (["11w"], "You threw 10 dice"),
    ):
        with pytest.raises(Invalid, match=why):
            split_by(throws)


def test_a_throw_is_told_in_several_ways():
    for throw in ("7w", "3b", "w7", "b3", "7w3b", "3b7w", "7White", "3black"):
        split, throws = splitting.parse_throws([throw])
        assert (split, throws) == (Split(black=3, first=False), [Throw(10, 7)])


def test_both_colours_of_a_throw_have_to_add_up():
    with pytest.raises(Invalid, match="of 10 dice"):
        split_by(["7w4b"])


@pytest.mark.rule("BO-4")
def test_a_die_of_one_colour_never_comes_up_the_other():
    for throws in (
        ["10w"],
        ["0w"],
        ["10b"],
        ["7w", "7b"],
        ["9w", "0w"],
        ["2w", "8w"],
        ["1w", "0b"],
    ):
        with pytest.raises(Refused, match="on all sides"):
            split_by(throws)


def test_nothing_comes_after_the_end():
    with pytest.raises(Refused, match="after 1 throw"):
        split_by(["5w", "3w"])


def test_the_guide_says_how_it_understood_what_to_set_aside_and_how_long_to_roll():
    assert told("7w", "6w")[0] == "Thrown: of 10, 7 White and 3 Black; of 7, 6 White and 1 Black."
    assert told("7w")[1] == "Set 3 Black-up aside: the first pile."
    assert "until at most 5 are White-up" in told("7w")[2]
    assert "1 White and 2 Black" in told("7w", "4w")[2]
    assert "`companion boolean split 7w 4w 1w`" in told("3b", "4w")[3]
    assert told("5b")[1] == "Done: five White-up and five Black-up."
    assert told()[0].startswith("Roll all ten dice")
