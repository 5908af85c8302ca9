"""QR codes in a terminal: two modules, one above the other, in every character."""

from collections.abc import Callable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

Matrix = Sequence[Sequence[bool]]

QUIET = 4
"""Modules that stay light around a code."""
_BLACK_ON_WHITE = "#000000 on #ffffff"
# By whether there is ink in the upper module, and in the lower one.
_SIGNS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_code(
    texts: Sequence[str], matrix: Callable[[str], Matrix], console: Console
) -> RenderableType:
    """The code of the first text whose code fits the width; a sentence where none does.

    Black on white where there is colour. Without, the light modules are drawn: most terminals that
    show no colour are dark, and most scanners read a code either way.
    """
    coloured = console.color_system is not None and not console.no_color
    for text in texts:
        modules = matrix(text)
        width = len(modules) + 2 * QUIET
        if width <= console.width:
            lines = _lines(modules, ink_is_dark=coloured)
            style = _BLACK_ON_WHITE if coloured else ""
            return Text("\n".join(lines), style=style, no_wrap=True)
    return Text(f"(This code needs {width} columns: widen the window, or print it to a file.)")


def _lines(modules: Matrix, ink_is_dark: bool) -> list[str]:
    side = len(modules) + 2 * QUIET

    def is_dark(row: int, column: int) -> bool:
        y, x = row - QUIET, column - QUIET
        return 0 <= y < len(modules) and 0 <= x < len(modules) and modules[y][x]

    def has_ink(row: int, column: int) -> bool:
        return row < side and is_dark(row, column) is ink_is_dark

    return [
        "".join(_SIGNS[has_ink(row, x), has_ink(row + 1, x)] for x in range(side))
        for row in range(0, side, 2)
    ]
