"""How decks become dice; checked against every way to write a number as a sum."""

from itertools import product

import pytest

from companion.games.lwd.decks import count_dice, die_sizes, die_sizes_from, has_singles
from companion.games.lwd.round_start import (
    count_splits,
    most_even,
    split_lines,
    splits,
    splits_report,
)
from tests.games.lwd.tables import table


@pytest.mark.rule("LW-12", "LW-14", "LW-15", "A-LW-01", "A-LW-02")
def test_how_a_deck_is_split():
    """Of two cards or more; single cards as few as can be; for want of cards, fewer dice."""
    for cards, liars_number, expected in (
        (6, 2, [(2, 4), (3, 3)]),
        (6, 3, [(2, 2, 2)]),
        (9, 3, [(2, 2, 5), (2, 3, 4), (3, 3, 3)]),
        (4, 2, [(2, 2)]),
        (6, 4, [(1, 1, 2, 2)]),
        (6, 5, [(1, 1, 1, 1, 2)]),
        (6, 6, [(1,) * 6]),
        (3, 2, [(1, 2)]),
        (5, 3, [(1, 2, 2)]),
        (2, 3, [(1, 1)]),
        (1, 4, [(1,)]),
        (0, 3, [()]),
    ):
        assert list(splits(cards, liars_number)) == expected
        assert count_dice(cards, liars_number) == min(cards, liars_number)
        if cards >= liars_number:
            assert has_singles(cards, liars_number) == (1 in expected[0])


def slowly(cards: int, liars_number: int) -> set[tuple[int, ...]]:
    """All sums, of which those with the fewest single cards are allowed."""
    dice = min(cards, liars_number)
    found = {
        tuple(sorted(parts))
        for parts in product(range(1, cards + 1), repeat=dice)
        if sum(parts) == cards
    }
    fewest = min((parts.count(1) for parts in found), default=0)
    return {parts for parts in found if parts.count(1) == fewest}


def test_splits_and_sizes_are_those_of_all_sums():
    for cards, liars_number in product(range(9), range(1, 6)):
        found, all_sums = list(splits(cards, liars_number)), slowly(cards, liars_number)
        assert set(found) == all_sums
        assert count_splits(cards, liars_number) == len(found) == len(all_sums)
        assert most_even(cards, liars_number) == found[-1]
        assert set(die_sizes(cards, liars_number)) == {size for parts in all_sums for size in parts}
        assert all(list(split) == sorted(split) for split in found)


def test_without_a_number_a_die_may_hold_what_any_number_allows():
    for cards, least in product(range(10), (2, 3)):
        every = {size for stated in range(least, 12) for size in die_sizes(cards, stated)}
        assert set(die_sizes_from(cards, least)) == every


def test_a_program_gets_the_splits_of_everybody():
    t = table("Ana Ben").cards_are("ben", 4).round(3)
    report = {"name": "Ben", "cards": 4, "dice": 3, "ways": 1, "splits": [[1, 1, 2]]}
    assert splits_report(t.state)[1] == report


def test_millions_of_ways_are_counted_and_never_made():
    assert count_splits(99, 12) == 1_742_509
    assert most_even(99, 12) == (8,) * 9 + (9,) * 3
    t = table("Ana Ben").cards_are("ana", 99).round(14)
    assert split_lines(t.state)[0].startswith("Ana (99 cards): 2+2+2")
    assert len(splits_report(t.state)[0]["splits"]) == 200
