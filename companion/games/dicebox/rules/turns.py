"""Whose turn it is, and what it may be used for: what placing, rolling and passing ask alike."""

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.choices import best_place, must_place, place_such_as
from companion.games.dicebox.state import Die, State


def require_seed(state: State, referee: Referee) -> None:
    """Refuse a turn before there are any."""
    referee.require(
        state.seeded,
        "DB-19",
        "There are no turns before the Seed lies on the board.",
        "`companion dicebox seed 3`",
    )


def require_going_on(state: State) -> None:
    """Refuse what comes after the board is done. Raises Refused."""
    if state.over:
        raise Refused(
            "The board is done: no empty square can be filled.",
            "`companion finish`"
            if state.colors_told
            else f"`companion dicebox colors {state.seats[0].handle}=red`, and the others'.",
        )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse what somebody does out of turn."""
    turn = state.name(state.turn)
    told_first = {
        True: f"What did {turn} place? {place_such_as(state, state.turn)}",
        False: f"What did {turn} roll? `companion next` leaves it untold",
        None: f"`companion next` if {turn} could place nothing and that went untold",
    }
    referee.require(
        seat == state.turn,
        "DB-31",
        f"It is {turn}'s turn, and not {state.name(seat)}'s.",
        f"{told_first[must_place(state, state.turn)]}; "
        f"`companion dicebox turn {state.seats[seat].handle}` puts the turn right.",
    )


def require_stuck(state: State, seat: int, referee: Referee, so: str) -> None:
    """Refuse to let somebody off who can place a die."""
    place = best_place(state, seat)
    if not must_place(state, seat) or place is None:
        return
    die, square = place
    referee.refuse(
        "DB-29",
        f"{state.name(seat)} can place {die.told} on {SQUARES[square]}, and whoever can place "
        f"must, whatever the colour: {so}.",
        f"{place_such_as(state, seat)}; dice told wrongly: `companion log` has the number for "
        "`companion undo`.",
    )


def told_briefly(held: tuple[Die, ...], *, colors: bool = False) -> str:
    """Dice in a few words: `2 × red 4 and blue`, where nobody told what the blue one shows; as
    `colors` alone, with how many there are of each: `2 × red and 1 × blue`."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed(
        [f"{n} × {die.told}" if n > 1 or colors else die.told for die, n in counts.items()]
    )
