"""A physical box of a game: its log, the kinds of entries in it, an entry in the making.

    CARD_DESCRIBED = BoxKind("card.described", CardDescribed, tell=…, check=…)

The log of a box begins with `copy.made`, which says whose it is; what follows is told by the game.
A game that keeps more of a box than its name declares `copy.made` as well.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, TypeVar

from companion.core.event import Draft, Event, Referee
from companion.core.kind import shape_of
from companion.core.log import Log
from companion.core.schemas import Schema, object_schema
from companion.core.shapes import Context, merged, misfit
from companion.errors import Invalid

B = TypeVar("B")
P = TypeVar("P", bound=Mapping[str, Any])

_NOWHERE = Context(0, frozenset())


class BoxKind(Generic[B, P]):
    """A kind of entry in the log of a box.

    `payload` is a TypedDict as in `core.kind`. `tell` is a line of the log, by what is known of the
    box now; `check` gets the box with the fact already in it, and raises what a verb would refuse
    it with; `apply` takes it into a box in the making, for a game that folds its boxes kind by
    kind. `sound` raises ValueError with what is wrong, for a game that says it in its own words;
    then `schema` is what it asks for.
    """

    def __init__(
        self,
        name: str,
        payload: type[P],
        tell: Callable[[B, P], str],
        check: Callable[[B, P], None] | None = None,
        apply: Callable[[Any, Event], None] | None = None,
        sound: Callable[[Mapping[str, Any]], None] | None = None,
        schema: Callable[[], Schema] | None = None,
    ) -> None:
        self.name = name
        self.payload = payload
        self.tell = tell
        self.apply = apply
        self._check = check
        self._sound = sound
        self._schema = schema

    @cached_property
    def _shapes(self) -> Any:
        return merged({self.name: shape_of(self.payload)})

    def require_sound(self, data: Mapping[str, Any]) -> None:
        """Raise ValueError with what is wrong, where data is not made as the game makes it."""
        if self._sound is not None:
            self._sound(data)
            return
        what = misfit(Event(0, 0, self.name, data, ""), self._shapes, _NOWHERE)
        if what is not None:
            raise ValueError(f"makes no sense: {what}")

    def check(self, box: B, data: P) -> None:
        """Raise what a verb would refuse the fact with; the box knows it already."""
        if self._check is not None:
            self._check(box, data)

    def describe(self, box: B, data: P) -> str:
        """A line of the log."""
        return self.tell(box, data)

    @property
    def schema(self) -> Schema:
        """What such an entry looks like, as JSON Schema."""
        return object_schema(self._shapes[self.name]) if self._schema is None else self._schema()


BoxKinds = Mapping[str, BoxKind[Any, Any]]
"""The kinds that may stand in the log of a box, by their names."""


def box_kinds(*declared: BoxKind[Any, Any]) -> BoxKinds:
    """The kinds of a game's boxes. Raises ValueError for a double."""
    found = {kind.name: kind for kind in declared}
    if len(found) < len(declared):
        names = [kind.name for kind in declared]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the kind {twice} is declared twice. Call one something else.")
    return found


class OpenBox(Generic[B]):
    """A box as it was read: its id, what the group calls it, its log, what the game makes of it."""

    def __init__(self, box_id: str, name: str, log: Log, now: B) -> None:
        self.id = box_id
        self.name = name
        self.log = log
        self.now = now


class BoxAction(Generic[B]):
    """An entry in the log of a box in the making, about a box in place of a play.

    `box` is the box as it is: what is added is not in it yet. `warnings` are sentences for the
    table that go with the answer and are not recorded.
    """

    def __init__(self, box: OpenBox[B], referee: Referee) -> None:
        self.id = box.id
        self.box = box.now
        self.log = box.log
        self.referee = referee
        self.drafts: list[Draft] = []
        self.warnings: list[str] = []

    def add(self, kind: BoxKind[B, P], payload: P) -> None:
        """Record one more fact. Raises Invalid for one that could not be read again."""
        try:
            kind.require_sound(payload)
        except ValueError as problem:
            raise Invalid(
                f"That cannot be kept of a box: it {problem}.", "Say it in other words."
            ) from None
        self.drafts.append(Draft(kind.name, payload))

    def warn(self, sentence: str) -> None:
        """Tell the table something that it should not miss."""
        self.warnings.append(sentence)


class Written(Generic[B]):
    """A box after an entry, how that was made, and lines about the house rule that let it pass."""

    def __init__(self, box: OpenBox[B], action: BoxAction[B], house: Sequence[str]) -> None:
        self.box = box
        self.action = action
        self.house = house

    def did(self, kinds: BoxKinds) -> list[str]:
        """The newest entry that stands, in words: this one, or what it found there already."""
        standing = self.box.log.standing()
        return [
            kinds[event.kind].describe(self.box.now, event.data)
            for event in standing
            if event.action == standing[-1].action
        ]
