"""Who is who: the people of a file, the players of the group, and their ids in BG Stats.

A name in a file that somebody here has as well may be somebody else's. So it is asked, or said
with `--map`; what was answered is kept with the player, by the id that the other program has for
them."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from companion.core.names import find, folded, proper_name, short
from companion.core.record import PlayRecord
from companion.errors import Ambiguous, Invalid
from companion.exchange.bgstats_export import fresh_id
from companion.exchange.limits import numbered
from companion.exchange.parsed_plays import BG_STATS, OWN_SOURCE
from companion.store.base import Document
from companion.table.desk import Desk
from companion.table.groups.players import KNOWN_AS
from companion.table.history.records import now_called


class Namesake(NamedTuple):
    """A name in a file that somebody here has, or had: `ours` is what that player is called now."""

    name: str
    ours: str


class NameMatch(NamedTuple):
    """What every name in a file stands for here, and which of them nobody has decided yet.

    `called` are the names here, by those in the file; `new` those that no player has so far.
    """

    called: Mapping[str, str]
    new: Sequence[str]
    unclear: Sequence[Namesake]


class Roster:
    """The players of a group, by what they are called now, were called once, and are elsewhere."""

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
        """Find out who is who. `people` are ids by name in the file, `maps` what was typed.

        Where nobody plays here so far, nobody can be meant.
        """
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
        """What somebody is called here whom the program knows by that id, or by another name if it
        has none; empty for nobody."""
        return self._elsewhere.get(other_id or _by_name(name), "")

    def proposal(self, name: str, people: Iterable[str] = ()) -> str:
        """A name for somebody else of that name, such as `Ana 2`.

        Nobody has or had it here, nor has any of these people in the file.
        """
        taken = {*self._everybody, *map(folded, people)}
        number = 2
        while folded(numbered(name, number)) in taken:
            number += 1
        return numbered(name, number)

    def require_new_or_now(self, maps: Mapping[str, str]) -> None:
        """Refuse names that somebody had before: what was played then would be theirs. Raises
        Ambiguous."""
        for name in maps.values():
            ours = self._everybody.get(folded(name))
            if ours is not None and folded(name) not in self._names:
                raise Ambiguous(
                    f"{ours} was called {name} before, so nobody else can be.",
                    [ours, name],
                    f"Another name, such as `{self.proposal(name)}`; or {ours}, if that is meant.",
                )


def people_typed(
    texts: Iterable[str], people: Mapping[str, str], headings: Mapping[str, str] = {}
) -> dict[str, str]:
    """What was typed with `--map NAME=OURS`: names here by names in the file.

    `headings` are names of players by what else the file calls them, as a column of their points.

    Raises Invalid for what is no such pair, NotFound for a name that is not in the file.
    """
    maps: dict[str, str] = {}
    known = {folded(name): name for name in people}
    also = {folded(name): known.get(folded(one)) for name, one in headings.items()}
    known = {name: one for name, one in also.items() if one} | known
    for text in texts:
        # A name may hold the sign: where one in the file does, that one is meant.
        cuts = [at for at, sign in enumerate(text) if sign == "="]
        if not cuts:
            raise Invalid(
                f"`--map` wants two names: “{short(text)}” is one.",
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
    """Write into the group's document who is new, and who is known elsewhere by which id."""
    players = document.get("players", [])
    document["players"] = [*players, *({"name": name} for name in meeting.new)]
    by_name = {folded(who["name"]): who for who in document["players"]}
    for name, other_id in people.items():
        who = by_name.get(folded(meeting.called.get(name, "")))
        if not other_id and source != OWN_SOURCE and who and folded(who["name"]) != folded(name):
            other_id = _by_name(name)  # answered once, it is not asked again
        fact = {"source": source, "id": other_id}
        if who is not None and other_id and fact not in known_as(who):
            who[KNOWN_AS] = [*known_as(who), fact]


def _by_name(name: str) -> str:
    """What stands for the id of somebody who has none in another program."""
    return f"name:{folded(name)}"


def known_as(who: Mapping[str, Any]) -> list[dict[str, str]]:
    """The ids by which other programs know a player: `[{"source", "id"}]`."""
    ids = who.get(KNOWN_AS, [])
    return [
        fact
        for fact in (ids if isinstance(ids, list) else [])
        if isinstance(fact, dict) and all(type(fact.get(key)) is str for key in ("source", "id"))
    ]


# Ids in BG Stats: they stay theirs, whatever people are called


ID = "id"
"""The key of a player in the group's document for the id by which other programs know them."""


def identities(desk: Desk, plays: Iterable[PlayRecord]) -> dict[str, str]:
    """The ids of all players in these plays, by folded name.

    Whoever came from BG Stats has the id that they have there. Whoever has none yet gets one, which
    is kept in the group's document. Raises StorageError.
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
    """The ids that are known, by folded name; each is one person's only."""
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
