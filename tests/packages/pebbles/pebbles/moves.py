"""What is done in Pebbles, an entry each: the verbs call it, and so do the tests."""

from typing import Any

from companion.core.action import Action


def take(action: Action[Any], seat: int, pebbles: int) -> None:
    """Take a handful out of the pond."""
    most = action.reference["handful"]
    action.referee.require(
        1 <= pebbles <= most,
        "PEB-2",
        f"One takes 1 to {most} pebbles, not {pebbles}.",
        "Whoever wants more waits for the next turn.",
    )
    action.add("points.gained", seat=seat, points=pebbles)


def drop(action: Action[Any], seat: int) -> None:
    """Let one fall back into the pond."""
    action.add("points.lost", seat=seat, points=1)


def spill(action: Action[Any], seat: int) -> None:
    """Let all of them fall back."""
    action.add("points.set", seat=seat, points=0)
