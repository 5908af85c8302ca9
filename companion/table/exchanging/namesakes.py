"""Who is who: the people of a file, and the players of the group.

A name in a file that somebody here has as well may be somebody else's. So it is asked, or told with
`--map`; what was answered is kept with the player, by the id that the other program has for them.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.names import find, folded, proper_name, short
from companion.errors import Ambiguous, Invalid
from companion.exchange.texts import numbered
from companion.store.base import Document
from companion.table.people import KNOWN_AS
from companion.table.records.annals import now_called


class Namesake(NamedTuple):
    """A name in a file that somebody here has, or had: `ours` is what that player is called now."""

    name: str
    ours: str


class Meeting(NamedTuple):
    """What every name in a file stands for here, and which of them nobody has told yet.

    `called` are the names here, by those in the file; `new` those that no player has so far.
    """

    called: Mapping[str, str]
    new: Sequence[str]
    asked: Sequence[Namesake]


class Roster:
    """The players of a group, by what they are called now, were called once, and are elsewhere."""

    def __init__(self, document: Document, source: str) -> None:
        self._source = source
        self.players: list[dict[str, Any]] = document.get("players", [])
        self._names = {folded(who["name"]): str(who["name"]) for who in self.players}
        former = {name: told[-1][1] for name, told in now_called(self.players).items()}
        self._everybody = {**former, **self._names}
        self._elsewhere = {
            known["id"]: str(who["name"])
            for who in self.players
            for known in known_as(who)
            if known["source"] == source
        }

    def meet(
        self, people: Mapping[str, str], maps: Mapping[str, str], all_the_same: bool
    ) -> Meeting:
        """Find out who is who. `people` are ids by name in the file, `maps` what was told.

        Where nobody plays here so far, nobody can be meant.
        """
        called: dict[str, str] = {}
        asked: list[Namesake] = []
        for name, other_id in people.items():
            ours = self._everybody.get(folded(name))
            if name in maps:
                called[name] = self._names.get(folded(maps[name]), maps[name])
            elif other_id and other_id in self._elsewhere:
                called[name] = self._elsewhere[other_id]
            elif ours is None or all_the_same:
                called[name] = ours or name
            else:
                asked.append(Namesake(name, ours))
        new = [name for name in dict.fromkeys(called.values()) if folded(name) not in self._names]
        return Meeting(called, new, asked)

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


def told_maps(texts: Iterable[str], people: Mapping[str, str]) -> dict[str, str]:
    """What was told with `--map NAME=OURS`: names here by names in the file.

    Raises Invalid for what is no such pair, NotFound for a name that is not in the file.
    """
    maps: dict[str, str] = {}
    known = {folded(name): name for name in people}
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
    document: Document, meeting: Meeting, people: Mapping[str, str], source: str
) -> None:
    """Write into the group's document who is new, and who is known elsewhere by which id."""
    players = document.get("players", [])
    document["players"] = [*players, *({"name": name} for name in meeting.new)]
    by_name = {folded(who["name"]): who for who in document["players"]}
    for name, other_id in people.items():
        who = by_name.get(folded(meeting.called.get(name, "")))
        fact = {"source": source, "id": other_id}
        if who is not None and other_id and fact not in known_as(who):
            who[KNOWN_AS] = [*known_as(who), fact]


def known_as(who: Mapping[str, Any]) -> list[dict[str, str]]:
    """The ids by which other programs know a player: `[{"source", "id"}]`."""
    told = who.get(KNOWN_AS, [])
    return [
        fact
        for fact in (told if isinstance(told, list) else [])
        if isinstance(fact, dict) and all(type(fact.get(key)) is str for key in ("source", "id"))
    ]
