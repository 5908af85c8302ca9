"""A prompt with menus and a status below, by prompt_toolkit (the extra `shell`)."""

import asyncio
import os
from collections.abc import Callable, Iterable, Sequence
from shutil import get_terminal_size

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.completion import Completion as Item
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import History as Kept
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from companion.cli.shell.completing import completion
from companion.cli.shell.history import History, history
from companion.cli.shell.session import Session
from companion.cli.shell.talking import columns, name_of, status_of
from companion.render.columns import wide

EVERY = 1.0
"""Seconds between two looks at what another terminal has entered."""
_SHARE = 4
"""The part of the screen that a menu has room in, as a divisor: on small ones, answers need it."""
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "status": "reverse", "prompt": "bold"})
"""No colours: they would have to fit every terminal's own."""


class MenuPrompt:
    """Asks for a line; while it waits, `hear` is told what another terminal enters."""

    def __init__(self, session: Session, hear: Callable[[Sequence[str]], None]) -> None:
        self.shows_status = False
        self._session, self._hear = session, hear
        plain = bool(os.environ.get("NO_COLOR"))
        self._prompt: PromptSession[str] = PromptSession(
            history=_Lines(history()),
            completer=_Offers(session),
            complete_while_typing=True,
            reserve_space_for_menu=get_terminal_size().lines // _SHARE,
            bottom_toolbar=self._status,
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if plain else None,
        )

    def read(self) -> str:
        """The next line. Raises KeyboardInterrupt where it is dropped, EOFError at the end."""
        self.shows_status = False  # until it is drawn: not every terminal has room below a line
        message = FormattedText([("class:prompt", name_of(self._session.play()))])
        return self._prompt.prompt(message, pre_run=self._watch)

    def _status(self) -> FormattedText:
        self.shows_status = True
        standing, *steps = status_of(self._session)
        width = columns()
        filled = standing + " " * (width - wide(standing))
        return FormattedText([("class:status", filled), ("", "".join(f"\n{it}" for it in steps))])

    def _watch(self) -> None:
        get_app().create_background_task(self._listen())

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            if news := self._session.news():
                await run_in_terminal(lambda news=news: self._hear(news))  # type: ignore[misc]
                get_app().invalidate()


class _Offers(Completer):
    """What may come next, with a few words on what it is."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Item]:
        """The offers for the word before the cursor."""
        line = document.text_before_cursor
        found = completion(self._session, line)
        for offer in found.offers:
            yield Item(offer.word, found.start - len(line), display_meta=offer.about)


class _Lines(Kept):
    """The history in our own file."""

    def __init__(self, lines: History) -> None:
        super().__init__()
        self._lines = lines

    def load_history_strings(self) -> Iterable[str]:
        """The lines, the newest first."""
        return reversed(self._lines.lines())

    def store_string(self, string: str) -> None:
        """Keep one more."""
        self._lines.add(string)
