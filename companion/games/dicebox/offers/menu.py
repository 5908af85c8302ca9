"""What may be typed next at a table of Dice Box: only what the board and the rules allow now."""

from collections.abc import Iterable, Iterator, Sequence

from companion.core.offer import Offer
from companion.core.offering import Line, Plan, Trial, Verb, from_turn, offered, people
from companion.core.seats import find_seat
from companion.games.dicebox.choices import is_stuck
from companion.games.dicebox.moves.setup import give_turn
from companion.games.dicebox.offers.placing import place
from companion.games.dicebox.offers.rolling import roll
from companion.games.dicebox.offers.setup import colors, draft, draws_lots, seed, tally
from companion.games.dicebox.state import State

_VIEWS = ("board", "tally")


def offers(trial: Trial[State], words: Sequence[str]) -> Iterator[Offer]:
    """What may come behind these words; the verbs of the moment where there are none."""
    return offered(trial, VERBS, _order(trial.state), words)


def _order(state: State) -> tuple[str, ...]:
    """The verbs that mean something now, the most urgent first."""
    if state.status != "live":
        return _VIEWS
    if state.over:
        return ("colors", *_VIEWS)
    if not state.seeded:
        return ("draft", *(() if state.colors_told else ("colors",)), "seed", "roll", "tally")
    first = ("roll", "place") if is_stuck(state, state.turn) else ("place", "roll")
    colors = () if state.colors_told else ("colors",)
    return (*first, "legal", "board", *colors, "turn", "tally")


def _turn(trial: Trial[State], line: Line) -> Iterable[Offer]:
    def plan(told: Line) -> Plan[State]:
        return lambda action: give_turn(action, find_seat(state.seats, told.arguments[0]))

    state = trial.state
    seats = () if line.arguments else from_turn(state, state.turn)
    return trial.fitting(line, people(state, seats), plan)


def _anybody(trial: Trial[State], line: Line) -> Iterator[Offer]:
    state = trial.state
    seats = () if line.arguments else from_turn(state, state.turn)
    return (Offer(who, name) for who, name in people(state, seats))


def _always(trial: Trial[State]) -> bool:
    return True


VERBS = {
    "place": Verb("a die on the board", place),
    "roll": Verb("what a player rolled", roll, repeats=True),
    "seed": Verb("what the Seed shows", seed),
    "draft": Verb("who picks which die", draft, alone=draws_lots, repeats=True),
    "colors": Verb("whose colour is which", colors),
    "legal": Verb("where each die may go", _anybody, alone=_always),
    "board": Verb("the board alone", lambda trial, line: (), alone=_always),
    "tally": Verb("the points of every colour", tally, alone=_always),
    "turn": Verb("puts right whose turn it is", _turn),
}
