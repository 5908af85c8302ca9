"""Draw pages as SVG; several in one file, one below the other. Needs no library."""

import unicodedata
from collections.abc import Sequence

from companion.drawing.svg import ESCAPED
from companion.printing.codes import Matrix, runs
from companion.printing.page import COLOURS, POINT, Area, Box, Code, Line, Mark, Page, Trail, Words

_FAMILY = "Helvetica, Arial, sans-serif"
_NAMESPACE = 'xmlns="http://www.w3.org/2000/svg"'
_IN_PLACE = 'role="img"'
_PICTURE = f"{_NAMESPACE} {_IN_PLACE}"
_MADE = "<!-- companion -->\n"
_BETWEEN = 4.0
"""Millimetres between two pages of one picture."""

# Widths of Helvetica's characters from the blank to the tilde, in thousandths of the size. The
# viewer may use another font: `textLength` fits it into the room.
_PLAIN = (
    "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 "
    "556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 "
    "722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 "
    "556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 "
    "260 334 584"
)
_BOLD = (
    "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 "
    "556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 "
    "722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 "
    "556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 "
    "280 389 584"
)
_WIDTHS = {
    bold: {chr(32 + place): int(width) / 1000 for place, width in enumerate(table.split())}
    for bold, table in ((False, _PLAIN), (True, _BOLD))
}
_ESTIMATE, _ESTIMATED_CAPITAL = 0.62, 0.78
# In these ranges small letters are narrower: Greek, Cyrillic, Hebrew, joined Arabic, Indic scripts,
# Thai.
_NARROW = (
    ("\u0370", "\u03ff", 0.56),
    ("\u0400", "\u04ff", 0.58),
    ("\u0590", "\u05ff", 0.56),
    ("\u0600", "\u08ff", 0.5),
    ("\u0900", "\u0d7f", 0.5),
    ("\u0e00", "\u0eff", 0.54),
)
# Allowance for a font wider than Helvetica.
_WIDER = 1.15


class SvgPen:
    """Draws an SVG. The widths of characters other than ASCII are estimates."""

    def measure(self, text: str, size: float, bold: bool = False, /) -> float:
        """Return the width of a text in millimetres at a size in points."""
        table = _WIDTHS[bold]
        return sum(table.get(sign) or _estimate(sign) for sign in text) * size * POINT

    def drawn(self, pages: Sequence[Page], title: str, author: str) -> bytes:
        """Return the SVG with these pages."""
        width = max(page.width for page in pages)
        height = sum(page.height + _BETWEEN for page in pages) - _BETWEEN
        drawn, y = [], 0.0
        for page in pages:
            drawn.append(f'<g transform="translate(0 {_number(y)})">\n{self.contents(page)}\n</g>')
            y += page.height + _BETWEEN
        description = f"{_MADE}<title>{xml_text(title)}</title>\n<desc>{xml_text(author)}</desc>\n"
        return (opening(width, height) + description + "\n".join(drawn) + "\n</svg>\n").encode()

    def picture(self, page: Page, title: str, description: str) -> str:
        """Return one page as a picture; `description` is its alternative text."""
        tag = _tag(page.width, page.height, _PICTURE)
        return f"{tag}{self._titled(page, title, description)}</svg>\n"

    def in_place(self, page: Page, title: str, description: str) -> str:
        """Return the picture for use inside an HTML page."""
        tag = _tag(page.width, page.height, _IN_PLACE)
        return f"{tag}{self._titled(page, title, description)}</svg>"

    def _titled(self, page: Page, title: str, description: str) -> str:
        about = f"<title>{xml_text(title)}</title>\n<desc>{xml_text(description)}</desc>\n"
        return about + self.contents(page) + "\n"

    def contents(self, page: Page) -> str:
        """Return the marks of a page, on white."""
        paper: Mark = Box(0, 0, page.width, page.height, fill="white")
        return "\n".join(self._element(mark) for mark in (paper, *page.marks))

    def warnings(self) -> tuple[str, ...]:
        """Return no warnings: the viewer chooses the fonts."""
        return ()

    def _element(self, mark: Mark) -> str:
        match mark:
            case Words():
                return self._words(mark)
            case Box():
                return _box(mark)
            case Line():
                return _line(mark)
            case Trail():
                return _trail(mark)
            case Area():
                return _area(mark)
            case Code(x, y, module, matrix, title):
                place = f"translate({_number(x)} {_number(y)}) scale({_number(module)})"
                return code_path(matrix, f' transform="{place}"', title)

    def _words(self, words: Words) -> str:
        width = self.measure(words.text, words.size, words.bold)
        anchor = {"left": "", "middle": ' text-anchor="middle"', "right": ' text-anchor="end"'}
        if words.right:
            # Text from right to left begins at its right side.
            anchor = {**anchor, "left": ' text-anchor="end"', "right": ""}
            anchor = {
                align: f'{attributes} direction="rtl"' for align, attributes in anchor.items()
            }
        weight = ' font-weight="bold"' if words.bold else ""
        length = ""
        if words.room and width * _WIDER > words.room:
            length = f' textLength="{_number(min(width, words.room))}"'
            length += ' lengthAdjust="spacingAndGlyphs"'
        return (
            # Repeated on every line: not all readers inherit the treatment of blanks.
            f'<text xml:space="preserve" x="{_number(words.x)}" y="{_number(words.y)}"'
            f"{anchor[words.align]} "
            f'font-size="{_number(words.size * POINT)}"{weight} fill="{COLOURS[words.ink]}"'
            f"{length}>{xml_text(words.text)}</text>"
        )


def opening(width: float, height: float) -> str:
    """Return the opening tag of a picture with a size in millimetres."""
    return _tag(width, height, _NAMESPACE)


def _tag(width: float, height: float, attributes: str) -> str:
    return (
        f'<svg {attributes} width="{_number(width)}mm" '
        f'height="{_number(height)}mm" viewBox="0 0 {_number(width)} {_number(height)}" '
        f'font-family="{_FAMILY}">\n'
    )


def code_path(matrix: Matrix, attributes: str = "", title: str = "") -> str:
    """Return a code's dark modules as one shape; a module is 1 wide. With a title, a picture by
    itself.
    """
    bars = "".join(f"M{x} {y}h{length}v1h-{length}z" for x, y, length in runs(matrix))
    if not title:
        return f'<path{attributes} d="{bars}"/>'
    return f'<path{attributes} d="{bars}" {_IN_PLACE}><title>{xml_text(title)}</title></path>'


def xml_text(text: str) -> str:
    """Return a text for XML: special characters escaped, forbidden ones left out."""
    return "".join(sign for sign in text if _is_allowed(sign)).translate(ESCAPED)


def _is_allowed(sign: str) -> bool:
    return (
        sign in "\t\n"
        or (" " <= sign < "\ud800")
        or (sign >= "\ue000" and sign < "\ufffe")
        or (sign >= "\U00010000")
    )


def _box(box: Box) -> str:
    fill = COLOURS[box.fill] if box.fill else "none"
    line = ""
    if box.line:
        line = f' stroke="{COLOURS[box.line]}" stroke-width="{_number(box.thickness)}"'
    corner = f' rx="{_number(box.corner)}"' if box.corner else ""
    return (
        f'<rect x="{_number(box.x)}" y="{_number(box.y)}" width="{_number(box.width)}" '
        f'height="{_number(box.height)}"{corner} fill="{fill}"{line}/>'
    )


def _line(line: Line) -> str:
    return (
        f'<line x1="{_number(line.x)}" y1="{_number(line.y)}" '
        f'x2="{_number(line.x + line.across)}" y2="{_number(line.y + line.down)}" '
        f'stroke="{COLOURS[line.ink]}" stroke-width="{_number(line.thickness)}"/>'
    )


def _trail(trail: Trail) -> str:
    dashes = " ".join(map(_number, trail.dashes))
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{_points(trail)}" fill="none" stroke="{COLOURS[trail.ink]}" '
        f'stroke-width="{_number(trail.thickness)}" stroke-linejoin="round" '
        f'stroke-linecap="{"butt" if dashes else "round"}"{dashed}/>'
    )


def _area(area: Area) -> str:
    strength = f' fill-opacity="{_number(area.strength)}"' if area.strength < 1 else ""
    line = ""
    if area.line:
        line = f' stroke="{COLOURS[area.line]}" stroke-width="{_number(area.thickness)}"'
        line += ' stroke-linejoin="round"'
    return f'<polygon points="{_points(area)}" fill="{COLOURS[area.fill]}"{strength}{line}/>'


def _points(mark: Trail | Area) -> str:
    """Return the positions of points, to the hundredth, as there may be many."""
    return " ".join(f"{mark.x + x:.2f},{mark.y + y:.2f}" for x, y in mark.points)


def _estimate(sign: str) -> float:
    if unicodedata.combining(sign) or sign in "\u200c\u200d\ufe0e\ufe0f":
        return 0.0
    if unicodedata.east_asian_width(sign) in ("W", "F"):
        return 1.0
    if sign.isupper():
        return _ESTIMATED_CAPITAL
    widths = (width for first, last, width in _NARROW if first <= sign <= last)
    return next(widths, _ESTIMATE)


def _number(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")
