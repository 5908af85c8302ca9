"""The consequences of an entry by a rule, recorded with it: an icon without effect is wiped.

    ERASES_ITSELF = Consequence(FaceErased, of=DieResolved, due=…, explain=…)

The same function returns what is due when an entry is made (`follow`), and when it is checked again
after an undo: exactly the present consequences must have been recorded. They cannot be derived when
a log is folded, because they depend on the texts of cards. An entry that resolves several dice is
checked in `parts`: from one die up to the next.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeVar

from companion.core.action import Action
from companion.core.event import Event, Referee
from companion.core.fact import Fact
from companion.core.value import Generic, Value, resolved
from companion.games.bwd.state import State

T = TypeVar("T")
F = TypeVar("F", bound=Fact[Any])


class Entry:
    """An entry, or its first part while it is made.

    `states` are the one before it and the one after each of its `events`.
    """

    def __init__(self, states: Sequence[State], events: Sequence[Event], reference: Any) -> None:
        self.states = states
        self.events = events
        self.kinds = {event.kind for event in events}
        self._reference = reference
        self._made: dict[Any, Any] = {}

    def once(self, make: Callable[["Entry"], T]) -> T:
        """Return the result of `make`, computed once: several consequences need the same value of
        an entry.
        """
        if make not in self._made:
            self._made[make] = make(self)
        made: T = self._made[make]
        return made

    @property
    def reference(self) -> Any:
        """The catalogue of cards."""
        return resolved(self._reference)

    @property
    def before(self) -> State:
        """The state before it."""
        return self.states[0]

    @property
    def after(self) -> State:
        """The state after it."""
        return self.states[-1]

    def facts(self, of: type[F]) -> Iterator[tuple[int, F]]:
        """Return the facts of a kind, each with its place in the entry."""
        name = of.kind
        for place, event in enumerate(self.events if name in self.kinds else ()):
            if event.kind == name:
                yield place, of.from_json(event.data)

    def until(self, place: int) -> "Entry":
        """Return the entry up to the fact at that place."""
        return Entry(self.states[: place + 1], self.events[:place], self._reference)

    def from_each(self, kind: type[Fact[Any]]) -> list["Entry"]:
        """Return the parts of the entry that begin with a fact of this kind, each up to the next
        one.
        """
        places = [place for place, _ in self.facts(kind)]
        return [
            Entry(self.states[place : end + 1], self.events[place:end], self._reference)
            for place, end in zip(places, [*places[1:], len(self.events)], strict=False)
        ]


class Mismatch(Value):
    """The problem of an entry that lacks a consequence, or records a wrong one."""

    rule: str
    message: str
    hint: str = ""


class Consequence(Generic[F]):
    """A rule by which some facts have to accompany others in an entry.

    An entry with a fact `of` one class may require facts of the class `kind`. `parts` are the parts
    of an entry that may have a consequence, each checked by itself; by default, the whole entry.
    `due` returns the facts that have to be in such a part. `follows` says whether a fact there was
    entered as a consequence: players may enter the same by themselves. `explain` describes how the
    due facts differ from the recorded ones; None if that is harmless.
    """

    def __init__(
        self,
        kind: type[F],
        of: type[Fact[Any]],
        due: Callable[[Entry], Iterable[F]],
        explain: Callable[[Entry, Sequence[F], Sequence[F]], Mismatch | None],
        follows: Callable[[F], bool] = lambda fact: True,
        parts: Callable[[Entry], Iterable[Entry]] = lambda entry: (entry,),
    ) -> None:
        self.kind = kind
        self.of = of
        self.due = due
        self.explain = explain
        self.follows = follows
        self.parts = parts

    def require(self, entry: Entry, referee: Referee) -> None:
        """Refuse an entry that lacks consequences, or records wrong ones."""
        if self.of.kind not in entry.kinds:
            return
        for part in entry.once(self.parts):
            due = list(self.due(part))
            recorded = [fact for _, fact in part.facts(self.kind) if self.follows(fact)]
            wrong = None if recorded == due else self.explain(part, due, recorded)
            if wrong is not None:
                referee.refuse(wrong.rule, wrong.message, wrong.hint)


def follow(action: Action[State], consequence: Consequence[F]) -> list[F]:
    """Record the consequences of the newest part of the entry that is being made."""
    parts = list(consequence.parts(Entry(*action.entry_so_far, action.reference)))
    due = list(consequence.due(parts[-1])) if parts else []
    for fact in due:
        action.add(fact)
    return due
