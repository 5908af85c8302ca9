"""One stay in the shell: lines are run one after the other, over the play at hand."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Protocol

from companion import games
from companion.cli.app import COMMANDS, root
from companion.cli.output import print_warning
from companion.cli.running import DONE, Voice, run_at
from companion.cli.shell.grammar import (
    HELP,
    LEAVE,
    Explain,
    Here,
    Leave,
    Run,
    Unknown,
    meaning,
)
from companion.cli.shell.overview import overview
from companion.cli.shell.speech import Speech
from companion.cli.shell.words import split
from companion.core.names import listed, nearest, require_text, short
from companion.errors import CompanionError, Invalid
from companion.table.desk import Asked, Desk
from companion.table.news import news
from companion.table.openplay import OpenPlay
from companion.table.recall import Recall

LONGEST_LINE = 10_000
"""Signs that a line may have: no command has so many."""
_OTHER_PLAY = ("start", "resume")


class LineVoice(Voice, Protocol):
    """Where the answers to lines go; whether they are asked for as JSON documents."""

    as_json: bool


class Session:
    """The play that is at hand, and what is run over it.

    `desk` is that of the run that opened the shell. Its group and play, where they were asked for,
    are those of all lines.
    """

    def __init__(self, desk: Desk) -> None:
        self._first = desk
        self._root = root()
        self._recall = Recall()
        self._seen: OpenPlay | None = None
        self.left = False
        """Whether somebody has asked to leave."""

    def desk(self, as_json: bool = False) -> Desk:
        """A desk for one line."""
        first = self._first
        asked = Asked(group=first.asked.group, play=first.asked.play, as_json=as_json)
        return Desk(first.store, first.now, first.chance, asked, first.live, self._recall)

    def play(self) -> OpenPlay | None:
        """The play at hand as it stands; None where there is none, or it cannot be read."""
        try:
            return self.desk().open()
        except CompanionError:
            return None

    def here(self, play: OpenPlay | None) -> Here:
        """What can be typed while that play is at hand."""
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
        return frozenset((*COMMANDS, *games.game_ids()))

    def group_of(self, *path: str) -> Any:
        """The command, or group of commands, of that name; the whole program for none."""
        command: Any = self._root
        for name in path:
            command = command.get_command(None, name)
        return command

    def speech(self, play: OpenPlay | None) -> Speech:
        """How commands are said while that play is at hand."""
        here = self.here(play)
        return Speech(here.game, here.verbs)

    def news(self) -> list[str]:
        """What came in since this was asked last, and was not entered here, a line for each."""
        play, before = self.play(), self._seen
        ours, self._recall.entered = self._recall.entered, set()
        self._seen = play
        if play is None or before is None or play.ref != before.ref:
            return []
        return news(before, play, {number for ref, number in ours if ref == play.ref})

    def entered(self) -> OpenPlay | None:
        """The play in which something was entered here since `news` was asked last, if so."""
        last = self._recall.last
        return last if last and any(ref == last.ref for ref, _ in self._recall.entered) else None

    def run(self, line: str, voice: LineVoice) -> int:
        """Run one line; returns its exit code. Raises what `run_at` does.

        A line that holds nothing does nothing.
        """
        argv: Sequence[str] = ()

        def understood(desk: Desk) -> Sequence[str] | None:
            nonlocal argv
            found = self._understood(desk, line, voice)
            argv = found or ()
            return found

        code = run_at(lambda: self.desk(voice.as_json), lambda: self._root, understood, voice)
        stays = self._first.asked.play
        if code == DONE and stays is not None and argv[:1] and argv[0] in _OTHER_PLAY:
            print_warning(f"This shell stays with {stays}, as `--play` says.")
        return code

    def _understood(self, desk: Desk, line: str, voice: LineVoice) -> Sequence[str] | None:
        if len(line) > LONGEST_LINE:
            raise Invalid(
                f"This line has {len(line):,} characters.",
                f"A line has at most {LONGEST_LINE:,}: is this a file of another kind?",
            )
        require_text(line, "This line")
        words = split(line)
        if not words:
            return None
        here = self.here(self.play())
        match meaning(words, here):
            case Run(argv):
                return argv
            case Explain([]):
                voice.answer(overview(here, self._root), as_json=voice.as_json)
            case Explain(argv):
                return argv
            case Leave():
                self.left = True
            case Unknown(word):
                raise self._unknown(word, here)
        return None

    def _unknown(self, word: str, here: Here) -> Invalid:
        known = [*here.verbs, *here.commands, *(seat.handle for seat in here.seats)]
        near = nearest(word, [*known, *LEAVE, *HELP])
        near += self._root.elsewhere(None, word)
        hint = f"Did you mean {listed([f'`{name}`' for name in near], 'or')}?" if near else ""
        return Invalid(
            f"“{short(word)}” is no command here"
            + (", and nobody at the table is called so." if here.seats else "."),
            hint or "`h` says what can be typed.",
        )
