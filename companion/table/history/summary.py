"""Makes records of plays from their logs, quickly enough for thousands of plays."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise
from typing import Any

from companion.core.amendments import AS_RECORDED, TEXTS, TIMES, Amendment, amendments
from companion.core.event import ADMIN_KINDS, REDONE, RENAMED, RENAMES, UNDONE, Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import ABANDONED, FINISHED, JOINED, STARTED, PlayState
from companion.core.record import Part, PlayRecord
from companion.errors import CompanionError
from companion.store.base import LogRef, Store
from companion.table.groups.document import IMPORTS as IMPORTS
from companion.table.groups.document import LOGGED_PREFIX as LOGGED_PREFIX
from companion.table.history.records import ReadLog, row_of
from companion.table.plays.replay import UNREADABLE, Senseless, game_of, opening, require_sense

PAUSE = 3 * 3600
"""Seconds without an entry that count as a pause: an evening may go on the next day."""
LEAST = 60
"""Least seconds of a play; a shorter one was entered afterwards."""
SETTING_OUT = 300
"""Seconds within which handing over the marker still decides who begins."""

_HANDED = frozenset({"marker.given", "marker.passed"})
_UNDERWAY = frozenset({"round.ended", "phase.begun", "dice.rolled", JOINED})
_ENDS = (FINISHED, ABANDONED)


def summarized(play_id: str, events: Sequence[Event], now: PlayState | None = None) -> PlayRecord:
    """Make the record of a play.

    `now` is its state, if the log was folded before. Points that were never entered are unknown.
    Raises Senseless for a log that is not a play, TooNew, NotFound or Unusable for its game.
    """
    game = game_of(events)
    log = Log(tuple(events))
    if now is None:
        require_sense(game, log)
    started, *rest = standing = log.standing()
    try:
        opened = opening(game, started)
        state = _folded(game, opened, rest) if now is None else now
        end = next((event for event in rest if event.kind in _ENDS), None)
        put_right = amendments(standing).get("", AS_RECORDED)
        last_event = end or next(
            event for event in reversed(events) if event.kind not in ADMIN_KINDS
        )
        since = _since(len(state.seats), rest, last_event)
        renames = _renames(len(opened.seats), started, rest)
        first = _first(game, opened, rest)
        marks = tuple(game.marks(standing))
    except UNREADABLE as problem:
        raise Senseless(f"it makes no sense: {problem!r}") from None
    scores = _scores(game, opened, state)
    traits = game.traits(state)
    record = PlayRecord(
        uid=uid_of(started),
        play=play_id,
        game="" if traits.title else game.id,
        title=traits.title or game.title,
        called=traits.title or game.called(state),
        started=started.at,
        ended=last_event.at,
        minutes=minutes([event.at for event in events if end is None or event.at <= end.at]),
        rounds=game.rounds_played(state),
        parts=tuple(
            Part(
                who.name,
                scores[seat],
                seat in state.winners,
                None if first is None else seat == first,
                traits.teams[seat] if traits.teams else "",
            )
            for seat, who in enumerate(state.seats)
        ),
        marks=marks,
        bgg_id=game.bgg_id,
        status=state.status,
        coop=traits.coop,
        lowest=traits.lowest,
        since=since,
        renames=renames,
    )
    return record if put_right is AS_RECORDED else _amended(record, put_right)


def _amended(record: PlayRecord, amendment: Amendment) -> PlayRecord:
    known = {key: value for key, value in amendment.changed.items() if key in (*TEXTS, *TIMES)}
    status = "deleted" if amendment.deleted else record.status
    return record._replace(**{**known, "status": status})


def _folded(game: Game[PlayState], opened: PlayState, rest: Sequence[Event]) -> PlayState:
    """The final state, as far as the result depends on it."""
    state = opened
    passed = _passed_over(game)
    for event in rest:
        if event.kind not in passed:
            state = game.apply(state, event)
    return state


def _since(seats: int, rest: Sequence[Event], last_event: Event) -> tuple[str, ...]:
    """When each player got the current name, if any did after the `last_event` of the play."""
    since = [""] * seats
    for event in rest:
        if event.kind == RENAMED and event.seq > last_event.seq:
            since[event.data["seat"]] = event.at
    return tuple(since) if any(since) else ()


def _renames(seats: int, started: Event, rest: Sequence[Event]) -> tuple[int, ...]:
    """The group's count of renames when each player got the current name."""
    counts = [started.data.get(RENAMES, 0)] * seats
    for event in rest:
        if event.kind == RENAMED:
            counts[event.data["seat"]] = event.data.get(RENAMES, 0)
        elif event.kind == JOINED:
            counts.append(event.data.get(RENAMES, 0))
    return tuple(counts) if any(counts) else ()


def _first(game: Game[PlayState], opened: PlayState, rest: Sequence[Event]) -> int | None:
    """The seat of the first player; None for a game without one.

    A marker handed over at the beginning, before anybody rolled or scored, decides.
    """
    first = game.begun_by(opened)
    if first is None:
        return None
    state, before = opened, rest[0].at if rest else ""
    for event in rest:
        if event.kind in _UNDERWAY or event.kind.startswith("points."):
            break
        if event.kind in _HANDED:
            if not _soon(before, event.at):
                break
            state = game.apply(state, event)
        before = event.at
    return state.first


def _soon(before: str, at: str) -> bool:
    """Whether the play was still beginning; True for an invalid time."""
    try:
        return _seconds(before, at) <= SETTING_OUT
    except (ValueError, TypeError):
        return True


def _scores(game: Game[PlayState], opened: PlayState, state: PlayState) -> list[int | float | None]:
    """Everybody's points; unknown in a play that is over if they never changed."""
    seats = range(len(state.seats))
    scores = [game.score_of(state, seat) for seat in seats]
    if state.status == "live" or len(opened.seats) < len(state.seats):
        return scores
    if scores == [game.score_of(opened, seat) for seat in seats]:
        return [None] * len(scores)
    return scores


@cache
def _passed_over(game: Game[PlayState]) -> frozenset[str]:
    """The kinds of entries that the result does not depend on."""
    kinds = game.result_kinds()
    if kinds is None:
        return frozenset()
    return frozenset(game.all_shapes) - kinds - {STARTED, UNDONE, REDONE}


_PLAYS = "a5b8cbb5-54c1-4a4f-9f0c-3f8a7f2c6d11"
"""The namespace of the uids of plays: never to be changed."""


def uid_of(started: Event) -> str:
    """The UUID of the play that this event began, the same on every device.

    It is made of the game, the players and the time: ids of plays and boxes differ by group.
    """
    make, encoded = _uuid_tools()
    return make(encoded([started.data["game"], started.data["seats"], started.at]))


@cache
def _uuid_tools() -> tuple[Callable[[str], str], Callable[[Any], str]]:
    """Functions that make a UUID of a text, and a text of a value; imported only when needed."""
    from json import JSONEncoder
    from uuid import UUID, uuid5

    namespace = UUID(_PLAYS)
    return lambda text: str(uuid5(namespace, text)), JSONEncoder(sort_keys=True).encode


def minutes(times: Sequence[str]) -> int | None:
    """The minutes of a play: the time between entries, without long pauses.

    None for an invalid time, and if all was entered at once, afterwards.
    """
    try:
        whole = _seconds(times[0], times[-1])
        if not 0 <= whole <= PAUSE:  # there may be a pause
            gaps = [_seconds(a, b) for a, b in pairwise(times)]
            whole = sum(gap for gap in gaps if 0 < gap <= PAUSE)
    except (ValueError, TypeError, IndexError):
        return None
    return round(whole / 60) if whole >= LEAST else None


def _seconds(first: str, last: str) -> float:
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds()


# Many logs, read by several processes


MANY = 1500
"""Logs from which on other processes help: starting them takes as long as reading hundreds."""
_BATCH = 400
"""Logs in a batch: an interruption loses one batch."""

Marked = tuple[str, str]
"""The id of a log, and its mark."""


def read_logs(
    store: Store, group: str, shelf: str, logs: Sequence[Marked]
) -> Iterator[Sequence[ReadLog]]:
    """Read logs, batch by batch in that order."""
    batches = [logs[at : at + _BATCH] for at in range(0, len(logs), _BATCH)]
    helpers = min(os.cpu_count() or 1, len(batches))
    # A profile sees one process alone.
    if len(logs) < MANY or helpers < 2 or _has_threads() or "cProfile" in sys.modules:
        yield from (_read_batch(store, group, shelf, batch) for batch in batches)
        return
    from concurrent.futures.process import BrokenProcessPool

    done = 0
    try:
        for result in _read_by(helpers, store, group, shelf, batches):
            yield result
            done += 1
    except (BrokenProcessPool, OSError):  # no more processes are allowed
        yield from (_read_batch(store, group, shelf, batch) for batch in batches[done:])


def _read_by(
    helpers: int, store: Store, group: str, shelf: str, batches: Sequence[Sequence[Marked]]
) -> Iterator[Sequence[ReadLog]]:
    """Read batches by several processes, each up to one batch ahead."""
    from collections import deque
    from concurrent.futures import Future, ProcessPoolExecutor

    # Garbage collection need not visit what exists already.
    with ProcessPoolExecutor(helpers, initializer=gc.freeze) as pool:
        under_way: deque[Future[Sequence[ReadLog]]] = deque()
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
    """Whether this process has other threads, and so must not be forked."""
    import threading

    return threading.active_count() > 1


def _read_batch(store: Store, group: str, shelf: str, logs: Sequence[Marked]) -> Sequence[ReadLog]:
    return [_read(store, LogRef(group, shelf, log), mark) for log, mark in logs]


def _read(store: Store, ref: LogRef, mark: str) -> ReadLog:
    try:
        events = store.read_log(ref)
        of_imports = ref.shelf == IMPORTS
        records = list(_imported(ref.id, events)) if of_imports else [summarized(ref.id, events)]
    except CompanionError as problem:
        return ReadLog(ref.id, mark, problem=problem.code)
    except (Senseless, ValueError):
        return ReadLog(ref.id, mark, problem="corrupt")
    return ReadLog(ref.id, mark, [row_of(record) for record in records])


def _imported(log: str, events: Sequence[Event]) -> Iterator[PlayRecord]:
    """The records of an import or a logged play, with their ids: `import-2.17`, `told-3`.

    A logged play has the names of the time when it was logged.
    """
    from companion.exchange.import_log import named_at, recorded_plays

    for number, record in enumerate(recorded_plays(events), 1):
        if log.startswith(LOGGED_PREFIX):
            since = (named_at(events),) * len(record.parts)
            yield record._replace(play=log, since=since)
        else:
            yield record._replace(play=f"{log}.{number}")
