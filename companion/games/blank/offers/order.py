"""What may follow the verbs about Penalties, whose turn it is, and who has won."""

from collections.abc import Callable, Iterator

from companion.core.action import Action
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, people
from companion.core.seats import find_seat
from companion.errors import NotFound
from companion.games.blank.faults import FAULTS, Fault, fault, players_and_faults
from companion.games.blank.moves import turns
from companion.games.blank.offers.names import BlankTrial, with_cards
from companion.games.blank.state import State

BY, CALLED_BY, FOR, EMPTY = "--by", "--called-by", "--for", "--empty"
PENALTY_VALUED = (BY, CALLED_BY, FOR)
_FAULTS = {"missed-rule": FAULTS["missed-rule"], "no-match": FAULTS["no-match"], **FAULTS}
"""What happens most comes first; who cannot play says so with `draw`."""


def penalty(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Who, for what, and who pointed it out."""
    state = trial.state
    # Whoever's turn it is seldom erred: that was the one before, mostly.
    seats = [*from_turn(state, state.turn)[1:], state.turn]
    if line.wants in (BY, CALLED_BY):
        yield from trial.fitting(line, people(state, seats), lambda told: _taken(state, told))
    elif line.wants == FOR:
        yield from _faults(trial, line)
    elif not line.arguments:
        for word, about in people(state, seats):
            if any(_faults(trial, line.also(word))):
                yield Offer(word, about)
    else:
        players, told = players_and_faults(state, line.arguments)
        some = bool(told) or FOR in line.options
        if some and not _is_called(line) and any(penalty(trial, line._replace(wants=BY))):
            yield Offer(BY, "who pointed it out")
        yield from _faults(trial, line)
        if not some:
            yield from (Offer(*w) for w in people(state, (s for s in seats if s not in players)))


def _is_called(line: Line) -> bool:
    """Whether it is told who pointed it out."""
    return BY in line.options or CALLED_BY in line.options


def _faults(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """The faults for which a Penalty may be taken, by itself or once somebody points them out."""
    state = trial.state
    for word, about in _FAULTS.items():
        if not line.wants and not _names_nobody(state, word):
            continue
        told = line.also(word)
        if set(_told_faults(state, told)) >= turns.ONE_PLAY:
            continue  # That is the Penalty which is named already.
        if trial.stands(_taken(state, told)) or (
            not _is_called(line) and any(penalty(trial, told._replace(wants=BY)))
        ):
            yield Offer(word, about)


def _names_nobody(state: State, word: str) -> bool:
    try:
        find_seat(state.seats, word)
    except NotFound:
        return True
    return False


def _told_faults(state: State, line: Line) -> list[Fault]:
    """The faults that are named, by themselves and as options."""
    _, named = players_and_faults(state, line.arguments)
    return [*named, *(fault(text) for text in line.options.get(FOR, ()))]


def _taken(state: State, line: Line) -> Plan[State]:
    players, _ = players_and_faults(state, line.arguments)
    told = _told_faults(state, line)
    caller = line.value(BY) or line.value(CALLED_BY)
    by = None if caller is None else find_seat(state.seats, caller)

    def plan(action: Action[State]) -> None:
        for seat in sorted(dict.fromkeys(players), key=lambda seat: seat == state.turn):
            turns.take_penalty(action, seat, told, by)

    return plan


def turn(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Whose turn it is instead."""
    yield from _somebody(trial, line, turns.give_turn)


def skip(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Who is skipped: whoever's turn it is."""
    yield from _somebody(trial, line, lambda action, seat: action.add("turn.skipped", seat=seat))


def _somebody(
    trial: BlankTrial, line: Line, tell: Callable[[Action[State], int], None]
) -> Iterator[Offer]:
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        seat = find_seat(state.seats, told.arguments[0])
        return lambda action: tell(action, seat)

    if not line.arguments:
        yield from trial.fitting(line, people(state, from_turn(state, state.turn)), plan)


def win(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """Who has no cards left: those of whom that was told first."""
    state = trial.state

    def stands(told: Line) -> bool:
        name = told.arguments[0]
        return trial.stands(
            lambda action: turns.win(action, find_seat(state.seats, name), EMPTY in told.options)
        )

    if not line.arguments:
        empty = state.empty_hands()
        # Next come those of whom nothing was told, then those with the fewest cards.
        seats = sorted(
            range(len(state.seats)),
            key=lambda seat: (seat not in empty, seat in state.told, state.hands[seat]),
        )
        for word, about in with_cards(state, seats):
            told = line.also(word)
            if stands(told) or stands(told.having(EMPTY)):
                yield Offer(word, about)
    elif len(line.arguments) == 1 and not stands(line) and stands(line.having(EMPTY)):
        yield Offer(EMPTY, "the hand is empty, whatever was told")
