"""The prompt for phones: lines are run as in the shell, but for what only a keyboard may do."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NoReturn

from companion import games
from companion.cli.app import root
from companion.cli.running import STORAGE, readable
from companion.cli.shell.completing import completion
from companion.cli.shell.session import Session
from companion.core.event import KEYBOARD, Source
from companion.core.names import folded, short
from companion.core.offer import Offer
from companion.core.seats import find_seat
from companion.errors import CompanionError, Invalid, Refused
from companion.table.desk import Asked, Desk
from companion.table.openplay import OpenPlay
from companion.table.reply import Refusal, Reply
from companion.web.prompt import Approve, Said

_WHOLE = (
    *("score", "first", "pass", "next", "undo", "redo", "finish", "start", "resume", "table"),
    *("log", "lookup", "ruling", "guide", "plays", "play", "stats", "ratings", "chart"),
)
OPEN: dict[str, Sequence[str] | None] = {
    **dict.fromkeys(_WHOLE),
    "deck": ("list", "show", "history"),
    "player": ("list", "new"),
}
"""What phones may type of the program's own commands; of groups, which of theirs (None: all)."""
_ELSEWHERE = "--group"
_HELP = ("-h", "--help")
_OTHER_PLAY = ("start", "resume")
_MOST_SESSIONS = 16


class PhonePrompt:
    """Runs lines from phones over the plays of one group: see `companion.web.prompt.Prompt`."""

    def __init__(self, desk: Desk) -> None:
        self._first = desk
        self.group = desk.group
        self._root = root()
        self._sessions: dict[str | None, Session] = {}

    def desk(self, play: str | None = None, source: Source = KEYBOARD) -> Desk:
        """A desk over that play, or over the one that is at hand."""
        session = self._session(play)
        session.source, session.approve = source, None
        return session.desk()

    def say(self, line: str, play: str | None, source: Source, approve: Approve | None) -> Said:
        """Run a line about that play, or about the one that is at hand."""
        begins_another = folded(line).removeprefix("companion ").lstrip().startswith(_OTHER_PLAY)
        session = self._session(None if begins_another else play)
        session.source, session.approve = source, approve
        heard = _Heard(session)
        code = session.run(line, heard)
        return Said(session.play(), heard.reply, heard.refusal, code == STORAGE)

    def offers(self, line: str, play: str | None) -> tuple[int, Sequence[Offer]]:
        """What may come next where a line ends, and the place where such words begin."""
        found = completion(self._session(play), line)
        first = not line[: found.start].strip()
        return found.start, [
            offer for offer in found.offers if not first or self._is_open(offer.word, play)
        ]

    def is_secret(self, line: str) -> bool:
        """Whether a line tells what only one player may know."""
        return self._session(None).is_secret(line)

    def said_here(self, play: OpenPlay | None, text: str) -> str:
        """A sentence with its commands as they are typed in a line about that play."""
        return self._session(None).speech(play).line(text)

    def _session(self, play: str | None) -> Session:
        """The session over a play: what it has folded is not folded anew for the next line."""
        session = self._sessions.pop(play, None)
        if session is None:
            first = self._first
            asked = Asked(group=self.group, play=play)
            desk = Desk(first.store, first.now, first.chance, asked, _no_terminal)
            session = Session(desk, self._permitted)
            if len(self._sessions) >= _MOST_SESSIONS:
                del self._sessions[next(iter(self._sessions))]
        self._sessions[play] = session
        return session

    def _is_open(self, word: str, play: str | None) -> bool:
        """Whether a line may begin with this word on a phone."""
        session = self._session(play)
        here = session.here(session.play())
        return not (word in here.commands and word not in here.verbs) or word in OPEN

    def _permitted(self, desk: Desk, argv: Sequence[str]) -> Sequence[str]:
        """The arguments, if a phone may run them. Raises Refused or Invalid."""
        head, *rest = argv
        if any(word in _HELP for word in argv):
            told = " ".join(word for word in argv if word not in _HELP)
            raise Invalid("How a command is typed is told by `h`.", f"`h {told}`")
        if any(word.partition("=")[0] == _ELSEWHERE for word in rest):
            raise Refused(
                "Phones see the group that is served, and no other.", "Leave `--group` out."
            )
        if head in OPEN:
            inner = OPEN[head]
            if inner is not None and (not rest or folded(rest[0]) not in inner):
                _only_here(" ".join(argv[:2]))
        elif head not in games.OWN and head not in games.game_ids():
            _only_here(head)
        self._require_no_file(desk, argv)
        return self._of_own_seat(desk, argv)

    def _require_no_file(self, desk: Desk, argv: Sequence[str]) -> None:
        """Refuse a command that would read or write a file of this computer. Raises Refused."""
        command: Any = self._root
        ctx, name, rest = None, "companion", [readable(word) for word in argv]
        while True:
            is_group = hasattr(command, "list_commands")
            ctx = command.make_context(
                name,
                [] if is_group else list(rest),
                parent=ctx,
                resilient_parsing=True,
                obj=_Nowhere(desk),
            )
            if not is_group or not rest:
                break
            name, *rest = rest
            command = command.get_command(ctx, name)
            if command is None:
                return  # says that there is no such command
        for param in command.params:
            if "FILE" in (param.metavar or "") and ctx.params.get(param.name):
                raise Refused(
                    "A phone names no files of the computer that serves it.",
                    f"At its keyboard: `companion {argv[0]} …`.",
                )

    def _of_own_seat(self, desk: Desk, argv: Sequence[str]) -> Sequence[str]:
        """What shows a player's secrets, if it is that player's phone. Raises Refused."""
        head, *rest = argv
        if not rest or folded(rest[0]) not in self._private(head):
            return argv
        own = desk.source.by
        seats = desk.open().state.seats
        seat = next((seat for seat in seats if seat.name == own), None)
        if seat is None:
            raise Refused(
                "Only who sits there sees that.", "Choose your seat on this phone; then it is told."
            )
        named = [word for word in rest[1:] if not word.startswith("-")]
        if not named:
            return [head, rest[0], seat.handle]
        if seats[find_seat(seats, named[0])] != seat:
            raise Refused(
                f"This phone is {short(own)}'s: what others told is not shown here.",
                f"`{rest[0]}` alone shows yours.",
            )
        return argv

    def _private(self, game: str) -> Sequence[str]:
        with suppress(CompanionError):
            found: Sequence[str] = getattr(self._root.get_command(None, game), "private", ())
            return found
        return ()


class _Nowhere:
    """Stands for a desk while options are only looked at: nothing is asked of the real one."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.asked = Asked(group=desk.asked.group, play=desk.asked.play)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)


class _Heard:
    """Keeps what a line is answered, with commands as they are typed in a line."""

    as_json = False

    def __init__(self, session: Session) -> None:
        self._session = session
        self.reply: Reply | None = None
        self.refusal: Refusal | None = None

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Keep it."""
        self.reply = self._speech().reply(reply)

    def refuse(self, refusal: Refusal) -> None:
        """Keep it."""
        self.refusal = self._speech().refusal(refusal)

    def _speech(self) -> Any:
        return self._session.speech(self._session.play())


def _only_here(command: str) -> NoReturn:
    raise Refused(
        f"`{command}` is not for phones.", f"At the keyboard of this table: `companion {command}`."
    )


def _no_terminal(instead: str) -> NoReturn:
    raise Invalid("This needs a terminal with a keyboard.", instead)
