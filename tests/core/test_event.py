"""Events: only what any program can read goes into a log, and it comes out as it went in."""

import json
from enum import IntEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import Draft, Event, House, Source, require_recordable

AT = "2025-03-01T19:30:00Z"

json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=10,
)
houses = st.none() | st.builds(
    House, st.text(min_size=1, max_size=9), st.lists(st.text(max_size=6), max_size=2).map(tuple)
)
events = st.builds(
    Event,
    st.integers(1, 999),
    st.integers(1, 999),
    st.sampled_from(["points.gained", "first_player.handed_over"]),
    st.dictionaries(st.text(max_size=5), json_values, max_size=3),
    st.just(AT),
    houses,
    st.builds(Source, st.text(max_size=6), st.text(max_size=6)),
)


class Number(IntEnum):
    ONE = 1


# What may be recorded


@given(st.dictionaries(st.text(max_size=5), json_values, max_size=3))
def test_json_primitives_can_be_recorded(data):
    require_recordable(Draft("points.gained", data))
    assert json.loads(json.dumps(data)) == data


@pytest.mark.parametrize(
    "value",
    [
        (1, 2),
        {1, 2},
        b"bytes",
        pytest.param(object(), id="an object"),
        Number.ONE,
        float("nan"),
        float("inf"),
        float("-inf"),
        {1: "a number as a key"},
        [{"deep": [("down",)]}],
    ],
    ids=repr,
)
def test_what_json_would_lose_or_change_is_a_mistake(value):
    with pytest.raises(ValueError, match=r"points\.gained"):
        require_recordable(Draft("points.gained", {"value": value}))


@pytest.mark.parametrize("kind", ["points.gained", "first_player.handed_over"])
def test_a_kind_is_a_noun_and_what_happened_to_it(kind):
    require_recordable(Draft(kind, {}))


@pytest.mark.parametrize(
    "kind", ["", "points", "points.", ".gained", "Points.Gained", "a.b.c", "points gained", "a.b\n"]
)
def test_anything_else_is_no_kind(kind):
    with pytest.raises(ValueError, match="noun"):
        require_recordable(Draft(kind, {}))


# There and back


@given(events)
def test_an_event_survives_being_written_as_text(event):
    text = json.dumps(event.to_json())
    assert Event.from_json(json.loads(text)) == event


def test_the_house_rule_is_written_only_where_there_was_one():
    plain = Event(2, 2, "points.gained", {"seat": 0, "points": 3}, AT)
    assert plain.to_json() == {
        "seq": 2,
        "action": 2,
        "kind": "points.gained",
        "data": {"seat": 0, "points": 3},
        "at": AT,
    }
    overruled = plain._replace(house=House("we like it", ("BWD-25",)))
    assert overruled.to_json()["house"] == {"why": "we like it", "rules": ["BWD-25"]}


GOOD = Event(2, 2, "points.gained", {"seat": 0}, AT).to_json()
NO_TIMES = (
    *("", "now", "2026=11-22T21:30:00Z", "2026-11-22T11:5::21Z", "2026-02-29T21:30:00Z"),
    *("1900-02-29T21:30:00Z", "2026-04-31T21:30:00Z", "2026-13-01T21:30:00Z"),
    *("0000-01-01T21:30:00Z", "２026-11-22T21:30:00Z", "2024-02-29T24:00:00Z"),
    *("2026-11-22", "2026-11-22 21:30:00Z", "2026-11-22T24:00:00Z", "2026-W47-1T21:30:00Z"),
    *("2026-11-22T21:30:00+01:00", "2026-11-22T21:30:00.5Z", "20261122T213000.50Z"),
)


@pytest.mark.parametrize(
    "record",
    [
        None,
        7,
        "points.gained",
        [],
        {},
        *({key: value for key, value in GOOD.items() if key != left_out} for left_out in GOOD),
        {**GOOD, "seq": "2"},
        {**GOOD, "seq": True},
        {**GOOD, "action": 2.0},
        {**GOOD, "kind": 3},
        {**GOOD, "data": [1]},
        {**GOOD, "data": None},
        {**GOOD, "at": None},
        *({**GOOD, "at": at} for at in NO_TIMES),
        {**GOOD, "house": "because"},
        {**GOOD, "house": {}},
        {**GOOD, "house": {"why": "no rules told"}},
        {**GOOD, "house": {"why": "x", "rules": 5}},
        {**GOOD, "house": {"why": "x", "rules": [5]}},
        {**GOOD, "house": {"why": 5, "rules": []}},
    ],
    ids=repr,
)
def test_a_record_that_is_no_event_is_refused(record):
    with pytest.raises(ValueError, match="not an event"):
        Event.from_json(record)


@pytest.mark.parametrize(
    "at", ["2024-02-29T21:30:00Z", "2000-02-29T00:00:00Z", "0001-01-01T23:59:59Z"]
)
def test_a_day_that_only_some_years_have_is_a_day_of_those(at):
    assert Event.from_json({**GOOD, "at": at}).at == at


@given(st.datetimes())
def test_every_moment_is_a_time(moment):
    at = f"{moment.replace(microsecond=0).isoformat()}Z"
    assert Event.from_json({**GOOD, "at": at}).at == at


def test_the_record_those_were_made_of_is_an_event():
    assert Event.from_json(GOOD).data == {"seat": 0}
