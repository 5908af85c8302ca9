"""The board as a picture in SVG: dice with their pips, dead squares crossed out, the tally below.

Colours are named by letters as well, so that it reads in grey. Lengths are in pixels.
"""

from companion.core.names import listed
from companion.drawing.svg import LINE, PALE, picture, words
from companion.games.dicebox.board import COLUMNS, SIZE, SQUARES, dead_squares
from companion.games.dicebox.state import COLORS, Die, State

_SQUARE, _GAP, _EDGE, _TOP = 84, 6, 44, 78
_DIE = _SQUARE - 2 * _GAP
_SIDE = SIZE * _SQUARE
_WIDTH, _HEIGHT = _SIDE + 2 * _EDGE, _TOP + _SIDE + 104
_FACES = {
    "red": ("#c8342b", "#ffffff"),
    "yellow": ("#f7c600", "#1d1d1b"),
    "blue": ("#2457a6", "#ffffff"),
    "white": ("#ffffff", "#1d1d1b"),
    "seed": ("#4a4f55", "#ffffff"),
}
_WHERE = (0.3, 0.53, 0.76)
"""Where pips are, in parts of a die's side: a little to the right and down, beside the letter."""
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def board_svg(state: State, title: str) -> str:
    """The whole picture, as text."""
    dead = set(dead_squares(state.numbers))
    parts = [
        words(_EDGE, 34, title, 18, anchor="start", bold=True, room=_SIDE + _EDGE / 2),
        *_coordinates(),
    ]
    for square, name in enumerate(SQUARES):
        row, column = divmod(square, SIZE)
        x, y = _EDGE + column * _SQUARE, _TOP + row * _SQUARE
        die = state.grid[square]
        parts.append(_square(x, y, square in dead, name if die is None else ""))
        if die is not None:
            parts.append(_die(x + _GAP, y + _GAP, die))
    return picture(_WIDTH, _HEIGHT, title, [*parts, *_tally(state)])


def _coordinates() -> list[str]:
    middle = _SQUARE / 2
    columns = [
        words(_EDGE + place * _SQUARE + middle, _TOP - 10, letter, 16, ink=PALE)
        for place, letter in enumerate(COLUMNS)
    ]
    rows = [
        words(_EDGE / 2, _TOP + row * _SQUARE + middle + 6, str(row + 1), 16, ink=PALE)
        for row in range(SIZE)
    ]
    return columns + rows


def _square(x: float, y: float, dead: bool, name: str) -> str:
    fill = "#e6e8ea" if dead else "#f7f8f9"
    box = (
        f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}" '
        f'stroke="{LINE}"/>'
    )
    if dead:
        a, b = 26, _SQUARE - 26
        cross = (
            f'<path d="M{x + a} {y + a}L{x + b} {y + b}M{x + b} {y + a}L{x + a} {y + b}" '
            'stroke="#8d949a" stroke-width="5" stroke-linecap="round"/>'
        )
        return box + cross
    if name:
        return box + words(x + _SQUARE / 2, y + _SQUARE / 2 + 5, name, 14, ink=LINE)
    return box


def _die(x: float, y: float, die: Die) -> str:
    color = die.color or "seed"
    face, ink = _FACES[color]
    told = f"{color} {die.value}"
    pips = "".join(
        f'<circle cx="{x + _DIE * _WHERE[across]:g}" cy="{y + _DIE * _WHERE[down]:g}" r="6" '
        f'fill="{ink}"/>'
        for across, down in _PIPS.get(die.value or 0, ())
    )
    letter = words(x + 9, y + 14, color[0].upper(), 11, ink=ink, bold=True)
    return (
        f"<g><title>{told}</title>"
        f'<rect x="{x}" y="{y}" width="{_DIE}" height="{_DIE}" rx="12" fill="{face}" '
        f'stroke="#1d1d1b" stroke-width="2"/>{pips}{letter}</g>'
    )


def _tally(state: State) -> list[str]:
    """A column for each colour: its points, and whose it is."""
    tally, width = state.tally(), _SIDE / len(COLORS)
    parts = []
    for place, color in enumerate(COLORS):
        face, ink = _FACES[color]
        x, y = _EDGE + place * width, _TOP + _SIDE + 22
        owner = listed(state.owners(color)) or ("nobody's" if state.colors_told else "")
        parts += [
            f'<rect x="{x + 2}" y="{y}" width="{width - 4}" height="34" rx="8" fill="{face}" '
            'stroke="#1d1d1b"/>',
            words(x + width / 2, y + 23, f"{color} {tally[color]}", 16, ink=ink, bold=True),
            words(x + width / 2, y + 56, owner, 14, ink=PALE, room=width - 6),
        ]
    return parts
