"""After a Split: which dice can be together in one of its two sets."""

from collections.abc import Collection

from companion.core.referee import Referee
from companion.games.boolean.dice.counts import HALF
from companion.games.boolean.possession.state import Possessing

ALL_BLACK, ALL_WHITE = "0w", "6w"
"""The dice with faces of one colour alone: one is in each set, whatever was thrown."""


def require_of_a_split(
    state: Possessing, seat: int, dice: Collection[str], referee: Referee
) -> None:
    """Refuse dice that no Split leaves together: five White-up ones have the die that is white all
    over among them, five Black-up ones the black one."""
    name, handle = state.name(seat), state.seats[seat].handle
    hint = f"`companion boolean holds {handle}` with the dice that {name} has; all are told anew."
    openly = "The dice that it tells are not together after a Split."
    referee.require(
        not {ALL_BLACK, ALL_WHITE}.issubset(dice),
        "BO-30",
        f"The {ALL_BLACK} and the {ALL_WHITE} are never in the same set after a Split: one is "
        "Black-up, however it lies, and the other White-up.",
        hint,
        openly,
    )
    referee.require(
        len(dice) < HALF or bool({ALL_BLACK, ALL_WHITE}.intersection(dice)),
        "BO-30",
        f"After a Split, five dice have the {ALL_BLACK} among them, or the {ALL_WHITE}.",
        hint,
        openly,
    )
