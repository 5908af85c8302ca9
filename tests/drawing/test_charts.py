"""Charts, wherever they are drawn: axes with round numbers, room between labels, few points."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.blocks import Chart, Series
from companion.core.dates import day_of
from companion.drawing.charts import (
    Axis,
    along,
    bar_names,
    drawable,
    heights,
    number,
    over_days,
    snug,
    spread,
    step_of,
    stepped,
    thinned,
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
            (27.44, "27.44"),
            (12_345.75, "12,345.75"),
            (27.433, "27.4"),
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


# What a chart's parts need: room between labels, and no more points than can be seen.


PLACES = st.lists(st.floats(-20, 120), min_size=1, max_size=30)


@given(PLACES, st.floats(0.5, 9))
def test_labels_never_overlap_nor_leave_the_chart_nor_change_their_order(wanted, apart):
    places = spread(wanted, apart, 0, 100)
    assert all(-1e-6 <= place <= 100 + 1e-6 for place in places)
    ordered = sorted(places)
    if apart * (len(wanted) - 1) <= 100:
        assert all(after - before >= apart - 1e-6 for before, after in pairwise(ordered))
    for before, after in pairwise(sorted(zip(wanted, places, strict=True))):
        assert before[0] == after[0] or before[1] <= after[1] + 1e-6


@given(st.lists(st.integers(0, 20), min_size=1, max_size=9, unique=True))
def test_labels_that_have_room_stay_where_they_are(wanted):
    assert spread([5.0 * place for place in wanted], 4, 0, 100) == pytest.approx(
        [5.0 * place for place in wanted]
    )


def test_labels_at_one_place_stand_around_it():
    assert spread([50, 50, 50], 4, 0, 100) == pytest.approx([46, 50, 54])
    assert spread([0, 0], 4, 0, 100) == pytest.approx([0, 4])
    assert spread([100, 100], 4, 0, 100) == pytest.approx([96, 100])


def test_more_labels_than_there_is_room_for_stand_evenly_by_their_values():
    assert spread([9, 1, 5], 60, 0, 100) == pytest.approx([100, 0, 50])


POINTS = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=3000).map(
    lambda values: [(float(at), y) for at, y in enumerate(values)]
)


@given(POINTS, st.integers(4, 200))
def test_a_line_of_fewer_points_has_the_same_ends_and_extremes(points, most):
    kept = thinned(points, most)
    assert len(kept) <= max(most, 4)
    assert (kept[0], kept[-1]) == (points[0], points[-1])
    values, all_values = [y for _, y in kept], [y for _, y in points]
    assert (min(values), max(values)) == (min(all_values), max(all_values))
    assert set(kept) <= set(points)
    assert list(kept) == sorted(kept)


def test_steps_stay_level_until_the_next_point():
    assert stepped([(0, 1), (2, 3), (5, 2)]) == ((0, 1), (2, 1), (2, 3), (5, 3), (5, 2))
    assert stepped([]) == ()


def test_what_is_no_number_is_left_out_and_an_empty_line_with_it():
    nan, endless = float("nan"), float("inf")
    chart = Chart(
        "t",
        "x",
        "y",
        (
            Series("a", ((2, 1), (1, nan), (0, 3)), ((0, 2), (0, 2), (2, endless))),
            Series("b", ((0, endless),)),
            Series("c", ((1, 4), (0, 5)), ((3, 5),)),
        ),
    )
    assert drawable(chart).series == (
        Series("a", ((2, 1),), ((0, 2),)),
        Series("c", ((0, 5), (1, 4))),
    )


def test_bands_need_room_only_where_they_are_drawn():
    chart = Chart("t", "x", "y", (Series("a", ((0, 5),), ((1, 9),)),))
    assert heights(chart, with_bands=False) == [5]
    assert heights(chart, with_bands=True) == [5, 1, 9]


def test_bars_without_a_name_go_by_their_place():
    bars = (Series("a", ((1, 4), (0, 5), (7, 1), (0.5, 2))),)
    chart = Chart("t", "", "y", bars, kind="bar", labels=("Ana", "Ben"))
    assert bar_names(chart) == {0: "Ana", 0.5: "0.5", 1: "Ben", 7: "7"}
