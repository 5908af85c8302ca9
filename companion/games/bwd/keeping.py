"""The dice last longer than the game: what the group's copy keeps, and beginning with it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.event import Event
from companion.core.names import folded
from companion.core.seats import seats_for
from companion.errors import NotFound
from companion.games.bwd.state import COMMON, State

KEPT = "dice.kept"

Faces = list[Any]
Kept = Mapping[str, Sequence[Faces]]
"""Faces of each die, by the name of the player who held it; the common die under `common`."""


def keepsakes(state: State, play: str) -> list[tuple[str, dict[str, Any]]]:
    """The dice as they are at the end, by who holds them; nothing where none were told of."""
    if not state.tracked:
        return []
    held: dict[str, list[Faces]] = {}
    for die in state.dice:
        holder = die.home if die.owner is None else die.owner
        name = COMMON if die.home is None or holder is None else f"player:{state.name(holder)}"
        held.setdefault(name, []).append([face.to_json() for face in die.faces])
    return [(KEPT, {"play": play, "dice": held})]


def kept_dice(copy: Iterable[Event]) -> Kept:
    """The dice that the newest finished play left. Raises NotFound where there was none."""
    newest: Kept | None = None
    for event in copy:
        if event.kind == KEPT:
            newest = event.data["dice"]
    if newest is None:
        raise NotFound(
            "This group has kept no dice yet: no play with dice has been finished.",
            "Start with blank dice, and tell what is on them: `companion bwd write ana.1 …`.",
        )
    return newest


def dice_for(kept: Kept, players: Sequence[str]) -> dict[str, Faces]:
    """Faces by die id for new seats: who held dice goes on with two of them, others begin blank."""
    by_name = {folded(name): faces for name, faces in kept.items()}
    dice: dict[str, Faces] = {}
    for seat in seats_for(players):
        for number, faces in enumerate(by_name.get(folded(f"player:{seat.name}"), ())[:2], 1):
            dice[f"{seat.handle}.{number}"] = faces
    for faces in kept.get(COMMON, ())[:1]:
        dice[COMMON] = faces
    return dice
