"""Who the players of a group are in BG Stats: ids that stay theirs, whatever they are called."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.exchange.bgstats.sending import fresh_id
from companion.exchange.coming import BG_STATS
from companion.table.desk import Desk
from companion.table.exchanging.namesakes import known_as

ID = "id"
"""The key of a player in the group's document for the id by which other programs know them."""


def identities(desk: Desk, plays: Iterable[PlayRecord]) -> dict[str, str]:
    """The ids of all players in these plays, by folded name.

    Whoever came from BG Stats has the id that they have there. Whoever has none yet gets one, which
    is kept in the group's document. Raises StorageError.
    """
    wanted = {folded(part.name) for play in plays for part in play.parts}
    players = desk.group_document().get("players", [])
    found = _told(players)
    if any(name in wanted and name not in found for name in _names(players)):
        with desk.changing_group() as document:
            players = document.get("players", [])
            found = _told(players)
            for who in players:
                name = folded(who["name"])
                if name in wanted and name not in found:
                    who[ID] = found[name] = fresh_id(desk.group, name, desk.now())
    return {name: told for name, told in found.items() if name in wanted}


def _names(players: Iterable[Mapping[str, Any]]) -> list[str]:
    return [folded(who["name"]) for who in players]


def _told(players: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The ids that are known, by folded name; each is one person's only."""
    whose = {_uuid(who.get(ID)): folded(who["name"]) for who in reversed(players)}
    found: dict[str, str] = {}
    for who in players:
        name = folded(who["name"])
        theirs = (fact["id"] for fact in known_as(who) if fact["source"] == BG_STATS)
        told = (_uuid(text) for text in (*theirs, who.get(ID)))
        id_ = next((one for one in told if one and whose.setdefault(one, name) == name), "")
        if id_:
            found[name] = id_
    return found


def _uuid(text: Any) -> str:
    try:
        return str(UUID(text)) if isinstance(text, str) else ""
    except ValueError:
        return ""
