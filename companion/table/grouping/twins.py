"""Plays of a group that comes in which look like plays of ours: one evening, on two devices.

Only plays that one side alone knows are compared: what both have began on one of them, and two that
began on one device are two.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.exchange.groups.twins import Pair, noted, pair, pairs_in
from companion.table.desk import Desk
from companion.table.grouping.arriving import Arriving
from companion.table.grouping.planning import Plan
from companion.table.records.annals import Annals
from companion.table.records.once import as_one, may_be_one

Told = tuple[str, str]
"""A play that does not count, by its id here, and the one that does."""


def look_for_twins(desk: Desk, plan: Plan, coming: Arriving) -> None:
    """Note in a plan which of its new plays may be some of ours, and which look like them."""
    theirs = [_called_here(record, plan) for record in plan.coming]
    if plan.new or not theirs:
        return
    first = min(record.started for record in theirs)
    last = max(record.ended for record in theirs)
    ours = list(Annals(desk).plays.also("ended >= ? AND began <= ?", first, last))
    plan.pairs = list(_pairs((it for it in ours if it.play not in plan.shared), theirs, desk.now()))
    document: dict[str, Any] = {}
    for told in (pairs_in(plan.document), pairs_in(coming.head.document), plan.pairs):
        noted(document, told)
    new = {record.uid for record in theirs}
    plays = {play.uid: play for play in (*ours, *theirs) if play.status == "finished"}
    again = as_one(plays, pairs_in(document))
    plan.twins = [
        (plays[uid].play, plays[counts].play)
        for uid, counts in again.items()
        if not new.isdisjoint((uid, counts))
    ]


def _pairs(ours: Iterable[PlayRecord], theirs: Iterable[PlayRecord], at: str) -> Iterator[Pair]:
    by_table: dict[tuple[str, frozenset[str]], list[PlayRecord]] = {}
    for play in ours:
        by_table.setdefault(_table(play), []).append(play)
    for record in theirs:
        for play in by_table.get(_table(record), ()):
            if may_be_one(play, record):
                yield pair(play.uid, record.uid, at=at)


def _table(play: PlayRecord) -> tuple[str, frozenset[str]]:
    return play.game, frozenset(folded(part.name) for part in play.parts)


def _called_here(record: PlayRecord, plan: Plan) -> PlayRecord:
    """The record of a play of theirs with the names and the id that it has here."""
    parts = tuple(part._replace(name=plan.people.called(part.name)) for part in record.parts)
    return record._replace(parts=parts)
