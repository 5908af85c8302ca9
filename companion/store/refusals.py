"""Says no in the same words for every store, and checks what every store checks."""

from collections.abc import Iterable, Sequence

from companion.core.event import Event
from companion.errors import Ambiguous, Conflict, Invalid, NotFound, TooNew
from companion.store.base import LogRef
from companion.store.naming import by_number, is_id

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
