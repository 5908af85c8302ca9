"""The six games: what they are called, for how many they are, and where each of them lives.

Each has a folder that holds modules of the same names, and these the same functions: `record`,
`check`, `outcome`, `moves` and `telling`, as the protocols here say. They are imported when a play
of that game is at hand.
"""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.core.action import Action
from companion.core.entry import Mention
from companion.core.event import Event
from companion.core.game import Outcome
from companion.core.names import find
from companion.core.referee import Referee
from companion.core.room import Room
from companion.core.seats import Seat
from companion.games.boolean.state import State

if TYPE_CHECKING:
    from companion.core.blocks import Block


class Variant(NamedTuple):
    """One of the games: `name` is what `--game` takes, `folder` where it lives."""

    name: str
    title: str
    folder: str
    fewest: int
    most: int
    seats_rule: str
    players: str = "Ana Ben"

    @property
    def room(self) -> Room:
        """For how many it is."""
        return Room(self.title, self.fewest, self.most, self.seats_rule)

    @property
    def command(self) -> str:
        """The command that begins it."""
        return f"companion start boolean {self.players} --game {self.name}"


VARIANTS = (
    Variant("white-black-roll", "White, Black, or Roll", "wbr", 2, 10, "A-BO-31"),
    Variant("liar", "Liar's Boolean Dice", "liar", 2, 12, "A-BO-31", "Ana Ben Cho"),
    Variant("stack", "The Stack", "stack", 2, 2, "BO-105"),
    Variant("shut-the-box", "Shut the Box", "box", 2, 2, "BO-131"),
    Variant("sort", "Sort", "sort", 1, 1, "BO-153", "Ana"),
    Variant("spy", "Spy vs. Spy", "spy", 2, 8, "A-BO-31"),
)
NAMES = tuple(one.name for one in VARIANTS)


class Recording(Protocol):
    """`record.py`: what a play was before its first entry, and how entries change it."""

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
        """The state before the first entry."""

    def record(self, state: Any, event: Event) -> State:
        """The state after an event. Raises TooNew."""


class Checking(Protocol):
    """`check.py`: what the rules refuse."""

    def check(self, state: Any, event: Event, referee: Referee) -> None:
        """Raises Illegal through the referee, or Refused."""


class Judging(Protocol):
    """`outcome.py`: who wins."""

    def outcome(self, state: Any) -> Outcome:
        """Who would win if the play were checked now."""


class Moving(Protocol):
    """`moves.py`: what happens at the table, turned into entries."""

    def advance(self, action: Action[Any]) -> None:
        """What `companion next` records. Raises Refused where there is no such thing."""

    def end(self, action: Action[Any]) -> None:
        """End the play where what was told says that it is over."""


class Telling(Protocol):
    """`telling.py`: a play in words, as a table, as JSON."""

    def describe(self, before: Any, event: Event, after: Any) -> str:
        """The event as a line of the log."""

    def begins(self, state: Any) -> str:
        """What a play was begun with, if that is unlike usual."""

    def where(self, state: Any) -> str:
        """Where in a live play the table is, in a few words."""

    def status_line(self, state: Any) -> str:
        """Where the play stands, on one line."""

    def todo(self, state: Any) -> list[str]:
        """The next steps, the most urgent first."""

    def view(self, state: Any) -> "list[Block]":
        """The table as it stands, without what is secret."""

    def report(self, state: Any) -> dict[str, Any]:
        """What the game adds to `table --json`."""

    def player_report(self, state: Any, seat: int) -> dict[str, Any]:
        """What the game adds to a player; `dice` is how many, never which."""

    def in_front(self, state: Any) -> Iterable[Mention]:
        """What of the rulebook matters now, the most urgent first."""

    def options_again(self, state: Any) -> list[str]:
        """The options of `start` with which the next play begins as this one did."""


def find_variant(text: str) -> Variant:
    """The game that is meant. Raises NotFound or Ambiguous."""
    return find(text, VARIANTS, lambda one: (one.name, one.title), "game of the six")


def variant_of(name: str) -> Variant:
    """The game of exactly that name."""
    (found,) = (one for one in VARIANTS if one.name == name)
    return found


def usual(players: int) -> Variant:
    """What so many people play where they do not say."""
    return variant_of("sort" if players == 1 else "white-black-roll")


def recording(name: str) -> Recording:
    """How entries of the game of that name change its state."""
    return _part(name, "record")  # type: ignore[no-any-return]


def checking(name: str) -> Checking:
    """What the game of that name refuses."""
    return _part(name, "check")  # type: ignore[no-any-return]


def judging(name: str) -> Judging:
    """Who wins the game of that name."""
    return _part(name, "outcome")  # type: ignore[no-any-return]


def moving(name: str) -> Moving:
    """What happens in the game of that name."""
    return _part(name, "moves")  # type: ignore[no-any-return]


def telling(name: str) -> Telling:
    """How the game of that name is told."""
    return _part(name, "telling")  # type: ignore[no-any-return]


def _part(name: str, module: str) -> Any:
    return import_module(f"companion.games.boolean.{variant_of(name).folder}.{module}")
