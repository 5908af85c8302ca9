"""A canvas of small dots: eight in every character, as Braille has them, or else one."""

from collections.abc import Sequence

_BRAILLE = 0x2800
# Which bit of a Braille character is which dot: its column, then its row.
_BITS = ((0x01, 0x02, 0x04, 0x40), (0x08, 0x10, 0x20, 0x80))


class Dots:
    """So many characters across and down; lines are told in dots from the upper left corner."""

    def __init__(self, columns: int, rows: int, *, braille: bool) -> None:
        self.across, self.down = (2, 4) if braille else (1, 1)
        self._columns, self._rows = columns, rows
        self._bits: dict[tuple[int, int], int] = {}
        self._whose: dict[tuple[int, int], int] = {}

    def line(self, points: Sequence[tuple[float, float]], whose: int) -> None:
        """Draw from point to point; where lines meet, the character is whose line came last."""
        before = None
        for x, y in points:
            here = (round(x), round(y))
            for dot in _between(before or here, here):
                self._set(*dot, whose)
            before = here

    def at(self, column: int, row: int) -> tuple[str, int] | None:
        """The character there and whose it is; None where nothing is drawn."""
        bits = self._bits.get((column, row))
        if bits is None:
            return None
        return chr(_BRAILLE + bits) if self.down > 1 else ".", self._whose[column, row]

    def _set(self, x: int, y: int, whose: int) -> None:
        cell = (x // self.across, y // self.down)
        if 0 <= cell[0] < self._columns and 0 <= cell[1] < self._rows:
            bit = _BITS[x % self.across][y % self.down]
            self._bits[cell] = self._bits.get(cell, 0) | bit
            self._whose[cell] = whose


def _between(first: tuple[int, int], last: tuple[int, int]) -> list[tuple[int, int]]:
    """The dots of a straight line, without gaps."""
    across, down = last[0] - first[0], last[1] - first[1]
    steps = max(abs(across), abs(down), 1)
    return [
        (round(first[0] + across * step / steps), round(first[1] + down * step / steps))
        for step in range(steps + 1)
    ]
