"""Every way in which the companion says no, each a sentence for a person at a table.

An error carries what happened and why (`message`) and what to do instead (`hint`). The kinds never
change their `code`; exit codes are decided in one place, `companion.cli.run`.
"""

from collections.abc import Iterable


class CompanionError(Exception):
    """The base of all: `code` is stable, `message` and `hint` are for people.

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
    """Understood, but not possible as things stand: the play is over, or a player has no die left.

    No house rule overrules it; what the rules of a game forbid is `Illegal`.
    """

    code = "refused"


class Ambiguous(CompanionError):
    """Several things answer to that name; `candidates` are all of them."""

    code = "ambiguous"

    def __init__(self, message: str, candidates: Iterable[str], hint: str = "") -> None:
        super().__init__(message, hint)
        self.candidates = tuple(candidates)


class NotFound(CompanionError):
    """Nothing answers to that name; the hint suggests the nearest."""

    code = "not-found"


class Unusable(CompanionError):
    """A game of another package does not work: its package fails, or says two things of it."""

    code = "unusable"


class StorageError(CompanionError):
    """A file cannot be read or written."""

    code = "storage"


class Corrupt(StorageError):
    """A file is damaged. It is never overwritten; the hint says how to restore the backup."""

    code = "corrupt"


class Locked(StorageError):
    """Another companion holds the file for longer than we wait."""

    code = "locked"


class TooNew(StorageError):
    """A newer companion wrote this; reading it here could lose what we do not know."""

    code = "too-new"

    def __init__(
        self, message: str, hint: str = "Update the companion: pip install --upgrade companion"
    ) -> None:
        super().__init__(message, hint)


class Conflict(StorageError):
    """Somebody else added an entry between our reading and our writing."""

    code = "conflict"
