"""Which plays a list is about: of a game, with certain players, within some time."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.core.dates import period
from companion.core.names import find, folded
from companion.core.record import PlayRecord
from companion.table.moments import day
from companion.table.records.whichgame import game_named


class Choice(NamedTuple):
    """What was asked for, as it was typed; whoever names several players wants all of them."""

    game: str | None = None
    players: Sequence[str] = ()
    since: str | None = None
    until: str | None = None

    @property
    def is_all(self) -> bool:
        """Whether every play will do."""
        return not any((self.game, self.players, self.since, self.until))

    def of(self, plays: Sequence[PlayRecord], group: Iterable[str]) -> list[PlayRecord]:
        """Those of the plays that are meant; `group` are the players that the group knows.

        A day, a month or a year counts as a whole, as the calendar goes in this place. Raises
        Invalid, NotFound or Ambiguous.
        """
        first, last = period(self.since, self.until)
        names = dict.fromkeys([*group, *(part.name for play in plays for part in play.parts)])
        hint = "`companion player list` shows who has played."
        who = {
            folded(find(name, list(names), lambda it: (it,), "player", hint))
            for name in self.players
        }
        is_of = None if self.game is None else game_named(self.game, plays)[0]
        return [
            play
            for play in plays
            if (not first or day(play.started) >= first)
            and (not last or day(play.started) <= last)
            and (not who or who <= {folded(part.name) for part in play.parts})
            and (is_of is None or is_of(play))
        ]
