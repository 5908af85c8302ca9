"""A turn: the deal, and what may be played on what. Whose turn it is next: `turns.txt`."""

from itertools import combinations

import pytest

from companion.games.blank.cards import NUMBERS, SUITS
from companion.games.blank.penalties import find_misplay
from companion.games.blank.state import PlayedCard
from tests.games.blank.tables import table

THREE = "Ana Ben Cho"


@pytest.mark.rule("BL-19", "BL-21", "BL-22", "BL-24", "BL-28")
def test_seven_cards_to_each_and_one_turned_up():
    for players, boxes, piles in (
        ("Ana Ben", 0, "57/1"),
        ("Ana Ben Cho", 1, "50/1"),
        ("Ana Ben Cho", 2, "122/1"),
        ("A B C D E F G H I J", 1, "1/1"),
    ):
        t = table(players, boxes=boxes)
        assert t.state.hands == (7,) * len(players.split())
        assert (t.piles, t.top) == (piles, "3-circle")
    assert table(THREE).where == "ana ↻"
    assert table(THREE, first="cho").where == "cho ↻"


@pytest.mark.rule("A-BL-01")
def test_nine_players_are_warned_and_eight_are_not(companion):
    assert "A-BL-01" not in companion.must("start blank A B C D E F G H").err
    nine = companion.must("start blank A B C D E F G H I").err
    assert "With 9 players few cards are left to draw (A-BL-01)" in nine


@pytest.mark.rule("BL-51", "BL-52", "BL-54", "BL-61")
def test_what_fits_is_exactly_what_the_rulebook_says():
    """All by the suit of the top card, or all by its number: nothing else, for every top card."""
    faces = [PlayedCard(number, suit) for number in NUMBERS for suit in SUITS]
    for top in faces:
        for cards in [*combinations(faces, 1), *combinations(faces, 2)]:
            by_suit = all(card.suit == top.suit for card in cards)
            by_number = all(card.number == top.number for card in cards)
            assert (find_misplay(top, cards) is None) == (by_suit or by_number), (top, cards)


@pytest.mark.rule("BL-49")
def test_at_least_one_card_is_played():
    with pytest.raises(ValueError, match=r"cards\.played"):
        table(THREE).add_fact("cards.played", seat=0, cards=[])
