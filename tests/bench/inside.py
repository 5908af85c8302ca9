"""Times what happens within one process: folding a long log, undo in it, appending with fsync."""

import gc
from collections.abc import Callable, Sequence
from itertools import cycle, groupby, islice
from operator import attrgetter
from pathlib import Path
from time import perf_counter

from companion import games
from companion.core.event import UNDONE, Draft, Event
from companion.core.log import Log
from companion.core.value import resolved
from companion.games.bwd import dice, rolls
from companion.games.bwd.resolve import Choice, resolve_die
from companion.reference.data import reader
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.desk import PLAYS
from companion.table.plays.replay import current_state, game_of
from companion.table.plays.undo import recheck
from companion.testing.plays import NAMES, Playthrough

LONG, SHORT = 1000, 10
UNDO_BUDGET = 30.0
"""So many milliseconds more than the fold may an undo of an old entry take, among a thousand."""
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
    game, log = game_of(events), Log(tuple(events))
    return timed(lambda: current_state(game, log), runs)


def long_evening(entries: int) -> list[Event]:
    """A play of at least that many entries, as the rules take them one by one.

    Rounds of four players, who roll, resolve every die, and never get to the points that end it.
    """
    game = games.game("bwd")
    catalogue = resolved(game.reference(reader(game.id, game.data), lambda copy_id=None: ()))
    play = Playthrough(game, NAMES, options={"target": 9999}, reference=catalogue)
    play.add_fact("points.gained", seat=0, points=1)
    shown = {die.id: "-2" if die.id.endswith("2") else "3" for die in play.state.dice[:-1]}
    for die, icon in shown.items():
        play.act(lambda action, die=die, icon=icon: dice.write(action, die, [icon]))
    told = [f"{die}={icon}" for die, icon in shown.items()]
    begins: list[int] = []
    for _ in range(1 + len(NAMES)):
        begins.append(len(play.log.events))
        play.act(lambda action: rolls.roll_dice(action, told, None))
        for die in (die.id for seat in play.state.turns() for die in play.state.dice_of(seat)):
            play.act(lambda action, die=die: resolve_die(action, die, Choice()))
        for _ in range(2):
            play.act(lambda action: game.advance(action))
    # From the second round on the marker goes round, and all is the same again.
    log, rounds = play.log, play.log.events[begins[1] :]
    while log.next_action <= entries:
        for _, events in groupby(rounds, key=attrgetter("action")):
            log = log.extended([Draft(event.kind, event.data) for event in events], rounds[0].at)
    return [*log.events]


def time_undo(events: Sequence[Event], runs: int) -> list[float]:
    """Seconds to see that all later entries stand without the second one, and what the state is."""
    game, log = game_of(events), Log(tuple(events))
    reference = game.reference(reader(game.id, game.data), lambda copy_id=None: ())
    changed = log.extended([Draft(UNDONE, {"action": 2})], events[-1].at)
    return timed(lambda: recheck(game, log, changed, 2, reference), runs)


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
