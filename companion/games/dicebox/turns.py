"""Turns, from the Seed on: whose turn it is, what the player can do; passing and correcting it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import flag, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.param import Incomplete, a_number
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.dicebox import board
from companion.games.dicebox.board import NUMBERS, SQUARES, open_squares
from companion.games.dicebox.points import end_if_over, with_scores
from companion.games.dicebox.state import COLORS, SEED, Die, DiePlaces, Number, State, read_number

if TYPE_CHECKING:
    from companion.core.offer import Trial

# What fits


def known_places(state: State, seat: int) -> list[DiePlaces]:
    """A player's dice whose number is known, each kind once, and where they fit."""
    dice = list(dict.fromkeys(state.known_dice(seat)))
    found = board.places(state.numbers, [die.value or 0 for die in dice])
    return [(die, found[die.value or 0]) for die in dice]


def possible_places(state: State, seat: int) -> list[DiePlaces]:
    """Dice that a player with unknown dice may have, and where they fit."""
    squares = board.places(state.numbers, board.NUMBERS)
    unknown = {die.color for die in state.dice[seat] if die.value is None}
    left = state.pool if None in unknown else {}
    return [
        (Die(color, number), squares[number])
        for color in COLORS
        for number in board.NUMBERS
        if (color in unknown or left.get(color)) and squares[number]
    ]


def is_stuck(state: State, seat: int) -> bool:
    """Whether all of a player's dice are known, and none of them fits anywhere."""
    fits = any(squares for _, squares in known_places(state, seat))
    return state.has_seed and state.knows_all_dice(seat) and not fits


def must_place(state: State, seat: int) -> bool | None:
    """Whether a player can place a die, and so must; None if the known dice do not show it."""
    if any(squares for _, squares in known_places(state, seat)):
        return True
    return False if is_stuck(state, seat) else None


def best_place(state: State, seat: int) -> tuple[Die, int] | None:
    """The best die for a player that fits, and its square; None if nothing fits on the board.

    Of the known dice, or else of those that the player may have.
    """
    fitting = [(die, squares[0]) for die, squares in known_places(state, seat) if squares]
    if not fitting:
        fitting = [(die, squares[0]) for die, squares in possible_places(state, seat)]
    return max(fitting, key=lambda place: gain(state, seat, place[0]), default=None)


def gain(state: State, seat: int, die: Die) -> int:
    """The points of a die for a player: below 0 in a colour that is not, or may not be, the
    player's own."""
    value = die.value or 0
    return value if die.color in state.colors[seat] else -value


def example_place(state: State, seat: int) -> str:
    """An example of the command by which a player places a die, in turn or not."""
    held = state.dice[seat][0] if state.dice[seat] else Die(COLORS[0])
    die, square = best_place(state, seat) or (held, SQUARES.index("d3"))
    handle = state.seats[seat].handle
    return f"`companion dicebox place {handle} {die.text} {SQUARES[square]}`"


def example_dice(state: State, seat: int, most: int = 3) -> str:
    """An example of dice in a roll: the first of those that a player has."""
    dice = list(dict.fromkeys(Die(die.color) for die in state.dice[seat]))[:most]
    return " ".join(die.text for die in dice) or Die(COLORS[0]).text


def example_roll(state: State, seat: int) -> str:
    """An example of the command that enters a roll."""
    return f"`companion dicebox roll {state.seats[seat].handle} {example_dice(state, seat)}`"


# What to do next


def say_turn(state: State, most: int = 4) -> str:
    """Ask the player whose turn it is to place, roll or pass; name up to `most` places."""
    seat, name = state.turn, state.name(state.turn)
    if not any(state.dice):
        return "Nobody has dice left: `companion finish`."
    if not state.dice[seat]:
        return f"{name} has no dice left and passes: `companion next`."
    if is_stuck(state, seat):
        handle = state.seats[seat].handle
        return (
            f"{name} can place nothing and rolls all dice: {example_roll(state, seat)}, or "
            f"`companion dicebox roll {handle} --virtual`; or skip the roll: `companion next`."
        )
    fitting = [(die, squares) for die, squares in known_places(state, seat) if squares]
    if not fitting:
        return _say_all_places(state, seat, most)
    colors: dict[int | None, list[str]] = {}
    for die, _ in fitting:
        colors.setdefault(die.value, []).append(str(die.color))
    where = {die.value: squares for die, squares in fitting}
    fits = [
        f"{value} ({', '.join(colors[value])}) on {_names(squares)}"
        for value, squares in sorted(where.items(), key=lambda item: item[0] or 0)
    ]
    return f"{name}'s turn: {_first_places(fits, most)}. {_example_place(state)}."


def _example_place(state: State) -> str:
    place = best_place(state, state.turn)
    assert place is not None
    die, square = place
    return f"For example `companion dicebox place {die.text} {SQUARES[square]}`"


def _say_all_places(state: State, seat: int, most: int) -> str:
    together: dict[tuple[int, ...], list[int]] = {}
    for square, numbers in open_squares(state.numbers).items():
        together.setdefault(numbers, []).append(square)
    fits = [
        f"{listed([str(number) for number in numbers], 'or')} on {_names(squares)}"
        for numbers, squares in together.items()
    ]
    return (
        f"{state.name(seat)}'s turn: {_first_places(fits, most)}. {_example_place(state)}; if "
        "nothing fits: `companion next`."
    )


def _first_places(places: Sequence[str], most: int) -> str:
    if len(places) <= most:
        return "; ".join(places)
    return "; ".join(places[: most - 1]) + "; more in `companion dicebox legal`"


def _names(squares: Sequence[int]) -> str:
    return listed([SQUARES[square] for square in squares], "or")


# Whose turn it is


def is_turn(state: State, seat: int) -> bool:
    """Whether it is a player's turn in a live play."""
    return state.status == "live" and state.has_seed and not state.is_over and seat == state.turn


def next_seat(state: State, seat: int) -> int:
    """The next player to the left who has dice (A-DB-08)."""
    count = len(state.seats)
    order = [(seat + step) % count for step in range(1, count + 1)]
    return next((other for other in order if state.dice[other]), order[0])


def describe_skipped(state: State, seat: int) -> str:
    """Who is skipped for lack of dice (A-DB-08), for the log."""
    out, other = [], state.left_of(seat)
    while other != next_seat(state, seat):
        out.append(state.name(other))
        other = state.left_of(other)
    verb, be = ("has", "is") if len(out) == 1 else ("have", "are")
    return f"; {listed(out)} {verb} no dice left and {be} skipped" if out else ""


def require_seed(state: State, referee: Referee) -> None:
    """Refuse a turn before the Seed."""
    referee.require(
        state.has_seed,
        "DB-19",
        "There are no turns before the Seed is on the board.",
        "`companion dicebox seed 3`",
    )


def require_open_board(state: State) -> None:
    """Refuse what cannot be done once no square can be filled."""
    if state.is_over:
        raise Refused(
            "The board is finished: no empty square can be filled.",
            "`companion finish`"
            if state.knows_colors
            else f"`companion dicebox colors {state.seats[0].handle}=red`, and the others'.",
        )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse what is done out of turn."""
    if seat == state.turn:
        return
    turn, must = state.name(state.turn), must_place(state, state.turn)
    first = {
        True: f"What did {turn} place? {example_place(state, state.turn)}",
        False: f"What did {turn} roll? `companion next` skips it",
        None: f"`companion next` if {turn} could place nothing",
    }
    house = ' --house "why"' if must else ""
    referee.refuse(
        "DB-31",
        f"It is {turn}'s turn, not {state.name(seat)}'s.",
        f"{first[must]}; `companion dicebox turn {state.seats[seat].handle}{house}` corrects the "
        "turn.",
    )


def require_stuck(state: State, seat: int, referee: Referee, consequence: str) -> None:
    """Refuse a player who can place a die to do anything else."""
    place = best_place(state, seat)
    if not must_place(state, seat) or place is None:
        return
    die, square = place
    referee.refuse(
        "DB-29",
        f"{state.name(seat)} can place {die.name} on {SQUARES[square]}, and so must place a die: "
        f"{consequence}.",
        f"{example_place(state, seat)}; if a die is wrong, `companion log` has the number for "
        "`companion undo`.",
    )


# The Seed


class SeedPlaced(Fact[State], kind="seed.placed"):
    """The Seed is rolled and placed in the middle."""

    value: Number

    def check(self, state: State, referee: Referee) -> None:
        there = state.grid[board.CENTRE]
        referee.require(
            there is None,
            "DB-19",
            "" if there is None else f"c3 is already filled: {there.on_board}.",
            "`companion log` has the number for `companion undo`.",
        )
        referee.require(
            not state.has_only_points,
            "DB-37",
            "Points were entered without a board, and would be counted twice.",
            '`companion log` has the number for `companion undo`; or `--house "points in advance"`',
        )

    def apply(self, state: State) -> State:
        return with_scores(state.with_die(board.CENTRE, Die(SEED, self.value)))

    def describe(self, before: State, after: State) -> str:
        return f"the Seed shows {self.value} and is on c3"


SeedNumber = Annotated[
    int | None,
    word(
        lambda state, word: read_number(word),
        name="N",
        sort=a_number(NUMBERS[0], NUMBERS[-1]),
        candidates=lambda trial, args: ((str(number), "") for number in NUMBERS),
    ),
]
SeedVirtual = Annotated[bool, flag("Let the companion roll.", about="the companion rolls it")]
WHO_ROLLS = "With `--virtual`, the companion rolls."


@verb("what the Seed shows")
def seed(action: Action[State], value: SeedNumber = None, *, virtual: SeedVirtual = False) -> None:
    """Enter what the Seed shows; it is placed in the middle.

    Examples:
      companion dicebox seed 3
      companion dicebox seed --virtual
    """
    if virtual and value is not None:
        raise Invalid(WHO_ROLLS, f"Leave out one of them: `companion dicebox seed {value}`")
    if virtual:
        value = action.chance.randint(1, 6)
    if value is None:
        hint = "`companion dicebox seed 3`, or `--virtual`."
        raise Incomplete("What does the Seed show?", hint, "value")
    action.add(SeedPlaced(value=value))
    end_if_over(action)


def say_seed(state: State) -> str:
    """Ask for the Seed: the roll, or the number if dice were placed by a house rule."""
    if state.placed_count:
        return "The Seed is missing on c3: `companion dicebox seed 3`."
    return f"{state.name(state.turn)} rolls the Seed: `companion dicebox seed 3`."


# A turn that is passed, or corrected


class TurnPassed(Fact[State], kind="turn.passed"):
    """A turn is not entered: the player rolled all dice, and their numbers are unknown."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        require_seed(state, referee)
        require_open_board(state)
        require_turn(state, self.seat, referee)
        require_stuck(state, self.seat, referee, "passing is not allowed")

    def apply(self, state: State) -> State:
        """The dice of a player who could have placed, and passes by a house rule, stay known."""
        seat = self.seat
        if not must_place(state, seat):
            state = state.with_dice(seat, [Die(die.color) for die in state.dice[seat]])
        return replace(state, turn=next_seat(state, seat))

    def describe(self, before: State, after: State) -> str:
        name, over = after.name(self.seat), describe_skipped(after, self.seat)
        if not before.dice[self.seat]:
            return f"{name} has no dice left and passes{over}"
        if must_place(before, self.seat):
            return f"{name} passes, but could have placed a die{over}"
        return f"{name} can place nothing and rolls all dice (not entered){over}"


class TurnGiven(Fact[State], kind="turn.given"):
    """It is another player's turn: a correction."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        if self.seat == state.turn:
            raise Refused(f"It is already {state.name(state.turn)}'s turn.", "`companion table`")
        if is_turn(state, state.turn):
            require_stuck(state, state.turn, referee, "the turn stays")

    def apply(self, state: State) -> State:
        return replace(state, turn=self.seat)

    def describe(self, before: State, after: State) -> str:
        return f"it is {after.name(self.seat)}'s turn"


def advance(action: Action[State]) -> None:
    """Skip to the next player: nothing could be placed, and the roll is not entered."""
    action.add(TurnPassed(seat=action.state.turn))


def from_turn(trial: "Trial[State]") -> Sequence[int]:
    """Everybody, beginning with whose turn it is."""
    from companion.core.offer import from_turn

    return from_turn(trial.state, trial.state.turn)


Anybody = Annotated[int, player(from_turn, whose=lambda state, seat: [state.turn])]


@verb("corrects whose turn it is", name="turn")
def give_turn(action: Action[State], player: Anybody) -> None:
    """Correct whose turn it is.

    Examples:
      companion dicebox turn ben
    """
    before = action.state
    action.add(TurnGiven(seat=player))
    if before.placed_count and before.last_placer == player and next_seat(before, player) != player:
        action.warn(f"{before.name(player)} also placed the last die.")
