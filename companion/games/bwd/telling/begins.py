"""What a play was begun with, for the first line of its log."""

from companion.games.bwd.state import DEFAULT_TARGET, State


def begins(state: State) -> str:
    """The options of the opening state, as far as they are not the usual ones."""
    told = []
    if state.target != DEFAULT_TARGET:
        told.append(f"to {state.target} points")
    if state.setup is not None:
        told.append(f"set {state.setup.id}")
    if state.tracked:  # Before the first entry, only dice of an earlier play have icons.
        told.append("kept dice")
    return ", ".join(told)
