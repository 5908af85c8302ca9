"""What can be looked up without a group: the data of built-in games and of other packages' games.

Each game is a source of the index, read again when its files have changed.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from companion import __version__, games
from companion.core.event import Event
from companion.core.game import DataReader, Game
from companion.core.lookup import Item
from companion.errors import CompanionError, NotFound, Unusable
from companion.reference.cache import Unreadable
from companion.reference.data import NO_GAMES, data_folder, reader
from companion.reference.index import Index, Source

PACKAGES = "packages"
"""The source that only notes where other packages' games keep their data."""
_CODE = Path(__file__).resolve().parents[1]


class Origin(NamedTuple):
    """A source that may have changed: its key, its current mark, and how to read it."""

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
    """The data of built-in games, and of other packages' games."""
    # Items depend on the code that makes them, too.
    reading = [*_files(_CODE / "reference", ".py"), str(_CODE / "core" / "lookup.py"), __file__]
    code = f"{__version__} {_mark_of(reading)}"
    for game, title, folder, modules in (*_our_own(), *_of_packages(index)):
        mark = f"{code} {_mark_of([*_files(folder, ('.toml', '.json')), *modules])}"
        yield Origin(game, mark, partial(_read, game, mark, folder, title))


_Place = tuple[str, str, Path, list[str]]
"""A game's id and title, the folder of its data, and the modules that describe its cards."""


def _our_own() -> Iterator[_Place]:
    """The built-in games; their titles are in their glossaries.

    Raises Unusable if there is no data at all.
    """
    try:
        with os.scandir(data_folder()) as entries:
            folders = sorted(
                entry.path for entry in entries if entry.is_dir() and entry.name not in NO_GAMES
            )
    except OSError as problem:
        raise Unusable(
            f"The data of the games cannot be read ({problem}).", "Install the companion again."
        ) from None
    for folder in folders:
        name = os.path.basename(folder)
        if name.isascii() and name.isidentifier():
            yield name, "", Path(folder), _files(_CODE / "games" / name, ".py")


def other_games(cache: str | None) -> list[str]:
    """The ids of other packages' games with data, from the cache if that can be read."""
    try:
        return [game for game, *_ in _of_packages(Index(cache))]
    except Unreadable:
        return [game for game, *_ in _of_packages(Index(None))]


def _of_packages(index: Index) -> Iterator[_Place]:
    """Other packages' games with data.

    Asking every installed package is slow, so they are asked only when a folder of packages has
    changed, or as long as one of them fails.
    """
    mark = _mark_of(sys.path)
    if index.marks().get(PACKAGES) != mark:
        games_there = list(games.registered())
        all_work = len(games_there) == len(games.game_ids()) - len(games.OWN)
        index.replace([_packages(games_there, mark if all_work else "")])
    for game, title, folder, module in index.about_sources()[PACKAGES]:
        yield game, title, Path(folder), [module]


def _packages(found: Iterable[Game[Any]], mark: str) -> Source:
    """The source that notes other packages' games, each under an id of its own."""
    taken = {name for name, _, _, _ in _our_own()}
    noted, problems = [], []
    for game in found:
        if game.data is None:
            continue
        if game.id in taken:
            problems.append(f"Two games are named “{game.id}”: a package's words are left out.")
            continue
        taken.add(game.id)
        module = getattr(sys.modules.get(type(game).__module__), "__file__", None)
        noted.append((game.id, str(game.title), str(game.data), module or ""))
    return Source(PACKAGES, mark, about=noted, problems=problems)


def _read(game_id: str, mark: str, folder: Path, title: str) -> Source:
    """Read a game's words, rules and cards."""
    from companion.reference.glossary import glossary, rules

    words, ruled = glossary(game_id, folder), rules(game_id, folder)
    problems = [*words.problems, *ruled.problems]
    if not title and not words.called:
        problems.append(f"There is no glossary in {folder}.")
    cards: list[Item] = []
    try:
        game: Game[Any] = games.game(game_id)
        title = title or game.title
        cards = cards_of(game, reader(game_id, str(folder)), tuple)
    except NotFound:
        pass  # a game that is only described
    except CompanionError as problem:
        problems.append(f"{problem.message} {problem.hint}")
    return Source(
        game_id,
        mark,
        [*words.items, *cards, *_with_words(ruled.items, words.items)],
        words.called or (title or game_id,),
        problems,
    )


def cards_of(game: Game[Any], read: DataReader, facts: Callable[[], Sequence[Event]]) -> list[Item]:
    """The items of the cards of a box, by a game that may be another package's.

    Raises Unusable if the game or its data make no sense.
    """
    try:
        found = list(game.lookup_items(game.box_rules.made(read, facts)))
        if not all(map(_is_sound, found)):
            raise TypeError("what it returns are not items")
    except CompanionError:
        raise
    except Exception as problem:  # whatever another package, or a file edited by hand, does wrong
        raise Unusable(
            f"The cards of the game “{game.id}” cannot be looked up "
            f"({type(problem).__name__}: {problem}).",
            f"They are described in {game.data or data_folder() / game.id}.",
        ) from problem
    return [item._replace(game=game.id) for item in found]


def _is_sound(item: Any) -> bool:
    """Whether this is an item made of texts."""
    return isinstance(item, Item) and all(
        isinstance(value, str)
        or (isinstance(value, tuple) and all(isinstance(one, str) for one in value))
        for value in item
    )


def _with_words(rules: Iterable[Item], words: Iterable[Item]) -> Iterator[Item]:
    """The rules, each with the words that rest on it."""
    resting: dict[str, list[str]] = {}
    for word in words:
        for rule_id in word.rules:
            resting.setdefault(rule_id, []).append(word.id)
    for rule in rules:
        yield rule._replace(see=tuple(resting.get(rule.id, ())))


def _files(folder: Path, ending: str | tuple[str, ...]) -> list[str]:
    try:
        with os.scandir(folder) as entries:
            return sorted(entry.path for entry in entries if entry.name.endswith(ending))
    except OSError:
        return []


def _mark_of(paths: Iterable[str]) -> str:
    """A text that changes when one of these files or folders does."""
    marks = []
    for path in paths:
        try:
            found = os.stat(path)
        except OSError:
            continue
        marks.append(f"{path!a} {found.st_size} {found.st_mtime_ns}")
    return "\n".join(marks)
