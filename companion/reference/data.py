"""Where the data files lie, and reading what they say of a game.

What is looked up in the middle of a play is JSON, which is read at once: importing the parser of
TOML, and `pathlib`, takes as long as half of a command.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from companion.errors import Unusable

if TYPE_CHECKING:
    from pathlib import Path

NO_GAMES = frozenset({"formats", "guides"})
"""Folders of the shipped data that do not belong to one game."""


@cache
def data_place() -> str:
    """Where the shipped data lies: inside the installed package, or beside it in a checkout."""
    package = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    installed = os.path.join(package, "data")
    return installed if os.path.isdir(installed) else os.path.join(package, os.pardir, "data")


def data_folder() -> Path:
    """The folder of the shipped data."""
    from pathlib import Path

    return Path(data_place()).resolve()


def shipped(name: str) -> Mapping[str, Any]:
    """A data file about no single game: `sheets` for `data/sheets.toml`. Raises Unusable."""
    try:
        return _parsed(os.path.join(data_place(), f"{name}.toml"))
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
    """A function that reads one of a game's data files: for `cards`, `data/<game>/cards.json`, or
    `cards.toml` where there is no such file.

    `folder` is where they lie for a game that brings its own. The function raises Unusable where
    such a file cannot be read.
    """

    def read(name: str) -> Mapping[str, Any]:
        path = os.path.join(folder or os.path.join(data_place(), game), f"{name}.json")
        if not os.path.exists(path):
            path = f"{path.removesuffix('.json')}.toml"
        try:
            return _parsed(path)
        except (OSError, ValueError) as problem:
            raise Unusable(
                f"The data of the game “{game}” cannot be read ({problem}).",
                f"The file is {path}; update the package that it belongs to.",
            ) from None

    return read


@cache
def _parsed(path: str) -> Mapping[str, Any]:
    with open(path, "rb") as file:
        if path.endswith(".json"):
            found: Mapping[str, Any] = json.load(file)
            return found
        import tomllib

        return tomllib.load(file)
