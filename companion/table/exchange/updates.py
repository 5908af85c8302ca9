"""Updates of plays that an earlier import brought.

An update is an entry in the log of the import that brought the play, with the uid of the import
that changed it: taking that one back takes back its updates. Corrections made here stay, and the
answer shows both.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.amendments import BY_IMPORT, TIMES, UID
from companion.core.event import (
    DELETED,
    EDITED,
    REDONE,
    RESTORED,
    Draft,
    Event,
    with_renames,
)
from companion.core.log import Log
from companion.core.names import folded, short
from companion.core.record import Part, PlayRecord
from companion.exchange.import_log import shortened
from companion.exchange.json_lines import play_object
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.table.history.summary import IMPORTS
from companion.table.local_time import local

_RESULT = ("players", "coop", "lowest")
_KEYS = (
    *("title", "game", "called", "bgg_id", "rounds", "place", "comment", "marks"),
    *TIMES,
    *_RESULT,
)


class Update(NamedTuple):
    """A change to a play of an earlier import.

    `changed` are keys of the play with new values; `gone` says why the play no longer counts.
    """

    play: str
    uid: str
    log: str
    what: Sequence[str]
    changed: Mapping[str, Any]
    gone: str = ""
    back: bool = False


class KeptPlay(NamedTuple):
    """A play that stays as it was corrected here, and what the file says instead."""

    play: str
    what: Sequence[str]


def updates(
    desk: Desk,
    fresh: Iterable[tuple[PlayRecord, PlayRecord]],
    gone: Iterable[tuple[PlayRecord, str]],
    keep: bool,
) -> tuple[list[Update], list[KeptPlay]]:
    """The updates to make, and the plays that stay as they are.

    `fresh` are pairs of a play in the file and here; `gone` are plays here that are gone there,
    with the reason. With `keep`, all stay.
    """
    logs = _Logs(desk)
    found: list[Update] = []
    kept: list[KeptPlay] = []
    for theirs, ours in fresh:
        log = log_of(ours)
        corrected, was_deleted = logs.amended(log, ours.uid)
        if ours.status == "deleted" and not was_deleted:
            continue  # deleted here on purpose
        changed = changed_keys(theirs, ours)
        stays = set(changed) if keep else _together(corrected & set(changed)) & set(changed)
        if stays:
            kept.append(KeptPlay(ours.play, list(_what(theirs, ours, stays, "here"))))
        moved = {key: value for key, value in changed.items() if key not in stays}
        back = ours.status == "deleted" and not keep
        if moved or back:
            what = [*(["counts again"] if back else []), *_what(theirs, ours, moved, "before")]
            found.append(Update(ours.play, ours.uid, log, what, moved, back=back))
    for ours, why in gone:
        if ours.status == "deleted":
            continue
        corrected, _ = logs.amended(log_of(ours), ours.uid)
        if keep or corrected:
            kept.append(KeptPlay(ours.play, [f"{why} there"]))
        else:
            found.append(Update(ours.play, ours.uid, log_of(ours), [f"{why} there"], {}, why))
    return found, kept


def log_of(record: PlayRecord) -> str:
    """The id of the log of the import that brought a play."""
    return record.play.rpartition(".")[0]


def changed_keys(theirs: PlayRecord, ours: PlayRecord) -> dict[str, Any]:
    """The keys of a play that differ in the file, with their new values."""
    here, there = _plain(ours), _plain(theirs)
    return {key: there[key] for key in _KEYS if here[key] != there[key]}


def _plain(record: PlayRecord) -> dict[str, Any]:
    plain = play_object(record)
    short_form = shortened(plain)
    return {**plain, "players": short_form["players"], "marks": short_form.get("marks", [])}


def _together(keys: set[str]) -> set[str]:
    """The keys, completed by those that are corrected together: times, and the result."""
    for one in (TIMES, _RESULT):
        keys = keys | set(one) if keys & set(one) else keys
    return keys


class _Logs:
    """The logs of imports, each read once, with the corrections in them."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._amended: dict[str, dict[str, tuple[set[str], bool]]] = {}

    def amended(self, log: str, uid: str) -> tuple[set[str], bool]:
        """The keys of a play that were corrected by hand, and whether an import deleted it."""
        if log not in self._amended:
            events = self._desk.store.read_log(LogRef(self._desk.group, IMPORTS, log))
            self._amended[log] = _amended(Log(tuple(events)).standing())
        return self._amended[log].get(uid, (set(), False))


def _amended(events: Iterable[Event]) -> dict[str, tuple[set[str], bool]]:
    found: dict[str, tuple[set[str], bool]] = {}
    for event in sorted(events, key=lambda it: it.at):
        uid = str(event.data.get(UID, ""))
        keys, deleted = found.get(uid, (set(), False))
        by_import = BY_IMPORT in event.data
        if event.kind == EDITED and not by_import:
            keys = keys | set(event.data)
        elif event.kind in (DELETED, RESTORED):
            deleted = by_import and event.kind == DELETED
        else:
            continue
        found[uid] = keys, deleted
    return found


# In words


def _what(theirs: PlayRecord, ours: PlayRecord, keys: Iterable[str], word: str) -> Iterator[str]:
    wanted = set(keys)
    if wanted & {"title", "game", "called"}:
        yield f"{short(theirs.called)}, {word} {short(ours.called)}"
    if "started" in wanted:
        yield f"{local(theirs.started)[:16]}, {word} {local(ours.started)[:16]}"
    elif "ended" in wanted and "minutes" not in wanted:
        yield f"until {local(theirs.ended)[:16]}, {word} {local(ours.ended)[:16]}"
    if "minutes" in wanted:
        yield f"{_count(theirs.minutes)} min, {word} {_count(ours.minutes)}"
    if "rounds" in wanted:
        yield f"{_count(theirs.rounds)} rounds, {word} {_count(ours.rounds)}"
    if "place" in wanted:
        yield f"{short(theirs.place) or 'no place'}, {word} {short(ours.place) or 'no place'}"
    if "comment" in wanted:
        yield "another comment"
    if "players" in wanted:
        yield from _players(theirs, ours, word)
    if "coop" in wanted:
        yield "all together" if theirs.coop else "against each other"
    if "lowest" in wanted:
        yield "the fewest points win" if theirs.lowest else "the most points win"
    if wanted & {"marks", "bgg_id"}:
        yield "other notes"


def _players(theirs: PlayRecord, ours: PlayRecord, word: str) -> Iterator[str]:
    here = {folded(part.name): part for part in ours.parts}
    there = {folded(part.name): part for part in theirs.parts}
    before = len(here.keys() | there.keys())
    for key in dict.fromkeys((*there, *here)):
        one, other = there.get(key), here.get(key)
        if one is None or other is None:
            name = (one or other or Part("")).name
            yield f"{short(name)} {'played' if one else 'did not play'}"
            continue
        name = short(one.name)
        if one.score != other.score:
            yield f"{name} {_count(one.score)}, {word} {_count(other.score)}"
        if one.won != other.won:
            yield f"{name} {'won' if one.won else 'did not win'}"
        if one.first != other.first:
            yield f"{name} {'began' if one.first else 'did not begin'}"
        if (one.team, one.role) != (other.team, other.role):
            roles = [" ".join(filter(None, (it.team, it.role))) or "no role" for it in (one, other)]
            yield f"{name} {short(roles[0])}, {word} {short(roles[1])}"
    if before == len(there) == len(here) and list(here) != list(there):
        yield "the seats"


def _count(value: float | None) -> str:
    return "unknown" if value is None else f"{value:g}" if isinstance(value, float) else str(value)


# Writing updates, and undoing them


def write_updates(desk: Desk, found: Sequence[Update], import_uid: str, renames: int) -> None:
    """Write updates to the logs of the imports that brought the plays. Raises StorageError."""
    for log in dict.fromkeys(one.log for one in found):
        drafts = [
            draft
            for one in found
            if one.log == log
            for draft in _drafts(one, {UID: one.uid, BY_IMPORT: import_uid}, renames)
        ]
        with desk.store.change_log(LogRef(desk.group, IMPORTS, log)) as held:
            _append(desk, held, drafts)


def _drafts(one: Update, head: Mapping[str, Any], renames: int) -> Iterator[Draft]:
    if one.gone:
        yield Draft(DELETED, dict(head))
        return
    if one.back:
        yield Draft(RESTORED, dict(head))
    if one.changed:
        names = with_renames(renames) if "players" in one.changed else {}
        yield Draft(EDITED, {**head, **one.changed, **names})


def change_updates(desk: Desk, import_uid: str, kind: str) -> int:
    """Undo or redo the updates of an import (`UNDONE`, `REDONE`); return how many plays changed."""
    plays = 0
    for log in desk.store.log_ids(desk.group, IMPORTS):
        ref = LogRef(desk.group, IMPORTS, log)
        mine = [it for it in desk.store.read_log(ref) if it.data.get(BY_IMPORT) == import_uid]
        if not mine:
            continue
        plays += len({it.data.get(UID) for it in mine})
        with desk.store.change_log(ref) as held:
            undone = Log(tuple(held.events)).undone_actions()
            for action in dict.fromkeys(it.action for it in mine):
                if (action in undone) is (kind == REDONE):
                    _append(desk, held, [Draft(kind, {"action": action})])
    return plays


def updated_by(events: Iterable[Event]) -> Counter[str]:
    """How many plays of earlier imports each import changed, by its uid."""
    found = {(it.data[BY_IMPORT], it.data.get(UID)) for it in events if BY_IMPORT in it.data}
    return Counter(str(by) for by, _ in found)


def _append(desk: Desk, held: Any, drafts: Sequence[Draft]) -> None:
    before = Log(tuple(held.events))
    held.append(before.extended(drafts, desk.now()).events[len(before.events) :])
