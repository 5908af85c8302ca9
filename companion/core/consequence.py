"""What follows from an entry by a rule, and is entered with it: what has no effect erases itself.

    FACE_ERASED = Kind("face.erased", FaceErased, …, follows=Consequence(
        rules=("BWD-26", "BWD-145"),
        due=…,
        follows=lambda fact: fact.get("by") == "itself",
        explain=…,
    ))

The same function says what is due where an entry is made (`Action.follow`), and where it is looked
at again, as something before it was taken back: what was recorded as following must be what follows
now, no less and no more. Where several things of an entry may each have something that follows, it
is looked at in `parts`: from one die that is resolved up to the next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from companion.core.event import Event
from companion.core.play import PlayState
from companion.core.value import resolved

S = TypeVar("S", bound=PlayState)
T = TypeVar("T")
P = TypeVar("P", bound=Mapping[str, Any])


class Named(Protocol[P]):
    """What is asked of a kind of fact here (`core.kind.Kind`): its name, and what it holds."""

    name: str
    payload: type[P]


class Entered(Generic[S]):
    """An entry as a whole, or as far as it goes yet.

    `states` are the one before it and the one after each of its `events`.
    """

    def __init__(self, states: Sequence[S], events: Sequence[Event], reference: Any) -> None:
        self.states = states
        self.events = events
        self._reference = reference
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[[Entered[S]], T]) -> T:
        """What `make` makes of it: several kinds of facts may ask the same of one entry."""
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.value`)."""
        return resolved(self._reference)

    @property
    def before(self) -> S:
        """The state that it was entered in."""
        return self.states[0]

    @property
    def after(self) -> S:
        """The state that it leads to."""
        return self.states[-1]

    def of(self, kind: Named[P]) -> Iterator[tuple[int, P]]:
        """The facts of a kind, each with its place in the entry."""
        for place, event in enumerate(self.events):
            if event.kind == kind.name:
                yield place, event.data  # type: ignore[misc]

    def until(self, place: int) -> Entered[S]:
        """The entry as far as it had gone before the fact at that place."""
        return Entered(self.states[: place + 1], self.events[:place], self._reference)

    def from_each(self, kind: str) -> list[Entered[S]]:
        """The parts of the entry that begin with a fact of this kind, each up to the next one."""
        places = [place for place, event in enumerate(self.events) if event.kind == kind]
        if not places:
            return []
        return [
            Entered(self.states[place : end + 1], self.events[place:end], self._reference)
            for place, end in zip(places, [*places[1:], len(self.events)], strict=False)
        ]


class Due(Generic[P]):
    """A fact that has to be in an entry, and the rule by which it follows."""

    def __init__(self, rule: str, payload: P) -> None:
        self.rule = rule
        self.payload = payload


class Mismatch:
    """What is wrong with an entry that lacks a consequence, or records one that is none."""

    def __init__(self, rule: str, message: str, hint: str = "") -> None:
        self.rule = rule
        self.message = message
        self.hint = hint


class Consequence(Generic[S, P]):
    """That facts of a kind may follow from an entry, by one of the `rules`.

    `parts` are those of an entry from which something may follow, each looked at by itself; the
    whole of it, where nothing is said. They lie in entries with a fact of the kind `of` alone,
    where one is named. `due` are the facts that have to be in such a part.
    `follows` says of a fact there whether it was entered as a consequence: a table may enter the
    same of its own accord. `explain` puts into words that what is due is not what is recorded;
    None where that does not matter.
    """

    def __init__(
        self,
        rules: tuple[str, ...],
        due: Callable[[Entered[S]], Iterable[Due[P]]],
        explain: Callable[[Entered[S], Sequence[Due[P]], Sequence[P]], Mismatch | None],
        follows: Callable[[P], bool] = lambda payload: True,
        parts: Callable[[Entered[S]], Iterable[Entered[S]]] = lambda entered: (entered,),
        of: str = "",
    ) -> None:
        self.rules = rules
        self.due = due
        self.explain = explain
        self.follows = follows
        self.parts = parts
        self.of = of

    def pending(self, entered: Entered[S]) -> list[Due[P]]:
        """What is due of the newest part of an entry that is in the making."""
        parts = list(self.parts(entered))
        return list(self.due(parts[-1])) if parts else []

    def faults(self, kind: Named[P], entered: Entered[S]) -> Iterator[Mismatch]:
        """What is wrong with an entry, part by part, as far as facts of this kind go."""
        for part in entered.once(self.parts):
            due = list(self.due(part))
            recorded = [payload for _, payload in part.of(kind) if self.follows(payload)]
            if recorded != [one.payload for one in due]:
                wrong = self.explain(part, due, recorded)
                if wrong is not None:
                    yield wrong
