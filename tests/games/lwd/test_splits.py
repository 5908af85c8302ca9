"""How decks become dice; checked against every way to write a number as a sum."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.lwd.decks import dice_of, has_singles, sizes, sizes_from
from companion.games.lwd.round import most_even, splits, splits_report, splits_told, ways
from tests.games.lwd.tables import table


@pytest.mark.rule("LW-12", "LW-14")
@pytest.mark.parametrize(
    ("cards", "wanted", "expected"),
    [
        (6, 2, [(2, 4), (3, 3)]),
        (6, 3, [(2, 2, 2)]),
        (9, 3, [(2, 2, 5), (2, 3, 4), (3, 3, 3)]),
        (4, 2, [(2, 2)]),
    ],
)
def test_a_deck_is_split_into_as_many_dice_as_stated_of_two_cards_or_more(cards, wanted, expected):
    assert list(splits(cards, wanted)) == expected


@pytest.mark.rule("LW-15", "A-LW-02")
@pytest.mark.parametrize(
    ("cards", "wanted", "expected"),
    [
        (6, 4, [(1, 1, 2, 2)]),
        (6, 5, [(1, 1, 1, 1, 2)]),
        (6, 6, [(1,) * 6]),
        (3, 2, [(1, 2)]),
        (5, 3, [(1, 2, 2)]),
    ],
)
def test_single_cards_only_where_they_cannot_be_avoided_and_then_as_few_as_can_be(
    cards, wanted, expected
):
    assert list(splits(cards, wanted)) == expected
    assert has_singles(cards, wanted)


@pytest.mark.rule("A-LW-01")
@pytest.mark.parametrize(
    ("cards", "wanted", "expected"), [(2, 3, [(1, 1)]), (1, 4, [(1,)]), (0, 3, [()])]
)
def test_who_has_too_few_cards_makes_a_die_of_each(cards, wanted, expected):
    assert list(splits(cards, wanted)) == expected
    assert dice_of(cards, wanted) == cards


def slowly(cards: int, wanted: int) -> set[tuple[int, ...]]:
    """All sums, of which those with the fewest single cards are allowed."""
    dice = min(cards, wanted)
    found = {
        tuple(sorted(parts))
        for parts in product(range(1, cards + 1), repeat=dice)
        if sum(parts) == cards
    }
    fewest = min((parts.count(1) for parts in found), default=0)
    return {parts for parts in found if parts.count(1) == fewest}


@pytest.mark.parametrize("cards", range(11))
@pytest.mark.parametrize("wanted", range(1, 6))
def test_splits_and_sizes_are_those_of_all_sums(cards, wanted):
    found = list(splits(cards, wanted))
    assert set(found) == slowly(cards, wanted)
    assert ways(cards, wanted) == len(found)
    assert most_even(cards, wanted) == found[-1]
    assert set(sizes(cards, wanted)) == {size for parts in slowly(cards, wanted) for size in parts}


@given(st.integers(0, 24), st.integers(2, 12))
def test_every_split_uses_all_cards_and_no_two_are_alike(cards, wanted):
    found = list(splits(cards, wanted))
    assert len(set(found)) == len(found) > 0
    for split in found:
        assert sum(split) == cards
        assert len(split) == dice_of(cards, wanted)
        assert list(split) == sorted(split)
        assert set(split) <= set(sizes(cards, wanted))


def test_what_everybody_may_do_is_told_for_each_number_of_cards():
    t = table("Ana Ben Cho Dan").cards_are("ben", 4).cards_are("dan", 2).round(3)
    assert splits_told(t.state) == [
        "Ana and Cho (6 cards): 2+2+2",
        "Ben (4 cards): 1+1+2; single cards, as few as can be (A-LW-02)",
        "Dan (2 cards): 1+1; only 2 dice, for want of cards (A-LW-01)",
    ]
    report = {"name": "Ben", "cards": 4, "dice": 3, "ways": 1, "splits": [[1, 1, 2]]}
    assert splits_report(t.state)[1] == report


def test_many_ways_are_told_by_the_most_uneven_and_the_most_even():
    t = table("Ana Ben", cards=12).round(3)
    assert splits_told(t.state) == [
        "Ana and Ben (12 cards): 2+2+8, 2+3+7 … 4+4+4 (7 ways)",
    ]


@pytest.mark.parametrize("cards", range(10))
@pytest.mark.parametrize("least", [2, 3])
def test_without_a_number_a_die_may_hold_what_any_number_allows(cards, least):
    every = {size for wanted in range(least, 12) for size in sizes(cards, wanted)}
    assert set(sizes_from(cards, least)) == every


def test_millions_of_ways_are_counted_and_never_made():
    assert ways(99, 12) == 1_742_509
    assert most_even(99, 12) == (8,) * 9 + (9,) * 3
    t = table("Ana Ben").cards_are("ana", 99).round(14)
    assert splits_told(t.state)[0].startswith("Ana (99 cards): 2+2+2")
    assert len(splits_report(t.state)[0]["splits"]) == 200
