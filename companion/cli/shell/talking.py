"""The shell at a terminal: a prompt, answers, and what another terminal enters meanwhile."""

import re
import sys
from collections.abc import Collection, Sequence
from shutil import get_terminal_size
from typing import Protocol

from companion.cli.output import print_error, print_reply, tell, wrapped
from companion.cli.running import DONE, INTERRUPTED, REFUSED
from companion.cli.shell.session import Session
from companion.cli.shell.status import status, whole
from companion.core.blocks import Block, Steps
from companion.core.names import counted, listed, short
from companion.core.reply import Refusal, Reply
from companion.store.base import LogRef
from companion.table.openplay import OpenPlay
from companion.table.showing import table_blocks

WELCOME = "`h` says what can be typed here, `q` leaves."
_TABLE = "table"
_LEAST_ROWS = 4
"""Of a table on a screen that is too small for it."""
_MORE = "… `t` shows all of it."
_MOST_TOLD = 5
_CLEAR = "\x1b[H\x1b[2J"
"""Empties the screen; what was scrolled out of it stays."""


class Prompt(Protocol):
    """Where lines are typed."""

    shows_status: bool
    """Whether the status stood below the line when it was typed; before that, whether it will."""
    begun_at: LogRef | None
    """The play that was at hand when somebody began to type the line."""
    puts_back: bool
    """Whether `read` can begin with a line that was typed before."""

    def read(self, begun: str = "") -> str:
        """The next line. Raises KeyboardInterrupt where it is dropped, EOFError at the end."""

    def rows(self) -> int:
        """How many rows of the screen it needs at least."""


class Speaker:
    """Answers as they are given at the prompt.

    `shows_status` says that the status stands below it: what is whole there is not said again.
    """

    as_json = False

    def __init__(self, session: Session, table: bool) -> None:
        self._session = session
        self.table = table
        """Whether the table is drawn anew after every entry."""
        self.shows_status = False
        self.told: Collection[str] = ()
        """The lines of the newest answer."""
        self.rows_below = 0
        """The rows that the prompt needs, on a screen that begins with the table."""
        self.rows_drawn = 0
        """The rows that the table took, with what was said below it."""

    def answer(self, reply: Reply, *, as_json: bool) -> None:
        """Print it; below the table, where that was asked for and something was entered."""
        if as_json:
            print_reply(reply, as_json=True)
            return
        after, at_hand = self._session.entered(), self._session.play()
        if self.table and after is None and at_hand and at_hand.ref != self._session.at:
            after = at_hand  # has just begun, or goes on
        speech, known = self._session.speech(after or at_hand), list[str]()
        reply = speech.reply(reply)
        if after is not None:
            if self.table:
                known = whole(after, speech, width=sys.maxsize)
            elif self.shows_status and at_hand is not None and after.ref == at_hand.ref:
                known = whole(after, speech, columns())
        lines = tuple(line for line in reply.lines if line not in known)
        self.told = lines
        if self.table and after is not None:
            self.draw(after, [*lines, *(f"! {warning}" for warning in reply.warnings)])
        print_reply(reply._replace(lines=lines), as_json=False)

    def refuse(self, refusal: Refusal) -> None:
        """Print it."""
        said = self._session.speech(self._session.play()).refusal(refusal)
        print_error(said.message, said.hint, said.rule, said.details)

    def draw(self, play: OpenPlay, below: Sequence[str] = ()) -> None:
        """Draw the table; on an empty screen, where it is to be seen beside the prompt.

        There, it leaves room for the lines that will be told `below` it: what finds none is cut off
        from its end, for points stand at its beginning.
        """
        speech = self._session.speech(play)
        blocks = speech.blocks(table_blocks(play))
        if not (self.table and sys.stdout.isatty()):
            print_reply(Reply(document=dict, blocks=lambda: blocks), as_json=False)
            return
        from companion.render.terminal import drawn

        at_hand = self._session.play()
        if self.shows_status and at_hand is not None and at_hand.ref == play.ref:
            blocks = _without_steps(blocks, whole(play, speech, columns()))
        taken = sum(wrapped(line).count("\n") + 1 for line in below) + self.rows_below
        room = max(_LEAST_ROWS, get_terminal_size().lines - taken - 1)
        lines = drawn(blocks, room)
        if len(lines) > room:
            lines = [*lines[: room - 1], _MORE]
        sys.stdout.write(_CLEAR + "".join(f"{line}\n" for line in (*lines, "")))
        sys.stdout.flush()
        self.rows_drawn = len(lines) + 1 + taken - self.rows_below

    def draw_again(self) -> None:
        """Draw the table as it was, with what was told last, on a screen of another size."""
        play = self._session.play()
        if self.table and play is not None:
            self.draw(play, tuple(self.told))
            print_reply(Reply(document=dict, lines=tuple(self.told)), as_json=False)

    def hear(self, news: Sequence[str]) -> None:
        """Tell what came from another terminal."""
        if not news:
            return
        play = self._session.play()
        speech = self._session.speech(play)
        told = [f"from another terminal: {speech.line(line)}" for line in news]
        if self.table and play is not None:
            self.draw(play, told)
        self.told = told
        tell(told)


def _without_steps(blocks: Sequence[Block], known: Collection[str]) -> list[Block]:
    """A table without the next steps that are told elsewhere."""
    kept: list[Block] = []
    for block in blocks:
        if isinstance(block, Steps):
            items = tuple(item for item in block.items if f"→ {item}" not in known)
            kept += [Steps(items)] if items else []
        else:
            kept.append(block)
    return kept


def talk(session: Session, *, table: bool) -> int:
    """Ask for lines and run them until somebody leaves; nothing that goes wrong ends it."""
    speaker = Speaker(session, table)
    prompt = _prompt(session, speaker)
    session.news()  # What is there now is no news.
    play = session.play()
    speaker.shows_status, speaker.rows_below = prompt.shows_status, prompt.rows()
    if play is not None:
        speaker.draw(play, [WELCOME])
    tell([WELCOME])
    begun = ""
    while not session.left:
        try:
            text, begun = prompt.read(begun), ""
            speaker.shows_status, speaker.rows_below = prompt.shows_status, prompt.rows()
            speaker.hear(session.news())
            if text.strip() and prompt.begun_at != session.at:
                begun = text if prompt.puts_back else ""
                _tell_of_another_play(prompt, session)
            else:
                _enter(session, speaker, text)
        except KeyboardInterrupt:
            begun = ""
        except EOFError:
            break
    return DONE


def _enter(session: Session, speaker: Speaker, text: str) -> None:
    """Run what was typed, or the lines that were pasted up to the first mistake."""
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()] or [_TABLE]
    for number, line in enumerate(lines, 1):
        code = _run(session, line, speaker)
        if code == INTERRUPTED:
            tell(["Stopped: nothing was changed."])
        at = session.at
        speaker.hear(session.news())
        if code != DONE or session.left or session.at != at:
            left = lines[number:]
            if left:
                said = listed([f"`{short(line.strip())}`" for line in left[:_MOST_TOLD]])
                more = len(left) - _MOST_TOLD
                others = f" and {counted(more, 'line')} more" if more > 0 else ""
                tell([f"Not entered any more: {said}{others}."])
            return


def _run(session: Session, line: str, speaker: Speaker) -> int:
    """Run one line; a mistake of the program, which COMPANION_TRACEBACK asks to see, is shown."""
    try:
        return session.run(line, speaker)
    except BrokenPipeError:
        raise
    except Exception:
        import traceback

        traceback.print_exc()
        return REFUSED


def _tell_of_another_play(prompt: Prompt, session: Session) -> None:
    """Why a line was not run: it may be about the play that was at hand when it was begun."""
    begun, at = prompt.begun_at, session.at
    where = "before a play was at hand" if begun is None else f"while {begun.id} was at hand"
    now = "none is" if at is None else f"{at.id} is"
    again = "Type it again, if it is for that one."
    if prompt.puts_back:
        again = "Enter runs it now, Ctrl-C drops it."
    print_error(f"This line was begun {where}; now {now}. It was not run.", again)


def _prompt(session: Session, speaker: Speaker) -> Prompt:
    """The best prompt that there is here."""
    if _can_be_drawn_on():
        try:
            from companion.cli.shell.menus import MenuPrompt
        except ImportError:  # the extra `shell` is not installed
            pass
        else:
            return MenuPrompt(session, speaker)
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
