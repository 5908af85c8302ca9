"""What is printed, and on what: papers, sheets of labels, items, and the words beside them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.inventory import NOT_COUNTED, Component, Inventory


class LabelSheet(NamedTuple):
    """A sheet of labels to peel off. All measures are in millimetres.

    `width` and `height` are one label's, `left` and `top` the place of the first, `across` and
    `down` the distances from one label's edge to the next one's. `corner` is the radius of its
    corners.
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
    def typed(self) -> str:
        """Its name as typed after `--sheet`."""
        return f'"{self.id}"' if " " in self.id else self.id

    @property
    def labels(self) -> int:
        """The number of labels on a sheet."""
        return self.columns * self.rows

    def place(self, number: int) -> tuple[float, float]:
        """Return left and upper edge of a label on its sheet; numbered from 0, row by row."""
        row, column = divmod(number % self.labels, self.columns)
        return self.left + column * self.across, self.top + row * self.down


class Alignment(NamedTuple):
    """The correction for a misaligned printer: the page is scaled about its middle, by so many
    percent, then shifted by so many millimetres.
    """

    right: float = 0.0
    down: float = 0.0
    scale: float = 100.0

    @property
    def options(self) -> str:
        """The options of `deck labels` for this correction."""
        return f"--shift {self.right:g},{self.down:g} --scale {self.scale:g}"


ALIGNED = Alignment()
"""No correction."""

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of a page in millimetres, by the paper's name."""


class Printed(NamedTuple):
    """An item to be printed, with the texts of its code: the fullest first, the shortest last."""

    item: Component
    codes: tuple[str, ...] = ()


def item_title(item: Component) -> str:
    """Return an item's title, with its own name in quotes."""
    return f"{item.title} {quoted_name(item)}".rstrip()


def code_title(item: Component) -> str:
    """Return the description of an item's code for those who cannot see it."""
    return f"Code of {item_title(item)}"


def part_title(part: str, box: str) -> str:
    """Return the description of a code with a part of a whole box."""
    return f"Code, {part.lower()}: {box}"


def quoted_name(item: Component) -> str:
    """Return an item's own name in quotes; empty if it has none."""
    return f"“{item.name}”" if item.name else ""


def quantity(item: Component) -> str:
    """Return an item's number: `× 8`."""
    return NOT_COUNTED if item.many is None else f"× {item.many}"


def part_quantity(items: Sequence[Component]) -> str:
    """Return the number of items of a part; those that should not be there are counted apart.

    Empty if a number is unknown.
    """
    numbers = [item.many for item in items if not item.out]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return ""
    out = sum(1 for item in items if item.out)
    return f"{sum(known)}, and {out} out of the box" if out else str(sum(known))


def small_print(item: Component) -> str:
    """Return an item's author, revision and state, and why it is out."""
    parts = (signature(item), item.status, f"out: {item.out}" if item.out else "")
    return " · ".join(part for part in parts if part)


def signature(item: Component) -> str:
    """Return an item's signature, with its number of changes."""
    by = f"by {item.by}" if item.by else ""
    revision = f"revision {item.revision}" if item.revision else ""
    return " · ".join(part for part in (by, revision) if part)


def short_signature(item: Component) -> str:
    """Return a shorter signature: `Ben · r2`."""
    revision = f"r{item.revision}" if item.revision else ""
    return " · ".join(part for part in (item.by, revision) if part)


def box_facts(inventory: Inventory) -> list[str]:
    """Return the facts about a box: game, owner, revision, date; unknown ones are left out."""
    owner = f"owned by {inventory.owner}" if inventory.owner else ""
    game = inventory.game_title if inventory.game_title != inventory.name else ""
    parts = [game, owner, revision_words(inventory), inventory.date]
    return [part for part in parts if part]


def paper_note(note: str) -> str:
    """Return a note with its commands in quotes: the backticks of a screen are noise on paper."""
    return re.sub("`([^`]+)`", r"“\1”", note)


def revision_words(inventory: Inventory) -> str:
    """Return the box's revision in words."""
    return f"revision {inventory.revision}" if inventory.revision else "as it came"
