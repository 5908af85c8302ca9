"""What a game is to the companion: pure functions over states, drawn by nobody.

Applying is apart from checking. `check` refuses an event, `apply` takes it in: what once stood in
a log is never doubted again when the log is read, even after the checks have become stricter.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from companion.core.event import Event, Referee
from companion.core.fact import Fact, Kinds
from companion.core.names import short
from companion.core.numbers import Amounts
from companion.core.outcome import Outcome, Traits
from companion.core.play import PlayState, apply_play, check_play, describe_play
from companion.core.seats import PlayerLimits, PlayerSeat, find_seat
from companion.core.shapes import POINTLESS, SHARED, Shapes, merged
from companion.core.value import Generic, Protocol

if TYPE_CHECKING:
    from companion.core.action import Action
    from companion.core.blocks import Block
    from companion.core.box import BoxRules
    from companion.core.legal import Legal
    from companion.core.lookup import Item, Mention
    from companion.core.record import Mark
    from companion.core.titles import Titles
    from companion.core.verbs import Verbs

S = TypeVar("S", bound=PlayState)
_new, _put = object.__new__, object.__setattr__
DataReader = Callable[[str], Mapping[str, Any]]
"""Reads one of the game's data files, by its name without the ending."""


class BoxReader(Protocol):
    """Reads what stands in the log of the group's box of the game, or of the one of an id.

    Empty where there is none.
    """

    def __call__(self, box_id: str | None = None, /) -> Sequence[Event]:
        """The events that stand."""


class _FunctionOf:
    """A function of a module, or a value, as an attribute that is loaded when it is used."""

    def __init__(self, place: str) -> None:
        self._module, _, self._name = place.partition(":")

    def __get__(self, game: Any, owner: type) -> Any:
        if game is None:  # a class that is made looks for methods that it lacks
            return self
        return getattr(import_module(self._module), self._name)


def function_of(place: str) -> Any:
    """Have a function of a module be a method of a `Game`: `"companion.games.lwd.views:view"`.

    The module is loaded when the method is called: most commands draw no table, and open no box.
    So `box_rules` are a value of a module.
    """
    return _FunctionOf(place)


class Game(ABC, Generic[S]):
    """One game. Subclass it, and register the subclass's instance (see `companion.games`)."""

    id: ClassVar[str]
    title: ClassVar[str]
    bgg_id: ClassVar[int | None] = None
    fewest_players: ClassVar[int]
    most_players: ClassVar[int]
    lowest_score: ClassVar[int | None] = None
    seats_rule: ClassVar[str]
    keeps_points: ClassVar[bool] = True
    """Whether points are counted; without them, `score` is refused and nobody wins by leading."""
    keeps_marker: ClassVar[bool] = True
    """Whether there is a first-player marker; without it, `first` and `pass` are refused."""
    without_marker: ClassVar[str] = "`companion table` shows all."
    """What to do instead, where somebody asks for the marker of a game that has none."""
    keeps_rounds: ClassVar[bool] = True
    """Whether turns make up rounds that are counted."""
    reserved_handles: ClassVar[tuple[str, ...]] = ()
    """What no player's things may be called, because the game has things of that name."""
    data: ClassVar[str | None] = None
    """The folder of the game's data files; None for those that are shipped with the companion."""
    boxed: ClassVar[bool] = True
    """Whether it comes in a box, of which the companion knows what is in it."""
    charted: ClassVar[str] = "score"
    """What a chart of a play shows of everybody: a key of `player_json`, or the score."""
    within: ClassVar[Mapping[str, str]] = {}
    """What the games of a box with several are `called`, by the names that `start` knows."""
    kinds: ClassVar[Kinds] = {}
    """The facts of the game by their kinds (`companion.core.fact.facts`)."""

    box_rules: ClassVar[BoxRules[Any]] = function_of("companion.core.box:NO_BOX")
    """What is entered about its physical boxes, if anything is, and what follows from it."""

    steps: ClassVar[Legal[Any] | None] = None
    """What can be done in which phase, where that does not depend on what the game looks up."""

    @cached_property
    def all_shapes(self) -> Shapes:
        """What entries look like (`core.shapes`): those of the game's kinds over what all share."""
        own = {kind: fact.shape() for kind, fact in self.kinds.items()}
        return merged(own if self.keeps_points else {**POINTLESS, **own})

    @abstractmethod
    def verbs(self) -> Verbs[S]:
        """The game's verbs, and how a play of it begins."""

    def legal(self, reference: Any) -> Legal[S] | None:
        """What can be done in which phase; None for a game that says it otherwise."""
        return self.steps

    def playing(self, options: Mapping[str, Any]) -> Game[Any]:
        """The game that is played with these options, which `start` recorded: of a box with
        several, one of them; all others are played themselves.

        So is a box where the options name none of its games, as in a damaged log.
        """
        return self

    def under_titles(self, titles: Titles, options: Mapping[str, Any]) -> Game[Any]:
        """The game as the group calls it now; only a score sheet has a title of the group's."""
        return self

    @abstractmethod
    def opening(self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> S:
        """The state before the first entry. `options` is what the game's `start` recorded."""

    @abstractmethod
    def advance(self, action: Action[S]) -> None:
        """Record what `next` does here: on to the next phase, turn or round."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Who would win if the play were checked now."""

    def todo(self, state: S, reference: Any) -> list[str]:
        """What the table should do next, a sentence each, with the command that enters it.

        Never empty while the play is live; after its end, what is still to be had, such as a prize.
        """
        legal = self.legal(reference)
        return [] if legal is None else legal.todo(state)

    @abstractmethod
    def view(self, state: S, reference: Any) -> list[Block]:
        """The table as it stands."""

    def check(self, state: S, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse what cannot be. Raises Refused, or Illegal through the referee."""
        fact = self.fact_of(event)
        if not (fact is not None and fact.after_end and state.status == "finished"):
            check_play(state, event)
        if fact is not None:
            fact.require(state, referee, reference)

    def check_entry(
        self, states: Sequence[S], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that makes no sense as a whole, where each of its facts does.

        `events` are all its facts, in order, `states` the one before it and the one after each of
        them. Raises Illegal through the referee. Asked when it is made, and whenever something
        before it is undone or redone.
        """

    def fact_of(self, event: Event) -> Fact[S] | None:
        """The fact that an event records; None for one of which the game declares nothing."""
        fact = self.kinds.get(event.kind)
        return None if fact is None else fact.from_json(event.data)

    def table_fixes(self, was: S, now: S, reference: Any) -> list[str]:
        """What has to be put right on the table when an undo or redo leads from `was` to `now`.

        Sentences, where the companion asked the table to do what is no longer right: icons to be
        drawn again, to be wiped.
        """
        return []

    def apply(self, state: S, event: Event) -> S:
        """The state after an event. Raises TooNew for a kind that is unknown here."""
        of = self.kinds.get(event.kind)
        if of is not None and of.apply is not None:
            fact = _new(of)  # as `from_json`: done thousands of times where plays are counted
            _put(fact, "__dict__", event.data)
            if of.interpret is not None:
                fact = fact.interpret(state)
            return fact.apply(state)  # type: ignore[no-any-return]
        if of is not None and of.kind not in SHARED:
            return state
        return apply_play(state, event, self.lowest_score, self.reserved_handles)

    def describe(self, before: S, event: Event, after: S, reference: Any) -> str:
        """The event as a line of the log; empty for one that goes without saying."""
        fact = self.fact_of(event)
        line = None if fact is None else fact.log_line(before, after, reference)
        if line is not None:
            return line
        return describe_play(before, event, after, marker=self.keeps_marker)

    def begins(self, state: S) -> str:
        """What a play that opens with `state` was begun with, for the log: its options, in words.

        Empty where all is as usual.
        """
        return ""

    def rounds_played(self, state: S) -> int | None:
        """How many rounds there were so far; None in a play without rounds."""
        return state.round if self.keeps_rounds else None

    def scores_by_round(self, state: S) -> Sequence[Sequence[int | float | None]] | None:
        """Everybody's points after each round, corrected ones included; None where only the log
        says what they were."""
        return None

    def called(self, state: S) -> str:
        """What is played, for headings: the title, and which game it is of a box with several."""
        return self.title

    def where(self, state: S) -> str:
        """Where in the play the table is, in a few words for the heading."""
        return f"round {state.round}"

    def before_points(self, action: Action[S], seat: int, sign: str) -> None:
        """Called before points are gained (`+`) or lost (`-`): a place for reminders."""

    def status_line(self, state: S) -> str:
        """Where the play stands, on one line, for the short answers."""
        where = f"round {state.round}"
        if self.keeps_marker:
            where += f", marker: {short(state.name(state.first))}"
        if not self.keeps_points:
            return where
        scores = " · ".join(
            f"{short(seat.name)} {score}"
            for seat, score in zip(state.seats, state.scores, strict=True)
        )
        return f"{scores} — {where}"

    def begun_by(self, opened: S) -> int | None:
        """Who began a play that opened so; None where nobody does, as all play at once or alone."""
        return opened.first if len(opened.seats) > 1 else None

    def amounts(self, state: S) -> Amounts:
        """What numbers of points `score` takes."""
        return Amounts()

    def seats_called(self, state: S, text: str) -> tuple[int, ...]:
        """The seats that a name means, for points and for who has won: one, or those of a team,
        which has its points together. Raises NotFound or Ambiguous."""
        return (find_seat(state.seats, text),)

    def owner_of(self, state: S, word: str) -> Collection[int] | None:
        """The seat of whose die or face a word names; empty for nobody's, None where it names none
        that could be a player's."""
        return None

    def score_of(self, state: S, seat: int) -> int | float | None:
        """A player's points; None in a game that keeps none."""
        return state.scores[seat] if self.keeps_points else None

    def to_json(self, state: S, reference: Any) -> dict[str, Any]:
        """The game's own part of `table --json`, JSON primitives only."""
        return {}

    def player_json(self, state: S, seat: int, reference: Any) -> dict[str, Any]:
        """What the game adds to a player in `table --json`, JSON primitives only."""
        return {}

    def reference(self, read: DataReader, box: BoxReader) -> Any:
        """What the game looks things up in: its data files and the group's box, read when used."""
        return None

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """The ids of the items of a box (of `box_rules`) that a text names, as the game's own verbs
        take it; several where they are alike, none where nothing has that name.

        Raises Ambiguous where it may be different ones, or Refused where it says why it is none.
        """
        return ()

    def lookup_items(self, box: Any) -> Iterable[Item]:
        """What stands on the cards of a box (of `box_rules`), to be looked up by name and number.

        Of a box of which nothing was entered: what the rulebook says of its cards.
        """
        return ()

    def in_play(self, state: S, reference: Any) -> Iterable[Mention]:
        """Every icon, card and keyword that is in play, what matters most now first."""
        return ()

    def named_here(self, state: S, reference: Any, text: str) -> Iterable[str]:
        """The ids of the entries of what lies on the table and is called so, as the game's own
        verbs understand it: by the beginning of a name, too. None where nothing there is.
        """
        return ()

    def public_state(self, state: S) -> S:
        """The state as somebody knows it who may read nobody's secrets: what menus go by."""
        return state

    def has_verb(self, verb: str) -> bool:
        """Whether a verb of the box is one of this game's: in a box of several, not all are."""
        return True

    def require_verb(self, verb: str) -> None:
        """Refuse a verb of another game in the box. Raises Refused, which says whose it is."""

    def report_blocks(self, state: S, reference: Any) -> list[Block]:
        """What a report of a play shows of how things stand: the view, and what it leaves out."""
        return self.view(state, reference)

    def result_kinds(self) -> frozenset[str] | None:
        """The kinds of entries on which points, rounds, who is first and how it ends depend.

        None for all. Entries of other kinds are passed over where thousands of plays are read.
        """
        passed_over = {kind for kind, fact in self.kinds.items() if not fact.affects_result}
        if not passed_over:
            return None
        return frozenset({*SHARED, *self.kinds} - passed_over)

    def traits(self, state: S) -> Traits:
        """What histories show of a play besides points: teams, all against the game, and so on."""
        return Traits()

    def marks(self, standing: Sequence[Event]) -> Iterable[Mark]:
        """What stood out in a play of which these events stand: icons tagged, rules in play.

        Once for each player whom it is about; the first event is the start of the play.
        """
        return ()

    def started_as(self, state: S) -> str:
        """What stands behind `start` for this game: its id."""
        return self.id

    def start_again(self, state: S) -> list[str]:
        """The options of `start` with which the next play begins as this one did, if unusual."""
        return []

    @property
    def start_example(self) -> str:
        """A command that begins a play of it."""
        return f"companion start {self.id} Ana Ben"

    def seat_players(self, names: Sequence[str], referee: Referee | None = None) -> None:
        """Refuse a table that is too small or too large. Raises Illegal.

        Where the most is our own reading, and not what the box holds, a house may have more.
        """
        PlayerLimits(self.title, self.fewest_players, self.most_players, self.seats_rule).require(
            names, referee or Referee(), self.start_example
        )
