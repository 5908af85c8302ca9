"""Actions and their referee: the facts of an entry are checked one by one, or none stands."""

import pytest

from companion.core.action import Action
from companion.core.event import Draft, Referee
from companion.errors import Illegal, Refused
from companion.games.bwd.game import GAME
from tests.desks import table_of


def action(house: str | None = None) -> Action:
    return Action(GAME, table_of("Ana", "Ben"), None, house)


# The referee


def test_the_referee_says_no_with_the_rule_the_reason_and_the_way_out():
    with pytest.raises(Illegal) as refusal:
        Referee().require(False, "BWD-25", "Points never fall below 0.", "Try `=0`.")
    assert refusal.value.rule == "BWD-25"
    assert refusal.value.message == "Points never fall below 0."
    assert refusal.value.hint == "Try `=0`."


def test_the_referee_is_silent_about_what_is_allowed():
    referee = Referee()
    referee.require(True, "BWD-25", "never said")
    assert referee.overruled == []


def test_a_house_rule_lets_it_pass_and_notes_every_rule_once():
    referee = Referee("we agreed")
    for rule in ("BWD-25", "BWD-85", "BWD-25"):
        referee.refuse(rule, "not said")
    referee.require(True, "BWD-1", "not broken")
    assert referee.overruled == ["BWD-25", "BWD-85"]


# Actions


def test_every_fact_is_applied_as_it_is_added():
    entry = action()
    entry.add("points.gained", seat=0, points=3)
    entry.add("points.paid", seat=0, points=6)
    assert entry.state.scores == (0, 3)
    assert entry.before.scores == (3, 3)
    assert entry.drafts == [
        Draft("points.gained", {"seat": 0, "points": 3}),
        Draft("points.paid", {"seat": 0, "points": 6}),
    ]
    assert len(entry.lines) == 2


def test_a_refused_fact_is_not_added():
    entry = action()
    with pytest.raises(Illegal) as refusal:
        entry.add("points.paid", seat=0, points=4)
    assert refusal.value.rule == "BWD-154"
    assert entry.drafts == []
    assert entry.lines == []
    assert entry.state == entry.before


def test_a_house_rule_records_it_anyway():
    entry = action(house="the bank lends")
    entry.add("points.paid", seat=0, points=4)
    assert entry.state.scores == (0, 3)
    assert entry.referee.overruled == ["BWD-154"]


def test_no_house_rule_goes_on_after_the_end():
    entry = action(house="one more")
    entry.add("play.abandoned")
    with pytest.raises(Refused):
        entry.add("points.gained", seat=0, points=1)


def test_a_warning_is_said_once():
    entry = action()
    entry.warn("Ben has a ward.")
    entry.warn("Ben has a ward.")
    assert entry.warnings == ["Ben has a ward."]
