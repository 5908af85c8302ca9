"""What of the rulebook matters now in Shut the Box, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.games.boolean.box.state import NUDGES, BoxState
from companion.games.boolean.box.telling.describe import circles, numbers_told, switch_told


def in_front(state: BoxState) -> Iterator[Mention]:
    """A switch, the turn, Nudges, what is to be crossed off, and how it ends."""
    seats = range(len(state.seats))
    if state.status == "live":
        yield from _turn(state)
        needs = [
            f"{state.name(seat)} needs {numbers_told(state.needed(seat)) or 'nothing'}"
            for seat in seats
        ]
        yield Mention("crossing-off", "; ".join(needs))
    close = [state.name(seat) for seat in seats if len(state.needed(seat)) <= 1]
    yield Mention("shut-the-box-winning", "the first column that is crossed off")
    if len(close) == len(state.seats):
        yield Mention("shut-the-box-tie", "both may finish in one turn")


def _turn(state: BoxState) -> Iterator[Mention]:
    if state.last is not None and state.last.shared:
        yield Mention("switch", switch_told(state.last))
    yield Mention("shut-the-box-turn", f"turn {state.round}")
    if state.round == 1:
        yield Mention("shut-the-box-setup", "before the first roll")
        yield Mention("split", "who gets which dice")
    if any(state.nudges):
        told = zip(state.seats, state.nudges, strict=True)
        left = [f"{who.name} {circles(nudges)}" for who, nudges in told]
        spent = any(nudges < NUDGES for nudges in state.nudges)
        yield Mention("nudges-in-shut-the-box", ", ".join(left) if spent else "three each")
    if state.last is None or not state.last.shared:
        yield Mention("switch", "for any count that both have")
