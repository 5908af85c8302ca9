"""Pictures made of characters: boxes in a grid with holes, and QR codes."""

from collections.abc import Callable, Sequence

from rich.console import COLOR_SYSTEMS, Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.segment import ControlType, Segment
from rich.style import Style
from rich.text import Text

# By the ways in which lines leave a crossing: up, right, down, left.
_CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LINE = "dim"


def boxes(rows: Sequence[Sequence[Text | None]], cell: int) -> Text:
    """Return the grid as text of several lines; `cell` is the inner width of a box."""
    width = max((len(row) for row in rows), default=0)
    grid = [[*row, *[None] * (width - len(row))] for row in rows]
    lines: list[Text] = []
    for y in range(len(grid) + 1):
        lines.append(_rule(grid, y, width, cell))
        if y < len(grid):
            lines.append(_contents(grid, y, width, cell))
    return Text("\n").join(lines)


def _filled(grid: Sequence[Sequence[Text | None]], y: int, x: int) -> bool:
    return 0 <= y < len(grid) and 0 <= x < len(grid[y]) and grid[y][x] is not None


def _rule(grid: Sequence[Sequence[Text | None]], y: int, width: int, cell: int) -> Text:
    signs = []
    for x in range(width + 1):
        above, below = _filled(grid, y - 1, x), _filled(grid, y, x)
        above_left, below_left = _filled(grid, y - 1, x - 1), _filled(grid, y, x - 1)
        ways = (
            _UP * (above or above_left)
            | _RIGHT * (above or below)
            | _DOWN * (below or below_left)
            | _LEFT * (above_left or below_left)
        )
        signs.append(_CROSSINGS[ways])
        if x < width:
            signs.append(("─" if above or below else " ") * cell)
    return Text("".join(signs), style=_LINE)


def _contents(grid: Sequence[Sequence[Text | None]], y: int, width: int, cell: int) -> Text:
    line = Text()
    for x in range(width + 1):
        edge = _filled(grid, y, x) or _filled(grid, y, x - 1)
        line.append("│" if edge else " ", style=_LINE)
        if x < width:
            inside = grid[y][x]
            text = Text(" " * cell) if inside is None else inside.copy()
            text.truncate(cell, overflow="ellipsis")
            text.align("center", cell)
            line.append_text(text)
    return line


Matrix = Sequence[Sequence[bool]]

QUIET = 4
"""Modules that stay light around a code."""
_BESIDES = 3
"""Lines of a screen for what is above a code, and for the next prompt."""
_BLACK_ON_WHITE = "#000000 on #ffffff"
# By whether the upper module is dark, and the lower one.
_SIGNS = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_code(
    texts: Sequence[str], matrix: Callable[[str], Matrix], console: Console
) -> RenderableType:
    """Return the code of the first text whose code fits the screen; a sentence if none fits the
    width.

    If a code is too high for the screen, the next shorter one that fits is used, if there is one.
    Always dark on light, also under NO_COLOR: black and white are the content of a code, not
    decoration. A terminal without colours is assumed to be dark; any other output, such as a file
    or a mail, to be paper.
    """
    most = 2 * (console.height - _BESIDES) if console.is_terminal else None
    chosen: Matrix | None = None
    width = 0
    for modules in map(matrix, texts):  # Each takes a while: no more are made than needed.
        width = len(modules) + 2 * QUIET
        if width <= console.width and (most is None or width <= most):
            chosen = modules
            break
        chosen = modules if chosen is None and width <= console.width else chosen
    if chosen is None:
        return Text(f"(This code needs {width} columns: widen the window, or print it to a file.)")
    coloured = console.color_system is not None and not console.no_color
    painted = console.color_system is not None and not console.legacy_windows
    lines = _lines(chosen, ink_is_dark=coloured or painted or not console.is_terminal)
    if painted and not coloured:
        return _Painted(lines)
    return Text("\n".join(lines), style=_BLACK_ON_WHITE if coloured else "", no_wrap=True)


class _Painted:
    """Lines in black on white that bypass Rich, which removes all colours under NO_COLOR."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        system = COLOR_SYSTEMS[console.color_system or "standard"]
        painted = Style.parse(_BLACK_ON_WHITE).render("|", color_system=system)
        before, after = map(_unseen, painted.split("|"))
        for line in self._lines:
            yield from (before, Segment(line), after, Segment.line())

    def __rich_measure__(self, console: Console, options: ConsoleOptions) -> Measurement:
        width = len(self._lines[0])
        return Measurement(width, width)


def _unseen(sequence: str) -> Segment:
    """Wrap a control sequence, which takes no room on the line."""
    return Segment(sequence, None, [(ControlType.BELL,)])


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
