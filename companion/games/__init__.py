"""The games that the companion knows: built-in ones, and those that other packages register.

A package adds a game through the entry-point group `companion.games`: name = the game's id, value =
a `companion.core.game.Game` instance. A package that fails breaks nothing else: its game is missing
from lists, and naming it shows what is wrong.
"""

import sys
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from companion.core.game import Game
from companion.core.names import find, folded
from companion.errors import NotFound, Unusable

if TYPE_CHECKING:
    from companion.core.verbs import Verbs

ENTRY_POINTS = "companion.games"

OWN = {
    "bwd": "companion.games.bwd.game",
    "blank": "companion.games.blank.game",
    "dicebox": "companion.games.dicebox.game",
    "lwd": "companion.games.lwd.game",
    "boolean": "companion.games.boolean.game",
    "sheet": "companion.games.sheet.game",
}
SHEET = "sheet"
"""The built-in game that stands for any game; histories know its plays by title only."""


TITLES = {
    "bwd": "Blank White Dice",
    "blank": "BLANK",
    "dicebox": "Dice Box",
    "lwd": "A Little White Die",
    "boolean": "Boolean Dice",
    "sheet": "Score sheet",
}
"""The titles of built-in games, so that a title can be checked without importing the games: that
takes as long as all else that a command does.
"""


WITHIN = {
    "boolean": {
        "white-black-roll": "Boolean Dice: White, Black, or Roll",
        "liar": "Liar's Boolean Dice",
        "stack": "Boolean Dice: The Stack",
        "shut-the-box": "Boolean Dice: Shut the Box",
        "sort": "Boolean Dice: Sort",
        "spy": "Boolean Dice: Spy vs. Spy",
    }
}
"""The titles of the games within boxes of several, by the names that `start` takes; here for the
same reason.
"""
_LONGEST = 8
"""Most words of a built-in title."""


def game(game_id: str) -> Game[Any]:
    """Get the game with that exact id. Raises Unusable, or NotFound, naming the known games."""
    if game_id in OWN:
        own: Game[Any] = import_module(OWN[game_id]).GAME
        return own
    for point in _registered():
        if point.name == game_id:
            return _loaded(point)
    raise NotFound(f"No game is named “{game_id}”.", _there_is())


def game_ids() -> list[str]:
    """All ids, built-in ones first; includes those of games that will turn out not to work."""
    return [*OWN, *(point.name for point in _registered())]


def find_game(text: str) -> Game[Any]:
    """Find a game by id or title, or a prefix of either, ignoring case.

    Raises NotFound, Ambiguous, or Unusable for the exact id of a game that does not work.
    """
    if text in OWN:
        return game(text)
    for game_id in game_ids():
        if folded(game_id) == folded(text):
            return game(game_id)
    working = [game(own) for own in OWN] + list(registered())
    return find(text, working, lambda entry: (entry.id, entry.title), "game", _there_is())


def inside() -> Iterator[tuple[str, str, str]]:
    """The games in built-in boxes of several: the box's id, the name for `start`, the title."""
    for box, games in WITHIN.items():
        yield from ((box, name, called) for name, called in games.items())


def in_short(game_id: str, called: str) -> str:
    """A short title: for a game in a box with several, without the name of the box."""
    if game_id not in OWN or ": " not in called:
        return called
    return called.removeprefix(f"{TITLES[game_id]}: ")


def in_a_box(text: str) -> tuple[str, str] | None:
    """Find a game in a box of several by name or title: the box's id and the title; else None."""
    for box, name, called in inside():
        if folded(text) in map(folded, (name, called, in_short(box, called))):
            return box, called
    return None


def titled(words: Sequence[str]) -> tuple[int, str, str] | None:
    """Find the built-in game that the first words name, by id or title.

    Returns the number of those words, the game's id, and the name of the game within a box of
    several, or empty. None if they name no game. The longest title counts: `blank white dice ana`
    is not about BLANK.
    """
    whole = {folded(name): own for own, title in TITLES.items() for name in (own, title)}
    for count in range(min(_LONGEST, len(words)), 0, -1):
        own = whole.get(folded(" ".join(words[:count])))
        if own is not None:
            for name, called in WITHIN.get(own, {}).items():
                more = _begins(words[count:], name, in_short(own, called))
                if more:
                    return count + more, own, name
            return count, own, ""
    for box, name, called in inside():
        count = _begins(words, name, called, in_short(box, called))
        if count:
            return count, box, name
    return None


def _begins(words: Sequence[str], *names: str) -> int:
    """The number of words in the longest of these names that the words begin with; 0 if none."""
    begun = (
        len(name.split())
        for name in names
        if folded(name).split() == [folded(word) for word in words[: len(name.split())]]
    )
    return max(begun, default=0)


def registered() -> Iterator[Game[Any]]:
    """The games of other packages, except those that do not work."""
    for point in _registered():
        try:
            yield _loaded(point)
        except Unusable:
            continue


def verbs(game_id: str) -> "Verbs[Any]":
    """The verbs of a game. Raises Unusable if another package's game fails."""
    found = game(game_id)
    if game_id in OWN:
        return found.verbs()
    try:
        verbs = found.verbs()
        verbs.require_typable()
        return verbs
    except Exception as problem:
        raise _unusable(game_id, _package(game_id), problem) from problem


def _loaded(point: Any) -> Game[Any]:
    """Load the game of an entry point. Raises Unusable."""
    try:
        loaded: Game[Any] = point.load()
    except Exception as problem:  # whatever another package does wrong
        raise _unusable(point.name, point.dist.name, problem) from problem
    if not isinstance(loaded, Game):
        raise Unusable(
            f"The package {point.dist.name} registers something as “{point.name}” that is no game.",
            f"`{point.value}` has to be an instance of `companion.core.game.Game`.",
        )
    if loaded.id != point.name:
        raise Unusable(
            f"The package {point.dist.name} registers the game “{loaded.id}” as “{point.name}”.",
            "The name of its entry point has to be the game's id.",
        )
    try:
        loaded.all_shapes  # noqa: B018 - made now, so that a kind that is declared badly says so
    except Exception as problem:
        raise _unusable(point.name, point.dist.name, problem) from problem
    return loaded


def _unusable(game_id: str, package: str, problem: Exception) -> Unusable:
    return Unusable(
        f"The game “{game_id}” does not work: its package {package} fails "
        f"({type(problem).__name__}: {str(problem).removesuffix('.')}).",
        f"Update or uninstall {package}.",
    )


def _registered() -> Sequence[Any]:
    """The entry points, read only when needed: other packages' metadata is slow to read."""
    return _registered_on(tuple(sys.path))


@lru_cache(maxsize=2)
def _registered_on(path: tuple[str, ...]) -> Sequence[Any]:
    from importlib.metadata import distributions

    # Of two versions of a package, the first one along the path is imported.
    packages: dict[str, Any] = {}
    for package in distributions(path=[*path]):
        packages.setdefault(package.name, package)
    points = [point for package in packages.values() for point in package.entry_points]
    return [it for it in points if it.group == ENTRY_POINTS and it.name not in OWN]


def _package(game_id: str) -> str:
    return next((point.dist.name for point in _registered() if point.name == game_id), game_id)


def _there_is() -> str:
    return f"There is {', '.join(game_ids())}."
