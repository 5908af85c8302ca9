"""Plays without a store: random ones, kept after every entry, and those made by a test."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, Self

from companion.core.action import Action
from companion.core.event import REDONE, UNDONE, Draft, Event, House
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import STARTED, PlayState
from companion.core.seats import PlayerSeat, find_seat, seats_for
from companion.core.value import resolved
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.reference.data import reader
from companion.store.base import LogRef
from companion.table.plays.menu import offers
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state, opening
from companion.table.plays.undo import recheck
from companion.testing.players import Move, RandomPlayer

AT = "2025-03-01T19:30:00Z"
NAMES = ("Ana", "Ben", "Cho Ling", "José")
PLAYS = 3
"""How many plays of each random player are checked by default."""
STEPS = 70
"""How many entries are tried."""
REFUSALS = (Illegal, Invalid, Refused, NotFound, Ambiguous)
HOUSE = "as we always do"


class Recorded(NamedTuple):
    """A random play: `logs[n]` and `states[n]` are those after n entries.

    `facts` were entered about the group's box before it, `options` are those of its start,
    `refused` are the refusals of other moves.
    """

    player: RandomPlayer
    seed: int
    game: Game[Any]
    reference: Any
    facts: Sequence[Event]
    options: Mapping[str, Any]
    logs: list[Log]
    states: list[Any]
    refused: list[CompanionError]

    @property
    def log(self) -> Log:
        """The whole log."""
        return self.logs[-1]

    @property
    def ref(self) -> LogRef:
        """Its place in a store."""
        return LogRef("home", "plays", f"{self.game.id}-1")

    def open_at(self, entries: int) -> OpenPlay:
        """The play after that number of entries."""
        return self.open(self.logs[entries], self.states[entries])

    def open(self, log: Log, state: Any) -> OpenPlay:
        """The play with another log."""
        return OpenPlay(self.ref, self.game, log, state, self.reference)


@lru_cache(maxsize=64)
def recorded(player: RandomPlayer, seed: int) -> Recorded:
    """A random player's play, made once for all tests with that seed."""
    return made(player, seed)


def plays(player: RandomPlayer, seeds: Iterable[int]) -> list[Recorded]:
    """The plays of a random player with these seeds."""
    return [recorded(player, seed) for seed in seeds]


@contextmanager
def naming(play: Recorded) -> Iterator[None]:
    """Add to errors in this block which play it is, and how to run it alone."""
    try:
        yield
    except BaseException as problem:
        problem.add_note(
            f"In play {play.seed} of {play.player.called}: `--plays 1 --seed {play.seed}`"
        )
        raise


def made(player: RandomPlayer, seed: int) -> Recorded:
    """Make a random player's play."""
    play, random = begun(player, seed)
    for _ in range(STEPS):
        by_chance = Random(random.random())
        _enter(play, player.moves(play.states[-1], play.reference, by_chance), by_chance)
    return play


def begun(player: RandomPlayer, seed: int) -> tuple[Recorded, Random]:
    """Begin a random player's play; also returns the source of chance for its entries."""
    random, game = Random(seed), player.game
    fewest, most = player.table()
    names = list(NAMES[: random.randint(fewest, min(most, len(NAMES)))])
    facts = [
        Event(number, number, kind, dict(data), AT)
        for number, (kind, data) in enumerate(player.copy(random), 1)
    ]
    reference = resolved(game.reference(reader(game.id, game.data), lambda box_id=None: facts))
    options = player.options(reference, names, random)
    game = game.playing(options)
    seats, first = seats_for(names, game.reserved_handles), random.randrange(len(names))
    log = _begun(game, seats, first, options)
    state = opening(game, log.events[0])
    play = Recorded(player, seed, game, reference, facts, options, [log], [state], [])
    return play, random


def _begun(
    game: Game[Any], seats: Sequence[PlayerSeat], first: int, options: Mapping[str, Any]
) -> Log:
    """The log of a play without entries."""
    started = {
        "game": game.id,
        "seats": [{"name": seat.name, "handle": seat.handle} for seat in seats],
        "first": first,
        "options": dict(options),
    }
    return Log().extended([Draft(STARTED, started)], AT)


def _enter(play: Recorded, plan: Move, random: Random) -> None:
    """Add the entries that a plan makes, or note its refusal, which changes nothing."""
    why = HOUSE if random.random() < 0.05 else None
    action = Action(play.game, play.states[-1], play.reference, why, play=play.ref.id)
    try:
        action.make(lambda made: plan(made, play.reference))
    except REFUSALS as refusal:
        play.refused.append(refusal)
        return
    assert action.drafts, "an entry that was accepted records something"
    for entry in action.by(action.house_rule):
        log = play.log.with_entries([entry], AT)
        state = play.states[-1]
        for event in log.events[len(play.log.events) :]:
            state = play.game.apply(state, event)
        play.logs.append(log)
        play.states.append(state)
    play.states[-1] = action.state


def folded(play: Recorded) -> list[PlayState]:
    """The state after every entry, computed from the log alone in one pass."""
    states = [opening(play.game, play.log.events[0])]
    ends = [len(log.events) for log in play.logs]
    for begin, end in pairwise(ends):
        state = states[-1]
        for event in play.log.events[begin:end]:
            state = play.game.apply(state, event)
        states.append(state)
    return states


def undone(log: Log, entry: int | None = None) -> Log:
    """The log with one entry undone, whatever that does to later ones."""
    return log.extended([Draft(UNDONE, {"action": log.entry_to_undo(entry)})], AT)


def redone(log: Log, entry: int | None = None) -> Log:
    """The log with one entry redone."""
    return log.extended([Draft(REDONE, {"action": log.entry_to_redo(entry)})], AT)


def refused_without(play: Recorded, changed: Log, entry: int) -> CompanionError | None:
    """The refusal to undo an entry; None if all later entries are still valid."""
    try:
        recheck(play.game, play.log, changed, entry, play.reference)
    except CompanionError as refusal:
        return refusal
    return None


def kinds(recordings: Iterable[Recorded]) -> Counter[str]:
    """How often each kind of event was recorded."""
    return Counter(event.kind for play in recordings for event in play.log.events)


class Playthrough:
    """A play without a store that a test makes entry by entry, as commands would.

    A game's own tests derive from it, with a method for each entry, and for what can be seen of the
    table. `said`, `warned` and `overruled` are about the newest entry. With a reason in `house`,
    entries are allowed whatever the rules say.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[str],
        first: str | None = None,
        options: Mapping[str, Any] | None = None,
        reference: Any = None,
    ) -> None:
        game.seat_players(players)
        seats = seats_for(players, game.reserved_handles)
        begins = 0 if first is None else find_seat(seats, first)
        self.game = game.playing(options or {})
        self.reference = reference
        self.log = _begun(game, seats, begins, options or {})
        self.state: Any = current_state(self.game, self.log)
        self.house: str | None = None
        self.said: list[str] = []
        self.warned: list[str] = []
        self.overruled: list[str] = []

    def act(self, plan: Callable[[Action[Any]], None]) -> Self:
        """Make one entry, and check that the log gives the same state."""
        action = Action(self.game, self.state, self.reference, self.house)
        action.make(plan)
        self.overruled = [*action.overruled]
        self.log = self.log.with_entries(action.by(action.house_rule), AT)
        self.state, self.said, self.warned = action.state, action.lines, action.warnings
        assert current_state(self.game, self.log) == self.state
        return self

    def add_fact(self, kind: str, **data: Any) -> Self:
        """Make an entry of one fact, unchanged."""
        return self.act(lambda action: action.add(kind, **data))

    def undo(self, entry: int | None = None, onwards: bool = False) -> Self:
        """Undo an entry, and with `onwards` all after it, like `companion undo`."""
        chosen = self.log.entry_to_undo(entry)
        numbers = self.log.entries_from(chosen) if onwards else (chosen,)
        return self._change(UNDONE, numbers)

    def redo(self, entry: int | None = None) -> Self:
        """Redo an entry, or what was undone last, like `companion redo`."""
        log = self.log
        return self._change(
            REDONE, log.entries_to_redo() if entry is None else (log.entry_to_redo(entry),)
        )

    def _change(self, kind: str, numbers: Sequence[int]) -> Self:
        drafts = [Draft(kind, {"action": number}) for number in numbers]
        log = self.log.extended(drafts, AT)
        changed = recheck(self.game, self.log, log, numbers[0], self.reference, self.house)
        house = None if self.house is None else House(self.house, changed.overruled)
        self.said = self.game.table_fixes(self.state, changed.state, self.reference)
        self.overruled = [*changed.overruled]
        self.log = self.log.extended(drafts, AT, house)
        self.state = current_state(self.game, self.log)
        assert self.state == changed.state
        return self

    @property
    def entry(self) -> int:
        """The number of the newest entry."""
        return self.log.next_action - 1

    def seat(self, name: str) -> int:
        """The seat of the player with that name."""
        return find_seat(self.state.seats, name)

    @property
    def turn(self) -> str:
        """The handle of the player whose turn it is."""
        return str(self.state.seats[self.state.turn].handle)

    def offers(self, line: str = "") -> dict[str, str]:
        """The words that may come next in a line, in order, each with its description."""
        found = offers(self.game, self.state, self.reference, line.split())
        return {offer.word: offer.about for offer in found}

    def words(self, line: str = "") -> str:
        """The words that may come next in a line."""
        return " ".join(self.offers(line))

    @property
    def winners(self) -> str:
        """The winners: `ana cho`."""
        return " ".join(self.state.seats[seat].handle for seat in self.state.winners)

    @property
    def todo(self) -> str:
        """The next steps, a line each."""
        return "\n".join(self.game.todo(self.state, self.reference))


@contextmanager
def refused(rule: str, *words: str) -> Iterator[None]:
    """Check that a rule refuses this block, with a hint, and with these words."""
    found = None
    try:
        yield
    except Illegal as problem:
        found = problem
    assert found is not None, f"{rule} does not refuse this"
    text = f"{found.message}\n{found.hint}"
    assert found.rule == rule, f"{found.rule} refuses it, not {rule}: {text}"
    assert found.hint, text
    assert all(word in text for word in words), f"not all of {words} are in: {text}"
