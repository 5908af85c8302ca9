"""Draw pages as PDF, with reportlab. Two runs give the same bytes."""

from collections.abc import Sequence
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

from companion.core.names import visible
from companion.errors import Unusable
from companion.printing.codes import runs
from companion.printing.fonts import choice
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
    Trail,
    Words,
    start,
)

_BASE = {False: "Helvetica", True: "Helvetica-Bold"}


class PdfPen(Lettering):
    """Draws a PDF. Raises Unusable if reportlab is not installed."""

    def __init__(self) -> None:
        try:
            from reportlab.pdfbase.pdfmetrics import stringWidth
        except ImportError:
            raise Unusable(
                "PDFs need reportlab, which is not installed.",
                "`pip install reportlab pillow`, or print to .html or .svg.",
            ) from None
        self._width_of = stringWidth
        self._glyphs: dict[tuple[Font, int], str] = {}
        there = choice.has_harfbuzz()
        # reportlab embeds only TrueType, and the usual fonts for Chinese are not TrueType.
        traceable = _is_traceable if there else None
        super().__init__(Choice(_is_standard, _is_embeddable, traceable=traceable, shapes=there))

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """Return the width of a text in millimetres at a size in points."""
        return sum(self._width(run, size, bold) for run in self._fonts.runs(text, bold)) * POINT

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """Return the PDF with these pages."""
        from reportlab.pdfgen.canvas import Canvas

        content = BytesIO()
        canvas = Canvas(content, pageCompression=1, invariant=1)
        canvas.setTitle(visible(title))
        canvas.setAuthor(visible(author))
        canvas.setCreator("companion")
        if any(page.exact for page in pages):
            # Print dialogs offer “fit to page” first, and a sheet of labels is off by then.
            canvas.setViewerPreference("PrintScaling", "None")
        for page in pages:
            canvas.setPageSize((page.width / POINT, page.height / POINT))
            # From here on in millimetres from the upper left corner, like the marks.
            canvas.transform(1 / POINT, 0, 0, -1 / POINT, 0, page.height / POINT)
            for mark in page.marks:
                match mark:
                    case Words():
                        self._words(canvas, mark)
                    case Box():
                        _box(canvas, mark)
                    case Line():
                        _line(canvas, mark)
                    case Trail():
                        _trail(canvas, mark)
                    case Area():
                        _area(canvas, mark)
                    case Code():
                        _code(canvas, mark)
            canvas.showPage()
        canvas.save()
        return content.getvalue()

    def _width(self, run: Run, size: float, bold: bool) -> float:
        """Return a run's width in points."""
        if run.face == "none":
            return len(run.text) * (SQUARE + 2 * BESIDE) * size
        if isinstance(run.face, Font) and _is_traced(run):
            return choice.shaped(run.face, run.text, run.right).width * size
        return float(self._width_of(run.text, _name(run, bold), size))

    def _words(self, canvas: Any, words: Words) -> None:
        size, bold = words.size, words.bold
        x = start(words, self.measure(words.text, size, bold))
        canvas.setFillColorRGB(*_rgb(words.ink))
        for run in self._fonts.runs(words.text, bold, words.right):
            width = self._width(run, size, bold) * POINT
            if run.face == "none":
                _squares(canvas, x, words.y, size * POINT, len(run.text), words.ink)
            elif isinstance(run.face, Font) and _is_traced(run):
                self._trace(canvas, run, run.face, x, words.y, size * POINT)
            else:
                canvas.saveState()
                # Letters would be upside down on a page whose y axis points down.
                canvas.transform(POINT, 0, 0, -POINT, x, words.y)
                canvas.setFont(_name(run, bold), size)
                canvas.drawString(0, 0, run.text)
                canvas.restoreState()
            x += width

    def _trace(self, canvas: Any, run: Run, face: Font, x: float, y: float, size: float) -> None:
        """Draw letters by their outlines; each letter is in the file once."""
        for glyph in choice.shaped(face, run.text, run.right).glyphs:
            if not choice.outline(face, glyph.number):
                continue
            canvas.saveState()
            canvas.transform(size, 0, 0, -size, x + glyph.x * size, y - glyph.y * size)
            canvas.doForm(self._glyph(canvas, face, glyph.number))
            canvas.restoreState()

    def _glyph(self, canvas: Any, face: Font, number: int) -> str:
        """Return the name of a letter's outline within the file."""
        from reportlab.pdfgen.pathobject import PDFPathObject

        name = self._glyphs.get((face, number))
        if name is None:
            name = self._glyphs[face, number] = f"letter{len(self._glyphs)}"
            pieces = ["n"]
            for sign, points in choice.outline(face, number):
                numbers = " ".join(f"{point:.4f}" for point in points)
                pieces.append(f"{numbers} {_OPERATORS[sign]}".strip())
            # A form takes the colour of its user, and letters may extend beyond their line.
            canvas.beginForm(name, -4, -4, 4, 4)
            canvas._code.clear()
            canvas.drawPath(PDFPathObject(code=pieces), stroke=0, fill=1, fillMode=1)
            canvas.endForm()
        return name


_OPERATORS = {"M": "m", "L": "l", "C": "c", "Z": "h"}


def _is_traced(run: Run) -> bool:
    """Whether a run is drawn by the outlines of its letters."""
    return run.shaped or (isinstance(run.face, Font) and not run.face.truetype)


def _is_traceable(font: Font) -> bool:
    return not font.truetype and choice.can_open(font)


def _is_standard(sign: str) -> bool:
    """Whether the standard PDF fonts have a character."""
    try:
        return bool(sign.encode("cp1252"))
    except UnicodeEncodeError:
        return False


def _name(run: Run, bold: bool) -> str:
    if not isinstance(run.face, Font):
        return _BASE[bold]
    return _registered_name(run.face.path, run.face.number)


def _registered_name(path: Path, number: int) -> str:
    return f"{path}#{number}"


def _is_embeddable(font: Font) -> bool:
    return font.truetype and _is_registered(font.path, font.number)


@cache
def _is_registered(path: Path, number: int) -> bool:
    """Register a font with reportlab; false if it cannot embed it."""
    from reportlab.pdfbase.pdfmetrics import registerFont
    from reportlab.pdfbase.ttfonts import TTFont

    try:
        registerFont(TTFont(_registered_name(path, number), str(path), subfontIndex=number))
    except Exception:  # somebody's font may be broken; another one may do
        return False
    return True


def _rgb(ink: Ink) -> tuple[float, ...]:
    return tuple(part / 255 for part in bytes.fromhex(COLOURS[ink][1:]))


def _box(canvas: Any, box: Box) -> None:
    if box.fill:
        canvas.setFillColorRGB(*_rgb(box.fill))
    if box.line:
        canvas.setStrokeColorRGB(*_rgb(box.line))
        canvas.setLineWidth(box.thickness)
    draw = (box.x, box.y, box.width, box.height)
    stroke, fill = int(box.line is not None), int(box.fill is not None)
    if box.corner:
        canvas.roundRect(*draw, box.corner, stroke=stroke, fill=fill)
    else:
        canvas.rect(*draw, stroke=stroke, fill=fill)


def _line(canvas: Any, line: Line) -> None:
    canvas.setStrokeColorRGB(*_rgb(line.ink))
    canvas.setLineWidth(line.thickness)
    canvas.line(line.x, line.y, line.x + line.across, line.y + line.down)


def _trail(canvas: Any, trail: Trail) -> None:
    canvas.saveState()
    canvas.setStrokeColorRGB(*_rgb(trail.ink))
    canvas.setLineWidth(trail.thickness)
    canvas.setLineJoin(1)
    canvas.setLineCap(0 if trail.dashes else 1)
    canvas.setDash([*trail.dashes])
    canvas.drawPath(_path(canvas, trail), stroke=1, fill=0)
    canvas.restoreState()


def _area(canvas: Any, area: Area) -> None:
    canvas.saveState()
    canvas.setFillColorRGB(*_rgb(area.fill), area.strength)
    if area.line:
        canvas.setStrokeColorRGB(*_rgb(area.line))
        canvas.setLineWidth(area.thickness)
        canvas.setLineJoin(1)
    path = _path(canvas, area)
    path.close()
    canvas.drawPath(path, stroke=int(area.line is not None), fill=1)
    canvas.restoreState()


def _path(canvas: Any, mark: Trail | Area) -> Any:
    path = canvas.beginPath()
    for place, (x, y) in enumerate(mark.points):
        (path.lineTo if place else path.moveTo)(mark.x + x, mark.y + y)
    return path


def _code(canvas: Any, code: Code) -> None:
    """Draw all dark modules as one path in whole numbers: fast, small, and without seams."""
    from reportlab.pdfgen.pathobject import PDFPathObject

    bars = [f"{run.column} {run.row} {run.length} 1 re" for run in runs(code.matrix)]
    canvas.saveState()
    canvas.transform(code.module, 0, 0, code.module, code.x, code.y)
    canvas.setFillColorRGB(*_rgb("black"))
    canvas.drawPath(PDFPathObject(code=["n", *bars]), stroke=0, fill=1)
    canvas.restoreState()


def _squares(canvas: Any, x: float, y: float, size: float, count: int, ink: Ink) -> None:
    canvas.setStrokeColorRGB(*_rgb(ink))
    canvas.setLineWidth(size * 0.05)
    for place in range(count):
        left = x + (place * (SQUARE + 2 * BESIDE) + BESIDE) * size
        canvas.rect(left, y - SQUARE * size, SQUARE * size, SQUARE * size, stroke=1, fill=0)
