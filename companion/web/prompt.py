"""The prompt as pages use it: all lines are run there, and everything is entered there."""

import re
from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple, Protocol

from companion.core.event import KEYBOARD, Source
from companion.core.offer import Offer
from companion.core.param import Sort
from companion.core.reply import Refusal, Reply
from companion.errors import Refused
from companion.table.desk import Desk
from companion.table.plays.open_play import OpenPlay

Approve = Callable[[OpenPlay | None, Collection[int] | None], None]
"""Refuses an entry that a phone may not make, given the seats that it belongs to: no seats if
anyone may make it, None if it concerns the whole table. Raises NotYours.
"""


class NotYours(Refused):
    """Another phone, or the keyboard, enters that."""


def nothing(play: OpenPlay | None, whose: Collection[int] | None) -> None:
    """Refuse any entry, as opening a page enters nothing. Raises NotYours."""
    raise NotYours("A page enters nothing when it is opened.", "Enter the line instead.")


_PLAIN = re.compile(r"[\w.:=+-]+", re.ASCII)


def word(text: str) -> str:
    """Quote a text as one word of a line, whatever it contains."""
    quoted = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def plain_word(text: str) -> str:
    """Like `word`, but without quotes if none are needed; empty for an empty text."""
    return text.strip() if not text.strip() or _PLAIN.fullmatch(text) else word(text)


class Said(NamedTuple):
    """The outcome of a line: the answer or the refusal, and the current play after it.

    `is_storage` says that a file could not be read or written: the line itself may be valid.
    `entered` is the play in which it entered something, if it did.
    """

    play: OpenPlay | None
    reply: Reply | None = None
    refusal: Refusal | None = None
    is_storage: bool = False
    entered: OpenPlay | None = None


class Wanted(NamedTuple):
    """What comes next in a line: the option or argument, its description, and its kind.

    If it is `needed`, the line cannot be entered without it.
    """

    name: str
    about: str
    sort: Sort
    needed: bool


class Prompt(Protocol):
    """The prompt for one group. Used by one thread at a time."""

    group: str

    def desk(self, play: str | None = None, source: Source = KEYBOARD) -> Desk:
        """A desk for that play, or for the current one."""

    def say(
        self,
        line: str,
        play: str | None,
        source: Source,
        approve: Approve | None,
        *,
        keeps_past: bool = False,
    ) -> Said:
        """Run a line on that play, or on the current one.

        With `keeps_past`, it cannot undo anything.
        """

    def may(
        self,
        line: str,
        play: str | None,
        source: Source,
        approve: Approve | None,
        *,
        keeps_past: bool = False,
    ) -> bool:
        """Whether a phone may enter a line that is this one or begins so; True if unknown."""

    def plays_of(self, line: str) -> Sequence[str]:
        """The plays that a line names with `--play`, as typed."""

    def offers(self, line: str, play: str | None) -> tuple[int, Sequence[Offer]]:
        """The words that may come next in a line, and the position at which they begin."""

    def wanted(self, line: str, play: str | None) -> Wanted | None:
        """The option or argument that comes next in a line; None if that is unknown."""

    def problem(self, line: str, play: str | None) -> str | None:
        """Why a line is refused; empty if it is valid, None if only entering it would show that."""

    def said_here(self, play: OpenPlay | None, text: str) -> str:
        """A sentence with its commands as they are typed in a line about that play."""
