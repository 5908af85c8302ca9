"""Draws the shapes of a page into a picture of pixels, at a scale of so many to the millimetre.

Sheets are in greys, as printers want them. Charts are in colours, and smooth: they are drawn larger
first.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from io import BytesIO
from itertools import cycle, pairwise
from math import hypot
from pathlib import Path
from typing import Any

from companion.errors import Unusable
from companion.printing.codes import runs
from companion.printing.fonts import files
from companion.printing.fonts.choice import BESIDE, SQUARE, Choice, Lettering, Run
from companion.printing.fonts.files import Font
from companion.printing.page import (
    COLOURS,
    POINT,
    Area,
    Box,
    Code,
    Ink,
    Line,
    Page,
    Point,
    Trail,
    Words,
    is_coloured,
    start,
)

Colour = int | tuple[int, int, int]

# A module is a whole number of pixels, or it blurs. It may be larger than asked for by so much:
# the quiet zone has room for that.
_FINER = 1.03
_CAP = 3
"""Pixels from which on the ends of a line are seen to be square: they are made round, then."""


class Canvas:
    """One page. `drawing` is Pillow's, on a picture in colours or only in greys."""

    def __init__(self, drawing: Any, scale: float, *, coloured: bool) -> None:
        self.drawing, self.scale, self._coloured = drawing, scale, coloured

    def colour(self, ink: Ink) -> Colour:
        """An ink as pixels have it: its colour, or how bright it is."""
        red, green, blue = bytes.fromhex(COLOURS[ink][1:])
        if self._coloured:
            return red, green, blue
        return round(0.299 * red + 0.587 * green + 0.114 * blue)

    def box(self, box: Box) -> None:
        """A rectangle."""
        edges = [self._pixels(box.x), self._pixels(box.y)]
        edges += [self._pixels(box.x + box.width) - 1, self._pixels(box.y + box.height) - 1]
        self.drawing.rounded_rectangle(
            edges,
            radius=box.corner * self.scale,
            fill=self.colour(box.fill) if box.fill else None,
            outline=self.colour(box.line) if box.line else None,
            width=self._thick(box.thickness),
        )

    def line(self, line: Line) -> None:
        """A straight line."""
        ends = (line.x, line.y, line.x + line.across, line.y + line.down)
        self.drawing.line(
            [self._pixels(value) for value in ends],
            fill=self.colour(line.ink),
            width=self._thick(line.thickness),
        )

    def trail(self, trail: Trail) -> None:
        """A line from point to point, its ends and corners round."""
        width, colour = self._thick(trail.thickness), self.colour(trail.ink)
        for piece in _dashed(trail.points, trail.dashes):
            points = [self._at(trail, point) for point in piece]
            self.drawing.line(points, fill=colour, width=width, joint="curve")
            if width >= _CAP and not trail.dashes:
                for x, y in (points[0], points[-1]):
                    self._disc(x, y, width / 2, colour)

    def area(self, area: Area) -> None:
        """What lies within some points, and the line around it."""
        points = [self._at(area, point) for point in area.points]
        if len(points) < 3:
            return
        colour = self.colour(area.fill)
        if self._coloured and area.strength < 1:
            colour = (*colour, round(area.strength * 255))  # type: ignore[misc]
        self.drawing.polygon(points, fill=colour)
        if area.line:
            around = (*area.points, *area.points[:2])
            self.trail(Trail(area.x, area.y, around, area.line, area.thickness))

    def code(self, code: Code) -> None:
        """The dark modules of a code."""
        wanted = code.module * self.scale
        module = max(1, round(wanted) if round(wanted) <= wanted * _FINER else int(wanted))
        # What rounding took or gave is shared out to all sides.
        slack = (code.side * self.scale - len(code.matrix) * module) / 2
        left, top = round(code.x * self.scale + slack), round(code.y * self.scale + slack)
        for column, row, length in runs(code.matrix):
            x, y = left + column * module, top + row * module
            end = [x, y, x + length * module - 1, y + module - 1]
            self.drawing.rectangle(end, fill=self.colour("black"))

    def _at(self, mark: Trail | Area, point: Point) -> Point:
        return (mark.x + point[0]) * self.scale, (mark.y + point[1]) * self.scale

    def _disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.drawing.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)

    def _pixels(self, length: float) -> int:
        return round(length * self.scale)

    def _thick(self, thickness: float) -> int:
        return max(1, self._pixels(thickness))


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a line that are drawn: all of it, where there are no dashes."""
    if not dashes or len(points) < 2:
        yield list(points)
        return
    lengths = cycle(enumerate(dashes))
    place, left = next(lengths)
    piece = [points[0]]
    for first, last in pairwise(points):
        length = hypot(last[0] - first[0], last[1] - first[1])
        done = 0.0
        while length - done > left:
            done += left
            share = done / length
            turn = (
                first[0] + (last[0] - first[0]) * share,
                first[1] + (last[1] - first[1]) * share,
            )
            if place % 2 == 0:
                yield [*piece, turn]
            piece = [turn]
            place, left = next(lengths)
        left -= length - done
        piece.append(last)
    if place % 2 == 0 and len(piece) > 1:
        yield piece


_DOTS, _DOTS_OF_MANY = 300, 150
"""Dots to the inch: as many as printers want of a page; fewer where one picture holds many."""
_SCALE = _DOTS / 25.4
"""Pixels in a millimetre, as text is measured."""

_BETWEEN = 4.0
"""Millimetres between two pages of one picture."""

_SMOOTH_DOTS, _LARGER = 220, 3
"""A chart's dots to the inch, and how much larger it is drawn at first."""


class PngPen(Lettering):
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
        super().__init__(Choice(self._is_basic, _can_open, shapes=_shapes()))

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """How wide a text is in millimetres at a size in points."""
        runs = self._fonts.runs(text, bold)
        return sum(self._width(run, size, bold, _SCALE) for run in runs) / _SCALE

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """The PNG with these pages."""
        from PIL import PngImagePlugin

        smooth = any(is_coloured(page) for page in pages)
        dots = _SMOOTH_DOTS if smooth else _DOTS if len(pages) == 1 else _DOTS_OF_MANY
        scale, draw = dots / 25.4, self._smooth if smooth else self._grey
        tops, y = [], 0.0
        for page in pages:
            tops.append(round(y * scale))
            y += page.height + _BETWEEN
        widest = max(page.width for page in pages)
        size = (round(widest * scale), round((y - _BETWEEN) * scale))
        picture = self._new("RGB", size, "white") if smooth else self._new("L", size, 255)
        for top, page in zip(tops, pages, strict=True):
            picture.paste(draw(page, scale), (0, top))
        properties = PngImagePlugin.PngInfo()
        properties.add_text("Software", "companion")
        for key, value in (("Title", title), ("Author", author)):
            properties.add_itxt(key, value.encode("utf-8", "replace").decode())
        content = BytesIO()
        picture.save(content, "PNG", dpi=(dots, dots), pnginfo=properties)
        return content.getvalue()

    def _grey(self, page: Page, scale: float) -> Any:
        from PIL import ImageDraw

        picture = self._new("L", (round(page.width * scale), round(page.height * scale)), 255)
        self._page(page, Canvas(ImageDraw.Draw(picture), scale, coloured=False))
        return picture

    def _smooth(self, page: Page, scale: float) -> Any:
        from PIL import ImageDraw

        size = (round(page.width * scale) * _LARGER, round(page.height * scale) * _LARGER)
        picture = self._new("RGB", size, "white")
        drawing = ImageDraw.Draw(picture, "RGBA")  # what is drawn may let through what is below
        self._page(page, Canvas(drawing, scale * _LARGER, coloured=True))
        return picture.reduce(_LARGER)

    def _page(self, page: Page, canvas: Canvas) -> None:
        for mark in page.marks:
            match mark:
                case Words():
                    self._words(canvas, mark)
                case Box():
                    canvas.box(mark)
                case Line():
                    canvas.line(mark)
                case Trail():
                    canvas.trail(mark)
                case Area():
                    canvas.area(mark)
                case Code():
                    canvas.code(mark)

    def _is_basic(self, sign: str) -> bool:
        fonts = self._base.values()
        # Without any font on the computer, Pillow's own draws Latin letters.
        return all(font.has(sign) if font else sign.isprintable() and sign < "Ā" for font in fonts)

    def _font(self, run: Run, size: float, bold: bool, scale: float) -> Any:
        font = run.face if isinstance(run.face, Font) else self._base[bold]
        pixels = size * POINT * scale
        if font is None:
            return _own_font(pixels)
        return _opened(font.path, font.number, pixels, run.shaped)

    def _width(self, run: Run, size: float, bold: bool, scale: float) -> float:
        """A run's width in pixels."""
        if run.face == "none":
            return len(run.text) * (SQUARE + 2 * BESIDE) * size * POINT * scale
        return float(self._font(run, size, bold, scale).getlength(run.text, **_way(run)))

    def _words(self, canvas: Canvas, words: Words) -> None:
        size, bold, scale = words.size, words.bold, canvas.scale
        colour = canvas.colour(words.ink)
        x = start(words, self.measure(words.text, size, bold)) * scale
        y = words.y * scale
        for run in self._fonts.runs(words.text, bold, words.right):
            if run.face == "none":
                _squares(canvas.drawing, x, y, size * POINT * scale, len(run.text), colour)
            else:
                font = self._font(run, size, bold, scale)
                place = {"font": font, "anchor": "ls", **_way(run)}
                canvas.drawing.text((x, y), run.text, fill=colour, **place)
            x += self._width(run, size, bold, scale)


def _plainest(bold: bool) -> Font | None:
    """The font for most of the text; none where there is no font on the computer."""
    fonts = files.candidates(files.FOLDERS, bold)
    return next((font for font in fonts if font.has("a") and _can_open(font)), None)


def _can_open(font: Font) -> bool:
    return _is_readable(font.path, font.number)


@cache
def _is_readable(path: Path, number: int) -> bool:
    try:
        return float(_opened(path, number, 20.0).getlength("a")) >= 0
    except OSError:
        return False


@cache
def _shapes() -> bool:
    """Whether Pillow can put letters together that change with their neighbours."""
    from PIL import features

    return bool(features.check("raqm"))


def _way(run: Run) -> dict[str, str]:
    """How Pillow reads a run."""
    return {"direction": "rtl" if run.right else "ltr"} if run.shaped else {}


@cache
def _opened(path: Path, number: int, pixels: float, shaped: bool = False) -> Any:
    from PIL import ImageFont

    # All other runs arrive as they are to be drawn: nothing is to turn them round again.
    layout = ImageFont.Layout.RAQM if shaped else ImageFont.Layout.BASIC
    return ImageFont.truetype(str(path), pixels, number, layout_engine=layout)


@cache
def _own_font(pixels: float) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(pixels)


def _squares(drawing: Any, x: float, y: float, size: float, count: int, ink: Colour) -> None:
    side = SQUARE * size
    for place in range(count):
        left = x + (place * (SQUARE + 2 * BESIDE) + BESIDE) * size
        drawing.rectangle([left, y - side, left + side, y], outline=ink)
