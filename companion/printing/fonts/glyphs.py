"""Draws letters that change with their neighbours, and those of fonts that no PDF can hold.

HarfBuzz does it, as in every browser; where `uharfbuzz` is not installed, nobody can.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from companion.printing.fonts.sfnt import Font

# From here to there, letters are put together of signs: Arabic and its neighbours, Indic scripts,
# Thai, Tibetan, Burmese, Khmer, Mongolian.
_COMPLEX = (("\u0600", "\u08ff"), ("\u0900", "\u109f"), ("\u1780", "\u18af"), ("\ufb50", "\ufdff"))

Step = tuple[str, tuple[float, ...]]
"""A piece of an outline: `M`, `L`, `C` or `Z` as in SVG, and its points, in parts of the size."""


class Glyph(NamedTuple):
    """A letter as it is drawn: which of the font's, where, as parts of the letters' size."""

    number: int
    x: float
    y: float


class Shaped(NamedTuple):
    """A run of letters from left to right, and how wide they are together at size 1."""

    glyphs: tuple[Glyph, ...]
    width: float


def is_complex(sign: str) -> bool:
    """Whether a sign is of a script whose letters change with their neighbours."""
    return any(first <= sign <= last for first, last in _COMPLEX)


@cache
def is_there() -> bool:
    """Whether HarfBuzz is installed."""
    return find_spec("uharfbuzz") is not None


@cache
def can_open(font: Font) -> bool:
    """Whether a font can be drawn so."""
    try:
        return bool(_opened(font.path, font.number).face.glyph_count)
    except Exception:  # whatever is wrong with somebody's font, another may do
        return False


@cache
def shaped(font: Font, text: str, right: bool) -> Shaped:
    """The letters of a run, in the order in which they stand; `right` if it is read from there."""
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
    """The outline of a letter: up is up, and the letters' size is 1."""
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
    """Has HarfBuzz tell an outline's pieces, the curves of both kinds as cubic ones."""
    import uharfbuzz

    def add(sign: str, *points: float, told: tuple[list[Step], int]) -> None:
        steps, whole = told
        steps.append((sign, tuple(point / whole for point in points)))

    def quadratic(
        middle_x: float, middle_y: float, x: float, y: float, told: tuple[list[Step], int]
    ) -> None:
        steps, whole = told
        from_x, from_y = steps[-1][1][-2:]
        bends = (
            from_x + (middle_x / whole - from_x) * 2 / 3,
            from_y + (middle_y / whole - from_y) * 2 / 3,
            (x + (middle_x - x) * 2 / 3) / whole,
            (y + (middle_y - y) * 2 / 3) / whole,
        )
        steps.append(("C", (*bends, x / whole, y / whole)))

    pen = uharfbuzz.DrawFuncs()
    pen.set_move_to_func(lambda x, y, told: add("M", x, y, told=told))
    pen.set_line_to_func(lambda x, y, told: add("L", x, y, told=told))
    pen.set_quadratic_to_func(quadratic)
    pen.set_cubic_to_func(lambda a, b, c, d, x, y, told: add("C", a, b, c, d, x, y, told=told))
    pen.set_close_path_func(lambda told: add("Z", told=told))
    return pen
