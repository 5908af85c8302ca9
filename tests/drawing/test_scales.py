"""Axes: round numbers, in order, that hold what is to be drawn."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.dates import day_of
from companion.drawing.charts import (
    Axis,
    along,
    number,
    over_days,
    snug,
    step_of,
    upright,
    with_room,
)

VALUES = st.lists(
    st.one_of(
        st.integers(-50, 50).map(float),
        st.floats(-1e20, 1e20),
        st.floats(-1e-6, 1e-6),
        st.sampled_from([1e16, 1e16 + 2, 5e-324, 0.1, 1 / 3]),
    ),
    min_size=1,
    max_size=9,
)


def in_order(axis: Axis) -> None:
    assert axis.low < axis.high
    values = [value for value, _ in axis.ticks]
    assert all(before < after for before, after in pairwise(values))


@given(VALUES, st.integers(3, 12), st.booleans())
def test_an_upright_axis_begins_and_ends_with_a_tick_and_holds_all(values, most, from_zero):
    axis = upright(values, most, from_zero=from_zero)
    in_order(axis)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert (axis.ticks[0][0], axis.ticks[-1][0]) == (axis.low, axis.high)
    assert len(axis.ticks) <= most
    assert not from_zero or axis.low <= 0 <= axis.high
    assert all(0 <= axis.share(value) <= 1 for value in values)


@given(VALUES, st.integers(3, 12))
def test_the_snuggest_axis_is_no_longer_than_that_of_few_ticks(values, most):
    axis = snug(values, most)
    in_order(axis)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert len(axis.ticks) <= max(most, 3)
    shortest = upright(values, min(most, 5))
    assert axis.high - axis.low <= (shortest.high - shortest.low) * (1 + 1e-9)


@given(VALUES, st.integers(1, 12))
def test_an_axis_along_goes_from_the_first_to_the_last_value(values, most):
    axis = along(values, most)
    in_order(axis)
    assert axis.low <= min(values) <= max(values) <= axis.high
    assert all(-1e-9 <= axis.share(value) <= 1 + 1e-9 for value, _ in axis.ticks)
    assert len(axis.ticks) <= most + 1


@given(st.lists(st.floats(-700_000, 2_900_000), min_size=1, max_size=9), st.integers(1, 12))
def test_dates_are_on_the_days_that_they_say(values, most):
    axis = over_days(values, most)
    in_order(axis)
    assert axis.ticks
    for value, words in axis.ticks:
        padded = words if words.count("-") == 2 else f"{words}-01-01"[:10]
        assert abs(value - day_of(padded)) <= 1, words


@given(st.integers(-1000, 1000), st.integers(1, 2000), st.integers(1, 30))
def test_rounds_have_no_ticks_between_them(low, many, most):
    axis = along([float(low), float(low + many)], most)
    assert all(value.is_integer() for value, _ in axis.ticks)


@given(st.floats(0.001, 1e9), st.integers(1, 20))
def test_a_step_is_one_two_or_five_with_noughts(way, most):
    step = step_of(0, way, most)
    assert f"{step:e}"[0] in "125"
    assert float(f"{step:.6e}") == pytest.approx(float(f"{step:.0e}"))
    assert way / step <= most * (1 + 1e-6)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ((0, 21), "0 5 10 15 20 25"),
        ((-7, 12), "−10 −5 0 5 10 15"),
        ((22.1, 27.8), "22 24 26 28"),
        ((0, 0.001), "0 0.0002 0.0004 0.0006 0.0008 0.0010"),
        ((1200, 15_000), "0 5,000 10,000 15,000"),
        ((1e6, 4.2e6), "0|1 M|2 M|3 M|4 M|5 M"),
        ((999_999, 1_000_003), "999,999 1,000,000 1,000,001 1,000,002 1,000,003"),
        ((1e18, 3e18), "0 1e18 2e18 3e18"),
        ((5, 5), "4 5 6"),
        ((-12, -3), "−15 −10 −5 0"),
        ((100, 130), "100 110 120 130"),
    ],
)
def test_numbers_on_an_axis_are_round(values, ticks):
    found = [words for _, words in upright([float(value) for value in values], 6).ticks]
    assert found == (ticks.split("|") if "|" in ticks else ticks.split())


@pytest.mark.parametrize(
    ("first", "last", "most", "ticks"),
    [
        ("2026-11-01", "2026-11-09", 6, "2026-11-01 2026-11-03 2026-11-05 2026-11-07 2026-11-09"),
        ("2026-10-20", "2027-03-09", 6, "2026-11 2026-12 2027-01 2027-02 2027-03"),
        ("2026-10-20", "2027-03-09", 3, "2026-11 2027-01 2027-03"),
        ("2019-11-01", "2027-03-09", 6, "2020 2022 2024 2026"),
        ("2026-11-22", "2026-11-22", 6, "2026-11-22"),
        ("2026-02-02", "2026-06-28", 2, "2026-04"),
    ],
)
def test_dates_on_an_axis_are_firsts(first, last, most, ticks):
    axis = over_days([day_of(first), day_of(last)], most)
    expected = ticks.split()
    found = [words for _, words in axis.ticks]
    assert found == (expected if len(expected) > 1 or first == last else [first, last])


def test_words_that_would_touch_are_left_out():
    def make(most: int) -> Axis:
        return along([0.0, 100.0], most)

    assert len(with_room(make, 12, lambda axis: True).ticks) == 11
    assert len(with_room(make, 12, lambda axis: len(axis.ticks) <= 6).ticks) == 6
    assert len(with_room(make, 12, lambda axis: False).ticks) == 2


@pytest.mark.parametrize(
    ("value", "words"),
    [
        *(
            (3.0, "3"),
            (2.5, "2.5"),
            (-3.0, "−3"),
            (0.0, "0"),
            (12_500.0, "12,500"),
            (27.44, "27.4"),
        ),
        *(
            (9_999_999.0, "9,999,999"),
            (12_345_678.0, "12.3 M"),
            (3.2e9, "3.20 bn"),
            (1e300, "1e300"),
        ),
    ],
)
def test_a_value_beside_its_line(value, words):
    assert number(value) == words
