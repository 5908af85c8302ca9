"""What several checks of Spy vs. Spy ask: who is in, whose turn it is, which die can be there."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.boolean.spy.changes import is_turncoat
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import Place, Post

Data = Any
AT: dict[Place, str] = {"populace": "in the populace", "desk": "at a desk", "field": "in the field"}


def require_in(state: SpyState, seat: int) -> None:
    """Refuse what is about somebody who is eliminated. Raises Refused."""
    if seat in state.out:
        raise Refused(
            f"{state.name(seat)} is eliminated, and those dice are out of the game (A-BO-25).",
            "`companion table` shows who is in; `companion undo` if it was told wrongly.",
        )


def require_turn(state: SpyState, seat: int, referee: Referee) -> None:
    """Refuse somebody who does not have the turn."""
    turn = state.name(state.mover)
    referee.require(
        seat == state.turn,
        "BO-183",
        f"It is {turn}'s turn, and not {state.name(seat)}'s: turns go round clockwise.",
        f"`companion next` if {turn}'s turn is over and was not told.",
    )


def require_untold(state: SpyState, data: Data, now: bool, rule: str, referee: Referee) -> None:
    """Where nobody told whether it was the turncoat, it follows from who else is there."""
    told = data["turncoat"]
    name = state.name(data["seat"])
    referee.require(
        told is now or "turncoat" not in data.get("untold", ()),
        rule,
        f"It was {name}'s turncoat, as it could be nobody else; others can then."
        if told
        else f"It was another agent than {name}'s turncoat; nobody else is left then.",
        "`companion log` has the numbers for `companion undo`.",
    )


def require_die_there(state: SpyState, seat: int, die: str | None, referee: Referee) -> None:
    """Refuse a die that is among the free agents as often as there are sets, and one that
    somebody has lost already."""
    if die is None:
        return
    free = sum(agent.die == die for agent in state.free)
    referee.require(
        free < len(state.seats),
        "BO-4",
        f"Every {die} there is is a free agent already: there is one in each set.",
        "`companion boolean dice` shows the ten; `companion table` the free agents.",
    )
    referee.require(
        state.agencies[seat].may_have(die),
        "BO-4",
        f"{state.name(seat)} has lost the {die} already: there is one in each set.",
        "`companion boolean dice` shows the ten; `companion table` the free agents.",
    )


def require_turncoat_there(state: SpyState, seat: int, post: Post, die: str | None) -> None:
    """Refuse a turncoat as the agent that was lost where it is known to be elsewhere.

    Raises Refused.
    """
    agency, name = state.agencies[seat], state.name(seat)
    if not is_turncoat(agency, die) or agency.most_turncoats_at(post):
        return
    places = listed([AT[place] for place in dict.fromkeys(agency.turncoats or ())])
    raise Refused(
        f"The {die} is {name}'s turncoat, which {f'is {places}' if places else 'was lost'}.",
        f"`companion boolean agents {state.seats[seat].handle} --turncoat {post}` if that is "
        "wrong: then tell it again.",
    )
