"""All boxes of a group, found by name, mark or game, and their contents.

A group has one box of each game whose boxes are all alike, even before anything is entered about
it. Of games whose boxes differ, it has those that were recorded.
"""

import base64
import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from companion import games
from companion.boxes.components import components, kind_of
from companion.core.event import Event
from companion.core.game import Game
from companion.core.inventory import Inventory, Stock
from companion.core.names import find, folded
from companion.errors import CompanionError, NotFound, StorageError, Unusable
from companion.reference.data import games_with, reader
from companion.store.base import LogRef
from companion.table.boxes.stored_box import StoredBox, box_ids, in_use, open_box
from companion.table.current import BOXES
from companion.table.desk import Desk

T = TypeVar("T")
FILE = "components"


class Box(NamedTuple):
    """A box of a group.

    `in_use` says whether commands are about it when no box is named; `differs` whether the group
    may have several boxes of this game, each with a log and a name. `stored` is its log as read.
    """

    game_id: str
    box_id: str
    name: str
    mark: str = ""
    in_use: bool = True
    differs: bool = False
    stored: StoredBox | None = None

    @property
    def title(self) -> str:
        """The name with the mark: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def names(self) -> tuple[str, ...]:
        """All names by which it can be typed, the usual one first."""
        slug = self.box_id.removeprefix(f"{self.game_id}-")
        names = (self.name, self.title, self.box_id, slug, self.mark)
        return tuple(dict.fromkeys(name for name in names if name))

    @property
    def own_id(self) -> str | None:
        """Its id for `open_box`: None if the group can have only one."""
        return self.box_id if self.differs else None

    def game(self) -> Game[Any] | None:
        """The game; None if nothing is recorded about its boxes."""
        game = played_game(self.game_id)
        return game if game is not None and game.box_rules.kinds else None


def all_boxes(desk: Desk) -> list[Box]:
    """Every box that can be read; built-in games first."""
    ours = _own_boxes(desk)
    from companion.table.lookup.sources import (
        other_games,  # knows other packages' games from the cache
    )

    others = other_games(desk.store.cache())
    return [*ours, *(box for game_id in others for box in _boxes_of(desk, game_id))]


def typed_names(desk: Desk) -> list[str]:
    """How to type each box that can be read; none if they cannot be listed."""
    try:
        return [box.box_id.removeprefix(f"{box.game_id}-") for box in all_boxes(desk)]
    except CompanionError:
        return []


def named_box(desk: Desk, text: str) -> Box:
    """Find a box. Raises NotFound, Ambiguous, or what reading it raises."""
    try:
        return _named(desk, text, _own_boxes(desk))
    except NotFound:
        # Other packages are asked for games only now: that is slow.
        return _named(desk, text, all_boxes(desk))


def _named(desk: Desk, text: str, boxes: Sequence[Box]) -> Box:
    wanted = folded(text)
    exact = [
        box
        for box in boxes
        if wanted in (box.box_id, *map(folded, (box.name, box.title, box.mark)))
    ]
    of_game = [box for box in boxes if wanted == box.game_id]
    if not exact and of_game:
        exact = [box for box in of_game if box.in_use] if len(of_game) > 1 else of_game
    if len(exact) == 1:
        return exact[0]
    if not of_game and wanted in games.OWN:  # it may also be a prefix of another title
        raise NotFound(
            f"This group has no box of {games.game(wanted).title} yet.",
            f'Make one: `companion {wanted} box new "Friday box" --mark ★ --owner Ana`.',
        )
    _say_what_is_wrong(desk, wanted, {box.box_id for box in boxes})
    hint = "`companion deck list` shows them; `companion blank box new NAME` adds one."
    return find(text, boxes, lambda box: box.names, "box", hint)


def opened(desk: Desk, box: Box) -> StoredBox | None:
    """The log of a box; None if none is kept."""
    if box.stored is not None:
        return box.stored
    game = box.game()
    return None if game is None else open_box(desk, game, box.own_id)


def boxes_differ(game: Game[Any]) -> bool:
    """Whether a group may have several boxes of a game."""
    try:
        return components_of(game.id, kind_of).differ
    except Unusable:
        return False  # another package's game without components


def _own_boxes(desk: Desk) -> list[Box]:
    """The boxes of built-in games, then of games that are only described."""
    shipped = games_with(FILE)
    known = [game for game in games.OWN if game in shipped]
    ids = dict.fromkeys((*known, *shipped))
    return [box for game_id in ids for box in _boxes_of(desk, game_id)]


def _boxes_of(desk: Desk, game_id: str) -> Iterator[Box]:
    try:
        kind = components_of(game_id, kind_of)
    except Unusable:
        if game_id in games.OWN:
            raise
        return  # another package's game without proper components
    if not kind.differ:
        yield Box(game_id, game_id, kind.title)
        return
    game = games.game(game_id)
    used = in_use(desk, game)
    for box_id in box_ids(desk, game):
        try:
            stored = open_box(desk, game, box_id)
        except StorageError:
            continue  # reported when it is named
        name, mark = stored.reference.name, stored.reference.mark
        yield Box(game_id, box_id, name, mark, box_id in used, True, stored)


def _say_what_is_wrong(desk: Desk, wanted: str, read: set[str]) -> None:
    """Raise the error of the box of that id, if it cannot be read."""
    for game_id in games.OWN:
        if game_id != games.SHEET and components_of(game_id, kind_of).differ:
            game: Game[Any] = games.game(game_id)
            for box_id in box_ids(desk, game):
                if box_id not in read and wanted in (box_id, box_id.removeprefix(f"{game_id}-")):
                    open_box(desk, game, box_id)


def played_game(game_id: str) -> Game[Any] | None:
    """The game of that id; None for one that is only described."""
    if game_id not in games.OWN and game_id in games_with(FILE):
        return None
    return games.game(game_id)


def components_of(game_id: str, read: Callable[[Mapping[str, Any]], T]) -> T:
    """Read the components of a game. Raises Unusable."""
    game = None if game_id in games.OWN else played_game(game_id)
    data = reader(game_id, None if game is None else game.data)(FILE)
    try:
        return read(data)
    except ValueError as problem:
        raise Unusable(
            f"The components of the game “{game_id}” make no sense: {problem}.",
            "They are in its components.toml: update its package.",
        ) from None


LONGEST_ID = 20
"""Characters of an id in a code: the smallest labels have room for no more."""


def inventory(desk: Desk, box: Box) -> Inventory:
    """The known contents of a box."""
    original = components_of(box.game_id, components)
    stored = opened(desk, box)
    stock, revision = Stock(original.items), 0
    if stored is not None:
        stock = stored.game.box_rules.stock(stored.reference, original.items)
        revision = stored.log.events[-1].action if desk.store.has_log(stored.ref) else 0
    return Inventory(
        copy=box.box_id,
        code=_code(box, stored),
        game=box.game_id,
        game_title=original.title,
        name=box.name,
        mark=stock.mark,
        owner=stock.owner,
        revision=revision,
        date=desk.now()[:10],
        items=stock.items,
        notes=stock.notes,
    )


def outline(desk: Desk, box: Box) -> Inventory:
    """A box for a list, without what was entered about the cards of boxes that are all alike.

    So their games need not be imported, and a damaged log does not stop the list.
    """
    if box.differs:
        return inventory(desk, box)
    original = components_of(box.game_id, components)
    ref = LogRef(desk.group, BOXES, box.box_id)
    try:
        revision = desk.store.read_log(ref)[-1].action
    except (NotFound, StorageError, IndexError):
        revision = 0
    return Inventory(
        copy=box.box_id,
        code=box.game_id,
        game=box.game_id,
        game_title=original.title,
        name=box.name,
        mark="",
        owner="",
        revision=revision,
        date=desk.now()[:10],
        items=original.items,
    )


def fingerprint(events: Sequence[Event]) -> str:
    """Four characters made of a log's first entry, which never changes."""
    first = json.dumps([events[0].kind, dict(events[0].data), events[0].at], sort_keys=True)
    checksum = zlib.crc32(first.encode())
    return base64.b32encode(checksum.to_bytes(4, "big"))[:4].decode().lower()


def titles_by_code(desk: Desk) -> dict[str, str]:
    """The titles of the group's boxes by their ids in codes."""
    return {_code(box, opened(desk, box)): box.title for box in all_boxes(desk)}


def _code(box: Box, stored: StoredBox | None) -> str:
    """The id of a box in codes: its own, shortened, with the fingerprint of its first entry.

    The fingerprint distinguishes boxes of one name in different groups, and stays with the box.
    Boxes that are all alike have the game's id.
    """
    if stored is None or not box.differs:
        return box.game_id
    return f"{box.box_id[:LONGEST_ID].rstrip('-')}.{fingerprint(stored.log.events)}"
