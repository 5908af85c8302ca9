"""The guides in Markdown: which there are, and what each is about."""

import re
from pathlib import Path
from typing import NamedTuple

from companion.errors import Unusable
from companion.reference.data import data_folder, folder_of

OF_A_GAME = "guide.md"
"""The name of a game's guide, in the folder of its data."""

_TITLE = re.compile(r"# +(.+)")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_IS_OTHER = re.compile(r"$|#|```|\||<|!")
"""How what is no paragraph of words begins: a heading, code, a table, a comment, a picture."""
_SENTENCE = re.compile(r".+?[.!?](?= |$)")


class Guide(NamedTuple):
    """A text that takes somebody from beginning to end: its name as one types it, its title, what
    it is about in a sentence, and all of it in Markdown."""

    name: str
    title: str
    about: str
    text: str


def own_guides() -> list[tuple[str, Path]]:
    """The guides about no single game: their names, in alphabetical order, and their files."""
    return [(path.stem, path) for path in sorted((data_folder() / "guides").glob("*.md"))]


def guide_of(game: str, folder: str | None = None) -> Path | None:
    """The file of a game's guide, None where it has none.

    `folder` is where the data of a game lies that brings its own.
    """
    path = folder_of(game, folder) / OF_A_GAME
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
