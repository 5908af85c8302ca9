"""What may follow the verbs before the first turn, and `tally`, where only the end is told."""

from collections.abc import Iterator
from itertools import combinations

from companion.core.offer import Offer
from companion.core.offering import Line, NoChance, Plan, Trial, from_turn, people
from companion.games.dicebox.board import NUMBERS
from companion.games.dicebox.moves import setup
from companion.games.dicebox.state import COLORS, State

_VIRTUAL = "--virtual"
_A_TALLY = dict.fromkeys(COLORS, 1)
"""Points that may be told wherever a tally may: which they are is not looked at."""


def colors(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """`ana=red`, a word each; with two players two colours each, too."""
    state = trial.state
    named_already = {word.partition("=")[0] for word in line.arguments}
    pairs = combinations(COLORS, 2) if len(state.seats) == 2 else ()
    each = [",".join(colors) for colors in (*((color,) for color in COLORS), *pairs)]
    for who, _ in people(state, range(len(state.seats))):
        if who not in named_already:
            yield from trial.fitting(line, ((f"{who}={colors}", "") for colors in each), _assigned)


def _assigned(line: Line) -> Plan[State]:
    return lambda action: setup.assign(action, line.arguments)


def draft(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Colours that are left, in the order of picks; with a name where nobody is first yet."""
    colors = [(color, "") for color in COLORS]
    yield from trial.fitting(line, colors, _drafted)
    if not line.arguments:
        for who, name in people(trial.state, from_turn(trial.state, trial.state.turn)):
            if any(trial.fitting(line.also(who), colors, _drafted)):
                yield Offer(who, name)


def _drafted(line: Line) -> Plan[State]:
    return lambda action: setup.draft(action, line.arguments)


def draws_lots(trial: Trial[State]) -> bool:
    """Whether lots may be drawn for the first pick."""
    return trial.stands(lambda action: setup.begin_draft(action, NoChance()))


def seed(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """What the Seed may show; or the companion rolls it."""
    if line.arguments or _VIRTUAL in line.options:
        return

    def plan(told: Line) -> Plan[State]:
        return lambda action: setup.seed(action, int(told.arguments[0]))

    found = [*trial.fitting(line, ((str(number), "") for number in NUMBERS), plan)]
    yield from found
    if found:
        yield Offer(_VIRTUAL, "the companion rolls it")


def tally(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """Each colour once, where nothing else is told; its points come right behind."""
    told = {word.partition("=")[0] for word in line.arguments}
    if trial.stands(lambda action: setup.count(action, _A_TALLY)):
        yield from (Offer(f"{color}=", "points") for color in COLORS if color not in told)
