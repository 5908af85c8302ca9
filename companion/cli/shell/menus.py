"""A prompt with menus and a status below, by prompt_toolkit (the extra `shell`)."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from shutil import get_terminal_size
from threading import Lock

from prompt_toolkit import PromptSession
from prompt_toolkit.application import get_app, run_in_terminal
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer
from prompt_toolkit.completion import Completion as Item
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import FormattedText
from prompt_toolkit.history import History as Kept
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.input.typeahead import store_typeahead
from prompt_toolkit.key_binding import KeyPress
from prompt_toolkit.keys import Keys
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from companion.cli.shell.completion import PATIENCE, Completion, after, completion
from companion.cli.shell.display import Display, columns, name_of, status
from companion.cli.shell.history import History, history, is_kept
from companion.cli.shell.session import Session
from companion.render.plots import wide
from companion.store.base import LogRef

EVERY = 1.0
"""Seconds between two checks for entries from other terminals."""
_SHARE = 4
"""A menu takes at most this fraction of the screen (a divisor), to leave room for answers."""
_LEAST = 3
"""Rows that a menu always has."""
_STYLE = Style.from_dict({"bottom-toolbar": "noreverse", "status": "reverse", "prompt": "bold"})
"""No colours, as they would have to suit every terminal's own."""


class MenuPrompt:
    """Asks for a line; meanwhile, the display shows what other terminals enter.

    While it asks, and while news is printed above, the terminal is in raw mode: otherwise it would
    swallow a Ctrl-D, and whoever wants to leave would wait.
    """

    puts_back = True

    def __init__(self, session: Session, display: Display) -> None:
        self.begun_at: LogRef | None = None
        self._is_empty = True
        self._session, self._display = session, display
        self._size = get_terminal_size()
        plain = bool(os.environ.get("NO_COLOR"))
        self._play, self._speech = session.play(), session.speech(None)
        self._offers = _Offers(session)
        self._keys = create_input()
        self._keys.cooked_mode = nullcontext  # type: ignore[method-assign]
        self._prompt: PromptSession[str] = PromptSession(
            input=self._keys,
            history=_Lines(session, history()),
            completer=self._offers,
            complete_while_typing=True,
            reserve_space_for_menu=_LEAST,
            bottom_toolbar=self._status,
            style=_STYLE,
            color_depth=ColorDepth.DEPTH_1_BIT if plain else None,
        )
        self._prompt.default_buffer.on_text_changed += self._typed
        self.shows_status = self._prompt.app.output.responds_to_cpr

    def read(self, begun: str = "") -> str:
        """Read the next line. Raises KeyboardInterrupt if it is dropped, EOFError at the end."""
        self.shows_status = False  # set when it is drawn: some terminals cannot show it
        self.begun_at, self._is_empty = self._session.at, not begun
        self._look()
        with self._keys.raw_mode():
            _keep_typed_ahead(self._keys)
            try:
                return self._prompt.prompt(self._name, default=begun, pre_run=self._watch)
            finally:
                self._offers.drop()

    def rows(self) -> int:
        """The rows of the line, the status, and a small menu."""
        return 1 + len(self._lines()) + _LEAST

    def _look(self) -> None:
        """Update the status; not at every key, and not while a menu is being prepared."""
        self._play = self._session.play()
        self._speech = self._session.speech(self._play)
        self._measure()

    def _measure(self) -> None:
        """Reserve as many rows for menus as the screen has room for beside the table."""
        self._size = get_terminal_size()
        most = self._size.lines // _SHARE
        if self._display.table:
            drawn = self._display.rows_drawn
            most = min(most, self._size.lines - drawn - self.rows() + _LEAST)
        self._prompt.reserve_space_for_menu = max(_LEAST, most)

    def _name(self) -> FormattedText:
        return FormattedText([("class:prompt", name_of(self._play))])

    def _typed(self, buffer: Buffer) -> None:
        """Note where a line was begun, and cancel a menu that is being prepared."""
        self._offers.drop(wait=False)
        if self._is_empty:
            self.begun_at = self._session.at
        self._is_empty = not buffer.text

    def _status(self) -> FormattedText:
        self.shows_status = True
        standing, *steps = self._lines()
        width = columns()
        filled = standing + " " * (width - wide(standing))
        return FormattedText([("class:status", filled), ("", "".join(f"\n{it}" for it in steps))])

    def _lines(self) -> list[str]:
        return status(self._play, self._speech, columns())

    def _watch(self) -> None:
        get_app().create_background_task(self._listen())

    async def _listen(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            with self._offers.pause() as paused:
                if not paused:
                    continue  # a menu is being prepared, and comes first
                if news := self._session.news():
                    self._look()
                    await run_in_terminal(lambda news=news: self._display.hear(news))  # type: ignore[misc]
                elif self._display.table and get_terminal_size() != self._size:
                    self._display.rows_below = self.rows()
                    await run_in_terminal(self._display.draw_again)
                else:
                    continue
                self._measure()
                get_app().invalidate()


def _keep_typed_ahead(keys: Input) -> None:
    """Pass what was typed between two prompts on to the next one.

    The terminal has turned a Ctrl-D into an end of input, which is read as Ctrl-@.
    """
    if sys.platform == "win32":  # Windows marks nothing, and reading would wait for a key
        return
    end = KeyPress(Keys.ControlD)
    while typed := keys.read_keys():
        store_typeahead(keys, [end if it.key == Keys.ControlAt else it for it in typed])


class _Offers(Completer):
    """Completions, each with a short description.

    They are looked up in a separate thread, so that no key waits for them. One thread uses the
    session at a time: that one, or another during `pause`.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._thread = ThreadPoolExecutor(1, "menu")
        self._is_busy = Lock()
        self._request = 0

    def drop(self, *, wait: bool = True) -> None:
        """Cancel the look-up; with `wait`, until it has stopped."""
        self._request += 1
        if wait:
            with self._is_busy:
                pass

    @contextmanager
    def pause(self) -> Iterator[bool]:
        """Prevent look-ups in this block; yields False if one is going on: then leave the block."""
        paused = self._is_busy.acquire(blocking=False)
        try:
            yield paused
        finally:
            if paused:
                self._is_busy.release()

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Item]:
        """The completions for the word before the cursor."""
        line = document.text_before_cursor
        found = self._found(line, self._request)
        for offer in found.offers:
            yield Item(offer.word, found.start - len(line), display_meta=offer.about)

    async def get_completions_async(
        self, document: Document, complete_event: CompleteEvent
    ) -> AsyncGenerator[Item, None]:
        """The same from the thread; none if the line has changed meanwhile."""
        request, loop = self._request, asyncio.get_running_loop()
        looked_up = self.get_completions
        found = await loop.run_in_executor(
            self._thread, lambda: list(looked_up(document, complete_event))
        )
        if request == self._request:
            for item in found:
                yield item

    def _found(self, line: str, request: int) -> Completion:
        is_late = after(PATIENCE)
        with self._is_busy:
            return completion(self._session, line, lambda: is_late() or request != self._request)


class _Lines(Kept):
    """The history in the companion's own file."""

    def __init__(self, session: Session, lines: History) -> None:
        super().__init__()
        self._session, self._lines = session, lines

    def load_history_strings(self) -> Iterable[str]:
        """The lines, newest first."""
        return reversed(self._lines.lines())

    def append_string(self, string: str) -> None:
        """Keep what was typed, line by line, except secrets."""
        for line in string.splitlines():
            if is_kept(line) and not self._session.is_secret(line):
                super().append_string(line)

    def store_string(self, string: str) -> None:
        """Add a line to the file."""
        self._lines.add(string)
