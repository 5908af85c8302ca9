"""A physical box of a game: its log, the kinds of entries in it, and the shelf for verbs.

    class CardDescribed(BoxFact[Deck, Fold], kind="card.described"): …

The log of a box begins with `copy.made`, which names its owner; all else is the game's. A game that
stores more about a box than its name declares `copy.made` as well.

    @verb("what stands on a card", name="set")
    def set_card(shelf: Shelf[Deck], card: Card, …) -> Reply: …

A verb that concerns boxes runs on the shelf of its game, which the table provides. Its changes are
all made together, or none is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, TypeVar

from companion.core.event import Draft, Event, Referee
from companion.core.fact import Recorded
from companion.core.log import Log, Wording
from companion.core.play import PlayState
from companion.core.reply import Reply
from companion.core.schemas import Schema, object_schema
from companion.core.shapes import Context, merged, misfit, shape_of
from companion.core.value import resolved
from companion.errors import Invalid

if TYPE_CHECKING:
    from random import Random

    from companion.core.action import Action
    from companion.core.blocks import Block, Heading
    from companion.core.inventory import Component, Overlay, Stock
    from companion.core.record import Growth

B = TypeVar("B")
F = TypeVar("F")

_NOWHERE = Context(0, frozenset())


class BoxFact(Generic[B, F], Recorded):
    """A fact about a box `B`, which is folded as `F`: fields as those of a `core.fact.Fact`.

    A subclass defines what it needs of these methods:

    - `check(box)` raises the error with which a verb would refuse the fact; `box` includes it
      already.
    - `apply(fold, event)` applies it to an unfinished box; `event` says when, by which entry.
    - `describe(box)` returns the line of the log, by what is known of the box now.
    - `require_sound(data)` recognizes a damaged file, if a game reports that in its own words.
    """

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        cls.kind = kind

    def check(self, box: B) -> None:
        """Raise the error with which a verb would refuse the fact; `box` includes it already."""

    def apply(self, fold: F, event: Event) -> None:
        """Apply it to an unfinished box."""

    def describe(self, box: B) -> str:
        """Return the line of the log."""
        return self.kind

    @classmethod
    def require_sound(cls, data: Mapping[str, Any]) -> None:
        """Raise ValueError with what is wrong, if the game could not have made this data."""
        what = misfit(Event(0, 0, cls.kind, data, ""), merged({cls.kind: shape_of(cls)}), _NOWHERE)
        if what is not None:
            raise ValueError(f"makes no sense: {what}")

    @classmethod
    def schema(cls) -> Schema:
        """Return the JSON Schema of such an entry."""
        return object_schema(merged({cls.kind: shape_of(cls)})[cls.kind])


BoxKinds = Mapping[str, type[BoxFact[Any, Any]]]
"""The facts in the log of a box, by kind."""


class MergedLog(NamedTuple):
    """One log made of two: what has another number in it than in the later one is `renumbered`."""

    events: tuple[Event, ...]
    is_ours_first: bool
    renumbered: Mapping[int, int]


class BoxRules(Generic[B]):
    """What a game makes of its physical boxes: `Game.box_rules`. A box is a value `B`.

    These defaults are for a game that records nothing about a box.
    """

    kinds: ClassVar[BoxKinds] = {}
    """The kinds of entries in the log of a box; empty if there is no such log."""

    def made(
        self, read: Callable[[str], Mapping[str, Any]], facts: Callable[[], Sequence[Event]]
    ) -> Any:
        """Return the box made by `facts`, its log; `read` reads a data file of the game."""
        return None

    def check_change(self, before: B, after: B) -> None:
        """Refuse an undo or redo that the box does not allow. Raises Refused or Illegal."""

    def stock(self, box: B, items: Sequence[Component]) -> Stock:
        """Return what a box holds: `items` are those that every box has when new."""
        from companion.core.inventory import Stock

        return Stock(tuple(items))

    def overlay(self, base: B, ours: B, events: Sequence[Event], theirs: B) -> Overlay | None:
        """Return the facts that add theirs, since `base`, to ours.

        `base` is the box when both logs parted, `ours` our box now, with the whole log `events`;
        `theirs` is their box. None if the game has no such way.
        """
        return None

    def merge_logs(
        self,
        ours: Sequence[Event],
        theirs: Sequence[Event],
        comparable: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    ) -> MergedLog | None:
        """Merge two logs of one box with which two groups went on, to the same log in both.

        `comparable` removes from an entry's data what differs between groups. None if the game has
        no such way, or if the merged log would break a rule.
        """
        return None

    def growth(self, standing: Sequence[Event]) -> Iterable[Growth]:
        """Return how the box of these events has grown: what its players had made after each entry
        that changed it, oldest first. Empty if boxes do not change.
        """
        return ()

    def in_play(self, state: Any) -> Sequence[str]:
        """Return the ids of the group's boxes used in a play; empty for its only one."""
        return ()

    def is_changed_by(self, state: Any) -> bool:
        """Whether a play that ends here changed the box for the next one: dice were written on."""
        return False


NO_BOX = BoxRules[None]()


class OpenBox(Generic[B]):
    """A box that was read: its id, its name in the group, its log, and its contents."""

    def __init__(self, box_id: str, name: str, log: Log, now: B) -> None:
        self.id = box_id
        self.name = name
        self.log = log
        self.now = now


class BoxAction(Generic[B]):
    """An unfinished entry in the log of a box, rather than of a play.

    `box` is the box before it: what is added is not in it yet.
    """

    def __init__(self, box: OpenBox[B], referee: Referee) -> None:
        self.id = box.id
        self.box = box.now
        self.log = box.log
        self.referee = referee
        self.drafts: list[Draft] = []

    def add(self, fact: BoxFact[B, Any]) -> None:
        """Record one more fact. Raises Invalid for one that could not be read again."""
        recorded = fact.to_json()
        try:
            fact.require_sound(recorded)
        except ValueError as problem:
            raise Invalid(
                f"That cannot be kept of a box: it {problem}.", "Say it in other words."
            ) from None
        self.drafts.append(Draft(fact.kind, recorded))


class BoxChange(Generic[B]):
    """A box after an entry, the entry, and lines about the house rule that allowed it."""

    def __init__(self, box: OpenBox[B], action: BoxAction[B], house: Sequence[str]) -> None:
        self.box = box
        self.action = action
        self.house = house

    def did(self, kinds: BoxKinds) -> list[str]:
        """Return the newest counting entry of these kinds in words: this one, or one found in the
        log.
        """
        standing = self.box.log.standing()
        return [
            kinds[event.kind].from_json(event.data).describe(self.box.now)
            for event in standing
            if event.action == standing[-1].action
        ]


S = TypeVar("S", bound=PlayState)


class PlayView(Generic[S]):
    """A play for a verb that shows something of it."""

    def __init__(
        self,
        game: Any,
        state: S,
        reference: Any,
        log: Log,
        play: str,
        group: str,
    ) -> None:
        self.game = game
        self.state = state
        self._reference = reference
        self.log = log
        self.play = play
        self.group = group

    @property
    def reference(self) -> Any:
        """The data that the game looks things up in, loaded by now (`core.value`)."""
        return resolved(self._reference)

    def heading(self, title: str, *more: str) -> Heading:
        """Return the heading for what is shown of a play: the title, the group, the play."""
        from companion.core.blocks import Heading

        return Heading(title, " · ".join([self.group, self.play, *more]))

    def won(self) -> list[Block]:
        """The winners of a finished play, and why they won."""
        from companion.core.outcome import won

        return won(self)


SHEETS = "sheets"
"""The key of the group's document for the way in which games are scored on sheets."""


class Shelf(Protocol, Generic[B]):
    """A group's boxes of a game, and its plays of it."""

    @property
    def group(self) -> str:
        """The group's name."""

    @property
    def players(self) -> Sequence[str]:
        """All players of the group, with their names as spelled there."""

    @property
    def house(self) -> str | None:
        """The reason of the house rule for what is entered now, if there is one."""

    # Boxes

    def in_use(self) -> list[str]:
        """The ids of the boxes in use: several if they are mixed, empty for none."""

    def boxes(self) -> list[OpenBox[B]]:
        """Every readable box, in a stable order."""

    def open(self, box_id: str | None = None) -> OpenBox[B]:
        """Return a box by id, or the only box of a game that every group has once.

        Such a box can be opened before anything was entered about it. Raises NotFound, Corrupt or
        TooNew.
        """

    def find(self, text: str) -> str:
        """Return the id of a box, by its name, mark or id. Raises NotFound, Ambiguous."""

    def box_of(self, events: Sequence[Event]) -> B:
        """Return the box that these events would make."""

    def use(self, ids: Sequence[str]) -> None:
        """Put these boxes in use."""

    def create(self, name: str, known: Mapping[str, Any]) -> OpenBox[B]:
        """Begin the log of another box, of that name; `known` is what else is known about it."""

    def write(
        self, plan: Callable[[BoxAction[B]], None], box_id: str | None = None
    ) -> BoxChange[B]:
        """Make one entry in the log of a box: what `plan` adds, all or nothing."""

    def undo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Undo the last entry of a box, or the one of that number."""

    def redo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Redo what was undone last, or the entry of that number."""

    def redone(self, entry: str | None, say: Wording, box_id: str | None = None) -> Sequence[Event]:
        """Return the events of a box after such a `redo`."""

    def log(self, box_id: str | None = None) -> Reply:
        """Return all entries of a box, with the numbers that undo takes."""

    # Plays

    def play(self, named: str | None = None) -> PlayView[Any]:
        """Return the current play, or the one of that name. Raises NotFound or Refused."""

    def past(self, play: str) -> PlayView[Any] | None:
        """Return the play of that id; None if it is missing or unreadable."""

    def finished(self) -> Iterator[PlayView[Any]]:
        """Return the group's finished, readable plays of the game, oldest first."""

    def kept(self) -> PlayView[Any] | None:
        """The play that ended last and so left the box in its present state, if any."""

    def enter(self, plan: Callable[[Action[Any]], None]) -> Reply:
        """Make one entry in the current play. Returns the new state."""

    def welcome(self, name: str, *, new: bool) -> tuple[str, int]:
        """Return a new player's name as spelled in the group, and the group's count of renames.

        Raises Refused for a name close to that of a player, unless `new`.
        """

    # Other things

    def chance(self, entry: int) -> Random:
        """Return the random generator for the entry of that number."""

    def data(self, name: str) -> Mapping[str, Any]:
        """Return one of the game's data files, by its name without the ending."""

    def remembered(self, key: str) -> Any:
        """Return the value stored for the group under a key; None if there is none."""

    def remember(self, key: str, value: Any) -> bool:
        """Store a small value for the group; return False if there is no group."""

    def read_text(self, name: str, of: Literal["rules", "links"] = "rules") -> str:
        """Return the text of a file; `-` is standard input.

        `of` says what kind of file it is, and so how long it may be. Raises NotFound or Invalid.
        """

    def file_name(self, name: str) -> str:
        """Return a file's name without its folders; `-` is standard input."""

    def write_text(self, name: str, text: str, example: str) -> None:
        """Write a file, by a name like `example`. Raises Invalid."""
