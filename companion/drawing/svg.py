"""Pictures in SVG, as text; and the corners of the shapes on cards."""

from collections.abc import Iterable
from math import cos, pi, sin

from companion.core.inventory import Figure

Corners = tuple[tuple[float, float], ...]

_ROUND = 40
"""So many corners look like a circle."""


def _turned(corners: int) -> Corners:
    """Return points around the middle, the first above it."""
    turns = (2 * pi * place / corners for place in range(corners))
    return tuple((0.5 + sin(turn) / 2, 0.5 - cos(turn) / 2) for turn in turns)


def _shield() -> Corners:
    """Return a straight top, and two curves that meet in a point below."""
    bow = ((0.92, 0.5), (0.92, 0.75), (0.71, 0.875), (0.5, 1.0))

    def along(share: float) -> tuple[float, float]:
        rest = 1 - share
        parts = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
        x, y = (sum(map(float.__mul__, parts, axis)) for axis in zip(*bow, strict=True))
        return x, y

    right = ((0.92, 0.06), *(along(step / 12) for step in range(13)))
    left = ((1 - x, y) for x, y in reversed(right[:-1]))
    return (*right, *left)


CORNERS: dict[Figure, Corners] = {
    "hexagon": _turned(6),
    "triangle": ((0.5, 0.06), (1.0, 0.94), (0.0, 0.94)),
    "square": ((0.08, 0.08), (0.92, 0.08), (0.92, 0.92), (0.08, 0.92)),
    "circle": _turned(_ROUND),
    "diamond": ((0.5, 0.0), (0.92, 0.5), (0.5, 1.0), (0.08, 0.5)),
    "shield": _shield(),
}
"""The corners of each in a square of width 1, whose upper left corner is the origin."""


INK, PALE, LINE, PAPER = "#1d1d1b", "#5c6166", "#bcc1c6", "#ffffff"
"""Colours of text, secondary text, thin lines, and the background."""
_SMALLEST, _WIDE = 10, 0.56
ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""Characters that XML escapes. The library's own module loads everything that reads XML from the
network.
"""


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return a whole picture of that size, as the content of a file."""
    return "\n".join(
        (
            '<svg xmlns="http://www.w3.org/2000/svg" role="img" '
            f'width="{width:g}" height="{height:g}" '
            f'viewBox="0 0 {width:g} {height:g}" font-family="Helvetica, Arial, sans-serif">',
            f"<title>{xml_text(title)}</title>",
            f'<rect width="{width:g}" height="{height:g}" fill="{PAPER}"/>',
            *parts,
            "</svg>\n",
        )
    )


def words(
    x: float,
    y: float,
    text: str,
    size: int,
    *,
    ink: str = INK,
    anchor: str = "middle",
    bold: bool = False,
    room: float = 0,
) -> str:
    """Return a line of text; if it is too wide for its room, it is set smaller, and finally cut."""
    if room:
        # Most characters are a little more than half as wide as high.
        size = max(_SMALLEST, min(size, int(room / (max(len(text), 1) * _WIDE))))
        longest = int(room / (size * _WIDE))
        text = text if len(text) <= longest else f"{text[: longest - 1]}…"
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text xml:space="preserve" x="{x:g}" y="{y:g}" font-size="{size}"{weight} '
        f'text-anchor="{anchor}" '
        f'fill="{ink}">{xml_text(text)}</text>'
    )


def xml_text(text: str) -> str:
    """Return a text that XML can hold: special characters escaped, control characters left out."""
    return "".join(sign for sign in text if sign.isprintable()).translate(ESCAPED)
