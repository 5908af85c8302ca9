"""What Sort adds to `table --json`: the areas, die by die, and what the bottoms showed."""

from typing import Any

from companion.games.boolean.sort.state import AREAS, SortState


def report(state: SortState) -> dict[str, Any]:
    """The dice of an area in the order in which they were placed; null for one not named.

    `rolling` is the die that was rolled in the turn at hand, while nothing is placed in it.
    """
    live = state.status == "live"
    return {
        "phase": ("bottoms" if state.played else "turns") if live else "over",
        "turns": len(state.turns),
        "areas": {colour: list(area) for colour, area in zip(AREAS, state.areas, strict=True)},
        "rolled": [turn.rolled for turn in state.turns],
        "rolling": state.rolled,
        "right": None if state.right is None else dict(zip(AREAS, state.right, strict=True)),
    }


def player_report(state: SortState, seat: int) -> dict[str, Any]:
    """The dice that lie in no area yet."""
    return {"dice": state.outside}


def options_again(state: SortState) -> list[str]:
    """There are none."""
    return []
