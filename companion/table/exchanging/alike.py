"""Finds plays that were followed here, went to another program, and come back without their id."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from datetime import datetime

from companion.core.names import folded
from companion.core.record import PlayRecord

CLOSE = 120
"""Seconds between the end of a play here and of the same play as another program tells it."""


def came_back(fresh: Sequence[PlayRecord], followed: Iterable[PlayRecord]) -> set[str]:
    """The uids of new plays that are plays followed here, come back without their id.

    That is: of the same game, with the same people, ended within two minutes of each other, and
    nothing that is told of both says otherwise. Each play here stands for one at most.
    """
    waiting: dict[tuple[str, frozenset[str]], list[tuple[float, PlayRecord]]] = {}
    looked_for = {_who_played_what(record) for record in fresh}
    for play in followed:
        what = _who_played_what(play)
        if what in looked_for:
            waiting.setdefault(what, []).append((_seconds(play.ended), play))
    for candidates in waiting.values():
        candidates.sort(key=_when)
    found: set[str] = set()
    for record in fresh:
        candidates = waiting.get(_who_played_what(record), [])
        ended = _seconds(record.ended)
        first = bisect_left(candidates, ended - CLOSE, key=_when)
        last = bisect_right(candidates, ended + CLOSE, key=_when)
        for place in range(first, last):
            if _may_be_same(candidates[place][1], record):
                del candidates[place]
                found.add(record.uid)
                break
    return found


def _when(candidate: tuple[float, PlayRecord]) -> float:
    return candidate[0]


def _who_played_what(record: PlayRecord) -> tuple[str, frozenset[str]]:
    people = frozenset(folded(part.name) for part in record.parts)
    return record.game or folded(record.title), people


def _may_be_same(ours: PlayRecord, theirs: PlayRecord) -> bool:
    """Whether nothing that is told of both plays says otherwise."""
    scores = {folded(part.name): part.score for part in theirs.parts}
    return all(
        part.score is None or scores[folded(part.name)] in (None, part.score) for part in ours.parts
    )


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()
