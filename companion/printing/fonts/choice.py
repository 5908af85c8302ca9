"""Choose a font for every character of a line, join letters, and remember missing characters.

HarfBuzz joins letters, as in every browser; it needs `uharfbuzz`.
"""

import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any, Literal, NamedTuple

from companion.core.names import listed
from companion.printing.fonts import files
from companion.printing.fonts.bidi import bidi_runs, reversed_run
from companion.printing.fonts.files import Font, missing_warning, preferred

# In these ranges, letters are composed of characters: Arabic and its neighbours, Indic scripts,
# Thai, Tibetan, Burmese, Khmer, Mongolian.
_COMPLEX = (("\u0600", "\u08ff"), ("\u0900", "\u109f"), ("\u1780", "\u18af"), ("\ufb50", "\ufdff"))

Step = tuple[str, tuple[float, ...]]
"""A piece of an outline: `M`, `L`, `C` or `Z` as in SVG, and its points; the font size is 1."""


class Glyph(NamedTuple):
    """A glyph: its number in the font and its position, in fractions of the font size."""

    number: int
    x: float
    y: float


class Shaped(NamedTuple):
    """A run of glyphs from left to right, and their total width at size 1."""

    glyphs: tuple[Glyph, ...]
    width: float


def is_complex(sign: str) -> bool:
    """Whether a character belongs to a script whose letters change with their neighbours."""
    return any(first <= sign <= last for first, last in _COMPLEX)


@cache
def has_harfbuzz() -> bool:
    """Whether HarfBuzz is installed."""
    return find_spec("uharfbuzz") is not None


@cache
def can_open(font: Font) -> bool:
    """Whether HarfBuzz can draw a font."""
    try:
        return bool(_opened(font.path, font.number).face.glyph_count)
    except Exception:  # somebody's font may be broken; another one may do
        return False


@cache
def shaped(font: Font, text: str, right: bool) -> Shaped:
    """Return the glyphs of a run in visual order; `right` if it is read from right to left."""
    import uharfbuzz

    opened = _opened(font.path, font.number)
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.guess_segment_properties()
    buffer.direction = "rtl" if right else "ltr"
    uharfbuzz.shape(opened, buffer, {})
    whole = opened.face.upem
    glyphs, x = [], 0.0
    for info, place in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        left, up = x + place.x_offset, place.y_offset
        glyphs.append(Glyph(info.codepoint, left / whole, up / whole))
        x += place.x_advance
    return Shaped(tuple(glyphs), x / whole)


@cache
def outline(font: Font, glyph: int) -> tuple[Step, ...]:
    """Return the outline of a glyph: y points up, the font size is 1."""
    opened = _opened(font.path, font.number)
    steps: list[Step] = []
    opened.draw_glyph(glyph, _pen(), (steps, opened.face.upem))
    return tuple(steps)


@cache
def _opened(path: Path, number: int) -> Any:
    import uharfbuzz

    blob = uharfbuzz.Blob.from_file_path(str(path))
    return uharfbuzz.Font(uharfbuzz.Face(blob, number))


@cache
def _pen() -> Any:
    """Make HarfBuzz list an outline's pieces, all curves as cubic ones."""
    import uharfbuzz

    def add(sign: str, *points: float, outline: tuple[list[Step], int]) -> None:
        steps, whole = outline
        steps.append((sign, tuple(point / whole for point in points)))

    def quadratic(
        middle_x: float, middle_y: float, x: float, y: float, outline: tuple[list[Step], int]
    ) -> None:
        steps, whole = outline
        from_x, from_y = steps[-1][1][-2:]
        bends = (
            from_x + (middle_x / whole - from_x) * 2 / 3,
            from_y + (middle_y / whole - from_y) * 2 / 3,
            (x + (middle_x - x) * 2 / 3) / whole,
            (y + (middle_y - y) * 2 / 3) / whole,
        )
        steps.append(("C", (*bends, x / whole, y / whole)))

    pen = uharfbuzz.DrawFuncs()
    pen.set_move_to_func(lambda x, y, outline: add("M", x, y, outline=outline))
    pen.set_line_to_func(lambda x, y, outline: add("L", x, y, outline=outline))
    pen.set_quadratic_to_func(quadratic)
    pen.set_cubic_to_func(
        lambda a, b, c, d, x, y, outline: add("C", a, b, c, d, x, y, outline=outline)
    )
    pen.set_close_path_func(lambda outline: add("Z", outline=outline))
    return pen


Face = Font | Literal["base", "none"]

_MOST_NAMED = 3
# Variation selectors and joiners modify the characters beside them; without support in the font,
# nothing is missing. The last makes a key of a number, 1️⃣: most fonts would draw its box over the
# number and what follows.
_JOINERS = frozenset("\u200c\u200d")
_SILENT = _JOINERS | frozenset("\ufe0e\ufe0f\u20e3")
_TONES = frozenset(map(chr, range(0x1F3FB, 0x1F400)))
"""Skin colours: in black they would be squares behind a hand."""


class Run(NamedTuple):
    """Adjacent characters that one font draws; `none` are those that no font has.

    The text of a `shaped` run is in reading order (`right` if from the right), and its letters are
    still to be joined. All others are drawn character by character, from left to right.
    """

    text: str
    face: Face
    shaped: bool = False
    right: bool = False


class Choice:
    """The fonts of a document. `base` is tried first, then every font on the computer.

    `usable` says whether a font can be embedded in this kind of file, `traceable` whether the
    outlines of another one may be drawn; each is called once per font. `shapes` is whether letters
    that change with their neighbours can be joined.
    """

    def __init__(
        self,
        base: Callable[[str], bool],
        usable: Callable[[Font], bool],
        *,
        traceable: Callable[[Font], bool] | None = None,
        shapes: bool = False,
    ) -> None:
        self._base = base
        self._usable, self._traceable = usable, traceable
        self._shapes = shapes
        self._known: dict[tuple[str, bool], Face] = {}
        self._allowed: dict[tuple[object, int], bool] = {}
        self._lines: dict[tuple[str, bool, bool | None], tuple[Run, ...]] = {}
        self._missing: dict[str, str] = {}
        self._apart: dict[str, None] = {}

    def runs(self, text: str, bold: bool, right: bool | None = None) -> tuple[Run, ...]:
        """Return a line in visual order from left to right, font by font.

        `right` is the direction of its paragraph, however the line begins; None for a single line.
        """
        line = (text, bold, right)
        if line not in self._lines:
            self._lines[line] = tuple(self._split(text, bold, right))
        return self._lines[line]

    def warnings(self) -> tuple[str, ...]:
        """Return warnings about what was not drawn correctly, and how to fix it."""
        groups: dict[tuple[object, str], list[str]] = {}
        for sign, held_by in self._missing.items():
            groups.setdefault((preferred(sign), held_by), []).append(sign)
        there = files.names(files.FOLDERS) if groups else ()
        found = [missing_warning(signs, there, held_by) for (_, held_by), signs in groups.items()]
        if self._apart:
            found.append(
                f"Letters that join are printed apart ({listed(list(self._apart)[:_MOST_NAMED])}). "
                "`pip install uharfbuzz` joins them in a PDF; .html sets them properly, too."
            )
        return tuple(found)

    def _split(self, text: str, bold: bool, right: bool | None) -> Iterator[Run]:
        if text.isascii() and not right:
            if text:
                yield Run(text, "base")
            return
        for part, is_right in bidi_runs(text, right):
            pieces = list(self._pieces(part, bold))
            for signs, face in reversed(pieces) if is_right else pieces:
                yield self._run(signs, face, is_right)

    def _run(self, signs: str, face: Face, right: bool) -> Run:
        joins = any(map(is_complex, signs)) and face != "none"
        marks = isinstance(face, Font) and any(map(_is_mark, signs))
        if self._shapes and (joins or marks):
            return Run(signs, face, True, right)
        if joins:
            self._apart.update(dict.fromkeys(sign for sign in signs if is_complex(sign)))
        plain = "".join(sign for sign in signs if sign not in _SILENT)
        return Run(reversed_run(plain) if right else plain, face)

    def _pieces(self, text: str, bold: bool) -> Iterator[tuple[str, Face]]:
        """Split a run in reading order, font by font; marks and joiners go with the character
        before.
        """
        faces: list[tuple[str, Face]] = []
        for sign in text:
            if sign in _SILENT or (sign in _TONES and faces):
                if sign in _JOINERS and faces:
                    faces.append((sign, faces[-1][1]))
            elif _is_mark(sign) and faces:
                self._add_mark(sign, bold, faces)
            else:
                faces.append((sign, self._face(sign, bold)))
        for face, group in groupby(faces, key=lambda pair: pair[1]):
            yield "".join(sign for sign, _ in group), face

    def _add_mark(self, sign: str, bold: bool, faces: list[tuple[str, Face]]) -> None:
        """Draw a mark with the font of its letter; or both with the mark's font, if that has the
        letter.

        Only a font that has both can position the mark on the letter.
        """
        before = faces[-1][1]
        if isinstance(before, Font) and before.has(sign):
            faces.append((sign, before))
            return
        face = self._face(sign, bold)
        begin = next((place for place in range(len(faces) - 1, 0, -1) if _begins(faces, place)), 0)
        letter = [each for each, _ in faces[begin:]]
        if isinstance(face, Font) and all(each in _JOINERS or face.has(each) for each in letter):
            faces[begin:] = [(each, face) for each in letter]
        faces.append((sign, face))

    def _face(self, sign: str, bold: bool) -> Face:
        if (sign, bold) not in self._known:
            self._known[sign, bold] = self._found(sign, bold)
        return self._known[sign, bold]

    def _found(self, sign: str, bold: bool) -> Face:
        if self._base(sign):
            return "base"
        if unicodedata.category(sign) == "Zs":
            return "base" if self._base("\xa0") else "none"
        second: Font | None = None
        for font in files.candidates(files.FOLDERS, bold, preferred(sign).starts):
            if font.has(sign):
                if self._allows(self._usable, font):
                    return font
                second = second or font
        if second is not None and self._traceable is not None and self._traceable(second):
            return second
        # HarfBuzz could draw fonts other than TrueType, if it were installed.
        held = second is not None and not second.truetype
        self._missing[sign] = second.path.stem if second is not None and held else ""
        return "none"

    def _allows(self, usable: Callable[[Font], bool], font: Font) -> bool:
        key = (font.path, font.number)
        if key not in self._allowed:
            self._allowed[key] = usable(font)
        return self._allowed[key]


def _is_mark(sign: str) -> bool:
    """Whether a character is drawn on or around the one before it: an accent, a circle."""
    return unicodedata.category(sign) in ("Mn", "Me")


def _begins(faces: Sequence[tuple[str, Face]], place: int) -> bool:
    return not _is_mark(faces[place][0])


SQUARE, BESIDE = 0.6, 0.08
"""A missing character is an empty square: its width, and the white at either side, in fractions of
the font size.
"""


class Lettering:
    """A pen's fonts."""

    def __init__(self, fonts: Choice) -> None:
        self._fonts = fonts

    def warnings(self) -> tuple[str, ...]:
        """The characters that no font has."""
        return self._fonts.warnings()
