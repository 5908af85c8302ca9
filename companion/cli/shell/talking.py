"""The shell at a terminal: a prompt, answers, and what another terminal enters meanwhile."""

import sys
from collections.abc import Collection, Iterable, Sequence
from shutil import get_terminal_size
from typing import Protocol

from companion.cli.output import print_error, print_reply, tell
from companion.cli.running import DONE
from companion.cli.shell.session import Session
from companion.cli.shell.status import status, whole
from companion.store.base import LogRef
from companion.table.openplay import OpenPlay
from companion.table.reply import Reply
from companion.table.showing import table_blocks

WELCOME = "`h` says what can be typed here, `q` leaves."
_TABLE = "table"
_CLEAR = "\x1b[H\x1b[2J"
"""Empties the screen; what was scrolled out of it stays."""


class Prompt(Protocol):
    """Where lines are typed."""

    shows_status: bool
    """Whether the status stood below the line when it was typed."""

    def read(self) -> str:
        """The next line. Raises KeyboardInterrupt where it is dropped, EOFError at the end."""


class Speaker:
    """Answers as they are given at the prompt.

    `shows_status` says that the status stands below it: what is whole there is not said again.
    """

    as_json = False

    def __init__(self, session: Session, table: bool) -> None:
        self._session, self._table = session, table
        self.shows_status = False
        self.told: Collection[str] = ()
        """The lines of the newest answer."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print it; below the table, where that was asked for and something was entered."""
        if as_json:
            print_reply(reply, as_json=True)
            return
        after = self._session.entered()
        speech, known = self._session.speech(after or self._session.play()), list[str]()
        reply = speech.reply(reply)
        if after is not None:
            if self._table:
                self.draw(after)
                known = whole(after, speech, width=sys.maxsize)
            elif self.shows_status and after.ref == self._at_hand():
                known = whole(after, speech, columns())
        lines = tuple(line for line in reply.lines if line not in known)
        self.told = lines
        print_reply(reply._replace(lines=lines), as_json=False)

    def _at_hand(self) -> LogRef | None:
        """The play that the status is about: a line may have been about another, by `--play`."""
        play = self._session.play()
        return None if play is None else play.ref

    def refuse(self, message: str, hint: str, rule: str = "", details: Iterable[str] = ()) -> None:
        """Print it."""
        speech = self._session.speech(self._session.play())
        told = [speech.line(detail) for detail in details]
        print_error(speech.line(message), speech.line(hint), rule, told)

    def draw(self, play: OpenPlay) -> None:
        """Draw the table; on an empty screen, where it is to be seen beside the prompt."""
        if self._table and sys.stdout.isatty():
            sys.stdout.write(_CLEAR)
        blocks = self._session.speech(play).blocks(table_blocks(play))
        print_reply(Reply(document=dict, blocks=lambda: blocks), as_json=False)
        if self._table:
            print()

    def hear(self, news: Sequence[str]) -> None:
        """Tell what came from another terminal."""
        play = self._session.play()
        if self._table and play is not None:
            self.draw(play)
        speech = self._session.speech(play)
        tell(f"from another terminal: {speech.line(line)}" for line in news)


def talk(session: Session, *, table: bool) -> int:
    """Ask for lines and run them until somebody leaves; nothing that goes wrong ends it."""
    speaker = Speaker(session, table)
    prompt = _prompt(session, speaker)
    session.news()  # What is there now is no news.
    play = session.play()
    if play is not None:
        speaker.draw(play)
    tell([WELCOME])
    while not session.left:
        try:
            line = prompt.read()
            speaker.shows_status = prompt.shows_status
            if news := session.news():
                speaker.hear(news)
            _run(session, line if line.strip() else _TABLE, speaker)
            if news := session.news():
                speaker.hear(news)
        except KeyboardInterrupt:
            continue
        except EOFError:
            break
    return DONE


def _run(session: Session, line: str, speaker: Speaker) -> None:
    """Run one line; a mistake of the program, which COMPANION_TRACEBACK asks to see, is shown."""
    try:
        session.run(line, speaker)
    except BrokenPipeError:
        raise
    except Exception:
        import traceback

        traceback.print_exc()


def _prompt(session: Session, speaker: Speaker) -> Prompt:
    """The best prompt that there is here."""
    if _can_be_drawn_on():
        try:
            from companion.cli.shell.menus import MenuPrompt
        except ImportError:  # the extra `shell` is not installed
            pass
        else:
            return MenuPrompt(session, speaker.hear)
    from companion.cli.shell.plain import PlainPrompt

    return PlainPrompt(session, lambda: speaker.told)


def _can_be_drawn_on() -> bool:
    import os

    return sys.stdout.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown")


def columns() -> int:
    """How wide the terminal is."""
    return get_terminal_size().columns


def name_of(play: OpenPlay | None) -> str:
    """What the prompt says."""
    return f"{'companion' if play is None else play.game.id}> "


def status_of(session: Session) -> list[str]:
    """The lines that tell where the play stands."""
    play = session.play()
    return status(play, session.speech(play), columns())
