"""Runs lines that phones and programs send, each once, however often it arrives."""

from collections import OrderedDict
from collections.abc import Collection
from contextlib import suppress
from typing import Any, NamedTuple

from companion.core.names import folded, listed, require_text
from companion.core.reply import Refusal, Reply
from companion.core.value import replace
from companion.errors import CompanionError, Invalid, Refused, StorageError
from companion.table.desk import Desk
from companion.table.plays.changes import KnownIds, entries_since, sent_before
from companion.table.plays.open_play import OpenPlay
from companion.web.keys import Keys, Phone
from companion.web.live import Live
from companion.web.prompt import Approve, NotYours, Prompt, Said

_MOST_KEPT = 300
"""Answers that are kept to be sent again; later, the log shows what was entered."""
LONGEST_LINE = 2000
_LONGEST_ID = 64
_RELATIVE = ("next", "n", "pass", "undo", "u", "redo", "r")
"""Lines whose meaning changes as soon as anything else is entered."""


class Rights(NamedTuple):
    """What a table allows its phones.

    With `own`, players enter only for themselves; with `keeps_past`, only the keyboard undoes.
    """

    own: bool = False
    keeps_past: bool = False


EVERYBODY = Rights()
"""Everybody may enter and undo for everybody."""


class Sent(NamedTuple):
    """A line that was sent, its play and its id.

    `after` is the number of the last entry that its sender knew.
    """

    line: str
    play: str | None = None
    id: str = ""
    after: int | None = None


class LineOutcome(NamedTuple):
    """The outcome of a line: the play after it, and the answer or the refusal.

    `between` are entries that were made meanwhile, unknown to the sender.
    """

    play: OpenPlay | None
    reply: Reply | None = None
    refusal: Refusal | None = None
    between: tuple[str, ...] = ()
    is_storage: bool = False

    @property
    def number(self) -> int:
        """The number of the last entry of the play; 0 if there is no play."""
        return 0 if self.play is None else self.play.log.next_action - 1

    @property
    def status(self) -> int:
        """The HTTP status."""
        if self.refusal is None:
            return 200
        return 503 if self.is_storage else 422

    def document(self) -> dict[str, Any]:
        """The answer as JSON (contract)."""
        if self.refusal is not None:
            return error(self.refusal)
        lines = () if self.reply is None else self.reply.lines
        warnings = () if self.reply is None else self.reply.warnings
        return {
            "play": None if self.play is None else self.play.ref.id,
            "entries": self.number,
            "lines": list(lines),
            "warnings": list(warnings),
        }


def error(refusal: Refusal) -> dict[str, Any]:
    """A refusal as JSON (contract)."""
    return {
        "error": {
            "kind": refusal.kind.replace("-", "_"),
            "message": refusal.message,
            "rule": refusal.rule or None,
            "hint": refusal.hint,
        }
    }


class Entries:
    """Runs lines one after another, and sends new entries to all listeners."""

    def __init__(
        self,
        prompt: Prompt,
        live: Live,
        rights: Rights,
        keys: Keys,
    ) -> None:
        self._prompt = prompt
        self._live = live
        self._rights = rights
        self._keys = keys
        self._answers: OrderedDict[tuple[str, str], LineOutcome] = OrderedDict()
        self._known = KnownIds()

    async def enter(self, phone: Phone, sent: Sent) -> LineOutcome:
        """Run a line, unless it ran before."""
        outcome, entered = await self._live.enter(self._run, phone, sent)
        if entered is not None:
            await self._live.entered(entered)
        return outcome

    def _run(self, phone: Phone, sent: Sent) -> tuple[LineOutcome, OpenPlay | None]:
        """Run a line; return its outcome, and the play in which it has just entered something."""
        # Another phone that knows the id must not see the answer, which may be secret.
        key = phone.token, sent.id
        if key in self._answers:
            return self._answers[key], None
        source = replace(phone.source, id=sent.id)
        try:
            _require_line(sent)
            desk = self._prompt.desk(sent.play, source)
            with suppress(CompanionError):
                if desk.play_ref() == self._prompt.desk(None).play_ref():
                    self._keys.follow(desk.open())
            source = desk.source = replace(phone.source, id=sent.id)
            plays = self._prompt.plays_of(sent.line) if sent.id else ()
            before = sent_before(desk, sent.id, plays, self._known) if sent.id else None
            if before is not None:
                return self._keep(key, LineOutcome(*before)), None
            stale = _stale(desk, sent)
            if stale is not None:
                return self._keep(key, stale) if sent.id else stale, None
            said = self._prompt.say(
                sent.line,
                sent.play,
                source,
                self._approval(phone),
                keeps_past=self._rights.keeps_past,
            )
        except CompanionError as problem:
            is_storage = isinstance(problem, StorageError)
            return LineOutcome(None, refusal=Refusal.of(problem), is_storage=is_storage), None
        outcome = LineOutcome(
            said.play, said.reply, said.refusal, self._between(said, sent), said.is_storage
        )
        if sent.id and not outcome.is_storage:
            self._keep(key, outcome)
        return outcome, said.entered

    def _keep(self, key: tuple[str, str], outcome: LineOutcome) -> LineOutcome:
        self._answers[key] = outcome
        while len(self._answers) > _MOST_KEPT:
            self._answers.popitem(last=False)
        return outcome

    def may(self, phone: Phone, line: str, play: str | None) -> bool:
        """Whether this phone may enter a line that is this one or begins so; True if unknown."""
        approve, keeps_past = self._approval(phone), self._rights.keeps_past
        if approve is None and not keeps_past:
            return True
        return self._prompt.may(line, play, phone.source, approve, keeps_past=keeps_past)

    def _approval(self, phone: Phone) -> Approve | None:
        if not self._rights.own:
            return None

        def approve(play: OpenPlay | None, whose: Collection[int] | None) -> None:
            """Refuse what belongs to another seat, or to the whole table. Raises NotYours."""
            if whose is None or play is None:
                raise NotYours(
                    "At this table each enters for oneself, and this concerns everybody.",
                    "The keyboard enters it.",
                )
            own = next((seat for seat in play.state.seats if seat.name == phone.name), None)
            if own is None:
                raise NotYours(
                    "At this table each enters for oneself.", "Choose your seat first: under More."
                )
            team = set(play.game.seats_called(play.state, own.handle))
            if not set(whose) <= {play.state.seats.index(own)} and set(whose) != team:
                names = [play.state.name(seat) for seat in sorted(set(whose))]
                raise NotYours(
                    f"At this table each enters for oneself, and this is {listed(names)}'s.",
                    f"{names[0]}'s phone enters it, or the keyboard."
                    if len(names) == 1
                    else "The keyboard enters it.",
                )

        return approve

    def _between(self, said: Said, sent: Sent) -> tuple[str, ...]:
        """The entries that the sender did not know, if the line was refused."""
        if said.refusal is None or said.play is None or sent.after is None:
            return ()
        return tuple(entries_since(said.play, sent.after).values())


def _stale(desk: Desk, sent: Sent) -> LineOutcome | None:
    """Refuse a line about the latest state, such as `undo`, if its sender saw an older one.

    Two players who tap Next at once mean the same step; an Undo that arrives late means what was
    last when it was tapped.
    """
    head = folded(sent.line).removeprefix("companion ").strip()
    relative = (
        head.removesuffix(" --skip").removesuffix(" --untold") in _RELATIVE
        or "--onwards" in head.split()
    )
    if sent.after is None or not relative:
        return None
    play = desk.open()
    between = tuple(entries_since(play, sent.after).values())
    if not between:
        return None
    refusal = Refusal(
        Refused.code,
        f"The table has gone on since entry {sent.after}, for which `{head}` was meant.",
        f"`{head}` enters it now, if it is still meant.",
    )
    return LineOutcome(play, refusal=refusal, between=between)


def _require_line(sent: Sent) -> None:
    """Check that this is one line, with a valid id or none. Raises Invalid."""
    valid_id(sent.id or None)
    if not sent.line.strip():
        raise Invalid("The line is empty.", "`h` says what can be typed.")
    if len(sent.line) > LONGEST_LINE or "\n" in sent.line or "\r" in sent.line:
        raise Invalid("That is more than one line.", f"At most {LONGEST_LINE} signs.")
    require_text(sent.line, "This line")


def valid_id(value: Any) -> str:
    """Check an id that was sent; empty if there is none. Raises Invalid."""
    if value is None:
        return ""
    if not isinstance(value, str) or not 8 <= len(value) <= _LONGEST_ID or not value.isascii():
        raise Invalid("An id is a text of 8 to 64 signs, such as a UUID.", "Or leave it out.")
    return value
