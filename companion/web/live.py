"""What happened, sent to all who listen, wherever it was entered; the thread that reads plays.

Every entry has a number, and whoever listens says which one was the last to arrive: what came after
it is sent first. Files are looked at only while somebody listens, for terminals send nothing.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from itertools import count
from queue import PriorityQueue
from threading import Thread
from typing import Any, TypeVar
from zlib import crc32

from companion.core.titles import Titles
from companion.errors import CompanionError
from companion.store.base import Store
from companion.table.current import BOXES
from companion.table.plays.changes import entries_since
from companion.table.plays.open_play import OpenPlay
from companion.web.prompt import Prompt

T = TypeVar("T")

ENTERING, LOOKING, LAST = 0, 1, 2
"""What comes first where several things wait: lines, then pages, then the end of the thread."""


class Work(Executor):
    """Does one thing after another; a line does not wait for all the pages that were asked for
    before it."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[int, int, Future[Any], Callable[[], Any]]]
        self._waiting = PriorityQueue()
        self._number = count()
        self._ended = False
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Do something as soon as nothing else waits."""
        return self._put(LOOKING, lambda: fn(*args, **kwargs))

    def first(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Do something before all that is only looked at."""
        return self._put(ENTERING, lambda: fn(*args))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Nothing more is done."""
        if not self._ended:
            self._ended = True
            self._waiting.put((LAST, next(self._number), Future(), lambda: None))
        if wait:
            self._thread.join()

    def _put(self, order: int, work: Callable[[], T]) -> Future[T]:
        if self._ended:
            raise RuntimeError("the table was closed")
        future: Future[T] = Future()
        self._waiting.put((order, next(self._number), future, work))
        return future

    def _run(self) -> None:
        while True:
            order, _, future, work = self._waiting.get()
            if order == LAST:
                return
            if not future.set_running_or_notify_cancel():
                continue
            try:
                future.set_result(work())
            except StopIteration as problem:  # asyncio cannot pass it on: a page would hang
                future.set_exception(RuntimeError(f"{problem!r} was raised"))
            except BaseException as problem:
                future.set_exception(problem)


LOOKS = 0.1
"""Seconds between two looks at the files."""
BEATS = 5.0
"""Seconds between two words to everybody that all is as it was."""
_MOST_WAITING = 500
"""Messages that may wait for one listener; who falls behind further has to ask again."""


class Listener:
    """One who listens to a play: the messages to it, until the table is closed or `end` was called.

    It gets messages from the first one on that is taken, until it is closed.
    """

    def __init__(self, messages: "Callable[[Listener], AsyncGenerator[bytes, None]]") -> None:
        self._messages = messages(self)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._messages

    async def message(self) -> bytes | None:
        """The next message; None where it is the end."""
        return await self._queue.get()

    def send(self, message: bytes) -> bool:
        """Whether there was room for it; where there is none, it is the end."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()
            return False
        return True

    def end(self) -> None:
        """Say that it is the end."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def close(self) -> None:
        """Get no more messages."""
        await self._messages.aclose()


class _Followed:
    """A play that somebody listens to, as it was sent last."""

    def __init__(self, play: OpenPlay, mark: str) -> None:
        self.play = play
        self.mark = mark
        self.listeners: set[Listener] = set()

    @property
    def number(self) -> int:
        """The number of the last entry that was sent."""
        return self.play.log.next_action - 1


class Live:
    """All who listen, by the plays that they listen to.

    `work` is the one thread in which plays are read and lines are run. `heard` gets what was
    entered, wherever it was: the play, and a line for each entry.
    """

    def __init__(
        self,
        prompt: Prompt,
        work: Work,
        heard: Callable[[OpenPlay, dict[int, str]], None] = lambda play, lines: None,
    ) -> None:
        self._prompt = prompt
        self._work = work
        self._heard = heard
        self._store: Store = prompt.desk().store
        self._followed: dict[str, _Followed] = {}
        self._changing = asyncio.Lock()
        self._looking: asyncio.Task[None] | None = None
        self._group_mark = ""
        self._boxes = ""
        self._titles: dict[str, str] = {}
        self._ended = False
        self.current: str | None = None
        """The play that is at hand in the group."""

    async def in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Do something in the thread that reads plays and runs lines."""
        return await asyncio.wrap_future(self._work.submit(work, *args))

    async def enter(self, work: Callable[..., T], *args: Any) -> T:
        """Run a line there: before all that is only looked at."""
        return await asyncio.wrap_future(self._work.first(work, *args))

    async def listen(self, play: str, after: int | None) -> Listener:
        """What happens in a play from now on, as `text/event-stream`.

        First, what came `after` the entry of that number; None for nothing of it. Raises what
        opening the play raises.
        """
        async with self._changing:
            await self._follow(play)
        return Listener(lambda listener: self._messages(listener, play, after))

    async def _messages(
        self, listener: Listener, play: str, after: int | None
    ) -> AsyncGenerator[bytes, None]:
        # Who has gone before anything was sent is not among those who listen.
        async with self._changing:
            followed = await self._follow(play)
            # Whoever was sent later entries hears of an older log only if the file has one.
            is_ahead = after is not None and after > followed.number
            if is_ahead:
                await self._send_news(followed)
                is_ahead = after is not None and after > followed.number
            missed = (
                await self.in_thread(entries_since, followed.play, after)
                if after is not None
                else {}
            )
            followed.listeners.add(listener)
        try:
            yield (
                b"retry: 1000\n\n"
                + b"".join(_entry(followed.play, number, line) for number, line in missed.items())
                + self._now(followed, put_back=is_ahead)
            )
            while not self._ended:
                message = await listener.message()
                if message is None:
                    break
                yield message
            if self._ended:  # closed, and not only out of reach
                yield _message("end", {})
        finally:
            followed.listeners.discard(listener)

    async def _follow(self, play: str) -> _Followed:
        followed = self._followed.get(play)
        if followed is None:
            followed = await self.in_thread(self._opened, play)
            followed = self._followed.setdefault(followed.play.ref.id, followed)
        elif self._looking is None:  # nobody has looked for a while
            await self._send_news(followed)
        if self._looking is None:
            self._group_mark = ""
            await self._look_at_group()
            self._look_at_boxes()
            self._looking = asyncio.create_task(self._look())
        return followed

    def _opened(self, play: str) -> _Followed:
        desk = self._prompt.desk(play)
        # The mark is older than what is read: what changes in between is found at the next look.
        mark = desk.store.mark(desk.play_ref())
        return _Followed(desk.open(), mark)

    async def entered(self, play: OpenPlay) -> None:
        """Something was entered here in this play: send it at once."""
        async with self._changing:
            followed = self._followed.get(play.ref.id)
            if followed is not None:
                # Another line, or a look at the file, may have been quicker.
                if play.log.next_action - 1 > followed.number:
                    await self._send_entries(followed, play)
                return
        number = play.log.next_action - 1
        self._heard(play, await self.in_thread(entries_since, play, number - 1))

    def ended(self) -> None:
        """Nothing more is sent."""
        self._ended = True
        for followed in self._followed.values():
            for listener in followed.listeners:
                listener.end()

    async def _look(self) -> None:
        """Look at the files for as long as somebody listens."""
        loop = asyncio.get_running_loop()
        beat = loop.time()
        while not self._ended:
            await asyncio.sleep(LOOKS)
            async with self._changing:
                if not any(followed.listeners for followed in self._followed.values()):
                    self._looking = None
                    return
                # What cannot be looked at just now is looked at again: nobody else would do it.
                with suppress(CompanionError, OSError):
                    await self._look_once()
            if loop.time() - beat >= BEATS:
                beat = loop.time()
                for followed in self._followed.values():
                    _send_all(followed, self._now(followed))

    async def _look_once(self) -> None:
        for followed in list(self._followed.values()):
            if not followed.listeners:
                del self._followed[followed.play.ref.id]
            elif self._store.mark(followed.play.ref) != followed.mark:
                await self._send_news(followed)
        await self._look_at_group()
        self._look_at_boxes()

    async def _look_at_group(self) -> None:
        mark = self._store.mark(self._prompt.group)
        if mark == self._group_mark:
            return
        self._group_mark = mark
        current, self._titles = await self.in_thread(self._read_group)
        if current != self.current:
            self.current = current
            for followed in self._followed.values():
                _send_all(followed, self._now(followed))

    def _look_at_boxes(self) -> None:
        """Pages show what boxes hold as well, and what a game is called now: where one has changed,
        all hear of it."""
        marks = self._store.marks(self._prompt.group, BOXES)
        boxes = f"{crc32(repr([sorted(marks.items()), self._titles]).encode()):x}"
        if boxes != self._boxes:
            self._boxes = boxes
            for followed in self._followed.values():
                _send_all(followed, self._now(followed))

    def _read_group(self) -> tuple[str | None, dict[str, str]]:
        """Which play is at hand, and what the group calls its games."""
        try:
            document = self._prompt.desk().group_document()
        except CompanionError:
            return self.current, self._titles
        return document.get("current"), Titles.of(document).by_key()

    async def _send_news(self, followed: _Followed) -> None:
        """Send what a terminal has entered."""
        try:
            fresh = await self.in_thread(self._opened, followed.play.ref.id)
        except CompanionError:  # damaged, or gone: the page says so to whoever asks for it
            followed.mark = self._store.mark(followed.play.ref)
            return
        followed.mark = fresh.mark
        await self._send_entries(followed, fresh.play)

    async def _send_entries(self, followed: _Followed, play: OpenPlay) -> None:
        before, now = followed.play.log.events, play.log.events
        if len(now) < len(before) or now[len(before) - 1] != before[-1]:
            followed.play = play  # somebody went back to a backup: all have to look anew
            _send_all(followed, self._now(followed, put_back=True))
            return
        if len(now) == len(before):
            return
        lines = await self.in_thread(entries_since, play, followed.number)
        followed.play = play
        self._heard(play, lines)
        messages = b"".join(_entry(play, number, line) for number, line in lines.items())
        _send_all(followed, messages)

    def _now(self, followed: _Followed, *, put_back: bool = False) -> bytes:
        """What everybody should have by now: who has not knows it by this.

        `put_back` says that an older log lies in place of the one of which entries were sent. The
        number alone does not: what is heard late has fewer entries than a page shows.
        """
        document = {
            "play": followed.play.ref.id,
            "entries": followed.number,
            "current": self.current,
            "boxes": self._boxes,
            "put_back": put_back,
        }
        return _message("now", document)


def _entry(play: OpenPlay, number: int, line: str) -> bytes:
    document = {"play": play.ref.id, "entries": number, "line": line}
    return b"id: %d\n" % number + _message("entry", document)


def _message(event: str, document: Any) -> bytes:
    return f"event: {event}\ndata: {json.dumps(document)}\n\n".encode()


def _send_all(followed: _Followed, message: bytes) -> None:
    for listener in list(followed.listeners):
        if not listener.send(message):
            followed.listeners.discard(listener)
