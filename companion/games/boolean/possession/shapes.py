"""What the entries about dice in Possession look like; shapes import nothing of a play's state."""

from typing import Any

from companion.core.schemas import told_as
from companion.core.shapes import SEAT, Context, Shape, Wrong, list_of, maybe, whole_from

MOST_DICE = 999
"""Dice on a table: nobody owns a hundred sets."""


def DIE(value: Any, context: Context) -> Wrong | None:
    """The name of one of the ten dice."""
    from companion.games.boolean.dice.names import by_id  # only where a die is named

    return None if type(value) is str and value in by_id() else ("", value)


def _dice() -> dict[str, Any]:
    from companion.games.boolean.dice.names import by_id

    return {"enum": list(by_id())}


told_as(DIE, _dice)
MAYBE_DIE = maybe(DIE)
SHAPES: dict[str, Shape] = {
    "dice.told": {"seat": SEAT, "dice": list_of(DIE)},
    "dice.counted": {"seat": SEAT, "dice": whole_from(0, MOST_DICE)},
}
