"""Checks a box by the codes of its cards: what is there, missing, foreign or out of date.

Codes come one after the other, as a scanner types them; each is answered at once. A code has
several lines of which the last one counts: what people read of it is passed over.
"""

from collections import Counter
from collections.abc import Callable
from typing import Literal, NamedTuple

from companion.copies import cardcode, parts
from companion.copies.cardcode import CardCode
from companion.core.inventory import Inventory, Item
from companion.core.names import short, visible
from companion.errors import CompanionError

Verdict = Literal["there", "double", "foreign", "outdated", "out", "no code"]
_FINE: tuple[Verdict, ...] = ("there",)
LINES_OF_A_CODE = 3


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
        self._lines_left = 0

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

    def scan(self, text: str) -> Answer | None:
        """Take in one line; None for one that only goes along with a code, or is empty."""
        text = text.strip()
        if not text:
            return None
        try:
            code = cardcode.read(text)
        except CompanionError as problem:
            self._lines_left = 0
            return self._no_code(text, f"{problem.message} {problem.hint}")
        if code is not None:
            self._lines_left = 0
            return self._card(code)
        if cardcode.is_head(text):
            self._lines_left = LINES_OF_A_CODE - 2
            return None
        if self._lines_left:
            self._lines_left -= 1
            return None
        if _is_part(text):
            return self._no_code(text, "That is a part of a whole deck: `companion deck take`.")
        return self._no_code(text, f"“{short(visible(text))}” is no code of a card.")

    def _no_code(self, text: str, why: str) -> Answer:
        self.no_codes.append(text)
        return Answer("no code", why)

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
            return Answer("double", f"{item.title} for the {_ordinal(times)} time", item)
        if item.out:
            return Answer("out", f"{item.title} should not be in the box: {item.out}", item)
        # A label with nothing on it was written on by hand since: that is as good as new.
        if code.revision not in (0, item.revision):
            self.outdated.append(Outdated(item, code.revision))
            return Answer(
                "outdated",
                f"{item.title} is there; its code is of revision {code.revision}, now it is "
                f"{item.revision}",
                item,
            )
        return Answer("there", item.title, item)


def _is_part(text: str) -> bool:
    try:
        return parts.read_part(text) is not None
    except CompanionError:
        return True


def _ordinal(number: int) -> str:
    return {2: "second", 3: "third"}.get(number, f"{number}th")
