"""Where the data files lie, and reading one of them."""

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any


@cache
def data_folder() -> Path:
    """The shipped data: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def reader(game: str) -> Callable[[str], Mapping[str, Any]]:
    """A function that reads one of a game's data files: `cards` for `data/<game>/cards.toml`."""

    def read(name: str) -> Mapping[str, Any]:
        return _parsed(data_folder() / game / f"{name}.toml")

    return read


@cache
def _parsed(path: Path) -> Mapping[str, Any]:
    import tomllib

    with path.open("rb") as file:
        return tomllib.load(file)
