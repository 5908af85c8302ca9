"""What became of a game's plays: the source of histories. Reads every one, so it is never quick."""

from collections.abc import Iterator
from typing import Any

from companion.core.game import Game
from companion.errors import CompanionError
from companion.store.base import LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.openplay import OpenPlay


def readable_play(desk: Desk, play_id: str) -> OpenPlay | None:
    """The play of that id; None where it is lost or cannot be read."""
    ref = LogRef(desk.group, PLAYS, play_id)
    try:
        return desk.opened(ref, desk.store.read_log(ref))
    except CompanionError:
        return None


def finished_plays(desk: Desk, game: Game[Any]) -> Iterator[OpenPlay]:
    """The group's finished plays of a game, oldest first; those that cannot be read are left out:
    `plays` tells of them.
    """
    ids = desk.store.log_ids(desk.group, PLAYS) if desk.group_document() else []
    for play_id in ids:
        if play_id.rpartition("-")[0] != game.id:
            continue
        play = readable_play(desk, play_id)
        if play is not None and play.state.status == "finished":
            yield play
