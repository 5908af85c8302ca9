"""Where the data files lie, and reading what they say of a game.

Most commands read none: `pathlib` and the parser are imported by those that do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.errors import Unusable

if TYPE_CHECKING:
    from pathlib import Path

NO_GAMES = frozenset({"formats", "guides"})
"""Folders of the shipped data that are about no single game."""


@cache
def data_folder() -> Path:
    """The shipped data: inside the installed package, or beside it in a checkout."""
    from pathlib import Path

    package = Path(__file__).resolve().parent.parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def shipped(name: str) -> Mapping[str, Any]:
    """A data file about no single game: `sheets` for `data/sheets.toml`. Raises Unusable."""
    path = data_folder() / f"{name}.toml"
    try:
        return _parsed(path)
    except (OSError, ValueError) as problem:
        raise Unusable(
            f"The companion's own data cannot be read ({problem}).", "Install the companion again."
        ) from None


def games_with(name: str) -> list[str]:
    """The games that have a data file of that name (without its ending) among the shipped ones."""
    return sorted(path.parent.name for path in data_folder().glob(f"*/{name}.toml"))


def folder_of(game: str, folder: str | None = None) -> Path:
    """Where the data of a game lies; `folder` says so of a game that brings its own."""
    from pathlib import Path

    return data_folder() / game if folder is None else Path(folder)


def reader(game: str, folder: str | None = None) -> Callable[[str], Mapping[str, Any]]:
    """A function that reads one of a game's data files: `cards` for `data/<game>/cards.toml`.

    `folder` is where they lie for a game that brings its own. The function raises Unusable where
    such a file cannot be read.
    """

    def read(name: str) -> Mapping[str, Any]:
        path = folder_of(game, folder) / f"{name}.toml"
        try:
            return _parsed(path)
        except (OSError, ValueError) as problem:
            raise Unusable(
                f"The data of the game “{game}” cannot be read ({problem}).",
                f"The file is {path}; update the package that it belongs to.",
            ) from None

    return read


@cache
def _parsed(path: Path) -> Mapping[str, Any]:
    import tomllib

    with path.open("rb") as file:
        return tomllib.load(file)
