"""Selects plays by `--game`, `--player`, `--since`, `--until` and `--place`."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol, Self, TypeVar

from companion import games
from companion.core.names import counted, find, folded, short
from companion.errors import CompanionError, Invalid, NotFound
from companion.stats.meetings import Meetings, MeetingsByGame
from companion.stats.tally import Tally
from companion.table.desk import Desk
from companion.table.groups.document import player_names
from companion.table.history.finished_plays import Counts, History, Plays
from companion.table.history.play_index import SAT_IN, PlayedGame
from companion.table.history.records import placeholders
from companion.table.local_time import first_moment, period, read_day


class SavedCounts(Counts, Protocol):
    """Counts that can be saved and loaded again."""

    def __init__(self) -> None: ...

    @classmethod
    def from_json(cls, document: Any) -> Self:
        """Load what `to_json` returned. Raises ValueError for anything else."""


C = TypeVar("C", bound=SavedCounts)


class ChosenPlays(NamedTuple):
    """The chosen plays; the id and title of their game, if one was named."""

    plays: Plays
    game: str = ""
    title: str = ""


class Choice(NamedTuple):
    """The options as typed; with several players, plays with all of them.

    Both dates are inclusive, and may be months or years.
    """

    game: str | None = None
    players: Sequence[str] = ()
    since: str | None = None
    until: str | None = None
    place: str | None = None

    @property
    def is_all(self) -> bool:
        """Whether every play matches."""
        return self._replace(players=tuple(self.players)) == Choice()

    def settled(self, desk: Desk) -> Self:
        """The choice with both dates parsed. Raises Invalid."""
        since, until = (
            text if text is None else read_day(text, desk.now(), desk.date_order)
            for text in (self.since, self.until)
        )
        return self._replace(since=since, until=until)

    @property
    def when(self) -> str:
        """The period in words, empty if open."""
        parts = [f"since {self.since}"] if self.since else []
        return " ".join([*parts, *([f"until {self.until}"] if self.until else [])])

    def of(self, plays: Plays, history: History, group: Iterable[str] = ()) -> ChosenPlays:
        """The plays that match; `group` are the players in the group's list.

        Days are local. Raises Invalid, NotFound or Ambiguous.
        """
        if self.is_all:
            return ChosenPlays(plays)

        first, last = period(self.since, self.until)
        if first:
            plays = plays.also("began >= ?", first_moment(first))
        if last:
            plays = plays.also("began < ?", first_moment(last, days_later=1))
        names = list(dict.fromkeys([*group, *history.players])) if self.players else []
        hint = "`companion player list` shows who has played."
        for typed in self.players:
            who = folded(find(typed, names, lambda it: (it,), "player", hint))
            plays = plays.also(SAT_IN, who)
        if self.place is not None:
            nowhere = "No play has a place: `companion play edit -h` says how to add one."
            hint = "" if history.places else nowhere
            at = find(self.place, history.places, lambda it: (it,), "place", hint)
            plays = plays.also("place = ? AND place != ''", at)
        if self.game is None:
            return ChosenPlays(plays)
        numbers, game, title = game_named(history.title_now(self.game), history.games)
        return ChosenPlays(plays.also(f"sort IN ({placeholders(numbers)})", *numbers), game, title)


def game_named(text: str, played: Sequence[PlayedGame]) -> tuple[list[int], str, str]:
    """Find a game by title or id: its numbers in the index, its id or nothing, and its title.

    Raises Invalid, NotFound or Ambiguous.
    """
    if not text.strip():
        raise Invalid("Of which game?", "`--game bwd`, or the title of another one.")
    ids = {it.title: it.game for it in played}
    known = {**{called: box for box, _, called in games.inside()}, **ids}
    if folded(text) not in map(folded, ids):
        of_several = games.in_a_box(text)
        if of_several is not None:
            text = of_several[1]
        else:
            try:
                whole = games.find_game(text)
            except NotFound as problem:
                if not any(folded(text) in folded(title) for title in known):
                    raise NotFound(
                        f"No game named “{short(text)}” is known or was played.",
                        f"{problem.hint} Name other games by their title.",
                    ) from None
            else:
                return [it.number for it in played if it.game == whole.id], whole.id, whole.title
    once = list({folded(title): title for title in reversed(known)}.values())[::-1]
    title = find(text, once, lambda it: (it, games.in_short(known[it], it)), "game")
    ours = {game.title: game.id for game in map(games.game, games.OWN)}
    if title in ours:
        return [it.number for it in played if it.game == ours[title]], ours[title], title
    wanted = folded(title)
    return [it.number for it in played if folded(it.title) == wanted], known[title], title


# The selected plays, and players


class Selection(NamedTuple):
    """The selected finished plays with their tally; and their game, if only one was selected."""

    desk: Desk
    choice: Choice
    history: History
    tally: Tally
    plays: Plays
    """The plays, oldest first."""
    game: str = ""
    title: str = ""

    @property
    def aside(self) -> str:
        """The group, the period and the place, to show beside a heading."""
        where = f"at {self.place}" if self.place else ""
        return " · ".join(filter(None, (f"group {self.desk.group}", self.choice.when, where)))

    @property
    def place(self) -> str:
        """The place as written in a play; empty if open."""
        if self.choice.place is None:
            return ""
        return next((it.title for it in self.tally.places.values()), self.choice.place)

    def meetings(self, names: Sequence[str]) -> Meetings:
        """Who sat at one table with these players."""
        return self.counted("meetings", Meetings, names)

    def meetings_by_game(self, names: Sequence[str]) -> MeetingsByGame:
        """Who sat at one table with these players, game by game."""
        return self.counted("meetings by game", MeetingsByGame, names)

    def counted(self, key: str, kind: type[C], names: Sequence[str] = ()) -> C:
        """Count these plays; counts of all plays are kept under the key.

        If only the players `names` matter, other plays are left out.
        """
        if self.choice.is_all:
            return self.history.counted(key, kind, kind.from_json)
        plays = self.plays
        if names:
            any_of_them = " OR ".join([SAT_IN] * len(names))
            plays = plays.also(f"({any_of_them})", *map(folded, names))
        counts = kind()
        for play in plays:
            counts.add(play)
        return counts

    @property
    def about(self) -> dict[str, str | int | None]:
        """The selection as JSON."""
        return {
            "group": self.desk.group,
            "game": self.game or None,
            "title": self.title or None,
            "since": self.choice.since,
            "until": self.choice.until,
            "place": self.place or None,
            "plays": self.tally.plays,
        }

    @property
    def twice(self) -> tuple[str, ...]:
        """A sentence if there are plays that do not count because they are the same as others."""
        doubles = self.history.doubles
        if not doubles:
            return ()
        again, counts = next(iter(doubles.items()))
        more = f" ({len(doubles) - 1} more like that)" if len(doubles) > 1 else ""
        # imported late: most groups have no duplicates
        from companion.table.history.report import record_named

        same = f"{again} is the same play as {counts}"
        if record_named(self.desk, again).uid == record_named(self.desk, counts).uid:
            return (f"{same}, recorded differently: it does not count{more}.",)
        apart = f"`companion play split {again}` if they are two"
        return (f"{same}, recorded on another device: it does not count{more}; {apart}.",)

    @property
    def nothing(self) -> str:
        """A sentence for an empty selection, with what to do."""
        if not self.history.tally.plays:
            return (
                "No finished plays yet: `companion start bwd Ana Ben` begins one, "
                "`companion finish` ends it."
            )
        limits = f"{self.of_game}{self.in_time}"
        return f"No finished plays{limits}: `companion plays` lists all plays."

    @property
    def of_game(self) -> str:
        """` of Heat` if a game was selected, to continue a sentence; else empty."""
        return f" of {self.title}" if self.title else ""

    @property
    def in_game(self) -> str:
        """` in Heat` if a game was selected, to continue a title; else empty."""
        return f" in {self.title}" if self.title else ""

    @property
    def in_time(self) -> str:
        """The period and place, to continue a sentence; empty if open."""
        when = f" {self.choice.when}" if self.choice.when else ""
        return f"{when} at {self.place}" if self.place else when


def selected(desk: Desk, choice: Choice) -> Selection:
    """Select and count plays. Raises Invalid, NotFound or Ambiguous."""
    history = History(desk)
    choice = choice.settled(desk)
    if choice.is_all:
        return Selection(desk, choice, history, history.tally, history.finished)
    plays, game, title = choice.of(history.finished, history)
    return Selection(desk, choice, history, Tally(plays), plays, game, title)


def players_named(found: Selection, typed: Sequence[str]) -> list[str]:
    """Find the players named. Raises NotFound, Ambiguous, or Invalid for one named twice."""
    known = list(found.tally.players)
    group = player_names(found.desk.group_document())
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
    """The names of all players of finished plays, for completion; empty if that fails."""
    try:
        return list(History(desk).tally.players)
    except CompanionError:
        return []


def games_played(desk: Desk) -> list[str]:
    """All games that were played, built-in ones by id, for completion; empty if that fails."""
    try:
        played = History(desk).tally.games.values()
    except CompanionError:
        return []
    return list(dict.fromkeys(game.game or game.title for game in played))
