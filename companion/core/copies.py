"""What a game may know of a physical copy, one box of it: the kinds of facts in the copy's log.

The log of a copy begins with `copy.made`, which says whose it is; what follows is told by the game.
A game that keeps more of a box than its name describes `copy.made` as well.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.core.event import REDONE, UNDONE
from companion.core.schemas import Schema, object_schema, schema_of
from companion.core.shapes import ENTRY, NAME, TEXT

MADE = "copy.made"
CHANGED = "copy.changed"
"""A copy of which a group may have several is called otherwise now, or more is told of whose it is.
"""

Data = Mapping[str, Any]


class CopyFact(NamedTuple):
    """One kind of fact in the log of a copy, and what a game does with it.

    `require_sound` raises ValueError with what is wrong, in words, where data is not made as the
    game makes it, and carries what it asks for (`core.schemas`). `check` gets the game's reference
    with the fact already in it, and raises what a command would refuse it with. `describe` is a
    line of the log, by what is known now.
    """

    require_sound: Callable[[Data], None]
    check: Callable[[Any, Data], None]
    describe: Callable[[Any, Data], str]


def kinds_of_box(facts: Mapping[str, CopyFact]) -> dict[str, Schema]:
    """The data of each kind that may stand in the log of a copy, as JSON Schema."""
    change = object_schema([("action", ENTRY, True)])
    return {
        MADE: object_schema([("game", NAME, True), ("name", TEXT, True)]),
        **{kind: schema_of(fact.require_sound) for kind, fact in facts.items()},
        UNDONE: change,
        REDONE: change,
    }


class Growth(NamedTuple):
    """How much of a box was made by its players at some time: cards by what they are called."""

    at: str
    counts: Mapping[str, int]
