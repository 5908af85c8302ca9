"""How many people a game is for, and what is said to a table that is too small or too large."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import listed
from companion.core.referee import Referee
from companion.errors import Illegal


class Room(NamedTuple):
    """The fewest and the most players of what is called `title`, by this `rule`."""

    title: str
    fewest: int
    most: int
    rule: str

    def require(self, names: Sequence[str], referee: Referee, command: str) -> None:
        """Refuse a table that is too small or too large. Raises Illegal.

        Where the most is our own reading, and not what the box holds, a house may have more.
        `command` begins a play with the usual number.
        """
        count = len(names)
        if self.fewest <= count <= self.most:
            return
        who = f" ({listed(list(names))})" if 0 < count <= 6 else ""
        message = f"{self.title} is for {self._players}, not {count}{who}."
        if count > self.most and self.is_ours:
            referee.refuse(self.rule, message, 'More of you? `--house "as many as came"`.')
            return
        if referee.house is not None:
            message += " No house rule changes that here."
        order = "Name them in seat order, clockwise: " if self.most > 1 else ""
        raise Illegal(self.rule, message, f"{order}`{command}`.")

    @property
    def is_ours(self) -> bool:
        """Whether the most is our own reading, and not the rulebook's."""
        return self.rule.startswith("A-")

    @property
    def _players(self) -> str:
        if self.fewest < self.most:
            return f"{self.fewest} to {self.most} players"
        return f"{self.most} player{'s' * (self.most != 1)}"
