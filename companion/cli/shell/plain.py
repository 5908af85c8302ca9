"""A prompt with what every Python brings: readline where there is one, else the bare line."""

import sys
from collections.abc import Callable, Collection
from typing import Any

from companion.cli.output import tell
from companion.cli.shell.completing import completion
from companion.cli.shell.history import history
from companion.cli.shell.session import Session
from companion.cli.shell.status import name_of, status_of
from companion.store.base import LogRef


class PlainPrompt:
    """Says where the play stands above the prompt, unless the last answer did (`told` gives it)."""

    shows_status = False
    puts_back = False

    def __init__(self, session: Session, told: Callable[[], Collection[str]]) -> None:
        self._session, self._told = session, told
        self.begun_at: LogRef | None = None
        self._history = history()
        self._readline = _readline()
        if self._readline is not None:
            self._prepare(self._readline)

    def rows(self) -> int:
        """The status, and the line."""
        return 2

    def read(self, begun: str = "") -> str:
        """The next line. Raises KeyboardInterrupt where it is dropped, EOFError at the end."""
        self.begun_at = self._session.at
        standing = status_of(self._session)[0]
        if not any(standing.rstrip("…") in line for line in self._told()):
            tell([standing])
        try:
            line = input(name_of(self._session.play()))
        except (KeyboardInterrupt, EOFError):
            print()
            raise
        except UnicodeDecodeError:
            line = ""
        for each in line.splitlines():  # several, where they were pasted
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
        if not is_libedit:  # what a terminal makes of a Ctrl-D while no line is asked for
            readline.parse_and_bind(r'"\C-@": "\C-d"')

    def _complete(self, text: str, number: int) -> str | None:
        """What readline asks for: the offer of that number, with a blank behind a whole word."""
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
    """The module, where this Python has one and there is a terminal to edit lines on."""
    if not sys.stdout.isatty():
        return None
    try:
        import readline
    except ImportError:
        return None
    return readline
