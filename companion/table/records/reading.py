"""Reads logs for what is remembered of them; thousands of them by several processes at once."""

import os
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.record import PlayRecord
from companion.errors import CompanionError
from companion.store.base import LogRef, Store
from companion.table.folding import Senseless
from companion.table.records.gist import gist
from companion.table.records.kept import packed

IMPORTS = "imports"
MANY = 1500
"""Logs from which on other processes help: to start them takes as long as to read some hundreds."""
_MOST_HELPERS = 4


class Told(NamedTuple):
    """What a log tells: its records, and the same `packed`; or the code of what is wrong."""

    id: str
    records: Sequence[PlayRecord]
    packed: bytes = b""
    problem: str = ""


def read_logs(store: Store, group: str, shelf: str, ids: Sequence[str]) -> list[Told]:
    """What these logs tell, in that order."""
    helpers = min(_MOST_HELPERS, os.cpu_count() or 1)
    if len(ids) < MANY or helpers < 2 or _has_threads():
        return [_read(store, LogRef(group, shelf, log)) for log in ids]
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    share = -(-len(ids) // (helpers * 4))
    parts = [ids[at : at + share] for at in range(0, len(ids), share)]
    try:
        with ProcessPoolExecutor(helpers) as pool:
            found = pool.map(_read_part, [(store, group, shelf, part) for part in parts])
            return [
                Told(log, [PlayRecord.unpacked(one) for one in lists], whole, problem)
                for part in found
                for log, lists, whole, problem in part
            ]
    except (BrokenProcessPool, OSError):  # no more processes are allowed: alone, then
        return [_read(store, LogRef(group, shelf, log)) for log in ids]


def _has_threads() -> bool:
    """Whether something else goes on in this process, which must not be split in the middle."""
    import threading

    return threading.active_count() > 1


def _read_part(
    what: tuple[Store, str, str, Sequence[str]],
) -> list[tuple[str, list[Any], bytes, str]]:
    """What one process reads for another, as lists: records take four times as long on the way."""
    store, group, shelf, ids = what
    told = (_read(store, LogRef(group, shelf, log)) for log in ids)
    return [
        (log, [one.packed() for one in records], whole, problem)
        for log, records, whole, problem in told
    ]


def _read(store: Store, ref: LogRef) -> Told:
    try:
        events = store.read_log(ref)
        of_imports = ref.shelf == IMPORTS
        records = list(_imported(ref.id, events)) if of_imports else [gist(ref.id, events)]
    except CompanionError as problem:
        return Told(ref.id, (), problem=problem.code)
    except (Senseless, ValueError):
        return Told(ref.id, (), problem="corrupt")
    return Told(ref.id, records, packed(records))


def _imported(log: str, events: Sequence[Event]) -> Iterator[PlayRecord]:
    """The plays that another program told, each with an id of its own here: `import-2.17`."""
    from companion.exchange.recorded import records

    for number, record in enumerate(records(events), 1):
        yield record._replace(play=f"{log}.{number}")
