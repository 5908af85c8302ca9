"""Pictures for Boolean Dice, made from its own `--json`: the ten dice as nets, solved puzzles."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from companion.web.page import Seen

Document = dict[str, Any]

_NET = ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2))
"""The positions of the faces of a net: top, left, front, right, back, bottom."""
_PAIR = 2
_KEPT: dict[str, Document] = {}
"""Answers to lines that are the same at every table."""


class Net(NamedTuple):
    """A die of the set: its names, and its white and black faces as paths."""

    id: str
    short: str
    title: str
    white: str
    black: str


class Shape(NamedTuple):
    """A shape in a picture: its outline, and `white`, `black` or `line`."""

    path: str
    colour: str


class Mark(NamedTuple):
    """A word in a picture: the name of a die."""

    x: float
    y: float
    text: str
    colour: str


class Picture(NamedTuple):
    """Part of a puzzle's solution; `nets` are the positions and ids of dice in it."""

    caption: str
    width: float
    height: float
    shapes: list[Shape]
    marks: list[Mark]
    nets: list[tuple[float, float, str]]


class Puzzle(NamedTuple):
    """A puzzle: its question, the number of steps of its solution, and pictures of that.

    `without` are the dice that are left over; `removes` says that the players choose them.
    """

    id: str
    title: str
    asks: str
    steps: int
    without: list[str]
    removes: bool
    pictures: list[Picture]


def constant(seen: "Seen", line: str) -> Document:
    """The answer to a line that is the same at every table; looked up once."""
    if line not in _KEPT:
        play = None if seen.play is None else seen.play.ref.id
        reply = seen.read(f"boolean {line}", play).reply
        if reply is None:
            return {}
        _KEPT[line] = reply.document()
    return _KEPT[line]


def nets(seen: "Seen") -> list[Net]:
    """The ten dice as nets."""
    return [
        Net(die["id"], die["short"], die["title"], *_paths(die["net"]))
        for die in constant(seen, "dice").get("dice", ())
    ]


def _paths(net: Sequence[str]) -> tuple[str, str]:
    white, black = (
        "".join(
            f"M{x} {y}h1v1h-1z" for (x, y), face in zip(_NET, net, strict=True) if face == colour
        )
        for colour in ("white", "black")
    )
    return white, black


def puzzles(seen: "Seen") -> list[Puzzle]:
    """The puzzles with their solutions."""
    shorts = {die.id: die.short for die in nets(seen)}
    found = []
    for puzzle in constant(seen, "puzzle").get("puzzles", ()):
        solved = constant(seen, f"puzzle {puzzle['id']}")
        solution = solved.get("solution")
        if not solution:
            continue
        out = [*solved.get("removed", ()), *filter(None, [solved.get("left_out")])]
        drawn = (
            _circles(solved["links"], solution)
            if "links" in solved
            else [*_standing(solution), *_layers(solution, shorts)]
        )
        removes = len(solved.get("removed", ())) == _PAIR
        about = (puzzle["id"], puzzle["title"], puzzle["asks"])
        found.append(Puzzle(*about, len(solution), out, removes, drawn))
    return found


_CORNERS = {
    "top": ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)),
    "bottom": ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    "front": ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    "back": ((0, 0, 0), (1, 0, 0), (1, 0, 1), (0, 0, 1)),
    "left": ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    "right": ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)),
}
"""The corners of each face of a die, as steps to the right, to the front, and up."""
_VIEWS = (
    ("top, front and right", ("top", "front", "right"), (26, 15), (-26, 15), -30),
    ("turned over: bottom, left and back", ("bottom", "left", "back"), (26, -15), (-26, -15), 30),
)
"""The views of a block: visible faces, and where steps to the right, to the front and up lead."""


def _standing(solution: Sequence[Document]) -> list[Picture]:
    """The block, seen from two of its corners."""
    found = []
    for caption, faces, along, forth, up in _VIEWS:
        flat: list[tuple[str, list[tuple[int, int]]]] = []
        for die in solution:
            at = (die["column"] - 1, die["row"] - 1, die["layer"] - 1)
            for face in filter(die["shows"].__contains__, faces):
                corners = []
                for corner in _CORNERS[face]:
                    x, y, z = (one + more for one, more in zip(at, corner, strict=True))
                    corners.append(
                        (along[0] * x + forth[0] * y, along[1] * x + forth[1] * y + up * z)
                    )
                flat.append((die["shows"][face], corners))
        left, top, right, low = _edges([corner for _, corners in flat for corner in corners])
        shapes = [
            Shape(
                "".join(
                    "M" + "L".join(f"{x - left} {y - top}" for x, y in corners) + "z"
                    for shown, corners in flat
                    if shown == colour
                ),
                colour,
            )
            for colour in ("white", "black")
        ]
        found.append(Picture(caption, right - left, low - top, shapes, [], []))
    return found


def _edges(points: Sequence[tuple[int, int]]) -> tuple[int, int, int, int]:
    across, down = [x for x, _ in points], [y for _, y in points]
    return min(across), min(down), max(across), max(down)


_CELL, _RIM = 36, 8


def _layers(solution: Sequence[Document], shorts: dict[str, str]) -> list[Picture]:
    """The block layer by layer from above: names, surrounded by the colours of the sides."""
    layers = sorted({die["layer"] for die in solution})
    found = []
    for layer in layers:
        dice = [die for die in solution if die["layer"] == layer]
        paths = {"white": "", "black": ""}
        marks = []
        for die in dice:
            x, y = ((die[key] - 1) * _CELL + _RIM for key in ("column", "row"))
            shows = die["shows"]
            lies = shows.get("top") or shows["bottom"]
            paths[lies] += _box(x, y, _CELL, _CELL)
            for face, box in {
                "left": (x - _RIM, y, _RIM, _CELL),
                "right": (x + _CELL, y, _RIM, _CELL),
                "back": (x, y - _RIM, _CELL, _RIM),
                "front": (x, y + _CELL, _CELL, _RIM),
            }.items():
                if face in shows:
                    paths[shows[face]] += _box(*box)
            ink = "black" if lies == "white" else "white"
            name = shorts[die["die"]]
            marks.append(Mark(x + _CELL / 2, y + _CELL / 2, name, ink))
        seen = "tops" if any("top" in die["shows"] for die in dice) else "undersides"
        which = f"layer {layer} from below, " if len(layers) > 1 else ""
        wide, deep = (max(die[key] for die in dice) * _CELL + 2 * _RIM for key in ("column", "row"))
        caption = f"{which}from above, front here: names and {seen}"
        shapes = [Shape(path, colour) for colour, path in paths.items()]
        found.append(Picture(caption, wide, deep, shapes, marks, []))
    return found


def _box(x: float, y: float, wide: float, tall: float) -> str:
    return f"M{x:g} {y:g}h{wide:g}v{tall:g}h-{wide:g}z"


_STEP, _HIGH, _WIDE = 64, 56, 136


def _circles(links: Sequence[Sequence[str]], solution: Sequence[Document]) -> list[Picture]:
    """The circles row by row in the order of their names, their links, and the dice on them."""
    rows: dict[str, list[str]] = {}
    for put in solution:
        rows.setdefault(put["circle"].partition(".")[0], []).append(put["circle"])
    at: dict[str, tuple[float, float]] = {}
    for number, row in enumerate(rows.values()):
        for place, circle in enumerate(sorted(row)):
            x = _WIDE / 2 + (place - (len(row) - 1) / 2) * _STEP
            at[circle] = (x, number * _HIGH + _HIGH / 2)
    lines = "".join("M{:g} {:g}L{:g} {:g}".format(*at[one], *at[other]) for one, other in links)
    return [
        Picture(
            "a die on each circle",
            _WIDE,
            len(rows) * _HIGH,
            [Shape(lines, "line")],
            [],
            [(*at[put["circle"]], put["die"]) for put in solution],
        )
    ]
