"""What a player may do, as far as the dice that are told say: pure questions about a state."""

from companion.games.dicebox import board
from companion.games.dicebox.state import Die, State

Place = tuple[Die, tuple[int, ...]]
"""A die, and the squares that it may go on; none where it fits nowhere."""


def places_of(state: State, seat: int) -> list[Place]:
    """A player's dice that show a number, those that are alike once."""
    dice = list(dict.fromkeys(state.known(seat)))
    found = board.places(state.numbers, [die.value or 0 for die in dice])
    return [(die, found[die.value or 0]) for die in dice]


def is_stuck(state: State, seat: int) -> bool:
    """Whether a player has dice, all of them told, and none of them fits anywhere."""
    fits = any(squares for _, squares in places_of(state, seat))
    return state.seeded and state.all_known(seat) and not fits


def must_place(state: State, seat: int) -> bool | None:
    """Whether a player would have to place; None where the dice that are told do not say."""
    if any(squares for _, squares in places_of(state, seat)):
        return True
    return False if is_stuck(state, seat) else None


def is_turn(state: State, seat: int) -> bool:
    """Whether it is a player's turn, in a play that is going on."""
    return state.status == "live" and state.seeded and not state.over and seat == state.turn
