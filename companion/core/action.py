"""One command's entries in the making: every fact is checked and applied as it is added."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from companion.core.event import Draft, Event, House, Referee
from companion.core.play import PlayState
from companion.core.shapes import Context, Shapes, misfit
from companion.core.value import Generic, Protocol, Value, replace, resolved

if TYPE_CHECKING:
    from random import Random

    from companion.core.fact import Fact

S = TypeVar("S", bound=PlayState)


class Rules(Protocol[S]):
    """What an action asks of the game that is played (`core.game.Game`)."""

    @property
    def all_shapes(self) -> Shapes:
        """What every kind of entry looks like."""

    def check(self, state: S, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse what cannot be."""

    def check_entry(
        self, states: Sequence[S], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that makes no sense as a whole."""

    def apply(self, state: S, event: Event) -> S:
        """The state after an event."""

    def describe(self, before: S, event: Event, after: S, reference: Any) -> str:
        """The event as a line of the log."""


class Made(Value):
    """One entry as it was made: its facts, and the rules that its house rule overruled."""

    drafts: list[Draft]
    overruled: tuple[str, ...] = ()


class Action(Generic[S]):
    """Collects the drafts of entry number `entry` over a running `state`; it began at `before`.

    `warnings` are sentences for the table that go with the answer and are not recorded. `skip`
    says that what is still open was done anyway, and is not entered. `house` lets pass what
    the rules refuse, `licences` those rules alone (see `Referee`). `chance` gives what rolls and
    draws for the entry of a number. `holder` is whose phone this comes from; nobody for the
    keyboard. `play` is the play's id; empty where nobody keeps it. `is_trial` says that only a
    refusal matters: nobody reads lines and warnings, which may be left out where they take long.
    """

    def __init__(
        self,
        game: Rules[S],
        state: S,
        reference: Any = None,
        house: str | None = None,
        entry: int = 0,
        licences: Collection[str] = (),
        chance: "Callable[[int], Random] | None" = None,
        holder: str = "",
        play: str = "",
        is_trial: bool = False,
    ) -> None:
        self.game: Any = game  # all of it: what commands ask of it is not the action's to know
        self.entry = entry
        self._reference = reference
        self.holder = holder
        self.play = play
        self.is_trial = is_trial
        self.before = state
        self.state = state
        self.house = house
        self.licences = licences
        self.referee = Referee(house, licences)
        self.drafts: list[Draft] = []
        self.entries: list[Made] = []
        self.lines: list[str] = []
        self.warnings: list[str] = []
        self.answer: list[tuple[Callable[[], Sequence[str]], Callable[[], Mapping[str, Any]]]] = []
        self.followed_by: list[Callable[[Any], None]] = []
        self.skip = False
        self._chance = chance
        self._states: list[S] = [state]
        self._events: list[Event] = []

    @property
    def reference(self) -> Any:
        """What the game looks things up in, read by now (`core.value`)."""
        return resolved(self._reference)

    @property
    def own_seat(self) -> int | None:
        """The seat of whoever holds the phone that this comes from; None for the keyboard."""
        names = [who.name for who in self.state.seats]
        return names.index(self.holder) if self.holder in names else None

    @property
    def chance(self) -> "Random":
        """What rolls and draws for this entry: the same for the same entry, where it is seeded."""
        if self._chance is None:
            raise ValueError("nothing is rolled or drawn here")
        return self._chance(self.entry)

    def add(self, fact: "Fact[S] | str", /, **data: Any) -> None:
        """Record one more fact: of the game's, or of a kind that all games share, with its data.

        Raises Illegal or Refused; nothing of the action is kept then. Raises ValueError for one
        that nobody could read again: a mistake in the program.
        """
        kind, recorded = (fact, data) if isinstance(fact, str) else (fact.kind, fact.to_json())
        event = Event(0, 0, kind, recorded, "")
        what = misfit(event, self.game.all_shapes, Context.at(self.state.seats))
        if what is not None:
            raise ValueError(f"{kind}: {what}")
        self.game.check(self.state, event, self.referee, self._reference)
        after = self.game.apply(self.state, event)
        line = self.game.describe(self.state, event, after, self._reference)
        if line:
            self.lines.append(line)
        self.drafts.append(Draft(kind, recorded))
        self._events.append(event)
        self._states.append(after)
        self.state = after

    @property
    def entry_so_far(self) -> tuple[Sequence[S], Sequence[Event]]:
        """The entry in the making: the state before it and after each of its events; and these."""
        return tuple(self._states), tuple(self._events)

    def begin_entry(self) -> None:
        """What is added from here on is an entry of its own: undo takes back that alone.

        For what goes before the thing itself, such as the turn that a command begins by the way.
        Raises Illegal where what was added before it does not make an entry.
        """
        if not self._events:
            return
        self.game.check_entry(self._states, self._events, self.referee, self._reference)
        drafts = self.drafts[len(self.drafts) - len(self._events) :]
        self.entries.append(Made(drafts, tuple(self.referee.overruled)))
        self._states, self._events = [self.state], []
        self.referee = Referee(self.house, self.licences)

    def make(self, plan: "Callable[[Action[S]], None]") -> "Action[S]":
        """Add all that `plan` adds, and look at each entry as a whole; the action itself.

        Raises what the plan raises, and Illegal where something that follows is missing.
        """
        plan(self)
        self.begin_entry()
        return self

    @property
    def overruled(self) -> tuple[str, ...]:
        """The rules that stood against any of the entries, in order, once each."""
        before = [rule for made in self.entries for rule in made.overruled]
        return tuple(dict.fromkeys([*before, *self.referee.overruled]))

    @property
    def house_rule(self) -> House | None:
        """The house rule of the action, with all that it overruled."""
        return None if self.house is None else House(self.house, self.overruled)

    def by(self, house: House | None) -> list[tuple[list[Draft], House | None]]:
        """The entries as a log takes them, each with what this house rule overruled of it alone.

        What goes before the thing itself carries one only where it needed it.
        """
        *before, last = self.entries
        made_entries = [(made, made.overruled) for made in before] + [(last, True)]
        return [
            (made.drafts, replace(house, rules=made.overruled) if house and needed else None)
            for made, needed in made_entries
        ]

    def afterwards(self, do: Callable[[Any], None]) -> None:
        """Do something on the shelf (`core.box.Shelf`) once the entry is made: all, or nothing."""
        self.followed_by.append(do)

    def show(
        self, lines: Callable[[], Sequence[str]], document: Callable[[], Mapping[str, Any]]
    ) -> None:
        """Show more in the answer: lines after its first one, and keys of its JSON document.

        Both are made only where the answer is given, not where a line is tried for a menu.
        """
        self.answer.append((lines, document))

    def warn(self, sentence: str) -> None:
        """Tell the table something that it should not miss; said once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
