"""Which titles are one game: what a group calls a game now, by the titles that plays have.

A group that renames a title, or merges two, keeps that in its document, by the title as names are
compared (see `folded`):

    "titles": {"skul king": {"title": "Skul King", "called": "Skull King", "number": 1, "at": time},
               "skull king": {"title": "Skull King", "called": "Skull King", ...}}

No log is changed: plays are called so when they are read. Each change writes two lines, the title
that goes and the one that stays, so that in tables of two groups the newer line of each title never
leads in a circle. Newer is what has the higher `number`, which goes on from change to change.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.names import folded

TITLES = "titles"
"""The key of the table in a group's document."""

Line = Mapping[str, Any]


class Titles:
    """What games are called now."""

    def __init__(self, table: Mapping[str, Line] | None = None) -> None:
        self._table = dict(table or {})
        self._known: dict[str, str] = {}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Titles":
        """The titles of a group, by its document."""
        return cls(document.get(TITLES))

    def __bool__(self) -> bool:
        return bool(self._table)

    def now(self, title: str) -> str:
        """What the game of that title is called now."""
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
        """Whether the game of that title is called otherwise now, but for capital letters."""
        return folded(self.now(title)) != folded(title)

    def former(self) -> Iterator[tuple[str, str]]:
        """The titles of which the game is called otherwise now, and what that is."""
        titles = (line["title"] for line in self._table.values())
        return ((title, self.now(title)) for title in titles if self.is_former(title))

    def by_key(self) -> dict[str, str]:
        """What all that stand in the table are called now, by the title as names are compared."""
        return {key: self.now(line["title"]) for key, line in self._table.items()}

    def line_of(self, title: str) -> Line | None:
        """The line of a title, if there is one."""
        return self._table.get(folded(title))

    def changed(self, title: str, called: str, at: str) -> dict[str, Line]:
        """The table where the game of that title is called otherwise, or by its own title again."""
        number = 1 + max((line["number"] for line in self._table.values()), default=0)
        lines = {folded(one): one for one in (title, called)}  # of one title, as it is written now
        new = {
            key: {"title": one, "called": called, "number": number, "at": at}
            for key, one in lines.items()
        }
        return {**self._table, **new}


def joined_titles(ours: Mapping[str, Line], theirs: Mapping[str, Line]) -> dict[str, Line]:
    """The table of two groups: of each title the newer line, in whichever order they come."""
    return {
        key: max((table[key] for table in (ours, theirs) if key in table), key=_newer)
        for key in sorted({*ours, *theirs})
    }


def are_titles(value: Any) -> bool:
    """Whether that is a table as it is kept."""
    return isinstance(value, dict) and all(
        isinstance(line, dict)
        and all(type(line.get(key)) is str and line[key] for key in ("title", "called", "at"))
        and type(line.get("number")) is int
        and folded(line["title"]) == key
        for key, line in value.items()
    )


def _newer(line: Line) -> tuple[int, str, str, str, str]:
    # Of one number and time, all lines of one change go together: by the title that stays.
    return line["number"], line["at"], folded(line["called"]), line["called"], line["title"]
