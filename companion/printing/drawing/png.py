"""Draws pages as one PNG in greys, one below the other, with Pillow."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.errors import Unusable
from companion.printing.codes import runs
from companion.printing.fonts import files
from companion.printing.fonts.choice import Choice, Run
from companion.printing.fonts.sfnt import Font
from companion.printing.page import COLOURS, POINT, Box, Code, Ink, Line, Page, Words, start

_DOTS = 150
_SCALE = _DOTS / 25.4
"""Pixels in a millimetre."""

_BETWEEN = 4.0
"""Millimetres between two pages of one picture."""

# A sign that no font has is an empty square: so wide, and so much white at either side.
_SQUARE, _BESIDE = 0.6, 0.08
_EXAMPLE = "Noto Sans CJK"
# A module is a whole number of pixels, or it blurs. It may be larger by so much than it was told:
# the quiet zone has room for that.
_LARGER = 1.03


class PngPen:
    """Draws a PNG. Raises Unusable where Pillow is not installed."""

    def __init__(self) -> None:
        try:
            import PIL.Image
        except ImportError:
            raise Unusable(
                "PNGs need Pillow, which is not installed.",
                "`pip install reportlab pillow`, or print to .html or .svg.",
            ) from None
        self._new = PIL.Image.new
        self._base = {bold: _plainest(bold) for bold in (False, True)}
        self._fonts = Choice(self._is_basic, _can_open)

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """How wide a text is in millimetres at a size in points."""
        return sum(self._width(run, size, bold) for run in self._fonts.runs(text, bold)) / _SCALE

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """The PNG with these pages."""
        from PIL import PngImagePlugin

        tops, y = [], 0.0
        for page in pages:
            tops.append(_pixels(y))
            y += page.height + _BETWEEN
        size = (_pixels(max(page.width for page in pages)), _pixels(y - _BETWEEN))
        picture = self._new("L", size, 255)
        for top, page in zip(tops, pages, strict=True):
            picture.paste(self._page(page), (0, top))
        told = PngImagePlugin.PngInfo()
        for key, value in (("Title", title), ("Author", author)):
            told.add_itxt(key, value.encode("utf-8", "replace").decode())
        content = BytesIO()
        picture.save(content, "PNG", dpi=(_DOTS, _DOTS), pnginfo=told)
        return content.getvalue()

    def warnings(self) -> tuple[str, ...]:
        """The signs that no font has."""
        return self._fonts.warnings(_EXAMPLE)

    def _page(self, page: Page) -> Any:
        from PIL import ImageDraw

        picture = self._new("L", (_pixels(page.width), _pixels(page.height)), 255)
        drawing = ImageDraw.Draw(picture)
        for mark in page.marks:
            match mark:
                case Words():
                    self._words(drawing, mark)
                case Box():
                    _box(drawing, mark)
                case Line():
                    _line(drawing, mark)
                case Code():
                    _code(drawing, mark)
        return picture

    def _is_basic(self, sign: str) -> bool:
        fonts = self._base.values()
        # Without any font on the computer, Pillow's own draws Latin letters.
        return all(font.has(sign) if font else sign.isprintable() and sign < "Ā" for font in fonts)

    def _font(self, run: Run, size: float, bold: bool) -> Any:
        font = run.face if isinstance(run.face, Font) else self._base[bold]
        if font is None:
            return _own_font(size)
        return _opened(font.path, font.number, size)

    def _width(self, run: Run, size: float, bold: bool) -> float:
        """A run's width in pixels."""
        if run.face == "none":
            return len(run.text) * (_SQUARE + 2 * _BESIDE) * size * POINT * _SCALE
        return float(self._font(run, size, bold).getlength(run.text))

    def _words(self, drawing: Any, words: Words) -> None:
        size, bold, ink = words.size, words.bold, _grey(words.ink)
        x = start(words, self.measure(words.text, size, bold)) * _SCALE
        y = words.y * _SCALE
        for run in self._fonts.runs(words.text, bold):
            if run.face == "none":
                _squares(drawing, x, y, size * POINT * _SCALE, len(run.text), ink)
            else:
                font = self._font(run, size, bold)
                drawing.text((x, y), run.text, fill=ink, font=font, anchor="ls")
            x += self._width(run, size, bold)


def _plainest(bold: bool) -> Font | None:
    """The font for most of the text; none where there is no font on the computer."""
    fonts = files.candidates(files.FOLDERS, bold)
    return next((font for font in fonts if font.has("a") and _can_open(font)), None)


def _can_open(font: Font) -> bool:
    return _is_readable(font.path, font.number)


@cache
def _is_readable(path: Path, number: int) -> bool:
    try:
        return float(_opened(path, number, 10.0).getlength("a")) >= 0
    except OSError:
        return False


@cache
def _opened(path: Path, number: int, size: float) -> Any:
    from PIL import ImageFont

    # Runs arrive as they are to be drawn: nothing is to turn them round again.
    layout = ImageFont.Layout.BASIC
    return ImageFont.truetype(str(path), size * POINT * _SCALE, number, layout_engine=layout)


@cache
def _own_font(size: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size * POINT * _SCALE)


def _box(drawing: Any, box: Box) -> None:
    edges = [_pixels(box.x), _pixels(box.y)]
    edges += [_pixels(box.x + box.width) - 1, _pixels(box.y + box.height) - 1]
    drawing.rounded_rectangle(
        edges,
        radius=box.corner * _SCALE,
        fill=_grey(box.fill) if box.fill else None,
        outline=_grey(box.line) if box.line else None,
        width=_thick(box.thickness),
    )


def _line(drawing: Any, line: Line) -> None:
    from_to = (line.x, line.y, line.x + line.across, line.y + line.down)
    drawing.line(
        [_pixels(value) for value in from_to], fill=_grey(line.ink), width=_thick(line.thickness)
    )


def _code(drawing: Any, code: Code) -> None:
    told = code.module * _SCALE
    module = max(1, round(told) if round(told) <= told * _LARGER else int(told))
    # What rounding took or gave is shared out to all sides.
    slack = (code.side * _SCALE - len(code.matrix) * module) / 2
    left, top = round(code.x * _SCALE + slack), round(code.y * _SCALE + slack)
    for column, row, length in runs(code.matrix):
        x, y = left + column * module, top + row * module
        drawing.rectangle([x, y, x + length * module - 1, y + module - 1], fill=0)


def _squares(drawing: Any, x: float, y: float, size: float, count: int, ink: int) -> None:
    side = _SQUARE * size
    for place in range(count):
        left = x + (place * (_SQUARE + 2 * _BESIDE) + _BESIDE) * size
        drawing.rectangle([left, y - side, left + side, y], outline=ink)


def _pixels(length: float) -> int:
    return round(length * _SCALE)


def _thick(thickness: float) -> int:
    return max(1, _pixels(thickness))


def _grey(ink: Ink) -> int:
    """How bright an ink is: PNGs have no colours."""
    red, green, blue = bytes.fromhex(COLOURS[ink][1:])
    return round(0.299 * red + 0.587 * green + 0.114 * blue)
