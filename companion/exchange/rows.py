"""The rows of a sheet, play by play: what those of one play have in common, and where they differ.

Every row is looked at once, and only what is used of it is kept.
"""

from collections.abc import Collection, Iterable
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

from companion.core.names import folded, listed, short
from companion.exchange.limits import Quota
from companion.exchange.plain import MOST_PLAYERS
from companion.exchange.sheet import Row, Sheet, wrong
from companion.exchange.values import flag, number, whole

DATES = ("ended", "date", "started")
"""Columns that may tell when a play was, what counts most first."""
_TELL_APART = ("group", "play", "game", "title", *DATES)
"""What rows of one play have in common where they have no `uid`."""
_OF_PLAYER = frozenset({"seat", "player", "score", "won", "first"})
_folded = lru_cache(10_000)(folded)  # the same few names and days come again and again


class Player(NamedTuple):
    """Who sat where, and what became of them. `seat` is None where nobody told."""

    seat: int | None
    name: str
    score: int | float | None
    won: bool
    first: bool | None


class Play:
    """The rows of one play, as they come: what they all tell, and who is in them.

    `by_uid` says that they belong together by that: then no row may say otherwise than another.
    """

    def __init__(self, line: int, by_uid: bool) -> None:
        self.line = line
        self.cells: dict[str, str] = {}
        self.players: list[Player] = []
        self._by_uid = by_uid
        self._lines: dict[str, int] = {}

    def add(self, row: Row, file: str) -> None:
        """Take one more row. Raises Invalid."""
        for name, cell in row.cells.items():
            if name in _OF_PLAYER:
                continue
            before = self.cells.setdefault(name, cell)
            if before != cell and self._by_uid:
                says = f"its `{name}` is “{short(cell)}”, and “{short(before)}”"
                raise wrong(row.line, file, f"{says} in line {self.line}, of the same play")
        player = _player(row, file)
        before_it = self._lines.setdefault(_folded(player.name), row.line)
        if before_it != row.line:
            raise wrong(
                row.line,
                file,
                f"{short(player.name)} is in that play already, in line {before_it}",
                "Mend that line, or take it out."
                if self._by_uid
                else "Of two plays on one day, a column `play`, or the time in `date`, says which.",
            )
        self.players.append(player)
        if len(self.players) > MOST_PLAYERS:
            raise wrong(row.line, file, f"that play has more than {MOST_PLAYERS} players")

    def require_all_seats(self, file: str) -> None:
        """Refuse a play of which rows are missing. Raises Invalid."""
        seats = sorted(player.seat for player in self.players if player.seat)
        if seats and seats != list(range(1, len(self.players) + 1)):
            told = listed([str(seat) for seat in seats])
            raise wrong(
                self.line,
                file,
                f"the seats of its play are {short(told)}; perhaps rows were cut off",
                "Export it again, or number the seats from 1 on.",
            )


def gathered(sheet: Sheet, file: str, wanted: Collection[str]) -> Iterable[Play]:
    """The plays of a sheet with their rows, which may stand anywhere in it. Raises Invalid."""
    quota = Quota(file)
    plays: dict[tuple[str, ...], Play] = {}
    for row in sheet.rows(wanted):
        quota.score(row.cells.get("score"))
        key = _key(row, file)
        play = plays.get(key)
        if play is None:
            quota.play()
            play = plays[key] = Play(row.line, by_uid=key[0] == "uid")
        play.add(row, file)
    if "uid" in sheet.columns:
        for play in plays.values():
            play.require_all_seats(file)
    return plays.values()


def _key(row: Row, file: str) -> tuple[str, ...]:
    """What the rows of one play have in common. Raises Invalid."""
    line, cells = row
    uid = cells.get("uid", "").strip()
    if uid:
        try:
            return "uid", str(UUID(uid))
        except ValueError:
            raise wrong(line, file, f"its `uid` “{short(uid)}” is no UUID") from None
    return "", *(_folded(cells.get(name, "")) for name in _TELL_APART)


def _player(row: Row, file: str) -> Player:
    """A player, and what became of them. Raises Invalid."""
    line, cells = row
    told = cells.get("score", "").strip()
    score = number(told)
    if told and score is None:
        raise wrong(line, file, f"the score “{short(told)}” is no number")
    won, first = (flag(cells.get(name)) for name in ("won", "first"))
    seat, name = whole(cells.get("seat")), cells.get("player", "")
    return Player(seat, name, score, bool(won), first)
