"""A session of the shell: runs lines one after another on the current play."""

from collections.abc import Callable, Collection, Sequence
from functools import cached_property
from shlex import join
from typing import Any

from companion import games
from companion.cli.app import COMMANDS, root
from companion.cli.output import print_warning
from companion.cli.run import DONE, ReplySink, run_at
from companion.cli.shell.grammar import (
    HELP,
    LEAVE,
    Explain,
    Here,
    Leave,
    Run,
    Unknown,
    meaning,
    split,
)
from companion.cli.shell.history import is_secret
from companion.cli.shell.speech import Speech, explained, overview
from companion.core.names import folded, listed, nearest, require_text, short
from companion.core.reply import Refusal, Reply
from companion.core.value import Protocol, replace
from companion.errors import CompanionError, Invalid
from companion.store.base import LogRef
from companion.table.current import CommonOptions, StateCache
from companion.table.desk import Desk
from companion.table.groups.arrivals import arrival_lines, arrivals_in, newest
from companion.table.plays.changes import arrival, news
from companion.table.plays.menu import line_of, offers
from companion.table.plays.open_play import OpenPlay

LONGEST_LINE = 10_000
"""Most characters of a line: no command is as long."""
_OTHER_PLAY = ("start", "resume")
_OTHER_GROUP = "group"


class LineSink(ReplySink, Protocol):
    """Where the answers to lines go, and whether they are wanted as JSON documents."""

    as_json: bool


class _Pointing:
    """Passes answers to a sink; adds a hint to a refusal if another command may have been meant."""

    def __init__(self, sink: LineSink, meant: Callable[[], str]) -> None:
        self._sink, self._meant = sink, meant

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        self._sink.answer(reply, as_json=as_json)

    def refuse(self, refusal: Refusal) -> None:
        meant = self._meant()
        if meant:
            hint = f"{refusal.hint} Or did you mean {meant}?".lstrip()
            refusal = replace(refusal, hint=hint)
        self._sink.refuse(refusal)


class Session:
    """The current play, and the lines that are run on it.

    `desk` belongs to the run that opened the shell. If its group or play were named, all lines are
    about them. `permit` refuses arguments that may not be run here, or completes them.
    """

    def __init__(
        self, desk: Desk, permit: Callable[[Desk, Sequence[str]], Sequence[str]] | None = None
    ) -> None:
        self._first = desk
        self._permit = permit
        self.source = desk.source
        """The source of the lines that are run next."""
        self._root = root()
        self._state_cache = StateCache()
        self._seen: OpenPlay | None = None
        self._watches = False
        self._arrived: int | None = None
        self._games: set[str] = set()
        self.left = False
        """Whether somebody has asked to leave."""

    def desk(self, as_json: bool = False) -> Desk:
        """Make a desk for one line."""
        first = self._first
        options = CommonOptions(group=first.options.group, play=first.options.play, as_json=as_json)
        return Desk(
            first.store,
            first.now,
            first.chance,
            options,
            first.live,
            self._state_cache,
            self.source,
            first.bar,
            first.date_order,
        )

    def play(self) -> OpenPlay | None:
        """The current play; None if there is none, or it cannot be read."""
        try:
            return self.desk().open()
        except CompanionError:
            return None

    def here(self, play: OpenPlay | None) -> Here:
        """What can be typed while that play is the current one."""
        if play is None:
            return Here(self._commands)
        try:
            verbs = self.group_of(play.game.id)
        except CompanionError:  # the package that brings the game does not work
            return Here(self._commands, seats=play.state.seats)
        known = verbs.list_commands(None)
        return Here(self._commands, play.game.id, known, verbs.meant, play.state.seats)

    @cached_property
    def _commands(self) -> frozenset[str]:
        return self._ids.union(COMMANDS)

    def group_of(self, *path: str) -> Any:
        """The command, or group of commands, with that path; without one, the whole program."""
        command: Any = self._root
        for name in path:
            command = command.get_command(None, name)
        return command

    def speech(self, play: OpenPlay | None) -> Speech:
        """How commands are written while that play is the current one."""
        here = self.here(play)
        return Speech(here.game, here.verbs)

    def verbs_now(self, play: OpenPlay | None) -> tuple[Here, list[str]]:
        """What can be typed in that play, without verbs that it lacks; the verbs possible now."""
        here = self.here(play)
        if play is None:
            return here, []
        offered = [offer.word for offer in offers(play.game, play.state, play.reference, ())]
        fitting = [verb for verb in here.verbs if play.game.has_verb(verb)]
        return here._replace(verbs=fitting), [verb for verb in offered if verb in fitting]

    @property
    def at(self) -> LogRef | None:
        """The current play at the last call of `news`."""
        return None if self._seen is None else self._seen.ref

    def news(self) -> list[str]:
        """A line for what happened since the last call, but not by a line that was run here.

        That is an entry, a change of the current play, and what came in by `group sync`.
        """
        entered = [f"from another terminal: {line}" for line in self._entries()]
        return [*self._arrivals(), *entered]

    def _arrivals(self) -> list[str]:
        """A line for each computer from which something came in since the last call."""
        try:
            document = self.desk().group_document()
        except CompanionError:
            return []
        known, self._arrived = self._arrived, newest(arrivals_in(document))
        return [] if known is None else arrival_lines(document, known)

    def _entries(self) -> list[str]:
        """A line for each entry since the last call that was not made here.

        Also reports that the current play has changed, unless a line that was run here changed it.
        """
        play, before, watched = self.play(), self._seen, self._watches
        ours, self._state_cache.entered = self._state_cache.entered, set()
        self._watches = True
        if play is None:
            return []
        self._seen = play
        self._games.add(play.game.id)
        if before is None or play.ref != before.ref:
            return [arrival(play, before)] if watched else []
        return news(before, play, {number for ref, number in ours if ref == play.ref})

    def is_secret(self, line: str) -> bool:
        """Whether a line holds a secret, in any game of this evening."""
        named = self._ids.intersection(line.casefold().split())
        if any(is_secret(line, self._secret_of(game)) for game in self._games | named):
            return True
        try:
            return self._holds_secret(split(line))
        except CompanionError:  # a quote is not closed, so the line cannot be run
            return False

    def _holds_secret(self, words: Sequence[str]) -> bool:
        """Whether a word after a verb is a secret."""
        play = self.play()
        meant = meaning(words, self.here(play)) if words else None
        if play is None or not isinstance(meant, Run) or meant.argv[0] != play.game.id:
            return False
        _, *rest = meant.argv
        verb = play.game.verbs().by_name.get(rest[0]) if rest else None
        if verb is None:
            return False
        try:
            return verb.arguments(play.state, line_of(verb, rest[1:])).is_secret
        except CompanionError:  # one of too many words may be the secret
            return any(param.secret for param in verb.params)

    @cached_property
    def _ids(self) -> frozenset[str]:
        """The ids of all games, including those of other packages."""
        return frozenset(games.game_ids())

    def _secret_of(self, game: str) -> Collection[str]:
        try:
            found: Collection[str] = self.group_of(game).secret
        except CompanionError:  # the package that brings the game does not work
            return ()
        return found

    def begin(self) -> None:
        """Forget what was entered so far, for `entered`."""
        self._state_cache.entered = set()

    def entered(self) -> OpenPlay | None:
        """The last play, if something was entered in it here since the last `news` or `begin`."""
        last = self._state_cache.last
        return (
            last if last and any(ref == last.ref for ref, _ in self._state_cache.entered) else None
        )

    def run(self, line: str, sink: LineSink) -> int:
        """Run one line; return its exit code. Raises what `run_at` does.

        An empty line does nothing.
        """
        argv: Sequence[str] = ()

        def understood(desk: Desk) -> Sequence[str] | None:
            nonlocal argv
            found = self._understood(desk, line, sink)
            argv = found or ()
            return found

        pointing = _Pointing(sink, lambda: self._of_the_program(argv))
        code = run_at(lambda: self.desk(sink.as_json), lambda: self._root, understood, pointing)
        stays, did = self._first.options.play, argv[0] if argv and code == DONE else ""
        if stays is not None and did in _OTHER_PLAY:
            print_warning(f"This shell stays with {stays}, as `--play` says.")
        if did == _OTHER_GROUP:  # the answer to `group sync` said it
            self._arrivals()
        if did in (*_OTHER_PLAY, _OTHER_GROUP) and (play := self.play()) is not None:
            self._seen = play
            self._games.add(play.game.id)
        return code

    def _of_the_program(self, argv: Sequence[str]) -> str:
        """The program's command that may have been meant by a verb of the game; empty if none.

        `play show bwd-1` plays a card in BLANK.
        """
        if len(argv) < 3 or argv[0] in COMMANDS or argv[1] not in COMMANDS:
            return ""
        name, *rest = argv[1:]
        group = self.group_of(name)
        if not hasattr(group, "list_commands") or rest[0] not in group.list_commands(None):
            return ""
        return f"`{join(['companion', name, *rest])}`"

    def _understood(self, desk: Desk, line: str, sink: LineSink) -> Sequence[str] | None:
        if len(line) > LONGEST_LINE:
            raise Invalid(
                f"This line has {len(line):,} characters.",
                f"A line has at most {LONGEST_LINE:,}: is this a file of another kind?",
            )
        require_text(line, "This line")
        words = split(line)
        if not words:
            return None
        play = self.play()
        here = self.here(play)
        match meaning(words, here):
            case Run(argv):
                return argv if self._permit is None else self._permit(desk, argv)
            case Explain([]):
                fitting, now = self.verbs_now(play)
                sink.answer(overview(fitting, now, self._root), as_json=sink.as_json)
            case Explain(argv):
                *path, _ = argv
                found = explained(self._root, path, desk, self.speech(play))
                if found is None:  # running it reports that there is no such command
                    return argv if self._permit is None else self._permit(desk, argv)
                sink.answer(found, as_json=sink.as_json)
            case Leave():
                self.left = True
            case Unknown(word):
                raise self._unknown(word, here)
        return None

    def _unknown(self, word: str, here: Here) -> Invalid:
        known = [*here.verbs, *here.commands, *(seat.handle for seat in here.seats)]
        meant = self._root.meant.get(folded(word))
        elsewhere = [it.removeprefix("companion ") for it in self._root.elsewhere(None, word)]
        near = elsewhere if meant is None else [meant]
        near = near or nearest(word, [*known, *LEAVE, *HELP])
        hint = f"Did you mean {listed([f'`{name}`' for name in near], 'or')}?" if near else ""
        return Invalid(
            f"“{short(word)}” is not a command here"
            + (", nor the name of a player." if here.seats else "."),
            hint or "`h` says what can be typed.",
        )
