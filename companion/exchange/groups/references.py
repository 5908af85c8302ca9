"""Where the entries of one log name another log of the group, and how they follow a new name.

By what a key is called, whatever the game: `play` is a play's id; `copy`, and the `id` of each of
the `boxes` that a play was begun with, are a box's. So games of other packages are followed, too.

What is said in words is not followed: a house rule's “ruling 3: …” brings its text along, and its
number is the one that the ruling had where it was used. Nor is the `box/card` that somebody typed
somewhere; nor a log that was damaged and so left out of the file, of which nobody knows the name.
"""

from collections.abc import Callable, Mapping
from typing import Any

PLAYS, COPIES = "plays", "copies"
_REFERENCES = {"play": PLAYS, "copy": COPIES}
_BOXES = "boxes"

Follow = Callable[[str, str], str]
"""Gives the id by which a log goes now: `follow(shelf, id)`."""


def followed(data: Mapping[str, Any], follow: Follow) -> dict[str, Any]:
    """An entry's data with every reference as `follow` gives it; all else is the same."""
    return {key: _value(key, value, follow) for key, value in data.items()}


def masked(data: Mapping[str, Any]) -> dict[str, Any]:
    """An entry's data without the names by which logs and people go, to be compared.

    People: an import tells its `players` by their names here, which another group may call
    otherwise.
    """
    plain = followed(data, lambda shelf, log_id: "")
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
    """What an import tells of a play, with its `players` called as `people` gives it."""
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
        return followed(value, follow)
    if not isinstance(value, list):
        return value
    if key == _BOXES:
        return [_box(item, follow) for item in value]
    return [followed(item, follow) if isinstance(item, dict) else item for item in value]


def _box(item: Any, follow: Follow) -> Any:
    if not isinstance(item, dict):
        return item
    plain = followed(item, follow)
    return {**plain, "id": follow(COPIES, plain["id"])} if type(plain.get("id")) is str else plain
