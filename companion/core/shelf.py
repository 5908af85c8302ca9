"""The shelf: what a verb may ask of the boxes and plays of the group, and how it changes them.

    CARD_SET = Verb("set", …, run=lambda shelf, told: set_card(shelf, told[CARD], …))

A verb that has to do with boxes runs on the shelf of its game. The table has it (`table.shelf`);
all that a verb changes there is changed together, or nothing is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from companion.core.box import BoxAction, OpenBox, Written
from companion.core.event import Event
from companion.core.log import Log, Wording
from companion.core.play import PlayState
from companion.core.reply import Reply
from companion.core.value import known

if TYPE_CHECKING:
    from random import Random

    from companion.core.action import Action
    from companion.core.blocks import Block, Heading

B = TypeVar("B")
S = TypeVar("S", bound=PlayState)


class Seen(Generic[S]):
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
        return known(self._reference)

    def heading(self, title: str, *more: str) -> Heading:
        """What stands above all that is shown of a play: the title, the group, the play."""
        from companion.core.blocks import Heading

        return Heading(title, " · ".join([self.group, self.play, *more]))

    def won(self) -> list[Block]:
        """Who has won a play that is finished, and why."""
        from companion.core.outcome import won

        return won(self)


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
        anything was told of it. Raises NotFound, Corrupt or TooNew.
        """

    def find(self, text: str) -> str:
        """The id of the box that is meant, by name, mark or id. Raises NotFound, Ambiguous."""

    def box_of(self, events: Sequence[Event]) -> B:
        """What the game would make of a box of which these events stood."""

    def use(self, ids: Sequence[str]) -> None:
        """Take these boxes into use."""

    def create(self, name: str, told: Mapping[str, Any]) -> OpenBox[B]:
        """Begin the log of one more box, of that name; `told` is what else is known of it."""

    def write(self, plan: Callable[[BoxAction[B]], None], box_id: str | None = None) -> Written[B]:
        """Make one entry in the log of a box: what `plan` adds, all of it or nothing."""

    def undo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Take back what was told last of a box, or in the entry of that number."""

    def redo(self, entry: str | None, say: Wording, box_id: str | None = None) -> Reply:
        """Bring back what was taken back last, or the entry of that number."""

    def redone(self, entry: str | None, say: Wording, box_id: str | None = None) -> Sequence[Event]:
        """What would stand in a box behind such a `redo`."""

    def log(self, box_id: str | None = None) -> Reply:
        """All that was ever told of a box, with the numbers that undoing takes."""

    # Plays

    def play(self, named: str | None = None) -> Seen[Any]:
        """The play at hand, or the one of that name. Raises NotFound or Refused."""

    def past(self, play: str) -> Seen[Any] | None:
        """The play of that id; None where it is lost or cannot be read."""

    def finished(self) -> Iterator[Seen[Any]]:
        """The group's finished plays of the game, oldest first; as far as they can be read."""

    def kept(self) -> Seen[Any] | None:
        """The play that ended last and so left the box as it is now, if any."""

    def enter(self, plan: Callable[[Action[Any]], None]) -> Reply:
        """Make one entry in the play at hand. Answers with the new state."""

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
