"""What a game has to provide: pure functions of states, without drawing.

Applying is separate from checking. `check` refuses an event, `apply` takes it: an event in a log is
never refused when it is read, even after the checks have become stricter.
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
    """Reads the events of the group's box of the game, or of the one with an id.

    Empty if there is none.
    """

    def __call__(self, box_id: str | None = None, /) -> Sequence[Event]:
        """Return the events that count."""


class _FunctionOf:
    """A function or a value of a module, as an attribute that is loaded when it is used."""

    def __init__(self, place: str) -> None:
        self._module, _, self._name = place.partition(":")

    def __get__(self, game: Any, owner: type) -> Any:
        if game is None:  # creating a class looks for methods that it may lack
            return self
        return getattr(import_module(self._module), self._name)


def function_of(place: str) -> Any:
    """Make a function of a module a method of a `Game`: `"companion.games.lwd.views:view"`.

    The module is loaded when the method is called: most commands draw no table, and open no box.
    `box_rules` are a value of a module in the same way.
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
    """What to do instead, for the refusal of a game without the marker."""
    keeps_rounds: ClassVar[bool] = True
    """Whether turns form rounds that are counted."""
    reserved_handles: ClassVar[tuple[str, ...]] = ()
    """Names that players' things cannot have, because the game has things with them."""
    data: ClassVar[str | None] = None
    """The folder of the game's data files; None for those that come with the companion."""
    boxed: ClassVar[bool] = True
    """Whether it comes in a box whose contents the companion knows."""
    charted: ClassVar[str] = "score"
    """What a chart of a play shows for each player: a key of `player_json`, or the score."""
    within: ClassVar[Mapping[str, str]] = {}
    """The titles (`called`) of the games in a box with several, by their names for `start`."""
    kinds: ClassVar[Kinds] = {}
    """The facts of the game by kind (`companion.core.fact.facts`)."""

    box_rules: ClassVar[BoxRules[Any]] = function_of("companion.core.box:NO_BOX")
    """What is recorded about its physical boxes, if anything, and what they are made of."""

    steps: ClassVar[Legal[Any] | None] = None
    """What can be done in which phase, if that does not depend on data that the game looks up."""

    @cached_property
    def all_shapes(self) -> Shapes:
        """The shapes of entries (`core.shapes`): the game's own kinds on top of the shared ones."""
        own = {kind: fact.shape() for kind, fact in self.kinds.items()}
        return merged(own if self.keeps_points else {**POINTLESS, **own})

    @abstractmethod
    def verbs(self) -> Verbs[S]:
        """The game's verbs, and how a play of it begins."""

    def legal(self, reference: Any) -> Legal[S] | None:
        """Return what can be done in which phase; None for a game that says it otherwise."""
        return self.steps

    def playing(self, options: Mapping[str, Any]) -> Game[Any]:
        """Return the game that is played with these options, which `start` recorded.

        In a box with several games, one of them; all others return themselves. So does a box if the
        options name none of its games, as in a damaged log.
        """
        return self

    def under_titles(self, titles: Titles, options: Mapping[str, Any]) -> Game[Any]:
        """Return the game under the group's present title; only score sheets have titles by the
        group.
        """
        return self

    @abstractmethod
    def opening(self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]) -> S:
        """Return the state before the first entry. `options` are those that the game's `start`
        recorded.
        """

    @abstractmethod
    def advance(self, action: Action[S]) -> None:
        """Record what `next` does here: go on to the next phase, turn or round."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome:
        """Return who would win if the play were checked now."""

    def todo(self, state: S, reference: Any) -> list[str]:
        """Return what the table should do next, a sentence each, with the command to enter it.

        Never empty while the play is live; after its end, what is still available, such as a prize.
        """
        legal = self.legal(reference)
        return [] if legal is None else legal.todo(state)

    @abstractmethod
    def view(self, state: S, reference: Any) -> list[Block]:
        """Return the current table."""

    def check(self, state: S, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse the impossible. Raises Refused, or Illegal through the referee."""
        fact = self.fact_of(event)
        if not (fact is not None and fact.after_end and state.status == "finished"):
            check_play(state, event)
        if fact is not None:
            fact.require(state, referee, reference)

    def check_entry(
        self, states: Sequence[S], events: Sequence[Event], referee: Referee, reference: Any
    ) -> None:
        """Refuse an entry that makes no sense as a whole, though each of its facts does.

        `events` are all its facts, in order, `states` the state before it and after each of them.
        Raises Illegal through the referee. Called when it is made, and whenever something before it
        is undone or redone.
        """

    def fact_of(self, event: Event) -> Fact[S] | None:
        """Return the fact that an event records; None if the game does not declare it."""
        fact = self.kinds.get(event.kind)
        return None if fact is None else fact.from_json(event.data)

    def table_fixes(self, was: S, now: S, reference: Any) -> list[str]:
        """Return what to fix on the table after an undo or redo from `was` to `now`.

        Sentences, about what the companion asked for and what is no longer right: icons to redraw
        or to wipe.
        """
        return []

    def apply(self, state: S, event: Event) -> S:
        """The state after an event. Raises TooNew for a kind that is unknown here."""
        of = self.kinds.get(event.kind)
        if of is not None and of.apply is not None:
            fact = _new(of)  # as in `from_json`: done thousands of times when plays are counted
            _put(fact, "__dict__", event.data)
            if of.interpret is not None:
                fact = fact.interpret(state)
            return fact.apply(state)  # type: ignore[no-any-return]
        if of is not None and of.kind not in SHARED:
            return state
        return apply_play(state, event, self.lowest_score, self.reserved_handles)

    def describe(self, before: S, event: Event, after: S, reference: Any) -> str:
        """Return the event as a line of the log; empty for one that needs none."""
        fact = self.fact_of(event)
        line = None if fact is None else fact.log_line(before, after, reference)
        if line is not None:
            return line
        return describe_play(before, event, after, marker=self.keeps_marker)

    def begins(self, state: S) -> str:
        """Return the options of a play that opens with `state`, in words for the log; empty for the
        defaults.
        """
        return ""

    def rounds_played(self, state: S) -> int | None:
        """Return the number of rounds so far; None in a play without rounds."""
        return state.round if self.keeps_rounds else None

    def scores_by_round(self, state: S) -> Sequence[Sequence[int | float | None]] | None:
        """Return everyone's points after each round, with corrections; None if only the log has
        them.
        """
        return None

    def called(self, state: S) -> str:
        """Return what is played, for headings: the title, and for a box with several games, which
        one.
        """
        return self.title

    def where(self, state: S) -> str:
        """Return the point of the play in a few words, for the heading."""
        return f"round {state.round}"

    def before_points(self, action: Action[S], seat: int, sign: str) -> None:
        """Hook called before points are gained (`+`) or lost (`-`): a place for reminders."""

    def status_line(self, state: S) -> str:
        """Return the state of the play on one line, for short answers."""
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
        """Return who began a play that opened like this; None if all play at once or alone."""
        return opened.first if len(opened.seats) > 1 else None

    def amounts(self, state: S) -> Amounts:
        """Return the numbers of points that `score` takes."""
        return Amounts()

    def seats_called(self, state: S, text: str) -> tuple[int, ...]:
        """Return the seats that a name means, for points and winners: one, or those of a team,
        which scores as one. Raises NotFound or Ambiguous.
        """
        return (find_seat(state.seats, text),)

    def owner_of(self, state: S, word: str) -> Collection[int] | None:
        """Return the seat whose die or face a word names; empty for nobody's, None for a word that
        names nothing that could be a player's.
        """
        return None

    def score_of(self, state: S, seat: int) -> int | float | None:
        """A player's points; None in a game that keeps none."""
        return state.scores[seat] if self.keeps_points else None

    def to_json(self, state: S, reference: Any) -> dict[str, Any]:
        """Return the game's own part of `table --json`, of JSON primitives."""
        return {}

    def player_json(self, state: S, seat: int, reference: Any) -> dict[str, Any]:
        """Return what the game adds to a player in `table --json`, of JSON primitives."""
        return {}

    def reference(self, read: DataReader, box: BoxReader) -> Any:
        """Return what the game looks things up in: its data files and the group's box, read when
        used.
        """
        return None

    def named_in_box(self, box: Any, text: str) -> Sequence[str]:
        """Return the ids of the items of a box (of `box_rules`) that a text names.

        The text is understood as by the game's own verbs. Several ids if they are alike, none if
        nothing has that name. Raises Ambiguous for different ones, or Refused with the reason why
        it is none.
        """
        return ()

    def lookup_items(self, box: Any) -> Iterable[Item]:
        """Return the cards of a box (of `box_rules`), to be looked up by name and number.

        For a box about which nothing was entered: what the rulebook says about its cards.
        """
        return ()

    def in_play(self, state: S, reference: Any) -> Iterable[Mention]:
        """Return every icon, card and keyword that is in play, the most important first."""
        return ()

    def named_here(self, state: S, reference: Any, text: str) -> Iterable[str]:
        """Return the ids of the entries for things in play with that name.

        The text is understood as by the game's own verbs, which accept the beginning of a name.
        None if there is no such thing.
        """
        return ()

    def public_state(self, state: S) -> S:
        """Return the state as known to somebody who may read no secrets, for menus."""
        return state

    def has_verb(self, verb: str) -> bool:
        """Whether a verb of the box belongs to this game: in a box of several, not all do."""
        return True

    def require_verb(self, verb: str) -> None:
        """Refuse a verb of another game in the box. Raises Refused, which names that game."""

    def report_blocks(self, state: S, reference: Any) -> list[Block]:
        """Return the blocks of a report on a play: the view, and what it leaves out."""
        return self.view(state, reference)

    def result_kinds(self) -> frozenset[str] | None:
        """The kinds of entries on which points, rounds, the first player and the end depend.

        None for all. Other kinds are skipped when thousands of plays are read.
        """
        passed_over = {kind for kind, fact in self.kinds.items() if not fact.affects_result}
        if not passed_over:
            return None
        return frozenset({*SHARED, *self.kinds} - passed_over)

    def traits(self, state: S) -> Traits:
        """Return what histories show of a play besides points: teams, all against the game, and so
        on.
        """
        return Traits()

    def marks(self, standing: Sequence[Event]) -> Iterable[Mark]:
        """Return the highlights of a play with these events: icons tagged, rules in play.

        Once for each player concerned; the first event is the start of the play.
        """
        return ()

    def started_as(self, state: S) -> str:
        """Return the words after `start` for this game: its id."""
        return self.id

    def start_again(self, state: S) -> list[str]:
        """Return the options of `start` for another play like this one, if unusual."""
        return []

    @property
    def start_example(self) -> str:
        """Return a command that begins a play of it."""
        return f"companion start {self.id} Ana Ben"

    def seat_players(self, names: Sequence[str], referee: Referee | None = None) -> None:
        """Refuse too few or too many players. Raises Illegal.

        If the most is our interpretation, and not a matter of the box's contents, a house rule may
        allow more.
        """
        PlayerLimits(self.title, self.fewest_players, self.most_players, self.seats_rule).require(
            names, referee or Referee(), self.start_example
        )
