"""Dice that were told, which are a secret, against the faces that a Challenge brings to light."""

from typing import Any

from companion.games.boolean.dice.names import by_id
from companion.games.boolean.stack.faces import lying, that_lie, under
from companion.games.boolean.stack.state import StackState
from companion.games.boolean.stack.verdict import top_of

Data = Any
_SLIP = "`companion undo` if that was a slip"


def contradiction(state: StackState, data: Data) -> str | None:
    """Whose die cannot lie as the faces say, by the dice that were told; None where all can be.

    To refuse such a Challenge would be a way to ask for the opponent's secret.
    """
    seat, below, die = data["seat"], data["below"], data["die"]
    if below is not None and not that_lie(under(below), may_own(state, seat)):
        return _none_of(state, seat, "the die below")
    theirs = may_own(state, 1 - seat)
    if die is not None:
        name = state.name(1 - seat)
        no_such = f"{name} cannot have the {die}, by the dice that were told. {_SLIP}."
        return no_such if die not in theirs else None
    if not that_lie(lying(data["placed"], top_of(state, data)), theirs):
        return _none_of(state, 1 - seat, "the Challenged die")
    return None


def _none_of(state: StackState, seat: int, die: str) -> str:
    return (
        f"No die that {state.name(seat)} can have, by the dice that were told, lies as {die} does. "
        f"{_SLIP}."
    )


def may_own(state: StackState, seat: int) -> list[str]:
    """The dice that can be among a player's five, by what is known."""
    held, other = state.held[seat], state.held[1 - seat]
    if len(held.known) == held.size:
        return list(held.known)
    return [die for die in by_id() if die not in other.known]
