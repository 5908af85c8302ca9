"""Dice that were told, which are a secret, against what a challenge brings to light."""

from typing import Any

from companion.games.boolean.dice.seen import whites_in
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.possession.entries import whites_of

Data = Any
_SLIP = "`companion undo` if that was a slip"


def contradiction(state: LiarState, data: Data) -> str | None:
    """What of a challenge cannot be, by the dice that were told; None where all of it can be.

    It is said to those who have shown their dice. Before that, and to refuse it, would be a way to
    ask for somebody's secret.
    """
    for seat, hand in enumerate(data["hands"] or ()):
        if hand and whites_in(hand) not in whites_of(state, seat):
            name = state.name(seat)
            return f"{name} shows {hand}: the dice that were told of {name} cannot do so. {_SLIP}."
    if data["whites"] is None:
        return None
    ranges = [whites_of(state, seat) for seat in state.still_in]
    least, most = sum(each.start for each in ranges), sum(each.stop - 1 for each in ranges)
    if least <= data["whites"] <= most:
        return None
    return f"By the dice that were told, {data['whites']} cannot be White-up. {_SLIP}."
