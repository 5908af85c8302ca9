"""The log of an import: what goes in comes out, and what is none is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import REDONE, UNDONE, Draft
from companion.core.log import Log
from companion.exchange import json_lines
from tests.exchange.plays import FULL, records

AT = "2025-03-02T10:00:00Z"


def log_of(*plays) -> Log:
    made = json_lines.import_made("BG Stats", "export.json", len(plays))
    return Log().extended([made], AT).extended(json_lines.play_drafts(plays), AT)


@given(st.lists(records(), max_size=3))
def test_what_was_recorded_is_read_back(plays):
    assert json_lines.recorded_plays(log_of(*plays).events) == [
        play._replace(play="") for play in plays
    ]


def test_plays_that_are_taken_back_are_none_until_they_are_brought_back():
    log = log_of(FULL)
    back = log.extended([Draft(UNDONE, {"action": json_lines.PLAYS_ENTRY})], AT)
    assert json_lines.are_taken_back(back.events)
    assert json_lines.recorded_plays(back.events) == []
    again = back.extended([Draft(REDONE, {"action": json_lines.PLAYS_ENTRY})], AT)
    assert not json_lines.are_taken_back(again.events)
    assert json_lines.recorded_plays(again.events) == json_lines.recorded_plays(log.events)


def test_what_is_unknown_takes_no_room():
    bare = FULL._replace(minutes=None, rounds=None, marks=(), bgg_id=None, place="", comment="")
    (draft,) = json_lines.play_drafts([bare])
    assert {"minutes", "rounds", "marks", "bgg_id", "place", "comment"}.isdisjoint(draft.data)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"uid": "12"}, "its `uid` is no UUID"),
        ({"title": " "}, "its title is missing"),
        ({"title": 7}, "its title is no text"),
        ({"ended": "yesterday"}, "its `ended` is no time"),
        ({"ended": "2025-02-30T00:00:00Z"}, "its `ended` is no time"),
        ({"minutes": -1}, "its `minutes` is no whole number"),
        ({"rounds": 1.5}, "its `rounds` is no whole number"),
        ({"minutes": True}, "its `minutes` is no whole number"),
        ({"players": []}, "its players are missing"),
        ({"players": [{"name": "Ana"}] * 2}, "somebody is in it twice"),
        ({"players": [{"name": "Ana"}, {"name": "ANA"}]}, "somebody is in it twice"),
        ({"players": [{"name": str(n)} for n in range(101)]}, "it has 101 players"),
        ({"players": ["Ana"]}, "a player of it is no object"),
        ({"players": [{"name": ""}]}, "no name that can be kept"),
        ({"players": [{"name": "\ud800"}]}, "no name that can be kept"),
        ({"players": [{"name": "Ana", "score": "7"}]}, "the score of Ana is no number"),
        ({"players": [{"name": "Ana", "score": float("nan")}]}, "the score of Ana is no number"),
        ({"players": [{"name": "Ana", "score": 10**400}]}, "the score of Ana is no number"),
        ({"players": [{"name": "Ana", "won": 1}]}, "neither true nor false"),
        ({"marks": [{"player": "Zoe"}]}, "of a player that it does not have"),
        ({"marks": "many"}, "its marks are no list"),
    ],
)
def test_an_entry_that_is_no_play_is_named_with_what_is_wrong(change, why):
    log = log_of(FULL)
    event = log.events[1]._replace(data={**log.events[1].data, **change})
    with pytest.raises(ValueError, match="its entry 2 is no play: ") as problem:
        json_lines.recorded_plays([log.events[0], event])
    assert why in str(problem.value)


def test_a_clock_that_was_put_back_costs_no_play():
    late = FULL._replace(started="2025-03-01T21:00:00Z")
    (told,) = json_lines.recorded_plays(log_of(late).events)
    assert told.started == told.ended == FULL.ended


def test_another_log_is_no_import():
    log = log_of(FULL)
    with pytest.raises(ValueError, match="does not begin with"):
        json_lines.recorded_plays(log.events[1:])
    with pytest.raises(ValueError, match="does not begin with"):
        json_lines.recorded_plays([])
    strange = log.extended([Draft("play.forgotten", {})], AT)
    with pytest.raises(ValueError, match=r"its entry 3 is of the unknown kind “play\.forgotten”"):
        json_lines.recorded_plays(strange.events)
