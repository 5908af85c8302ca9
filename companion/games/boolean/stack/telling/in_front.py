"""What of the rulebook matters now, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.stack.state import StackState


def in_front(state: StackState) -> Iterator[Mention]:
    """The step at hand, and how the game ends."""
    if state.status != "live":
        yield Mention("falling" if state.fallen is not None else "stack-challenge", "how it ended")
        return
    name = state.name(state.turn or 0)
    if state.complete:
        yield Mention("tenth-die", f"{name} has to Challenge")
        yield Mention("inverse", f"then {state.name(1 - (state.turn or 0))} wins")
        yield Mention("stack-challenge", "how it is done")
        return
    if not state.tower:
        yield Mention("stack-setup", "before the first die")
        yield Mention("split", "five dice for each")
    if len(state.tower) < len(state.seats):
        yield Mention("first-die", f"{name}'s, which nobody can Challenge")
    yield Mention("placing-a-die", f"{name}'s turn")
    if state.tower:
        yield Mention("inverse", "what it should be")
        yield Mention("bluffing", "or it is not")
    if state.open_to_challenge:
        yield Mention("stack-challenge", f"if {name} doubts the topmost die")
    if len(state.tower) == SET - 1:
        yield Mention("tenth-die", "comes next")
    yield Mention("falling", "whoever makes it fall")
    yield Mention("constrained", "you stay seated")
