"""Which physical copies of a game a group has in use: one, or several that are mixed.

For games of which a group may have several. The group's small file remembers it, so that commands
need not name a box that lies on the table all evening.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.game import Game
from companion.core.names import find, folded
from companion.errors import Ambiguous, NotFound, StorageError
from companion.table.copies import OpenCopy, copy_ids, open_copy
from companion.table.desk import Desk


def in_use(desk: Desk, game: Game[Any]) -> list[str]:
    """The ids of the copies in use, several where they are mixed; empty where there is none."""
    used = desk.group_document().get("boxes", {}).get(game.id)
    if used is not None:
        return list(used)
    return copy_ids(desk, game)[:1]


def use(desk: Desk, game: Game[Any], ids: Sequence[str]) -> None:
    """Take these copies into use."""
    if desk.group_document().get("boxes", {}).get(game.id) != list(ids):
        with desk.changing_group() as document:
            document["boxes"] = {**document.get("boxes", {}), game.id: list(ids)}


def new_id(desk: Desk, game: Game[Any], name: str) -> str:
    """An id for a new copy: the game's and its name, as far as that has plain letters."""
    signs = "".join(sign if sign.isascii() and sign.isalnum() else "-" for sign in folded(name))
    slug = "-".join(part for part in signs.split("-") if part)[:40].strip("-") or "box"
    taken = copy_ids(desk, game)
    found, number = f"{game.id}-{slug}", 2
    while found in taken:
        found, number = f"{game.id}-{slug}-{number}", number + 1
    return found


def all_copies(desk: Desk, game: Game[Any]) -> list[OpenCopy]:
    """Every copy that can be read, in the order of `copy_ids`."""
    found = []
    for copy_id in copy_ids(desk, game):
        try:
            found.append(open_copy(desk, game, copy_id))
        except StorageError:
            continue  # Whoever names it is told what is wrong with it.
    return found


def named_copy(desk: Desk, game: Game[Any], text: str) -> str:
    """The id of the copy that somebody means, by name, mark or id. Raises NotFound, Ambiguous."""
    ids = copy_ids(desk, game)
    wanted = folded(text)
    if wanted in ids:
        return wanted
    copies = all_copies(desk, game)
    for is_it in (
        lambda copy: folded(copy.reference.name) == wanted,
        lambda copy: copy.ref.id == f"{game.id}-{wanted}",
        lambda copy: folded(copy.reference.mark) == wanted,
    ):
        found = [copy.ref.id for copy in copies if wanted and is_it(copy)]
        if len(found) == 1:
            return found[0]
    hint = "" if copies else f"There is none yet: `companion {game.id} copy new NAME`."
    try:
        return find(
            text, copies, lambda copy: (copy.reference.name, copy.ref.id), "box", hint
        ).ref.id
    except (NotFound, Ambiguous):
        unread = set(ids) - {copy.ref.id for copy in copies}
        damaged = [copy_id for copy_id in unread if wanted and wanted in copy_id]
        if len(damaged) == 1:
            return damaged[0]
        raise
