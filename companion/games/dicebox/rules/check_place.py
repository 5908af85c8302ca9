"""What the rules refuse in placing a die: whose it is, and on which square it may lie."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.rules.turns import require_turn, told_briefly
from companion.games.dicebox.state import DICE_OF_COLOR, Die, State, without

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
    referee.require(
        not state.counted,
        "DB-37",
        "The tally was told by hand, and this die would not count.",
        "`companion log` has the numbers that `undo` takes.",
    )
    require_turn(state, seat, referee)
    _require_square(state, square, value, referee)
    held = state.dice[seat]
    has_color = any(die.color == color for die in held)
    such = f"{color} {value} to place" if has_color else f"{color} die left"
    others = f"but {told_briefly(held)}" if held else "and no other die"
    referee.require(
        without(held, color, value) is not None,
        "DB-22",
        f"{name} has no {such}, {others}.",
        f"`companion dicebox legal {handle}` shows what there is."
        if state.all_known(seat)
        else "If one was told wrongly, `companion log` has its number for `companion undo`.",
    )
    referee.require(
        Die(color) in held or Die(color, value) in held or state.in_game[color] < DICE_OF_COLOR,
        "DB-2",
        f"{name} cannot have a {color} die more: there are six, and all are told of.",
        "`companion table` shows all dice.",
    )


def _require_square(state: State, square: int, value: int, referee: Referee) -> None:
    name, there, grid = SQUARES[square], state.grid[square], state.numbers
    referee.require(
        there is None,
        "DB-23",
        f"{name} is filled: {there.lying} lies there." if there is not None else "",
        _fits_on(state, value),
    )
    around = board.filled_beside(grid, square)
    referee.require(
        bool(around),
        "DB-23",
        f"No die lies at a side of {name}: a die goes beside another, and corners do not count.",
        _fits_on(state, value),
    )
    wrong = [other for other in around if not board.fits(value, grid[other] or 0)]
    if wrong:
        lying = [(SQUARES[other], state.grid[other]) for other in wrong]
        in_the_way = listed([f"{other} ({die.lying})" for other, die in lying if die is not None])
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
