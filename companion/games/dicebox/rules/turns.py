"""Whose turn it is, and what it may be used for: what placing, rolling and passing ask alike."""

from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.choices import places_of
from companion.games.dicebox.state import Die, State


def require_seed(state: State, referee: Referee) -> None:
    """Refuse a turn before there are any."""
    referee.require(
        state.seeded,
        "DB-19",
        "There are no turns before the Seed lies on the board.",
        "`companion dicebox seed 3`",
    )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse what somebody does out of turn."""
    turn = state.name(state.turn)
    referee.require(
        seat == state.turn,
        "DB-31",
        f"It is {turn}'s turn, and not {state.name(seat)}'s.",
        f"`companion next` if {turn} could place nothing and that went untold; "
        f"`companion dicebox turn {state.seats[seat].handle}` puts the turn right.",
    )


def require_stuck(state: State, seat: int, referee: Referee, so: str) -> None:
    """Refuse to let somebody off who can place a die."""
    for die, squares in places_of(state, seat):
        if squares:
            where = SQUARES[squares[0]]
            handle = state.seats[seat].handle
            referee.refuse(
                "DB-29",
                f"{state.name(seat)} can place {die.told} on {where}, and whoever can place must, "
                f"whatever the colour: {so}.",
                f"`companion dicebox place {handle} {die.typed} {where}`; "
                f"`companion dicebox legal {handle}` shows all.",
            )
            return


def told_briefly(held: tuple[Die, ...], *, colors: bool = False) -> str:
    """Dice in a few words: `2 × red 4 and blue`, where nobody told what the blue one shows."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed([f"{n} × {die.told}" if n > 1 else die.told for die, n in counts.items()])
