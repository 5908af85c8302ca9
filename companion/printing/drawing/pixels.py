"""Draws the shapes of a page into a picture of pixels, at a scale of so many to the millimetre."""

from collections.abc import Iterator, Sequence
from itertools import cycle, pairwise
from math import hypot
from typing import Any

from companion.printing.codes import runs
from companion.printing.page import COLOURS, Area, Box, Code, Ink, Line, Point, Trail

Colour = int | tuple[int, int, int]

# A module is a whole number of pixels, or it blurs. It may be larger by so much than it was told:
# the quiet zone has room for that.
_LARGER = 1.03
_CAP = 3
"""Pixels from which on the ends of a line are seen to be square: they are made round, then."""


class Canvas:
    """One page. `drawing` is Pillow's, on a picture in colours or only in greys."""

    def __init__(self, drawing: Any, scale: float, *, coloured: bool) -> None:
        self.drawing, self.scale, self._coloured = drawing, scale, coloured

    def colour(self, ink: Ink) -> Colour:
        """An ink as pixels have it: its colour, or how bright it is."""
        red, green, blue = bytes.fromhex(COLOURS[ink][1:])
        if self._coloured:
            return red, green, blue
        return round(0.299 * red + 0.587 * green + 0.114 * blue)

    def box(self, box: Box) -> None:
        """A rectangle."""
        edges = [self._pixels(box.x), self._pixels(box.y)]
        edges += [self._pixels(box.x + box.width) - 1, self._pixels(box.y + box.height) - 1]
        self.drawing.rounded_rectangle(
            edges,
            radius=box.corner * self.scale,
            fill=self.colour(box.fill) if box.fill else None,
            outline=self.colour(box.line) if box.line else None,
            width=self._thick(box.thickness),
        )

    def line(self, line: Line) -> None:
        """A straight line."""
        ends = (line.x, line.y, line.x + line.across, line.y + line.down)
        self.drawing.line(
            [self._pixels(value) for value in ends],
            fill=self.colour(line.ink),
            width=self._thick(line.thickness),
        )

    def trail(self, trail: Trail) -> None:
        """A line from point to point, its ends and corners round."""
        width, colour = self._thick(trail.thickness), self.colour(trail.ink)
        for piece in _dashed(trail.points, trail.dashes):
            points = [self._at(trail, point) for point in piece]
            self.drawing.line(points, fill=colour, width=width, joint="curve")
            if width >= _CAP and not trail.dashes:
                for x, y in (points[0], points[-1]):
                    self._disc(x, y, width / 2, colour)

    def area(self, area: Area) -> None:
        """What lies within some points, and the line around it."""
        points = [self._at(area, point) for point in area.points]
        if len(points) < 3:
            return
        colour = self.colour(area.fill)
        if self._coloured and area.strength < 1:
            colour = (*colour, round(area.strength * 255))  # type: ignore[misc]
        self.drawing.polygon(points, fill=colour)
        if area.line:
            around = (*area.points, *area.points[:2])
            self.trail(Trail(area.x, area.y, around, area.line, area.thickness))

    def code(self, code: Code) -> None:
        """The dark modules of a code."""
        told = code.module * self.scale
        module = max(1, round(told) if round(told) <= told * _LARGER else int(told))
        # What rounding took or gave is shared out to all sides.
        slack = (code.side * self.scale - len(code.matrix) * module) / 2
        left, top = round(code.x * self.scale + slack), round(code.y * self.scale + slack)
        for column, row, length in runs(code.matrix):
            x, y = left + column * module, top + row * module
            end = [x, y, x + length * module - 1, y + module - 1]
            self.drawing.rectangle(end, fill=self.colour("black"))

    def _at(self, mark: Trail | Area, point: Point) -> Point:
        return (mark.x + point[0]) * self.scale, (mark.y + point[1]) * self.scale

    def _disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        self.drawing.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour)

    def _pixels(self, length: float) -> int:
        return round(length * self.scale)

    def _thick(self, thickness: float) -> int:
        return max(1, self._pixels(thickness))


def _dashed(points: Sequence[Point], dashes: Sequence[float]) -> Iterator[list[Point]]:
    """The pieces of a line that are drawn: all of it, where there are no dashes."""
    if not dashes or len(points) < 2:
        yield list(points)
        return
    lengths = cycle(enumerate(dashes))
    place, left = next(lengths)
    piece = [points[0]]
    for first, last in pairwise(points):
        length = hypot(last[0] - first[0], last[1] - first[1])
        done = 0.0
        while length - done > left:
            done += left
            share = done / length
            turn = (
                first[0] + (last[0] - first[0]) * share,
                first[1] + (last[1] - first[1]) * share,
            )
            if place % 2 == 0:
                yield [*piece, turn]
            piece = [turn]
            place, left = next(lengths)
        left -= length - done
        piece.append(last)
    if place % 2 == 0 and len(piece) > 1:
        yield piece
