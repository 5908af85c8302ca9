"""How many dice players have, told anew: one entry for all of them."""

from collections.abc import Mapping

from companion.core.action import Action
from companion.games.boolean.possession.state import P
from companion.games.boolean.six import moving


def count(action: Action[P], sizes: Mapping[int, int]) -> None:
    """So many dice each, by seat, whatever was told before; the play may be over with that."""
    held = action.state.held
    # Who has fewer gives way first: the dice of all together never are too many.
    for seat in sorted(sizes, key=lambda seat: sizes[seat] - held[seat].size):
        action.add("dice.counted", seat=seat, dice=sizes[seat])
    moving(action.state.variant).end(action)
