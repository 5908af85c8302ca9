"""The plays that a question is about, counted; and which players it is about."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.names import counted, find
from companion.errors import CompanionError, Invalid
from companion.stats.tally import Tally
from companion.table.desk import Desk
from companion.table.records.annals import Annals, Plays
from companion.table.records.choosing import Choice


class Found(NamedTuple):
    """The finished plays that were asked for, counted, and what game they are of, if of one."""

    desk: Desk
    choice: Choice
    annals: Annals
    tally: Tally
    plays: Plays
    """The plays themselves, the oldest first."""
    game: str = ""
    title: str = ""

    @property
    def aside(self) -> str:
        """The group and the time, to stand beside a heading."""
        return f"group {self.desk.group}" + (f" · {self.choice.when}" if self.choice.when else "")

    @property
    def about(self) -> dict[str, str | int | None]:
        """What the question was about, as JSON."""
        return {
            "group": self.desk.group,
            "game": self.game or None,
            "title": self.title or None,
            "since": self.choice.since,
            "until": self.choice.until,
            "plays": self.tally.plays,
        }

    @property
    def twice(self) -> tuple[str, ...]:
        """A sentence where plays are here that do not count, as they are others once more."""
        doubles = self.annals.doubles
        if not doubles:
            return ()
        again, counts = next(iter(doubles.items()))
        more = f", and {counted(len(doubles) - 1, 'play')} like that" if len(doubles) > 1 else ""
        # Imported where something is there twice: of most groups nothing is.
        from companion.table.twins import began_as_one

        said = f"{again} is {counts} once more"
        if began_as_one(self.desk, again, counts):
            return (f"{said}, told otherwise: it does not count{more}.",)
        apart = f"`companion play apart {again} {counts}` if they are two"
        return (f"{said}, followed on another device: it does not count{more}; {apart}.",)

    @property
    def nothing(self) -> str:
        """A sentence for where there is nothing to count, with what to do."""
        if not self.annals.tally.plays:
            return (
                "No finished plays yet: `companion start bwd Ana Ben` begins one, "
                "`companion finish` ends it."
            )
        of = f" of {self.title}" if self.title else ""
        when = f" {self.choice.when}" if self.choice.when else ""
        return f"No finished plays{of}{when}: `companion plays` lists all that there are."


def found(desk: Desk, choice: Choice) -> Found:
    """Count the plays that are asked for. Raises Invalid, NotFound or Ambiguous."""
    annals = Annals(desk)
    if choice.is_all:
        return Found(desk, choice, annals, annals.tally, annals.finished)
    plays, game, title = choice.of(annals.finished, annals)
    return Found(desk, choice, annals, Tally(plays), plays, game, title)


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
