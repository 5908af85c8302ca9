"""Which plays a question is about: of a game, within some time; and which players.

The plain question, about all plays, imports nothing that only the others need.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import counted, find
from companion.core.record import PlayRecord
from companion.errors import CompanionError, Invalid
from companion.stats.tally import Tally
from companion.table.desk import Desk
from companion.table.records import Annals


class Wanted(NamedTuple):
    """What was asked for: a game as it was typed, the first and last day that count.

    Both days count too, and so does a month or a year that was typed in place of a day.
    """

    game: str | None = None
    since: str | None = None
    until: str | None = None

    @property
    def is_all(self) -> bool:
        """Whether every play counts."""
        return self == Wanted()

    @property
    def when(self) -> str:
        """The time in words, empty where any will do."""
        told = [f"since {self.since}"] if self.since else []
        return " ".join([*told, *([f"until {self.until}"] if self.until else [])])


class Found(NamedTuple):
    """The finished plays that were asked for, counted, and what game they are of, if of one."""

    desk: Desk
    wanted: Wanted
    annals: Annals
    tally: Tally
    game: str = ""
    title: str = ""

    @property
    def plays(self) -> list[PlayRecord]:
        """The plays themselves, the oldest first."""
        return _plays(self.annals, self.wanted)

    @property
    def aside(self) -> str:
        """The group and the time, to stand beside a heading."""
        return f"group {self.desk.group}" + (f" · {self.wanted.when}" if self.wanted.when else "")

    @property
    def about(self) -> dict[str, str | int | None]:
        """What the question was about, as JSON."""
        return {
            "group": self.desk.group,
            "game": self.game or None,
            "title": self.title or None,
            "since": self.wanted.since,
            "until": self.wanted.until,
            "plays": self.tally.plays,
        }

    @property
    def nothing(self) -> str:
        """A sentence for where there is nothing to count, with what to do."""
        if not self.annals.tally.plays:
            return (
                "No finished plays yet: `companion start bwd Ana Ben` begins one, "
                "`companion finish` ends it."
            )
        of = f" of {self.title}" if self.title else ""
        when = f" {self.wanted.when}" if self.wanted.when else ""
        return f"No finished plays{of}{when}: `companion plays` lists all that there are."


def found(desk: Desk, wanted: Wanted) -> Found:
    """Count the plays that are asked for. Raises Invalid, NotFound or Ambiguous."""
    if wanted.is_all:
        annals = Annals(desk)
        return Found(desk, wanted, annals, annals.tally)
    from companion.core.dates import period
    from companion.table.records.whichgame import game_named

    period(wanted.since, wanted.until)  # says what is wrong before anything is read
    annals = Annals(desk)
    named = None if wanted.game is None else game_named(wanted.game, annals.finished)
    _, game, title = named or (None, "", "")
    return Found(desk, wanted, annals, Tally(_plays(annals, wanted)), game, title)


def _plays(annals: Annals, wanted: Wanted) -> list[PlayRecord]:
    from companion.table.records.choosing import Choice

    choice = Choice(wanted.game, (), wanted.since, wanted.until)
    return choice.of(annals.finished, ())


def players_named(found: Found, typed: Sequence[str]) -> list[str]:
    """Those whose names were typed, each once. Raises NotFound, Ambiguous or Invalid."""
    known = list(found.tally.courses)
    group = [str(who["name"]) for who in found.desk.group_document().get("players", [])]
    everybody = list(dict.fromkeys([*known, *group]))
    hint = "`companion stats` lists everybody who has played."
    names = [find(text, everybody, lambda name: (name,), "player", hint) for text in typed]
    double = next((name for name in names if names.count(name) > 1), None)
    if double is not None:
        raise Invalid(
            f"{double} is named {counted(names.count(double), 'time')}.",
            "Each player once: `companion stats ana ben`.",
        )
    return names


def known_players(desk: Desk) -> list[str]:
    """Everybody who has finished a play, for a shell to complete; nobody where that fails."""
    try:
        return list(Annals(desk).tally.courses)
    except CompanionError:
        return []


def games_played(desk: Desk) -> list[str]:
    """All games that were played, ours by their ids; none where that fails."""
    try:
        played = Annals(desk).tally.games.values()
    except CompanionError:
        return []
    return list(dict.fromkeys(game.game or game.title for game in played))
