"""What the table should do next: a sentence for each, with the command that tells it."""

from companion.core.names import listed
from companion.games.dicebox.board import SQUARES
from companion.games.dicebox.moves.stuck import is_stuck
from companion.games.dicebox.rules.check_dice import state_places
from companion.games.dicebox.rules.check_setup import picker, pool
from companion.games.dicebox.state import COLORS, State


def todo(state: State) -> list[str]:
    """The next steps, the most urgent first."""
    if state.status != "live":
        return []
    if state.over:
        return [f"The board is done. {_tell_colors(state)}"]
    if state.points_alone:
        steps = ["Once all points are entered: `companion finish`."]
        return [_tell_colors(state), *steps] if state.counted and not state.colors_told else steps
    steps = [] if state.seeded else _setup(state)
    steps += _rolls(state) if not state.seeded or not state.placed else []
    steps += _turn(state) if state.seeded else []
    if not state.placed and not state.seeded:
        steps.append(
            "Or only the points, at the end: `companion dicebox tally red=31 blue=28 …`, or "
            f"`companion score {state.seats[0].handle} +31`; then `companion finish`."
        )
    return steps if state.colors_told or not state.placed else [*steps, _tell_colors(state)]


def _tell_colors(state: State) -> str:
    told = " ".join(
        f"{who.handle}={color}" for who, color in zip(state.seats, COLORS, strict=False)
    )
    return f"Whose colour is which? `companion dicebox colors {told}`."


def _setup(state: State) -> list[str]:
    steps = [] if state.colors_told else [_tell_colors(state)]
    seat = picker(state)
    if seat is not None and state.drafting is None:
        steps.append("Draw lots for the first pick: `companion dicebox draft`.")
    elif seat is not None:
        left = listed([color for color, dice in pool(state).items() if dice], "or")
        steps.append(
            f"{state.name(seat)} picks a die, {left}: "
            f"`companion dicebox draft {state.seats[seat].handle} COLOR`."
        )
    steps.append(f"{state.name(state.turn)} rolls the Seed: `companion dicebox seed 3`.")
    return steps


def _rolls(state: State) -> list[str]:
    waiting = [seat for seat, dice in enumerate(state.dice) if dice and not state.known(seat)]
    if not waiting:
        return []
    who = (
        "Everybody"
        if len(waiting) == len(state.seats)
        else listed([state.name(seat) for seat in waiting])
    )
    verb = "roll" if len(waiting) > 1 and who != "Everybody" else "rolls"
    handle = state.seats[waiting[0]].handle
    return [
        f"{who} {verb}: `companion dicebox roll {handle} red:4 red:2 blue:6 …`, or "
        "`companion dicebox roll --virtual`."
    ]


def _turn(state: State) -> list[str]:
    seat, name = state.turn, state.name(state.turn)
    handle = state.seats[seat].handle
    if not state.dice[seat]:
        return [f"{name} has no dice left and passes: `companion next`."]
    if is_stuck(state, seat):
        return [
            f"{name} can place nothing and rolls all dice: `companion dicebox roll {handle} …` "
            "(`--virtual`), or `companion next` without telling them."
        ]
    fitting = [(die, squares) for die, squares in state_places(state, seat) if squares]
    if not fitting:
        return [
            f"{name}'s turn: `companion dicebox place {handle} red:4 d3`; if nothing fits, all "
            "dice are rolled: `companion next`."
        ]
    colors: dict[int | None, list[str]] = {}
    for die, _ in fitting:
        colors.setdefault(die.value, []).append(str(die.color))
    where = {die.value: squares for die, squares in fitting}
    told = [
        f"{value} ({', '.join(colors[value])}) on {listed([SQUARES[at] for at in squares], 'or')}"
        for value, squares in sorted(where.items(), key=lambda item: item[0] or 0)
    ]
    die, squares = fitting[0]
    command = f"`companion dicebox place {die.typed} {SQUARES[squares[0]]}`"
    return [f"{name}'s turn: {'; '.join(told)}: {command}."]
