"""What the rules refuse in a turn: where a die may go, who places or rolls, and when."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Refused
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.choices import places_of
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
    _require_turn(state, seat, referee)
    _require_square(state, square, value, referee)
    held = state.dice[seat]
    referee.require(
        without(held, color, value) is not None,
        "DB-22",
        f"{name} has no {color} {value} to place, but " + (_told(held) or "no dice left") + ".",
        f"`companion dicebox legal {handle}` shows what there is."
        if state.all_known(seat)
        else f"Tell what {name} rolled: `companion dicebox roll {handle} {color[0]}{value}`.",
    )
    referee.require(
        Die(color) in held or Die(color, value) in held or state.in_game[color] < DICE_OF_COLOR,
        "DB-2",
        f"{name} cannot have a {color} die more: there are six, and all are told of.",
        "`companion table` shows all dice.",
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


def dice_rolled(state: State, data: Data, referee: Referee) -> None:
    """Refuse rolling dice that stay as they are, and dice that the player does not have."""
    seat, told = data["seat"], data["dice"]
    name, held = state.name(seat), state.dice[seat]
    if not _covers(held, [color for color, _ in told]):
        referee.refuse(
            "DB-22",
            f"{name} has no {_too_many(held, told)}: there {_there(held)} to roll.",
            "Tell a die for each one that was rolled, or leave some out: `r4 b6`.",
        )
    for color, count in state.in_game.items():
        own = sum(die.color == color for die in held)
        rolled = sum(other == color for other, _ in told)
        referee.require(
            rolled <= own or count - own + rolled <= DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have {rolled} {color} dice: there are six, and "
            f"{count - own} are told of elsewhere.",
            "`companion table` shows all dice.",
        )
    if data["turn"]:
        _require_seed(state, referee)
        _require_turn(state, seat, referee)
        require_stuck(state, seat, referee, "no rolling now")
        return
    kept = [(die.color, die.value) for die in state.known(seat)]
    for color, value in told:
        if (color, value) in kept:
            kept.remove((color, value))
    referee.require(
        not kept or not state.seeded,
        "DB-32",
        f"{name}'s dice stay as they are: {_told(held)}. Only who can place nothing rolls.",
        "If nothing fitted in this turn, `--stuck` says so."
        if seat == state.turn
        else f"It is {state.name(state.turn)}'s turn; "
        f"`companion dicebox turn {state.seats[seat].handle}` puts that right.",
    )


def _too_many(held: Sequence[Die], told: Sequence[Sequence[Any]]) -> str:
    """The first die that is one too many, in words: `third red die`."""
    colors: list[str] = []
    for color, _ in told:
        colors.append(str(color))
        if not _covers(tuple(held), colors):
            break
    nth = colors.count(colors[-1])
    return f"{_ORDINALS.get(nth, 'more ')}{colors[-1]} die"


_ORDINALS = {1: "", 2: "second ", 3: "third ", 4: "fourth "}


def _there(held: Sequence[Die]) -> str:
    if not held:
        return "are no dice left"
    return f"{'is' if len(held) == 1 else 'are'} {_told(tuple(held), colors=True)}"


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
    _require_seed(state, referee)
    if state.over:
        raise Refused(
            "The board is done: no empty square can be filled.",
            "`companion finish`"
            if state.colors_told
            else f"`companion dicebox colors {state.seats[0].handle}=red`, and the others'.",
        )
    _require_turn(state, seat, referee)
    require_stuck(state, seat, referee, "no passing")


def _require_seed(state: State, referee: Referee) -> None:
    referee.require(
        state.seeded,
        "DB-19",
        "There are no turns before the Seed lies on the board.",
        "`companion dicebox seed 3`",
    )


def require_stuck(state: State, seat: int, referee: Referee, so: str) -> None:
    """Refuse to let somebody off who can place a die: raises Illegal through the referee."""
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


def _told(held: tuple[Die, ...], *, colors: bool = False) -> str:
    """Dice in a few words: `2 × red 4 and blue`, where nobody told what the blue one shows."""
    dice = [Die(die.color) for die in held] if colors else list(held)
    counts = {die: dice.count(die) for die in dict.fromkeys(dice)}
    return listed([f"{n} × {die.told}" if n > 1 else die.told for die, n in counts.items()])
