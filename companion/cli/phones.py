"""The prompt for phones: runs lines as the shell does, except those reserved for the keyboard."""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any, NoReturn

from companion import games
from companion.cli.app import root
from companion.cli.run import STORAGE, readable
from companion.cli.shell.completion import completion, wanted_of
from companion.cli.shell.grammar import Run, meaning, split
from companion.cli.shell.session import Session
from companion.cli.verbs import line_of as as_typed
from companion.core.event import KEYBOARD, UNDONE, Source
from companion.core.names import folded, short
from companion.core.offer import Offer, Trial
from companion.core.param import A_TEXT, Arguments, Sort, a_number
from companion.core.reply import Refusal, Reply
from companion.core.seats import PlayerSeat, find_seat
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.store.base import Store
from companion.table.current import CommonOptions
from companion.table.desk import Desk
from companion.table.plays.enter import score_words
from companion.table.plays.menu import line_of, problem_of
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.secrets import is_secret, may_see
from companion.table.plays.undo import entries_to_redo, entries_to_undo
from companion.web.prompt import Approve, NotYours, Said, Wanted

_WHOLE = (
    *("score", "first", "pass", "next", "undo", "redo", "finish", "start", "resume", "table"),
    *("log", "roll", "lookup", "ruling", "guide", "plays", "play", "stats", "ratings", "chart"),
)
OPEN: dict[str, Sequence[str] | None] = {
    **dict.fromkeys(_WHOLE),
    "deck": ("list", "show", "history"),
    "player": ("list", "new"),
    "title": ("list",),
}
"""The program's own commands that phones may use, with the subcommands allowed (None: all)."""
_ELSEWHERE = "--group"
_PLAY = "--play"
_BACK = ("undo", "redo")
_HELP = ("-h", "--help")
_OTHER_PLAY = ("start", "resume")
_MOST_SESSIONS = 16


_READING = ("table", "log", "lookup", "guide", "plays", "stats", "ratings", "chart", "deck")
_READING_OF_GROUPS = (
    ("play", "show"),
    ("play", "list"),
    ("ruling", "list"),
    ("player", "list"),
    ("title", "list"),
)
"""Subcommands that only show something."""
_CORRECTING = tuple(
    ("play", verb) for verb in ("edit", "delete", "restore", "same", "apart", "split")
)
"""Commands that change the past of a play that is over."""
_WRITES = frozenset(
    name for name in vars(Store) if name.startswith(("create_", "change_", "rename_"))
)


class _Guarded:
    """A store that refuses changes while `require` raises."""

    def __init__(self, store: Store, require: Callable[[], None]) -> None:
        self._store = store
        self._require = require

    def __getattr__(self, name: str) -> Any:
        if name in _WRITES:
            self._require()
        return getattr(self._store, name)


class PhonePrompt:
    """Runs lines from phones on the plays of one group; see `companion.web.prompt.Prompt`."""

    def __init__(self, desk: Desk) -> None:
        self._first = desk
        self.group = desk.group
        self._root = root()
        self._sessions: dict[str | None, Session] = {}
        self._keeps_past = False
        self._approve: Approve | None = None
        """Decides who may enter the current line; None if anybody may."""
        self._store: Any = _Guarded(desk.store, self._require_approved)

    def desk(self, play: str | None = None, source: Source = KEYBOARD) -> Desk:
        """A desk for that play, or for the current one."""
        session = self._session(play)
        session.source = source
        return session.desk()

    def say(
        self,
        line: str,
        play: str | None,
        source: Source,
        approve: Approve | None,
        *,
        keeps_past: bool = False,
    ) -> Said:
        """Run a line on that play, or on the current one."""
        head = [folded(word) for word in _words(line)[:2] if folded(word) != "companion"]
        session = self._session(None if head[:1] and head[0] in _OTHER_PLAY else play)
        session.source = source
        heard = _Heard(session)
        session.begin()
        self._keeps_past, self._approve = keeps_past, approve
        try:
            code = session.run(line, heard)
        finally:
            self._keeps_past, self._approve = False, None
        return Said(session.play(), heard.reply, heard.refusal, code == STORAGE, session.entered())

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
        words, session = _words(line), self._session(play)
        if not words:
            return True
        session.source = source
        self._keeps_past, self._approve = keeps_past, approve
        try:
            meant = meaning(words, session.here(session.play()))
            if isinstance(meant, Run):
                self._permitted(session.desk(), meant.argv)
        except NotYours:
            return False
        except CompanionError:  # or it is not complete, so that its player is not known yet
            return True
        finally:
            self._keeps_past, self._approve = False, None
        return True

    def plays_of(self, line: str) -> Sequence[str]:
        """The plays that a line names with `--play`, as typed."""
        words = _words(line)
        behind = [word for before, word in pairwise(words) if before == _PLAY]
        return behind + [word[len(_PLAY) + 1 :] for word in words if word.startswith(f"{_PLAY}=")]

    def offers(self, line: str, play: str | None) -> tuple[int, Sequence[Offer]]:
        """The words that may come next in a line, and the position at which they begin."""
        session = self._session(play)
        session.source = KEYBOARD
        if any(_is_elsewhere(word) for word in _words(line)):
            return len(line), []
        found = completion(session, line)
        first = not line[: found.start].strip()
        return found.start, [
            offer
            for offer in found.offers
            if offer.word != _ELSEWHERE and (not first or self._is_open(offer.word, play))
        ]

    def wanted(self, line: str, play: str | None) -> Wanted | None:
        """The option or argument that comes next in a line; None if that is unknown."""
        argv = self._argv(line, play)
        found = wanted_of(self._session(play), argv) if argv else None
        if found is None:
            return None
        command, param, needed = found
        is_option = param.param_type_name == "option"
        name = max(param.opts, key=len) if is_option else param.metavar or param.name
        verb = getattr(command, "verb", None)
        start = getattr(command, "start", None)
        declared = (*getattr(verb, "params", ()), *getattr(start, "params", ()))
        sort = next((it.sort for it in declared if it.name == name), _sort_of(param))
        return Wanted(name, param.help or "", sort, needed)

    def problem(self, line: str, play: str | None) -> str | None:
        """Why a line is refused; empty if it is valid, None if only entering it would show that.

        Only verbs of the play's game can be tried.
        """
        opened = self._session(play).play()
        argv = self._argv(line, play)
        if opened is None or len(argv) < 2 or argv[0] != opened.game.id:
            return None
        verbs, rest = opened.game.verbs(), argv[2:]
        group = verbs.groups.get(argv[1])
        verb = verbs.by_name.get(argv[1])
        if group is not None and rest:
            verb, rest = group.by_name.get(rest[0]), rest[1:]
        if verb is None or verb.uses_shelf:
            return None
        # As in menus, secrets are not looked at.
        state = opened.game.public_state(opened.state)
        trial = Trial(opened.game, state, opened.reference)
        try:
            read = line_of(verb, rest)
            trial.house = read.value("--house")
            refusal = problem_of(trial, verb, read)
        except CompanionError as problem:
            refusal = problem
        return "" if refusal is None else refusal.message

    def _argv(self, line: str, play: str | None) -> Sequence[str]:
        """The arguments that a line runs the program with; empty if it runs nothing."""
        session, words = self._session(play), _words(line)
        if not words:
            return ()
        with suppress(CompanionError):
            meant = meaning(words, session.here(session.play()))
            return meant.argv if isinstance(meant, Run) else ()
        return ()

    def said_here(self, play: OpenPlay | None, text: str) -> str:
        """A sentence with its commands as they are typed in a line about that play."""
        return self._session(None).speech(play).line(text)

    def _session(self, play: str | None) -> Session:
        """Get the session for a play, which keeps the folded log for the next line."""
        session = self._sessions.pop(play, None)
        if session is None:
            first = self._first
            options = CommonOptions(group=self.group, play=play)
            desk = Desk(
                self._store,
                first.now,
                first.chance,
                options,
                _no_terminal,
                date_order=first.date_order,
            )
            session = Session(desk, self._permitted)
            if len(self._sessions) >= _MOST_SESSIONS:
                del self._sessions[next(iter(self._sessions))]
        self._sessions[play] = session
        return session

    def _is_open(self, word: str, play: str | None) -> bool:
        """Whether phones may use lines that begin with this word."""
        session = self._session(play)
        here = session.here(session.play())
        return not (word in here.commands and word not in here.verbs) or word in OPEN

    def _permitted(self, desk: Desk, argv: Sequence[str]) -> Sequence[str]:
        """Check and complete the arguments of a line. Raises NotYours, Refused or Invalid."""
        head, *rest = argv
        if "--" in argv:  # the parser skips it when it looks for a command
            raise Invalid("On a phone, a line has no “--” in it.", "Leave it out.")
        if head in OPEN:
            inner = OPEN[head]
            if inner is not None and (not rest or folded(rest[0]) not in inner):
                _only_here(" ".join(argv[:2]))
        elif head not in games.OWN and head not in games.game_ids():
            _only_here(head)
        if any(word in _HELP for word in argv):
            command = " ".join(word for word in argv if word not in _HELP)
            raise Invalid("`h` shows how a command is typed.", f"`h {command}`")
        if any(_is_elsewhere(word) for word in rest):
            raise Refused("Phones see only the group that is served.", "Leave `--group` out.")
        taken_back = [head] if head in OPEN else rest[:2]  # `undo`, `bwd card undo`
        corrects = (head, *map(folded, rest[:1])) in _CORRECTING
        if self._keeps_past and (corrects or any(folded(word) in _BACK for word in taken_back)):
            raise NotYours(
                "At this table, only the keyboard can undo entries.",
                "Ask the person at the keyboard.",
            )
        ctx, options = self._parsed(desk, argv)
        for param in ctx.command.params:
            if "FILE" in (param.metavar or "") and ctx.params.get(param.name):
                raise Refused(
                    "A phone cannot use files on the computer at the table.",
                    f"At its keyboard: `companion {argv[0]} …`.",
                )
        if options.play != desk.options.play:
            desk = Desk(desk.store, desk.now, desk.chance, options, desk.live, source=desk.source)
        verb = getattr(ctx.command, "verb", None)
        if self._keeps_past and verb is not None and verb.after_end and head != "start":
            with suppress(NotFound):
                if desk.open().state.status != "live":
                    raise NotYours(
                        "At this table, only the keyboard can correct a play that is over.",
                        "Ask the person at the keyboard.",
                    )
        self._require_own(desk, head, rest, ctx, by_house=options.house is not None)
        return self._of_own_seat(desk, argv, ctx)

    def _require_approved(self) -> None:
        """Refuse a change by a line that was not approved yet. Raises NotYours."""
        if self._approve is not None:
            self._approve(None, None)

    def _require_own(
        self, desk: Desk, head: str, rest: Sequence[str], ctx: Any, *, by_house: bool
    ) -> None:
        """Refuse another player's entry before the rules look at it.

        `by_house` says that a house rule is named. Raises NotYours, and what reading the names in a
        line raises.
        """
        verb = getattr(ctx.command, "verb", None)
        if verb is not None and head != "start":
            if not verb.is_entry:
                return  # If it changes boxes, which concerns the whole table, the store refuses it.
            line = as_typed(ctx.params, verb.params)
            play = desk.open()
            if verb.shows(line) or play.game.id != head:
                return
            args = verb.arguments(play.state, line)
            whose = args.whose(play.game.owner_of)
            if whose is None and verb.whose is not None:
                whose = verb.whose(play.state)
            elif whose is None:
                turn = _turn(play)
                whose = None if turn is None else (turn,)
            if args.is_secret or verb.secret:
                self._require_own_secret(desk, play, whose)
            if play.state.status != "live":  # it corrects how the play ended
                whose = None
        elif (
            self._approve is None
            or head in _READING
            or any((head, *map(folded, rest[:1])) == known for known in _READING_OF_GROUPS)
        ):
            return
        elif head in _WHOSE:
            play = desk.open()
            declared = ctx.command.declared
            args = declared.arguments(None, as_typed(ctx.params, declared.params))
            whose = _WHOSE[head](desk, play, args)
        else:
            self._require_approved()
            return
        if self._approve is not None:
            self._approve(play, _of_exception(play, whose) if by_house else whose)
            self._approve = None  # From here on, the store allows changes.

    def _require_own_secret(
        self, desk: Desk, play: OpenPlay, whose: Collection[int] | None
    ) -> None:
        """Require that a secret is entered on the phone of its player. Raises NotYours.

        Otherwise, a refusal by the rules would give the secret away.
        """
        names = [seat.name for seat in play.state.seats]
        own = names.index(desk.source.by) if desk.source.by in names else None
        if own is None or whose is None or set(whose) != {own}:
            raise NotYours(
                "A player's secrets are entered on that player's phone.",
                "Enter your own name in the line."
                if own is not None
                else "Choose your seat first: under More.",
            )
        _require_seen(desk, play, own)

    def _parsed(self, desk: Desk, argv: Sequence[str]) -> tuple[Any, CommonOptions]:
        """Parse arguments without running anything: the command's context, and the common options.

        Raises Invalid for an unknown command, and for a group without a command, as its help would
        be printed at the host.
        """
        command: Any = self._root
        nowhere = _Nowhere(desk)
        ctx, name, rest = None, "companion", [readable(word) for word in argv]
        while hasattr(command, "list_commands"):
            ctx = command.make_context(name, [], parent=ctx, resilient_parsing=True, obj=nowhere)
            if not rest:
                raise Invalid("This line is not complete.", f"`h {' '.join(argv)}`")
            group, (name, *rest) = command, rest
            command = group.get_command(ctx, name)
            if command is None:  # unknown commands are refused here, so that nothing runs unchecked
                group.resolve_command(ctx, [name, *rest])
                raise Invalid(f"There is no command “{short(name)}” here.", f"`h {' '.join(argv)}`")
        ctx = command.make_context(
            name, list(rest), parent=ctx, resilient_parsing=True, obj=nowhere
        )
        return ctx, nowhere.options

    def _of_own_seat(self, desk: Desk, argv: Sequence[str], ctx: Any) -> Sequence[str]:
        """Require that a player's secrets are shown on that player's phone. Raises Refused or
        NotYours.

        Returns the arguments, with the player added if none is named.
        """
        head, *rest = argv
        if not rest or folded(rest[0]) not in self._private(head):
            return argv
        own = desk.source.by
        play = desk.open()
        seats = play.state.seats
        seat = next((seat for seat in seats if seat.name == own), None)
        if seat is None:
            raise Refused(
                "Only the player in that seat can see that.",
                "Choose your seat on this phone first.",
            )
        named = [whose for word in _arguments(ctx) for whose in _named(seats, word)]
        if any(whose != seat for whose in named):
            raise Refused(
                f"This is {short(own)}'s phone: it does not show what others entered in secret.",
                f"`{rest[0]}` alone shows yours.",
            )
        _require_seen(desk, play, seats.index(seat))
        return argv if named else [head, rest[0], seat.handle, *rest[1:]]

    def _private(self, game: str) -> Sequence[str]:
        with suppress(CompanionError):
            found: Sequence[str] = getattr(self._root.get_command(None, game), "private", ())
            return found
        return ()


def _require_seen(desk: Desk, play: OpenPlay, seat: int) -> None:
    """Require that this phone may see the seat's secrets. Raises NotYours."""
    if not may_see(desk, play, seat, desk.source):
        who = play.state.seats[seat]
        raise NotYours(
            f"{who.name} entered secrets on another phone, and only that phone shows them.",
            f"The person at the keyboard can type: companion serve --hand-over {who.handle}",
        )


def _turn(play: OpenPlay) -> int | None:
    """The seat of the player whose turn it is; None if it is nobody's."""
    name = play.game.to_json(play.state, play.reference).get("turn")
    names = [seat.name for seat in play.state.seats]
    return names.index(name) if name in names else None


def _of_exception(play: OpenPlay, whose: Collection[int] | None) -> Collection[int] | None:
    """The seats that an entry by house rule belongs to: its own, and the seat whose turn it is.

    That player may be passed over. If it is nobody's turn, it concerns the whole table (None).
    """
    turn = _turn(play)
    return None if whose is None or turn is None else {*whose, turn}


def _of_score(desk: Desk, play: OpenPlay, args: Arguments[Any]) -> Collection[int]:
    """The seats whose points are entered; a team shares its points."""
    game, state, changes = play.game, play.state, args.get("changes", ())
    named = [state.seats[seat].handle for seat, _ in score_words(desk, game, state, changes)]
    return {seat for handle in named for seat in game.seats_called(state, handle)}


def _of_marker(desk: Desk, play: OpenPlay, args: Arguments[Any]) -> Collection[int]:
    return (play.state.first,)


def _of_next(desk: Desk, play: OpenPlay, args: Arguments[Any]) -> Collection[int] | None:
    """The seat whose turn it is. If it is nobody's, anyone may go on, unless that skips entries."""
    turn = _turn(play)
    if turn is not None:
        return (turn,)
    return None if args["skip"] else ()


def _of_entries(desk: Desk, play: OpenPlay, numbers: Sequence[int]) -> Collection[int] | None:
    """The seats whose phones made all of these entries.

    None if an entry came from elsewhere, or was made in secret on another phone of the same seat,
    or if the play is over and is not the current one any more.
    """
    if play.state.status != "live" and play.ref.id != desk.group_document().get("current"):
        return None
    names = [seat.name for seat in play.state.seats]
    made = [event for event in play.log.events if event.action in numbers]
    if any(event.source.phone != desk.source.phone and is_secret(play, event) for event in made):
        return None
    by = {event.source.by for event in made}
    return {names.index(name) for name in by} if by <= set(names) else None


def _of_undo(desk: Desk, play: OpenPlay, args: Arguments[Any]) -> Collection[int] | None:
    entry, onwards, last = args.get("entry"), bool(args["onwards"]), args.get("last")
    return _of_entries(desk, play, entries_to_undo(play, entry, onwards, last))


def _of_redo(desk: Desk, play: OpenPlay, args: Arguments[Any]) -> Collection[int] | None:
    numbers = entries_to_redo(desk, play, args.get("entry"))
    # What the keyboard undid, only the keyboard can redo.
    taken_back = {
        event.data["action"]: event.action
        for event in play.log.events
        if event.kind == UNDONE and event.data["action"] in numbers
    }
    return _of_entries(desk, play, [*numbers, *taken_back.values()])


_WHOSE: dict[str, Callable[[Desk, OpenPlay, Arguments[Any]], Collection[int] | None]] = {
    "score": _of_score,
    "first": _of_marker,
    "pass": _of_marker,
    "next": _of_next,
    "undo": _of_undo,
    "redo": _of_redo,
    "roll": lambda desk, play, args: (),
}
"""The seats that an entry belongs to, by command; other commands concern the whole table."""


class _Nowhere:
    """Stands in for a desk while options are parsed, so that the real one stays unchanged."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.options = CommonOptions(group=desk.options.group, play=desk.options.play)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)


class _Heard:
    """Keeps the answer to a line, with commands as they are typed in a line."""

    as_json = False

    def __init__(self, session: Session) -> None:
        self._session = session
        self.reply: Reply | None = None
        self.refusal: Refusal | None = None

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        self.reply = self._speech().reply(reply)

    def refuse(self, refusal: Refusal) -> None:
        self.refusal = self._speech().refusal(refusal)

    def _speech(self) -> Any:
        return self._session.speech(self._session.play())


def _sort_of(param: Any) -> Sort:
    """The kind of value that an option or argument of the program's own commands takes."""
    return a_number(0, 0) if param.metavar in ("N", "[ENTRY]") else A_TEXT


def _words(line: str) -> list[str]:
    """The words of a line; empty if it cannot be read."""
    with suppress(CompanionError):
        return split(line)
    return []


def _is_elsewhere(word: str) -> bool:
    return word.partition("=")[0] == _ELSEWHERE


def _arguments(ctx: Any) -> Iterator[str]:
    """The arguments of a command, without options and their values."""
    for param in ctx.command.params:
        if param.param_type_name == "argument":
            value = ctx.params.get(param.name)
            yield from [value] if isinstance(value, str) else value or ()


def _named(seats: Sequence[PlayerSeat], word: str) -> Sequence[PlayerSeat | None]:
    """The player that a word names; `[None]` if it may be several, empty if it is none."""
    try:
        return [seats[find_seat(seats, word)]]
    except Ambiguous:
        return [None]
    except CompanionError:
        return []


def _only_here(command: str) -> NoReturn:
    raise Refused(
        f"`{command}` is not for phones.", f"At the keyboard of this table: `companion {command}`."
    )


def _no_terminal(instead: str) -> NoReturn:
    raise Invalid("This needs a terminal with a keyboard.", instead)
