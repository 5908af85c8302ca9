"""Placing a die: as it is typed, whose it is and where it may lie, and what becomes of it."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import A_DIE, A_SQUARE, Arguments, Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import one_of
from companion.core.value import replace
from companion.errors import Invalid
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES, is_square, square_of
from companion.games.dicebox.points import finish_if_over, scored
from companion.games.dicebox.state import (
    DICE_OF_COLOR,
    Color,
    Die,
    Number,
    State,
    briefly,
    die_of,
    is_color,
    is_die,
    joined,
    without,
)
from companion.games.dicebox.turns import (
    example_place,
    gain,
    next_seat,
    passed_over,
    places_of,
    require_turn,
    unknown_places,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

_FEW_SQUARES = 6


class DiePlaced(Fact[State], kind="die.placed"):
    """A die on the board."""

    seat: Seat
    color: Color
    value: Number
    square: Annotated[str, one_of(*SQUARES)]

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a die that is not there, out of turn, or on a square where it does not fit."""
        seat, color, value = self.seat, self.color, self.value
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
            "The tally was entered, and this die would not count.",
            "`companion log` has the numbers that `undo` takes.",
        )
        require_turn(state, seat, referee)
        _require_square(state, SQUARES.index(self.square), value, referee)
        held = state.dice[seat]
        if without(held, color, value) is None:
            has_color = any(die.color == color for die in held)
            such = f"{color} {value} to place" if has_color else f"{color} die left"
            others = f"but {briefly(held)}" if held else "and no other die"
            referee.refuse(
                "DB-22",
                f"{name} has no {such}, {others}.",
                f"`companion dicebox legal {handle}` shows what there is."
                if state.all_known(seat)
                else "If one is wrong, `companion log` has its number for `companion undo`.",
            )
        referee.require(
            Die(color) in held or Die(color, value) in held or state.in_game[color] < DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have a {color} die more: there are six, and all are known.",
            "`companion table` shows all dice.",
        )

    def apply(self, state: State) -> State:
        seat, color = self.seat, self.color
        held = state.dice[seat]
        left = without(held, color, self.value)
        if left is None:  # A house rule let it pass: another one of that colour, if there is one.
            other = next((place for place, die in enumerate(held) if die.color == color), len(held))
            left = (*held[:other], *held[other + 1 :])
        state = state.with_dice(seat, left)
        state = state.with_die(SQUARES.index(self.square), Die(color, self.value))
        return scored(replace(state, turn=next_seat(state, seat), last=seat))

    def describe(self, before: State, after: State) -> str:
        seat, color, value = self.seat, self.color, self.value
        points = [
            f"{after.name(owner)} {before.scores[owner]} → {after.scores[owner]}"
            for owner in range(len(after.seats))
            if after.scores[owner] != before.scores[owner]
        ]
        gained = f" ({', '.join(points)})" if points else ""
        line = f"{after.name(seat)} places {color} {value} on {self.square}{gained}"
        return line + ("" if after.over else passed_over(after, seat))


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


# As it is typed: `ana red:4 d3`; without a name, who has the turn


def in_order(state: State, words: Sequence[str]) -> Sequence[str]:
    """The words of a placement, the die in front of its square, whichever was typed first.

    Raises Invalid for what stands behind a square and is no die: nobody's name is meant there.
    """
    typed = joined([part for word in words for part in word.split(",") if part])
    front = [typed.pop(0)] if typed and _is_player_first(state, typed) else []
    if len(typed) == 2:
        die, square = typed
        if is_die(square) and not is_die(die):
            typed = [square, die]
        elif is_square(die) and not is_die(die) and not is_square(square):
            typed = [square, die]
            if not only_digits(square):  # else it is asked for the colour
                die_of(square)
        _require_color(state, _placer(state, front), typed)
    elif len(typed) == 1 and is_square(typed[0]) and not is_die(typed[0]):
        raise Incomplete(*_which_die(state, _placer(state, front)))
    return [*front, *typed]


def _placer(state: State, front: Sequence[str]) -> int:
    """Who places: the player named in front, or whose turn it is."""
    return find_seat(state.seats, front[0]) if front else state.turn


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
    """What somebody is asked who named no die and square, and an example."""
    question = f"Which die does {state.name(seat)} place, and on which square?"
    return question, example_place(state, seat)


def too_many(state: State, words: Sequence[str]) -> Invalid:
    """What is said of more words than a placement has."""
    front = words[:1] if _is_player_first(state, words) else ()
    return Invalid(*_which_die(state, _placer(state, front)))


def _require_color(state: State, seat: int, words: Sequence[str]) -> None:
    """Refuse a bare number where a die should be. Raises Invalid."""
    numbers = [word for word in words if only_digits(word)]
    if numbers and not any(is_die(word) for word in words):
        raise Invalid(
            f"Which colour is the {numbers[0]} that {state.name(seat)} places?",
            f"Colour and number together: {example_place(state, seat)}.",
        )


def _dice(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """A player's dice that fit, as they are typed, and where; one's own and the highest first."""
    state, seat = trial.state, args.get("player", trial.state.turn)
    fitting = [place for place in places_of(state, seat) if place[1]]
    if not state.all_known(seat):
        known = {die for die, _ in fitting}
        fitting += [place for place in unknown_places(state, seat) if place[0] not in known]
    for die, squares in sorted(fitting, key=lambda place: -gain(state, seat, place[0])):
        shown = [SQUARES[at] for at in squares[:_FEW_SQUARES]]
        more = " …" if len(squares) > _FEW_SQUARES else ""
        yield die.typed, f"{die.name} on {listed(shown, 'or')}{more}"


def _squares(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The squares at a side of which a die lies, with these: `beside 3 (c3) and 5 (d2)`."""
    state = trial.state
    if not all(is_die(word) for word in args.words_of("die")):
        return
    fitting = board.open_squares(state.numbers)
    die = args.get("die")
    for square, name in enumerate(SQUARES):
        if die is not None and trial.house is None and die.value not in fitting.get(square, ()):
            continue
        around = [(other, state.grid[other]) for other in board.BESIDE[square]]
        lying = [f"{die.value} ({SQUARES[at]})" for at, die in around if die is not None]
        if lying:
            yield name, f"beside {listed(lying)}"


def _missing(state: State, args: Arguments[State]) -> tuple[str, str]:
    return _which_die(state, args.get("player", state.turn))


Placer = Annotated[
    int,
    player(
        lambda trial: [trial.state.turn],
        "whose turn it is",
        default_from=lambda state: state.turn,
        belongs_here=_is_player_first,
    ),
]
PlacedDie = Annotated[
    Die,
    word(
        lambda state, word: die_of(word),
        name="DIE",
        sort=A_DIE,
        candidates=_dice,
        explain_missing=_missing,
    ),
]
Square = Annotated[
    str,
    word(
        lambda state, word: square_of(word),
        name="SQUARE",
        sort=A_SQUARE,
        duplicates=True,  # `b4` may be a die as well.
        candidates=_squares,
        explain_missing=_missing,
    ),
]


@verb("a die on the board", rearrange=in_order, too_many=too_many)
def place(action: Action[State], player: Placer, die: PlacedDie, square: Square) -> None:
    """Put a die on the board.

    Columns are a to e from the left, rows 1 to 5 from above.

    \b
    Examples:
      companion dicebox place ana red:4 d3
      companion dicebox place r4 d3                   whoever has the turn
    """
    color, value = die.color or "", die.value or 0
    action.add(DiePlaced(seat=player, color=color, value=value, square=square))
    finish_if_over(action)
