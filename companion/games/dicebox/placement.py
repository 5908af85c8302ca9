"""Placing a die: as it is typed, whose it is and where it may lie, and what becomes of it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import A_DIE, A_SQUARE, Arguments, Candidate, Param, one, player
from companion.core.reply import Reply
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import SEAT, one_of
from companion.core.value import replace
from companion.errors import Invalid
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES, dead_squares, is_square, open_squares, square_of
from companion.games.dicebox.points import scored, settle
from companion.games.dicebox.state import (
    COLOR,
    DICE_OF_COLOR,
    NUMBER,
    Die,
    State,
    die_of,
    is_color,
    is_die,
    joined,
    told_briefly,
    without,
)
from companion.games.dicebox.turns import (
    gain,
    is_turn,
    must_place,
    next_seat,
    passed_over,
    place_such_as,
    places_of,
    require_turn,
    turn_step,
    untold_places,
)

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import PlayView
    from companion.core.offer import Trial

_FEW_SQUARES = 6


class DiePlaced(TypedDict):
    """A die on the board."""

    seat: Annotated[int, SEAT]
    color: Annotated[str, COLOR]
    value: Annotated[int, NUMBER]
    square: Annotated[str, one_of(*SQUARES)]


def place_told(action: Action[State], told: Arguments[State]) -> None:
    """Put a die on a square, as it was typed. Raises Incomplete where one of them lacks."""
    seat = told.get(PLAYER, action.state.turn)
    told.require(DIE, SQUARE)
    _require_color(action.state, seat, [*told.typed(DIE), *told.typed(SQUARE)])
    place(action, seat, told[DIE], told[SQUARE])


def place(action: Action[State], seat: int, die: Die, square: str) -> None:
    """Put a die on a square; the board may be done with that."""
    action.add(
        DIE_PLACED,
        DiePlaced(seat=seat, color=die.color or "", value=die.value or 0, square=square),
    )
    settle(action)


# As it is typed: `ana red:4 d3`; without a name, who has the turn


def in_order(state: State, words: Sequence[str]) -> Sequence[str]:
    """The words of a placement, the die in front of its square, whichever was told first.

    Raises Invalid for what stands behind a square and is no die: nobody's name is meant there.
    """
    told = joined([part for word in words for part in word.split(",") if part])
    front = [told.pop(0)] if told and _is_player_first(state, told) else []
    if len(told) == 2:
        die, square = told
        if is_die(square) and not is_die(die):
            told = [square, die]
        elif is_square(die) and not is_die(die) and not is_square(square):
            told = [square, die]
            if not only_digits(square):  # else it is asked for the colour
                die_of(square)
    return [*front, *told]


def _is_player_first(state: State, words: Sequence[str]) -> bool:
    """Whether the first of these is somebody, rather than a die or a square, be they mistyped."""
    word = words[0]
    if len(words) == 3:
        return True
    if is_die(word) or is_square(word):
        return False
    return is_somebody(state.seats, word) or not (
        is_color(word) or any(sign.isdigit() for sign in word)
    )


def _which_die(state: State, seat: int) -> tuple[str, str]:
    """What somebody is asked who told no die and square, and an example."""
    asked = f"Which die does {state.name(seat)} place, and on which square?"
    return asked, place_such_as(state, seat)


def too_many(state: State, words: Sequence[str]) -> Invalid:
    """What is said of more words than a placement has."""
    seat = find_seat(state.seats, words[0]) if _is_player_first(state, words) else state.turn
    return Invalid(*_which_die(state, seat))


def _require_color(state: State, seat: int, words: Iterable[str]) -> None:
    """Refuse a bare number where a die should be. Raises Invalid."""
    told = list(words)
    numbers = [word for word in told if only_digits(word)]
    if numbers and not any(is_die(word) for word in told):
        raise Invalid(
            f"Which colour is the {numbers[0]} that {state.name(seat)} places?",
            f"Colour and number together: {place_such_as(state, seat)}.",
        )


def _dice(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """A player's dice that fit, as they are typed, and where; one's own and the highest first."""
    state, seat = trial.state, told.get(PLAYER, trial.state.turn)
    fitting = [place for place in places_of(state, seat) if place[1]]
    if not state.all_known(seat):
        known = {die for die, _ in fitting}
        fitting += [place for place in untold_places(state, seat) if place[0] not in known]
    for die, squares in sorted(fitting, key=lambda place: -gain(state, seat, place[0])):
        shown = [SQUARES[at] for at in squares[:_FEW_SQUARES]]
        more = " …" if len(squares) > _FEW_SQUARES else ""
        yield die.typed, f"{die.told} on {listed(shown, 'or')}{more}"


def _squares(trial: "Trial[State]", told: Arguments[State]) -> Iterator[Candidate]:
    """The squares at a side of which a die lies, with these: `beside 3 (c3) and 5 (d2)`."""
    state = trial.state
    if not all(is_die(word) for word in told.typed(DIE)):
        return
    fitting = board.open_squares(state.numbers)
    die = told.get(DIE)
    for square, name in enumerate(SQUARES):
        if die is not None and trial.house is None and die.value not in fitting.get(square, ()):
            continue
        around = [(other, state.grid[other]) for other in board.BESIDE[square]]
        lying = [f"{die.value} ({SQUARES[at]})" for at, die in around if die is not None]
        if lying:
            yield name, f"beside {listed(lying)}"


def _missing(state: State, told: Arguments[State]) -> tuple[str, str]:
    return _which_die(state, told.get(PLAYER, state.turn))


PLAYER = player(
    lambda trial: [trial.state.turn],
    "whose turn it is",
    optional=True,
    takes=_is_player_first,
)
DIE: Param[State, Die] = one(
    "DIE",
    A_DIE,
    lambda state, word: die_of(word),
    candidates=_dice,
    missing=_missing,
)
SQUARE: Param[State, str] = one(
    "SQUARE",
    A_SQUARE,
    lambda state, word: square_of(word),
    again=True,  # `b4` may be a die as well.
    candidates=_squares,
    missing=_missing,
)


# What the rules say


def _check(state: State, data: DiePlaced, referee: Referee) -> None:
    """Refuse a die that is not there, out of turn, or on a square where it does not fit."""
    seat, color, value = data["seat"], data["color"], data["value"]
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
    _require_square(state, SQUARES.index(data["square"]), value, referee)
    held = state.dice[seat]
    if without(held, color, value) is None:
        has_color = any(die.color == color for die in held)
        such = f"{color} {value} to place" if has_color else f"{color} die left"
        others = f"but {told_briefly(held)}" if held else "and no other die"
        referee.refuse(
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
    if there is not None:
        referee.refuse(
            "DB-23", f"{name} is filled: {there.lying} lies there.", _fits_on(state, value)
        )
    around = board.filled_beside(grid, square)
    if not around:
        referee.refuse(
            "DB-23",
            f"No die lies at a side of {name}: a die goes beside another, and corners do not "
            "count.",
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


def _apply(state: State, data: DiePlaced) -> State:
    seat, color = data["seat"], data["color"]
    held = state.dice[seat]
    left = without(held, color, data["value"])
    if left is None:  # A house rule let it pass: another one of that colour, if there is one.
        other = next((place for place, die in enumerate(held) if die.color == color), len(held))
        left = (*held[:other], *held[other + 1 :])
    state = state.with_dice(seat, left)
    state = state.with_die(SQUARES.index(data["square"]), Die(color, data["value"]))
    return scored(replace(state, turn=next_seat(state, seat)))


def _tell(before: State, data: DiePlaced, after: State) -> str:
    seat, color, value = data["seat"], data["color"], data["value"]
    points = [
        f"{after.name(owner)} {before.scores[owner]} → {after.scores[owner]}"
        for owner in range(len(after.seats))
        if after.scores[owner] != before.scores[owner]
    ]
    gained = f" ({', '.join(points)})" if points else ""
    line = f"{after.name(seat)} places {color} {value} on {data['square']}{gained}"
    return line + ("" if after.over else passed_over(after, seat))


DIE_PLACED = Kind("die.placed", DiePlaced, _apply, _tell, _check)


# Where everything may go


def shown(seen: "PlayView[State]", seat: int) -> Reply:
    """Where each die of somebody may go."""
    state, places = seen.state, places_of(seen.state, seat)

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "player": state.name(seat),
            "must_place": must_place(state, seat) if is_turn(state, seat) else None,
            "legal": [
                {"color": die.color, "value": die.value, "squares": [SQUARES[at] for at in squares]}
                for die, squares in places
            ],
            "open": {SQUARES[at]: list(fits) for at, fits in open_squares(state.numbers).items()},
            "dead": [SQUARES[at] for at in dead_squares(state.numbers)],
        }

    def blocks() -> "list[Block]":
        from companion.games.dicebox.views import legal_view

        step = turn_step(state, most=len(SQUARES)) if is_turn(state, seat) else ""
        return [
            seen.heading(f"{state.name(seat)}'s dice"),
            *legal_view(state, seat, places, step),
        ]

    return Reply(document=document, blocks=blocks)
