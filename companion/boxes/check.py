"""Checks a box by the codes of its cards: what is there, missing, foreign or out of date.

Codes come one after the other, as a scanner types them; each is answered at once.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from companion.boxes import codes
from companion.boxes.codes import CardCode, Found, NoCode, Reader, Scanned
from companion.core.inventory import Component, Inventory
from companion.core.names import folded, short
from companion.errors import CompanionError

Verdict = Literal["there", "double", "foreign", "outdated", "reworded", "out", "no code"]


class Answer(NamedTuple):
    """The remark on one code; `item` is its card, if that is of this box."""

    verdict: Verdict
    text: str
    item: Component | None = None

    @property
    def is_fine(self) -> bool:
        """Whether nobody needs to look up."""
        return self.verdict == "there"


class Outdated(NamedTuple):
    """A card whose code shows another revision than the card has now."""

    item: Component
    printed: int


class Foreign(NamedTuple):
    """A code that is of no card of this box: what that is called, and where it belongs."""

    code: CardCode
    title: str
    belongs: str


class Reworded(NamedTuple):
    """A card whose code has other words than the card, though the revision is the same.

    Two groups that each kept a book of the box may both have written on a card of that number.
    """

    item: Component
    words: str


_LONGEST_NAME = 200
_MOST_WITHOUT_CODE = 300
"""After so many lines that say nothing, those that follow are no names either."""


class BoxCheck:
    """A box while it is checked. `whose` gives the name of another box, by a code's box; `named`
    the ids of the things that a text names, which may raise why it is none of them."""

    def __init__(
        self,
        box: Inventory,
        whose: Callable[[str], str] = str,
        named: Callable[[str], Sequence[str]] = lambda text: (),
    ) -> None:
        self.box = box
        self.foreign: list[Foreign] = []
        self.outdated: list[Outdated] = []
        self.reworded: list[Reworded] = []
        self.no_codes: list[str] = []
        self._whose = whose
        self._named = named
        self._by_id = {name: item for item in box.items for name in (*item.aliases, item.id)}
        self._by_name = {folded(item.title): item for item in box.items if item.coded}
        self._by_name |= {name: item for name, item in self._by_id.items() if item.coded}
        self._seen: Counter[str] = Counter()
        self._reader = Reader()

    @property
    def wanted(self) -> list[Component]:
        """The cards that should be found: those that have codes and belong in the box."""
        return [item for item in self.box.items if item.coded and item.expected and not item.out]

    @property
    def found(self) -> list[Component]:
        """The wanted items that were found."""
        return [item for item in self.wanted if self._seen[item.id] >= (item.many or 1)]

    @property
    def missing(self) -> list[Component]:
        """Of the wanted ones, those that were not found."""
        return [item for item in self.wanted if self._seen[item.id] < (item.many or 1)]

    @property
    def doubles(self) -> list[Component]:
        """The cards of which more were found than there are."""
        return [
            item
            for item in self.box.items
            if item.many is not None and self._seen[item.id] > item.many
        ]

    @property
    def should_be_out(self) -> list[Component]:
        """The cards that were found, and should not be in the box."""
        return [item for item in self.box.items if item.out and self._seen[item.id]]

    @property
    def is_complete(self) -> bool:
        """Whether all is there, as it should be, and nothing else. A double may be one card that
        was scanned twice."""
        wrong = (self.missing, self.should_be_out, self.foreign, self.outdated, self.reworded)
        return not any(wrong)

    @property
    def seen(self) -> dict[str, int]:
        """How many codes were read, or cards named, and what they were: those that were wanted, of
        others of this box, read before, to be taken out, of another box."""
        counts = Counter[str](foreign=len(self.foreign))
        for item in self.box.items:
            times = self._seen[item.id]
            once = times if item.many is None else min(times, item.many)
            counts["again"] += times - once
            counts["out" if item.out else "wanted" if item.expected else "others"] += once
        return {kind: counts[kind] for kind in ("wanted", "others", "again", "out", "foreign")}

    def times(self, item: Component) -> int:
        """How often an item was found."""
        return self._seen[item.id]

    def is_name(self, text: str) -> bool:
        """Whether a text names a thing of this box, or several of which it may be one."""
        if folded(text) in self._by_name:
            return True
        try:
            return any(one in self._by_id for one in self._named(text))
        except CompanionError:
            return True

    def scan(self, line: str) -> list[Answer]:
        """Take in one line; empty for a line that only belongs to a code."""
        return [self._answer(found) for found in self._reader.read(line)]

    def end(self) -> list[Answer]:
        """The remark on what was left when the scanning ended."""
        return [self._answer(found) for found in self._reader.end()]

    def _answer(self, found: Found) -> Answer:
        if isinstance(found, Scanned):
            return self._card(found)
        if isinstance(found, NoCode):
            return self._by_its_name(found)
        part = f"part {found.number} of {found.of}"
        self.no_codes.append(part)
        return Answer("no code", f"That is {part} of a whole deck: `companion deck receive`.")

    def _by_its_name(self, found: NoCode) -> Answer:
        """Its label is lost: somebody typed its name. Of several things of that name, it is one
        that was not found yet."""
        item, why = self._by_name.get(folded(found.text)), found.why
        if item is None and found.problem is None and self._may_be_a_name(found.text):
            try:
                candidates = [
                    self._by_id[one] for one in self._named(found.text) if one in self._by_id
                ]
                left = [one for one in candidates if one.coded and not self._is_found(one)]
                item = next(iter([*left, *(one for one in candidates if one.coded)]), None)
            except CompanionError as problem:
                why = f"{problem.message} {problem.hint}".strip()
        if item is None:
            self.no_codes.append(found.text)
            return Answer("no code", why)
        name = f" “{item.name}”" if item.name else ""
        return self._count(item) or Answer("there", f"{item.title}{name}, by name", item)

    def _may_be_a_name(self, text: str) -> bool:
        """Whether it is worth looking: who scans a text that is no check at all need not wait."""
        return len(text) <= _LONGEST_NAME and len(self.no_codes) < _MOST_WITHOUT_CODE

    def _is_found(self, item: Component) -> bool:
        """Whether all that there are of an item were found."""
        return item.many is not None and self._seen[item.id] >= item.many

    def _card(self, scanned: Scanned) -> Answer:
        code = scanned.code
        item = self._by_id.get(code.card)
        own = codes.is_same_box(code.copy, self.box.code)
        if not own or item is None:
            belongs = "no card of this box" if own else f"of {self._whose(code.copy)}"
            alike = item is not None and code.copy.startswith(self.box.game)
            title = item.title if item is not None and alike else code.card
            self.foreign.append(Foreign(code, title, belongs))
            return Answer("foreign", f"{title}, {belongs}")
        wrong = self._count(item)
        if wrong is not None:
            return wrong
        # Another group's book may have other numbers: where the words are in the code, they count.
        fits = bool(scanned.words) and codes.are_words_of(scanned.words, item)
        if not item.is_shown_by(code.revision) and not (fits and not codes.is_cut(scanned.words)):
            self.outdated.append(Outdated(item, code.revision))
            now = f"now it is {item.revision}" if item.revision else "now it has no text"
            message = f"{item.title} is there; its code is of revision {code.revision}, {now}"
            return Answer("outdated", message, item)
        if item.has_words_of(code.revision) and scanned.words and not fits:
            self.reworded.append(Reworded(item, scanned.words))
            message = f"{item.title} is there, with a different text: “{short(scanned.words)}”"
            return Answer("reworded", message, item)
        return Answer("there", item.title, item)

    def _count(self, item: Component) -> Answer | None:
        """Count an item that was found; what is wrong with that, if anything is."""
        self._seen[item.id] += 1
        times = self._seen[item.id]
        if item.many is not None and times > item.many:
            return Answer("double", f"{item.title}, {times} times now", item)
        if item.out:
            return Answer("out", f"{item.title} should not be in the box: {item.out}", item)
        return None
