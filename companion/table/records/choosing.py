"""Which plays a question is about: of a game, with certain players, within some time, at a place.

The plain question, about all plays, imports nothing that only the others need.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.core.names import find, folded
from companion.table.records.annals import Annals, Plays


class Chosen(NamedTuple):
    """The plays that are meant; the id and the title of their game, where one was named."""

    plays: Plays
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
    place: str | None = None

    @property
    def is_all(self) -> bool:
        """Whether every play will do."""
        return self._replace(players=tuple(self.players)) == Choice()

    @property
    def when(self) -> str:
        """The time in words, empty where any will do."""
        told = [f"since {self.since}"] if self.since else []
        return " ".join([*told, *([f"until {self.until}"] if self.until else [])])

    def of(self, plays: Plays, annals: Annals, group: Iterable[str] = ()) -> Chosen:
        """Those of the plays that are meant; `group` are the players that the group knows.

        Days are those of the calendar in this place. Raises Invalid, NotFound or Ambiguous.
        """
        if self.is_all:
            return Chosen(plays)
        from companion.table.moments import first_moment, period
        from companion.table.records.whichgame import game_named

        first, last = period(self.since, self.until)
        if first:
            plays = plays.also("began >= ?", first_moment(first))
        if last:
            plays = plays.also("began < ?", first_moment(last, days_later=1))
        names = list(dict.fromkeys([*group, *annals.players])) if self.players else []
        hint = "`companion player list` shows who has played."
        for typed in self.players:
            who = folded(find(typed, names, lambda it: (it,), "player", hint))
            plays = plays.also(_SAT_IN, who)
        if self.place is not None:
            nowhere = "No play says where it was: sheets and other programs may tell of that."
            hint = "" if annals.places else nowhere
            at = find(self.place, annals.places, lambda it: (it,), "place", hint)
            plays = plays.also("place = ? AND place != ''", at)
        if self.game is None:
            return Chosen(plays)
        is_of, game, title = game_named(self.game, annals.sorts)
        sorts = [sort.number for sort in annals.sorts if is_of(sort)]
        marks = ",".join("?" * len(sorts))
        return Chosen(plays.also(f"sort IN ({marks})", *sorts), game, title)


_SAT_IN = (
    "EXISTS (SELECT 1 FROM player JOIN part ON part.player = player.number WHERE player.folded = ?"
    " AND part.began = play.began AND part.play = play.number)"
)
