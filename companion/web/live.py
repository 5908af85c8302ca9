"""Sends what happens to all listeners, wherever it was entered; and the thread that reads plays.

Every entry has a number. A listener names the last one that arrived, and first gets all after it.
Files are polled only while somebody listens, as terminals do not report entries.
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
from companion.table.groups.arrivals import arrival_lines, arrivals_in, newest
from companion.table.plays.changes import entries_since
from companion.table.plays.open_play import OpenPlay
from companion.web.prompt import Prompt

T = TypeVar("T")

ENTERING, LOOKING, LAST = 0, 1, 2
"""What comes first where several things wait: lines, then pages, then the end of the thread."""


class Work(Executor):
    """Runs one task after another; lines go before pages that are waiting."""

    def __init__(self) -> None:
        self._waiting: PriorityQueue[tuple[int, int, Future[Any], Callable[[], Any]]]
        self._waiting = PriorityQueue()
        self._number = count()
        self._ended = False
        self._thread = Thread(target=self._run, name="table", daemon=True)
        self._thread.start()

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Run a task that only reads, after those that are waiting."""
        return self._put(LOOKING, lambda: fn(*args, **kwargs))

    def first(self, fn: Callable[..., T], /, *args: Any) -> Future[T]:
        """Run a task before all that only read."""
        return self._put(ENTERING, lambda: fn(*args))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop after the tasks that are waiting."""
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
            except StopIteration as problem:  # asyncio cannot pass it on, and a page would hang
                future.set_exception(RuntimeError(f"{problem!r} was raised"))
            except BaseException as problem:
                future.set_exception(problem)


LOOKS = 0.1
"""Seconds between two checks of the files."""
BEATS = 5.0
"""Seconds between two messages that nothing has changed."""
_MOST_WAITING = 500
"""Most messages that wait for a listener; one that falls further behind has to reconnect."""


class Listener:
    """A listener to a play: its messages, until the table is closed or `end` is called.

    It is registered when its first message is taken, and until it is closed.
    """

    def __init__(self, messages: "Callable[[Listener], AsyncGenerator[bytes, None]]") -> None:
        self._messages = messages(self)
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue(_MOST_WAITING)

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self._messages

    async def message(self) -> bytes | None:
        """The next message; None at the end."""
        return await self._queue.get()

    def send(self, message: bytes) -> bool:
        """Queue a message; if there is no room, end, and return False."""
        try:
            self._queue.put_nowait(message)
        except asyncio.QueueFull:
            self.end()
            return False
        return True

    def end(self) -> None:
        """End the messages."""
        if self._queue.full():
            self._queue.get_nowait()
        self._queue.put_nowait(None)

    async def close(self) -> None:
        """Stop taking messages."""
        await self._messages.aclose()


class _Followed:
    """A play with listeners, in the state that was sent last."""

    def __init__(self, play: OpenPlay, mark: str) -> None:
        self.play = play
        self.mark = mark
        self.listeners: set[Listener] = set()

    @property
    def number(self) -> int:
        """The number of the last entry that was sent."""
        return self.play.log.next_action - 1


class Live:
    """All listeners, by play.

    `work` is the thread that reads plays and runs lines. `heard` is called with a play and a line
    for each new entry, wherever it was made.
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
        self._arrived: int | None = None
        self._arrival = ""
        self._ended = False
        self.current: str | None = None
        """The group's current play."""

    async def in_thread(self, work: Callable[..., T], *args: Any) -> T:
        """Run a task in the thread that reads plays and runs lines."""
        return await asyncio.wrap_future(self._work.submit(work, *args))

    async def enter(self, work: Callable[..., T], *args: Any) -> T:
        """Run a line in that thread, before all tasks that only read."""
        return await asyncio.wrap_future(self._work.first(work, *args))

    async def listen(self, play: str, after: int | None) -> Listener:
        """Stream what happens in a play from now on, as `text/event-stream`.

        Entries `after` that number come first; none of them for None. Raises what opening the play
        raises.
        """
        async with self._changing:
            await self._follow(play)
        return Listener(lambda listener: self._messages(listener, play, after))

    async def _messages(
        self, listener: Listener, play: str, after: int | None
    ) -> AsyncGenerator[bytes, None]:
        # A listener that leaves before the first message is never registered.
        async with self._changing:
            followed = await self._follow(play)
            # A listener that is ahead gets an older log only if the file really is older.
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
            if self._ended:  # closed, not just disconnected
                yield _message("end", {})
        finally:
            followed.listeners.discard(listener)

    async def _follow(self, play: str) -> _Followed:
        followed = self._followed.get(play)
        if followed is None:
            followed = await self.in_thread(self._opened, play)
            followed = self._followed.setdefault(followed.play.ref.id, followed)
        elif self._looking is None:  # not polled for a while
            await self._send_news(followed)
        if self._looking is None:
            self._group_mark = ""
            await self._look_at_group()
            self._look_at_boxes()
            self._looking = asyncio.create_task(self._look())
        return followed

    def _opened(self, play: str) -> _Followed:
        desk = self._prompt.desk(play)
        # The mark is taken first, so that a change in between is found at the next check.
        mark = desk.store.mark(desk.play_ref())
        return _Followed(desk.open(), mark)

    async def entered(self, play: OpenPlay) -> None:
        """Send at once what was entered here in this play."""
        async with self._changing:
            followed = self._followed.get(play.ref.id)
            if followed is not None:
                # Another line, or a check of the file, may have been quicker.
                if play.log.next_action - 1 > followed.number:
                    await self._send_entries(followed, play)
                return
        number = play.log.next_action - 1
        self._heard(play, await self.in_thread(entries_since, play, number - 1))

    def ended(self) -> None:
        """Send nothing more, and end all listeners."""
        self._ended = True
        for followed in self._followed.values():
            for listener in followed.listeners:
                listener.end()

    async def _look(self) -> None:
        """Poll the files as long as somebody listens."""
        loop = asyncio.get_running_loop()
        beat = loop.time()
        while not self._ended:
            await asyncio.sleep(LOOKS)
            async with self._changing:
                if not any(followed.listeners for followed in self._followed.values()):
                    self._looking = None
                    return
                # Errors are ignored here: the next check tries again.
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
        arrived = self._arrived
        current, self._titles = await self.in_thread(self._read_group)
        if current != self.current or arrived != self._arrived:
            self.current = current
            for followed in self._followed.values():
                _send_all(followed, self._now(followed))

    def _look_at_boxes(self) -> None:
        """Tell all listeners if a box or a game's title has changed, as pages show them."""
        marks = self._store.marks(self._prompt.group, BOXES)
        boxes = f"{crc32(repr([sorted(marks.items()), self._titles]).encode()):x}"
        if boxes != self._boxes:
            self._boxes = boxes
            for followed in self._followed.values():
                _send_all(followed, self._now(followed))

    def _read_group(self) -> tuple[str | None, dict[str, str]]:
        """The id of the current play, and the group's titles of its games.

        Also notes what came in from other computers since the last call.
        """
        try:
            document = self._prompt.desk().group_document()
        except CompanionError:
            return self.current, self._titles
        known, self._arrived = self._arrived, newest(arrivals_in(document))
        if known is not None and known != self._arrived:
            self._arrival = " ".join(arrival_lines(document, known))
        return document.get("current"), Titles.of(document).by_key()

    async def _send_news(self, followed: _Followed) -> None:
        """Send what a terminal has entered."""
        try:
            fresh = await self.in_thread(self._opened, followed.play.ref.id)
        except CompanionError:  # damaged or deleted: the page reports it when somebody opens it
            followed.mark = self._store.mark(followed.play.ref)
            return
        followed.mark = fresh.mark
        await self._send_entries(followed, fresh.play)

    async def _send_entries(self, followed: _Followed, play: OpenPlay) -> None:
        before, now = followed.play.log.events, play.log.events
        if len(now) < len(before) or now[len(before) - 1] != before[-1]:
            followed.play = play  # restored from a backup: all pages have to reload
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
        """A message with the current state, so that listeners notice what they missed.

        `put_back` says that the log was replaced by an older one. The number alone does not show
        that, as a late message may have a lower number than a page.
        """
        document = {
            "play": followed.play.ref.id,
            "entries": followed.number,
            "current": self.current,
            "boxes": self._boxes,
            "put_back": put_back,
            "arrived": {"number": self._arrived or 0, "line": self._arrival},
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
