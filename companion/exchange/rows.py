"""The rows of a sheet, grouped by play: what those of one play share, and where they differ.

Every row is read once, and only what is used of it is kept.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from companion.core.names import folded, listed, short
from companion.exchange.columns import BETWEEN, DATES, rank_of
from companion.exchange.json_lines import MOST_PLAYERS
from companion.exchange.limits import Quota
from companion.exchange.numbers import flag, unfinished, whole
from companion.exchange.parsed_plays import Oddities
from companion.exchange.sheet import BadLine, Row, wrong
from companion.exchange.vocabulary import NOBODY, plain_word

_DISTINGUISHING = ("group", "play", "game", "title", *DATES, "time")
"""The columns that identify a play without a `uid`."""
_OF_PLAYER = frozenset({"seat", "player", "score", "won", "rank", "first", "team", "role"})
_folded = lru_cache(10_000)(folded)  # the same few names and days are frequent


class Player(NamedTuple):
    """A player's seat and result. `seat` is None if the sheet has none."""

    seat: int | None
    name: str
    score: int | float | None
    won: bool
    first: bool | None
    team: str = ""
    role: str = ""


class Reader(NamedTuple):
    """How the cells of a sheet are read: its file, the parser of scores, and the collector of
    oddities.

    `called` are the sheet's names of columns, by ours. An `own` sheet was written by a companion:
    invalid scores in it are refused. In a `wide` one, the columns of scores have the players'
    names. `strangers` collects winners who did not play, with their lines, if a column names
    winners; `aliases` are names here by names in the file, both folded.
    """

    file: str
    points: Callable[[str], int | float | None]
    odd: Oddities
    strangers: dict[str, list[int]]
    called: Mapping[str, str] = {}
    own: bool = False
    wide: bool = False
    names_winners: bool = False
    aliases: Mapping[str, str] = {}

    def one_name(self, name: str) -> str:
        """Return the folded name in a cell; the same for all names that the user assigned to one
        player.
        """
        plain = _folded(name.strip())
        return self.aliases.get(plain, plain)

    def note(self, column: str, value: str, line: int) -> None:
        """Note a value that is not understood."""
        self.odd.value(self.called.get(column, column), value, line)


class Play:
    """The rows of one play, as they come.

    `by_uid` says that a uid connects them: then no row may contradict another.
    """

    def __init__(self, line: int, by_uid: bool) -> None:
        self.line = line
        self.cells: dict[str, str] = {}
        self._by_uid = by_uid
        self._rows: list[Row] = []
        self._lines: dict[str, int] = {}
        self._teams: dict[str, str] = {}
        self.problem: BadLine | None = None

    def add(self, row: Row, file: str) -> None:
        """Add a row. Raises Invalid."""
        own: dict[str, str] = {}
        for name, cell in row.cells.items():
            if name in _OF_PLAYER:
                own[name] = cell
                continue
            before = self.cells.setdefault(name, cell)
            if before != cell and self._by_uid:
                says = f"its `{name}` is “{short(cell)}”, and “{short(before)}”"
                raise wrong(row.line, file, f"{says} in line {self.line}, of the same play")
        name = own.get("player", "")
        if not name.strip() and not self._by_uid:
            raise wrong(row.line, file, "it names no player")
        if (before_it := self._lines.get(_folded(name))) is not None:
            if not any(self.cells.get(column, "").strip() for column in DATES):
                raise no_date(self.line, file)
            teams = self._teams[_folded(name)], own.get("team", "").strip()
            if all(teams) and _folded(teams[0]) != _folded(teams[1]):
                raise wrong(
                    row.line,
                    file,
                    f"{short(name)} is in the team “{short(teams[1])}”, and in line {before_it} "
                    f"of the same play in “{short(teams[0])}”",
                    "Everybody has one team: correct that line, or remove it. Of two plays on one "
                    "day, a column `play`, or the time in `date`, says which.",
                )
            raise wrong(
                row.line,
                file,
                f"{short(name)} is in that play already, in line {before_it}",
                "Correct that line, or remove it."
                if self._by_uid
                else "Of two plays on one day, a column `play`, or the time in `date`, says which.",
            )
        self._lines[_folded(name)] = row.line
        self._teams[_folded(name)] = own.get("team", "").strip()
        self._rows.append(Row(row.line, {"player": "", **own}))
        if len(self._rows) > MOST_PLAYERS:
            raise wrong(row.line, file, f"that play has more than {MOST_PLAYERS} players")

    def players(self, reader: Reader) -> list[Player]:
        """Return the players, by seat if the sheet has seats. Raises Invalid."""
        names = {_folded(row.cells["player"]) for row in self._rows}
        teams = {team for team in map(_folded, self._teams.values()) if team}
        found = [_player(row, (names, teams), reader) for row in self._rows]
        if reader.own:
            _require_all_seats([one.seat for one in found if one.seat], len(found), self, reader)
        return sorted(found, key=lambda one: one.seat or 0)

    @property
    def lines(self) -> set[int]:
        """Return the lines in which its rows end."""
        return {row.line for row in self._rows}

    def flag(self, column: str, reader: Reader) -> bool | None:
        """Return yes or no from a cell of the play; None if it says neither."""
        text = self.cells.get(column, "").strip()
        value = flag(text) if text else None
        if text and value is None:
            reader.note(column, text, self.line)
        return value

    def coop(self, players: Sequence[Player], reader: Reader) -> bool:
        """Whether the players played together. Raises Invalid if only some of them won."""
        if not self.flag("coop", reader):
            return False
        won = [short(one.name) for one in players if one.won]
        if won and len(won) < len(players) and not reader.own:
            raise wrong(
                self.line,
                reader.file,
                f"its play is cooperative, and only {listed(won)} won",
                "All win together, or nobody does: correct that play, or say that it is not "
                "cooperative.",
            )
        return True


def grouped_plays(rows: Iterable[Row], file: str, by_row: bool, strict: bool) -> Iterable[Play]:
    """Group the rows of a sheet by play, in whatever order they are. Raises Invalid.

    `by_row` says that each row is a play of its own. A play with an invalid row has a `problem`; if
    `strict`, it is raised.
    """
    quota = Quota(file)
    plays: dict[tuple[str, ...], Play] = {}
    for row in rows:
        quota.score(row.cells.get("score"))
        key = ("row", str(row.line)) if by_row else _key(row, file)
        play = plays.get(key)
        if play is None:
            quota.play()
            play = plays[key] = Play(row.line, by_uid=key[0] == "uid")
        if play.problem is not None:
            continue
        try:
            play.add(row, file)
        except BadLine as problem:
            if strict:
                raise
            play.problem = problem
    return plays.values()


def no_date(line: int, file: str) -> BadLine:
    """Return the problem of a row without a date, such as after cells were merged."""
    return wrong(line, file, "it has no date", "Every row needs its own: fill it in.")


def _require_all_seats(known: list[int], players: int, play: Play, reader: Reader) -> None:
    """Refuse a play with missing rows. Raises Invalid."""
    seats = sorted(known)
    if seats and seats != list(range(1, players + 1)):
        numbers = listed([str(seat) for seat in seats])
        raise wrong(
            play.line,
            reader.file,
            f"the seats of its play are {short(numbers)}; perhaps rows were cut off",
            "Export it again, or number the seats from 1 on.",
        )


def _key(row: Row, file: str) -> tuple[str, ...]:
    """Return what identifies the play of a row. Raises Invalid."""
    line, cells = row
    uid = cells.get("uid", "").strip()
    if uid:
        try:
            return "uid", str(UUID(uid))
        except ValueError:
            raise wrong(line, file, f"its `uid` “{short(uid)}” is not a UUID") from None
    return "", *(_folded(cells.get(name, "")) for name in _DISTINGUISHING)


_Named = tuple[set[str], set[str]]
"""The folded names of all players of a play, and of their teams."""


def _player(row: Row, names: _Named, reader: Reader) -> Player:
    """Return a player among those of these names, with the result. Raises Invalid."""
    line, cells = row
    name, text = cells["player"], cells.get("score", "").strip()
    score = reader.points(text) if text else None
    won = None
    if text and score is None:
        if reader.own:
            raise wrong(line, reader.file, f"the score “{short(text)}” is not a number")
        score = unfinished(text, reader.points)
        if score is not None:
            reader.odd.unfinished(text, line)
    if text and score is None:
        # A column such as `Result` may name the winner, in whole words; a player's own in any way.
        in_words = reader.wide or len(text) > 2
        won = flag(text) if in_words and not {"won", "rank"} & cells.keys() else None
        if won is None:
            column = name if reader.wide else reader.called.get("score", "score")
            reader.odd.score(column, text, line)
    if won is None:
        won = _won(row, names, reader)
    first = _yes_or_name(row, "first", names, reader)
    team, role = (_of_player(row, column, reader) for column in ("team", "role"))
    return Player(_seat(row, reader), name, score, bool(won), first, team, role)


def _of_player(row: Row, column: str, reader: Reader) -> str:
    """Return a text about a player; of a user's sheet without blanks around it."""
    text = row.cells.get(column, "")
    return text if reader.own else text.strip()


def _won(row: Row, names: _Named, reader: Reader) -> bool | None:
    """Whether a row says that its player has won: yes, the first place, or the name."""
    if row.cells.get("won", "").strip():
        return _yes_or_name(row, "won", names, reader)
    rank = row.cells.get("rank", "").strip()
    if rank and rank_of(rank) is None:
        reader.note("rank", rank, row.line)
    return rank_of(rank) == 1 if rank else None


def _yes_or_name(row: Row, column: str, names: _Named, reader: Reader) -> bool | None:
    """Read a cell that says yes or no, or lists the players or teams for whom it is true."""
    text = row.cells.get(column, "").strip()
    if not text:
        return None
    if not reader.own and not text.isdigit():
        whole_name = {reader.one_name(text)}
        for here, of in zip(names, ("player", "team"), strict=True):
            known = set(map(reader.one_name, here))
            split = set(map(reader.one_name, BETWEEN.split(text)))
            named = whole_name if whole_name <= known else split
            if named <= known:
                return reader.one_name(row.cells.get(of, "")) in named
    value = flag(text)
    if value is not None:
        return value
    if column == "won" and reader.names_winners and plain_word(text) not in NOBODY:
        reader.strangers.setdefault(text, []).append(row.line)
    else:
        reader.note(column, text, row.line)
    return value


def _seat(row: Row, reader: Reader) -> int | None:
    text = row.cells.get("seat", "").strip()
    seat = whole(text) if text else None
    if text and seat is None:
        reader.note("seat", text, row.line)
    return seat
