"""What another device did to the people of a group: renames, merges and splits that travel.

A person is matched by the plays and names that both groups know (`references.People`). Of two
renames of one person, the later one counts on both devices.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, NamedTuple

from companion.core.names import folded
from companion.exchange.groups.references import People

MERGED = "merged"
"""The key, in a former name, for the player who was merged, as they were before."""
APART = "apart"
"""The key for those who were merged with a player and are two again: `[{"name", "at"}]`."""

Player = Mapping[str, Any]


class PersonChange(NamedTuple):
    """A change to make here: `name` is renamed or merged into `other`, or split from it."""

    what: Literal["rename", "merge", "split"]
    name: str
    other: str


def changes_there(
    ours: Sequence[Player], theirs: Sequence[Player], people: People
) -> Iterator[PersonChange]:
    """What they did to people of both groups, and we have not done yet."""
    if not people.one_group:
        return
    here = {folded(who["name"]): who for who in ours}
    for who in theirs:
        our = here.get(folded(people.called(who["name"])))
        if our is None:
            our = {"name": people.called(who["name"])}
        for name, at in _splits(who):
            if at > _merged_at(our, name) != "":
                yield PersonChange("split", name, our["name"])
        for name, at in _merges(who):
            double = here.get(folded(name))
            is_later = at > max((on for one, on in _splits(our) if _alike(one, name)), default="")
            if double is not None and double is not our and is_later:
                is_known = folded(our["name"]) in here
                yield PersonChange("merge" if is_known else "rename", double["name"], our["name"])
        is_same = _alike(our["name"], who["name"]) or people.was_chosen(who["name"])
        if not is_same and _renamed_at(who) > _renamed_at(our):
            yield PersonChange("rename", our["name"], who["name"])


def _renamed_at(who: Player) -> str:
    return max((it["until"] for it in who.get("formerly", ()) if MERGED not in it), default="")


def _merges(who: Player) -> list[tuple[str, str]]:
    return [(it["name"], it["until"]) for it in who.get("formerly", ()) if MERGED in it]


def _merged_at(who: Player, name: str) -> str:
    return max((at for one, at in _merges(who) if _alike(one, name)), default="")


def _splits(who: Player) -> list[tuple[str, str]]:
    return [(it["name"], it["at"]) for it in who.get(APART, ())]


def _alike(name: str, other: str) -> bool:
    return folded(name) == folded(other)
