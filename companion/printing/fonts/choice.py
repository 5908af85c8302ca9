"""Chooses a font for every sign of a line, and remembers the signs that no font has."""

import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby
from typing import Literal, NamedTuple

from companion.core.names import listed
from companion.printing.fonts import files
from companion.printing.fonts.bidi import is_joined, visual
from companion.printing.fonts.sfnt import Font

Face = Font | Literal["base", "none"]

_MOST_NAMED = 8
# They tell how the signs beside them are drawn; where a font cannot do it, nothing is missing.
_SILENT = frozenset("\u200c\u200d\ufe0e\ufe0f")


class Run(NamedTuple):
    """Signs beside each other that one font draws; `none` are those that none has."""

    text: str
    face: Face


class Choice:
    """The fonts of one document. `base` is asked first, then every font on the computer.

    `usable` says whether a font can be put into this kind of file; it is asked once for each.
    """

    def __init__(self, base: Callable[[str], bool], usable: Callable[[Font], bool]) -> None:
        self._base = base
        self._usable = usable
        self._known: dict[tuple[str, bool], Face] = {}
        self._unusable: set[tuple[object, int]] = set()
        self._lines: dict[tuple[str, bool], tuple[Run, ...]] = {}
        self._missing: dict[str, None] = {}
        self._joined = False

    def runs(self, text: str, bold: bool) -> tuple[Run, ...]:
        """A line as it is drawn from left to right, font by font."""
        line = (text, bold)
        if line not in self._lines:
            self._lines[line] = self._split(text, bold)
        return self._lines[line]

    def warnings(self, example: str) -> tuple[str, ...]:
        """What was not drawn as it should be; `example` is a font to install."""
        found = []
        if self._missing:
            found.append(_lacking(list(self._missing), example))
        if self._joined:
            found.append(
                "Arabic letters are printed unjoined. Print to .html, which sets them properly."
            )
        return tuple(found)

    def _split(self, text: str, bold: bool) -> tuple[Run, ...]:
        if text.isascii():
            return (Run(text, "base"),) if text else ()
        self._joined = self._joined or any(map(is_joined, text))
        signs = [sign for sign in visual(text) if sign not in _SILENT]
        faces = [(sign, self._face(sign, bold)) for sign in signs]
        return tuple(
            Run("".join(sign for sign, _ in group), face)
            for face, group in groupby(faces, key=lambda pair: pair[1])
        )

    def _face(self, sign: str, bold: bool) -> Face:
        if (sign, bold) not in self._known:
            self._known[sign, bold] = self._found(sign, bold)
        return self._known[sign, bold]

    def _found(self, sign: str, bold: bool) -> Face:
        if self._base(sign):
            return "base"
        if unicodedata.category(sign) == "Zs":
            return "base" if self._base("\xa0") else "none"
        for font in files.candidates(files.FOLDERS, bold):
            if font.has(sign) and self._fits(font):
                return font
        self._missing[sign] = None
        return "none"

    def _fits(self, font: Font) -> bool:
        key = (font.path, font.number)
        if key in self._unusable:
            return False
        if not self._usable(font):
            self._unusable.add(key)
            return False
        return True


def _lacking(signs: Iterable[str], example: str) -> str:
    named = list(signs)
    shown = named[:_MOST_NAMED]
    if len(named) > _MOST_NAMED:
        shown = [*shown, f"{len(named) - _MOST_NAMED} more"]
    they, them = ("it is", "it") if len(named) == 1 else ("they are", "them")
    return (
        f"No font here has {listed(shown)}: {they} printed as □. "
        f"Install one that has {them} (such as {example}), or print to .html."
    )
