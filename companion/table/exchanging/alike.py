"""Finds plays of ours in what comes in: those that come back without their id, and those of which
a file now tells otherwise, as somebody has corrected it there."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

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


class Otherwise(NamedTuple):
    """A play of ours by its id, of which a file tells otherwise, and in what.

    `new` is the play that comes in beside it; empty where it is known to be the same: then ours
    stays as it is.
    """

    play: str
    what: Sequence[str]
    new: str = ""


def told_otherwise(
    records: Iterable[PlayRecord], known: Mapping[str, PlayRecord]
) -> Iterator[Otherwise]:
    """The plays that are known, and come in with other points, or another winner."""
    for record in records:
        ours = known.get(record.uid)
        if ours is not None and (what := _differing(record, ours)):
            yield Otherwise(ours.play, what)


def corrected(
    fresh: Sequence[tuple[str, PlayRecord]], before: Iterable[PlayRecord]
) -> Iterator[Otherwise]:
    """The new plays, each with the id that it will have, that look like one which a sheet told
    `before` and tells no more: of one game, on one day, with the same people."""
    gone: dict[tuple[object, str], list[PlayRecord]] = {}
    for play in before:
        gone.setdefault((_who_played_what(play), play.ended[:10]), []).append(play)
    for new, record in fresh:
        candidates = gone.get((_who_played_what(record), record.ended[:10]))
        if candidates:
            ours = candidates.pop(0)
            yield Otherwise(ours.play, _differing(record, ours), new)


def _differing(theirs: PlayRecord, ours: PlayRecord) -> list[str]:
    """What is told otherwise of everybody who is in both."""
    here = {folded(part.name): part for part in ours.parts}
    both = [(part, here[folded(part.name)]) for part in theirs.parts if folded(part.name) in here]
    what = [
        f"{there.name} {there.score}, here {'unknown' if part.score is None else part.score}"
        for there, part in both
        if there.score is not None and there.score != part.score
    ]
    return what + [
        f"{there.name} {'won' if there.won else 'did not win'}, here otherwise"
        for there, part in both
        if there.won != part.won
    ]


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
