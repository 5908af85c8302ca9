"""Pairs of plays that may be one, followed on two devices: kept in the group's document.

    "alike": [{"plays": [uid, uid], "said": null | "same" | "two", "at": time}]

Groups that are joined note those that may be one (`said` is null); what people say of a pair
counts before that, the latest of it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

ALIKE = "alike"
SAME, TWO = "same", "two"


class Pair(NamedTuple):
    """Two plays by their uids, the smaller first; what people said of them, and when.

    `said` is empty where nobody did: then `at` is when they were found.
    """

    first: str
    second: str
    said: str = ""
    at: str = ""

    @property
    def uids(self) -> tuple[str, str]:
        """Which two."""
        return self.first, self.second


def pair(one: str, other: str, said: str = "", at: str = "") -> Pair:
    """The pair of two uids, in whichever order they are told."""
    first, second = sorted((one, other))
    return Pair(first, second, said, at)


def pairs_in(document: Mapping[str, Any]) -> list[Pair]:
    """The pairs that a group's document holds."""
    return [
        pair(told["plays"][0], told["plays"][1], told.get("said") or "", told["at"])
        for told in document.get(ALIKE, [])
    ]


def noted(document: dict[str, Any], found: Iterable[Pair]) -> None:
    """Put pairs into a group's document. Of one that is there, what people said last counts."""
    known = {one.uids: one for one in pairs_in(document)}
    for one in found:
        known[one.uids] = max(known.get(one.uids, one), one, key=_counts)
    if known:
        _keep(document, known)


def put(document: dict[str, Any], said: Pair) -> None:
    """Put into a group's document what somebody says of a pair just now."""
    _keep(document, {**{one.uids: one for one in pairs_in(document)}, said.uids: said})


def _keep(document: dict[str, Any], pairs: Mapping[tuple[str, str], Pair]) -> None:
    document[ALIKE] = [
        {"plays": list(one.uids), "said": one.said or None, "at": one.at}
        for one in sorted(pairs.values())
    ]


def are_pairs(told: Any) -> bool:
    """Whether that is a list of pairs as they are kept."""
    return isinstance(told, list) and all(map(_is_pair, told))


def _counts(one: Pair) -> tuple[bool, str, str]:
    # Of pairs that were only found, the one that was found first stays.
    return (True, one.at, one.said) if one.said else (False, "", "")


def _is_pair(told: Any) -> bool:
    plays: Sequence[Any] = told.get("plays", ()) if isinstance(told, dict) else ()
    return (
        isinstance(plays, list)
        and len(plays) == 2
        and all(type(uid) is str for uid in plays)
        and told.get("said") in (None, SAME, TWO)
        and type(told.get("at")) is str
    )
