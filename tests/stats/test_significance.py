"""How much may be read into a share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.significance import share, starter_advantage, wilson
from companion.stats.tally import Tally
from tests.stats.records import histories, of_catan, played


@pytest.mark.parametrize(
    ("wins", "cases", "low", "high"),
    # As other programs compute the score interval, to three places.
    [(5, 10, 0.237, 0.763), (12, 20, 0.387, 0.781), (0, 10, 0.0, 0.278), (81, 263, 0.255, 0.366)],
)
def test_intervals_are_those_of_the_books(wins, cases, low, high):
    assert wilson(wins, cases) == pytest.approx((low, high), abs=0.0006)


def test_without_a_case_everything_is_possible():
    assert wilson(0, 0) == (0.0, 1.0)


@given(st.integers(1, 500).flatmap(lambda cases: st.tuples(st.integers(0, cases), st.just(cases))))
def test_the_share_lies_within_and_more_of_the_same_is_surer(both):
    wins, cases = both
    low, high = wilson(wins, cases)
    assert 0 <= low <= wins / cases <= high <= 1
    lower, higher = wilson(wins * 10, cases * 10)
    assert higher - lower < high - low


def test_of_too_few_no_share_is_told():
    assert share(3, 4) is None
    assert share(4, 5) == 0.8


# Whether it helps to begin: everybody is compared with themselves, counted by hand


def begun(plays):
    tally = Tally(plays)
    return starter_advantage(tally.games.values(), tally.players)


def series(*plays):
    """Plays by how often: `(7, "Ana*", "Ben")` is seven times that."""
    rows = [names for count, *names in plays for _ in range(count)]
    return [played(number, *names) for number, names in enumerate(rows)]


def test_all_plays_are_held_against_chance():
    first = begun(series((2, "Ana*", "Ben"), (1, "Ben", "Ana*", "Cho"), (1, "Cho*", "Ana"))).all
    assert (first.cases, first.wins) == (4, 3)
    assert first.due == pytest.approx(3 / 2 + 1 / 3)


def test_who_began_does_not_count_where_nobody_knows_or_one_plays_alone():
    found = begun([played(1, "Ana*", "Ben", first=False), played(2, "Ana*")])
    assert (found.all.cases, found.own.cases, found.verdict) == (0, 0, "few")
    assert (found.most, found.most_cases) == ("", 0)


@pytest.mark.parametrize("wins", [0, 1, 19, 20])
def test_where_one_always_begins_nobody_knows_whether_it_is_them_or_beginning(wins):
    found = begun(series((wins, "Ana*", "Ben"), (20 - wins, "Ana", "Ben*")))
    assert (found.verdict, found.own.cases) == ("few", 0)
    assert (found.most, found.most_cases) == ("Ana", 20)


def test_everybody_is_held_against_what_they_win_when_others_begin():
    plays = series(
        (8, "Ana*", "Ben"), (2, "Ana", "Ben*"), (6, "Ben", "Ana*"), (4, "Ben*", "Ana")
    )  # fmt: skip
    own = begun(plays).own
    # Ana began 10 and wins 6 of 10 that Ben began; Ben began 10 and wins 2 of 10 that Ana began.
    assert (own.cases, own.wins, own.due) == (20, 12, pytest.approx(6 + 2))


def test_somebody_strong_who_often_begins_does_not_make_beginning_look_good():
    # Ana wins 9 of 10, whoever begins; 30 of 40 plays are hers to begin.
    plays = series(
        (27, "Ana*", "Ben"), (3, "Ana", "Ben*"), (9, "Ben", "Ana*"), (1, "Ben*", "Ana")
    )  # fmt: skip
    found = begun(plays)
    assert found.all.wins == 28
    assert found.own.due == pytest.approx(28)
    assert found.verdict == "open"


@pytest.mark.parametrize(
    ("first", "verdict"), [(30, "helps"), (22, "open"), (20, "open"), (18, "open"), (10, "hurts")]
)
def test_where_both_begin_in_turn_the_verdict_goes_by_how_many_of_forty_they_win(first, verdict):
    half, less = first // 2, 20 - first // 2
    plays = series(
        (half, "Ana*", "Ben"), (less, "Ana", "Ben*"), (half, "Ben*", "Ana"), (less, "Ben", "Ana*")
    )  # fmt: skip
    assert begun(plays).verdict == verdict


def test_one_play_that_another_began_is_nothing_to_hold_a_hundred_against():
    plays = series((60, "Ana*", "Ben"), (1, "Ben", "Ana*"))
    found = begun(plays)
    assert found.own.cases == 61
    assert found.verdict == "few"


def test_only_plays_of_one_game_and_of_as_many_players_are_compared():
    pairs = series((12, "Ana*", "Ben"))
    trios = [played(20 + n, "Ben", "Ana*", "Cho") for n in range(12)]
    catan = [of_catan(played(40 + n, "Ben*", "Ana")) for n in range(12)]
    assert begun([*pairs, *trios, *catan]).own.cases == 0
    assert begun([*pairs, *(played(60 + n, "Ben*", "Ana") for n in range(12))]).own.cases == 24


@given(histories())
def test_what_is_compared_is_part_of_all_that_were_begun(plays):
    found = begun(plays)
    assert 0 <= found.own.wins <= found.own.cases <= found.all.cases <= len(plays)
    assert 0 <= found.own.due <= found.own.cases
    assert found.most_cases <= found.all.cases
    assert (found.most == "") == (found.most_cases == 0)
