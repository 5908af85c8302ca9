"""The interface of a store; the names of groups, shelves and logs, and the errors of a store.

A *log* is stored on one of a group's shelves (`plays`, `copies`) under its id. A *document* is a
plain dictionary of JSON values: players, settings and rulings of a group, or the settings of the
whole home. Readers never wait: new content replaces the old file in one step.

Changes within one block of `together` are all made when it ends without an error; reading inside
the block sees them. A single change is such a block. Do not catch errors inside it: after a
failure, nothing must be changed.

Two names mean the same group when they differ only in case or in the way that accents are encoded.
The folder's name is made from the group's name alone, so a group is found without opening the
others.
"""

import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.value import Protocol
from companion.errors import Ambiguous, Conflict, Corrupt, Invalid, NotFound, TooNew
from companion.store.journal import Changes

Document = dict[str, Any]


class LogRef(NamedTuple):
    """Where a log is stored: the group's name, the shelf and the id on it."""

    group: str
    shelf: str
    id: str


class Change(Protocol):
    """The changes of one block of `Store.together`."""

    is_made: bool
    """Whether the change was made: from then on, it is final."""


class Appender(Protocol):
    """A log locked for writing: its events, and the method to append more. Nobody else can write.

    Valid in its block only; after a failed append, open the log again.
    """

    events: Sequence[Event]

    def append(self, events: Sequence[Event]) -> None:
        """Append events to the log; they are saved with all other changes of the transaction.

        Raises Conflict if the first one's number is not the next one of the log.
        """

    def replace(self, events: Sequence[Event]) -> None:
        """Put these in the place of all events: a box's log that was joined with another one.

        Nothing may be lacking of what was entered; the entries may come in another order.
        """


class Store(Protocol):
    """Stores groups, their plays and their boxes."""

    def together(self) -> AbstractContextManager[Change]:
        """Make all changes of this block, in this thread, at once when it ends without an error.

        Otherwise, none is made. From the first change on, nobody else can change anything. A nested
        block is part of the outer one. Raises write errors at its end.
        """

    def preparing(self) -> AbstractContextManager[None]:
        """Begin or append to logs in this block, within `together`, without blocking others.

        `together` then raises Conflict at its end if somebody else has changed one of these logs
        meanwhile.
        """

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case."""

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous if there is one of that name, in any case."""

    def rename_group(self, old: str, new: str) -> None:
        """Rename a group with all its contents. Errors as for the two names."""

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name, including damaged ones."""

    def renamed(self, name: str) -> str | None:
        """Return the current name of a group with that former name; None if there is none."""

    def read_group(self, name: str) -> Document:
        """Return a group's document. Raises NotFound if there is no such group."""

    def change_group(self, name: str) -> AbstractContextManager[Document]:
        """Lock a group's document for a change; write it if the block ends without an error."""

    def read_settings(self) -> Document:
        """Return the home's own settings; empty if there are none."""

    def change_settings(self) -> AbstractContextManager[Document]:
        """Lock the home's settings for a change; write them if the block ends without an error."""

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """Return the error for a log or the file of a group that is readable but invalid.

        None stands for the home's settings. `what` follows "is damaged:"; the hint says how to
        restore the backup.
        """

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that holds `what`, which only a newer companion understands."""

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """Return a file for derived data of a group, or of what the program comes with.

        `kind` ends its name: there may be several. The file and its folder may not exist; None if
        there is no place for one.
        """

    def mark(self, ref: LogRef | str) -> str:
        """Return a text that changes whenever a log, or the document of the group of that name, is
        changed.

        Empty if there is no such log or group.
        """

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """Return the marks of all logs on a shelf by id, in no order; quicker than one by one.

        Empty for a missing one of which a backup is left. Raises NotFound without group.
        """

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """Return the marks of all logs one by one, for a shelf that may hold a hundred thousand.

        A log may come twice: the greater mark counts.
        """

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """Return what has changed on a shelf since this returned `seen` (empty: from the
        beginning).

        The time does not depend on the number of logs; often the answer is unknown, and then every
        mark has to be compared. Changes that other programs make inside a file are only found by
        marks.
        """

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """Return the ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        Including a missing log of which a backup is left. Raises NotFound if there is no such
        group.
        """

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log; also a damaged one, or a missing one with a backup."""

    def read_log(self, ref: LogRef) -> list[Event]:
        """Return a log's events. Raises NotFound, Corrupt or TooNew."""

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Create a log; its events are numbered from 1.

        Raises Conflict if the id is taken, Invalid if it is not a valid id, NotFound without group.
        """

    def change_log(self, ref: LogRef) -> AbstractContextManager[Appender]:
        """Lock a log for the whole of read, check and append.

        Raises NotFound, Corrupt, TooNew, or Locked if somebody else keeps it locked for too long.
        """


_LONGEST_SLUG = 40
_LONGEST_ID = 100
# Windows has no files of these names, with any ending.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    port + number for port in ("com", "lpt") for number in "0123456789¹²³"
}


def group_key(name: str) -> str:
    """Return the form of a group's name in which spellings are compared."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFD", name).casefold())


@lru_cache
def folder_of(name: str) -> str:
    """Return the name of a group's folder: readable, and different for every group.

    A name that is safe for a folder is used unchanged. Others lose unsafe characters, and get a
    checksum of the whole; so do names that only look as if they had one.
    """
    key = group_key(name)
    slug = _slug(key)
    if slug and slug == key and key not in _DEVICES and not _looks_checked(key):
        return key
    # A name from the command line may hold undecodable bytes; they count as well.
    checksum = zlib.crc32(key.encode("utf-8", "surrogatepass"))
    return f"{slug or 'group'}-{checksum:08x}"


def is_id(text: str) -> bool:
    """Whether a log can have this id: letters, digits and `-`, as in `bwd-12`."""
    return (
        text.isascii()
        and text.replace("-", "").isalnum()
        and not text.startswith("-")
        and len(text) <= _LONGEST_ID
    )


def by_number(log_id: str) -> tuple[int, str]:
    """Return a sorting key that puts `bwd-9` before `bwd-10`: the last number in an id, then the
    id.
    """
    import re  # only needed to list a shelf

    numbers = re.findall(r"[0-9]+", log_id)
    return (int(numbers[-1]) if numbers else 0, log_id)


def _looks_checked(key: str) -> bool:
    end = key[-9:]
    return len(end) == 9 and end[0] == "-" and set(end[1:]) <= set("0123456789abcdef")


def _slug(key: str) -> str:
    """Return letters, digits and their accents; a single `-` for any run of other characters."""
    slug = ""
    for character in key[:_LONGEST_SLUG]:
        if character.isalnum() or (_is_mark(character) and slug[-1:] not in ("", "-")):
            slug += character
        elif slug[-1:] != "-":
            slug += "-"
    return slug.strip("-")


def _is_mark(character: str) -> bool:
    if character.isascii():
        return False
    from unicodedata import category

    # Vowel signs and accents are part of words in many scripts; variation selectors of emoji have
    # the same category and are not.
    return category(character) in ("Mn", "Mc") and not "\ufe00" <= character <= "\ufe0f"


# Errors and checks


# The words for a log on each shelf, for people and in the files.
KINDS = {"plays": "play", "copies": "copy", "labels": "list of labels", "imports": "import"}


def no_group(name: str, known: Iterable[str]) -> NotFound:
    """Return the error for an unknown group; the hint names similar ones, or all."""
    from difflib import get_close_matches  # slow to import, and only needed for errors

    names = list(known)
    near = get_close_matches(name.casefold(), [each.casefold() for each in names])
    likely = [each for each in names if each.casefold() in near] or names
    hint = f"There is: {', '.join(likely)}." if likely else "There is no group yet."
    return NotFound(f"There is no group named “{name}”.", hint)


def group_taken(name: str) -> Ambiguous:
    """Return the error for a group's name in use."""
    return Ambiguous(
        f"There is already a group named “{name}”; upper and lower case make no difference.",
        [name],
        "Choose another name, or use that group.",
    )


def no_log(ref: LogRef, known: Iterable[str]) -> NotFound:
    """Return the error for an unknown log; the hint names the newest ones."""
    newest = sorted(known, key=by_number)[-3:]
    hint = f"The newest here: {', '.join(newest)}." if newest else "There is none here yet."
    return NotFound(f"The group “{ref.group}” has no {KINDS[ref.shelf]} “{ref.id}”.", hint)


def log_taken(ref: LogRef) -> Conflict:
    """Return the error for a log's id in use."""
    return Conflict(
        f"The group “{ref.group}” already has a {KINDS[ref.shelf]} “{ref.id}”.",
        "Repeat the command; it will take the next free number."
        if ref.shelf == "plays"
        else "Another terminal was faster: repeat the command.",
    )


def written_by_newer(path: str, what: str) -> TooNew:
    """Return the error for a log that holds `what`, which only a newer companion understands."""
    return TooNew(f"{path} was written by a newer companion: {what}, which this one does not know.")


def require_shelf(shelf: str) -> None:
    """Raise ValueError for an unknown shelf: a mistake in the program."""
    if shelf not in KINDS:
        raise ValueError(f"{shelf!r} is no shelf: there are {', '.join(KINDS)}")


def require_id(ref: LogRef) -> None:
    """Raise Invalid for the id of a new log that could not be a file's name on every system."""
    if not is_id(ref.id):
        raise Invalid(
            f"“{ref.id}” cannot name a {KINDS[ref.shelf]}.",
            "Use letters, digits and -, as in bwd-12.",
        )


def require_next(length: int, events: Sequence[Event]) -> None:
    """Raise Conflict if events do not continue a log of that length without a gap."""
    for expected, event in enumerate(events, length + 1):
        if event.seq != expected:
            raise Conflict(
                f"Entry {event.seq} does not fit: the log goes on with entry {expected}.",
                "Another terminal may have added an entry: look at the log, then repeat.",
            )
