"""The physical boxes of every game that a group has: found by name, mark, or the game's id.

Of a game whose boxes are all alike, or of which the companion keeps no book yet, a group has one
box without anybody telling it. Of a game whose boxes differ, there are those that were told of.
"""

import base64
import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.copies.cardcode import is_same_box
from companion.copies.components import Components, components
from companion.core.event import Event
from companion.core.game import Game
from companion.core.inventory import Inventory, Stock
from companion.core.names import find, folded
from companion.errors import NotFound, StorageError, Unusable
from companion.reference.data import games_with, reader
from companion.table.boxes import in_use
from companion.table.copies import OpenCopy, copy_ids, copy_ref, open_copy
from companion.table.desk import Desk

FILE = "components"
LONGEST_ID = 20
"""Signs of an id that stand in a code: the smallest labels have room for no more."""


class Box(NamedTuple):
    """A box that a group has: its game's id and title, its own id and name, and its mark.

    `game` is None for one that the companion keeps no book of; `in_use` says whether commands are
    about it where none is named.
    """

    game_id: str
    game: Game[Any] | None
    copy_id: str
    name: str
    mark: str = ""
    in_use: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """All that it answers to, the name first."""
        slug = self.copy_id.removeprefix(f"{self.game_id}-")
        return tuple(name for name in (self.name, self.copy_id, slug, self.mark) if name)


def all_boxes(desk: Desk) -> list[Box]:
    """Every box that can be read; our own games first."""
    return [box for game_id in _game_ids() for box in _boxes_of(desk, game_id)]


def named_box(desk: Desk, text: str) -> Box:
    """The box that somebody means. Raises NotFound, Ambiguous, or what reading it raises."""
    wanted = folded(text)
    boxes = all_boxes(desk)
    exact = [box for box in boxes if wanted in (box.copy_id, folded(box.name), folded(box.mark))]
    of_game = [box for box in boxes if wanted == box.game_id]
    if not exact and of_game:
        exact = [box for box in of_game if box.in_use] if len(of_game) > 1 else of_game
    if len(exact) == 1:
        return exact[0]
    if not of_game and wanted in games.OWN:  # It begins the title of another game, perhaps.
        raise NotFound(
            f"This group has told of no box of {games.game(wanted).title} yet.",
            f'Make one: `companion {wanted} copy new "Friday box" --mark ★ --owner Ana`.',
        )
    _say_what_is_wrong(desk, wanted, {box.copy_id for box in boxes})
    hint = "`companion deck list` shows them; `companion blank copy new NAME` tells of a new one."
    return find(text, boxes, lambda box: box.names, "box", hint)


def opened(desk: Desk, box: Box) -> OpenCopy | None:
    """The book of a box; None where the companion keeps none."""
    if box.game is None:
        return None
    return open_copy(desk, box.game, box.copy_id if box.game.several_boxes else None)


def inventory(desk: Desk, box: Box) -> Inventory:
    """All that is in a box, as far as it is known now."""
    came = _components(box.game_id, box.game)
    copy = opened(desk, box)
    stock = Stock(came.items)
    revision = 0
    if copy is not None and box.game is not None:
        stock = box.game.stock(copy.reference, came.items)
        revision = copy.log.events[-1].action if desk.store.has_log(copy.ref) else 0
    return Inventory(
        copy=box.copy_id,
        code=_code(desk, box),
        game=box.game_id,
        game_title=came.title,
        name=box.name,
        mark=stock.mark,
        owner=stock.owner,
        revision=revision,
        date=desk.now()[:10],
        items=stock.items,
        notes=stock.notes,
    )


def copy_code(game: Game[Any], copy_id: str, events: Sequence[Event]) -> str:
    """What codes call a copy: its id, not too long, and four signs made of how it was begun.

    Two groups may have a box of one name; these signs differ, and go with the box wherever it goes.
    Boxes of a game that are all alike go by the game's id.
    """
    if not game.several_boxes:
        return game.id
    return f"{copy_id[:LONGEST_ID].rstrip('-')}.{fingerprint(events)}"


def fingerprint(events: Sequence[Event]) -> str:
    """Four signs made of a log's first entry, which never changes."""
    first = json.dumps([events[0].kind, dict(events[0].data), events[0].at], sort_keys=True)
    checksum = zlib.crc32(first.encode())
    return base64.b32encode(checksum.to_bytes(4, "big"))[:4].decode().lower()


def box_of_code(desk: Desk, code: str) -> Box | None:
    """The group's box that codes call so, whatever its id was when they were printed."""
    return next((box for box in all_boxes(desk) if is_same_box(code, _code(desk, box))), None)


def _code(desk: Desk, box: Box) -> str:
    copy = opened(desk, box)
    if copy is None or box.game is None:
        return box.copy_id
    return copy_code(box.game, box.copy_id, copy.log.events)


def _game_ids() -> list[str]:
    """The games that tell of their components: those that are played here, then the others."""
    ours = games_with(FILE)
    known = [game for game in games.OWN if game in ours]
    others = [game.id for game in games.registered() if game.data is not None]
    return list(dict.fromkeys((*known, *ours, *others)))


def _boxes_of(desk: Desk, game_id: str) -> Iterator[Box]:
    try:
        game: Game[Any] | None = games.game(game_id)
    except NotFound:
        game = None
    if game is None or not game.several_boxes:
        try:
            title = _components(game_id, game).title
        except Unusable:
            if game_id in games.OWN:
                raise
            return  # Another package's game that tells of no components, or not as it should.
        yield Box(game_id, game, game_id, title, in_use=True)
        return
    used = in_use(desk, game)
    for copy_id in copy_ids(desk, game):
        try:
            known = open_copy(desk, game, copy_id).reference
        except StorageError:
            continue  # Whoever names it is told what is wrong with it.
        yield Box(game_id, game, copy_id, known.name, known.mark, copy_id in used)


def _say_what_is_wrong(desk: Desk, wanted: str, read: set[str]) -> None:
    """Raise what stands against reading the one box that could be meant and cannot be read."""
    for game_id in games.OWN:
        game: Game[Any] = games.game(game_id)
        if game.several_boxes:
            for copy_id in copy_ids(desk, game):
                if copy_id not in read and wanted in (copy_id, copy_id.removeprefix(f"{game_id}-")):
                    desk.store.read_log(copy_ref(desk, game, copy_id))
                    open_copy(desk, game, copy_id)


def _components(game_id: str, game: Game[Any] | None) -> Components:
    data: Mapping[str, Any] = reader(game_id, None if game is None else game.data)(FILE)
    try:
        return components(data)
    except ValueError as problem:
        raise Unusable(
            f"The components of the game “{game_id}” make no sense: {problem}.",
            "They stand in its components.toml; update the package that it belongs to.",
        ) from None
