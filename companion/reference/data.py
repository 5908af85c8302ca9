"""Where the data files lie, and reading one of them: facts of games, and guides in Markdown."""

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.errors import Unusable

NO_GAMES = frozenset({"formats", "guides"})
"""Folders of the shipped data that do not belong to one game."""


@cache
def data_folder() -> Path:
    """The shipped data: inside the installed package, or beside it in a checkout."""
    package = Path(__file__).resolve().parent.parent
    installed = package / "data"
    return installed if installed.is_dir() else package.parent / "data"


def shipped(name: str) -> Mapping[str, Any]:
    """A data file of no single game: `sheets` for `data/sheets.toml`. Raises Unusable."""
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


def reader(game: str, folder: str | None = None) -> Callable[[str], Mapping[str, Any]]:
    """A function that reads one of a game's data files: `cards` for `data/<game>/cards.toml`.

    `folder` is where they lie for a game that brings its own. The function raises Unusable where
    such a file cannot be read.
    """
    place = data_folder() / game if folder is None else Path(folder)

    def read(name: str) -> Mapping[str, Any]:
        path = place / f"{name}.toml"
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


OF_A_GAME = "guide.md"
"""The name of a game's guide, in the folder of its data."""

_TITLE = re.compile(r"# +(.+)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_IS_OTHER = re.compile(r"$|#|```|\||<|!")
"""How lines begin that are not text: headings, code, tables, comments, pictures."""
_SENTENCE = re.compile(r".+?[.!?](?= |$)")


class Guide(NamedTuple):
    """A text that takes somebody from beginning to end: its name as one types it, its title, what
    it is about in a sentence, and all of it in Markdown."""

    name: str
    title: str
    about: str
    text: str


def own_guides() -> list[tuple[str, Path]]:
    """The guides that belong to no single game: names, in alphabetical order, and files."""
    return [(path.stem, path) for path in sorted((data_folder() / "guides").glob("*.md"))]


def guide_of(game: str, folder: str | None = None) -> Path | None:
    """The file of a game's guide, None where it has none.

    `folder` is where the data of a game lies that brings its own.
    """
    path = (data_folder() / game if folder is None else Path(folder)) / OF_A_GAME
    return path if path.is_file() else None


def read_guide(name: str, path: Path) -> Guide:
    """A guide from its file: the title is its first heading, what it is about its first sentence.

    Raises Unusable where the file cannot be read, or is no text.
    """
    try:
        text = path.read_text("utf-8")
    except (OSError, ValueError) as problem:
        raise Unusable(
            f"The guide “{name}” cannot be read ({problem}).",
            f"The file is {path}; install again what it belongs to.",
        ) from None
    title, about = name, ""
    for paragraph in re.split(r"\n\s*\n", text):
        heading = _TITLE.fullmatch(paragraph.strip())
        if heading:
            title = heading[1].strip()
        elif not _IS_OTHER.match(paragraph.strip()):
            about = _first_sentence(paragraph)
            break
    return Guide(name, title, about, text)


def _first_sentence(paragraph: str) -> str:
    """The first sentence of a paragraph as words alone: no stars, of links what they are called."""
    words = _LINK.sub(r"\1", " ".join(paragraph.split())).replace("*", "")
    found = _SENTENCE.match(words)
    return found[0] if found else words
