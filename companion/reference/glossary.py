"""What the words of a game mean: the entries of its glossary, looked up by name."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from companion.core.names import folded
from companion.reference.data import data_folder, reader


class Entry(NamedTuple):
    """A word of a game: what it is and what to do at the table, with what people miss."""

    id: str
    game: str
    title: str
    kind: str
    aliases: tuple[str, ...]
    section: str
    text: str
    note: str
    example: str
    rules: tuple[str, ...]
    see: tuple[str, ...]

    @property
    def names(self) -> tuple[str, ...]:
        """Everything that it goes by, its title first."""
        return (self.title, self.id, *self.aliases)


def glossary(game: str, folder: str | None = None) -> Iterator[Entry]:
    """The entries of a game's glossary, in the order of its rulebook."""
    for entry in reader(game, folder)("glossary")["entry"]:
        yield Entry(
            entry["id"],
            game,
            entry["title"],
            entry["kind"],
            tuple(entry.get("aliases", ())),
            entry["section"],
            entry["text"],
            entry.get("note", ""),
            entry.get("example", ""),
            tuple(entry.get("rules", ())),
            tuple(entry.get("see", ())),
        )


def all_entries(elsewhere: Iterable[tuple[str, str]] = ()) -> Iterator[Entry]:
    """The entries of every glossary that there is.

    `elsewhere` are the ids and data folders of games that bring their own data.
    """
    for path in sorted(data_folder().glob("*/glossary.toml")):
        yield from glossary(path.parent.name)
    for game, folder in elsewhere:
        if (Path(folder) / "glossary.toml").is_file():
            yield from glossary(game, folder)


def entries_called(words: str, elsewhere: Iterable[tuple[str, str]] = ()) -> list[Entry]:
    """The entries of exactly that name, in any case, with blanks or hyphens between the words."""
    wanted = _plain(words)
    return [
        entry
        for entry in all_entries(elsewhere)
        if wanted and wanted in [_plain(n) for n in entry.names]
    ]


def _plain(name: str) -> str:
    return " ".join(folded(name).replace("-", " ").split())
