"""Counts a play once, however often it was recorded: here, elsewhere, or on two devices."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import product
from typing import NamedTuple

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.exchange.groups.merge import SAME, TWO, Pair, pair
from companion.exchange.parsed_plays import OWN_SOURCE

_FOLLOWED = {"", OWN_SOURCE}
"""Sources whose times are exact: this companion, and others."""
LONGEST = 24 * 3600
"""Seconds after which a play was left open, so that its time means nothing."""


def each_once(
    plays: Iterable[PlayRecord], pairs: Sequence[Pair] = ()
) -> tuple[list[PlayRecord], dict[str, str]]:
    """The plays that count, in their order; and the ids of others, each with the one that counts.

    Two devices may have followed one play to different ends, and another program may have recorded
    it, too. Our own plays go before all others. Of two ends the earlier one counts: every device
    chooses the same.

    `pairs` are plays that began on two devices and may be one (see `as_one`).
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
    """The uids of plays that do not count, each with the uid of the one that does.

    What people decided about a pair counts first; other pairs have to look like one play. Plays
    nearest in time are joined first, but never two that people declared, or that look, different.
    The play with most known points counts, then the one that began first.
    """
    here = [one for one in pairs if one.first in plays and one.second in plays]
    if not here:
        return {}
    apart = {one.uids for one in here if one.verdict == TWO}
    near = [
        (one.verdict != SAME, _distance(plays[one.first], plays[one.second]), one)
        for one in here
        if one.verdict == SAME
        or (one.verdict != TWO and looks_like(plays[one.first], plays[one.second]))
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
    """Plays that are connected by pairs, by their uids."""

    uids: tuple[str, ...]
    pairs: tuple[Pair, ...]


def clusters_of(pairs: Iterable[Pair]) -> dict[str, Cluster]:
    """The clusters by each uid in a pair."""
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
    """Whether two finished plays, followed on two devices, look like one.

    They have the same game, people and winners, and overlap in time: by half of the shorter one if
    all points known to both are equal, else by half of the longer one.
    """
    if not may_be_one(one, other) or {one.status, other.status} != {"finished"}:
        return False
    return _won(one) == _won(other) and _at_one_time(one, other, _same_points(one, other))


def only_won_otherwise(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether two finished plays look like one except for the winners."""
    if not may_be_one(one, other) or {one.status, other.status} != {"finished"}:
        return False
    return _won(one) != _won(other) and _at_one_time(one, other, False)


def _at_one_time(one: PlayRecord, other: PlayRecord, shorter: bool) -> bool:
    """Whether two plays overlap by half of the longer one, or of the `shorter` one."""
    (began, ended), (other_began, other_ended) = _time(one), _time(other)
    overlap = min(ended, other_ended) - max(began, other_began)
    return overlap * 2 >= (min if shorter else max)(ended - began, other_ended - other_began)


def pairs_between(
    ours: Iterable[PlayRecord], theirs: Iterable[PlayRecord], at: str
) -> Iterator[Pair]:
    """The pairs of one of our plays and one of theirs that may be one."""
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
    """The finished plays that will not count after an import, each with the one that does."""
    new = {record.uid for record in theirs}
    plays = {play.uid: play for play in (*ours, *theirs) if play.status == "finished"}
    return [
        (plays[uid].play, plays[counts].play)
        for uid, counts in as_one(plays, pairs).items()
        if not new.isdisjoint((uid, counts))
    ]


def may_be_one(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether two plays that were followed could be one; they need not be finished."""
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
    """The order in which records of one uid count; ids differ by device, and do not decide."""
    return bool(play.source), play.ended, repr(play._replace(play=""))


def _fullness(play: PlayRecord) -> tuple[bool, int, str, str, str]:
    """The order in which plays that are one count, on every device."""
    known = sum(part.score is not None for part in play.parts)
    return bool(play.source), -known, play.started, play.ended, play.uid


def _distance(one: PlayRecord, other: PlayRecord) -> float:
    """How far apart two plays began and ended, in seconds."""
    try:
        return sum(abs(here - there) for here, there in zip(_time(one), _time(other), strict=True))
    except ValueError:
        return 0.0


def _time(play: PlayRecord) -> tuple[float, float]:
    """When a play began and ended, in seconds. Raises ValueError."""
    began, ended = (datetime.fromisoformat(at).timestamp() for at in (play.started, play.ended))
    return began, max(began, ended)


def _names(play: PlayRecord) -> frozenset[str]:
    return frozenset(folded(part.name) for part in play.parts)


def _won(play: PlayRecord) -> frozenset[str]:
    return frozenset(map(folded, play.winners))


def _same_points(one: PlayRecord, other: PlayRecord) -> bool:
    """Whether both records have points of some players, and all of these are equal."""
    theirs = {folded(part.name): part.score for part in other.parts}
    both = [
        (part.score, theirs[folded(part.name)])
        for part in one.parts
        if part.score is not None and theirs[folded(part.name)] is not None
    ]
    return bool(both) and all(ours == their for ours, their in both)


def again_line(again: str, counts: str) -> str:
    """A sentence about two plays that look like one, by their ids; the second one counts."""
    return (
        f"{again} looks like {counts}, recorded on another device: the same game, people, winner "
        f"and time. It counts once, as {counts}; `companion play split {again}` if they are two."
    )
