"""All that can be looked up: what is shipped, the boxes of the group, and its rulings.

What has changed since the last look-up is read again and nothing else is, so that an answer takes
no longer in a group with ten thousand cards.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from companion import games
from companion.core.lookup import UNREAD, Item
from companion.core.names import folded
from companion.errors import CompanionError, NotFound, StorageError
from companion.reference.cache import Unreadable
from companion.reference.data import reader
from companion.reference.index import Index, Source
from companion.reference.question import LONGEST_NAME
from companion.reference.words import split_words
from companion.store.base import LogRef
from companion.table.current import BOXES, Current
from companion.table.groups.rulings import RULINGS, Ruling, rulings_in
from companion.table.lookup.sources import PACKAGES, Origin, cards_of, keep_up, shipped

if TYPE_CHECKING:
    from companion.table.plays.open_play import OpenPlay

T = TypeVar("T")
_LIE_THERE = ("card", UNREAD, "icon")
"""The kinds of items of what may lie on a table."""
_NUMBER_AND_SUIT = 2
"""The most words of a name with a number in it that is in no index, such as `red 4`."""


def with_corpus(desk: Current, use: "Callable[[Corpus], T]") -> T:
    """What `use` makes of all that can be looked up; read anew where the kept form fails it.

    It may be called twice, so it must not change anything.
    """
    try:
        return use(Corpus(desk))
    except Unreadable:
        return use(Corpus(desk, cached=False))


class Corpus:
    """What is shipped, and what the group knows besides; `warnings` say what could not be read.

    `indexes` are to be asked in their order: the group's own first, if it has one.
    """

    def __init__(self, desk: Current, cached: bool = True) -> None:
        """By what is kept for quick look-ups, or (not `cached`) read anew.

        Raises Unreadable where the former fails, Unusable where there is no data at all.
        """
        self._desk = desk
        self.warnings: list[str] = []
        self._shipped = Index(desk.store.cache() if cached else None)
        keep_up(self._shipped, shipped(self._shipped))
        self.indexes = [self._shipped]
        own = list(self._of_the_group())
        if own:
            self.indexes.insert(0, Index(desk.store.cache(desk.group) if cached else None))
            keep_up(self.indexes[0], own)
        for index in self.indexes:
            self.warnings += index.problems()

    @cached_property
    def called(self) -> dict[str, list[str]]:
        """What the games are called of which something is known, by their ids, the title first."""
        by_game = self._shipped.about_sources()
        return {game: names for game, names in by_game.items() if game != PACKAGES}

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of these games."""
        return {game: names[0] for game, names in self.called.items()}

    @cached_property
    def rulings(self) -> list[Ruling]:
        """What the group has agreed on, retired rulings too; nothing where there is no group."""
        return rulings_in(self._document)

    @property
    def game_at_hand(self) -> str | None:
        """The game that is being played, or was last; None where none is."""
        named = self._desk.asked.play
        play = self._document.get("current") if named is None else self._desk.find_play(named)
        return None if play is None else str(play).rpartition("-")[0]

    def called_here(self, text: str) -> list[Item]:
        """The items of what lies on the table and is called so, as the game's verbs take it.

        None where that is unknown: the other answers are good without it.
        """
        play = self._play if self._may_be_a_name(text) else None
        if play is None:
            return []
        try:
            ids = list(map(str, play.game.named_here(play.state, play.reference, text)))
        except CompanionError:
            return []
        except Exception:  # Whatever another package does wrong; `lookup --here` says so.
            if play.game.id in games.OWN:
                raise
            return []
        found = self.of(play.game.id, ids)
        return [found[one] for one in dict.fromkeys(ids) if one in found]

    def of_this_game(self, text: str) -> list[Item]:
        """What a word means in the one that is played of a box with several games, where it has an
        item of its own: `Challenge: The Stack`."""
        narrower = f"{folded(text)}: "
        names = (name for index in self.indexes for name in index.names(text))
        if not text.strip() or not any(folded(name).startswith(narrower) for name in names):
            return []
        play = self._play
        if play is None or play.game.id not in games.OWN:
            return []
        itself = play.game.called(play.state).removeprefix(f"{play.game.title}: ")
        called = f"{text}: {itself}"
        found = (item for index in self.indexes for item in index.named(called))
        return [item for item in found if item.game == play.game.id]

    def _may_be_a_name(self, text: str) -> bool:
        """Whether something may be called so: to open a play takes longer than all the rest.

        A number goes by the game's own ways, such as `red 4`.
        """
        game, words = self.game_at_hand, split_words(text)
        if game is None or not words or len(words) > LONGEST_NAME:
            return False
        numbered = len(words) <= _NUMBER_AND_SUIT and any(sign.isdigit() for sign in text)
        return numbered or any(
            index.has_name_with(text, game, _LIE_THERE) for index in self.indexes
        )

    def is_put_away(self, item: Item) -> bool:
        """Whether it is a card of a box of the group's that is not played with.

        While nothing is being played, that is any box but those in use.
        """
        if item.kind != "card" or len(self.indexes) == 1:
            return False
        box = f"{item.game}-{item.id.partition('/')[0]}" if "/" in item.id else item.game
        return box not in self._boxes_played and bool(self.indexes[0].of([item.full_id]))

    @cached_property
    def _boxes_played(self) -> frozenset[str]:
        """The ids of the group's boxes on the table; of those in use, where no play is at hand."""
        game_id = self.game_at_hand
        if game_id is not None:
            play = self._play
            return frozenset((game_id,) if play is None else play.game.boxes_played(play.state))
        used: dict[str, list[str]] = {}
        with suppress(
            NotFound, StorageError
        ):  # As `stored_box.in_use`, without importing every game.
            for box_id in self._desk.store.log_ids(self._desk.group, BOXES):
                used.setdefault(box_id.partition("-")[0], [box_id])
        return frozenset(chain(games.OWN, *{**used, **self._document.get("boxes", {})}.values()))

    @cached_property
    def _play(self) -> "OpenPlay | None":
        """The play at hand; None where there is none, or where it cannot be read."""
        if self.game_at_hand is None:
            return None
        try:
            return self._desk.open()
        except StorageError as problem:
            self.warnings.append(problem.message)
        except CompanionError:
            pass  # Its game is not installed here, and nothing is known of its table.
        return None

    def of(self, game: str, ids: Sequence[str]) -> dict[str, Item]:
        """The items of a game by their ids, the group's own before what is shipped."""
        found: dict[str, Item] = {}
        for index in reversed(self.indexes):
            found |= index.of(f"{game}/{one}" for one in ids)
        return {item.id: item for item in found.values()}

    @cached_property
    def _document(self) -> dict[str, Any]:
        """The group's file; empty, with a warning, where it cannot be had and nobody named it."""
        try:
            return self._desk.group_document()
        except (NotFound, StorageError) as problem:
            if self._desk.asked.group is not None or self._desk.asked.play is not None:
                raise
            self.warnings.append(problem.message)
            return {}

    def _of_the_group(self) -> Iterator[Origin]:
        document, store = self._document, self._desk.store
        try:
            group = self._desk.group
            boxes = store.log_ids(group, BOXES)
        except (NotFound, StorageError):
            return  # What is wrong with the group was said when its file was read.
        shipped_marks = self._shipped.marks()
        for box_id in boxes:
            game = next((g for g in self.titles if f"{box_id}-".startswith(f"{g}-")), None)
            if game is not None:
                # What a game makes of its box depends on the game, too, and on its data.
                mark = f"{store.mark(LogRef(group, BOXES, box_id))} {shipped_marks[game]}"
                yield Origin(box_id, mark, partial(self._box, game, box_id, mark))
        if self.rulings:
            mark = json.dumps(document[RULINGS])
            yield Origin(RULINGS, mark, partial(self._agreed, mark))

    def _box(self, game_id: str, box_id: str, mark: str) -> Source:
        """The cards of a box; their ids begin with the box's, where a group may have several."""
        own = box_id[len(game_id) + 1 :]
        try:
            game = games.game(game_id)
            events = self._desk.read_box(game, box_id)
            found = cards_of(game, reader(game.id, game.data), lambda: events)
        except CompanionError as problem:
            return Source(box_id, "", problems=(problem.message,))  # Looked at again next time.
        if own:
            found = [item._replace(id=f"{own}/{item.id}") for item in found]
        return Source(box_id, mark, found)

    def _agreed(self, mark: str) -> Source:
        return Source(RULINGS, mark, [ruling.item for ruling in self.rulings if not ruling.retired])
