"""What groups, shelves and logs may be called, and how every store says no about them.

Two names mean the same group when they differ only in case or in the way that accents are
encoded. The folder follows from the name alone, so a group is found without opening the others.
"""

import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from companion.core.event import Event
from companion.errors import Ambiguous, Conflict, Invalid, NotFound, TooNew
from companion.store.base import LogRef

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


# Says no in the same words for every store, and checks what every store checks


# What one log on each shelf is called, to people and in the files.
KINDS = {"plays": "play", "copies": "copy", "labels": "list of labels", "imports": "import"}


def no_group(name: str, known: Iterable[str]) -> NotFound:
    """There is no such group; the hint names those that are nearest, or all."""
    from difflib import get_close_matches  # slow to import, and only needed in trouble

    names = list(known)
    near = get_close_matches(name.casefold(), [each.casefold() for each in names])
    likely = [each for each in names if each.casefold() in near] or names
    hint = f"There is: {', '.join(likely)}." if likely else "No group was made here so far."
    return NotFound(f"There is no group called “{name}”.", hint)


def group_taken(name: str) -> Ambiguous:
    """There is a group of that name already."""
    return Ambiguous(
        f"There is a group called “{name}” already; upper and lower case make no difference.",
        [name],
        "Choose another name, or use the group that is there.",
    )


def no_log(ref: LogRef, known: Iterable[str]) -> NotFound:
    """There is no such log; the hint names the newest that there are."""
    newest = sorted(known, key=by_number)[-3:]
    hint = f"The newest here: {', '.join(newest)}." if newest else "There is none here so far."
    return NotFound(f"The group “{ref.group}” has no {KINDS[ref.shelf]} “{ref.id}”.", hint)


def log_taken(ref: LogRef) -> Conflict:
    """There is a log of that id already."""
    return Conflict(
        f"The group “{ref.group}” has a {KINDS[ref.shelf]} “{ref.id}” already.",
        "Repeat the command; it will take the next free number."
        if ref.shelf == "plays"
        else "Repeat the command: another terminal was there first.",
    )


def beyond_us(path: str, what: str) -> TooNew:
    """A log tells `what`, which only a newer companion understands."""
    return TooNew(
        f"{path} was written by a newer companion: {what}, which this one does not know.",
        "Update the companion: pip install --upgrade companion",
    )


def require_shelf(shelf: str) -> None:
    """Raise ValueError for a shelf that there is not: a mistake in the program."""
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
                "Somebody may have added something meanwhile: look at the log, then repeat.",
            )
