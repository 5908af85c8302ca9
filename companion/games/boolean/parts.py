"""What each of the six games answers, module by module: for type checkers, and for the tests."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.core.action import Action
from companion.core.blocks import Block
from companion.core.entry import Mention
from companion.core.game import Outcome
from companion.core.referee import Referee
from companion.core.seats import Seat
from companion.games.boolean.menu import Verb
from companion.games.boolean.state import State


class Recording(Protocol):
    """`record.py`: what a play was before its first entry, and how entries change it."""

    RECORDERS: Mapping[str, Callable[[Any, Any], State]]
    """The state after an event's data, by its kind; shared kinds are not in it."""

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> State:
        """The state before the first entry."""


class Checking(Protocol):
    """`check.py`: what the rules refuse."""

    CHECKERS: Mapping[str, Callable[[Any, Any, Referee], None]]
    """What looks at an event's data, by its kind. Raises Illegal, or Refused."""


class Judging(Protocol):
    """`outcome.py`: who wins."""

    ENDS: str
    """The rule that ends the game by itself."""

    def outcome(self, state: Any) -> Outcome:
        """Who would win if the play were checked now."""

    def ended(self, state: Any) -> bool:
        """Whether what was told ends the game."""


class Moving(Protocol):
    """`moves.py`: what happens at the table, turned into entries."""

    def advance(self, action: Action[Any]) -> None:
        """What `companion next` records. Raises Refused where there is no such thing."""

    def end(self, action: Action[Any]) -> None:
        """End the play where what was told says that it is over."""


class Describing(Protocol):
    """`telling/describe.py`: entries in words."""

    TELLERS: Mapping[str, Callable[[Any, Any, Any], str]]
    """By its kind, an event's data as a line of the log, from the states before and after it."""

    def begins(self, state: Any) -> str:
        """What a play was begun with, if that is unlike usual."""


class Guiding(Protocol):
    """`telling/todo.py`: where the table is, and what comes next."""

    def where(self, state: Any) -> str:
        """Where in a live play the table is, in a few words."""

    def status_line(self, state: Any) -> str:
        """Where the play stands, on one line."""

    def todo(self, state: Any) -> list[str]:
        """The next steps, the most urgent first."""


class Viewing(Protocol):
    """`telling/view.py`: the table as blocks."""

    def view(self, state: Any) -> list[Block]:
        """The table as it stands, without what is secret."""


class Reporting(Protocol):
    """`telling/report.py`: the play for scripts."""

    def report(self, state: Any) -> dict[str, Any]:
        """What the game adds to `table --json`."""

    def player_report(self, state: Any, seat: int) -> dict[str, Any]:
        """What the game adds to a player; `dice` is how many, never which."""

    def options_again(self, state: Any) -> list[str]:
        """The options of `start` with which the next play begins as this one did."""


class Mentioning(Protocol):
    """`telling/in_front.py`: look-ups."""

    def in_front(self, state: Any) -> Iterable[Mention]:
        """What of the rulebook matters now, the most urgent first."""


class Offering(Protocol):
    """`offers.py`: what may be typed next."""

    VERBS: Mapping[str, Verb[Any]]
    """The verbs of that game, those about dice in Possession apart."""

    def order(self, state: Any) -> Sequence[str]:
        """The verbs that may mean something now, the most urgent first."""
