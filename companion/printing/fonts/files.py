"""Which font files there are on the computer, those that suit a page best first."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from companion.printing.fonts.sfnt import Font, fonts_in
from companion.printing.fonts.wanted import plain

FOLDERS: tuple[Path, ...] = (
    Path("/usr/share/fonts"),
    Path("/usr/local/share/fonts"),
    Path.home() / ".local/share/fonts",
    Path.home() / ".fonts",
    Path("/Library/Fonts"),
    Path("/System/Library/Fonts"),
    Path.home() / "Library/Fonts",
    Path("C:/Windows/Fonts"),
    Path.home() / "AppData/Local/Microsoft/Windows/Fonts",
)
"""Where the three systems keep fonts, for all and for one person."""

# The beginnings of files' names: first what looks like Helvetica, which is the rest of the page,
# then plain faces with many scripts. What they lack is looked for in all others.
_PREFERRED = (
    "liberationsans",
    "helvetica",
    "arial",
    "dejavusans",
    "notosans",
    "segoeui",
    "droidsansfallback",
    "wqy",
)
# Faces for a purpose: narrow, slanted, of one width. They come after the plain ones.
_SPECIAL = ("italic", "oblique", "mono", "narrow", "condensed", "light", "thin", "black", "serif")
# These claim every sign, or draw none without colours.
_UNFIT = ("lastresort", "adobeblank", "color")
# Looking has to end within about a second: this many names are read, this many files are opened.
_MOST_NAMES = 4000
_MOST_OPENED = 250


def candidates(
    folders: tuple[Path, ...], bold: bool, starts: tuple[str, ...] = ()
) -> Iterator[Font]:
    """Fonts to look for a sign in, opened one after the other; where wanted, the bold ones first.

    Those whose file names begin with one of `starts` come before all others, the first of these
    first. The bold face of a family comes before the next family.
    """
    for path in _ordered(folders, bold, starts)[:_MOST_OPENED]:
        yield from _opened(path)


def names(folders: tuple[Path, ...]) -> tuple[str, ...]:
    """The plain names of all font files."""
    return tuple(plain(path.stem) for path in _all(folders))


@cache
def _opened(path: Path) -> tuple[Font, ...]:
    return fonts_in(path)


@cache
def _ordered(folders: tuple[Path, ...], bold: bool, starts: tuple[str, ...]) -> tuple[Path, ...]:
    return tuple(sorted(_all(folders), key=lambda path: _rank(path, bold, starts)))


@cache
def _all(folders: tuple[Path, ...]) -> tuple[Path, ...]:
    return tuple(_paths(folders))


def _rank(path: Path, bold: bool, starts: tuple[str, ...]) -> tuple[int, bool, int, bool, int, str]:
    name = plain(path.stem)
    asked = (place for place, start in enumerate(starts) if name.startswith(start))
    special = any(word in name for word in _SPECIAL)
    family = next(
        (place for place, start in enumerate(_PREFERRED) if name.startswith(start)),
        len(_PREFERRED),
    )
    is_bold = "bold" in name or name in ("arialbd", "segoeuib")
    first = next(asked, len(starts))
    return (first, special, family, is_bold != bold, len(name), str(path))


def _paths(folders: tuple[Path, ...]) -> Iterator[Path]:
    read = 0
    for folder in folders:
        for place, inner, names in os.walk(folder):
            inner.sort()
            read += len(names)
            for name in sorted(names):
                plain = name.lower()
                if plain.endswith((".ttf", ".ttc", ".otf")) and not any(
                    word in plain for word in _UNFIT
                ):
                    yield Path(place, name)
            if read > _MOST_NAMES:
                return
