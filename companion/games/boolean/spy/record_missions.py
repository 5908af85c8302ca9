"""What missions change: Orders are spent, an agent has acted, dice go from place to place."""

from collections.abc import Callable
from typing import Any

from companion.core.changed import replace
from companion.games.boolean.spy.changes import (
    at_turn,
    fallen,
    is_turncoat,
    lose,
    no_turncoat_of,
    taken,
)
from companion.games.boolean.spy.missions import Mission, price
from companion.games.boolean.spy.state import SpyState, Turn, with_agency
from companion.games.boolean.spy.words import Post

Data = Any

POST_OF: dict[str, Post] = {"country": "field", "agency": "desk"}
"""Where the agents are that an infiltration is aimed at."""


def record_mission(mission: Mission, state: SpyState, data: Data) -> SpyState:
    """The state after a mission: it is paid, somebody has carried it out, and what came of it."""
    state = at_turn(state, data["seat"])
    now = state.now
    now = now._replace(
        spent=now.spent + price(mission, data),
        acted=now.acted + mission.executed,
        others=now.others + (mission.executed and _went_without(state, mission, data)),
    )
    return _RECORDERS[mission.name](replace(state, now=now), data)


def _went_without(state: SpyState, mission: Mission, data: Data) -> bool:
    """Whether it was no turncoat for certain that carried a mission out.

    In an infiltration that is told; in any other, none could go that was not in the field before
    it, or has had its mission.
    """
    if mission.name == "infiltrate":
        return not data["turncoat"]
    return state.turncoats_ready == 0


def _recruit(state: SpyState, data: Data) -> SpyState:
    seat, field = data["seat"], data["field"]
    agency = state.agencies[seat].moved("populace", "field", field)
    agency = agency.moved("populace", "desk", max(0, data["recruits"] - field))
    return with_agency(state, seat, agency)


def _target(state: SpyState, data: Data) -> SpyState:
    if data["to"] is None:
        return state
    agency = state.agencies[data["seat"]].moved("populace", data["to"])
    return with_agency(state, data["seat"], agency)


def _infiltrate(state: SpyState, data: Data) -> SpyState:
    """A victim that a turncoat makes disloyal has come up friendly, and so is none itself."""
    if data["turncoat"]:
        state = _turncoat_went(state, data["seat"])
    if data["result"] != "lost":
        return state
    turncoat, post = False if data["turncoat"] else None, POST_OF[data["target"]]
    unfriendly = not data["turncoat"]
    return lose(state, data["enemy"], post, data["die"], turncoat, unfriendly)


def _turncoat_went(state: SpyState, seat: int) -> SpyState:
    """After a mission of somebody's turncoat: it is in the field, and has had one."""
    agency, now = state.agencies[seat], state.now
    if agency.most_turncoats_at("field"):
        state = with_agency(state, seat, agency.turned("field", "field"))
    return replace(state, now=now._replace(turncoats=now.turncoats + 1))


def _rest(state: SpyState, data: Data) -> SpyState:
    """It may have been a turncoat's, whether that was told or not."""
    told = data["turncoat"]
    return replace(state, now=_ready_again(state.now, turncoat=True, other=not told))


def _ready_again(now: Turn, *, turncoat: bool, other: bool) -> Turn:
    """With an agent less that has had a mission: a `turncoat`, any `other`, or nobody knows."""
    acted = max(0, now.acted - 1)
    turncoats, others = max(0, now.turncoats - turncoat), max(0, now.others - other)
    return now._replace(acted=acted, turncoats=turncoats, others=min(acted, others))


def _turncoat(state: SpyState, data: Data) -> SpyState:
    agency = state.agencies[data["seat"]].moved("populace", data["to"])
    return with_agency(state, data["seat"], agency.turned("populace", data["to"]))


def _free(state: SpyState, data: Data) -> SpyState:
    if not data["won"]:
        return state
    seat, loyal = data["seat"], no_turncoat_of(state, data["seat"], data["die"])
    state, die = taken(state, data["die"])
    agency = state.agencies[seat].changed("field", 1)
    agency = agency._replace(dice=agency.dice + 1, won=(*agency.won, die))
    turncoat, now = False if loyal else is_turncoat(agency, die), state.now
    if turncoat and agency.turncoats is not None:
        agency = agency.turned(None, "field")
    elif turncoat is not False:
        agency = agency._replace(strangers=agency.strangers + 1)
    now = now._replace(new=now.new + 1, new_turncoats=now.new_turncoats + (turncoat is not False))
    return replace(with_agency(state, seat, agency), now=now)


def _train(state: SpyState, data: Data) -> SpyState:
    """Of field agents, one that has had its mission goes to a desk: there is one by now."""
    seat, to = data["seat"], data["to"]
    start: Post = "field" if to == "desk" else "desk"
    agency = state.agencies[seat].moved(start, to)
    if data["turncoat"]:
        agency = agency.turned(start, to)
    if to == "desk":
        now = _ready_again(state.now, turncoat=data["turncoat"], other=not data["turncoat"])
        state = replace(state, now=now)
    return fallen(with_agency(state, seat, agency), seat)


_RECORDERS: dict[str, Callable[[SpyState, Data], SpyState]] = {
    "recruit": _recruit,
    "target": _target,
    "infiltrate": _infiltrate,
    "scout": lambda state, data: state,
    "rest": _rest,
    "turncoat": _turncoat,
    "free": _free,
    "train": _train,
}
