"""Pictures in SVG, as text: the whole of one, and lines of words in it. Lengths are in pixels."""

from collections.abc import Iterable

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
            f"<title>{clean(title)}</title>",
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
        f'fill="{ink}">{clean(text)}</text>'
    )


def clean(text: str) -> str:
    """Text that XML can hold: its own signs escaped, control characters left out."""
    return "".join(sign for sign in text if sign.isprintable()).translate(ESCAPED)
