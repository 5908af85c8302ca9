"""Solved puzzles as SVG pictures; lengths are in pixels."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.drawing.svg import INK, LINE, PALE, PAPER, picture, words
from companion.games.boolean.dice.the_ten import BACK, BOTTOM, FRONT, LEFT, RIGHT, TOP, Die, the_ten
from companion.games.boolean.puzzles.block import Built, Laid, colour
from companion.games.boolean.puzzles.mandala import Figure, Move, spot

# A block: from two corners, and layer by layer from above. Squares have the short names of their
# dice, to be readable without colours.

_WIDTH, _EDGE = 720.0, 30.0
_HEAD, _NOTE, _GAP = 64.0, 28.0, 60.0
_UNIT = 54.0
_CELL, _RIM, _MARK = 88.0, 16.0, 18.0
Point = tuple[float, float]


class View(NamedTuple):
    """A view of a block: the directions of right, front and up on the picture.

    `faces` are the visible ones, each with the directions of words on it, and of lines.
    """

    title: str
    along: Point
    forth: Point
    up: Point
    faces: dict[int, tuple[Point, Point]]


_C, _S, _DOWN, _UP = 0.866, 0.5, (0.0, 1.0), (0.0, -1.0)
_FALLING, _RISING = (_C, _S), (_C, -_S)
_FALLING_BACK, _RISING_BACK = (-_C, _S), (-_C, -_S)
_VIEWS = (
    View(
        "as it stands: top, front and right",
        _FALLING,
        _FALLING_BACK,
        _UP,
        {TOP: (_FALLING, _FALLING_BACK), FRONT: (_FALLING, _DOWN), RIGHT: (_RISING, _DOWN)},
    ),
    View(
        "upside down: bottom, left and back",
        _RISING,
        _RISING_BACK,
        _DOWN,
        {BOTTOM: (_FALLING, _FALLING_BACK), LEFT: (_FALLING, _DOWN), BACK: (_RISING, _DOWN)},
    ),
)
_CORNERS = {
    TOP: ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    BOTTOM: ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    FRONT: ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    BACK: ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    LEFT: ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    RIGHT: ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
}
"""The corners of each face of a die: steps to the right, to the front, and up."""


def block_svg(built: Built, title: str) -> str:
    """The whole picture, as text."""
    block = built.block
    room = _WIDTH - 2 * _EDGE
    tall = _UNIT * ((block.columns + block.rows) * _S + block.layers)
    parts = [words(_EDGE, 38, title, 18, anchor="start", bold=True, room=room)]
    for number, view in enumerate(_VIEWS):
        middle = _EDGE + room * (number + 0.5) / len(_VIEWS)
        parts += _standing(built, view, middle, _HEAD)
        parts.append(_note(middle, _HEAD + tall + _NOTE, view.title))
    below = _HEAD + tall + _GAP
    for layer in range(block.layers):
        parts += _plan(built, layer, _EDGE + room * (layer + 0.5) / block.layers, below)
    return picture(_WIDTH, below + _plan_size(block.rows) + _GAP, title, parts)


def _standing(built: Built, view: View, middle: float, top: float) -> Iterator[str]:
    block = built.block
    corners = [
        _flat(view, (column, row, layer))
        for column in (0, block.columns)
        for row in (0, block.rows)
        for layer in (0, block.layers)
    ]
    across = [x for x, _ in corners]
    shift = (middle - (min(across) + max(across)) / 2, top - min(y for _, y in corners))
    for laid in built.in_place:
        for face in view.faces:
            if face in laid.place.outside:
                yield _square(built, laid, face, view, shift)


def _flat(view: View, at: tuple[float, float, float]) -> Point:
    """Return the position of a point of the block on the picture."""
    steps = (view.along, view.forth, view.up)
    x, y = (sum(far * step[axis] for far, step in zip(at, steps, strict=True)) for axis in (0, 1))
    return _UNIT * x, _UNIT * y


def _square(built: Built, laid: Laid, face: int, view: View, shift: Point) -> str:
    place = laid.place
    points = [
        _flat(view, (place.column + along, place.row + forth, place.layer + up))
        for along, forth, up in _CORNERS[face]
    ]
    corners = [(x + shift[0], y + shift[1]) for x, y in points]
    fill, ink = _paint(colour(built.block, built.pattern, place, face))
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in corners)
    x, y = (sum(part) / len(corners) for part in zip(*corners, strict=True))
    (a, b), (c, d) = view.faces[face]
    return (
        f'<polygon points="{outline}" fill="{fill}" stroke="{PALE}" stroke-width="1.5" '
        'stroke-linejoin="round"/>'
        f'<g transform="matrix({a:g} {b:g} {c:g} {d:g} {x:.1f} {y:.1f})">'
        f"{words(0, 7, laid.die.short, 20, ink=ink, bold=True)}</g>"
    )


def _paint(white: bool) -> tuple[str, str]:
    """Return the colours of a face, and of the text on it."""
    return (PAPER, INK) if white else (INK, PAPER)


def _plan_size(places: int) -> float:
    return _CELL * places + 2 * _RIM


def _plan(built: Built, layer: int, middle: float, top: float) -> Iterator[str]:
    """Draw a layer from above: its dice, the colours of their sides, and of their tops or
    undersides.
    """
    block = built.block
    left = middle - _plan_size(block.columns) / 2 + _RIM
    first = top + _RIM
    is_below = layer == 0 and block.layers > 1
    for laid in built.steps_of(layer):
        x, y = left + laid.place.column * _CELL, first + laid.place.row * _CELL
        yield _box(x, y, _CELL, _CELL, "#eef0f2")
        whites, _, lie = laid.die.id.partition("-")
        yield words(x + _CELL / 2, y + (34 if lie else 42), whites, 20, bold=True)
        if lie:
            yield words(x + _CELL / 2, y + 54, lie, 14)
        for face in laid.place.outside:
            fill, _ = _paint(colour(block, built.pattern, laid.place, face))
            if face in (TOP, BOTTOM):
                if (face == BOTTOM) is is_below:
                    yield _box(x + _CELL - _MARK - 5, y + _CELL - _MARK - 5, _MARK, _MARK, fill)
            else:
                yield _side(x, y, face, fill)
    which = ("bottom layer" if layer == 0 else "top layer") if block.layers > 1 else "the block"
    seen = "underside" if is_below else "top"
    below = top + _plan_size(block.rows)
    yield _note(middle, below + 20, f"{which}, seen from above; front here;")
    yield _note(middle, below + 38, f"small squares: the {seen}s of the dice")


def _side(x: float, y: float, face: int, fill: str) -> str:
    """Draw a strip beside a die at the edge of a layer."""
    if face in (LEFT, RIGHT):
        return _box(x - _RIM if face == LEFT else x + _CELL, y, _RIM, _CELL, fill)
    return _box(x, y - _RIM if face == BACK else y + _CELL, _CELL, _RIM, fill)


def _box(x: float, y: float, width: float, height: float, fill: str) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" fill="{fill}" '
        f'stroke="{LINE}"/>'
    )


def _note(x: float, y: float, text: str) -> str:
    return words(x, y, text, 14, ink=PALE)


# The mandala: circles with their dice unfolded, and the links

_NARROW, _HEADING = 560.0, 90.0
_ROW, _ASIDE, _RADIUS, _FACE = 112.0, 96.0, 42.0, 13.0
_CELLS = {TOP: (1, 0), LEFT: (0, 1), FRONT: (1, 1), RIGHT: (2, 1), BACK: (3, 1), BOTTOM: (1, 2)}
"""Column and row of each face of a net."""


def mandala_svg(figure: Figure, moves: Sequence[Move], title: str) -> str:
    """The whole picture, as text."""
    die_of = {move.circle: move.die for move in moves}
    parts = [words(_EDGE, 38, title, 18, anchor="start", bold=True, room=_NARROW - 2 * _EDGE)]
    parts.append(
        words(_EDGE, 62, "a line: they differ by a single face", 14, ink=PALE, anchor="start")
    )
    for one, other in sorted(figure.links):
        (ax, ay), (bx, by) = _centre(die_of[one]), _centre(die_of[other])
        parts.append(
            f'<line x1="{ax:g}" y1="{ay:g}" x2="{bx:g}" y2="{by:g}" stroke="{PALE}" '
            'stroke-width="3"/>'
        )
    for move in moves:
        parts += _circle(move, figure.circles[move.circle])
    return picture(_NARROW, _HEADING + 7 * _ROW, title, parts)


def _centre(die: int) -> tuple[float, float]:
    row, side = spot(die)
    return _NARROW / 2 + side * _ASIDE, _HEADING + (row + 0.5) * _ROW - 8


def _circle(move: Move, name: str) -> Iterator[str]:
    die: Die = the_ten()[move.die]
    x, y = _centre(move.die)
    yield (
        f'<circle cx="{x:g}" cy="{y:g}" r="{_RADIUS:g}" fill="#eef0f2" stroke="{INK}" '
        'stroke-width="2"/>'
    )
    left, top = x - 2 * _FACE, y - 1.5 * _FACE
    for face, (column, row) in _CELLS.items():
        fill = PAPER if die.net[face] else INK
        yield (
            f'<rect x="{left + column * _FACE:g}" y="{top + row * _FACE:g}" width="{_FACE:g}" '
            f'height="{_FACE:g}" fill="{fill}" stroke="{PALE if die.net[face] else LINE}"/>'
        )
    _, side = spot(move.die)
    beside, anchor = (x - _RADIUS - 10, "end") if side < 0 else (x + _RADIUS + 10, "start")
    room = _NARROW / 2 - _ASIDE - _RADIUS - 16
    yield words(beside, y - 2, die.id, 15, anchor=anchor, bold=True, room=room)
    yield words(beside, y + 17, name, 13, anchor=anchor, ink=PALE, room=room)
