"""Pictures in SVG, as text; and the corners of the shapes that stand on things of a box."""

from collections.abc import Iterable
from math import cos, pi, sin

from companion.core.inventory import Figure

Corners = tuple[tuple[float, float], ...]

_ROUND = 40
"""Corners from which on nobody sees that a circle has any."""


def _turned(corners: int) -> Corners:
    """Points around the middle, the first above it."""
    turns = (2 * pi * place / corners for place in range(corners))
    return tuple((0.5 + sin(turn) / 2, 0.5 - cos(turn) / 2) for turn in turns)


def _shield() -> Corners:
    """Straight above, and below two bows that meet in a point."""
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
"""The corners of each within a square that is 1 wide; its upper left corner is at nought."""


INK, PALE, LINE, PAPER = "#1d1d1b", "#5c6166", "#bcc1c6", "#ffffff"
"""What is written, what is written by the way, thin lines, and what all of it stands on."""
_SMALLEST, _WIDE = 10, 0.56
ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""What XML writes otherwise. The library's own comes with all that reads XML from the network."""


def picture(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """A whole picture of that size, as a file holds it."""
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
    """A line of text; what would be wider than its room is set smaller, and cut in the end."""
    if room:
        # Most signs are a little more than half as wide as they are high.
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
    """Text that XML can hold: its own signs escaped, control characters left out."""
    return "".join(sign for sign in text if sign.isprintable()).translate(ESCAPED)
