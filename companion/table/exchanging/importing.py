"""Results that come in: what is new of them and what is known, and under which names."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.log import Log
from companion.core.names import folded, short
from companion.core.numbers import only_digits
from companion.core.record import PlayRecord
from companion.errors import Conflict, Invalid, Refused
from companion.exchange import recorded
from companion.exchange.coming import OWN_SOURCE, Coming
from companion.exchange.groups.pairs import Pair, noted, pairs_in
from companion.exchange.plain import record_of, told
from companion.exchange.texts import numbered
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.exchanging.alike import Otherwise, came_back, corrected, told_otherwise
from companion.table.exchanging.namesakes import Meeting, Roster, settled_in, told_maps
from companion.table.files import short_name
from companion.table.moments import day
from companion.table.records.annals import Annals
from companion.table.records.once import newly_one, pairs_between
from companion.table.records.reading import IMPORTS


class Plan(NamedTuple):
    """What an import would do, once everybody in it is known. Nothing is written yet.

    `new` have the names that they will have here. `known` counts plays that are here already,
    `alike` those among them that are not told by an id but by game, time and people. `pairs` are
    new plays with some of ours that may be the same, followed on two devices; `twins` are those
    that look like it, by their ids: the one that does not count, and the one that does. Of those in
    `otherwise` the file tells otherwise than it is known here.
    """

    name: str
    coming: Coming
    roster: Roster
    meeting: Meeting
    new: Sequence[PlayRecord]
    known: int
    alike: int
    imports: Sequence[str]
    pairs: Sequence[Pair] = ()
    twins: Sequence[tuple[str, str]] = ()
    otherwise: Sequence[Otherwise] = ()

    def proposal(self, name: str) -> str:
        """What somebody else of that name could be called here."""
        return self.roster.proposal(name, self.coming.people)

    @property
    def id(self) -> str:
        """The id of the import that is to come."""
        numbers = [one.rpartition("-")[2] for one in self.imports]
        return f"import-{max((int(one) for one in numbers if only_digits(one)), default=0) + 1}"


def prepared(
    desk: Desk, name: str, coming: Coming, maps: Iterable[str] = (), all_the_same: bool = False
) -> Plan:
    """Find out what an import of the file of that name would do.

    Whoever is still to be asked about is in `meeting.asked`. Raises what `told_maps` does, and
    Refused where two people of one play would be one.
    """
    document = desk.group_document()
    annals = Annals(desk)
    uids = {*(record.uid for record in coming.records), *coming.ours.values()}
    known = annals.known(uids) if document else {}
    same_group = any(record.uid in known for record in coming.records)
    mapped = told_maps(maps, coming.people)
    roster = Roster(document, coming.source)
    roster.require_new_or_now(mapped)
    unknown = [one for one in coming.records if not _is_known(one, known, coming.ours)]
    in_them = {folded(part.name) for record in unknown for part in record.parts}
    people = {name: other for name, other in coming.people.items() if folded(name) in in_them}
    own = coming.source == OWN_SOURCE and same_group
    meeting = roster.meet(people, mapped, all_the_same or own)
    fresh = [] if meeting.asked else _renamed(unknown, meeting.called)
    own_plays = (play for play in annals.plays if not play.source) if fresh else ()
    # What a companion followed has its id: it may be a play of ours, and never comes back as one.
    alike = set() if coming.followed else came_back(fresh, own_plays)
    taken = [record for record in fresh if record.uid not in alike]
    _require_readable(taken)
    played = {part.name for record in taken for part in record.parts}
    plan = Plan(
        name,
        coming,
        roster,
        meeting._replace(new=[one for one in meeting.new if one in played]),
        taken,
        len(coming.records) - len(unknown) + len(alike),
        len(alike),
        desk.store.log_ids(desk.group, IMPORTS) if document else (),
    )
    otherwise = [*told_otherwise(coming.records, known), *_corrected(plan, annals, uids)]
    plan = plan._replace(otherwise=otherwise)
    if not coming.followed or not taken:
        return plan
    return _with_twins(plan, annals, known, pairs_in(document), desk.now())


def _corrected(plan: Plan, annals: Annals, in_file: Collection[str]) -> Iterable[Otherwise]:
    """The new plays of a sheet of somebody's own that may be corrected ones: such a sheet has no
    ids, so what was changed in it is another play."""
    if plan.coming.source != OWN_SOURCE or plan.coming.followed or not plan.new:
        return ()
    first = min(one.ended for one in plan.new)[:10]
    last = max(one.ended for one in plan.new)[:10]
    before = annals.plays.also("ended >= ? AND ended <= ?", first, f"{last}T24")
    told = (one for one in before if one.source == OWN_SOURCE and one.uid not in in_file)
    return corrected([(f"{plan.id}.{n}", one) for n, one in enumerate(plan.new, 1)], told)


def _with_twins(
    plan: Plan,
    annals: Annals,
    known: Mapping[str, PlayRecord],
    told: Sequence[Pair],
    at: str,
) -> Plan:
    """The plan, with what another companion followed that may be a play of ours that the file does
    not hold."""
    theirs = [one._replace(play=f"{plan.id}.{n}") for n, one in enumerate(plan.new, 1)]
    first = min(one.started for one in theirs)
    last = max(one.ended for one in theirs)
    ours = list(annals.plays.also("ended >= ? AND began <= ?", first, last))
    only_ours = [play for play in ours if not play.source and play.uid not in known]
    pairs = list(pairs_between(only_ours, theirs, at))
    return plan._replace(pairs=pairs, twins=newly_one(ours, theirs, [*told, *pairs]))


def carried_out(desk: Desk, plan: Plan) -> None:
    """Write what is new, as one log, and who is who. Raises Conflict or StorageError."""
    if not plan.meeting.called and not plan.new:
        return
    desk.ensure_group()
    with desk.changing_group() as document:
        if list(plan.imports) != desk.store.log_ids(desk.group, IMPORTS):
            raise Conflict(
                "Another terminal has imported something just now.", "Repeat the command."
            )
        if plan.new:
            made = recorded.made(plan.coming.source, short_name(plan.name), len(plan.new))
            log = Log().extended([made], desk.now())
            log = log.extended(recorded.drafts(plan.new), desk.now())
            desk.store.create_log(LogRef(desk.group, IMPORTS, plan.id), log.events)
        settled_in(document, plan.meeting, plan.coming.people, plan.coming.source)
        noted(document, plan.pairs)


def _renamed(records: Iterable[PlayRecord], called: Mapping[str, str]) -> list[PlayRecord]:
    """The plays with the names that people have here. Raises Refused."""
    here = {folded(name): ours for name, ours in called.items()}
    renamed: list[PlayRecord] = []
    for record in records:
        parts = tuple(
            part._replace(name=here.get(folded(part.name), part.name)) for part in record.parts
        )
        _require_apart(record, [part.name for part in parts])
        renamed.append(record._replace(parts=parts))
    return renamed


def _require_apart(record: PlayRecord, names: Sequence[str]) -> None:
    taken: dict[str, str] = {}
    for part, name in zip(record.parts, names, strict=True):
        other = taken.setdefault(folded(name), part.name)
        if other != part.name:
            raise Refused(
                f"{other} and {part.name} would both be {name} here, "
                f"and they played against each other on {day(record.ended)}.",
                f'`--map "{part.name}={numbered(part.name, 2)}"` keeps them apart.',
            )


def _require_readable(records: Iterable[PlayRecord]) -> None:
    """See to it that all that is written can be read again. Raises Invalid."""
    for record in records:
        try:
            record_of(told(record))
        except ValueError as problem:
            raise Invalid(
                f"A play of {short(record.title)} on {day(record.ended)} cannot be kept: "
                f"{problem}.",
                "Mend it where it comes from. Nothing was taken from the file.",
            ) from None


def _is_known(record: PlayRecord, known: Mapping[str, PlayRecord], ours: Mapping[str, str]) -> bool:
    return record.uid in known or ours.get(record.uid) in known
