"""Plans an `import`: which plays are new, known or recorded differently, and under which names."""

from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID, uuid5

from companion import games
from companion.core.box import SHEETS
from companion.core.event import RENAMES
from companion.core.log import Log
from companion.core.names import folded, short
from companion.core.numbers import only_digits
from companion.core.record import PlayRecord, is_anonymous
from companion.errors import Conflict, Invalid, Refused
from companion.exchange import bgg, import_log
from companion.exchange.groups.merge import Pair, add_pairs, pairs_in
from companion.exchange.json_lines import play_object, record_of
from companion.exchange.limits import numbered
from companion.exchange.parsed_plays import BG_STATS, BGG, OWN_SOURCE, ParsedPlays
from companion.store.base import Document, LogRef
from companion.table.desk import Desk
from companion.table.exchange.identities import NameMatch, Roster, people_typed, settled_in
from companion.table.exchange.updates import Update, updates, write_updates
from companion.table.files import short_name
from companion.table.history.dedupe import newly_one, pairs_between
from companion.table.history.finished_plays import History
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX
from companion.table.local_time import day
from companion.table.plays.titles import is_near, sheet_titles

CLOSE = 120
"""Most seconds between a play here and the same play in another program, at start or end."""


def returned_uids(fresh: Sequence[PlayRecord], followed: Iterable[PlayRecord]) -> set[str]:
    """The uids of new plays that are plays followed here, returned without their id.

    They have the same game and people, began or ended within two minutes of each other, and nothing
    recorded in both differs. Each play here matches one at most.
    """
    waiting: dict[tuple[str, object], list[tuple[float, PlayRecord]]] = {}
    looked_for = {_who_played_what(record) for record in fresh}
    for play in followed:
        what = _who_played_what(play)
        if what in looked_for:
            for which in _TIMES:
                at = _seconds(getattr(play, which))
                waiting.setdefault((which, what), []).append((at, play))
    for candidates in waiting.values():
        candidates.sort(key=_when)
    found, taken = set[str](), set[str]()
    for record in fresh:
        for which in _TIMES:
            candidates = waiting.get((which, _who_played_what(record)), [])
            at = _seconds(getattr(record, which))
            first = bisect_left(candidates, at - CLOSE, key=_when)
            last = bisect_right(candidates, at + CLOSE, key=_when)
            near = [play for _, play in candidates[first:last] if play.uid not in taken]
            same = next((play for play in near if _may_be_same(play, record)), None)
            if same is not None:
                found.add(record.uid)
                taken.add(same.uid)
                break
    return found


# Other programs record the start and the length: after a pause, the end differs.
_TIMES = ("ended", "started")


class Difference(NamedTuple):
    """A play here that a file records differently, and what differs.

    `new` is the play imported beside it; empty if it is the same play: then ours stays as it is.
    """

    play: str
    what: Sequence[str]
    new: str = ""


def differences(
    records: Iterable[PlayRecord], known: Mapping[str, PlayRecord]
) -> Iterator[Difference]:
    """Known plays that the file has with other points or another winner."""
    for record in records:
        ours = known.get(record.uid)
        if ours is not None and (what := _differing(record, ours)):
            yield Difference(ours.play, what)


def corrections(
    fresh: Sequence[tuple[str, PlayRecord]], before: Iterable[PlayRecord]
) -> Iterator[Difference]:
    """New plays, given with their future ids, that look like corrected plays of an earlier sheet.

    They have the same game, day and people as a play from `before` that the sheet no longer has.
    """
    gone: dict[tuple[object, str], list[PlayRecord]] = {}
    for play in before:
        gone.setdefault((_who_played_what(play), play.ended[:10]), []).append(play)
    for new, record in fresh:
        candidates = gone.get((_who_played_what(record), record.ended[:10]))
        if candidates:
            ours = candidates.pop(0)
            yield Difference(ours.play, _differing(record, ours), new)


def _differing(theirs: PlayRecord, ours: PlayRecord) -> list[str]:
    """What differs about the players who are in both records."""
    here = {folded(part.name): part for part in ours.parts}
    both = [(part, here[folded(part.name)]) for part in theirs.parts if folded(part.name) in here]
    what = [
        f"{there.name} {there.score}, here {'unknown' if part.score is None else part.score}"
        for there, part in both
        if there.score is not None and there.score != part.score
    ]
    return what + [
        f"{there.name} {'won, here not' if there.won else 'did not win, here won'}"
        for there, part in both
        if there.won != part.won
    ]


def _when(candidate: tuple[float, PlayRecord]) -> float:
    return candidate[0]


def _who_played_what(record: PlayRecord) -> tuple[str, frozenset[str]]:
    people = frozenset(folded(part.name) for part in record.parts)
    return record.game or folded(record.title), people


def _may_be_same(ours: PlayRecord, theirs: PlayRecord) -> bool:
    """Whether no points recorded in both plays differ."""
    scores = {folded(part.name): part.score for part in theirs.parts}
    return all(
        part.score is None or scores[folded(part.name)] in (None, part.score) for part in ours.parts
    )


def _seconds(time: str) -> float:
    return datetime.fromisoformat(time).timestamp()


# The plan


class TitleMatch(NamedTuple):
    """A title in a file, and the game's title here; or, if `only_near`, a similar title."""

    title: str
    here: str
    only_near: bool = False


class Plan(NamedTuple):
    """What an import would do.

    `new` have their names here. `known` counts plays that are here already, `alike` those of them
    that were recognized by game, time and people. `pairs` are new plays with plays here that may be
    the same, followed on two devices; `twins` are those that look the same, by their ids: the one
    that does not count, and the one that does. `otherwise` are plays recorded differently. `more`
    are further files. `updates` are changes to plays of earlier imports, `ids` those of known plays
    by uid. `titles` are titles of new plays that are known here, or nearly.
    """

    name: str
    coming: ParsedPlays
    roster: Roster
    meeting: NameMatch
    new: Sequence[PlayRecord]
    known: int
    alike: int
    imports: Sequence[str]
    pairs: Sequence[Pair] = ()
    twins: Sequence[tuple[str, str]] = ()
    otherwise: Sequence[Difference] = ()
    more: Sequence[str] = ()
    updates: Sequence[Update] = ()
    ids: Mapping[str, str] = {}
    titles: Sequence[TitleMatch] = ()

    def proposal(self, name: str) -> str:
        """A name for another person of that name."""
        return self.roster.proposal(name, self.coming.people)

    @property
    def id(self) -> str:
        """The id of this import."""
        made = [one for one in self.imports if not one.startswith(LOGGED_PREFIX)]
        numbers = [one.rpartition("-")[2] for one in made]
        return f"import-{max((int(one) for one in numbers if only_digits(one)), default=0) + 1}"


def _known_titles(
    history: History, document: Mapping[str, Any], records: Iterable[PlayRecord]
) -> Iterator[TitleMatch]:
    """The titles of these plays that differ from titles here, or may be mistyped."""
    played = [one.title for one in history.games]
    ours = {folded(it): it for it in (*games.TITLES.values(), *played, *sheet_titles(document))}
    for title in sorted({record.title for record in records if not record.game}):
        now = history.title_now(title)
        here = ours.get(folded(now), now)
        if here != title:
            yield TitleMatch(title, here)
        elif folded(here) not in ours:
            near = next((it for it in ours.values() if is_near(title, it)), None)
            if near is not None:
                yield TitleMatch(title, near, only_near=True)


def _written_as_here(
    records: Iterable[PlayRecord], titles: Sequence[TitleMatch]
) -> Iterator[PlayRecord]:
    """The plays with the capital letters of known titles. Former titles stay as they are."""
    here = {one.title: one.here for one in titles if folded(one.title) == folded(one.here)}
    for record in records:
        title = record.title if record.game else here.get(record.title, record.title)
        called = title if record.called == record.title else record.called
        yield record._replace(title=title, called=called)


def planned(
    desk: Desk,
    name: str,
    coming: ParsedPlays,
    maps: Iterable[str] = (),
    all_the_same: bool = False,
    keep: bool = False,
) -> Plan:
    """Plan the import of a file.

    People to ask about are in `meeting.unclear`. With `keep`, known plays stay as they are. Raises
    what `people_typed` raises, and Refused if two people of one play would become one.
    """
    document = desk.group_document()
    history = History(desk)
    coming = _known_at_bgg(coming, history) if document else coming
    uids = {*(record.uid for record in coming.records), *coming.ours.values(), *coming.gone}
    known = history.known(uids) if document else {}
    same_group = any(record.uid in known for record in coming.records)
    mapped = people_typed(maps, coming.people, coming.read_as.headings)
    roster = Roster(document, coming.source)
    roster.require_new_or_now(mapped)
    unknown = [one for one in coming.records if not _is_known(one, known, coming.ours)]
    brought = {
        record.uid: _names_here(record, known[record.uid], coming, roster, mapped)
        for record in coming.records
        if record.uid in known and _was_imported(record, known[record.uid], coming)
    }
    in_them = {folded(part.name) for record in unknown for part in record.parts}
    in_them |= {folded(name) for names in brought.values() for name, it in names.items() if not it}
    people = {name: other for name, other in coming.people.items() if folded(name) in in_them}
    own = coming.source == OWN_SOURCE and same_group
    meeting = roster.meet(people, mapped, all_the_same or own)
    fresh = [] if meeting.unclear else _renamed(unknown, meeting.called)
    own_plays = (play for play in history.plays if not play.source) if fresh else ()
    # Plays from a companion have ids: none comes back without.
    called_now = map(history.with_title_now, fresh)
    alike = set() if coming.followed else returned_uids([*called_now], own_plays)
    taken = [record for record in fresh if record.uid not in alike]
    titles: list[TitleMatch] = []
    if document:
        titles = [*_known_titles(history, document, taken)]
        taken = [*_written_as_here(taken, titles)]
    again = [
        (_called(record, brought[record.uid], meeting.called), known[record.uid])
        for record in coming.records
        if record.uid in brought and not meeting.unclear
    ]
    again = [
        (_titled(history.with_title_now(theirs), ours), ours)
        for theirs, ours in again
        if _is_apart(theirs)
    ]
    _require_readable([*taken, *(theirs for theirs, _ in again)])
    played = {part.name for record in (*taken, *(it for it, _ in again)) for part in record.parts}
    gone = [(known[uid], why) for uid, why in coming.gone.items() if uid in known]
    gone = [(ours, why) for ours, why in gone if ours.play.startswith("import")]
    found, kept = updates(desk, again, gone, keep)
    plan = Plan(
        name,
        coming,
        roster,
        meeting._replace(new=[one for one in meeting.new if one in played]),
        taken,
        len(coming.records) - len(unknown) + len(alike),
        len(alike),
        desk.store.log_ids(desk.group, IMPORTS) if document else (),
        titles=titles,
    )
    others = [record for record in coming.records if record.uid not in brought]
    otherwise = [
        *(Difference(*one) for one in kept),
        *differences(others, known),
        *_corrected(plan, history, uids),
    ]
    ids = {uid: record.play for uid, record in known.items()}
    plan = plan._replace(otherwise=otherwise, updates=found, ids=ids)
    if not coming.followed or not taken:
        return plan
    return _with_twins(plan, history, known, pairs_in(document), desk.now())


def _titled(theirs: PlayRecord, ours: PlayRecord) -> PlayRecord:
    """Their play with the capital letters of our title."""
    same = folded(theirs.title) == folded(ours.title) and folded(theirs.called) == folded(
        ours.called
    )
    return theirs._replace(title=ours.title, called=ours.called) if same else theirs


def _known_at_bgg(coming: ParsedPlays, history: History) -> ParsedPlays:
    """Match plays of BoardGameGeek and BG Stats by the numbers that BoardGameGeek gave them."""
    ours = dict(coming.ours)
    if coming.source == BGG:
        there = history.plays.also("record LIKE ?", f'%"{bgg.BGG_PLAY}"%')
        by_number = {n: one.uid for one in there for n in bgg.play_numbers(one)}
        for record in coming.records:
            if known := [by_number[n] for n in bgg.play_numbers(record) if n in by_number]:
                ours.setdefault(record.uid, known[0])
    elif coming.source == BG_STATS:
        for record in coming.records:
            for n in bgg.play_numbers(record):
                ours.setdefault(record.uid, bgg.bgg_uid(n))
    return coming._replace(ours=ours)


def _corrected(plan: Plan, history: History, in_file: Collection[str]) -> Iterable[Difference]:
    """New plays of a sheet that may be corrected ones: without ids, a change looks new."""
    if plan.coming.source != OWN_SOURCE or plan.coming.followed or not plan.new:
        return ()
    first = min(one.ended for one in plan.new)[:10]
    last = max(one.ended for one in plan.new)[:10]
    before = history.plays.also("ended >= ? AND ended <= ?", first, f"{last}T24")
    own_plays = (one for one in before if one.source == OWN_SOURCE and one.uid not in in_file)
    new = map(history.with_title_now, plan.new)
    return corrections([(f"{plan.id}.{n}", one) for n, one in enumerate(new, 1)], own_plays)


def _with_twins(
    plan: Plan,
    history: History,
    known: Mapping[str, PlayRecord],
    known_pairs: Sequence[Pair],
    at: str,
) -> Plan:
    """The plan with pairs of new plays and plays here, which the file lacks, that may be one."""
    new = map(history.with_title_now, plan.new)
    theirs = [one._replace(play=f"{plan.id}.{n}") for n, one in enumerate(new, 1)]
    first = min(one.started for one in theirs)
    last = max(one.ended for one in theirs)
    ours = list(history.plays.also("ended >= ? AND began <= ?", first, last))
    only_ours = [play for play in ours if not play.source and play.uid not in known]
    pairs = list(pairs_between(only_ours, theirs, at))
    return plan._replace(pairs=pairs, twins=newly_one(ours, theirs, [*known_pairs, *pairs]))


def carry_out(desk: Desk, plan: Plan) -> None:
    """Write the new plays as one log, and who is who. Raises Conflict or StorageError."""
    if not plan.meeting.called and not plan.new and not plan.updates:
        return
    desk.ensure_group()
    with desk.changing_group() as document:
        if list(plan.imports) != desk.store.log_ids(desk.group, IMPORTS):
            raise Conflict(
                "Another terminal has imported something just now.", "Repeat the command."
            )
        if plan.new or plan.updates:
            renames = document.get(RENAMES, 0)
            uid = import_uid(desk, plan) if plan.updates else ""
            made = import_log.import_made(
                plan.coming.source, short_name(plan.name), len(plan.new), renames, uid
            )
            drafts = import_log.play_drafts(plan.new)
            drafts += [import_log.plays_updated(len(plan.updates))] if plan.updates else []
            log = Log().extended([made], desk.now()).extended(drafts, desk.now())
            desk.store.create_log(LogRef(desk.group, IMPORTS, plan.id), log.events)
            write_updates(desk, plan.updates, uid, renames)
        settled_in(document, plan.meeting, plan.coming.people, plan.coming.source)
        add_pairs(document, plan.pairs)
        _note_titles(document, plan.new)


def _note_titles(document: Document, records: Iterable[PlayRecord]) -> None:
    """Add the titles to the group's document, so that `start` recognizes slips."""
    known = document.get(SHEETS, {})
    new = {folded(record.title): {"title": record.title} for record in records if not record.game}
    if new.keys() - known.keys():
        document[SHEETS] = {**new, **known}


_IMPORTS = UUID("e2c5a7d4-0d0b-4f43-8f3b-6a0f7a9b1c55")
"""The namespace of the uids of imports: never to be changed."""


def import_uid(desk: Desk, plan: Plan) -> str:
    """The uid of an import, made of its changes and its time."""
    plays = [(one.uid, sorted(one.what)) for one in plan.updates]
    return str(uuid5(_IMPORTS, "\n".join((desk.group, plan.id, desk.now(), repr(plays)))))


def _was_imported(record: PlayRecord, ours: PlayRecord, coming: ParsedPlays) -> bool:
    """Whether a known play came from the same program, which may update it."""
    same = ours.source == record.source and ours.play.startswith("import")
    as_many = coming.source != OWN_SOURCE or len(record.parts) == len(ours.parts)
    return same and as_many and not coming.followed


def _names_here(
    record: PlayRecord,
    ours: PlayRecord,
    coming: ParsedPlays,
    roster: Roster,
    mapped: Mapping[str, str],
) -> dict[str, str]:
    """Names here by names in the file for a known play; empty for somebody unknown."""
    if coming.source == OWN_SOURCE:  # a play of a sheet has an id made of its players
        return {one.name: it.name for one, it in zip(record.parts, ours.parts, strict=True)}
    here = {folded(part.name): part.name for part in ours.parts}
    return {
        part.name: part.name
        if is_anonymous(part.name)
        else mapped.get(part.name)
        or roster.known_by(part.name, coming.people.get(part.name, ""))
        or here.get(folded(part.name), "")
        for part in record.parts
    }


def _called(record: PlayRecord, names: Mapping[str, str], called: Mapping[str, str]) -> PlayRecord:
    here = {name: known or called.get(name, name) for name, known in names.items()}
    parts = tuple(part._replace(name=here[part.name]) for part in record.parts)
    return record._replace(parts=parts)


def _is_apart(record: PlayRecord) -> bool:
    return len({folded(part.name) for part in record.parts}) == len(record.parts)


def _renamed(records: Iterable[PlayRecord], called: Mapping[str, str]) -> list[PlayRecord]:
    """The plays with the names here. Raises Refused."""
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
    """Check that records can be read again. Raises Invalid."""
    for record in records:
        try:
            record_of(play_object(record))
        except ValueError as problem:
            raise Invalid(
                f"A play of {short(record.title)} on {day(record.ended)} cannot be kept: "
                f"{problem}.",
                "Correct it in the file. Nothing was imported.",
            ) from None


def _is_known(record: PlayRecord, known: Mapping[str, PlayRecord], ours: Mapping[str, str]) -> bool:
    return record.uid in known or ours.get(record.uid) in known
