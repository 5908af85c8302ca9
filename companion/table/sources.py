"""What can be looked up without a group: the shipped data of every game, and that of other
packages' games. Each game is a source of the index, read again when its files have changed.
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion import __version__, games
from companion.core.entry import Entry
from companion.core.game import Game
from companion.errors import CompanionError, NotFound
from companion.reference.data import data_folder, reader
from companion.reference.index import Index, Source

PACKAGES = "packages"
"""The source that only notes where other packages' games keep their data."""
_CODE = Path(__file__).resolve().parents[1] / "reference"


class Origin(NamedTuple):
    """A source that may have changed: its key, its mark now, and how to read it."""

    key: str
    mark: str
    read: Callable[[], Source]


def keep_up(index: Index, origins: Iterable[Origin]) -> None:
    """Read again what has changed, and forget what is gone."""
    origins, known = list(origins), index.marks()
    stale = [origin for origin in origins if known.get(origin.key) != origin.mark]
    gone = set(known) - {origin.key for origin in origins} - {PACKAGES}
    if stale or gone:
        index.replace([origin.read() for origin in stale], gone)


def shipped(index: Index) -> Iterator[Origin]:
    """The data of our games, and of those of other packages."""
    code = f"{__version__} {_mark_of(_files(_CODE, '.py'))}"
    for game, title, folder in (*_our_own(), *_of_packages(index)):
        mark = f"{code} {_mark_of(_files(folder, '.toml'))}"
        yield Origin(game, mark, partial(_read, game, mark, folder, title))


def _our_own() -> Iterator[tuple[str, str, Path]]:
    with os.scandir(data_folder()) as entries:
        folders = sorted(entry.path for entry in entries if entry.is_dir())
    yield from ((os.path.basename(folder), "", Path(folder)) for folder in folders)


def _of_packages(index: Index) -> Iterator[tuple[str, str, Path]]:
    """Ids, titles and data folders of the games of other packages.

    Asking every installed package takes as long as all the rest of an answer, so they are asked
    only when a folder that packages are found in has changed.
    """
    mark = _mark_of(sys.path)
    if index.marks().get(PACKAGES) != mark:
        found = [(game.id, game.title, game.data) for game in games.registered() if game.data]
        index.replace([Source(PACKAGES, mark, about=json.dumps(found))])
    for game, title, folder in json.loads(index.told()[PACKAGES]):
        yield game, title, Path(folder)


def _read(game_id: str, mark: str, folder: Path, title: str) -> Source:
    """All that the data of a game tells: its words, its rules, and its cards."""
    from companion.reference.glossary import glossary, rules

    words, ruled = glossary(game_id, folder), rules(game_id, folder)
    problems = [*words.problems, *ruled.problems]
    cards: list[Entry] = []
    try:
        game: Game[Any] = games.game(game_id)
        cards = list(game.lore(game.box(reader(game_id, str(folder)), tuple)))
        title = title or game.title
    except NotFound:
        pass  # Its words can be looked up before the companion knows how it is played.
    except CompanionError as problem:
        problems.append(problem.message)
    return Source(
        game_id,
        mark,
        [*words.entries, *cards, *_with_words(ruled.entries, words.entries)],
        about=json.dumps(words.called or (title or game_id,)),
        problems=problems,
    )


def _with_words(rules: Iterable[Entry], words: Iterable[Entry]) -> Iterator[Entry]:
    """The rules, each with the words that rest on it."""
    resting: dict[str, list[str]] = {}
    for word in words:
        for rule_id in word.rules:
            resting.setdefault(rule_id, []).append(word.id)
    for rule in rules:
        yield rule._replace(see=tuple(resting.get(rule.id, ())))


def _files(folder: Path, ending: str) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.path for entry in entries if entry.name.endswith(ending))
    except OSError:
        return []


def _mark_of(paths: Iterable[str]) -> str:
    """Where files and folders lie, how long they are and when they were written."""
    marks = []
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue
        marks.append(f"{path} {found.st_size} {found.st_mtime_ns}")
    return "\n".join(marks)
