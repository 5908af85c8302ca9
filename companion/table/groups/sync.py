"""`group sync`: one group on several devices, through a shared folder.

What changed here since the last time is written as a segment of this device (see
`exchange.groups.segments`); then the segments of other devices are read and merged, as `group
import --into` does. What was sent and read is kept in the group's document:

    "sync": {"group": folder, "folder": path, "device": folder, "sent": 3, "sha256": of segment 3,
             "document": digest of what was shared of the document, "read": {device: 2},
             "auto": true if `start` and `finish` sync, "passphrase": file,
             "arrived": the newest of what came in, "came": from where (see `arrivals`)}

The cache keeps which logs were sent, by their marks: without it, everything is sent again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from companion.core.log import Log
from companion.core.names import listed, short, visible
from companion.core.reply import Reply
from companion.core.terminal import Bar
from companion.core.value import Value, replace
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.exchange.groups.merge import OF_THIS_DEVICE, SYNC, identity
from companion.exchange.groups.references import PLAYS
from companion.exchange.groups.sealed import is_sealed, opened, seal
from companion.exchange.groups.segments import (
    Segment,
    due,
    folder_name,
    segments_of,
    strangers,
)
from companion.store.base import Document, LogRef, by_number, group_key
from companion.store.lock import PATIENCE, locked
from companion.table.desk import Desk
from companion.table.files import STANDARD, read_text, require_not_ours
from companion.table.groups.arrivals import Arrival, computer_of, with_arrival, with_plays
from companion.table.groups.document import goes_on, player_names
from companion.table.groups.group_file import (
    SHELVES,
    GroupExport,
    GroupFile,
    all_logs,
    contents,
    opened_file,
)
from companion.table.groups.import_plan import (
    Plan,
    keep_apart,
    look_for_twins,
    planned,
    settle_people,
)
from companion.table.groups.import_run import carry_out
from companion.table.groups.shared_folder import NoAnswer, Segments, SharedFolder
from companion.table.groups.views import has_news, import_reply
from companion.table.plays.replay import game_of

CACHE = "sync.json"
"""The file that remembers which logs were sent, or are being sent."""
_OPTIONAL = ("auto", "passphrase", "arrived", "came")
_MOST_NOTED = 50
"""Most plays of a segment of which it is noted whose computer they came from."""
_GROUP_DIGITS, _DEVICE_DIGITS = 12, 8
"""Hexadecimal digits that distinguish folders of groups and of devices."""


class SyncOptions(NamedTuple):
    """The options of `group sync`.

    `folder` is None for the one that the group remembers. With `new`, groups of the folder that are
    not here become groups here. `same` says that people of one name are the same. `compact`
    replaces this device's segments by one. `auto` says whether `start` and `finish` sync from now
    on; None leaves it as it is. `passphrase` is the file with which segments are encrypted.
    """

    folder: str | None = None
    new: bool = False
    same: bool = False
    compact: bool = False
    auto: bool | None = None
    passphrase: str | None = None


class Synced(Value):
    """What this device has sent and read of a group."""

    group: str
    folder: str
    device: str
    sent: int = 0
    sha256: str = ""
    document: str = ""
    read: Mapping[str, int] = {}
    auto: bool = False
    passphrase: str = ""
    """The file with the passphrase; empty if segments are not encrypted."""
    arrived: Sequence[Arrival] = ()
    came: Mapping[str, Any] = {}

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> "Synced | None":
        """Read what a group's document says about syncing; None if the group was never synced."""
        kept = document.get(SYNC)
        return (
            None if kept is None else cls(**{key: kept[key] for key in cls.fields if key in kept})
        )

    def to_json(self) -> dict[str, Any]:
        """The form in which the group's document keeps it."""
        kept = {name: getattr(self, name) for name in self.fields}
        kept["arrived"] = list(self.arrived)
        return {key: it for key, it in kept.items() if it or key not in _OPTIONAL}


class Incoming(NamedTuple):
    """A segment of another device, copied from the folder."""

    device: str
    segment: Segment
    file: GroupFile


class Received(NamedTuple):
    """A segment that was merged, and the answer about it."""

    device: str
    player: str
    """Who uses that device; empty if that is unknown."""
    segment: int
    reply: Reply
    has_news: bool
    lengths: Mapping[str, int]
    """How many events the plays have that came in."""
    is_left: bool
    """Whether some of its logs can be merged only later, so that it has to be read again."""


def sync(desk: Desk, options: SyncOptions, bar: Bar) -> Reply:
    """Send what changed here, and merge what other devices sent.

    Raises Refused if no folder is known, NotFound if there is no such folder, StorageError if it
    cannot be written, Ambiguous if it is not clear who is who.
    """
    if options.new:
        return _new_groups(desk, options, bar)
    with _alone(desk):
        return _synced(desk, options, bar)


@contextmanager
def _alone(desk: Desk) -> Iterator[None]:
    """Keep two programs on this computer from syncing a group at once. Raises Locked."""
    cache = desk.store.cache(desk.group, "sync.lock")
    if cache is None or not desk.group_document():
        yield
        return
    os.makedirs(os.path.dirname(cache), exist_ok=True)
    with locked(cache, PATIENCE):
        yield


def _synced(desk: Desk, options: SyncOptions, bar: Bar) -> Reply:
    document = desk.group_document()
    before = Synced.of(document)
    folder = _shared_folder(options.folder, before, bar)
    if not document and desk.group not in desk.store.groups():
        raise NotFound(
            f"There is no group “{desk.group}” yet, so there is nothing to send.",
            f"`companion group sync {folder} --new` brings the groups of that folder here.",
        )
    secret = _passphrase(options.passphrase, before)
    synced, notes = _this_device(desk, before, folder, secret)
    synced = replace(synced, passphrase=secret.file)
    folder.within(synced.group, synced.device).make()
    is_first = synced.sent == 0 and not synced.read
    sending = Sending(desk, synced, secret)
    if not is_first:
        synced = sending.write(folder, options.compact)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as aside:
        coming, waiting = _arrived(folder, synced, secret, Path(aside))
        received = _merge(desk, options, synced, coming, sending, bar)
    auto = (before is not None and before.auto) if options.auto is None else options.auto
    synced = replace(synced, read={**synced.read, **_read_up_to(received)}, auto=auto)
    if is_first:  # The merge has just shown that this is the same group.
        synced = replace(sending.write(folder, options.compact, read=synced.read), auto=auto)
    if coming:  # All of ours has been sent, and theirs is in the folder.
        synced = replace(synced, document=_digest_of(desk.group_document()))
    for it in received:
        if it.has_news:
            arrived = with_arrival(synced.arrived, it.player, it.reply.document())
            came = with_plays(synced.came, it.player, it.lengths)
            synced = replace(synced, arrived=arrived, came=came)
    if synced != before:
        with desk.changing_group() as document:
            document[SYNC] = synced.to_json()
    sending.remember()
    return _answer(desk, synced, sending, received, [*notes, *waiting], options.auto)


def _read_up_to(received: Sequence[Received]) -> dict[str, int]:
    """The newest segment of each device that need not be read again.

    A segment with a log that could not be merged yet is read again the next time.
    """
    read: dict[str, int] = {}
    left: set[str] = set()
    for it in received:
        if it.is_left:
            left.add(it.device)
        if it.device in left:
            read.setdefault(it.device, it.segment - 1)
        else:
            read[it.device] = it.segment
    return read


# The folder, and this device in it


def _shared_folder(typed: str | None, before: Synced | None, bar: Bar) -> SharedFolder:
    """Find the folder that was typed, or that the group remembers. Raises Refused or NotFound."""
    if typed is None and before is None:
        raise Refused(
            "Which folder do your devices share?",
            "`companion group sync FOLDER`; the group remembers it.",
        )
    folder = SharedFolder(
        Path(os.path.abspath(os.path.expanduser(typed or (before.folder if before else "")))), bar
    )
    folder.patiently(lambda: require_not_ours(str(folder), "~/Nextcloud/games"))
    if typed is not None:
        folder.make()
    if not folder.has():
        raise NotFound(
            f"There is no folder {folder}.",
            "Is the disk connected, or the share mounted? `companion group sync FOLDER` names "
            "another folder.",
        )
    return folder


def _this_device(
    desk: Desk, before: Synced | None, folder: SharedFolder, secret: "Secret"
) -> tuple[Synced, list[str]]:
    """What this device has sent and read, and notes about it; it may be new in the folder.

    A device that was restored from a backup, or copied, has sent less than its folder holds. It
    becomes another device, and reads what it had sent.
    """
    at = str(folder)
    if before is None or not folder.has(before.group):
        group = _group_in(desk, folder, secret) if before is None else before.group
        group = group or _new_folder(desk, desk.group, _GROUP_DIGITS, folder.has)
        return Synced(group, at, _new_device(desk, folder, group)), []
    own = folder.within(before.group, before.device)
    highest = max(own.all(), default=Segment(0, False))
    is_as_left = highest.number == before.sent and (
        not highest.number or own.digest(highest) == before.sha256
    )
    if is_as_left:
        return replace(before, folder=at), []
    written = _kept(desk.store.cache(desk.group, CACHE), before.device).get("writing", {})
    if highest.number == written.get("sent") == before.sent + 1 and (
        own.digest(highest) == written.get("sha256")
    ):  # written, but the program was ended before it could note that
        return replace(before, folder=at, **written), []
    if highest.number < before.sent:  # the folder does not have all of it back yet
        return replace(before, folder=at), []
    read = {**before.read, before.device: min(before.sent, highest.number - 1)}
    note = (
        "This computer was restored from a backup or copied: from now on it counts as another "
        "device."
    )
    device = _new_device(desk, folder, before.group)
    return Synced(before.group, at, device, read=read), [note]


def _new_device(desk: Desk, folder: SharedFolder, group: str) -> str:
    """Make a new folder name for this device from the player in use."""
    called = desk.group_document().get("me") or "computer"
    return _new_folder(desk, called, _DEVICE_DIGITS, lambda name: folder.has(group, name))


def _new_folder(desk: Desk, called: str, digits: int, is_taken: Callable[[str], bool]) -> str:
    chance = desk.chance(0)
    while True:
        name = folder_name(called, f"{chance.getrandbits(4 * digits):0{digits}x}")
        if not is_taken(name):
            return name


def _group_in(desk: Desk, folder: SharedFolder, secret: "Secret") -> str | None:
    """The group of this name in a folder; None if there is none. Raises Ambiguous."""
    found = [
        name
        for name, called in _groups_in(folder, secret)
        if group_key(called) == group_key(desk.group)
    ]
    if len(found) > 1:
        raise Ambiguous(
            f"The folder holds {len(found)} groups that are called “{desk.group}”.",
            found,
            "`companion group rename` gives yours another name.",
        )
    return found[0] if found else None


def _groups_in(folder: SharedFolder, secret: "Secret") -> Iterator[tuple[str, str]]:
    """The groups in a shared folder: the folder of each, and its name in the newest segment.

    Raises Refused for a wrong passphrase.
    """
    for group in folder.groups():
        for device in folder.devices(group):
            segments = folder.within(group, device)
            newest = max(segments.all(), default=None)
            called = None if newest is None else _group_of(segments, newest, secret)
            if called is not None:
                yield group, called
                break


def _group_of(segments: Segments, segment: Segment, secret: "Secret") -> str | None:
    """The name of the group in a segment; None if it cannot be read. Raises Refused, NoAnswer."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as aside:
        copy = Path(aside) / segment.file
        try:
            segments.copy(segment, copy)
            _unseal(copy, secret, segments.group)
            return opened_file(str(copy)).head.group
        except (Refused, NoAnswer):
            raise
        except (CompanionError, OSError):
            return None


class Secret(NamedTuple):
    """A passphrase and the file that holds it; both empty if nothing is encrypted."""

    file: str = ""
    text: str = ""


def _passphrase(typed: str | None, before: Synced | None) -> Secret:
    """The passphrase in the file that was typed or is remembered. Raises NotFound or Invalid."""
    if typed is None and not (before and before.passphrase):
        return Secret()
    if typed == STANDARD:
        raise Invalid(
            "The passphrase is read again at every sync, so it must be in a file.",
            "`companion group sync --passphrase-file FILE`",
        )
    file = before.passphrase if typed is None and before else os.path.expanduser(typed or "")
    text = read_text(file).strip()
    if not text:
        raise Invalid(f"{file} holds no passphrase.", "Write one into it: several words.")
    file = os.path.abspath(file)
    return Secret(file, text)


# Sending


class Known(NamedTuple):
    """What is remembered of a log that others have: its mark, identity and length."""

    mark: str
    identity: str
    length: int


class Sending:
    """What this device has not sent yet."""

    def __init__(self, desk: Desk, synced: Synced, secret: "Secret") -> None:
        self._desk, self._synced, self._secret = desk, synced, secret
        self._cache = desk.store.cache(desk.group, CACHE)
        self.held_back: list[str] = []
        """Live plays in which somebody has secret dice; they are sent when they are over."""
        self.counts = dict.fromkeys(SHELVES, 0)
        self._logs: dict[LogRef, Known] = {}
        self._changed: list[LogRef] = []
        self._document = _digest_of(desk.group_document())
        store, group = desk.store, desk.group
        kept = _kept(self._cache, synced.device).get("logs", {})
        self._marks = {shelf: store.marks(group, shelf) for shelf in SHELVES}
        for ref in (LogRef(group, shelf, log) for shelf in SHELVES for log in self._marks[shelf]):
            found = kept.get(ref.shelf, {}).get(ref.id)
            known = None if found is None else self._as_it_is(ref, Known(*found))
            if known is None:
                self._changed.append(ref)
            else:
                self._logs[ref] = known
        self._changed.sort(key=lambda ref: (SHELVES.index(ref.shelf), by_number(ref.id)))
        self._before = dict(self._logs)
        self._is_writing = False

    @property
    def known(self) -> Mapping[LogRef, str]:
        """The identities of logs that others have."""
        return {ref: known.identity for ref, known in self._logs.items()}

    def _as_it_is(self, ref: LogRef, known: Known) -> Known | None:
        """What is known of a log, with its current mark; None if it changed or is unreadable."""
        mark = self._marks[ref.shelf].get(ref.id, "")
        if known.mark == mark:
            return known
        now = self._look_at(ref)
        return now if now is not None and now[1:] == known[1:] else None

    def _look_at(self, ref: LogRef) -> Known | None:
        try:
            mark = self._desk.store.mark(ref)
            events = self._desk.store.read_log(ref)
            return Known(mark, identity(ref.shelf, events[0]), len(events))
        except (CompanionError, IndexError):
            return None

    def write(
        self, folder: SharedFolder, compact: bool, read: Mapping[str, int] = MappingProxyType({})
    ) -> Synced:
        """Write a segment with what changed, if anything did; return what has been sent after that.

        `read` is what was read before anything was sent.
        """
        synced, document = self._synced, self._document
        synced = replace(synced, read={**synced.read, **read})
        # A computer that got the group from the folder has nothing new to send at first.
        whole = compact or (synced.sent == 0 and not self._logs)
        refs = list(all_logs(self._desk.store, self._desk.group)) if whole else self._changed
        refs = [ref for ref in refs if not self._is_held_back(ref)]
        is_new = document != (synced.document or _digest_of({}))
        if not (refs or compact or is_new):
            return synced
        for ref in refs:  # noted before reading: what is added meanwhile is sent the next time
            known = self._look_at(ref)
            if known is not None:
                self._logs[ref] = known
        export = GroupExport(self._desk, None, refs, self.known)
        content = b"".join(export.lines())
        if self._secret.text:
            content = seal(content, self._secret.text, synced.group)
        segment = Segment(synced.sent + 1, whole)
        own = folder.within(synced.group, synced.device)
        sha256 = hashlib.sha256(content).hexdigest()
        writing: dict[str, Any] = {"sent": segment.number, "sha256": sha256, "document": document}
        self._is_writing = True
        self._keep(self._before, writing)
        own.write(segment, content)
        self.counts = export.counts
        if compact:
            own.remove_before(segment)
        return replace(synced, **writing)

    def _is_held_back(self, ref: LogRef) -> bool:
        if ref.shelf != PLAYS or ref.id in self.held_back or not _has_secrets(self._desk, ref):
            return ref.id in self.held_back
        self.held_back.append(ref.id)
        return True

    def take_note(self, plan: Plan) -> None:
        """Note that the logs a plan changed need not be sent, unless they were made of two."""
        for step in plan.steps.values():
            ref = LogRef(plan.group, step.shelf, step.here)
            if step.what == "joined" and not step.is_as_theirs:
                self._logs.pop(ref, None)  # sent the next time, even if it is as long as before
                continue
            known = self._look_at(ref)
            if known is not None and ref.id not in self.held_back:
                self._logs[ref] = known

    def remember(self) -> None:
        """Keep which logs others have."""
        if self._logs == self._before and not self._is_writing:
            return
        self._keep(self._logs)

    def _keep(self, known: Mapping[LogRef, Known], writing: Any = None) -> None:
        """Save which logs others have, and what is being written."""
        if self._cache is None:
            return
        logs: dict[str, dict[str, Known]] = {shelf: {} for shelf in SHELVES}
        for ref, it in known.items():
            logs[ref.shelf][ref.id] = it
        content = {"device": self._synced.device, "logs": logs}
        with suppress(OSError):
            os.makedirs(os.path.dirname(self._cache), exist_ok=True)
            text = json.dumps(content if writing is None else {**content, "writing": writing})
            Path(self._cache).write_text(text, "utf-8")


def _digest_of(document: Document) -> str:
    """The digest of the part of a group's document that all devices share."""
    shared = {key: it for key, it in document.items() if key not in OF_THIS_DEVICE}
    return hashlib.sha256(json.dumps(shared, sort_keys=True).encode()).hexdigest()


def _kept(cache: str | None, device: str) -> Mapping[str, Any]:
    """What is remembered of logs that were sent; empty if nothing is known."""
    try:
        kept: Mapping[str, Any] = json.loads(Path(cache or "").read_text("utf-8"))
        return kept if kept["device"] == device else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}


def _has_secrets(desk: Desk, ref: LogRef) -> bool:
    """Whether a play is live and holds what only one of its players may know."""
    try:
        events = desk.store.read_log(ref)
        if not goes_on(Log(tuple(events))):
            return False
        game = game_of(events)
    except CompanionError:
        return False
    facts = (game.fact_of(event) for event in events)
    return any(fact is not None and fact.secrets() for fact in facts)


# Receiving


def _arrived(
    folder: SharedFolder, synced: Synced, secret: "Secret", aside: Path
) -> tuple[list[Incoming], list[str]]:
    """The segments of other devices to read, and notes about those that have to wait.

    They are copied first, so that nothing is held up while a slow folder is read.
    """
    coming, waiting = list[Incoming](), list[str]()
    for device in folder.devices(synced.group):
        if device == synced.device:
            continue
        there = folder.within(synced.group, device)
        files = there.files()
        for name in strangers(files):
            waiting.append(
                f"{device}/{short(visible(name))} is not a file of the companion, perhaps a "
                "copy made in a conflict; it is ignored."
            )
        segments, missing = due(segments_of(files), synced.read.get(device, 0))
        if missing is not None:
            waiting.append(f"Segment {missing} of {device} has not arrived yet.")
        for segment in segments:
            copy = aside / f"{device}-{segment.file}"
            try:
                there.copy(segment, copy)
                _unseal(copy, secret, synced.group)
                file = opened_file(str(copy))
                for _ in file.logs(lambda done, of: None):
                    pass  # to the end, which proves that all of it has arrived
            except (Refused, NoAnswer):  # a wrong passphrase, or a folder that hangs
                raise
            except (CompanionError, OSError) as problem:
                why = problem.message if isinstance(problem, CompanionError) else problem.strerror
                waiting.append(
                    f"{device}/{segment.file} cannot be read yet, and is tried again the next "
                    f"time: {why}"
                )
                break
            coming.append(Incoming(device, segment, file))
    return coming, waiting


def _unseal(copy: Path, secret: "Secret", group: str) -> None:
    """Decrypt a copy of a segment, if it is encrypted. Raises Refused, Invalid or TooNew."""
    with copy.open("rb") as file:
        if not is_sealed(file.read(100)):
            return
    copy.write_bytes(opened(copy.read_bytes(), secret.text, group))


def _merge(
    desk: Desk,
    options: SyncOptions,
    synced: Synced,
    coming: Iterable[Incoming],
    sending: Sending,
    bar: Bar,
) -> list[Received]:
    """Merge segments, one after another; return the answer for each."""
    received = list[Received]()
    # A group without players was just made from this folder (`--new`).
    is_joined = bool(synced.sent or synced.read or not player_names(desk.group_document()))
    for incoming in coming:
        document = desk.group_document()
        file = incoming.file
        with bar(f"Reading {incoming.device}") as tick:
            plan = planned(desk.store, file, desk.group, document, False, {}, tick, sending.known)
        # A device that sends has read the folder, so its user has answered who is who.
        plan.people.one_group |= is_joined
        keep_apart(desk, plan)
        settle_people(plan, _asking(options, desk.group))
        file = file.without(plan.lacking)
        look_for_twins(desk, plan, file)
        reply = import_reply(plan, file, done=True)
        with bar(f"Merging {incoming.device}") as tick:
            carry_out(desk, plan, file, tick)
        is_joined |= plan.people.one_group
        sending.take_note(plan)
        received.append(
            Received(
                incoming.device,
                plan.people.called(me) if (me := file.head.document.get("me")) else "",
                incoming.segment.number,
                reply,
                has_news(plan, reply.document()),
                _lengths(desk, plan),
                bool(plan.waiting),
            )
        )
    return received


def _lengths(desk: Desk, plan: Plan) -> dict[str, int]:
    """How many events the plays have that came in; of many at once, none are noted."""
    plays = [step.here for step in plan.steps.values() if step.shelf == PLAYS]
    refs = [LogRef(plan.group, PLAYS, play) for play in plays if len(plays) <= _MOST_NOTED]
    return {ref.id: len(desk.store.read_log(ref)) for ref in refs}


def _asking(options: SyncOptions, group: str) -> Any:
    def ask(name: str) -> str:
        if options.same:
            return name
        raise Ambiguous(
            f"“{group}” here and in the folder have no play in common, and {name} is in both: is "
            "it the same person?",
            [name],
            "`companion group sync FOLDER --same` if all people of one name are the same; else "
            "rename one of them first.",
        )

    return ask


# Groups that are not here yet


def _new_groups(desk: Desk, options: SyncOptions, bar: Bar) -> Reply:
    """Add the groups of a folder that are not on this computer yet."""
    folder = _shared_folder(options.folder, None, bar)
    secret = _passphrase(options.passphrase, None)
    here = {
        synced.group
        for name in desk.store.groups()
        if (synced := Synced.of(desk.store.read_group(name))) is not None
    }
    replies = []
    for name, called in _groups_in(folder, secret):
        if name in here:
            continue
        if any(group_key(called) == group_key(one) for one in desk.store.groups()):
            raise Ambiguous(
                f"There is a group called “{called}” here already.",
                [called],
                f"`companion group sync {folder} --group {called}` merges it with the one in the "
                "folder; `companion group rename` gives it another name.",
            )
        desk.store.create_group(called, {})
        desk.options.group = called
        device = _new_device(desk, folder, name)
        with desk.store.change_group(called) as document:
            document[SYNC] = Synced(name, str(folder), device).to_json()
        replies.append(sync(desk, options._replace(new=False), bar))
    if not replies:
        raise NotFound(
            f"All groups in {folder} are here already, or there is none.",
            "`companion group sync FOLDER` sends the group in use.",
        )
    with desk.store.change_settings() as settings:
        settings.setdefault("group", desk.group)
    documents = [reply.document() for reply in replies]
    return (
        replies[-1]
        if len(replies) == 1
        else Reply(
            document=lambda: documents[-1],
            lines=tuple(line for reply in replies for line in reply.lines),
            warnings=tuple(line for reply in replies for line in reply.warnings),
        )
    )


# The answer


def _answer(
    desk: Desk,
    synced: Synced,
    sending: Sending,
    received: Sequence[Received],
    notes: Sequence[str],
    auto: bool | None,
) -> Reply:
    sent = contents(sending.counts)
    lines = [f"Sent: {sent}." if any(sending.counts.values()) else "Nothing new to send."]
    for it in received:
        if it.has_news:
            lines += [f"From {computer_of(it.player)}:", *(f"  {line}" for line in it.reply.lines)]
    if not any(it.has_news for it in received):
        lines.append("Nothing new has arrived.")
    if auto is not None:
        lines.append(
            "`start` and `finish` sync from now on."
            if auto
            else "`start` and `finish` do not sync any more."
        )
    warnings = [*notes, *(line for it in received for line in it.reply.warnings)]
    if sending.held_back:
        plays = listed(sending.held_back)
        warnings.append(
            f"{plays} {'is' if len(sending.held_back) == 1 else 'are'} still going on with secret "
            "dice, and sent when over."
        )
    return Reply(
        document=lambda: {
            "group": desk.group,
            "folder": synced.folder,
            "device": synced.device,
            "segment": synced.sent,
            "sent": dict(sending.counts),
            "held_back": list(sending.held_back),
            "received": [
                {"device": it.device, "segment": it.segment, "merged": it.reply.document()}
                for it in received
            ],
            "notes": list(notes),
        },
        lines=tuple(lines),
        warnings=tuple(warnings),
    )
