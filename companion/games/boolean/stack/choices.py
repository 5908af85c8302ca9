"""What may be told next, as far as it is known: commands for hints and next steps."""

from companion.games.boolean.stack.state import StackState


def fell(state: StackState, seat: int) -> str:
    """The command for a stack that somebody made fall."""
    return f"`companion boolean fell {state.seats[seat].handle}`"


def who_fell(state: StackState) -> str:
    """Both players' commands for a fall, and when it is whose."""
    turn = state.turn or 0
    if not state.tower:
        name, other = state.name(turn), state.name(1 - turn)
        return f"{name}: {fell(state, turn)}; {other}: {fell(state, 1 - turn)}"
    return f"By the last die: {fell(state, 1 - turn)}; by the next: {fell(state, turn)}"
