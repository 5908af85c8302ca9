"""The document of two groups that become one: players, rulings, settings.

What is ours stays: which play is at hand, who I am, which boxes are in use. What only theirs knows
comes along, under the names and numbers that it has here.
"""

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.names import folded
from companion.exchange.groups.pairs import ALIKE, noted, pairs_in
from companion.exchange.groups.references import COPIES, PLAYS, Follow

PLAYERS, RULINGS = "players", "rulings"
_OF_THIS_DEVICE = ("me", "current", "sent")
_OF_PLAYS = ("live", "count", "kept", "boxes")


class Joined(NamedTuple):
    """A document with theirs in it, and what is to be said of it.

    `players` are names that are new here, `rulings` pairs of their number and ours of those that
    are, `retired` our numbers of those that count here and do not there.
    """

    document: dict[str, Any]
    players: Sequence[str]
    rulings: Sequence[tuple[int, int]]
    retired: Sequence[int]


def joined(
    ours: Mapping[str, Any],
    theirs: Mapping[str, Any],
    follow: Follow,
    called: Callable[[str], str],
) -> Joined:
    """Our document with what theirs tells. `called` gives the name here of a player of theirs.

    Which plays are live, and by which play a box was left as it is, is not for the documents to
    say: `live` is ours, `kept` too, with theirs where ours has nothing.
    """
    document: dict[str, Any] = copy.deepcopy(dict(ours))
    theirs = copy.deepcopy(dict(theirs))
    new = _join_players(document, theirs.get(PLAYERS, []), called)
    rulings, retired = _join_rulings(document, theirs.get(RULINGS, []), follow, called)
    if theirs.get("count", 0) > document.get("count", 0):
        document["count"] = theirs["count"]
    kept = {game: follow(PLAYS, play) for game, play in theirs.get("kept", {}).items()}
    boxes = {
        game: [follow(COPIES, box) for box in used]
        for game, used in theirs.get("boxes", {}).items()
    }
    for key, told in (("kept", kept), ("boxes", boxes)):
        if told:
            document[key] = {**told, **document.get(key, {})}
    noted(document, pairs_in(theirs))
    for key, value in theirs.items():
        if key in (PLAYERS, RULINGS, ALIKE, *_OF_THIS_DEVICE, *_OF_PLAYS):
            continue
        if isinstance(value, dict) and isinstance(document.get(key), dict):
            document[key] = {**value, **document[key]}
        else:
            document.setdefault(key, value)
    return Joined(document, new, rulings, retired)


def _join_players(
    document: dict[str, Any], theirs: Sequence[dict[str, Any]], called: Callable[[str], str]
) -> list[str]:
    players = document.get(PLAYERS, [])
    known = {folded(who["name"]): who for who in players}
    new = []
    for who in theirs:
        name = called(who["name"])
        here = known.get(folded(name))
        if here is None:
            known[folded(name)] = here = {**who, "name": name}
            players.append(here)
            new.append(name)
            continue
        told = here.get("formerly", [])
        more = [
            former
            for former in who.get("formerly", [])
            # A name that somebody has here is nobody's former one, or two would be one.
            if former not in told and folded(former["name"]) not in known
        ]
        if more:
            here["formerly"] = [*told, *more]
        # Who they are to other programs: what is known here goes first.
        if "id" in who:
            here.setdefault("id", who["id"])
        known_as = here.get("known_as", [])
        elsewhere = [one for one in who.get("known_as", []) if one not in known_as]
        if elsewhere:
            here["known_as"] = [*known_as, *elsewhere]
    if players:
        document[PLAYERS] = players
    return new


def _join_rulings(
    document: dict[str, Any],
    theirs: Sequence[dict[str, Any]],
    follow: Follow,
    called: Callable[[str], str],
) -> tuple[list[tuple[int, int]], list[int]]:
    rulings = document.get(RULINGS, [])
    number = max((known["number"] for known in rulings), default=0)
    new: list[tuple[int, int]] = []
    retired: list[int] = []
    for ruling in theirs:
        on = [_entry_id(full_id, follow) for full_id in ruling["on"]]
        told = {**ruling, "on": on, "agreed_by": [called(name) for name in ruling["agreed_by"]]}
        if type(ruling.get("play")) is str:
            told["play"] = follow(PLAYS, ruling["play"])
        same = [known for known in rulings if _says(known) == _says(told)]
        if not same:
            number += 1
            rulings.append({**told, "number": number})
            new.append((ruling["number"], number))
        elif ruling.get("retired") and not any(known.get("retired") for known in same):
            retired.append(same[-1]["number"])
    if rulings:
        document[RULINGS] = rulings
    return new, retired


def _says(ruling: Mapping[str, Any]) -> tuple[str, frozenset[str]]:
    return folded(ruling["text"]), frozenset(ruling["on"])


def _entry_id(full_id: str, follow: Follow) -> str:
    """What a ruling is about; a card of a box that goes by another id here is followed."""
    game, _, entry = full_id.partition("/")
    box, slash, card = entry.partition("/")
    if not slash:
        return full_id
    here = follow(COPIES, f"{game}-{box}").removeprefix(f"{game}-")
    return f"{game}/{here}/{card}"
