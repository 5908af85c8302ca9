"""What a physical box holds, piece by piece: what is listed, printed, labelled and checked.

Every game's box is told in the same way, so that printing and checking know no game.
"""

from typing import Literal, NamedTuple

Kind = Literal["card", "die", "piece"]


class Item(NamedTuple):
    """One thing in a box that is told from others, or `many` that are alike.

    `id` is what a code calls it: small letters, digits, `.`, `-` and `#`; `aliases` are what it was
    called on older codes. `many` is None where the rulebook gives no number. `title` is what
    people call it (`Rule 15`), `name` what it is titled, `says` what stands on it, `by` who signed
    it. `revision` grows with every change of what it says; 0 as long as nothing was told.
    `net` are the colours or signs of a die's six faces: top, left, front, right, back, bottom as
    they lie unfolded (the four in the middle side by side).
    One that is not `coded` is counted by hand. One that is not `expected` is missed by nobody;
    `out` is why it should not be in the box at all.
    """

    id: str
    title: str
    part: str
    kind: Kind = "card"
    many: int | None = 1
    name: str = ""
    says: str = ""
    by: str = ""
    revision: int = 0
    status: str = ""
    net: tuple[str, ...] = ()
    coded: bool = True
    expected: bool = True
    out: str = ""
    aliases: tuple[str, ...] = ()


class Inventory(NamedTuple):
    """A box: whose it is, and all that is in it, part by part in the order of its items.

    `copy` is the id of the copy, `code` how codes call it. `revision` is the number of the newest
    entry that was made of it, 0 for a box as it came; `date` is the day of this inventory
    (ISO 8601). `notes` are sentences about the whole.
    """

    copy: str
    code: str
    game: str
    game_title: str
    name: str
    mark: str
    owner: str
    revision: int
    date: str
    items: tuple[Item, ...]
    notes: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The box as one speaks of it: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def parts(self) -> dict[str, tuple[Item, ...]]:
        """The items under the heading of their part, in order."""
        found: dict[str, list[Item]] = {}
        for item in self.items:
            found.setdefault(item.part, []).append(item)
        return {part: tuple(items) for part, items in found.items()}


class Stock(NamedTuple):
    """What a game knows of a box: its items, and what it is marked and whose it is, if told.

    `notes` are sentences about the whole.
    """

    items: tuple[Item, ...]
    mark: str = ""
    owner: str = ""
    notes: tuple[str, ...] = ()


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

    item: Item
    codes: tuple[str, ...] = ()
