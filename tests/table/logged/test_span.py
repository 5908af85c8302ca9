"""When a play was that is told later."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Invalid
from companion.table.logged.span import Span, TypedTime, span

NOW = "2026-11-26T21:00:00Z"
NOON = Span("2026-11-03T12:00:00Z", "2026-11-03T12:00:00Z", None)


def test_a_play_of_now_has_just_ended():
    assert span(TypedTime(), NOW, "") == Span(NOW, NOW, None)
    assert span(TypedTime(minutes="90"), NOW, "") == Span("2026-11-26T19:30:00Z", NOW, 90)
    assert span(TypedTime("today"), NOW, "") == Span(NOW, NOW, None)


def test_a_play_of_another_day_began_at_noon_or_when_it_is_said():
    assert span(TypedTime("3.11."), NOW, "") == NOON
    assert span(TypedTime("3.11.", "21:30", "45"), NOW, "") == Span(
        "2026-11-03T21:30:00Z", "2026-11-03T22:15:00Z", 45
    )
    assert span(TypedTime("tuesday", "9:30 pm"), NOW, "").started == "2026-11-24T21:30:00Z"
    assert span(TypedTime("11/3", "21h30"), NOW, "mdy").started == "2026-11-03T21:30:00Z"


def test_what_is_not_typed_again_stays():
    before = Span("2026-11-03T20:00:00Z", "2026-11-03T21:30:00Z", 80)
    assert span(TypedTime("2.11."), NOW, "", before) == Span(
        "2026-11-02T20:00:00Z", "2026-11-02T21:30:00Z", 80
    )
    assert span(TypedTime(at="19:00"), NOW, "", before) == Span(
        "2026-11-03T19:00:00Z", "2026-11-03T20:30:00Z", 80
    )
    assert span(TypedTime(minutes="30"), NOW, "", before) == Span(
        "2026-11-03T20:00:00Z", "2026-11-03T21:30:00Z", 30
    )
    assert span(TypedTime(minutes="120"), NOW, "", before) == Span(
        "2026-11-03T19:30:00Z", "2026-11-03T21:30:00Z", 120
    )
    just_now = Span(NOW, NOW, None)
    assert span(TypedTime(minutes="90"), NOW, "", just_now) == Span("2026-11-26T19:30:00Z", NOW, 90)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (TypedTime("27.11.2026"), "in the future"),
        (TypedTime("today", "21:30"), "began in the future"),
        (TypedTime("today", "20:30", "60"), "ended in the future"),
        (TypedTime("2026-11"), "On which day"),
        (TypedTime(at="25:00"), "not a time of day"),
        (TypedTime(at="noonish"), "not a time of day"),
        (TypedTime(minutes="0"), "not a number of minutes"),
        (TypedTime(minutes="-5"), "not a number of minutes"),
        (TypedTime(minutes="10000"), "not a number of minutes"),
    ],
)
def test_what_cannot_be_is_refused(typed, why):
    with pytest.raises(Invalid, match=why):
        span(typed, NOW, "")


@given(
    st.none() | st.sampled_from(["today", "yesterday", "monday", "3.11.", "2020-02-29"]),
    st.none() | st.sampled_from(["0:00", "12:00", "23:59", "7 pm"]),
    st.none() | st.integers(1, 9999).map(str),
)
def test_no_play_that_is_told_ends_in_the_future(on, at, minutes):
    try:
        found = span(TypedTime(on, at, minutes), NOW, "")
    except Invalid:
        return
    assert found.started <= found.ended <= NOW
    took = datetime.fromisoformat(found.ended) - datetime.fromisoformat(found.started)
    assert took.total_seconds() == 60 * (found.minutes or 0)
    assert datetime.fromisoformat(found.started).tzinfo == UTC
