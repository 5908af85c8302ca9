"""Times what happens within one process: folding a long log, and appending to it with fsync."""

import gc
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from pathlib import Path
from time import perf_counter

from companion import games
from companion.core.event import UNDONE, Event
from companion.core.log import Log
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.desk import PLAYS
from companion.table.folding import current_state, game_id

LONG, SHORT = 1000, 10
_GROUP = "bench"


def long_play(events: Sequence[Event], entries: int) -> list[Event]:
    """A play of that many entries: the given one, what followed its start over and over again."""
    start, *rest = (event for event in events if event.kind != UNDONE)
    found = [start]
    for number, event in enumerate(islice(cycle(rest), entries - 1), 2):
        found.append(event._replace(seq=number, action=number))
    return found


def time_fold(events: Sequence[Event], runs: int) -> list[float]:
    """Seconds from a log that is read to the state that stands."""
    game, log = games.game(game_id(events)), Log(tuple(events))
    return timed(lambda: current_state(game, log), runs)


def time_append(events: Sequence[Event], runs: int, folder: Path) -> list[float]:
    """Seconds to lock, read and lengthen a play's file by one entry, fsync included."""
    store = TinyStore(folder)
    ref = LogRef(_GROUP, PLAYS, f"bwd-{len(events)}")
    if _GROUP not in store.groups():
        store.create_group(_GROUP, {})
    store.create_log(ref, events)

    def append() -> None:
        with store.change_log(ref) as held:
            number = len(held.events) + 1
            held.append([held.events[-1]._replace(seq=number, action=number)])

    return timed(append, runs)


def timed(work: Callable[[], object], runs: int) -> list[float]:
    """Seconds of each run, without collecting garbage meanwhile, as in the program itself."""
    work()
    collecting = gc.isenabled()
    gc.disable()
    try:
        seconds = []
        for _ in range(runs):
            begun = perf_counter()
            work()
            seconds.append(perf_counter() - begun)
        return seconds
    finally:
        if collecting:
            gc.enable()
