"""What can be done now, phase by phase, with the sentences that ask the table for it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.legal import Legal, Step
from companion.core.names import listed
from companion.core.reply import Reply
from companion.games.dicebox.board import SQUARES, dead_squares, open_squares
from companion.games.dicebox.rolls import may_roll, roll_such_as
from companion.games.dicebox.setup import next_pick, picker
from companion.games.dicebox.state import State
from companion.games.dicebox.turns import best_place, is_stuck, is_turn, must_place, places_of

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import Seen

_FEW_PLACES = 4
_TALLY = "`companion dicebox tally red=31 yellow=22 blue=28 white=17`"


# Before the first turn


def _can_draft(state: State) -> bool:
    """Whether lots may be drawn, or somebody may pick."""
    return state.drafts and (state.drafting is None or picker(state) is not None)


def _draft(state: State) -> str:
    """Who is to pick a die, as long as dice are drafted."""
    seat = picker(state)
    if seat is None or state.placed:
        return ""
    if state.drafting is None:
        return "Draw lots for the first pick: `companion dicebox draft`."
    left = [color for color, dice in state.pool.items() if dice]
    return f"{state.name(seat)} picks a die, {listed(left, 'or')}: {next_pick(state)}."


def _colors(state: State) -> str:
    """Whose colour is which, as long as that is not told."""
    each = zip(state.seats, ("red", "blue", "yellow", "white"), strict=False)
    told = " ".join(f"{who.handle}={color}" for who, color in each)
    one = f"Whose colour is which? `companion dicebox colors {told}`"
    if len(state.seats) != 2:
        return f"{one}."
    ana, ben = (who.handle for who in state.seats)
    return f"{one}, or two each: `companion dicebox colors {ana}=red,yellow {ben}=blue,white`."


def _seed(state: State) -> str:
    """Who rolls the Seed, or that it is missing where dice were placed by a house rule."""
    if state.placed:
        return "The Seed is missing on c3: `companion dicebox seed 3`."
    return f"{state.name(state.turn)} rolls the Seed: `companion dicebox seed 3`."


def _rolls(state: State) -> str:
    """Who has not rolled yet."""
    waiting = state.unrolled
    if not waiting:
        return ""
    all_wait = len(waiting) == len(state.seats)
    who = "Everybody" if all_wait else listed([state.name(seat) for seat in waiting])
    verb = "rolls" if all_wait or len(waiting) == 1 else "roll"
    virtual = " (or `companion dicebox roll --virtual`)" if state.drafted else ""
    return f"{who} {verb}: {roll_such_as(state, waiting[0])}{virtual}."


# The end


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


def _done(state: State) -> str:
    then = "`companion finish`" if state.colors_told else _colors(state)
    return f"The board is done. {then}"


# A turn


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


def shown(seen: "Seen[State]", seat: int) -> Reply:
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


# What can be done now


def _is_stuck(state: State) -> bool:
    return is_stuck(state, state.turn)


def _can_place(state: State) -> bool:
    return best_place(state, state.turn) is not None


def _can_roll(state: State) -> bool:
    return any(may_roll(state, seat) for seat in range(len(state.seats)))


def _asks_for_colors(state: State) -> bool:
    return bool(state.counted) and not state.colors_told


def _phase(state: State) -> str:
    if state.status != "live":
        return "ended"
    if state.over:
        return "done"
    if state.points_alone or state.counted:
        return "counted"
    return "turns" if state.seeded else "setup"


LEGAL: Legal[State] = Legal(
    _phase,
    {
        "setup": (
            Step("draft", say=_draft, when=_can_draft),
            Step("colors", say=_colors, when=lambda state: not state.colors_told),
            Step("seed", say=_seed),
            Step("roll", say=_rolls),
            Step("tally", say=_points_alone),
        ),
        "turns": (
            Step("draft", say=_draft, when=lambda state: _can_draft(state) and not state.placed),
            # Said by the way: a table that tells no rolls goes on with placing.
            Step(say=_rolls, when=lambda state: not state.placed),
            Step("roll", say=turn_step, when=_is_stuck),
            Step("place", say=turn_step, when=_can_place),
            Step(say=turn_step, when=lambda state: not _is_stuck(state) and not _can_place(state)),
            Step("roll", when=_can_roll),
            Step("legal"),
            Step("board"),
            Step("colors", say=_colors, when=lambda state: not state.colors_told),
            Step("turn"),
            Step("draft", when=_can_draft),
            Step("tally"),
        ),
        "counted": (
            Step("colors", say=_colors, when=_asks_for_colors),
            Step(say=_finish, when=lambda state: not _asks_for_colors(state)),
            Step("draft", when=_can_draft),
            Step("colors", when=lambda state: not state.colors_told),
            Step("roll", when=_can_roll),
            Step("legal", when=lambda state: state.seeded),
            Step("board", when=lambda state: state.seeded),
            Step("turn", when=lambda state: state.seeded),
            Step("tally"),
        ),
        "done": (
            Step("colors", say=_done),
            Step("board"),
            Step("draft", when=_can_draft),
            Step("tally"),
        ),
        "ended": (Step("board"), Step("tally")),
    },
    besides={
        "colors": "told once, they are told anew only to put them right",
        "turn": "before the first turn and after the last, whose it is matters little",
        "legal": "where no turn is, it says no more than what comes next",
        "board": "before the Seed lies there, it is empty",
    },
)
