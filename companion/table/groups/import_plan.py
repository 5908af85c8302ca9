"""`group import`, then: what it would do here, log by log, before anything is written."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.log import Log
from companion.core.names import find, folded, listed, proper_name
from companion.core.record import PlayRecord
from companion.core.terminal import Tick
from companion.errors import CompanionError, Refused
from companion.exchange.groups.group_file import End, GroupLog, LeftOut
from companion.exchange.groups.merge import (
    MergedDocument,
    Pair,
    Relation,
    add_pairs,
    identity,
    merged_documents,
    pairs_in,
    pooled,
    relation,
)
from companion.exchange.groups.references import BOXES, PLAYS, People, seat_names
from companion.store.base import Document, LogRef, Store
from companion.table.desk import Desk
from companion.table.groups.document import goes_on, player_names
from companion.table.groups.group_file import SHELVES, GroupFile
from companion.table.history.dedupe import newly_one, only_won_otherwise, pairs_between
from companion.table.history.finished_plays import History
from companion.table.history.summary import summarized
from companion.table.plays.incoming_log import Replay, replayed, require_whole
from companion.table.plays.replay import Senseless

Asking = Callable[[str], str]
"""Asks whether somebody of that name there is the one here, and gives the name here."""
LABELS = "labels"
_MOST_PARTED = 20
"""So many logs that began as one are looked at: no play went so many ways."""


class Ours:
    """The logs of our group by what they began as; and which ids are taken."""

    def __init__(self, store: Store, group: str, new: bool) -> None:
        self.store, self.group = store, group
        self._began: dict[str, list[LogRef]] = {}
        self._claimed: set[LogRef] = set()
        self._taken: set[tuple[str, str]] = set()
        self.damaged: set[tuple[str, str]] = set()
        if new and group not in store.groups():
            return
        for shelf in SHELVES:
            for log_id in store.log_ids(group, shelf):
                self._take_note(LogRef(group, shelf, log_id))

    def _take_note(self, ref: LogRef) -> None:
        self._taken.add((ref.shelf, ref.id.lower()))
        try:
            first = self.store.read_log(ref)[0]
        except (CompanionError, IndexError):
            self.damaged.add((ref.shelf, ref.id.lower()))
            return
        self._began.setdefault(identity(ref.shelf, first), []).append(ref)

    def best(self, log: GroupLog) -> tuple[LogRef, Relation, list[Event]] | None:
        """The log of ours that is theirs, or from which theirs parted; None where there is none.

        A group may hold two that began as one: those that parted once. Each is only one of theirs.
        """
        found = []
        began = self._began.get(identity(log.shelf, log.events[0]), ())
        left = [ref for ref in began if ref not in self._claimed]
        left.sort(key=lambda ref: ref.id != log.id)
        for ref in left[:_MOST_PARTED]:
            ours = self.store.read_log(ref)
            overlap = relation(ours, log.events)
            alike = not overlap.parted and not overlap.tail and len(ours) == len(log.events)
            rank = (not overlap.parted, alike, overlap.common, ref.id == log.id)
            found.append((rank, ref, overlap, ours))
            if alike:
                break
        if not found:
            return None
        _, ref, overlap, ours = max(found, key=lambda one: one[0])
        if not overlap.parted:
            self._claimed.add(ref)
        return ref, overlap, ours

    def has(self, shelf: str, log_id: str) -> bool:
        """Whether an id is taken, on a disk that knows no capitals too."""
        return (shelf, log_id.lower()) in self._taken

    def free_id(self, shelf: str, log_id: str, above: int) -> str:
        """An id for their log: its own if that is free, else the next number `above` all others."""
        found = log_id
        if self.has(shelf, found):
            stem, dash, number = log_id.rpartition("-")
            if shelf in (BOXES, LABELS) or not dash or not number.isdigit():
                stem, above = log_id[:80], 1
            while self.has(shelf, found):
                above += 1
                found = f"{stem}-{above}"
        self._taken.add((shelf, found.lower()))
        return found


# The plan


class Step(NamedTuple):
    """What becomes of one of their logs: `new`, `longer`, `pooled` or `beside`.

    `here` is its id here. `length` is how many events ours had when this was found out, `with_ours`
    the id of the log of ours that it parted from, and `relation` how the two stand. `going_on` is
    the play of the two that can be abandoned, if it was the other that was played.
    """

    shelf: str
    there: str
    here: str
    what: str
    entries: int
    length: int = 0
    with_ours: str = ""
    relation: Relation = Relation(0)
    going_on: str = ""


class Plan:
    """All that is to be done: `steps`, and the names by which their logs and people go here."""

    def __init__(self, group: str, document: Document, new: bool, people: People) -> None:
        self.group = group
        self.document = document
        self.new = new
        self.people = people
        self.steps: dict[tuple[str, str], Step] = {}
        self.ids: dict[tuple[str, str], str] = {}
        self.known = dict.fromkeys(SHELVES, 0)
        self.left_out: list[LeftOut] = []
        """What the file lacks, as it could not be read where that was written."""
        self.refused: list[LeftOut] = []
        """What would make no sense here, or none behind ours, and why: ours stays as it is."""
        self.notes: list[str] = []
        self.tables: dict[tuple[str, ...], str] = {}
        """Who sat together in the plays that come in, each table with one of them."""
        self.coming: list[PlayRecord] = []
        """What is remembered of the plays of theirs that are new here, under their ids here."""
        self.shared: set[str] = set()
        """Plays of ours that they know as well."""
        self.pairs: list[Pair] = []
        """Plays of theirs and of ours that may be one, followed on two devices."""
        self.twins: list[tuple[str, str]] = []
        """Plays that look like one: the id of that which does not count, and of that which does."""
        self.won_otherwise: list[tuple[str, str]] = []
        """Plays that would look like one, if the same people had won: both count."""

    @property
    def lacking(self) -> set[tuple[str, str]]:
        """The shelves and the ids there of all logs that do not come in."""
        return {(log.shelf, log.id) for log in (*self.left_out, *self.refused)}

    def follow(self, shelf: str, log_id: str) -> str:
        """The id here of a log of theirs."""
        return self.ids.get((shelf, log_id), log_id)


def planned(
    store: Store,
    coming: GroupFile,
    group: str,
    document: Document,
    new: bool,
    chosen: Mapping[str, str],
    tick: Tick,
) -> Plan:
    """What taking a group in would do to the group of that name, or as a `new` one.

    `chosen` are names of theirs with those that they have here. Raises Invalid where anything is
    wrong with the file, NotFound for a name that is not in it.
    """
    theirs = coming.head.document.get("players", [])
    their_names = player_names(coming.head.document)
    people = People(document.get("players", []), theirs, chosen_people(chosen, their_names))
    plan = Plan(group, document, new, people)
    ours = Ours(store, group, new)
    above = max(document.get("count", 0), coming.head.document.get("count", 0))
    for log in coming.logs(tick):
        if isinstance(log, End):
            continue
        if isinstance(log, LeftOut):
            plan.left_out.append(log)
        else:
            _take_in(plan, ours, log, above)
    return plan


def _take_in(plan: Plan, ours: Ours, log: GroupLog, above: int) -> None:
    """Find out what becomes of a log; one that would make no sense here is refused."""
    try:
        if log.shelf == LABELS and (BOXES, log.id) in plan.lacking:
            raise Senseless("its box does not come in")
        require_whole(log.events)
        _place(plan, ours, log, above)
    except Senseless as problem:
        plan.refused.append(LeftOut(log.shelf, log.id, str(problem)))


def chosen_people(typed: Mapping[str, str], theirs: list[str]) -> dict[str, str]:
    """Who is who, as it was typed, by full names. Raises NotFound, Ambiguous or Invalid."""
    hint = f"In the file: {listed(theirs)}." if theirs else "There are no players in the file."
    return {
        find(name, theirs, lambda one: (one,), "player in that file", hint): proper_name(
            here, "player"
        )
        for name, here in typed.items()
    }


def settle_people(plan: Plan, asking: Asking) -> None:
    """Find out who is who, where only people know. Raises Ambiguous or Refused."""
    if not plan.new:
        for name in plan.people.doubtful():
            plan.people.chosen[folded(name)] = asking(name)
    for names, play in plan.tables.items():
        _require_different(names, plan.people, play)


def _place(plan: Plan, ours: Ours, log: GroupLog, above: int) -> None:
    entries = len({event.action for event in log.events})
    place = log.shelf, log.id
    if _is_only_one(log):
        _pool(plan, ours, log, entries)
        return
    found = ours.best(log)
    if found is None:
        replay = replayed(log.shelf, log.id, log.events)
        known = None
        if replay.state is not None and not plan.new:
            known = summarized(log.id, log.events, replay.state)
        here = ours.free_id(log.shelf, log.id, above)
        plan.steps[place] = Step(log.shelf, log.id, here, "new", entries)
        if known is not None:
            plan.coming.append(known._replace(play=here))
    else:
        ref, overlap, events = found
        plan.people.one_group = True
        replay = Replay()
        if overlap.parted:
            replay = replayed(log.shelf, log.id, log.events)
        elif overlap.tail:
            replay = replayed(log.shelf, ref.id, [*events, *overlap.tail])
        if log.shelf == PLAYS:
            plan.shared.add(ref.id)
            plan.people.see(log.events, events)
        here = ref.id
        if overlap.parted:
            here = ours.free_id(log.shelf, log.id, above)
            going_on = ""
            if log.shelf == PLAYS:
                both = ((ref.id, events), (here, log.events))
                going_on = next((play for play, its in both if goes_on(Log(tuple(its)))), "")
            plan.steps[place] = Step(
                log.shelf, log.id, here, "beside", entries, len(events), ref.id, overlap, going_on
            )
        elif overlap.tail:
            entries = len({event.action for event in overlap.tail})
            plan.steps[place] = Step(log.shelf, log.id, here, "longer", entries, len(events))
        else:
            plan.known[log.shelf] += 1
    if here != log.id:
        plan.ids[place] = here
    if place in plan.steps:
        tables = {tuple(part.name for part in record.parts) for record in replay.records}
        if log.shelf == PLAYS:
            tables.add(tuple(seat_names(log.events)))
        for names in sorted(tables):
            plan.tables.setdefault(names, log.id)


def _is_only_one(log: GroupLog) -> bool:
    """Whether every device has one such log: of a box that is like all others, or of labels."""
    return log.shelf == LABELS or (log.shelf == BOXES and log.events[0].data.get("game") == log.id)


def _pool(plan: Plan, ours: Ours, log: GroupLog, entries: int) -> None:
    """Put what only they entered about a box behind what we did."""
    here = plan.follow(BOXES, log.id) if log.shelf == LABELS else log.id
    place = log.shelf, log.id
    if here != log.id:
        plan.ids[place] = here
    if not ours.has(log.shelf, here):
        replayed(log.shelf, here, log.events)
        ours.free_id(log.shelf, here, 0)
        plan.steps[place] = Step(log.shelf, log.id, here, "new", entries)
        return
    if (log.shelf, here.lower()) in ours.damaged:
        what = "box" if log.shelf == BOXES else "list of printed labels"
        plan.notes.append(
            f"Our {what} “{here}” is damaged, and what theirs tells was left out: mend it, and "
            "repeat the command."
        )
        return
    events = ours.store.read_log(LogRef(ours.group, log.shelf, here))
    tail = pooled(events, log.events)
    if tail:
        replayed(log.shelf, here, [*events, *tail])
        entries = len({event.action for event in tail})
        plan.steps[place] = Step(log.shelf, log.id, here, "pooled", entries, len(events))
    else:
        plan.known[log.shelf] += 1


def _require_different(names: tuple[str, ...], people: People, play: str) -> None:
    """See to it that nobody sits at a table twice. Raises Refused."""
    here: dict[str, str] = {}
    for name in names:
        called = people.called(name)
        other = here.setdefault(folded(called), name)
        if other != name:
            raise Refused(
                f"{other} and {name} sat at one table in {play}, and both would be {called} here.",
                f"Call one of them otherwise: `--map '{name}={name} B'`.",
            )


def look_for_twins(desk: Desk, plan: Plan, coming: GroupFile) -> None:
    """Note in a plan which of its new plays may be some of ours, and which look like them: one
    evening, followed on two devices.

    Only plays that one side alone knows are compared: what both have began on one of them, and two
    that began on one device are two.
    """
    theirs = [_called_here(record, plan) for record in plan.coming]
    if plan.new or not theirs:
        return
    first = min(record.started for record in theirs)
    last = max(record.ended for record in theirs)
    ours = list(History(desk).plays.also("ended >= ? AND began <= ?", first, last))
    only_ours = [play for play in ours if not play.source and play.play not in plan.shared]
    plan.pairs = list(pairs_between(only_ours, theirs, desk.now()))
    document: dict[str, Any] = {}
    for pairs in (pairs_in(plan.document), pairs_in(coming.head.document), plan.pairs):
        add_pairs(document, pairs)
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


def joined_here(plan: Plan, coming: GroupFile, document: Document) -> MergedDocument:
    """The group's document with what theirs tells, as far as documents tell it."""
    return merged_documents(document, coming.head.document, plan.follow, plan.people.called)


def _called_here(record: PlayRecord, plan: Plan) -> PlayRecord:
    """The record of a play of theirs with the names and the id that it has here."""
    parts = tuple(part._replace(name=plan.people.called(part.name)) for part in record.parts)
    return record._replace(parts=parts)
