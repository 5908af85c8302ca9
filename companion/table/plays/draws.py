"""What is drawn before and amid a play: who sits where, who begins. A log holds what came of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.names import folded, listed, short
from companion.core.seats import PlayerSeat, is_somebody, seats_for
from companion.core.verbs import RANDOM
from companion.errors import Invalid

if TYPE_CHECKING:
    from companion.core.play import PlayState
    from companion.table.desk import Desk

"""Typed in place of a name, or of an order."""


class Beginning(NamedTuple):
    """Who sits where, clockwise, who was named to be first, and what of both was `drawn`."""

    names: Sequence[str]
    first: str | None
    drawn: tuple[str, ...] = ()


def drawn_lines(drawn: Sequence[str], state: "PlayState") -> list[str]:
    """What was drawn of how a play begins, for the answer."""
    lines = []
    if "seats" in drawn:
        order = listed([seat.name for seat in state.seats])
        lines.append(f"Seats drawn, clockwise: {order}.")
    if "first" in drawn:
        lines.append(f"Drawn to be first: {state.name(state.first)}.")
    return lines


def beginning(
    desk: "Desk", names: Sequence[str], first: str | None, order: str | None
) -> Beginning:
    """How a play of these begins, with what is left to chance drawn.

    Raises Invalid for an `order` that is not `random`.
    """
    if order is not None and folded(order) != RANDOM:
        raise Invalid(
            f"“{short(order)}” is no order of seats.",
            "Players sit as they are named, clockwise; `--seats random` draws who sits where.",
        )
    draws_first = first is not None and means_random(seats_for(names), first)
    if order is None and not draws_first:
        return Beginning(names, first)
    chance = desk.chance(1)
    seated = list(names) if order is None else chance.sample(list(names), len(names))
    drawn = ("seats",) * (order is not None) + ("first",) * draws_first
    return Beginning(seated, chance.choice(seated) if draws_first else first, drawn)


def means_random(seats: Sequence[PlayerSeat], text: str) -> bool:
    """Whether a word leaves it to chance; not where somebody at the table is really called so."""
    return folded(text) == RANDOM and not is_somebody(seats, RANDOM)
