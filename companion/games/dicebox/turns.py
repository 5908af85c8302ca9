"""Turns, from the Seed on: whose it is, what it may be used for; passing it, putting it right."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import flag, player, verb, word
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import listed
from companion.core.param import Incomplete, a_number
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.dicebox import board
from companion.games.dicebox.board import NUMBERS, SQUARES, open_squares
from companion.games.dicebox.points import finish_if_over, scored
from companion.games.dicebox.state import COLORS, SEED, Die, Number, Place, State, number_of

if TYPE_CHECKING:
    from companion.core.offer import Trial

# What fits


def places_of(state: State, seat: int) -> list[Place]:
    """A player's dice that show a number, those that are alike once."""
    dice = list(dict.fromkeys(state.known(seat)))
    found = board.places(state.numbers, [die.value or 0 for die in dice])
    return [(die, found[die.value or 0]) for die in dice]


def unknown_places(state: State, seat: int) -> list[Place]:
    """Dice that a player may have among those whose number is unknown, and that fit."""
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
    """Whether a player has dice, all of them known, and none of them fits anywhere."""
    fits = any(squares for _, squares in places_of(state, seat))
    return state.seeded and state.all_known(seat) and not fits


def must_place(state: State, seat: int) -> bool | None:
    """Whether a player would have to place; None if the known dice do not say."""
    if any(squares for _, squares in places_of(state, seat)):
        return True
    return False if is_stuck(state, seat) else None


def best_place(state: State, seat: int) -> tuple[Die, int] | None:
    """A die that fits and its square: of those that are known, or else of those it might have.

    Of several, the one that is best for the player: points of one's own, or few to somebody else.
    None where nothing fits on the board.
    """
    fitting = [(die, squares[0]) for die, squares in places_of(state, seat) if squares]
    if not fitting:
        fitting = [(die, squares[0]) for die, squares in unknown_places(state, seat)]
    return max(fitting, key=lambda place: gain(state, seat, place[0]), default=None)


def gain(state: State, seat: int, die: Die) -> int:
    """What it is worth to a player to place a die: its points, less than 0 where they are others'.

    If it is unknown whose colours are which, they count as others'.
    """
    value = die.value or 0
    return value if die.color in state.colors[seat] else -value


def example_place(state: State, seat: int) -> str:
    """A command that places a die, for somebody who may not have the turn."""
    held = state.dice[seat][0] if state.dice[seat] else Die(COLORS[0])
    die, square = best_place(state, seat) or (held, SQUARES.index("d3"))
    handle = state.seats[seat].handle
    return f"`companion dicebox place {handle} {die.typed} {SQUARES[square]}`"


def example_dice(state: State, seat: int, most: int = 3) -> str:
    """Dice as they are typed in a roll: the first of those that a player has."""
    dice = list(dict.fromkeys(Die(die.color) for die in state.dice[seat]))[:most]
    return " ".join(die.typed for die in dice) or Die(COLORS[0]).typed


def example_roll(state: State, seat: int) -> str:
    """A command that enters a roll."""
    return f"`companion dicebox roll {state.seats[seat].handle} {example_dice(state, seat)}`"


# What whoever has the turn should do


def turn_step(state: State, most: int = 4) -> str:
    """What whoever has the turn should do, with so many of the places for dice at most."""
    seat, name = state.turn, state.name(state.turn)
    if not any(state.dice):
        return "Nobody has dice left: `companion finish`."
    if not state.dice[seat]:
        return f"{name} has no dice left and passes: `companion next`."
    if is_stuck(state, seat):
        handle = state.seats[seat].handle
        return (
            f"{name} can place nothing and rolls all dice: {example_roll(state, seat)}, "
            f"`companion dicebox roll {handle} --virtual`, or not entered: `companion next`."
        )
    fitting = [(die, squares) for die, squares in places_of(state, seat) if squares]
    if not fitting:
        return _open_to_all(state, seat, most)
    colors: dict[int | None, list[str]] = {}
    for die, _ in fitting:
        colors.setdefault(die.value, []).append(str(die.color))
    where = {die.value: squares for die, squares in fitting}
    fits = [
        f"{value} ({', '.join(colors[value])}) on {_names(squares)}"
        for value, squares in sorted(where.items(), key=lambda item: item[0] or 0)
    ]
    return f"{name}'s turn: {_some(fits, most)}. {_example_place(state)}."


def _example_place(state: State) -> str:
    """A command for whoever has the turn, while something fits."""
    place = best_place(state, state.turn)
    assert place is not None
    die, square = place
    return f"Such as `companion dicebox place {die.typed} {SQUARES[square]}`"


def _open_to_all(state: State, seat: int, most: int) -> str:
    """What fits, if it is unknown what a player has."""
    together: dict[tuple[int, ...], list[int]] = {}
    for square, numbers in open_squares(state.numbers).items():
        together.setdefault(numbers, []).append(square)
    fits = [
        f"{listed([str(number) for number in numbers], 'or')} on {_names(squares)}"
        for numbers, squares in together.items()
    ]
    return (
        f"{state.name(seat)}'s turn: {_some(fits, most)}. {_example_place(state)}; nothing fits: "
        "`companion next`."
    )


def _some(places: Sequence[str], most: int) -> str:
    """What fits where; of more than can be read at a glance, the first."""
    if len(places) <= most:
        return "; ".join(places)
    return "; ".join(places[: most - 1]) + "; more in `companion dicebox legal`"


def _names(squares: Sequence[int]) -> str:
    return listed([SQUARES[square] for square in squares], "or")


# Whose turn it is


def is_turn(state: State, seat: int) -> bool:
    """Whether it is a player's turn, in a play that is going on."""
    return state.status == "live" and state.seeded and not state.over and seat == state.turn


def next_seat(state: State, seat: int) -> int:
    """Who is next: to the left, passing over those who have no dice left (A-DB-08)."""
    count = len(state.seats)
    order = [(seat + step) % count for step in range(1, count + 1)]
    return next((other for other in order if state.dice[other]), order[0])


def passed_over(state: State, seat: int) -> str:
    """Whose turn is skipped for lack of dice (A-DB-08), for the log."""
    out, other = [], state.left_of(seat)
    while other != next_seat(state, seat):
        out.append(state.name(other))
        other = state.left_of(other)
    verb, passed = ("has", "is") if len(out) == 1 else ("have", "are")
    return f"; {listed(out)} {verb} no dice left and {passed} passed over" if out else ""


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
            if state.colors_known
            else f"`companion dicebox colors {state.seats[0].handle}=red`, and the others'.",
        )


def require_turn(state: State, seat: int, referee: Referee) -> None:
    """Refuse what somebody does out of turn."""
    if seat == state.turn:
        return
    turn, must = state.name(state.turn), must_place(state, state.turn)
    first = {
        True: f"What did {turn} place? {example_place(state, state.turn)}",
        False: f"What did {turn} roll? `companion next` skips it",
        None: f"`companion next` if {turn} could place nothing and that was not entered",
    }
    house = ' --house "why"' if must else ""
    referee.refuse(
        "DB-31",
        f"It is {turn}'s turn, and not {state.name(seat)}'s.",
        f"{first[must]}; `companion dicebox turn {state.seats[seat].handle}{house}` corrects the "
        "turn.",
    )


def require_stuck(state: State, seat: int, referee: Referee, so: str) -> None:
    """Refuse to let somebody off who can place a die."""
    place = best_place(state, seat)
    if not must_place(state, seat) or place is None:
        return
    die, square = place
    referee.refuse(
        "DB-29",
        f"{state.name(seat)} can place {die.name} on {SQUARES[square]}, and whoever can place "
        f"must, whatever the colour: {so}.",
        f"{example_place(state, seat)}; dice entered wrongly: `companion log` has the number for "
        "`companion undo`.",
    )


# The Seed


class SeedPlaced(Fact[State], kind="seed.placed"):
    """The Seed, as it was rolled, in the middle."""

    value: Number

    def check(self, state: State, referee: Referee) -> None:
        """Refuse a second Seed, and one for a table that entered points without a board."""
        there = state.grid[board.CENTRE]
        referee.require(
            there is None,
            "DB-19",
            "" if there is None else f"c3 is filled already: {there.lying} lies there.",
            "`companion log` has the numbers that `undo` takes.",
        )
        referee.require(
            not state.points_alone,
            "DB-37",
            "This table has entered points without a board, and they would be counted twice.",
            '`companion log` has the numbers that `undo` takes; or `--house "points in advance"`.',
        )

    def apply(self, state: State) -> State:
        return scored(state.with_die(board.CENTRE, Die(SEED, self.value)))

    def describe(self, before: State, after: State) -> str:
        return f"the Seed shows {self.value} and lies on c3"


SeedNumber = Annotated[
    int | None,
    word(
        lambda state, word: number_of(word),
        name="N",
        sort=a_number(NUMBERS[0], NUMBERS[-1]),
        candidates=lambda trial, args: ((str(number), "") for number in NUMBERS),
    ),
]
SeedVirtual = Annotated[bool, flag("Let the companion roll.", about="the companion rolls it")]
WHO_ROLLS = "Rolled by you, or by the companion?"


@verb("what the Seed shows")
def seed(action: Action[State], value: SeedNumber = None, *, virtual: SeedVirtual = False) -> None:
    """The Seed, as it was rolled: it lies in the middle.

    \b
    Examples:
      companion dicebox seed 3
      companion dicebox seed --virtual
    """
    if virtual and value is not None:
        raise Invalid(WHO_ROLLS, f"`companion dicebox seed {value}`")
    if virtual:
        value = action.chance.randint(1, 6)
    if value is None:
        hint = "`companion dicebox seed 3`, or `--virtual`."
        raise Incomplete("What does the Seed show?", hint, "value")
    action.add(SeedPlaced(value=value))
    finish_if_over(action)


def say_seed(state: State) -> str:
    """Who rolls the Seed, or that it is missing where dice were placed by a house rule."""
    if state.placed:
        return "The Seed is missing on c3: `companion dicebox seed 3`."
    return f"{state.name(state.turn)} rolls the Seed: `companion dicebox seed 3`."


# A turn that is passed, or given


class TurnPassed(Fact[State], kind="turn.passed"):
    """Nothing is entered of a turn: all dice were rolled, and it is unknown what they show."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Refuse passing while a die fits, or before there are turns."""
        require_seed(state, referee)
        require_going_on(state)
        require_turn(state, self.seat, referee)
        require_stuck(state, self.seat, referee, "no passing")

    def apply(self, state: State) -> State:
        """The dice are unknown then; those of a player who passes by a house rule stay."""
        seat = self.seat
        if not must_place(state, seat):
            state = state.with_dice(seat, [Die(die.color) for die in state.dice[seat]])
        return replace(state, turn=next_seat(state, seat))

    def describe(self, before: State, after: State) -> str:
        name, over = after.name(self.seat), passed_over(after, self.seat)
        if not before.dice[self.seat]:
            return f"{name} has no dice left and passes{over}"
        if must_place(before, self.seat):
            return f"{name} passes, and could have placed{over}"
        return f"{name} can place nothing and rolls all dice, which was not entered{over}"


class TurnGiven(Fact[State], kind="turn.given"):
    """Whose turn it is, corrected."""

    seat: Seat

    def check(self, state: State, referee: Referee) -> None:
        """Refuse the player whose turn it is already, and skipping one who has to place."""
        if self.seat == state.turn:
            raise Refused(f"It is {state.name(state.turn)}'s turn already.", "`companion table`")
        if is_turn(state, state.turn):
            require_stuck(state, state.turn, referee, "the turn stays")

    def apply(self, state: State) -> State:
        return replace(state, turn=self.seat)

    def describe(self, before: State, after: State) -> str:
        return f"it is {after.name(self.seat)}'s turn"


def advance(action: Action[State]) -> None:
    """On to the next player: nothing could be placed, and the roll is not entered."""
    action.add(TurnPassed(seat=action.state.turn))


def from_turn(trial: "Trial[State]") -> Sequence[int]:
    """Everybody, from whose turn it is."""
    from companion.core.offer import from_turn

    return from_turn(trial.state, trial.state.turn)


Anybody = Annotated[int, player(from_turn, whose=lambda state, seat: [state.turn])]


@verb("corrects whose turn it is", name="turn")
def give_turn(action: Action[State], player: Anybody) -> None:
    """Correct whose turn it is.

    \b
    Examples:
      companion dicebox turn ben
    """
    before = action.state
    action.add(TurnGiven(seat=player))
    if before.placed and before.last == player and next_seat(before, player) != player:
        action.warn(f"{before.name(player)} placed the last die, and is the next one again.")
