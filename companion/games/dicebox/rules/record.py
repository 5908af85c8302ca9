"""How each event of Dice Box changes the state. Never refuses: that is `check`'s work."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.changed import replace
from companion.core.event import Event
from companion.core.play import record_play
from companion.core.seats import Seat
from companion.games.dicebox import board
from companion.games.dicebox.choices import begins_draft, must_place
from companion.games.dicebox.state import (
    COLORS,
    DICE_OF_EACH,
    PICKS,
    SEED,
    Die,
    State,
    sorted_dice,
    without,
)

Data = Any


def opening(seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
    """The state before the first entry: everybody's dice, none of which shows a number yet."""
    count = len(seats)
    dealt = [Die(color) for color in COLORS for _ in range(DICE_OF_EACH.get(count, 0))]
    drafted = [Die(None)] * (PICKS if count == 4 else 0)
    return State(
        seats=seats,
        scores=(0,) * count,
        told=(0,) * count,
        first=first,
        turn=first,
        colors=tuple(tuple(colors) for colors in options.get("colors", [[]] * count)),
        dice=(tuple([*dealt, *drafted]),) * count,
    )


def record(state: State, event: Event) -> State:
    """The state after an event. Raises TooNew for a kind that nobody knows."""
    recorder = _RECORDERS.get(event.kind)
    if recorder is not None:
        return _scored(recorder(state, event.data))
    after = record_play(state, event, None)
    # Points that are entered come on top of those on the board, or say what both are together.
    gained = (new - old for new, old in zip(after.scores, state.scores, strict=True))
    told = tuple(old + more for old, more in zip(state.told, gained, strict=True))
    return replace(after, told=told)


def next_seat(state: State, seat: int) -> int:
    """Who is next: to the left, passing over those who have no dice left (A-DB-08)."""
    count = len(state.seats)
    order = [(seat + step) % count for step in range(1, count + 1)]
    return next((other for other in order if state.dice[other]), order[0])


def _scored(state: State) -> State:
    """The state with everybody's points: those told, and those of one's colours (A-DB-05)."""
    tally = state.tally()
    own = [sum(tally.get(color, 0) for color in colors) for colors in state.colors]
    return replace(state, scores=tuple(a + b for a, b in zip(state.told, own, strict=True)))


def _with_dice(state: State, seat: int, dice: Sequence[Die]) -> State:
    held = sorted_dice(dice)
    return replace(state, dice=(*state.dice[:seat], held, *state.dice[seat + 1 :]))


def _colors_assigned(state: State, data: Data) -> State:
    return replace(state, colors=tuple(tuple(colors) for colors in data["colors"]))


def _draft_begun(state: State, data: Data) -> State:
    return replace(state, drafting=data["seat"])


def _die_picked(state: State, data: Data) -> State:
    seat, held = data["seat"], state.dice[data["seat"]]
    begins = begins_draft(state, seat)
    place = held.index(Die(None)) if Die(None) in held else len(held)
    held = (*held[:place], Die(data["color"]), *held[place + 1 :])
    state = replace(state, picks=(*state.picks, seat), drafting=begins)
    return _with_dice(state, seat, held)


def _seed_placed(state: State, data: Data) -> State:
    return _laid(state, board.CENTRE, Die(SEED, data["value"]))


def _dice_rolled(state: State, data: Data) -> State:
    seat = data["seat"]
    state = _with_dice(state, seat, [Die(*die) for die in data["dice"]])
    return replace(state, turn=next_seat(state, seat)) if data["turn"] else state


def _die_placed(state: State, data: Data) -> State:
    seat, color = data["seat"], data["color"]
    held = state.dice[seat]
    left = without(held, color, data["value"])
    if left is None:  # A house rule let it pass: another one of that colour, if there is one.
        other = next((place for place, die in enumerate(held) if die.color == color), len(held))
        left = (*held[:other], *held[other + 1 :])
    state = _with_dice(state, seat, left)
    square = board.SQUARES.index(data["square"])
    state = _laid(state, square, Die(color, data["value"]))
    return replace(state, turn=next_seat(state, seat))


def _laid(state: State, square: int, die: Die) -> State:
    return replace(state, grid=(*state.grid[:square], die, *state.grid[square + 1 :]))


def _turn_passed(state: State, data: Data) -> State:
    """Nothing was told of it: all dice were rolled, and nobody said what they show.

    Who passes by a house rule, and could have placed, keeps what is told.
    """
    seat = data["seat"]
    if not must_place(state, seat):
        state = _with_dice(state, seat, [Die(die.color) for die in state.dice[seat]])
    return replace(state, turn=next_seat(state, seat))


def _turn_given(state: State, data: Data) -> State:
    return replace(state, turn=data["seat"])


def _tally_counted(state: State, data: Data) -> State:
    """The points of all colours; they take the place of any that were entered before."""
    points = data["points"]
    counted = tuple((color, points.get(color, 0)) for color in COLORS)
    return replace(state, counted=counted, told=(0,) * len(state.seats))


_RECORDERS: dict[str, Callable[[State, Data], State]] = {
    "colors.assigned": _colors_assigned,
    "draft.begun": _draft_begun,
    "die.picked": _die_picked,
    "seed.placed": _seed_placed,
    "dice.rolled": _dice_rolled,
    "die.placed": _die_placed,
    "turn.passed": _turn_passed,
    "turn.given": _turn_given,
    "tally.counted": _tally_counted,
}
