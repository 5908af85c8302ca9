"""Plans a `group import`, log by log, before anything is written."""

from collections.abc import Callable, Mapping, Sequence
from shlex import quote
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.box import MergedLog
from companion.core.event import MADE, Event
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
    are_same,
    identity,
    merged_documents,
    pairs_in,
    pooled,
    relation,
)
from companion.exchange.groups.people import People
from companion.exchange.groups.references import BOXES, PLAYS, Called, masked, seats_called
from companion.store.base import Document, LogRef, Store
from companion.table.desk import Desk
from companion.table.groups.document import player_names
from companion.table.groups.group_file import SHELVES, GroupFile, all_logs
from companion.table.history.dedupe import newly_one, only_won_otherwise, pairs_between
from companion.table.history.finished_plays import History
from companion.table.history.summary import summarized
from companion.table.plays.incoming_log import Replay, installed_game, replayed, require_whole
from companion.table.plays.replay import Newer, Senseless

Asking = Callable[[str], str]
"""Asks who a person in the file is, and returns the name here."""
LABELS = "labels"
_MOST_PARTED = 20
"""How many logs with one beginning are compared."""


class Ours:
    """The logs of our group by their first entry; and the ids in use."""

    def __init__(
        self,
        store: Store,
        group: str,
        new: bool,
        known: Mapping[LogRef, str] = MappingProxyType({}),
    ) -> None:
        """`known` are logs whose identity is known, so that they need not be read for it."""
        self.store, self.group = store, group
        self._known = known
        self._began: dict[str, list[LogRef]] = {}
        self._claimed: set[LogRef] = set()
        self._taken: set[tuple[str, str]] = set()
        self.damaged: set[tuple[str, str]] = set()
        if new and group not in store.groups():
            return
        for ref in all_logs(store, group):
            self._take_note(ref)

    def _take_note(self, ref: LogRef) -> None:
        self._taken.add((ref.shelf, ref.id.lower()))
        began = self._known.get(ref) or self.identity_of(ref)
        if began is None:
            self.damaged.add((ref.shelf, ref.id.lower()))
        else:
            self._began.setdefault(began, []).append(ref)

    def identity_of(self, ref: LogRef) -> str | None:
        """The identity of a log, the same on every device; None if it cannot be read."""
        try:
            return identity(ref.shelf, self.store.read_log(ref)[0])
        except (CompanionError, IndexError):
            return None

    def began(self, identity: str, log_id: str) -> str:
        """The id of our log with that identity, preferably `log_id`; empty if there is none."""
        found = [ref.id for ref in self._began.get(identity, ())]
        return log_id if log_id in found else next(iter(found), "")

    def best(self, log: GroupLog) -> tuple[LogRef, Relation, list[Event]] | None:
        """Our log that is theirs, or from which theirs diverged; None if there is none.

        A group may have two logs that began as one and diverged. Each matches one of theirs at
        most.
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
            self.claim(ref)
        return ref, overlap, ours

    def claim(self, ref: LogRef) -> None:
        """Note that one of theirs is this one."""
        self._claimed.add(ref)

    def has(self, shelf: str, log_id: str) -> bool:
        """Whether an id is in use, ignoring case as some disks do."""
        return (shelf, log_id.lower()) in self._taken

    def free_id(self, shelf: str, log_id: str, above: int) -> str:
        """An id for their log: its own if free, else the next number `above` all others."""
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
    """What happens with one of their logs: `new`, `longer`, `pooled`, `joined` or `beside`.

    `here` is its id here. `length` is how many events our log had, `with_ours` the id of our log
    that it diverged from, and `relation` how the two compare. In a log that is `joined`, rules may
    have other numbers than before: `renumbered` are theirs, or ours if theirs was written first.
    `is_as_theirs` says that it is as theirs now.
    """

    shelf: str
    there: str
    here: str
    what: str
    entries: int
    length: int = 0
    with_ours: str = ""
    relation: Relation = Relation(0)
    renumbered: Mapping[int, int] = MappingProxyType({})
    is_ours_first: bool = True
    is_as_theirs: bool = False


class Plan:
    """What to do: `steps`, and the ids and names here of their logs and people."""

    def __init__(self, group: str, document: Document, new: bool, people: People) -> None:
        self.group = group
        self.document = document
        self.new = new
        self.people = people
        self.joined: Document = {}
        """The group's document with theirs in it, as soon as it is carried out."""
        self.steps: dict[tuple[str, str], Step] = {}
        self.ids: dict[tuple[str, str], str] = {}
        self.known = dict.fromkeys(SHELVES, 0)
        self.left_out: list[LeftOut] = []
        """Logs that the file lacks because they could not be read there."""
        self.refused: list[LeftOut] = []
        """Logs that would make no sense here, with the reason: ours stay as they are."""
        self.waiting: list[str] = []
        """Refused logs that can come in later: when a merge of two people is undone here, or this
        companion is updated.
        """
        self.notes: list[str] = []
        self.tables: list[tuple[tuple[str, str], Sequence[Called]]] = []
        """The shelf and id of each new log, and who sat at its tables."""
        self.coming: list[PlayRecord] = []
        """The records of new plays, under their ids here."""
        self.shared: set[str] = set()
        """The ids of our plays that are theirs, too."""
        self.pairs: list[Pair] = []
        """Pairs of their play and ours that may be one play, followed on two devices."""
        self.twins: list[tuple[str, str]] = []
        """Plays that look like one: the id that does not count, and the one that does."""
        self.won_otherwise: list[tuple[str, str]] = []
        """Plays that look like one except for the winners: both count."""

    @property
    def lacking(self) -> set[tuple[str, str]]:
        """The shelves and ids of all logs that are not imported."""
        return {(log.shelf, log.id) for log in (*self.left_out, *self.refused)}

    def follow(self, shelf: str, log_id: str) -> str:
        """The id here of their log."""
        return self.ids.get((shelf, log_id), log_id)


def planned(
    store: Store,
    coming: GroupFile,
    group: str,
    document: Document,
    new: bool,
    chosen: Mapping[str, str],
    tick: Tick,
    known: Mapping[LogRef, str] = MappingProxyType({}),
) -> Plan:
    """Plan the import into the group of that name, or as a `new` group.

    `chosen` are names here by their names; `known` is what is known of our logs (`Ours`). Raises
    Invalid for a bad file, NotFound for a name that is not in it.
    """
    their_names = player_names(coming.head.document)
    people = People(document, coming.head.document, chosen_people(chosen, their_names))
    plan = Plan(group, document, new, people)
    ours = Ours(store, group, new, known)
    for shelf, logs in coming.head.elsewhere.items():
        for log_id, began in logs.items():
            here = ours.began(began, log_id)
            if here not in ("", log_id):
                plan.ids[shelf, log_id] = here
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
    """Plan what happens with a log; refuse one that would make no sense here."""
    try:
        if log.shelf == LABELS and (BOXES, log.id) in plan.lacking:
            raise Senseless("its box does not come in")
        require_whole(log.events)
        _place(plan, ours, log, above)
    except Senseless as problem:
        plan.refused.append(LeftOut(log.shelf, log.id, str(problem)))
        if isinstance(problem, Newer):
            plan.waiting.append(log.id)


def chosen_people(typed: Mapping[str, str], theirs: list[str]) -> dict[str, str]:
    """The typed names here by full names in the file. Raises NotFound, Ambiguous or Invalid."""
    hint = f"In the file: {listed(theirs)}." if theirs else "There are no players in the file."
    return {
        find(name, theirs, lambda one: (one,), "player in that file", hint): proper_name(
            here, "player"
        )
        for name, here in typed.items()
    }


def settle_people(plan: Plan, asking: Asking) -> None:
    """Ask who is who if that is unclear. Raises Ambiguous or Refused.

    Plays with two players who have been merged stay out: the merge must be undone first.
    """
    if not plan.new:
        for name in plan.people.doubtful():
            plan.people.chosen[folded(name)] = asking(name)
    for (shelf, log_id), seats in plan.tables:
        if plan.people.one_group and (shelf, log_id) not in plan.lacking:
            why = _one_by_now(plan.people, seats)
            if why:
                plan.refused.append(LeftOut(shelf, log_id, why))
                plan.waiting.append(log_id)
                plan.steps.pop((shelf, log_id), None)
        else:
            _require_different(seats, plan.people, log_id)


def keep_apart(desk: Desk, plan: Plan) -> None:
    """Keep apart players who were merged there but sat at one table here, and say so."""
    if plan.new or not plan.people.one_group:
        return
    from companion.table.groups.appearances import Appearances

    appearances: Appearances | None = None
    for double, whom, person in plan.people.coming_merges():
        appearances = appearances or Appearances(desk)
        try:
            appearances.require_apart(double, whom)
        except Refused as problem:
            plan.people.apart.add(person)
            plan.notes.append(
                f"{double} was merged into {whom} there. {problem.message} They stay two here: "
                f"`companion player split {quote(double)}` there makes them two again."
            )


def _one_by_now(people: People, seats: Sequence[Called]) -> str:
    """Why a play cannot come in: two of its players were merged; empty if none were."""
    here: dict[str, str] = {}
    for name, renames in seats:
        called = people.called(name, renames)
        other = here.setdefault(folded(called), name)
        if other != name:
            gone = name if folded(name) != folded(called) else other
            return (
                f"{other} and {name} sat at one table in it, and are one player here; "
                f"`companion player split {quote(gone)}` makes them two again"
            )
    return ""


def _seats(record: PlayRecord) -> tuple[Called, ...]:
    renames = record.renames or (0,) * len(record.parts)
    return tuple(Called(part.name, n) for part, n in zip(record.parts, renames, strict=True))


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
        joined = merged_box_log(events, log.events) if overlap.parted else None
        if joined is not None:
            replay = replayed(log.shelf, ref.id, joined.events)
        elif overlap.parted:
            replay = replayed(log.shelf, log.id, log.events)
        elif overlap.tail:
            replay = replayed(log.shelf, ref.id, [*events, *overlap.tail])
        if log.shelf == PLAYS:
            plan.shared.add(ref.id)
            plan.people.see(log.events, events)
        here = ref.id
        if joined is not None and joined.events == tuple(events):
            plan.known[log.shelf] += 1
        elif joined is not None:
            ours.claim(ref)
            entries = joined.events[-1].action - events[-1].action
            plan.steps[place] = Step(
                *(log.shelf, log.id, here, "joined", entries, len(events)),
                renumbered=joined.renumbered,
                is_ours_first=joined.is_ours_first,
                is_as_theirs=are_same(joined.events, log.events),
            )
        elif overlap.parted:
            here = ours.free_id(log.shelf, log.id, above)
            plan.steps[place] = Step(
                log.shelf, log.id, here, "beside", entries, len(events), ref.id, overlap
            )
        elif overlap.tail:
            entries = len({event.action for event in overlap.tail})
            plan.steps[place] = Step(log.shelf, log.id, here, "longer", entries, len(events))
        else:
            plan.known[log.shelf] += 1
    if here != log.id:
        plan.ids[place] = here
    if place in plan.steps:
        for seats in {*map(_seats, replay.records), tuple(seats_called(log.events))}:
            plan.tables.append((place, seats))


def merged_box_log(ours: Sequence[Event], theirs: Sequence[Event]) -> MergedLog | None:
    """Merge two logs of one box with which both groups went on; None if that is not possible."""
    game = installed_game(str(ours[0].data.get("game"))) if ours[0].kind == MADE else None
    return None if game is None else game.box_rules.merge_logs(ours, theirs, masked)


def _is_only_one(log: GroupLog) -> bool:
    """Whether every group has one such log: of boxes that are all alike, or of labels."""
    return log.shelf == LABELS or (log.shelf == BOXES and log.events[0].data.get("game") == log.id)


def _pool(plan: Plan, ours: Ours, log: GroupLog, entries: int) -> None:
    """Plan to append what only they entered about a box."""
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
            f"Your {what} “{here}” is damaged, so theirs was left out: repair it and "
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


def _require_different(seats: Sequence[Called], people: People, play: str) -> None:
    """Check that nobody sits at a table twice. Raises Refused."""
    here: dict[str, str] = {}
    for name, renames in seats:
        called = people.called(name, renames)
        other = here.setdefault(folded(called), name)
        if other != name:
            raise Refused(
                f"{other} and {name} sat at the same table in {play}, and both would be "
                f"{called} here.",
                f"Give one of them another name: `--map '{name}={name} B'`.",
            )


def look_for_twins(desk: Desk, plan: Plan, coming: GroupFile) -> None:
    """Note which new plays may be, or look like, plays of ours that were followed on two devices.

    Only plays that one side alone has are compared: others began on one device.
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
    undecided = {one.uids for one in pairs_in(document) if not one.verdict}
    both = [
        sorted((here[uid] for uid in one.uids), key=lambda play: play.started)
        for one in plan.pairs
        if one.uids in undecided
    ]
    plan.won_otherwise = [
        (one.play, other.play) for one, other in both if only_won_otherwise(one, other)
    ]


def joined_here(plan: Plan, coming: GroupFile, document: Document) -> MergedDocument:
    """The group's document merged with theirs."""
    return merged_documents(document, coming.head.document, plan.follow, plan.people)


def _called_here(record: PlayRecord, plan: Plan) -> PlayRecord:
    """The record of their play with the names and the id here."""
    parts = tuple(
        part._replace(name=plan.people.called(*seat))
        for part, seat in zip(record.parts, _seats(record), strict=True)
    )
    return record._replace(parts=parts)
