"""A play counts once, however often it was recorded: here, elsewhere, or on two devices."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import product
from typing import NamedTuple

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.exchange.groups.merge import SAME, TWO, Pair, pair
from companion.exchange.parsed_plays import OWN_SOURCE

_FOLLOWED = {"", OWN_SOURCE}
"""Whose plays have the times at which they were played: ours, and those of another companion."""
LONGEST = 24 * 3600
"""Seconds: a play that went on for longer was left open, and its time tells nothing."""


def each_once(
    plays: Iterable[PlayRecord], pairs: Sequence[Pair] = ()
) -> tuple[list[PlayRecord], dict[str, str]]:
    """The plays, each once, in their order; and the ids of the others, with which one counts.

    Two devices may have followed one play to different ends, so that both logs lie here, one beside
    the other; and another program may have recorded it as well. Our own come before all others. Of
    two ends the earlier one counts: every device that has both chooses the same.

    `pairs` are plays that began as two, on two devices, and may be one (see `as_one`).
    """
    found: dict[str, PlayRecord] = {}
    twice: list[PlayRecord] = []
    for play in plays:
        before = found.get(play.uid)
        if before is None:
            found[play.uid] = play
        elif _order(play) < _order(before):
            twice.append(before)
            found[play.uid] = play
        else:
            twice.append(play)
    again = as_one(found, pairs)
    counted = [play for uid, play in found.items() if uid not in again]
    doubles = {play.play: found[again.get(play.uid, play.uid)].play for play in twice}
    doubles |= {found[uid].play: found[counts].play for uid, counts in again.items()}
    return counted, doubles


def as_one(plays: dict[str, PlayRecord], pairs: Sequence[Pair]) -> dict[str, str]:
    """The uids of plays that are others, followed on another device; and of which one counts.

    What people said of a pair counts first; one that nobody spoke of has to look like one. Those
    that are nearest in time are put together first, and never two of which one was parted from the
    other, or that look like two. The one that knows most points counts, then the one that began
    first.
    """
    here = [one for one in pairs if one.first in plays and one.second in plays]
    if not here:
        return {}
    apart = {one.uids for one in here if one.said == TWO}
    near = [
        (one.said != SAME, _distance(plays[one.first], plays[one.second]), one)
        for one in here
        if one.said == SAME or (one.said != TWO and looks_like(plays[one.first], plays[one.second]))
    ]
    alike = {one.uids for _, _, one in near}
    clusters: dict[str, tuple[str, ...]] = {}
    for only_looks, _, one in sorted(near):
        ours, theirs = (clusters.get(uid, (uid,)) for uid in one.uids)
        across = {pair(*both).uids for both in product(ours, theirs)}
        if ours is theirs or across & apart or (only_looks and not across <= alike):
            continue
        cluster = (*ours, *theirs)
        clusters.update(dict.fromkeys(cluster, cluster))
    return {
        uid: counts
        for uid, cluster in clusters.items()
        if uid != (counts := min(cluster, key=lambda one: _fullness(plays[one])))
    }


class Cluster(NamedTuple):
    """Plays that are in pairs with each other, one leading to the next, by their uids."""

    uids: tuple[str, ...]
    pairs: tuple[Pair, ...]


def clusters_of(pairs: Iterable[Pair]) -> dict[str, Cluster]:
    """By each uid that is in a pair all those whose counting may depend on it."""
    found: dict[str, list[Pair]] = {}
    for one in pairs:
        both = {id(found[uid]): found[uid] for uid in one.uids if uid in found}
        together = [one, *(other for linked in both.values() for other in linked)]
        found.update(dict.fromkeys((uid for other in together for uid in other.uids), together))
    made: dict[int, Cluster] = {}
    for linked in found.values():
        if id(linked) not in made:
            uids = sorted({uid for other in linked for uid in other.uids})
            made[id(linked)] = Cluster(tuple(uids), tuple(linked))
    return {uid: made[id(linked)] for uid, linked in found.items()}


def looks_like(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether two finished plays, each followed on a device of its own, look like a single one.

    That is: the same game, people and winners, at one time. Where all points that both know are the
    same, they overlap by half of the shorter; else one of them was not followed in all, or
    otherwise, and they overlap by half of the longer. Two plays one after the other do neither.
    """
    if not may_be_one(one, other) or {one.status, other.status} != {"finished"}:
        return False
    return _won(one) == _won(other) and _at_one_time(one, other, _same_points(one, other))


def only_won_otherwise(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether two finished plays would look like a single one, but for who has won."""
    if not may_be_one(one, other) or {one.status, other.status} != {"finished"}:
        return False
    return _won(one) != _won(other) and _at_one_time(one, other, False)


def _at_one_time(one: PlayRecord, other: PlayRecord, shorter: bool) -> bool:
    """Whether two plays overlap by half of the longer, or of the `shorter` one."""
    (began, ended), (other_began, other_ended) = _time(one), _time(other)
    overlap = min(ended, other_ended) - max(began, other_began)
    return overlap * 2 >= (min if shorter else max)(ended - began, other_ended - other_began)


def pairs_between(
    ours: Iterable[PlayRecord], theirs: Iterable[PlayRecord], at: str
) -> Iterator[Pair]:
    """The pairs of a play that only we know and one that only they do which may be one."""
    by_table: dict[tuple[str, frozenset[str]], list[PlayRecord]] = {}
    for play in ours:
        by_table.setdefault((play.game, _names(play)), []).append(play)
    for record in theirs:
        for play in by_table.get((record.game, _names(record)), ()):
            if may_be_one(play, record):
                yield pair(play.uid, record.uid, at=at)


def newly_one(
    ours: Iterable[PlayRecord], theirs: Sequence[PlayRecord], pairs: Sequence[Pair]
) -> list[tuple[str, str]]:
    """The finished plays that are others once more, with which one counts, by their ids here; as
    far as either is one of theirs, which come in."""
    new = {record.uid for record in theirs}
    plays = {play.uid: play for play in (*ours, *theirs) if play.status == "finished"}
    return [
        (plays[uid].play, plays[counts].play)
        for uid, counts in as_one(plays, pairs).items()
        if not new.isdisjoint((uid, counts))
    ]


def may_be_one(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether two plays that were followed, perhaps not to their end, could turn out to be one."""
    if one.uid == other.uid or not {one.source, other.source} <= _FOLLOWED:
        return False
    if (one.game, folded(one.called)) != (other.game, folded(other.called)):
        return False
    if _names(one) != _names(other) or "abandoned" in (one.status, other.status):
        return False
    if one.started > other.ended or other.started > one.ended:  # ISO 8601, all in UTC
        return False
    try:
        return all(ended - began <= LONGEST for began, ended in (_time(one), _time(other)))
    except ValueError:
        return False


def _order(play: PlayRecord) -> tuple[bool, str, str]:
    """What comes first counts; ids of plays are each device's own, and decide nothing."""
    return bool(play.source), play.ended, repr(play._replace(play=""))


def _fullness(play: PlayRecord) -> tuple[bool, int, str, str, str]:
    """Which of several that are one counts: the first in this order, on every device."""
    known = sum(part.score is not None for part in play.parts)
    return bool(play.source), -known, play.started, play.ended, play.uid


def _distance(one: PlayRecord, other: PlayRecord) -> float:
    """How far apart two plays began and ended, in seconds."""
    try:
        return sum(abs(here - there) for here, there in zip(_time(one), _time(other), strict=True))
    except ValueError:
        return 0.0


def _time(play: PlayRecord) -> tuple[float, float]:
    """When a play began and ended, in seconds. Raises ValueError for what is no time."""
    began, ended = (datetime.fromisoformat(at).timestamp() for at in (play.started, play.ended))
    return began, max(began, ended)


def _names(play: PlayRecord) -> frozenset[str]:
    return frozenset(folded(part.name) for part in play.parts)


def _won(play: PlayRecord) -> frozenset[str]:
    return frozenset(map(folded, play.winners))


def _same_points(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether both know the points of somebody, and the same of all of whom both do."""
    theirs = {folded(part.name): part.score for part in other.parts}
    both = [
        (part.score, theirs[folded(part.name)])
        for part in one.parts
        if part.score is not None and theirs[folded(part.name)] is not None
    ]
    return bool(both) and all(ours == their for ours, their in both)


def again_line(again: str, counts: str) -> str:
    """What is said of two plays that look like one, by their ids; the second one counts."""
    return (
        f"{again} looks like {counts}, followed on another device: the same game, people, winner "
        f"and time. It counts once, as {counts}; `companion play split {again}` if they are two."
    )
