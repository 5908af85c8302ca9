"""A physical box of a game: its log, kinds of entries in it, and the shelf that verbs ask of boxes.

    class CardDescribed(BoxFact[Deck, Fold], kind="card.described"): …

The log of a box begins with `copy.made`, which says whose it is; what follows is the game's.
A game that keeps more of a box than its name declares `copy.made` as well.

    @verb("what stands on a card", name="set")
    def set_card(shelf: Shelf[Deck], card: Card, …) -> Reply: …

A verb that has to do with boxes runs on the shelf of its game, which the table has. All that it
changes there is changed together, or nothing is.
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

    - `check(box)` raises what a verb would refuse the fact with; the box has it already.
    - `apply(fold, event)` takes it into a box in the making; `event` says when, by which entry.
    - `describe(box)` is the line of the log, by what is known of the box now.
    - `require_sound(data)` finds out a damaged file, where a game says that in its own words.
    """

    def __init_subclass__(cls, kind: str = "") -> None:
        super().__init_subclass__()
        cls.kind = kind

    def check(self, box: B) -> None:
        """Raise what a verb would refuse the fact with; the box knows it already."""

    def apply(self, fold: F, event: Event) -> None:
        """Take it into a box in the making."""

    def describe(self, box: B) -> str:
        """The line of the log."""
        return self.kind

    @classmethod
    def require_sound(cls, data: Mapping[str, Any]) -> None:
        """Raise ValueError with what is wrong, where data is not made as the game makes it."""
        what = misfit(Event(0, 0, cls.kind, data, ""), merged({cls.kind: shape_of(cls)}), _NOWHERE)
        if what is not None:
            raise ValueError(f"makes no sense: {what}")

    @classmethod
    def schema(cls) -> Schema:
        """What such an entry looks like, as JSON Schema."""
        return object_schema(merged({cls.kind: shape_of(cls)})[cls.kind])


BoxKinds = Mapping[str, type[BoxFact[Any, Any]]]
"""The facts that may stand in the log of a box, by their kinds."""


class JoinedBooks(NamedTuple):
    """One log made of two; `renumbered` are things of the later one that have other numbers now."""

    events: tuple[Event, ...]
    is_ours_first: bool
    renumbered: Mapping[int, int]


class BoxRules(Generic[B]):
    """What a game makes of its physical boxes: `Game.box_rules`. A box is a value `B`.

    This one is that of a game of which nothing is entered about a box.
    """

    kinds: ClassVar[BoxKinds] = {}
    """What may stand in the log of a box, by the kind of entry; none where there is no such log."""

    def made(
        self, read: Callable[[str], Mapping[str, Any]], facts: Callable[[], Sequence[Event]]
    ) -> Any:
        """The box that follows from what stands in its log: `facts`; `read` reads a data file of
        the game."""
        return None

    def check_change(self, before: B, after: B) -> None:
        """Refuse a change of the past that a box does not allow. Raises Refused or Illegal."""

    def stock(self, box: B, items: Sequence[Component]) -> Stock:
        """What a box holds: `items` are those that every box holds as it came."""
        from companion.core.inventory import Stock

        return Stock(tuple(items))

    def overlay(self, base: B, ours: B, events: Sequence[Event], theirs: B) -> Overlay | None:
        """The facts that put what somebody else entered of a box since `base` on top of ours.

        `base` is the box as both books began, `ours` as ours goes on, with the whole log `events`;
        `theirs` as theirs does. None where the game knows no way.
        """
        return None

    def join_books(
        self,
        ours: Sequence[Event],
        theirs: Sequence[Event],
        comparable: Callable[[Mapping[str, Any]], Mapping[str, Any]],
    ) -> JoinedBooks | None:
        """One log from two of the same box that went different ways, the same whichever is ours.

        `comparable` takes out of an entry's data what differs between two groups. None where the
        game knows no way.
        """
        return None

    def growth(self, standing: Sequence[Event]) -> Iterable[Growth]:
        """How a box of which these events stand has grown: what its players had made of it after
        each entry that changed that, the oldest first. Nothing, where boxes stay as they came.
        """
        return ()

    def in_play(self, state: Any) -> Sequence[str]:
        """The ids of the group's boxes that a play is played with; none for its only one."""
        return ()

    def is_changed_by(self, state: Any) -> bool:
        """Whether a play that ends here changed the box for the next one: dice written on."""
        return False


NO_BOX = BoxRules[None]()


class OpenBox(Generic[B]):
    """A box as it was read: its id, what the group calls it, its log, what the game makes of it."""

    def __init__(self, box_id: str, name: str, log: Log, now: B) -> None:
        self.id = box_id
        self.name = name
        self.log = log
        self.now = now


class BoxAction(Generic[B]):
    """An entry in the log of a box in the making, about a box in place of a play.

    `box` is the box as it is: what is added is not in it yet.
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
    """A box after an entry, how that was made, and lines about the house rule that let it pass."""

    def __init__(self, box: OpenBox[B], action: BoxAction[B], house: Sequence[str]) -> None:
        self.box = box
        self.action = action
        self.house = house

    def did(self, kinds: BoxKinds) -> list[str]:
        """The newest entry that stands, in words: this one, or what it found there already."""
        standing = self.box.log.standing()
        return [
            kinds[event.kind].from_json(event.data).describe(self.box.now)
            for event in standing
            if event.action == standing[-1].action
        ]


S = TypeVar("S", bound=PlayState)


class PlayView(Generic[S]):
    """A play as a verb sees it that shows something of it."""

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
        """What the game looks things up in, read by now (`core.value`)."""
        return resolved(self._reference)

    def heading(self, title: str, *more: str) -> Heading:
        """What stands above all that is shown of a play: the title, the group, the play."""
        from companion.core.blocks import Heading

        return Heading(title, " · ".join([self.group, self.play, *more]))

    def won(self) -> list[Block]:
        """Who has won a play that is finished, and why."""
        from companion.core.outcome import won

        return won(self)


SHEETS = "sheets"
"""The key of the group's document under which it is kept how games are scored on sheets."""


class Shelf(Protocol, Generic[B]):
    """The boxes of a game that a group has, and its plays of it."""

    @property
    def group(self) -> str:
        """The group's name."""

    @property
    def players(self) -> Sequence[str]:
        """Those who ever played in the group, as it writes them."""

    @property
    def house(self) -> str | None:
        """Why the rulebook does not count for what is entered now, if so."""

    # Boxes

    def in_use(self) -> list[str]:
        """The ids of the boxes in use, several where they are mixed; empty where there is none."""

    def boxes(self) -> list[OpenBox[B]]:
        """Every box that can be read, in a lasting order."""

    def open(self, box_id: str | None = None) -> OpenBox[B]:
        """A box: of that id, or the only one of a game of which everybody has one, even before
        anything was entered of it. Raises NotFound, Corrupt or TooNew.
        """

    def find(self, text: str) -> str:
        """The id of the box that is meant, by name, mark or id. Raises NotFound, Ambiguous."""

    def box_of(self, events: Sequence[Event]) -> B:
        """What the game would make of a box of which these events stood."""

    def use(self, ids: Sequence[str]) -> None:
        """Take these boxes into use."""

    def create(self, name: str, known: Mapping[str, Any]) -> OpenBox[B]:
        """Begin the log of one more box, of that name; `known` is what else is known of it."""

    def write(
        self, plan: Callable[[BoxAction[B]], None], box_id: str | None = None
    ) -> BoxChange[B]:
        """Make one entry in the log of a box: what `plan` adds, all of it or nothing."""

    def undo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Undo the last entry of a box, or the one of that number."""

    def redo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Bring back what was taken back last, or the entry of that number."""

    def redone(self, entry: str | None, say: Wording, box_id: str | None = None) -> Sequence[Event]:
        """What would stand in a box behind such a `redo`."""

    def log(self, box_id: str | None = None) -> Reply:
        """All entries of a box, with the numbers that undo takes."""

    # Plays

    def play(self, named: str | None = None) -> PlayView[Any]:
        """The play at hand, or the one of that name. Raises NotFound or Refused."""

    def past(self, play: str) -> PlayView[Any] | None:
        """The play of that id; None where it is lost or cannot be read."""

    def finished(self) -> Iterator[PlayView[Any]]:
        """The group's finished plays of the game, oldest first; as far as they can be read."""

    def kept(self) -> PlayView[Any] | None:
        """The play that ended last and so left the box as it is now, if any."""

    def enter(self, plan: Callable[[Action[Any]], None]) -> Reply:
        """Make one entry in the play at hand. Answers with the new state."""

    def welcome(self, name: str, *, new: bool) -> tuple[str, int]:
        """Somebody new at the table as the group writes the name, and how many renames of players
        the group has seen. Raises Refused for a name close to that of a player, unless `new`."""

    # Besides

    def chance(self, entry: int) -> Random:
        """What rolls and draws for the entry of that number."""

    def data(self, name: str) -> Mapping[str, Any]:
        """One of the game's data files, by its name without the ending."""

    def remembered(self, key: str) -> Any:
        """What was remembered for the group under a key; None where nothing was."""

    def remember(self, key: str, value: Any) -> bool:
        """Keep something small for the group; False where there is no group to keep it for."""

    def read_text(self, name: str, of: Literal["rules", "links"] = "rules") -> str:
        """The text of a file; `-` is standard input. What it is a file of says how long it may be.

        Raises NotFound or Invalid.
        """

    def file_name(self, name: str) -> str:
        """A file's name without the folders that lead to it; `-` is standard input."""

    def write_text(self, name: str, text: str, example: str) -> None:
        """Write a file, by a name like `example`. Raises Invalid."""
