"""What the rules refuse in a turn: where a die may go, who places or rolls, and when."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.state import SEED, Die, State, without

Data = Any


def die_placed(state: State, data: Data, referee: Referee) -> None:
    """Refuse a die that is not there, out of turn, or on a square where it does not fit."""
    seat, color, value = data["seat"], data["color"], data["value"]
    square = SQUARES.index(data["square"])
    name, handle = state.name(seat), state.seats[seat].handle
    referee.require(
        state.seeded,
        "DB-23",
        "Nothing lies on the board yet, so nothing can be placed beside it.",
        "The Seed comes first: `companion dicebox seed 3`.",
    )
    _require_turn(state, seat, referee)
    _require_square(state, square, value, referee)
    held = state.dice[seat]
    referee.require(
        without(held, color, value) is not None,
        "DB-22",
        f"{name} has no {color} {value} to place: " + (_told(held) or "no dice left") + ".",
        f"`companion dicebox roll {handle} …` tells what {name} rolled.",
    )


def _require_turn(state: State, seat: int, referee: Referee) -> None:
    turn = state.name(state.turn)
    referee.require(
        seat == state.turn,
        "DB-31",
        f"It is {turn}'s turn, and not {state.name(seat)}'s.",
        f"`companion next` if {turn} could place nothing and that went untold; "
        f"`companion dicebox turn {state.seats[seat].handle}` puts the turn right.",
    )


def _require_square(state: State, square: int, value: int, referee: Referee) -> None:
    name, there, grid = SQUARES[square], state.grid[square], state.numbers
    referee.require(
        there is None,
        "DB-23",
        f"{name} is filled: {_lies(there)} lies there." if there is not None else "",
        _fits_on(state, value),
    )
    around = board.filled_beside(grid, square)
    referee.require(
        bool(around) or not state.seeded,
        "DB-23",
        f"No die lies at a side of {name}: a die goes beside another, and corners do not count.",
        _fits_on(state, value),
    )
    wrong = [other for other in around if not board.fits(value, grid[other] or 0)]
    if wrong:
        in_the_way = listed([f"{SQUARES[other]} ({_lies(state.grid[other])})" for other in wrong])
        verb = "lies" if len(wrong) == 1 else "lie"
        ring = {value, *(grid[other] for other in wrong)} == {1, 6}
        why = "6 and 1 do not meet" if ring else "it must be exactly one apart"
        beside = "every die beside it" if len(around) > 1 else "it"
        referee.refuse(
            "DB-27" if len(around) > 1 else "DB-26",
            f"A {value} does not fit on {name}: {in_the_way} {verb} beside it, and {why}"
            + (f" from {beside}." if not ring else "."),
            _fits_on(state, value),
        )


def _fits_on(state: State, value: int) -> str:
    squares = board.places(state.numbers, [value])[value]
    if not squares:
        return f"A {value} fits nowhere now; `companion dicebox legal` shows what does."
    return f"A {value} fits on {listed([SQUARES[one] for one in squares], 'or')}."


def dice_rolled(state: State, data: Data, referee: Referee) -> None:
    """Refuse rolling dice that stay as they are, and dice that the player does not have."""
    seat, told = data["seat"], data["dice"]
    name, held = state.name(seat), state.dice[seat]
    referee.require(
        _covers(held, [color for color, _ in told]),
        "DB-22",
        f"{name} does not have these dice: " + (_told(held, colors=True) or "none are left") + ".",
        "Tell only what was rolled, a die each: `red:4 blue:6`.",
    )
    if data["turn"]:
        _require_turn(state, seat, referee)
        require_stuck(state, seat, referee, "no rolling now")
        return
    referee.require(
        not state.known(seat) or not state.seeded,
        "DB-32",
        f"{name}'s dice stay as they are: {_told(held)}. Only who can place nothing rolls, "
        "and it is not " + f"{name}'s turn.",
        f"It is {state.name(state.turn)}'s turn; "
        f"`companion dicebox turn {state.seats[seat].handle}` puts that right.",
    )


def _covers(held: tuple[Die, ...], colors: Sequence[str | None]) -> bool:
    """Whether dice of these colours are all held; one held of an untold colour may be any."""
    left = [die.color for die in held]
    for color in sorted(colors, key=lambda color: color is None):
        if color not in left and None not in left:
            return False
        left.remove(color if color in left else None)
    return True


def turn_passed(state: State, data: Data, referee: Referee) -> None:
    """Refuse passing while a die fits, or before there are turns."""
    seat = data["seat"]
    if not state.seeded:
        raise Refused(
            "There are no turns before the Seed lies on the board.", "`companion dicebox seed 3`"
        )
    _require_turn(state, seat, referee)
    require_stuck(state, seat, referee, "no passing")


def turn_given(state: State, data: Data, referee: Referee) -> None:
    """Refuse a change that is none."""
    if data["seat"] == state.turn:
        raise Refused(f"It is {state.name(state.turn)}'s turn already.", "`companion table`")


def require_stuck(state: State, seat: int, referee: Referee, so: str) -> None:
    """Refuse to let somebody off who can place a die: raises Illegal through the referee."""
    for die, squares in state_places(state, seat):
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


def state_places(state: State, seat: int) -> list[tuple[Die, tuple[int, ...]]]:
    """A player's dice that show a number, each once, with the squares that they may go on."""
    dice = list(dict.fromkeys(state.known(seat)))
    found = board.places(state.numbers, [die.value or 0 for die in dice])
    return [(die, found[die.value or 0]) for die in dice]


def _told(held: tuple[Die, ...], *, colors: bool = False) -> str:
    """Dice in a few words: `red 4, red 2 and two more`."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed([f"{n} × {die.told}" if n > 1 else die.told for die, n in counts.items()])


def _lies(die: Die | None) -> str:
    if die is None:
        return "nothing"
    return f"the Seed, {die.value}" if die.color == SEED else die.told
