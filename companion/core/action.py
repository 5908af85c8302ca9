"""The entries of one command while they are made: every fact is checked and applied when added."""

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
    """What an action needs from the game (`core.game.Game`)."""

    @property
    def all_shapes(self) -> Shapes:
        """The shapes of every kind of entry."""

    def check(self, state: S, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse what is impossible or against the rules."""

    def check_entry(
        self, states: Sequence[S], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that makes no sense as a whole."""

    def apply(self, state: S, event: Event) -> S:
        """Return the state after an event."""

    def describe(self, before: S, event: Event, after: S, reference: Any) -> str:
        """Return the event as a line of the log."""


class Made(Value):
    """One entry that was made: its facts, and the rules that its house rule overruled."""

    drafts: list[Draft]
    overruled: tuple[str, ...] = ()


class Action(Generic[S]):
    """Collects the drafts of entry number `entry` over a running `state`; it began at `before`.

    `warnings` are sentences for the table that are shown with the answer but not recorded. `skip`
    says that open steps were done anyway, and are not entered. `house` overrules the rules,
    `licences` only these rules (see `Referee`). `chance` gives the random generator for an entry
    number. `holder` is the player whose phone this comes from; None for the keyboard. `play` is the
    play's id; empty if it is not stored. `is_trial` says that only a refusal matters: lines and
    warnings may be left out if they take long.
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
        self.game: Any = game  # the whole of it: this module need not know what commands use
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
        """The data that the game looks things up in, loaded by now (`core.value`)."""
        return resolved(self._reference)

    @property
    def own_seat(self) -> int | None:
        """The seat of the player whose phone this comes from; None for the keyboard."""
        names = [who.name for who in self.state.seats]
        return names.index(self.holder) if self.holder in names else None

    @property
    def chance(self) -> "Random":
        """The random generator for this entry: the same for the same entry, if it is seeded."""
        if self._chance is None:
            raise ValueError("nothing is rolled or drawn here")
        return self._chance(self.entry)

    def add(self, fact: "Fact[S] | str", /, **data: Any) -> None:
        """Record one more fact: one of the game's, or of a kind that all games share, with its
        data.

        Raises Illegal or Refused; nothing of the action is kept then. Raises ValueError for a fact
        that could not be read again: a mistake in the program.
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
        """The entry so far: the state before it and after each of its events; and these events."""
        return tuple(self._states), tuple(self._events)

    def begin_entry(self) -> None:
        """Put what is added from here on into an entry of its own, which undo takes back alone.

        For what precedes the entry proper, such as a turn that a command begins first. Raises
        Illegal if what was added before is not a complete entry.
        """
        if not self._events:
            return
        self.game.check_entry(self._states, self._events, self.referee, self._reference)
        drafts = self.drafts[len(self.drafts) - len(self._events) :]
        self.entries.append(Made(drafts, tuple(self.referee.overruled)))
        self._states, self._events = [self.state], []
        self.referee = Referee(self.house, self.licences)

    def make(self, plan: "Callable[[Action[S]], None]") -> "Action[S]":
        """Add all that `plan` adds, and check each entry as a whole; return the action itself.

        Raises what the plan raises, and Illegal if a required consequence is missing.
        """
        plan(self)
        self.begin_entry()
        return self

    @property
    def overruled(self) -> tuple[str, ...]:
        """The rules that forbid any of the entries, in order, once each."""
        before = [rule for made in self.entries for rule in made.overruled]
        return tuple(dict.fromkeys([*before, *self.referee.overruled]))

    @property
    def house_rule(self) -> House | None:
        """The house rule of the action, with all that it overruled."""
        return None if self.house is None else House(self.house, self.overruled)

    def by(self, house: House | None) -> list[tuple[list[Draft], House | None]]:
        """Return the entries for the log, each with those of its rules that this house rule
        overruled.

        An entry before the last has a house rule only if it needed it.
        """
        *before, last = self.entries
        made_entries = [(made, made.overruled) for made in before] + [(last, True)]
        return [
            (made.drafts, replace(house, rules=made.overruled) if house and needed else None)
            for made, needed in made_entries
        ]

    def afterwards(self, do: Callable[[Any], None]) -> None:
        """Do something on the shelf (`core.box.Shelf`) once the entry is made: all or nothing."""
        self.followed_by.append(do)

    def show(
        self, lines: Callable[[], Sequence[str]], document: Callable[[], Mapping[str, Any]]
    ) -> None:
        """Add to the answer: lines after its first one, and keys of its JSON document.

        They are made only if the answer is shown, not if a line is tried for a menu.
        """
        self.answer.append((lines, document))

    def warn(self, sentence: str) -> None:
        """Show a sentence that the table should not miss; a repeated one is shown once."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)
