"""What the table should do next: a sentence for each, with the command that tells it."""

from collections.abc import Sequence

from companion.core.names import listed
from companion.games.dicebox.board import SQUARES, open_squares
from companion.games.dicebox.choices import (
    best_place,
    is_stuck,
    next_pick,
    picker,
    places_of,
    pool,
    roll_such_as,
)
from companion.games.dicebox.state import State

_FEW_PLACES = 4
_TALLY = "`companion dicebox tally red=31 yellow=22 blue=28 white=17`"


def todo(state: State) -> list[str]:
    """The next steps, the most urgent first."""
    if state.status != "live":
        return []
    if state.over:
        then = "`companion finish`" if state.colors_told else _tell_colors(state)
        return [f"The board is done. {then}"]
    colors = [] if state.colors_told else [_tell_colors(state)]
    if state.points_alone or state.counted:
        return colors if state.counted and colors else [_finish(state)]
    if state.seeded:
        waiting = [] if state.placed else _rolls(state)
        return [*_draft(state), *waiting, turn_step(state), *colors]
    return [
        *_draft(state),
        *colors,
        _seed(state),
        *_rolls(state),
        _points_alone(state),
    ]


def _seed(state: State) -> str:
    """Who rolls the Seed, or that it is missing where dice were placed by a house rule."""
    if state.placed:
        return "The Seed is missing on c3: `companion dicebox seed 3`."
    return f"{state.name(state.turn)} rolls the Seed: `companion dicebox seed 3`."


def _points_alone(state: State) -> str:
    """How to tell the end alone; with three players, points leave out what DB-40 asks about."""
    tally = f"Just the points, at the end: {_TALLY}"
    if len(state.seats) == 3:
        return f"{tally}; the unclaimed colour may decide."
    return f"{tally}, or `companion score {state.seats[0].handle} +31`."


def _finish(state: State) -> str:
    if state.counted:
        return "All points are told: `companion finish`."
    if len(state.seats) != 3:
        return "Once all points are entered: `companion finish`."
    return (
        "Once all points are entered: `companion finish`. The unclaimed colour is not among them; "
        f"if it should count: {_TALLY}."
    )


def _tell_colors(state: State) -> str:
    each = zip(state.seats, ("red", "blue", "yellow", "white"), strict=False)
    told = " ".join(f"{who.handle}={color}" for who, color in each)
    one = f"Whose colour is which? `companion dicebox colors {told}`"
    if len(state.seats) != 2:
        return f"{one}."
    ana, ben = (who.handle for who in state.seats)
    return f"{one}, or two each: `companion dicebox colors {ana}=red,yellow {ben}=blue,white`."


def _draft(state: State) -> list[str]:
    """Who is to pick a die, as long as dice are drafted."""
    seat = picker(state)
    if seat is None or state.placed:
        return []
    if state.drafting is None:
        return ["Draw lots for the first pick: `companion dicebox draft`."]
    left = [color for color, dice in pool(state).items() if dice]
    return [f"{state.name(seat)} picks a die, {listed(left, 'or')}: {next_pick(state)}."]


def _rolls(state: State) -> list[str]:
    waiting = state.unrolled
    if not waiting:
        return []
    all_wait = len(waiting) == len(state.seats)
    who = "Everybody" if all_wait else listed([state.name(seat) for seat in waiting])
    verb = "rolls" if all_wait or len(waiting) == 1 else "roll"
    virtual = " (or `companion dicebox roll --virtual`)" if state.drafted else ""
    return [f"{who} {verb}: {roll_such_as(state, waiting[0])}{virtual}."]


def turn_step(state: State, most: int = _FEW_PLACES) -> str:
    """What whoever has the turn should do, with so many of the places for dice at most."""
    seat, name = state.turn, state.name(state.turn)
    if not any(state.dice):
        return "Nobody has dice left: `companion finish`."
    if not state.dice[seat]:
        return f"{name} has no dice left and passes: `companion next`."
    if is_stuck(state, seat):
        handle = state.seats[seat].handle
        return (
            f"{name} can place nothing and rolls all dice: {roll_such_as(state, seat)}, "
            f"`companion dicebox roll {handle} --virtual`, or untold: `companion next`."
        )
    fitting = [(die, squares) for die, squares in places_of(state, seat) if squares]
    if not fitting:
        return _open_to_all(state, seat, most)
    colors: dict[int | None, list[str]] = {}
    for die, _ in fitting:
        colors.setdefault(die.value, []).append(str(die.color))
    where = {die.value: squares for die, squares in fitting}
    told = [
        f"{value} ({', '.join(colors[value])}) on {_names(squares)}"
        for value, squares in sorted(where.items(), key=lambda item: item[0] or 0)
    ]
    return f"{name}'s turn: {_some(told, most)}. {_such_as(state)}."


def _such_as(state: State) -> str:
    """A command for whoever has the turn, while something fits."""
    place = best_place(state, state.turn)
    assert place is not None
    die, square = place
    return f"Such as `companion dicebox place {die.typed} {SQUARES[square]}`"


def _open_to_all(state: State, seat: int, most: int) -> str:
    """What fits, where nobody told what a player has."""
    together: dict[tuple[int, ...], list[int]] = {}
    for square, numbers in open_squares(state.numbers).items():
        together.setdefault(numbers, []).append(square)
    told = [
        f"{listed([str(number) for number in numbers], 'or')} on {_names(squares)}"
        for numbers, squares in together.items()
    ]
    return (
        f"{state.name(seat)}'s turn: {_some(told, most)}. {_such_as(state)}; nothing fits: "
        "`companion next`."
    )


def _some(places: Sequence[str], most: int) -> str:
    """What fits where; of more than can be read at a glance, the first."""
    if len(places) <= most:
        return "; ".join(places)
    return "; ".join(places[: most - 1]) + "; more in `companion dicebox legal`"


def _names(squares: Sequence[int]) -> str:
    return listed([SQUARES[square] for square in squares], "or")
