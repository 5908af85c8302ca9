"""All errors, each with a sentence for a person at a table.

An error says what is wrong (`message`) and what to do (`hint`). The `code` of a kind never changes;
exit codes are decided in one place, `companion.cli.run`.
"""

from collections.abc import Iterable


class CompanionError(Exception):
    """The base of all errors.

    `details` are lines between the two, such as every line of a file that is wrong.
    """

    code = "error"

    def __init__(self, message: str, hint: str = "", details: Iterable[str] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.details = tuple(details)


class Invalid(CompanionError):
    """What was typed cannot be understood."""

    code = "invalid"


class Illegal(CompanionError):
    """The rules of the game refuse it; `rule` is the id to look up.

    `redacted` is the message for everyone but the player who typed the entry, where `message` gives
    away a secret. `is_overrulable` says whether a house rule lets the entry pass.
    """

    code = "illegal"

    def __init__(
        self,
        rule: str,
        message: str,
        hint: str = "",
        redacted: str = "",
        *,
        is_overrulable: bool = False,
    ) -> None:
        super().__init__(message, hint)
        self.rule = rule
        self.redacted = redacted
        self.is_overrulable = is_overrulable


class Refused(CompanionError):
    """Understood, but not possible now: the play is over, or a player has no die left.

    No house rule overrules it; what the rules of a game forbid is `Illegal`.
    """

    code = "refused"


class Ambiguous(CompanionError):
    """The name may mean several things: the `candidates`."""

    code = "ambiguous"

    def __init__(self, message: str, candidates: Iterable[str], hint: str = "") -> None:
        super().__init__(message, hint)
        self.candidates = tuple(candidates)


class NotFound(CompanionError):
    """Nothing has that name; the hint suggests the nearest."""

    code = "not-found"


class Unusable(CompanionError):
    """A game of another package does not work."""

    code = "unusable"


class StorageError(CompanionError):
    """A file cannot be read or written."""

    code = "storage"


class Corrupt(StorageError):
    """A file is damaged. It is never overwritten; the hint says how to restore the backup."""

    code = "corrupt"


class Locked(StorageError):
    """Another companion holds the file for too long."""

    code = "locked"


class TooNew(StorageError):
    """A newer companion wrote this; changing it here could lose data."""

    code = "too-new"

    def __init__(
        self, message: str, hint: str = "Update the companion: pip install --upgrade companion"
    ) -> None:
        super().__init__(message, hint)


class Conflict(StorageError):
    """Another process added an entry between reading and writing."""

    code = "conflict"
