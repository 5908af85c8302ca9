"""How much may be read into a share."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.stats.chance import share, wilson


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
