"""A solved mandala as a picture in SVG: circles with their dice unfolded, and the links.

Lengths are in pixels.
"""

from collections.abc import Iterator, Sequence

from companion.drawing.svg import INK, LINE, PALE, PAPER, picture, words
from companion.games.boolean.dice.cube import BACK, BOTTOM, FRONT, LEFT, RIGHT, TOP
from companion.games.boolean.dice.names import Die, the_ten
from companion.games.boolean.puzzles.figure import Figure
from companion.games.boolean.puzzles.placing import Put
from companion.games.boolean.puzzles.telling.mandala import spot

_WIDTH, _EDGE, _HEAD = 560.0, 30.0, 90.0
_ROW, _ASIDE, _RADIUS, _FACE = 112.0, 96.0, 42.0, 13.0
_NET = {TOP: (1, 0), LEFT: (0, 1), FRONT: (1, 1), RIGHT: (2, 1), BACK: (3, 1), BOTTOM: (1, 2)}
"""Column and row of each face of a net."""


def mandala_svg(figure: Figure, puts: Sequence[Put], title: str) -> str:
    """The whole picture, as text."""
    die_of = {put.circle: put.die for put in puts}
    parts = [words(_EDGE, 38, title, 18, anchor="start", bold=True, room=_WIDTH - 2 * _EDGE)]
    parts.append(
        words(_EDGE, 62, "a line: they differ by a single face", 14, ink=PALE, anchor="start")
    )
    for one, other in sorted(figure.links):
        (ax, ay), (bx, by) = _centre(die_of[one]), _centre(die_of[other])
        parts.append(
            f'<line x1="{ax:g}" y1="{ay:g}" x2="{bx:g}" y2="{by:g}" stroke="{PALE}" '
            'stroke-width="3"/>'
        )
    for put in puts:
        parts += _circle(put, figure.circles[put.circle])
    return picture(_WIDTH, _HEAD + 7 * _ROW, title, parts)


def _centre(die: int) -> tuple[float, float]:
    row, side = spot(die)
    return _WIDTH / 2 + side * _ASIDE, _HEAD + (row + 0.5) * _ROW - 8


def _circle(put: Put, name: str) -> Iterator[str]:
    """A circle with its die, and beside it the names of both."""
    die: Die = the_ten()[put.die]
    x, y = _centre(put.die)
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS:g}" fill="#eef0f2" stroke="{INK}" '
        'stroke-width="2"/>'
    )
    left, top = x - 2 * _FACE, y - 1.5 * _FACE
    for face, (column, row) in _NET.items():
        fill = PAPER if die.net[face] else INK
        yield (
            f'<rect x="{left + column * _FACE:g}" y="{top + row * _FACE:g}" width="{_FACE:g}" '
            f'height="{_FACE:g}" fill="{fill}" stroke="{PALE if die.net[face] else LINE}"/>'
        )
    _, side = spot(put.die)
    beside, anchor = (x - _RADIUS - 10, "end") if side < 0 else (x + _RADIUS + 10, "start")
    room = _WIDTH / 2 - _ASIDE - _RADIUS - 16
    yield words(beside, y - 2, die.id, 15, anchor=anchor, bold=True, room=room)
    yield words(beside, y + 17, name, 13, anchor=anchor, ink=PALE, room=room)
