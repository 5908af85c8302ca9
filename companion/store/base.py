"""What a store can do; the names of groups, shelves and logs, and the errors of a store.

A *log* lies on one of a group's shelves (`plays`, `copies`) under its id. A *document* is a plain
dictionary of JSON values: players, settings and rulings of a group, or the settings of the whole
home. Readers never wait: what is written replaces the old file at once.

What is changed within one block of `together` is changed at once, when it ends well; what is read
in there is read as it will be. A change on its own is such a block. Errors are to be let through:
where something failed, nothing is to be changed.

Two names mean the same group when they differ only in case or in the way that accents are
encoded. The folder follows from the name alone, so a group is found without opening the others.
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
    """Where a log lies: the group's name, the shelf and the id on it."""

    group: str
    shelf: str
    id: str


class Change(Protocol):
    """The changes of one block of `Store.together`."""

    is_made: bool
    """Whether it was changed: as soon as this is so, nothing takes it back."""


class Appender(Protocol):
    """A log held for writing: what it holds, and how to make it longer. Nobody else can write.

    Good for its block only; after an append that could not be written, open the log again.
    """

    events: Sequence[Event]

    def append(self, events: Sequence[Event]) -> None:
        """Add events that go on where the log ends; they are kept when all that is changed
        together is.

        Raises Conflict when the first one's number is not the one that the log expects next.
        """

    def replace(self, events: Sequence[Event]) -> None:
        """Put these in the place of all events: a box's log that was joined with another one.

        Nothing may be lacking of what was entered; the entries may come in another order.
        """


class Store(Protocol):
    """A place for groups, their plays and their boxes."""

    def together(self) -> AbstractContextManager[Change]:
        """Change all that is changed in this block, in this thread, at once when it ends well.

        Where it does not, nothing is. From the first change on, nobody else can change anything.
        A block within another one is part of it. Raises at its end what writing raises.
        """

    def preparing(self) -> AbstractContextManager[None]:
        """Hold nobody up while logs are begun or made longer in this block, within `together`.

        That raises Conflict at its end where somebody else has changed one of them meanwhile.
        """

    def groups(self) -> list[str]:
        """The names of all groups, sorted without regard to case."""

    def create_group(self, name: str, document: Document) -> None:
        """Begin a group. Raises Ambiguous when there is one of that name, in whatever case."""

    def rename_group(self, old: str, new: str) -> None:
        """Give a group another name; what it holds goes along. Errors as for the two names."""

    def has_group(self, name: str) -> bool:
        """Whether there is a group of that name, damaged ones too."""

    def renamed(self, name: str) -> str | None:
        """The current name of a group with that former name; None for none."""

    def read_group(self, name: str) -> Document:
        """A group's document. Raises NotFound when there is no such group."""

    def change_group(self, name: str) -> AbstractContextManager[Document]:
        """A group's document, locked for a change; written when the block ends well."""

    def read_settings(self) -> Document:
        """The home's own settings; empty where nothing was ever set."""

    def change_settings(self) -> AbstractContextManager[Document]:
        """The home's settings, locked for a change; written when the block ends well."""

    def damaged(self, where: LogRef | str | None, what: str) -> Corrupt:
        """The error for a log or the file of a group that can be read but makes no sense.

        None stands for the home's settings. `what` follows "is damaged:"; the hint says how to go
        back to the backup.
        """

    def too_new(self, where: LogRef, what: str) -> TooNew:
        """The error for a log that holds `what`, which only a newer companion understands."""

    def cache(self, group: str | None = None, kind: str = "lookup.db") -> str | None:
        """A file for what can be made again at any time of a group, or of what is shipped.

        `kind` ends its name: there may be several.

        It may not be there, nor its folder; None where there is no place for one.
        """

    def mark(self, ref: LogRef | str) -> str:
        """A text that is another one when a log, or the document of the group of that name, was
        changed; empty where there is none."""

    def marks(self, group: str, shelf: str) -> dict[str, str]:
        """The marks of all logs on a shelf by their ids, in no order; quicker than one by one.

        Empty for one that was lost and has a backup left. Raises NotFound without group.
        """

    def each_mark(self, group: str, shelf: str) -> Iterator[tuple[str, str]]:
        """The marks of all logs one by one, for a shelf that may hold a hundred thousand.

        A log may come twice: the greater mark counts.
        """

    def changes(self, group: str, shelf: str, seen: str) -> Changes:
        """What has changed on a shelf since this said `seen` (empty: since ever).

        At once, however much lies there; often it is not known, and then every mark has to be
        looked at. Nothing else shows what another program has changed inside a file.
        """

    def log_ids(self, group: str, shelf: str) -> list[str]:
        """The ids on a shelf, oldest first: by the number in them (`bwd-9` before `bwd-10`).

        A log that was lost and has a backup left is among them. Raises NotFound when there is no
        such group.
        """

    def has_log(self, ref: LogRef) -> bool:
        """Whether there is such a log; also a damaged one, or a lost one with a backup."""

    def read_log(self, ref: LogRef) -> list[Event]:
        """A log's events. Raises NotFound, Corrupt or TooNew."""

    def create_log(self, ref: LogRef, events: Sequence[Event]) -> None:
        """Begin a log; its events are numbered from 1.

        Raises Conflict when the id is taken, Invalid when it cannot be one, NotFound without group.
        """

    def change_log(self, ref: LogRef) -> AbstractContextManager[Appender]:
        """A log held for the whole of read, check and append.

        Raises NotFound, Corrupt, TooNew, or Locked when somebody else holds it for too long.
        """


_LONGEST_SLUG = 40
_LONGEST_ID = 100
# Windows has no files of these names, with whatever ending.
_DEVICES = {"con", "prn", "aux", "nul"} | {
    port + number for port in ("com", "lpt") for number in "0123456789¹²³"
}


def group_key(name: str) -> str:
    """What two spellings of one group's name have in common."""
    if name.isascii():
        return name.lower()
    from unicodedata import normalize

    return normalize("NFC", normalize("NFD", name).casefold())


@lru_cache
def folder_of(name: str) -> str:
    """The name of a group's folder: readable, and different for every group.

    A name that can be a folder as it stands is one. Others lose what is unsafe, and gain a
    checksum of the whole; so do names that only look as if they had one.
    """
    key = group_key(name)
    slug = _slug(key)
    if slug and slug == key and key not in _DEVICES and not _looks_checked(key):
        return key
    # A name from the command line may hold bytes that are no text at all; they count as well.
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
    """A sorting key that puts `bwd-9` before `bwd-10`: the last number in an id, then the id."""
    import re  # only needed to list a shelf

    numbers = re.findall(r"[0-9]+", log_id)
    return (int(numbers[-1]) if numbers else 0, log_id)


def _looks_checked(key: str) -> bool:
    end = key[-9:]
    return len(end) == 9 and end[0] == "-" and set(end[1:]) <= set("0123456789abcdef")


def _slug(key: str) -> str:
    """Letters, digits and the marks on them; a single `-` for any run of other characters."""
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

    # Vowel signs and accents are part of words in many scripts; what selects the colour of an
    # emoji is of the same category and is not.
    return category(character) in ("Mn", "Mc") and not "\ufe00" <= character <= "\ufe0f"


# Errors and checks


# What one log on each shelf is called, to people and in the files.
KINDS = {"plays": "play", "copies": "copy", "labels": "list of labels", "imports": "import"}


def no_group(name: str, known: Iterable[str]) -> NotFound:
    """The error for an unknown group; the hint names the nearest, or all."""
    from difflib import get_close_matches  # slow to import, and only needed in trouble

    names = list(known)
    near = get_close_matches(name.casefold(), [each.casefold() for each in names])
    likely = [each for each in names if each.casefold() in near] or names
    hint = f"There is: {', '.join(likely)}." if likely else "There is no group yet."
    return NotFound(f"There is no group named “{name}”.", hint)


def group_taken(name: str) -> Ambiguous:
    """The error for a group's name in use."""
    return Ambiguous(
        f"There is already a group named “{name}”; upper and lower case make no difference.",
        [name],
        "Choose another name, or use that group.",
    )


def no_log(ref: LogRef, known: Iterable[str]) -> NotFound:
    """The error for an unknown log; the hint names the newest ones."""
    newest = sorted(known, key=by_number)[-3:]
    hint = f"The newest here: {', '.join(newest)}." if newest else "There is none here yet."
    return NotFound(f"The group “{ref.group}” has no {KINDS[ref.shelf]} “{ref.id}”.", hint)


def log_taken(ref: LogRef) -> Conflict:
    """The error for a log's id in use."""
    return Conflict(
        f"The group “{ref.group}” already has a {KINDS[ref.shelf]} “{ref.id}”.",
        "Repeat the command; it will take the next free number."
        if ref.shelf == "plays"
        else "Another terminal was faster: repeat the command.",
    )


def written_by_newer(path: str, what: str) -> TooNew:
    """The error for a log that holds `what`, which only a newer companion understands."""
    return TooNew(f"{path} was written by a newer companion: {what}, which this one does not know.")


def require_shelf(shelf: str) -> None:
    """Raise ValueError for an unknown shelf: a mistake in the program."""
    if shelf not in KINDS:
        raise ValueError(f"{shelf!r} is no shelf: there are {', '.join(KINDS)}")


def require_id(ref: LogRef) -> None:
    """Raise Invalid where a new log has an id that could not be a file's name everywhere."""
    if not is_id(ref.id):
        raise Invalid(
            f"“{ref.id}” cannot name a {KINDS[ref.shelf]}.",
            "Use letters, digits and -, as in bwd-12.",
        )


def require_next(length: int, events: Sequence[Event]) -> None:
    """Raise Conflict where events do not go on, without a gap, from a log of that length."""
    for expected, event in enumerate(events, length + 1):
        if event.seq != expected:
            raise Conflict(
                f"Entry {event.seq} does not fit: the log goes on with entry {expected}.",
                "Another terminal may have added an entry: look at the log, then repeat.",
            )
