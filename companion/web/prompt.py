"""What the pages need of the prompt: lines are run there, and only there is anything entered."""

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
"""Refuses an entry that a phone may not make, by whose it is: the seats; none of them for what is
nobody's, None for what concerns the whole table. Raises NotYours."""


class NotYours(Refused):
    """Somebody else enters that."""


def nothing(play: OpenPlay | None, whose: Collection[int] | None) -> None:
    """What is asked only to be shown enters nothing. Raises NotYours."""
    raise NotYours("A page enters nothing when it is opened.", "Enter the line instead.")


_PLAIN = re.compile(r"[\w.:=+-]+", re.ASCII)


def word(text: str) -> str:
    """A text as one word of a line, whatever is in it."""
    quoted = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def plain_word(text: str) -> str:
    """The same without quotes where it needs none; nothing for nothing."""
    return text.strip() if not text.strip() or _PLAIN.fullmatch(text) else word(text)


class Said(NamedTuple):
    """What became of a line: the answer or the refusal, and the play that is at hand after it.

    `is_storage` says that a file could not be read or written: the line itself may be fine.
    `entered` is the play in which it entered something, if it did.
    """

    play: OpenPlay | None
    reply: Reply | None = None
    refusal: Refusal | None = None
    is_storage: bool = False
    entered: OpenPlay | None = None


class Wanted(NamedTuple):
    """What comes next in a line: the option or argument, what it is, and what kind of thing.

    Without one that is `needed`, the line cannot be entered.
    """

    name: str
    about: str
    sort: Sort
    needed: bool


class Prompt(Protocol):
    """The prompt over one group. Used by one thread at a time."""

    group: str

    def desk(self, play: str | None = None, source: Source = KEYBOARD) -> Desk:
        """A desk over that play, or over the one that is at hand."""

    def say(
        self,
        line: str,
        play: str | None,
        source: Source,
        approve: Approve | None,
        *,
        keeps_past: bool = False,
    ) -> Said:
        """Run a line about that play, or about the one that is at hand.

        Where it `keeps_past`, nothing is taken back by it.
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
        """Whether a phone may enter a line, or what begins with it, as far as that can be said."""

    def plays_of(self, line: str) -> Sequence[str]:
        """The plays that a line names as those it is about, as they are typed there."""

    def offers(self, line: str, play: str | None) -> tuple[int, Sequence[Offer]]:
        """What may come next where a line ends, and the place where such words begin."""

    def wanted(self, line: str, play: str | None) -> Wanted | None:
        """What has to, or may, be typed where a line ends; None where nothing is known."""

    def problem(self, line: str, play: str | None) -> str | None:
        """Why a line about that play is not taken as it stands; empty where it is, None where only
        entering it shows."""

    def said_here(self, play: OpenPlay | None, text: str) -> str:
        """A sentence with its commands as they are typed in a line about that play."""
