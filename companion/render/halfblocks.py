"""QR codes in a terminal: two modules, one above the other, in every character."""

from collections.abc import Callable, Sequence

from rich.console import Console, RenderableType
from rich.text import Text

Matrix = Sequence[Sequence[bool]]

QUIET = 4
"""Modules that stay light around a code."""
_BESIDES = 3
"""Lines of a screen that are for what stands above a code, and for the next prompt."""
_BLACK_ON_WHITE = "#000000 on #ffffff"
# By whether there is ink in the upper module, and in the lower one.
_SIGNS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_code(
    texts: Sequence[str], matrix: Callable[[str], Matrix], console: Console
) -> RenderableType:
    """The code of the first text whose code fits the screen; a sentence where none fits the width.

    Where a code is higher than the screen, the next shorter one is taken that is not, if there is.
    Black on white where there is colour. Without, the light modules are drawn: most terminals that
    show no colour are dark, and most scanners read a code either way.
    """
    coloured = console.color_system is not None and not console.no_color
    most = 2 * (console.height - _BESIDES) if console.is_terminal else None
    chosen: Matrix | None = None
    width = 0
    for modules in map(matrix, texts):  # Each takes a while: no more are made than are needed.
        width = len(modules) + 2 * QUIET
        if width <= console.width and (most is None or width <= most):
            chosen = modules
            break
        chosen = modules if chosen is None and width <= console.width else chosen
    if chosen is None:
        return Text(f"(This code needs {width} columns: widen the window, or print it to a file.)")
    style = _BLACK_ON_WHITE if coloured else ""
    return Text("\n".join(_lines(chosen, ink_is_dark=coloured)), style=style, no_wrap=True)


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
