"""How often a group plays what it plays, by the numbers that people who log plays know."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.counts import GameCount
from companion.stats.tally import Tally, longest_unplayed, repertoire
from tests.stats.records import of_catan, played


def games(*plays):
    found = []
    for number, count in enumerate(plays):
        game = GameCount("", f"Game {number}")
        game.plays = count
        found.append(game)
    return found


@pytest.mark.parametrize(
    ("plays", "numbers"),
    [
        ((), (0, 0, 0)),
        ((1,), (1, 0, 0)),
        ((12,), (1, 0, 1)),
        ((4, 5, 9, 10, 12), (4, 2, 2)),
        ((1, 1, 1), (1, 0, 0)),
        ((3, 3, 3, 2), (3, 0, 0)),
        ((5, 5, 5, 5, 5), (5, 5, 0)),
    ],
)
def test_h_index_nickels_and_dimes_and_a_dime_is_no_nickel(plays, numbers):
    assert repertoire(games(*plays)) == numbers


@given(st.lists(st.integers(1, 30), max_size=40))
def test_the_h_index_is_the_greatest_number_that_holds(plays):
    h = repertoire(games(*plays)).h_index
    assert sum(count >= h for count in plays) >= h
    assert sum(count >= h + 1 for count in plays) < h + 1


def test_titles_that_differ_only_in_case_are_one_game():
    catan = of_catan(played(2, "Ana*", "Ben"))
    tally = Tally([played(1, "Ana*", "Ben"), catan, catan._replace(title="catan", called="CATAN")])
    assert {game.title: game.plays for game in tally.games.values()} == {
        "Blank White Dice": 1,
        "Catan": 2,
    }
    first, second = longest_unplayed(tally.games.values())
    assert (first.title, second.title) == ("Blank White Dice", "Catan")
