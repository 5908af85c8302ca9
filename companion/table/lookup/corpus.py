"""All that can be looked up: shipped data, the boxes of the group, and its rulings.

Only what has changed since the last look-up is read again, so an answer takes no longer in a group
with ten thousand cards.
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
"""Kinds of items that may be on a table."""
_NUMBER_AND_SUIT = 2
"""Most words of a name with a number that only the game knows, such as `red 4`."""


def with_corpus(desk: Current, use: "Callable[[Corpus], T]") -> T:
    """Call `use` with the corpus; again with one read anew if the cached index cannot be read.

    `use` must not change anything.
    """
    try:
        return use(Corpus(desk))
    except Unreadable:
        return use(Corpus(desk, cached=False))


class Corpus:
    """The shipped data and the group's own; `warnings` say what could not be read.

    `indexes` are searched in their order: the group's own first, if it has one.
    """

    def __init__(self, desk: Current, cached: bool = True) -> None:
        """From the cache, or (not `cached`) read anew.

        Raises Unreadable for a bad cache, Unusable if there is no data at all.
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
        """The names of the known games by id, the title first."""
        by_game = self._shipped.about_sources()
        return {game: names for game, names in by_game.items() if game != PACKAGES}

    @cached_property
    def titles(self) -> dict[str, str]:
        """The titles of the known games by id."""
        return {game: names[0] for game, names in self.called.items()}

    @cached_property
    def rulings(self) -> list[Ruling]:
        """The group's rulings, also retired ones; none if there is no group."""
        return rulings_in(self._document)

    @property
    def game_at_hand(self) -> str | None:
        """The id of the current play's game; None if there is no play."""
        named = self._desk.options.play
        play = self._document.get("current") if named is None else self._desk.find_play(named)
        return None if play is None else str(play).rpartition("-")[0]

    def called_here(self, text: str) -> list[Item]:
        """The items on the table with this name, as the game's verbs take it.

        Empty if that is unknown: the other answers are good without it.
        """
        play = self._play if self._may_be_a_name(text) else None
        if play is None:
            return []
        try:
            ids = list(map(str, play.game.named_here(play.state, play.reference, text)))
        except CompanionError:
            return []
        except Exception:  # whatever another package does wrong; `lookup --here` reports it
            if play.game.id in games.OWN:
                raise
            return []
        found = self.of(play.game.id, ids)
        return [found[one] for one in dict.fromkeys(ids) if one in found]

    def of_this_game(self, text: str) -> list[Item]:
        """The items for a word in the current game of a box of several: `Challenge: The Stack`."""
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
        """Whether this may be the name of something on the table; avoids opening the play.

        Names with numbers, such as `red 4`, are known to the game alone.
        """
        game, words = self.game_at_hand, split_words(text)
        if game is None or not words or len(words) > LONGEST_NAME:
            return False
        numbered = len(words) <= _NUMBER_AND_SUIT and any(sign.isdigit() for sign in text)
        return numbered or any(
            index.has_name_with(text, game, _LIE_THERE) for index in self.indexes
        )

    def is_put_away(self, item: Item) -> bool:
        """Whether an item is a card of a box that is not on the table.

        If there is no play, that is any box but those in use.
        """
        if item.kind != "card" or len(self.indexes) == 1:
            return False
        box = f"{item.game}-{item.id.partition('/')[0]}" if "/" in item.id else item.game
        return box not in self._boxes_played and bool(self.indexes[0].of([item.full_id]))

    @cached_property
    def _boxes_played(self) -> frozenset[str]:
        """The ids of the group's boxes on the table; of those in use if there is no play."""
        game_id = self.game_at_hand
        if game_id is not None:
            play = self._play
            played = () if play is None else play.game.box_rules.in_play(play.state)
            return frozenset(played or (game_id,))
        used: dict[str, list[str]] = {}
        with suppress(
            NotFound, StorageError
        ):  # as `stored_box.in_use`, without importing every game
            for box_id in self._desk.store.log_ids(self._desk.group, BOXES):
                used.setdefault(box_id.partition("-")[0], [box_id])
        return frozenset(chain(games.OWN, *{**used, **self._document.get("boxes", {})}.values()))

    @cached_property
    def _play(self) -> "OpenPlay | None":
        """The current play; None if there is none, or it cannot be read."""
        if self.game_at_hand is None:
            return None
        try:
            return self._desk.open()
        except StorageError as problem:
            self.warnings.append(problem.message)
        except CompanionError:
            pass  # its game is not installed here
        return None

    def of(self, game: str, ids: Sequence[str]) -> dict[str, Item]:
        """The items of a game by their ids, the group's own before shipped ones."""
        found: dict[str, Item] = {}
        for index in reversed(self.indexes):
            found |= index.of(f"{game}/{one}" for one in ids)
        return {item.id: item for item in found.values()}

    @cached_property
    def _document(self) -> dict[str, Any]:
        """The group's document; empty, with a warning, if it cannot be read and was not named."""
        try:
            return self._desk.group_document()
        except (NotFound, StorageError) as problem:
            if self._desk.options.group is not None or self._desk.options.play is not None:
                raise
            self.warnings.append(problem.message)
            return {}

    def _of_the_group(self) -> Iterator[Origin]:
        document, store = self._document, self._desk.store
        try:
            group = self._desk.group
            boxes = store.log_ids(group, BOXES)
        except (NotFound, StorageError):
            return  # there is a warning already
        shipped_marks = self._shipped.marks()
        for box_id in boxes:
            game = next((g for g in self.titles if f"{box_id}-".startswith(f"{g}-")), None)
            if game is not None:
                # How a box is read depends on its game, too, and on its data.
                mark = f"{store.mark(LogRef(group, BOXES, box_id))} {shipped_marks[game]}"
                yield Origin(box_id, mark, partial(self._box, game, box_id, mark))
        if self.rulings:
            mark = json.dumps(document[RULINGS])
            yield Origin(RULINGS, mark, partial(self._agreed, mark))

    def _box(self, game_id: str, box_id: str, mark: str) -> Source:
        """The cards of a box; their ids begin with the box's if a group may have several."""
        own = box_id[len(game_id) + 1 :]
        try:
            game = games.game(game_id)
            events = self._desk.read_box(game, box_id)
            found = cards_of(game, reader(game.id, game.data), lambda: events)
        except CompanionError as problem:
            return Source(box_id, "", problems=(problem.message,))  # tried again next time
        if own:
            found = [item._replace(id=f"{own}/{item.id}") for item in found]
        return Source(box_id, mark, found)

    def _agreed(self, mark: str) -> Source:
        return Source(RULINGS, mark, [ruling.item for ruling in self.rulings if not ruling.retired])
