"""The shell at a terminal: asks for lines, and runs them one after the other."""

import re
import sys
from typing import Protocol

from companion.cli.output import print_error, tell
from companion.cli.running import DONE, INTERRUPTED, REFUSED
from companion.cli.shell.session import Session
from companion.cli.shell.speaker import Speaker
from companion.core.names import counted, listed, short
from companion.store.base import LogRef

WELCOME = "`h` says what can be typed here, `q` leaves."
_TABLE = "table"
_MOST_TOLD = 5


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
