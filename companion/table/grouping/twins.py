"""Plays of a group that comes in which look like plays of ours: one evening, on two devices.

Only plays that one side alone knows are compared: what both have began on one of them, and two that
began on one device are two.
"""

from typing import Any

from companion.core.record import PlayRecord
from companion.exchange.groups.twins import noted, pairs_in
from companion.table.desk import Desk
from companion.table.grouping.arriving import Arriving
from companion.table.grouping.planning import Plan
from companion.table.records.annals import Annals
from companion.table.records.once import newly_one, only_won_otherwise, pairs_between


def look_for_twins(desk: Desk, plan: Plan, coming: Arriving) -> None:
    """Note in a plan which of its new plays may be some of ours, and which look like them."""
    theirs = [_called_here(record, plan) for record in plan.coming]
    if plan.new or not theirs:
        return
    first = min(record.started for record in theirs)
    last = max(record.ended for record in theirs)
    ours = list(Annals(desk).plays.also("ended >= ? AND began <= ?", first, last))
    only_ours = [play for play in ours if not play.source and play.play not in plan.shared]
    plan.pairs = list(pairs_between(only_ours, theirs, desk.now()))
    document: dict[str, Any] = {}
    for told in (pairs_in(plan.document), pairs_in(coming.head.document), plan.pairs):
        noted(document, told)
    plan.twins = newly_one(ours, theirs, pairs_in(document))
    here = {play.uid: play for play in (*only_ours, *theirs)}
    nobody_said = {one.uids for one in pairs_in(document) if not one.said}
    both = [
        sorted((here[uid] for uid in one.uids), key=lambda play: play.started)
        for one in plan.pairs
        if one.uids in nobody_said
    ]
    plan.won_otherwise = [
        (one.play, other.play) for one, other in both if only_won_otherwise(one, other)
    ]


def _called_here(record: PlayRecord, plan: Plan) -> PlayRecord:
    """The record of a play of theirs with the names and the id that it has here."""
    parts = tuple(part._replace(name=plan.people.called(part.name)) for part in record.parts)
    return record._replace(parts=parts)
