"""References in a log to other logs (by id) and to people, and translating them."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import RENAMED, RENAMES, Event, with_renames
from companion.core.log import Log
from companion.core.play import JOINED
from companion.exchange.import_log import IMPORT_MADE

PLAYS, BOXES = "plays", "copies"
_REFERENCES = {"play": PLAYS, "copy": BOXES}

Follow = Callable[[str, str], str]
"""Gives the current id of a log: `follow(shelf, id)`."""


def with_references(data: Mapping[str, Any], follow: Follow) -> dict[str, Any]:
    """Return an entry's data with every reference followed; everything else is unchanged."""
    return {key: _value(key, value, follow) for key, value in data.items()}


def masked(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return an entry's data without the names of logs and people, for comparison.

    People: an import records its `players` by their names here, and another group may have other
    names for them.
    """
    plain = with_references(data, lambda shelf, log_id: "")
    plain.pop(RENAMES, None)  # each group has its own count
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
    """Return the data of an imported play, with its `players` renamed by `people`."""
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


class Called(NamedTuple):
    """A name in a log, and the group's count of renames when it was given."""

    name: str
    renames: int


def seats_called(events: Sequence[Event]) -> list[Called]:
    """Return everyone's final name, seat by seat; empty for logs that are not plays."""
    begun = events[0].data
    seats = begun.get("seats")
    if not isinstance(seats, list) or not all(isinstance(seat, dict) for seat in seats):
        return []
    found = [Called(str(seat.get("name", "")), _count(begun)) for seat in seats]
    if any(event.kind in (RENAMED, JOINED) for event in events):
        for event in Log(tuple(events)).standing():
            seat = event.data.get("seat")
            if event.kind == JOINED:
                found.append(Called(str(event.data.get("name", "")), _count(event.data)))
            if event.kind == RENAMED and type(seat) is int and 0 <= seat < len(found):
                found[seat] = Called(str(event.data.get("name", "")), _count(event.data))
    return found


def _count(data: Mapping[str, Any]) -> int:
    count = data.get(RENAMES, 0)
    return count if type(count) is int else 0


def seat_names(events: Sequence[Event]) -> list[str]:
    """Return everyone's final name, seat by seat."""
    return [seat.name for seat in seats_called(events)]


def counted_here(kind: str, data: Mapping[str, Any], renames: int) -> dict[str, Any]:
    """Return the data of an import's entry with our count of renames: incoming names are current
    ones.
    """
    names = kind == IMPORT_MADE or "players" in data
    return {**data, **with_renames(renames + data.get(RENAMES, 0))} if names else dict(data)
