"""Reads logs for what is remembered of them; thousands of them by several processes at once."""

import os
from collections.abc import Iterator, Sequence

from companion.core.event import Event
from companion.core.record import PlayRecord
from companion.errors import CompanionError
from companion.store.base import LogRef, Store
from companion.table.folding import Senseless
from companion.table.records.gist import gist
from companion.table.records.intake import Told, row_of

IMPORTS = "imports"
MANY = 1500
"""Logs from which on other processes help: to start them takes as long as to read some hundreds."""
_MOST_HELPERS = 4
_BATCH = 400
"""Logs that are read between two answers: so many are lost where somebody interrupts it."""

Marked = tuple[str, str]
"""The id of a log, and its mark."""


def read_logs(
    store: Store, group: str, shelf: str, logs: Sequence[Marked]
) -> Iterator[Sequence[Told]]:
    """What these logs tell, batch by batch in that order."""
    batches = [logs[at : at + _BATCH] for at in range(0, len(logs), _BATCH)]
    helpers = min(_MOST_HELPERS, os.cpu_count() or 1)
    if len(logs) < MANY or helpers < 2 or _has_threads():
        yield from (_read_batch(store, group, shelf, batch) for batch in batches)
        return
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        for told in _read_by(helpers, store, group, shelf, batches):
            yield told
            done += 1
    except (BrokenProcessPool, OSError):  # no more processes are allowed: alone, then
        yield from (_read_batch(store, group, shelf, batch) for batch in batches[done:])


def _read_by(
    helpers: int, store: Store, group: str, shelf: str, batches: Sequence[Sequence[Marked]]
) -> Iterator[Sequence[Told]]:
    """The same, shared among processes, each of which is one batch ahead of what is asked for."""
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    with ProcessPoolExecutor(helpers) as pool:
        under_way: deque[Future[Sequence[Told]]] = deque()
        try:
            for batch in batches:
                under_way.append(pool.submit(_read_batch, store, group, shelf, batch))
                if len(under_way) >= 2 * helpers:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            for one in under_way:
                one.cancel()


def _has_threads() -> bool:
    """Whether something else goes on in this process, which must not be split in the middle."""
    import threading

    return threading.active_count() > 1


def _read_batch(store: Store, group: str, shelf: str, logs: Sequence[Marked]) -> Sequence[Told]:
    return [_read(store, LogRef(group, shelf, log), mark) for log, mark in logs]


def _read(store: Store, ref: LogRef, mark: str) -> Told:
    try:
        events = store.read_log(ref)
        of_imports = ref.shelf == IMPORTS
        records = list(_imported(ref.id, events)) if of_imports else [gist(ref.id, events)]
    except CompanionError as problem:
        return Told(ref.id, mark, problem=problem.code)
    except (Senseless, ValueError):
        return Told(ref.id, mark, problem="corrupt")
    return Told(ref.id, mark, [row_of(record) for record in records])


def _imported(log: str, events: Sequence[Event]) -> Iterator[PlayRecord]:
    """The plays that another program told, each with an id of its own here: `import-2.17`."""
    from companion.exchange.recorded import records

    for number, record in enumerate(records(events), 1):
        yield record._replace(play=f"{log}.{number}")
