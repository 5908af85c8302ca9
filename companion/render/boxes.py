"""Boxes of one size in a grid with holes: lines and corners where boxes are, nothing elsewhere."""

from collections.abc import Sequence

from rich.text import Text

# By which of the four ways a line leaves a crossing: up, right, down, left.
_CROSSINGS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_UP, _RIGHT, _DOWN, _LEFT = 1, 2, 4, 8
_LINE = "dim"


def boxes(rows: Sequence[Sequence[Text | None]], cell: int) -> Text:
    """The grid as text of several lines; `cell` is the inner width of a box."""
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
