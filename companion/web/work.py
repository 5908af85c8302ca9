"""The one thread in which plays are read and lines are run: what is entered goes first."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from itertools import count
from queue import PriorityQueue
from threading import Thread
from typing import Any, TypeVar

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
            except BaseException as problem:
                future.set_exception(problem)
