"""Random plays of any game, and what has to hold for them: every game is run through all of it.

A game brings a random player (see `players`), or one for each game in its box, and gets the whole
of `test_games` for it.
"""

from collections import Counter
from collections.abc import Iterator
from io import StringIO
from random import Random
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.console import Console

from companion.core.action import Action
from companion.core.blocks import Block
from companion.core.event import REDONE, UNDONE, Draft, Event, House
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import STARTED
from companion.core.seats import seats_for
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.reference.data import reader
from companion.render.terminal import draw
from companion.store.base import LogRef
from companion.table.folding import current_state
from companion.table.openplay import OpenPlay

from .players import game_of, player_of, seats_of

AT = "2025-03-01T19:30:00Z"
NAMES = ("Ana", "Ben", "Cho Ling", "José")
STEPS = 70
REFUSALS = (Illegal, Invalid, Refused, NotFound, Ambiguous)


class Recorded(NamedTuple):
    """A random play: `logs[n]` and `states[n]` are how it stood after n entries."""

    game: Game[Any]
    reference: Any
    logs: list[Log]
    states: list[Any]
    refused: list[CompanionError]

    @property
    def log(self) -> Log:
        """The whole log."""
        return self.logs[-1]


_known: dict[tuple[str, int], Recorded] = {}


def recorded(name: str, seed: int) -> Recorded:
    """A random player's play, the same for every test that asks for that seed."""
    if (name, seed) not in _known:
        _known[name, seed] = _play(name, seed)
    return _known[name, seed]


def _play(name: str, seed: int) -> Recorded:
    random, game, player = Random(seed), game_of(name), player_of(name)
    fewest, most = seats_of(name)
    names = list(NAMES[: random.randint(fewest, min(most, len(NAMES)))])
    facts = [
        Event(number, number, kind, data, AT)
        for number, (kind, data) in enumerate(player.copy(random), 1)
    ]
    reference = game.reference(reader(game.id, game.data), lambda copy_id=None: facts)
    options = player.options(reference, names, random)
    seats, first = seats_for(names, game.reserved_handles), random.randrange(len(names))
    started = {
        "game": game.id,
        "seats": [seat._asdict() for seat in seats],
        "first": first,
        "options": options,
    }
    log = Log().extended([Draft(STARTED, started)], AT)
    play = Recorded(game, reference, [log], [current_state(game, log)], [])
    for _ in range(STEPS):
        _enter(play, player.moves(play.states[-1], reference, random), random)
    return play


def _enter(play: Recorded, plan: Any, random: Random) -> None:
    """Take a plan in as one entry, or note how it was refused and leave everything as it was."""
    before = play.states[-1]
    why = "as we always do" if random.random() < 0.05 else None
    action = Action(play.game, before, play.reference, why)
    try:
        plan(action, play.reference)
    except REFUSALS as refusal:
        play.refused.append(refusal)
        return
    finally:
        assert before == current_state(play.game, play.log), "a proposal changed the past"
    assert action.drafts, "an entry that was accepted records something"
    house = None if why is None else House(why, tuple(action.referee.overruled))
    play.logs.append(play.log.extended(action.drafts, AT, house))
    play.states.append(action.state)


def undone(log: Log, entry: int | None = None) -> Log:
    """The log with one entry taken back, whatever that does to later ones."""
    return log.extended([Draft(UNDONE, {"action": log.entry_to_undo(entry)})], AT)


def redone(log: Log, entry: int | None = None) -> Log:
    """The log with one entry brought back."""
    return log.extended([Draft(REDONE, {"action": log.entry_to_redo(entry)})], AT)


def document(play: Recorded, log: Log, state: Any) -> dict[str, Any]:
    """`table --json` of a play."""
    ref = LogRef("home", "plays", f"{play.game.id}-1")
    return OpenPlay(ref, play.game, log, state, play.reference).document()


def drawn(blocks: list[Block], width: int) -> list[str]:
    """Blocks as the lines of a terminal of that width."""
    paper = StringIO()
    console = Console(file=paper, width=width, highlight=False, emoji=False, markup=False)
    draw(blocks, console)
    return paper.getvalue().splitlines()


def too_wide(lines: list[str], width: int) -> list[str]:
    """The lines that a terminal of that width would break."""
    return [line for line in lines if cell_len(line) > width]


def kinds(plays: list[Recorded]) -> Counter[str]:
    """How often each kind of event was recorded."""
    return Counter(event.kind for play in plays for event in play.log.events)


def mistakes(value: Any, shape: Any, where: str = "") -> Iterator[str]:
    """Where a JSON value is not of a shape.

    A shape is a type, a tuple of shapes (any of them; None for null), a list of one shape, or a
    dictionary of shapes: more keys are allowed, as the contract says.
    """
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            yield f"{where}: {value!r} is no object"
            return
        for key, inner in shape.items():
            if key in value:
                yield from mistakes(value[key], inner, f"{where}.{key}")
            else:
                yield f"{where} lacks {key}"
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield f"{where}: {value!r} is no list"
            return
        for number, item in enumerate(value):
            yield from mistakes(item, shape[0], f"{where}[{number}]")
    elif isinstance(shape, tuple):
        if all(next(mistakes(value, choice), None) for choice in shape):
            yield f"{where}: {value!r} is none of {shape}"
    elif shape is None:
        if value is not None:
            yield f"{where}: {value!r} is not null"
    elif type(value) is not shape:
        yield f"{where}: {value!r} is no {shape.__name__}"
