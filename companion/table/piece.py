"""One entry as blocks: in full, or as much of it as there is room for.

Lines are counted as on 80 columns. What matters least at the table (the example, the rules' ids)
makes way first, and a text that is too long is cut, with a sign that it is.
"""

from functools import cache
from textwrap import wrap

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table
from companion.core.lookup import UNREAD, Item
from companion.table.lore import Lore
from companion.table.rulings import KIND, about

COLUMNS = 80
_LABEL = 9
"""Columns that the label of a row takes, with its gap."""
_LONGEST_TEXT = 6
"""Lines of one text; on a box's card, or in a ruling, there may be any number."""

_KINDS = {
    "enforced": "the companion sees to it",
    "tracked": "the companion keeps track of it",
    "told": "for the table to see to",
    "position": "our reading, where the rulebook is silent",
    KIND: "what your group agreed on",
    UNREAD: "",
}
_WEIGHT = {"Do": 0, "Ruling": 1, "Mind": 2, "See": 3, "Such as": 4, "Rules": 5}
"""Which rows go first where there is no room for all."""


class Piece:
    """An entry with all that is to be shown of it."""

    def __init__(self, lore: Lore, entry: Item) -> None:
        self.entry = entry
        game = lore.titles.get(entry.game, entry.game)
        told = _KINDS.get(entry.kind, entry.kind if entry.id == entry.title else "")
        self._aside = " · ".join(part for part in (game, entry.section, told) if part)
        self._rows = list(_rows(lore, entry))

    @property
    def least(self) -> int:
        """The lines that it takes at least: heading, text, and what to do."""
        do = self.entry.do
        return self._head + (1 + height(do) if do else 0)

    def height(self, room: int) -> int:
        """The lines that it takes where there are so many; never less than the least."""
        shown = [height(text) for _, text in self._fitting(room)]
        return self._head + sum(shown) + bool(shown)

    def is_whole(self, room: int) -> bool:
        """Whether all of it fits so many lines."""
        texts = [(self.entry.text, COLUMNS), *((text, COLUMNS - _LABEL) for _, text in self._rows)]
        uncut = all(cut(text, width) == text for text, width in texts)
        return uncut and len(self._fitting(room)) == len(self._rows)

    def blocks(self, room: int | None) -> list[Block]:
        """The entry in at most so many lines, but at least in the least; in full for None."""
        whole = room is None
        rows = self._rows if room is None else self._fitting(room)
        text = self.entry.text
        blocks: list[Block] = [
            Heading(self.entry.title, self._aside),
            Paragraph(text if whole else cut(text, COLUMNS)),
        ]
        if rows:
            shown = tuple((_label(label), told if whole else cut(told)) for label, told in rows)
            blocks.append(Table((Column(), Column(wraps=True)), shown))
        return blocks

    @property
    def _head(self) -> int:
        heading = f"{self.entry.title}  {self._aside}"
        return height(heading, COLUMNS) + 1 + height(self.entry.text, COLUMNS)

    def _fitting(self, room: int) -> list[tuple[str, str]]:
        """The rows that there is room for, the weightiest before others, in their own order."""
        left = room - self._head - 1
        chosen = set()
        for place in sorted(range(len(self._rows)), key=lambda n: _WEIGHT[self._rows[n][0]]):
            label, text = self._rows[place]
            if label == "Do" or height(text) <= left:
                chosen.add(place)
                left -= height(text)
        return [row for place, row in enumerate(self._rows) if place in chosen]


def height(text: str, width: int = COLUMNS - _LABEL) -> int:
    """The lines that a text takes, cut as it is shown."""
    return len(_wrapped(cut(text, width), width))


def cut(text: str, width: int = COLUMNS - _LABEL, lines: int = _LONGEST_TEXT) -> str:
    """A text that fits so many lines, with a sign where something is left out."""
    told = _wrapped(text, width)
    if len(told) <= lines:
        return text
    last = (_broken(told[lines - 1], width - 2) or [""])[0]
    return f"{' '.join((*told[: lines - 1], last)).rstrip(' .,;:')} …"


@cache
def _wrapped(text: str, width: int) -> list[str]:
    parts = text.splitlines() or [""]
    return [line for part in parts for line in _broken(part, width) or [""]]


def _broken(text: str, width: int) -> list[str]:
    """Lines of a text, broken between words alone: they are put together again."""
    return wrap(text, width, break_on_hyphens=False)


def _label(label: str) -> Span:
    return Span(label, "warning" if label == "Mind" else "muted")


def _rows(lore: Lore, entry: Item) -> list[tuple[str, str]]:
    """What is to be told of an entry besides what it is, each with its label."""
    rulings = [
        ("Ruling", f"{ruling.number}: {ruling.text} ({ruling.by})")
        for ruling in about(lore.rulings, entry)
    ]
    others = lore.of(entry.game, entry.see)
    rows = [
        ("Do", entry.do),
        ("Mind", entry.note),
        *rulings,
        ("Such as", entry.example),
        ("See", ", ".join(others[one].title if one in others else one for one in entry.see)),
        ("Rules", ", ".join(entry.rules)),
    ]
    return [(label, text) for label, text in rows if text]
