"""Checks a box by the codes of its cards: what is there, missing, foreign or out of date.

Codes come one after the other, as a scanner types them; each is answered at once.
"""

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.copies import cardcode
from companion.copies.cardcode import CardCode
from companion.copies.reading import Found, NoCode, Reader
from companion.core.inventory import Inventory, Item

Verdict = Literal["there", "double", "foreign", "outdated", "out", "no code"]
_FINE: tuple[Verdict, ...] = ("there",)


class Answer(NamedTuple):
    """What is to be said of one code; `item` is what it stands on, where that is of this box."""

    verdict: Verdict
    text: str
    item: Item | None = None

    @property
    def is_fine(self) -> bool:
        """Whether nobody needs to look up."""
        return self.verdict in _FINE


class Outdated(NamedTuple):
    """A card whose code shows another revision than the card has now."""

    item: Item
    printed: int


class Foreign(NamedTuple):
    """A code that is of no card of this box, and where it belongs, in words."""

    code: CardCode
    belongs: str


class BoxCheck:
    """A box while it is checked. `whose` tells what another box is called, by a code's box."""

    def __init__(self, box: Inventory, whose: Callable[[str], str] = str) -> None:
        self.box = box
        self.foreign: list[Foreign] = []
        self.outdated: list[Outdated] = []
        self.no_codes: list[str] = []
        self._whose = whose
        self._by_id = {name: item for item in box.items for name in (*item.aliases, item.id)}
        self._seen: Counter[str] = Counter()
        self._reader = Reader()

    @property
    def wanted(self) -> list[Item]:
        """The cards that should be found: those that have codes and belong in the box."""
        return [item for item in self.box.items if item.coded and item.expected and not item.out]

    @property
    def found(self) -> list[Item]:
        """Of the wanted ones, those found, all of them that there are."""
        return [item for item in self.wanted if self._seen[item.id] >= (item.many or 1)]

    @property
    def missing(self) -> list[Item]:
        """Of the wanted ones, those that were not found."""
        return [item for item in self.wanted if self._seen[item.id] < (item.many or 1)]

    @property
    def doubles(self) -> list[Item]:
        """The cards of which more were found than there are."""
        return [
            item
            for item in self.box.items
            if item.many is not None and self._seen[item.id] > item.many
        ]

    @property
    def should_be_out(self) -> list[Item]:
        """The cards that were found, and should not be in the box."""
        return [item for item in self.box.items if item.out and self._seen[item.id]]

    @property
    def is_complete(self) -> bool:
        """Whether all is there, as it should be, and nothing else. A double may be one card that
        was scanned twice."""
        return not (self.missing or self.should_be_out or self.foreign or self.outdated)

    def times(self, item: Item) -> int:
        """How often an item was found."""
        return self._seen[item.id]

    def scan(self, line: str) -> list[Answer]:
        """Take in one line; nothing is said of one that only goes along with a code."""
        return [self._answer(found) for found in self._reader.read(line)]

    def end(self) -> list[Answer]:
        """What is to be said of what was left when the scanning ended."""
        return [self._answer(found) for found in self._reader.end()]

    def _answer(self, found: Found) -> Answer:
        if isinstance(found, CardCode):
            return self._card(found)
        if isinstance(found, NoCode):
            self.no_codes.append(found.text)
            return Answer("no code", found.why)
        part = f"part {found.number} of {found.of}"
        self.no_codes.append(part)
        return Answer("no code", f"That is {part} of a whole deck: `companion deck take`.")

    def _card(self, code: CardCode) -> Answer:
        item = self._by_id.get(code.card)
        own = cardcode.is_same_box(code.copy, self.box.code)
        if not own or item is None:
            belongs = "no card of this box" if own else f"of {self._whose(code.copy)}"
            self.foreign.append(Foreign(code, belongs))
            return Answer("foreign", f"{code.card}, {belongs}")
        self._seen[item.id] += 1
        times = self._seen[item.id]
        if item.many is not None and times > item.many:
            return Answer("double", f"{item.title}, {times} times now", item)
        if item.out:
            return Answer("out", f"{item.title} should not be in the box: {item.out}", item)
        if not item.is_shown_by(code.revision):
            self.outdated.append(Outdated(item, code.revision))
            now = f"now it is {item.revision}" if item.revision else "now nothing stands on it"
            return Answer(
                "outdated",
                f"{item.title} is there; its code is of revision {code.revision}, {now}",
                item,
            )
        return Answer("there", item.title, item)
