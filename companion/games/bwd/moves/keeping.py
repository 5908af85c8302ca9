"""The dice last longer than the game: beginning with those that the last play left."""

from collections.abc import Sequence
from typing import Any

from companion.core.names import folded
from companion.core.seats import seats_for
from companion.games.bwd.state import COMMON, State

Faces = list[dict[str, Any] | None]


def dice_left(state: State, players: Sequence[str]) -> dict[str, Faces]:
    """Faces by die id, for the seats of a new play: everyone goes on with what they held.

    Whoever held more than two dice begins with the first two, whoever held none with blank ones.
    """
    dice: dict[str, Faces] = {}
    for seat in seats_for(players):
        held = [
            die
            for die in state.dice
            if die.id != COMMON and folded(_holder(state, die.owner, die.home)) == folded(seat.name)
        ]
        for number, die in enumerate(held[:2], start=1):
            dice[f"{seat.handle}.{number}"] = [face.to_json() for face in die.faces]
    dice[COMMON] = [face.to_json() for face in state.die(COMMON).faces]
    return dice


def _holder(state: State, owner: int | None, home: int | None) -> str:
    holder = home if owner is None else owner
    return "" if holder is None else state.name(holder)
