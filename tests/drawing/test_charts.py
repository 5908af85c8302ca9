"""What a chart's parts need: room between labels, and no more points than can be seen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.blocks import Chart, Series
from companion.drawing.charts import bar_names, drawable, heights, spread, stepped, thinned

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
