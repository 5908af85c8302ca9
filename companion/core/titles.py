"""Which titles mean the same game: a group's present title for each title in its plays.

A group that renames a title, or merges two, keeps that in its document, by the title as names are
compared (see `folded`):

    "titles": {"skul king": {"title": "Skul King", "called": "Skull King", "number": 1, "at": time},
               "skull king": {"title": "Skull King", "called": "Skull King", ...}}

No log is changed: plays get the title when they are read. Each change writes two lines, for the old
title and the new one, so that merging the newer lines of two groups never makes a circle. The newer
line has the higher `number`, which grows with every change.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.names import folded

TITLES = "titles"
"""The key of the table in a group's document."""

Line = Mapping[str, Any]


class Titles:
    """The present titles of games."""

    def __init__(self, table: Mapping[str, Line] | None = None) -> None:
        self._table = dict(table or {})
        self._known: dict[str, str] = {}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Titles":
        """Return the titles of a group, from its document."""
        return cls(document.get(TITLES))

    def __bool__(self) -> bool:
        return bool(self._table)

    def now(self, title: str) -> str:
        """Return the present title of the game with that title."""
        if not self._table:
            return title
        now = self._known.get(title)
        if now is None:
            now = self._known[title] = self._followed(title)
        return now

    def _followed(self, title: str) -> str:
        seen = set[str]()
        key = folded(title)
        while key in self._table and key not in seen:
            seen.add(key)
            title = self._table[key]["called"]
            key = folded(title)
        return title

    def is_former(self, title: str) -> bool:
        """Whether the game with that title has another one now, not counting capital letters."""
        return folded(self.now(title)) != folded(title)

    def former(self) -> Iterator[tuple[str, str]]:
        """The former titles, with the present ones."""
        titles = (line["title"] for line in self._table.values())
        return ((title, self.now(title)) for title in titles if self.is_former(title))

    def by_key(self) -> dict[str, str]:
        """The present titles in the table, by the title as names are compared."""
        return {key: self.now(line["title"]) for key, line in self._table.items()}

    def line_of(self, title: str) -> Line | None:
        """Return the line of a title, if there is one."""
        return self._table.get(folded(title))

    def changed(self, title: str, called: str, at: str) -> dict[str, Line]:
        """Return the table after the game of a title is renamed, or gets its own title back."""
        number = 1 + max((line["number"] for line in self._table.values()), default=0)
        lines = {folded(one): one for one in (title, called)}  # a title as written now
        new = {
            key: {"title": one, "called": called, "number": number, "at": at}
            for key, one in lines.items()
        }
        return {**self._table, **new}


def joined_titles(ours: Mapping[str, Line], theirs: Mapping[str, Line]) -> dict[str, Line]:
    """Merge the tables of two groups: the newer line of each title, in either order."""
    return {
        key: max((table[key] for table in (ours, theirs) if key in table), key=_newer)
        for key in sorted({*ours, *theirs})
    }


def are_titles(value: Any) -> bool:
    """Whether the value is such a table."""
    return isinstance(value, dict) and all(
        isinstance(line, dict)
        and all(type(line.get(key)) is str and line[key] for key in ("title", "called", "at"))
        and type(line.get("number")) is int
        and folded(line["title"]) == key
        for key, line in value.items()
    )


def _newer(line: Line) -> tuple[int, str, str, str, str]:
    # With equal number and time, all lines of one change stay together: by the new title.
    return line["number"], line["at"], folded(line["called"]), line["called"], line["title"]
