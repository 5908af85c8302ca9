"""Which plays a question is about: of a game, with certain players, within some time.

The plain question, about all plays, imports nothing that only the others need.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.core.names import find, folded
from companion.core.record import PlayRecord


class Chosen(NamedTuple):
    """The plays that are meant; the id and the title of their game, where one was named."""

    plays: list[PlayRecord]
    game: str = ""
    title: str = ""


class Choice(NamedTuple):
    """What was asked for, as it was typed; whoever names several players wants all of them.

    Both dates count too, and so does a month or a year that was typed in place of a day.
    """

    game: str | None = None
    players: Sequence[str] = ()
    since: str | None = None
    until: str | None = None

    @property
    def is_all(self) -> bool:
        """Whether every play will do."""
        return self._replace(players=tuple(self.players)) == Choice()

    @property
    def when(self) -> str:
        """The time in words, empty where any will do."""
        told = [f"since {self.since}"] if self.since else []
        return " ".join([*told, *([f"until {self.until}"] if self.until else [])])

    def of(self, plays: Sequence[PlayRecord], group: Iterable[str] = ()) -> Chosen:
        """Those of the plays that are meant; `group` are the players that the group knows.

        Days are those of the calendar in this place. Raises Invalid, NotFound or Ambiguous.
        """
        from companion.core.dates import period
        from companion.table.moments import day
        from companion.table.records.whichgame import game_named

        first, last = period(self.since, self.until)
        names = dict.fromkeys([*group, *(part.name for play in plays for part in play.parts)])
        hint = "`companion player list` shows who has played."
        who = {
            folded(find(name, list(names), lambda it: (it,), "player", hint))
            for name in self.players
        }
        named = None if self.game is None else game_named(self.game, plays)
        is_of, game, title = named or (None, "", "")
        meant = [
            play
            for play in plays
            if (not first or day(play.started) >= first)
            and (not last or day(play.started) <= last)
            and (not who or who <= {folded(part.name) for part in play.parts})
            and (is_of is None or is_of(play))
        ]
        return Chosen(meant, game, title)
