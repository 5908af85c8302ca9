"""Which dice those may be of which some faces are seen: held against counting every way."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from companion.games.boolean.dice.the_ten import BOTTOM, apply_turn, by_id, turns
from companion.games.boolean.sort import deduce
from companion.games.boolean.sort.deduce import Deduction, deduce_bottoms, smallest_conflict

LAYS = {name: [apply_turn(die.net, turn) for turn in turns()] for name, die in by_id().items()}
"""All 24 ways in which each die can lie."""


def asked(*words: str, placed: tuple[str, ...] = ()) -> Deduction | None:
    return deduce_bottoms([deduce.views(word) for word in words], deduce.parse_names(placed))


def counted(*words: str) -> tuple[list[Counter], list[Counter], int]:
    """Every way to take different dice and to roll each once a view: those that look so."""
    views = [[view for view in word.split("+")] for word in words]
    dice, whites, total = [Counter() for _ in words], [Counter() for _ in words], 0
    for chosen in permutations(LAYS, len(words)):
        rolls = [
            [
                rolled
                for rolled in product(LAYS[die], repeat=len(each))
                if all(looks(lay, view) for lay, view in zip(rolled, each, strict=True))
            ]
            for die, each in zip(chosen, views, strict=True)
        ]
        for together in product(*rolls):
            total += 1
            for place, rolled in enumerate(together):
                dice[place][chosen[place]] += 1
                whites[place][rolled[-1][BOTTOM]] += 1
    return dice, whites, total


def looks(lay: tuple[bool, ...], view: str) -> bool:
    return all(sign in ("?", "w" if face else "b") for face, sign in zip(lay, view, strict=False))


@pytest.mark.parametrize(
    "words",
    [
        *(["bbbbb"], ["wbwbw"], ["bbb"], ["?w?b"], ["bbbbb+wbbbb"], ["bwb+wbb"]),
        *(["bbbbb", "bbbbw"], ["wwbbw", "wwwbb", "bbwww"], ["bbbbb+bbbbb", "bbbbb"]),
        *(["wwwww+wwwwb", "bw?wb"],),
    ],
)
def test_it_is_what_counting_every_way_gives(words):
    found = asked(*words)
    dice, whites, total = counted(*words)
    for place, one in enumerate(found.found):
        assert one.dice == {die: Fraction(n, total) for die, n in dice[place].items()}
        assert one.white == Fraction(whites[place][True], total)


def rolled(random: Random) -> list[tuple[str, tuple[bool, ...]]]:
    """All ten dice, rolled, in a random order: their names, and how each lies."""
    return [(name, random.choice(LAYS[name])) for name in random.sample(list(LAYS), 10)]


def letters(lay: tuple[bool, ...]) -> str:
    return "".join("w" if face else "b" for face in lay[:BOTTOM])


def test_what_lies_there_is_never_ruled_out_and_what_is_sure_is_so():
    for seed in range(12):
        lying = rolled(Random(seed))
        found = asked(*(letters(lay) for _, lay in lying))
        for (name, lay), one in zip(lying, found.found, strict=True):
            assert one.dice[name] > 0
            assert sum(one.dice.values()) == 1
            assert one.white > 0 if lay[BOTTOM] else one.white < 1


def test_over_many_rolls_a_bottom_is_white_as_often_as_is_said():
    said, was = Counter(), Counter()
    for seed in range(60):
        lying = rolled(Random(seed))[:6]
        found = asked(*(letters(lay) for _, lay in lying))
        for (_, lay), one in zip(lying, found.found, strict=True):
            said[round(4 * one.white)] += float(one.white)
            was[round(4 * one.white)] += lay[BOTTOM]
    for band, expected in said.items():
        assert was[band] == pytest.approx(expected, abs=12), band


def test_from_which_side_and_which_way_round_the_sides_go_does_not_matter():
    for top, sides in ("w", "bbww"), ("b", "wbbw"), ("b", "wwbw"):
        ways = (sides, sides[::-1])
        others = {top + way[turn:] + way[:turn] for way in ways for turn in range(4)}
        assert len({str(asked(other).found) for other in others}) == 1


def test_a_die_that_looks_black_all_over_is_likely_to_be():
    (one,) = asked("bbbbb").found
    assert one.dice == {"0w": Fraction(24, 28), "1w": Fraction(4, 28)}
    assert one.white == Fraction(1, 7)


@pytest.mark.rule("BO-4")
def test_no_two_dice_are_alike():
    assert [one.white for one in asked("bbbbb", "wbbbb+bbbbw").found] == [0, 0]
    assert asked("bbbbb", placed=("0",)).found[0].dice == {"1w": 1}
    assert asked("bbbbb", "bbbbb", "bbbbb") is None
    assert asked("bbbbb", "bbbbb").ways == 2


def test_ten_dice_with_their_five_faces_are_nearly_all_sure():
    seen_dice = ["bbbbb", "wwwww", "wbwbw", "bwbwb", "bbbbw", "wbbbb", "wwbbw", "wwwbb", "wbwww"]
    found = asked(*seen_dice, "bwwww")
    assert found.ways == 2
    assert [one.white for one in found.found].count(Fraction(1, 2)) == 2


def test_the_dice_that_are_too_many_are_found():
    for words, placed, places in (
        (["bbbbb", "wwwww", "bbbbb", "bbbbb"], [], (0, 2, 3)),
        (["bbbbb", "wwwww"], ["5w", "6w"], (1,)),
        (["bbbbb+wwwww", "bbbbb"], [], (0,)),
        (["bbbbb", "bbbbb"], [], ()),
    ):
        views = [deduce.views(word) for word in words]
        assert smallest_conflict(views, placed) == places
        assert (deduce_bottoms(views, placed) is None) == bool(places)


# As it is typed and told


def test_the_table_of_what_was_deduced(companion):
    said = companion.must("boolean deduce bbbbb 'bbbbb+wbbbb' b?b --placed 2a,3c").out
    assert "1  bbbbb        black, sure  0w" in said
    assert "2  bbbbb+wbbbb  black, sure  1w" in said
    assert "Best for Black: 1 or 2." in said


def test_what_was_deduced_as_json(companion):
    told = companion.must("boolean deduce bbbbb wwbbw --json").json
    assert told["dice"][0] == {
        "seen": "bbbbb",
        "white": pytest.approx(1 / 7),
        "bottom": None,
        "dice": {"0w": pytest.approx(6 / 7), "1w": pytest.approx(1 / 7)},
    }
    assert (told["ways"], told["placed"]) == (4, [])


def test_nothing_is_recorded_and_no_play_is_needed(companion):
    companion.must("boolean deduce bbbbb")
    companion.must("start boolean Ana")
    companion.must("boolean deduce bbbbb")
    assert companion.must("table --json").json["entries"] == 1


def test_commas_stand_between_faces_or_between_dice(companion):
    for typed, dice in (
        *(("w,b,b,w,b", "wbbwb"), ("w, b, b, w, b", "wbbwb"), ("wbbwb,bbbbb", "wbbwb bbbbb")),
        *(("wbbwb, bbbbb", "wbbwb bbbbb"), ("w b", "w b"), ("w,b,b bbb", "wbb bbb")),
    ):
        told = companion.must(f"boolean deduce {typed} --json").json
        assert [die["seen"] for die in told["dice"]] == dice.split()


def test_placed_dice_may_be_typed_in_several_words(companion):
    for typed in (
        *("wbbwb --placed 3c,6", "wbbwb --placed 3c 6", "--placed 3c 6 wbbwb"),
        *("wbbwb --placed 3c, 6", "wbbwb --placed 3c --placed 6", "--placed 6 wbbwb 3w-corner"),
    ):
        told = companion.must(f"boolean deduce {typed} --json").json
        assert (sorted(told["placed"]), len(told["dice"])) == (["3w-corner", "6w"], 1)


def test_the_black_die_is_no_face_where_dice_are_placed(companion):
    told = companion.must("boolean deduce bbbbb --placed 6 0 --json").json
    assert told["placed"] == ["6w", "0w"]
    told = companion.must("boolean deduce 0 --json").json
    assert told["dice"][0]["seen"] == "b"
    told = companion.must("boolean deduce 1,0,1,0,1 --placed 6 --json").json
    assert told["dice"][0]["seen"] == "wbwbw"
