"""What a log names, and what that is called elsewhere: other logs by id, and people."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.event import RENAMED, RENAMES, Draft, Event, with_renames
from companion.core.log import Log
from companion.core.names import folded
from companion.core.play import JOINED
from companion.exchange.import_log import IMPORT_MADE

PLAYS, BOXES = "plays", "copies"
_REFERENCES = {"play": PLAYS, "copy": BOXES}

Follow = Callable[[str, str], str]
"""Gives the id by which a log goes now: `follow(shelf, id)`."""


def with_references(data: Mapping[str, Any], follow: Follow) -> dict[str, Any]:
    """An entry's data with every reference as `follow` gives it; all else is the same."""
    return {key: _value(key, value, follow) for key, value in data.items()}


def masked(data: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's data without the names by which logs and people go, to be compared.

    People: an import records its `players` by their names here, and another group may have other
    names for them.
    """
    plain = with_references(data, lambda shelf, log_id: "")
    plain.pop(RENAMES, None)  # a group's own count
    players = plain.get("players")
    if isinstance(players, list) and all(isinstance(who, dict) for who in players):
        plain["players"] = [{**who, "name": ""} for who in players]
        if isinstance(plain.get("marks"), list):
            plain["marks"] = [
                {**mark, "player": ""} if isinstance(mark, dict) else mark
                for mark in plain["marks"]
            ]
    return plain


def renamed(data: Mapping[str, Any], people: Callable[[str], str]) -> dict[str, Any]:
    """The data of an imported play, with its `players` named as `people` gives it."""
    plain = dict(data)
    for key, field in (("players", "name"), ("marks", "player")):
        if isinstance(plain.get(key), list):
            plain[key] = [
                {**item, field: people(item[field])}
                if isinstance(item, dict) and type(item.get(field)) is str
                else item
                for item in plain[key]
            ]
    return plain


def _value(key: str, value: Any, follow: Follow) -> Any:
    if type(value) is str:
        return follow(_REFERENCES[key], value) if key in _REFERENCES else value
    if isinstance(value, dict):
        return with_references(value, follow)
    if not isinstance(value, list):
        return value
    if key == "boxes":
        return [_box(item, follow) for item in value]
    return [with_references(item, follow) if isinstance(item, dict) else item for item in value]


def _box(item: Any, follow: Follow) -> Any:
    if not isinstance(item, dict):
        return item
    plain = with_references(item, follow)
    return {**plain, "id": follow(BOXES, plain["id"])} if type(plain.get("id")) is str else plain


# People


def seat_names(events: Sequence[Event]) -> list[str]:
    """What everybody at the table is called in the end, seat by seat; empty for what is no play."""
    seats = events[0].data.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        return []
    names = [str(seat.get("name", "")) for seat in seats]
    if any(event.kind in (RENAMED, JOINED) for event in events):
        for event in Log(tuple(events)).standing():
            seat = event.data.get("seat")
            if event.kind == JOINED:
                names.append(str(event.data.get("name", "")))
            if event.kind == RENAMED and type(seat) is int and 0 <= seat < len(names):
                names[seat] = str(event.data.get("name", ""))
    return names


def counted_here(kind: str, data: Mapping[str, Any], renames: int) -> dict[str, Any]:
    """The data of an import's entry with its count of renames behind ours: names that come in are
    those of now."""
    names = kind == IMPORT_MADE or "players" in data
    return {**data, **with_renames(renames + data.get(RENAMES, 0))} if names else dict(data)


def with_names_here(
    events: Sequence[Event], theirs: Sequence[Event], people: "People", at: str, renames: int = 0
) -> list[Event]:
    """The play with its people under the names that they have here, `theirs` being their log of it.

    An entry more for each who is called otherwise, or by a name that somebody else had here before
    (by our count of `renames`): the log itself stays as it is.
    """
    log, called = Log(tuple(events)), people.called
    now = seat_names(events)
    new = len(events) == len(theirs)
    for seat, name in enumerate(seat_names(theirs)):
        otherwise = seat < len(now) and called(name) not in (now[seat], name)
        if otherwise or (new and people.is_of_two(name)):
            data = {"seat": seat, "name": called(name), **with_renames(renames)}
            log = log.extended([Draft(RENAMED, data)], at)
    return list(log.events)


class People:
    """Who of theirs is who of ours. `called` gives the name here of any name there.

    `chosen` are those that somebody matched, names there to names here. `ours` and `theirs` are the
    players as groups list them.
    """

    def __init__(
        self,
        ours: Sequence[Mapping[str, Any]],
        theirs: Sequence[Mapping[str, Any]],
        chosen: Mapping[str, str],
    ) -> None:
        self.ours = {folded(who["name"]): str(who["name"]) for who in ours}
        self.theirs = {folded(who["name"]): str(who["name"]) for who in theirs}
        self._former_here = _former(ours)
        self._former_there = _former(theirs)
        self.chosen = {folded(name): here for name, here in chosen.items()}
        self.one_group = False
        self._seen: dict[str, tuple[str, str]] = {}

    def see(self, there: Sequence[Event], here: Sequence[Event]) -> None:
        """Take note of a play that both groups know: the newest one decides who is who."""
        at = there[0].at
        for theirs, ours in zip(seat_names(there), seat_names(here), strict=False):
            if self._seen.get(folded(theirs), ("", ""))[0] <= at:
                self._seen[folded(theirs)] = (at, ours)

    def called(self, name: str) -> str:
        """The name here of one of theirs."""
        key = folded(name)
        if key in self.chosen:
            return self.chosen[key]
        if not self.one_group:
            return self.ours.get(key, name)
        # A name may stand for two people: the plays that both groups know say so.
        seen = self.ours.get(folded(self._seen.get(key, ("", ""))[1]))
        if key in self.ours:
            return seen or self.ours[key]
        return self._former_here.get(key) or self._ours_formerly(key) or seen or name

    def renamed_there(self, name: str) -> bool:
        """Whether somebody was given this name there, and goes by the former one here."""
        former = self._ours_formerly(folded(name))
        return former is not None and former == self.called(name) != name

    def is_of_two(self, name: str) -> bool:
        """Whether one of theirs goes by a name that is ours now, and somebody else's before."""
        key = folded(self.called(name))
        return key in self.ours and key in self._former_here

    def doubtful(self) -> list[str]:
        """Names of theirs that somebody has here, too, and nobody has said whether it is one."""
        if self.one_group:
            return []
        unsaid = self.ours.keys() - self.chosen
        return [name for key, name in self.theirs.items() if key in unsaid]

    def _ours_formerly(self, key: str) -> str | None:
        """Who of ours is called `key` there, by the name that they had there before.

        A name that somebody else has there now belongs to them.
        """
        names = (
            self.ours.get(before)
            for before, now in self._former_there.items()
            if folded(now) == key and before not in self.theirs
        )
        return next((name for name in names if name is not None), None)


def _former(players: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Who has which name now, by the names that people had before."""
    return {
        folded(former["name"]): str(who["name"])
        for who in players
        for former in who.get("formerly", ())
    }
