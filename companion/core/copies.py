"""What a game may know of a physical copy, one box of it: the kinds of facts in the copy's log.

The log of a copy begins with `copy.made`, which says whose it is; what follows is told by the game.
A game that keeps more of a box than its name describes `copy.made` as well.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.core.box import CHANGED as CHANGED
from companion.core.box import MADE as MADE
from companion.core.box import BoxKind
from companion.core.box import Growth as Growth
from companion.core.event import REDONE, UNDONE
from companion.core.schemas import Schema, object_schema, schema_of
from companion.core.shapes import ENTRY, NAME, TEXT

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


def kinds_of_box(facts: Mapping[str, CopyFact | BoxKind[Any, Any]]) -> dict[str, Schema]:
    """The data of each kind that may stand in the log of a copy, as JSON Schema."""
    change = object_schema([("action", ENTRY, True)])
    return {
        MADE: object_schema([("game", NAME, True), ("name", TEXT, True)]),
        **{
            kind: fact.schema if isinstance(fact, BoxKind) else schema_of(fact.require_sound)
            for kind, fact in facts.items()
        },
        UNDONE: change,
        REDONE: change,
    }
