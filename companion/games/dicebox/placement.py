"""Placing a die: how it is typed, who has it, where it fits, and what follows."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.numbers import only_digits
from companion.core.param import A_DIE, A_SQUARE, Arguments, Candidate, Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.core.shapes import one_of
from companion.core.value import Annotated, replace
from companion.errors import Invalid
from companion.games.dicebox import board
from companion.games.dicebox.board import SQUARES, is_square, read_square
from companion.games.dicebox.points import end_if_over, with_scores
from companion.games.dicebox.state import (
    DICE_OF_COLOR,
    Color,
    Die,
    Number,
    State,
    describe_dice,
    is_color,
    is_die,
    join_dice_words,
    read_die,
    take_die,
)
from companion.games.dicebox.turns import (
    describe_skipped,
    example_place,
    gain,
    known_places,
    next_seat,
    possible_places,
    require_turn,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

_FEW_SQUARES = 6


class DiePlaced(Fact[State], kind="die.placed"):
    """A player places a die on the board."""

    seat: Seat
    color: Color
    value: Number
    square: Annotated[str, one_of(*SQUARES)]

    def check(self, state: State, referee: Referee) -> None:
        seat, color, value = self.seat, self.color, self.value
        name, handle = state.name(seat), state.seats[seat].handle
        referee.require(
            state.has_seed,
            "DB-23",
            "The board is empty: the Seed comes first.",
            "`companion dicebox seed 3`",
        )
        referee.require(
            not state.final_tally,
            "DB-37",
            "The tally was already entered, so this die would not count.",
            "`companion log` has the number for `companion undo` of the tally.",
        )
        require_turn(state, seat, referee)
        _require_square(state, SQUARES.index(self.square), value, referee)
        held = state.dice[seat]
        if take_die(held, color, value) is None:
            has_color = any(die.color == color for die in held)
            wanted = f"{color} {value}" if has_color else f"{color} die left"
            others = f"only {describe_dice(held)}" if held else "and no other die"
            referee.refuse(
                "DB-22",
                f"{name} has no {wanted}, {others}.",
                f"`companion dicebox legal {handle}` shows where these may go."
                if state.knows_all_dice(seat)
                else "If one is wrong, `companion log` has its number for `companion undo`.",
            )
        referee.require(
            Die(color) in held
            or Die(color, value) in held
            or state.dice_in_game[color] < DICE_OF_COLOR,
            "DB-2",
            f"{name} cannot have another {color} die: there are six, and all are known.",
            "`companion table` shows all dice.",
        )

    def apply(self, state: State) -> State:
        seat, color = self.seat, self.color
        held = state.dice[seat]
        left = take_die(held, color, self.value)
        if left is None:  # allowed by a house rule: take another die of that colour, if any
            other = next((place for place, die in enumerate(held) if die.color == color), len(held))
            left = (*held[:other], *held[other + 1 :])
        state = state.with_dice(seat, left)
        state = state.with_die(SQUARES.index(self.square), Die(color, self.value))
        return with_scores(replace(state, turn=next_seat(state, seat), last_placer=seat))

    def describe(self, before: State, after: State) -> str:
        seat, color, value = self.seat, self.color, self.value
        points = [
            f"{after.name(owner)} {before.scores[owner]} → {after.scores[owner]}"
            for owner in range(len(after.seats))
            if after.scores[owner] != before.scores[owner]
        ]
        gained = f" ({', '.join(points)})" if points else ""
        line = f"{after.name(seat)} places {color} {value} on {self.square}{gained}"
        return line + ("" if after.is_over else describe_skipped(after, seat))


def _require_square(state: State, square: int, value: int, referee: Referee) -> None:
    name, there, grid = SQUARES[square], state.grid[square], state.numbers
    if there is not None:
        referee.refuse(
            "DB-23", f"{name} is already filled: {there.on_board}.", _fits_on(state, value)
        )
    around = board.filled_beside(grid, square)
    if not around:
        referee.refuse(
            "DB-23",
            f"No die is beside {name}: a die goes next to another, and corners do not count.",
            _fits_on(state, value),
        )
    wrong = [other for other in around if not board.fits(value, grid[other] or 0)]
    if wrong:
        lying = [(SQUARES[other], state.grid[other]) for other in wrong]
        in_the_way = listed(
            [f"{other} ({die.on_board})" for other, die in lying if die is not None]
        )
        verb = "is" if len(wrong) == 1 else "are"
        ring = {value, *(grid[other] for other in wrong)} == {1, 6}
        why = "6 and 1 are not next to each other" if ring else "it must be exactly one apart"
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
    return f"A {value} fits on {listed([SQUARES[square] for square in squares], 'or')}."


# What is typed: `ana red:4 d3`, or `red:4 d3` by the player whose turn it is


def order_words(state: State, words: Sequence[str]) -> Sequence[str]:
    """Put the die before its square, whichever was typed first.

    Raises Invalid for a word with a square that is neither a die nor a name.
    """
    typed = join_dice_words([part for word in words for part in word.split(",") if part])
    front = [typed.pop(0)] if typed and _is_player_first(state, typed) else []
    if len(typed) == 2:
        die, square = typed
        if is_die(square) and not is_die(die):
            typed = [square, die]
        elif is_square(die) and not is_die(die) and not is_square(square):
            typed = [square, die]
            if not only_digits(square):  # `_require_color` asks for the colour of a number
                read_die(square)
        _require_color(state, _placer(state, front), typed)
    elif len(typed) == 1 and is_square(typed[0]) and not is_die(typed[0]):
        raise Incomplete(*_ask_die(state, _placer(state, front)))
    return [*front, *typed]


def _placer(state: State, front: Sequence[str]) -> int:
    return find_seat(state.seats, front[0]) if front else state.turn


def _is_player_first(state: State, words: Sequence[str]) -> bool:
    """Whether the first word is a player, and not a die or a square, even a mistyped one."""
    word = words[0]
    if len(words) == 3:
        return True
    if is_die(word) or is_square(word):
        return False
    return is_somebody(state.seats, word) or not (
        is_color(word) or any(char.isdigit() for char in word)
    )


def _ask_die(state: State, seat: int) -> tuple[str, str]:
    """The question for a die and a square that are missing, and an example."""
    question = f"Which die does {state.name(seat)} place, and on which square?"
    return question, example_place(state, seat)


def too_many(state: State, words: Sequence[str]) -> Invalid:
    """The refusal of more words than a placement has."""
    front = words[:1] if _is_player_first(state, words) else ()
    return Invalid(*_ask_die(state, _placer(state, front)))


def _require_color(state: State, seat: int, words: Sequence[str]) -> None:
    """Refuse a bare number where a die should be. Raises Invalid."""
    numbers = [word for word in words if only_digits(word)]
    if numbers and not any(is_die(word) for word in words):
        raise Invalid(
            f"What colour is the {numbers[0]} that {state.name(seat)} places?",
            f"Enter colour and number: {example_place(state, seat)}.",
        )


def _dice(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """A player's dice that fit, and where; those in the player's own colours first."""
    state, seat = trial.state, args.get("player", trial.state.turn)
    fitting = [place for place in known_places(state, seat) if place[1]]
    if not state.knows_all_dice(seat):
        fitting += possible_places(state, seat)
    for die, squares in sorted(fitting, key=lambda place: -gain(state, seat, place[0])):
        shown = [SQUARES[at] for at in squares[:_FEW_SQUARES]]
        more = " …" if len(squares) > _FEW_SQUARES else ""
        yield die.text, f"{die.name} on {listed(shown, 'or')}{more}"


def _squares(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """The squares beside dice, with these: `beside 3 (c3) and 5 (d2)`."""
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
    return _ask_die(state, args.get("player", state.turn))


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
        lambda state, word: read_die(word),
        name="DIE",
        sort=A_DIE,
        candidates=_dice,
        explain_missing=_missing,
    ),
]
Square = Annotated[
    str,
    word(
        lambda state, word: read_square(word),
        name="SQUARE",
        sort=A_SQUARE,
        duplicates=True,  # `b4` may be a die, too
        candidates=_squares,
        explain_missing=_missing,
    ),
]


@verb("a die on the board", rearrange=order_words, too_many=too_many)
def place(action: Action[State], player: Placer, die: PlacedDie, square: Square) -> None:
    """Put a die on the board.

    Columns are a to e from the left, rows 1 to 5 from the top.

    Examples:
      companion dicebox place ana red:4 d3
      companion dicebox place r4 d3                   the player whose turn it is
    """
    color, value = die.color or "", die.value or 0
    action.add(DiePlaced(seat=player, color=color, value=value, square=square))
    end_if_over(action)
