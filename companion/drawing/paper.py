"""What is printed, and on what: papers, sheets of labels, and items with their codes."""

from typing import NamedTuple

from companion.core.inventory import Component


class LabelSheet(NamedTuple):
    """A sheet of labels to peel off. All measures are in millimetres.

    `width` and `height` are one label's, `left` and `top` the place of the first, `across` and
    `down` from the edge of one label to that of the next. `corner` is the radius of its corners.
    """

    id: str
    paper: str
    width: float
    height: float
    columns: int
    rows: int
    left: float
    top: float
    across: float
    down: float
    corner: float = 0.0
    source: str = ""

    @property
    def labels(self) -> int:
        """How many labels are on a sheet."""
        return self.columns * self.rows

    def place(self, number: int) -> tuple[float, float]:
        """Left and upper edge of a label on its sheet; numbered from 0, row by row."""
        row, column = divmod(number % self.labels, self.columns)
        return self.left + column * self.across, self.top + row * self.down


PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of a page in millimetres, by the paper's name."""


class Printed(NamedTuple):
    """An item to be printed, with the texts of its code: the fullest first, the shortest last."""

    item: Component
    codes: tuple[str, ...] = ()
