"""Who is who: people in a file, players of the group, and their ids in BG Stats.

A name in a file may belong to another person of the same name. So the companion asks, or `--map`
says; the answer is kept with the player, under the id that the other program uses.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from companion.core.names import find, folded, proper_name, short
from companion.core.record import PlayRecord
from companion.errors import Ambiguous, Invalid
from companion.exchange.bgstats_export import fresh_id
from companion.exchange.groups.people import KNOWN_AS
from companion.exchange.limits import numbered
from companion.exchange.parsed_plays import BG_STATS, OWN_SOURCE
from companion.store.base import Document
from companion.table.desk import Desk
from companion.table.history.records import now_called


class Namesake(NamedTuple):
    """A name in a file that a player here has or had; `ours` is that player's current name."""

    name: str
    ours: str


class NameMatch(NamedTuple):
    """Who the people in a file are here, and about whom to ask.

    `called` are names here by names in the file; `new` those of new players.
    """

    called: Mapping[str, str]
    new: Sequence[str]
    unclear: Sequence[Namesake]


class Roster:
    """The players of a group by current name, former names, and ids in other programs."""

    def __init__(self, document: Document, source: str) -> None:
        self._source = source
        self.players: list[dict[str, Any]] = document.get("players", [])
        self._names = {folded(who["name"]): str(who["name"]) for who in self.players}
        former = {name: spans[-1][1] for name, spans in now_called(self.players).items()}
        self._everybody = {**former, **self._names}
        self._elsewhere = {
            known["id"]: str(who["name"])
            for who in self.players
            for known in known_as(who)
            if known["source"] == source
        }

    def meet(
        self, people: Mapping[str, str], maps: Mapping[str, str], all_the_same: bool
    ) -> NameMatch:
        """Match the people of a file. `people` are their ids by name, `maps` what was typed."""
        called: dict[str, str] = {}
        unclear: list[Namesake] = []
        for name, other_id in people.items():
            ours = self._everybody.get(folded(name))
            if name in maps:
                called[name] = self._names.get(folded(maps[name]), maps[name])
            elif known := self.known_by(name, other_id):
                called[name] = known
            elif ours is None or all_the_same:
                called[name] = ours or name
            else:
                unclear.append(Namesake(name, ours))
        new = [name for name in dict.fromkeys(called.values()) if folded(name) not in self._names]
        return NameMatch(called, new, unclear)

    def known_by(self, name: str, other_id: str) -> str:
        """The player whom the program knows by that id or else that name; empty if unknown."""
        return self._elsewhere.get(other_id or _by_name(name), "")

    def proposal(self, name: str, people: Iterable[str] = ()) -> str:
        """Propose a free name for another person of that name, such as `Ana 2`."""
        taken = {*self._everybody, *map(folded, people)}
        number = 2
        while folded(numbered(name, number)) in taken:
            number += 1
        return numbered(name, number)

    def require_new_or_now(self, maps: Mapping[str, str]) -> None:
        """Refuse former names of players: old plays would be mixed up. Raises Ambiguous."""
        for name in maps.values():
            ours = self._everybody.get(folded(name))
            if ours is not None and folded(name) not in self._names:
                raise Ambiguous(
                    f"{ours} was called {name} before, so nobody else can have that name.",
                    [ours, name],
                    f"Use another name, such as `{self.proposal(name)}`, or map to {ours}.",
                )


def people_typed(
    texts: Iterable[str], people: Mapping[str, str], headings: Mapping[str, str] = {}
) -> dict[str, str]:
    """Parse `--map NAME=OURS`: names here by names in the file.

    `headings` are players by the columns of their points. Raises Invalid for anything but a pair of
    names, NotFound for a name that is not in the file.
    """
    maps: dict[str, str] = {}
    known = {folded(name): name for name in people}
    also = {folded(name): known.get(folded(one)) for name, one in headings.items()}
    known = {name: one for name, one in also.items() if one} | known
    for text in texts:
        # A name may contain `=`: then the name in the file decides.
        cuts = [at for at, sign in enumerate(text) if sign == "="]
        if not cuts:
            raise Invalid(
                f"`--map` needs two names, and “{short(text)}” is one.",
                '`--map "Ana=Ana B"`: Ana in the file is Ana B here.',
            )
        cut = next((at for at in cuts if folded(text[:at]) in known), cuts[0])
        name = known.get(folded(text[:cut])) or find(
            text[:cut], list(people), lambda one: (one,), "player in the file"
        )
        maps[name] = proper_name(text[cut + 1 :], "player")
    return maps


def settled_in(
    document: Document, meeting: NameMatch, people: Mapping[str, str], source: str
) -> None:
    """Add new players to the group's document, and the ids of players in other programs."""
    players = document.get("players", [])
    document["players"] = [*players, *({"name": name} for name in meeting.new)]
    by_name = {folded(who["name"]): who for who in document["players"]}
    for name, other_id in people.items():
        who = by_name.get(folded(meeting.called.get(name, "")))
        if not other_id and source != OWN_SOURCE and who and folded(who["name"]) != folded(name):
            other_id = _by_name(name)  # so that nobody is asked again
        fact = {"source": source, "id": other_id}
        if who is not None and other_id and fact not in known_as(who):
            who[KNOWN_AS] = [*known_as(who), fact]


def _by_name(name: str) -> str:
    """The id for somebody without one in another program."""
    return f"name:{folded(name)}"


def known_as(who: Mapping[str, Any]) -> list[dict[str, str]]:
    """A player's ids in other programs: `[{"source", "id"}]`."""
    ids = who.get(KNOWN_AS, [])
    return [
        fact
        for fact in (ids if isinstance(ids, list) else [])
        if isinstance(fact, dict) and all(type(fact.get(key)) is str for key in ("source", "id"))
    ]


# Ids in BG Stats: they stay when players are renamed


ID = "id"
"""The key for a player's own id, as given to other programs."""


def identities(desk: Desk, plays: Iterable[PlayRecord]) -> dict[str, str]:
    """The ids of all players in these plays, by folded name.

    A player from BG Stats keeps the id from there; one without an id gets a new one, which is kept
    in the group's document. Raises StorageError.
    """
    wanted = {folded(part.name) for play in plays for part in play.parts}
    players = desk.group_document().get("players", [])
    found = _ids_by_name(players)
    if any(name in wanted and name not in found for name in _names(players)):
        with desk.changing_group() as document:
            players = document.get("players", [])
            found = _ids_by_name(players)
            for who in players:
                name = folded(who["name"])
                if name in wanted and name not in found:
                    who[ID] = found[name] = fresh_id(desk.group, name, desk.now())
    return {name: id_ for name, id_ in found.items() if name in wanted}


def _names(players: Iterable[Mapping[str, Any]]) -> list[str]:
    return [folded(who["name"]) for who in players]


def _ids_by_name(players: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The known ids by folded name; each belongs to one player only."""
    whose = {_uuid(who.get(ID)): folded(who["name"]) for who in reversed(players)}
    found: dict[str, str] = {}
    for who in players:
        name = folded(who["name"])
        theirs = (fact["id"] for fact in known_as(who) if fact["source"] == BG_STATS)
        ids = (_uuid(text) for text in (*theirs, who.get(ID)))
        id_ = next((one for one in ids if one and whose.setdefault(one, name) == name), "")
        if id_:
            found[name] = id_
    return found


def _uuid(text: Any) -> str:
    try:
        return str(UUID(text)) if isinstance(text, str) else ""
    except ValueError:
        return ""
