"""Says of an item what stands beside its code: titles, counts, and who changed it when."""

import re
from collections.abc import Sequence

from companion.core.inventory import NOT_COUNTED, Component, Inventory


def titled(item: Component) -> str:
    """What an item is called, with its own name in quotes."""
    return f"{item.title} {quoted(item)}".rstrip()


def code_title(item: Component) -> str:
    """What an item's code is to those who do not see it."""
    return f"Code of {titled(item)}"


def part_title(part: str, box: str) -> str:
    """The same of a code that holds a part of a whole box."""
    return f"Code, {part.lower()}: {box}"


def quoted(item: Component) -> str:
    """An item's own name; empty where it has none."""
    return f"“{item.name}”" if item.name else ""


def count(item: Component) -> str:
    """How many there are: `× 8`."""
    return NOT_COUNTED if item.many is None else f"× {item.many}"


def count_of_part(items: Sequence[Component]) -> str:
    """How many a part holds; those that should not be there are told apart.

    Empty where a number is not told.
    """
    numbers = [item.many for item in items if not item.out]
    told = [number for number in numbers if number is not None]
    if len(told) < len(numbers):
        return ""
    out = sum(1 for item in items if item.out)
    return f"{sum(told)}, and {out} out of the box" if out else str(sum(told))


def small_print(item: Component) -> str:
    """By whom, of which revision, in which state, why it is out."""
    parts = (signed(item), item.status, f"out: {item.out}" if item.out else "")
    return " · ".join(part for part in parts if part)


def signed(item: Component) -> str:
    """Who signed what it says, and how often that was changed."""
    by = f"by {item.by}" if item.by else ""
    revision = f"revision {item.revision}" if item.revision else ""
    return " · ".join(part for part in (by, revision) if part)


def signed_in_short(item: Component) -> str:
    """The same where there is little room: `Ben · r2`."""
    revision = f"r{item.revision}" if item.revision else ""
    return " · ".join(part for part in (item.by, revision) if part)


def described(inventory: Inventory) -> list[str]:
    """What a box is, as of when: game, owner, revision, date; what nobody told is left out."""
    owner = f"owned by {inventory.owner}" if inventory.owner else ""
    game = inventory.game_title if inventory.game_title != inventory.name else ""
    parts = [game, owner, as_of(inventory), inventory.date]
    return [part for part in parts if part]


def on_paper(note: str) -> str:
    """A note with its commands in quotes: what marks them on a screen is noise on paper."""
    return re.sub("`([^`]+)`", r"“\1”", note)


def as_of(inventory: Inventory) -> str:
    """The box's revision in words."""
    return f"revision {inventory.revision}" if inventory.revision else "as it came"
