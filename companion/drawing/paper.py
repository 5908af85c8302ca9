"""What is printed, and on what: papers, sheets of labels, items, and the words beside them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from companion.core.inventory import NOT_COUNTED, Component, Inventory


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
    def typed(self) -> str:
        """Its name as it is typed behind `--sheet`."""
        return f'"{self.id}"' if " " in self.id else self.id

    @property
    def labels(self) -> int:
        """How many labels are on a sheet."""
        return self.columns * self.rows

    def place(self, number: int) -> tuple[float, float]:
        """Left and upper edge of a label on its sheet; numbered from 0, row by row."""
        row, column = divmod(number % self.labels, self.columns)
        return self.left + column * self.across, self.top + row * self.down


class Alignment(NamedTuple):
    """What makes up for a printer that is off: the page is scaled about its middle, by so many
    percent, then shifted by so many millimetres."""

    right: float = 0.0
    down: float = 0.0
    scale: float = 100.0

    @property
    def options(self) -> str:
        """The options of `deck labels` that say the same."""
        return f"--shift {self.right:g},{self.down:g} --scale {self.scale:g}"


ALIGNED = Alignment()
"""Nothing is off."""

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height of a page in millimetres, by the paper's name."""


class Printed(NamedTuple):
    """An item to be printed, with the texts of its code: the fullest first, the shortest last."""

    item: Component
    codes: tuple[str, ...] = ()


def item_title(item: Component) -> str:
    """What an item is called, with its own name in quotes."""
    return f"{item.title} {quoted_name(item)}".rstrip()


def code_title(item: Component) -> str:
    """What an item's code is to those who do not see it."""
    return f"Code of {item_title(item)}"


def part_title(part: str, box: str) -> str:
    """The same of a code that holds a part of a whole box."""
    return f"Code, {part.lower()}: {box}"


def quoted_name(item: Component) -> str:
    """An item's own name; empty where it has none."""
    return f"“{item.name}”" if item.name else ""


def quantity(item: Component) -> str:
    """How many there are: `× 8`."""
    return NOT_COUNTED if item.many is None else f"× {item.many}"


def part_quantity(items: Sequence[Component]) -> str:
    """How many a part holds; those that should not be there are counted apart.

    Empty where a number is not known.
    """
    numbers = [item.many for item in items if not item.out]
    known = [number for number in numbers if number is not None]
    if len(known) < len(numbers):
        return ""
    out = sum(1 for item in items if item.out)
    return f"{sum(known)}, and {out} out of the box" if out else str(sum(known))


def small_print(item: Component) -> str:
    """By whom, of which revision, in which state, why it is out."""
    parts = (signature(item), item.status, f"out: {item.out}" if item.out else "")
    return " · ".join(part for part in parts if part)


def signature(item: Component) -> str:
    """Who signed what it says, and how often that was changed."""
    by = f"by {item.by}" if item.by else ""
    revision = f"revision {item.revision}" if item.revision else ""
    return " · ".join(part for part in (by, revision) if part)


def short_signature(item: Component) -> str:
    """The same where there is little room: `Ben · r2`."""
    revision = f"r{item.revision}" if item.revision else ""
    return " · ".join(part for part in (item.by, revision) if part)


def box_facts(inventory: Inventory) -> list[str]:
    """What a box is, as of when: game, owner, revision, date; what is not known is left out."""
    owner = f"owned by {inventory.owner}" if inventory.owner else ""
    game = inventory.game_title if inventory.game_title != inventory.name else ""
    parts = [game, owner, revision_words(inventory), inventory.date]
    return [part for part in parts if part]


def paper_note(note: str) -> str:
    """A note with its commands in quotes: what marks them on a screen is noise on paper."""
    return re.sub("`([^`]+)`", r"“\1”", note)


def revision_words(inventory: Inventory) -> str:
    """The box's revision in words."""
    return f"revision {inventory.revision}" if inventory.revision else "as it came"
