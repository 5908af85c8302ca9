"""The mandala: our reading has one solution, and any drawing is solved as one would by trying."""

from itertools import combinations
from random import Random

import pytest

from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import by_id, the_ten
from companion.games.boolean.puzzles.mandala import (
    Figure,
    count,
    is_exact,
    our_figure,
    pairs,
    solve,
    spot,
    why_none,
)
from companion.games.boolean.puzzles.mandala_answers import figure_in
from tests.games.boolean import slowly

NAMES = tuple("abcdefghij")


def figure(*links, hints=()):
    """A drawing with circles a to j."""
    numbers = frozenset(tuple(sorted(NAMES.index(name) for name in link)) for link in links)
    return Figure(NAMES, numbers, tuple((NAMES.index(name), die) for name, die in hints))


def moves(drawing, placed=()):
    """Every way to put the dice on the circles, tried one by one."""
    if len(placed) == len(drawing.circles):
        yield placed
        return
    for number, die in enumerate(the_ten()):
        told = dict(drawing.hints).get(len(placed), die.id)
        near = [placed[one] for one, other in drawing.links if other == len(placed)]
        if number in placed or told != die.id:
            continue
        if all(tuple(sorted((number, other))) in pairs() for other in near):
            yield from moves(drawing, (*placed, number))


def answer(drawing):
    return {drawing.circles[move.circle]: the_ten()[move.die].id for move in solve(drawing)}


def swapped(name):
    """The die with white and black exchanged."""
    ways = by_id()[name].ways
    (found,) = (
        die.id for die in the_ten() if tuple(not face for face in next(iter(ways))) in die.ways
    )
    return found


# Our reading


@pytest.mark.rule("A-BO-28")
def test_dice_are_linked_if_one_becomes_the_other_by_one_sticker():
    dice = {slowly.describe(die): die for die in slowly.dice()}
    expected = set()
    for one, other in combinations([die.id for die in the_ten()], 2):
        flipped = {
            tuple(white ^ (at == face) for at, white in enumerate(way))
            for way in dice[one]
            for face in range(6)
        }
        if flipped & dice[other]:
            expected.add((one, other))
    ids = [die.id for die in the_ten()]
    assert {(ids[one], ids[other]) for one, other in pairs()} == expected
    assert len(expected) == 12


@pytest.mark.rule("BO-239", "A-BO-28")
def test_only_two_placements_keep_all_links_and_they_are_each_other_with_colours_exchanged():
    drawing = our_figure().without_hints()
    found = list(moves(drawing))
    assert len(found) == count(drawing) == 2
    one, other = ([the_ten()[die].id for die in placed] for placed in found)
    assert [swapped(name) for name in one] == other


@pytest.mark.rule("BO-237", "BO-238")
def test_the_hint_of_the_rulebook_leaves_one_of_them():
    drawing = our_figure()
    assert drawing.hints == ((drawing.circles.index("2.1"), "5w"),)
    assert count(drawing) == len(list(moves(drawing))) == 1
    assert answer(drawing) == {
        **{"1.1": "6w", "2.1": "5w", "3.1": "4w-adjacent", "3.2": "4w-opposite"},
        **{"4.1": "3w-corner", "4.2": "3w-band", "5.1": "2w-adjacent", "5.2": "2w-opposite"},
        **{"6.1": "1w", "7.1": "0w"},
    }


def test_in_our_drawing_lines_go_between_neighbouring_rows_and_do_not_cross():
    for one, other in pairs():
        assert spot(one)[0] - spot(other)[0] == 1
    aside = {(spot(one)[0], spot(one)[1], spot(other)[1]) for one, other in pairs()}
    assert not any((row, -a, -b) in aside for row, a, b in aside if a * b == -1)


# Other drawings


@pytest.mark.parametrize("seed", [0, 1, 6, 9])
def test_any_drawing_is_counted_as_by_trying(seed):
    chance = Random(seed)
    ring = list(NAMES)
    chance.shuffle(ring)
    renamed = {number: ring[number] for number in range(10)}
    kept = chance.sample(sorted(pairs()), 12 - seed % 6)
    links = [(renamed[one], renamed[other]) for one, other in kept]
    if seed > 8:
        links[0] = tuple(chance.sample(NAMES, 2))
    drawing = figure(*links)
    found = list(moves(drawing))
    assert count(drawing) == len(found)
    assert (tuple(move.die for move in sorted(solve(drawing))) in found) is bool(found)


def test_without_links_any_order_will_do():
    assert count(figure()) == 3_628_800
    assert len(answer(figure())) == 10


def test_a_drawing_with_twelve_links_leaves_no_pair_unlinked():
    assert is_exact(our_figure())
    assert not is_exact(figure("ab"))


def test_why_a_drawing_has_no_solution():
    for drawing, why in (
        (figure(*(a + b for a in "abc" for b in "defgh")), "it has 15 links, and only 12 pairs"),
        (figure("ab", "ac", "ad", "ae", "af"), "a has 5 links, and no die"),
        (figure("ab", "ac", "ad", "ae", hints=[("a", "0w")]), "its hints (a = 0w) fit none"),
        (figure("ab", "bc", "ca"), "a ring of an odd number of circles"),
        (
            figure("ab", hints=[("a", "0w"), ("b", "6w")]),
            "its hints (a = 0w, b = 6w) fit none",
        ),
        (figure("ab", "cd", "ef", "gh", "ij"), "there is no way"),
    ):
        assert count(drawing) == 0
        assert solve(drawing) == ()
        assert why in why_none(drawing)


def test_a_step_is_certain_where_nothing_else_is_named():
    drawing = our_figure()
    steps = solve(drawing)
    assert steps[0].hinted
    assert not any(move.hinted or move.rivals for move in steps[1:])
    open_drawing = figure("ab", "bc")
    first = solve(open_drawing)[0]
    assert (
        len(first.rivals)
        == sum(
            sum(number in pair for pair in pairs()) >= len(open_drawing.linked(first.circle))
            for number in range(10)
        )
        - 1
    )


# Files

OURS = "1 2\n2: 3l 3r\n3l 4l\n3l-4r\n3r -- 4r\n4l, 5l\n4r: 5l 5r\n6: 5l 5r\n6 7  # the last\n"


def test_links_are_told_in_several_ways():
    drawing = figure_in(f"# mine\n\n{OURS}\n2 = 5w", "it")
    assert drawing.circles == ("1", "2", "3l", "3r", "4l", "4r", "5l", "5r", "6", "7")
    assert len(drawing.links) == 12
    assert count(drawing) == 1
    assert answer(drawing)["4l"] == "3w-corner"


def test_circles_go_by_their_names_in_any_case_and_a_link_counts_once():
    drawing = figure_in(OURS + "5L 6\n7 6", "it")
    assert len(drawing.circles) == 10
    assert len(drawing.links) == 12
    assert count(drawing) == 2


def test_a_circle_without_links_stands_alone():
    drawing = figure_in("a b\n" + "\n".join(NAMES[2:]), "it")
    assert drawing.circles == NAMES
    assert drawing.links == {(0, 1)}


@pytest.mark.rule("BO-235")
def test_ten_circles_are_needed():
    for text, told in (
        (OURS + "7 8", "it has 11 circles (1, 2, 3l, 3r, 4l, 4r, 5l, 5r, 6, 7, 8), but a mandala"),
        ("a b", "it has 2 circles (a, b), but a mandala has ten"),
        ("a", "it has 1 circle (a), but"),
        ("", "it has no circles, but"),
        ("# nothing\n", "it has no circles, but"),
        ("\n".join(str(number) for number in range(99)), "10, 11, …), but"),
    ):
        with pytest.raises(Invalid, match="BO-235") as refusal:
            figure_in(text, "it")
        assert told in refusal.value.message


def test_a_line_that_means_nothing_is_named():
    for line, told in (
        ("a a", "it, line 11: “a” is linked with itself."),
        ("a: b A", "it, line 11: “a” is linked with itself."),
        ("a b c", "“a b c” is not a link of two circles"),
        (": a", "“: a” is not a circle with those linked with it"),
        ("a:", "“a:” is not a circle with those"),
        ("a b: c", "“a b: c” is not a circle with those"),
        ("a\x1bb", "has characters that cannot be printed"),
        ("x = 5w", "it, line 11: no circle is named “x”"),
        ("1 = 9w", "it, line 11: No die of the set is named “9w”"),
        ("1 = 5w\n1 = 1w", "it, line 12: 1 cannot be both 5w and 1w"),
        ("1 = 5w\n7 = 5w", "it, line 12: 5w cannot be on two circles"),
        (",", "“,” is not a link of two circles"),
    ):
        with pytest.raises(Invalid) as refusal:
            figure_in(f"# mine\n{OURS}{line}", "it")
        assert told in refusal.value.message
        assert refusal.value.hint


def test_the_same_hint_twice_is_one():
    assert figure_in(f"{OURS}2 = 5w\n2 = 5", "it").hints == ((1, "5w"),)


def test_a_file_that_is_no_drawing_is_not_read_to_its_end():
    with pytest.raises(Invalid, match="too long"):
        figure_in("a b\n" * 100_000, "it")
