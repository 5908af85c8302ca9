"""The plays of a player among all of a group: finished, abandoned, live and imported.

For changes that are allowed only for somebody who never played, or never with another player.
"""

from collections.abc import Iterator
from contextlib import suppress
from shlex import quote

from companion.core.names import counted, folded, listed
from companion.core.record import PlayRecord
from companion.errors import CompanionError, Refused
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.history.finished_plays import History
from companion.table.history.play_index import SAT_IN
from companion.table.history.summary import IMPORTS
from companion.table.local_time import day

_MANY = 3
"""How many plays are named."""


class Appearances:
    """Who took part in which plays, by current names."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._history = History(desk)

    @property
    def names(self) -> list[str]:
        """The names of everybody who took part in any play."""
        return list(self._history.players)

    def number(self, name: str) -> int:
        """In how many plays somebody took part."""
        return len(self._history.plays.also(SAT_IN, folded(name)))

    def in_words(self, name: str) -> str:
        """A player's number of plays, and the newest: `Bne has 2 plays (the last: bwd-3 of …)`."""
        newest = self.newest(name)
        number = counted(self.number(name), "play")
        return f"{name} has {number}" + (f" (the last: {_play_and_day(newest)})" if newest else "")

    def followed(self, name: str) -> list[str]:
        """The ids of a player's plays that were followed here."""
        plays = self._history.plays.also(SAT_IN, folded(name))
        return [play.play for play in plays if not play.source]

    def newest(self, name: str) -> PlayRecord | None:
        """A player's newest play; None if the player has none."""
        found = self._history.plays.also(SAT_IN, folded(name)).newest_first(1)
        return next((play for play, _ in found), None)

    def last_end(self, name: str) -> str:
        """When a player's last play ended, perhaps later today; empty if the player has none."""
        return max((it.ended for it in self._history.plays.also(SAT_IN, folded(name))), default="")

    def require_apart(self, name: str, other: str) -> None:
        """Refuse to merge two players who sat at one table, naming the plays.

        Imports that were undone count, too, as they may be redone. Raises Refused.
        """
        both = self._history.plays.also(SAT_IN, folded(name)).also(SAT_IN, folded(other))
        found = [_play_and_day(play) for play, _ in both.newest_first()]
        found += self._taken_back(name, other)
        if not found:
            return
        first = found if len(found) <= _MANY else found[: _MANY - 1]
        more = [f"{len(found) - len(first)} more"] if len(first) < len(found) else []
        raise Refused(
            f"{name} and {other} sat at the same table, so they are two people: "
            f"{listed([*first, *more])} {'has' if len(found) == 1 else 'have'} both.",
            f"`companion player rename {quote(name)} NEW_NAME` gives one of them another name.",
        )

    def _taken_back(self, *names: str) -> Iterator[str]:
        """The undone imports that have a play with all of these names."""
        from companion.exchange.import_log import PLAY_RECORDED, are_taken_back, record_in_log

        store, wanted = self._desk.store, {folded(name) for name in names}
        with_names_now = self._history.with_names_now
        for log in store.log_ids(self._desk.group, IMPORTS):
            with suppress(CompanionError, ValueError):  # logs that cannot be read are passed over
                events = store.read_log(LogRef(self._desk.group, IMPORTS, log))
                records = [it for it in events if it.kind == PLAY_RECORDED]
                if are_taken_back(events) and any(
                    wanted
                    <= {folded(part.name) for part in with_names_now(record_in_log(it.data)).parts}
                    for it in records
                ):
                    yield f"{log}, which was taken back,"


def _play_and_day(play: PlayRecord) -> str:
    """The play, and when it was."""
    return f"{play.play} of {day(play.started)}"
