"""The prompt at a terminal: asks for lines, and runs them one after another."""

import os
import re
import sys
from typing import Any, Protocol

from companion.cli.output import print_messages, print_refusal
from companion.cli.run import DONE, INTERRUPTED, REFUSED
from companion.cli.shell.completion import completion
from companion.cli.shell.display import Display, name_of, status_of
from companion.cli.shell.history import history
from companion.cli.shell.session import Session
from companion.core.names import counted, listed, short
from companion.core.reply import Refusal
from companion.errors import Refused
from companion.store.base import LogRef

WELCOME = "`h` says what can be typed here, `q` leaves."
_TABLE = "table"
_MOST_NAMED = 5


class Prompt(Protocol):
    """A prompt for lines."""

    shows_status: bool
    """Whether the last line had the status below it; before the first, whether it will."""
    begun_at: LogRef | None
    """The current play when the line was begun."""
    puts_back: bool
    """Whether `read` can begin with a line that was typed before."""

    def read(self, begun: str = "") -> str:
        """Read the next line. Raises KeyboardInterrupt if it is dropped, EOFError at the end."""

    def rows(self) -> int:
        """The fewest rows of the screen that it needs."""


def talk(session: Session, *, table: bool) -> int:
    """Ask for lines and run them until somebody leaves; no error ends it."""
    display = Display(session, table)
    prompt = _prompt(session, display)
    session.news()  # What is there already is not news.
    play = session.play()
    display.shows_status, display.rows_below = prompt.shows_status, prompt.rows()
    if play is not None:
        display.draw(play, [WELCOME])
    print_messages([WELCOME])
    begun = ""
    while not session.left:
        try:
            text, begun = prompt.read(begun), ""
            display.shows_status, display.rows_below = prompt.shows_status, prompt.rows()
            display.hear(session.news())
            if text.strip() and prompt.begun_at != session.at:
                begun = text if prompt.puts_back else ""
                _refuse_for_another_play(prompt, session)
            else:
                _enter(session, display, text)
        except KeyboardInterrupt:
            begun = ""
        except EOFError:
            break
    return DONE


def _enter(session: Session, display: Display, text: str) -> None:
    """Run the typed line, or pasted lines up to the first error."""
    lines = [line for line in re.split(r"[\r\n]+", text) if line.strip()] or [_TABLE]
    for number, line in enumerate(lines, 1):
        code = _run(session, line, display)
        if code == INTERRUPTED:
            print_messages(["Stopped: nothing was changed."])
        at = session.at
        display.hear(session.news())
        if code != DONE or session.left or session.at != at:
            left = lines[number:]
            if left:
                left_out = listed([f"`{short(line.strip())}`" for line in left[:_MOST_NAMED]])
                more = len(left) - _MOST_NAMED
                others = f" and {counted(more, 'line')} more" if more > 0 else ""
                print_messages([f"Not entered: {left_out}{others}."])
            return


def _run(session: Session, line: str, display: Display) -> int:
    """Run one line; show the traceback of an internal error if COMPANION_TRACEBACK is set."""
    try:
        return session.run(line, display)
    except BrokenPipeError:
        raise
    except Exception:
        import traceback

        traceback.print_exc()
        return REFUSED


def _refuse_for_another_play(prompt: Prompt, session: Session) -> None:
    """Say why a line was not run: the current play has changed since it was begun."""
    begun, at = prompt.begun_at, session.at
    where = "before there was a play" if begun is None else f"while {begun.id} was the current play"
    now = "none is" if at is None else f"{at.id} is"
    again = "Type it again, if it is for that one."
    if prompt.puts_back:
        again = "Enter runs it now, Ctrl-C drops it."
    message = f"This line was begun {where}; now {now}. It was not run."
    print_refusal(Refusal(Refused.code, message, again))


def _prompt(session: Session, display: Display) -> Prompt:
    """The best prompt available here."""
    if sys.stdout.isatty() and os.environ.get("TERM", "").lower() not in ("dumb", "unknown"):
        try:
            from companion.cli.shell.menus import MenuPrompt
        except ImportError:  # the extra `shell` is not installed
            pass
        else:
            return MenuPrompt(session, display)
    return PlainPrompt(session, display)


class PlainPrompt:
    """Shows the status above the prompt, unless the last answer did."""

    shows_status = False
    puts_back = False

    def __init__(self, session: Session, display: Display) -> None:
        self._session, self._display = session, display
        self.begun_at: LogRef | None = None
        self._history = history()
        self._readline = _readline()
        if self._readline is not None:
            self._prepare(self._readline)

    def rows(self) -> int:
        """The rows of the status and the line."""
        return 2

    def read(self, begun: str = "") -> str:
        """Read the next line. Raises KeyboardInterrupt if it is dropped, EOFError at the end."""
        self.begun_at = self._session.at
        standing = status_of(self._session)[0]
        if not any(standing.rstrip("…") in line for line in self._display.newest):
            print_messages([standing])
        try:
            line = input(name_of(self._session.play()))
        except (KeyboardInterrupt, EOFError):
            print()
            raise
        except UnicodeDecodeError:
            line = ""
        for each in line.splitlines():  # several, if they were pasted
            if self._session.is_secret(each) or not self._history.add(each):
                continue
            if self._readline is not None:
                self._readline.add_history(each)
        return line

    def _prepare(self, readline: Any) -> None:
        for line in self._history.lines():
            readline.add_history(line)
        readline.set_auto_history(False)
        readline.set_completer(self._complete)
        readline.set_completer_delims(" \t")
        is_libedit = "libedit" in (readline.__doc__ or "")
        readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
        if not is_libedit:  # a Ctrl-D that was typed between two prompts
            readline.parse_and_bind(r'"\C-@": "\C-d"')

    def _complete(self, text: str, number: int) -> str | None:
        """The completion of that number, as readline asks for it."""
        if number == 0:
            line = self._readline.get_line_buffer()[: self._readline.get_endidx()]
            start = len(line) - len(text)
            found = completion(self._session, line)
            skip = max(0, start - found.start)
            self._words = [
                offer.word[skip:] + ("" if offer.word.endswith(("=", ":")) else " ")
                for offer in found.offers
            ]
        return self._words[number] if number < len(self._words) else None


def _readline() -> Any:
    """The readline module, if this Python has one and there is a terminal."""
    if not sys.stdout.isatty():
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline
