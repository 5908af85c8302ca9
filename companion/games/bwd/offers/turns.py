"""What may follow `again`, `steal` and `pay`."""

from collections.abc import Iterator

from companion.core.offer import Offer
from companion.core.offering import Line, Plan, from_turn, number, people
from companion.core.seats import find_seat
from companion.games.bwd.faces import find_die
from companion.games.bwd.moves import phases
from companion.games.bwd.offers.hands import UNTOLD
from companion.games.bwd.offers.names import BwdAction, BwdTrial, about_die, cards_of
from companion.games.bwd.offers.tagging import BY
from companion.games.bwd.state import State

MOST_POINTS = 6


def again(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Who has another turn, and by which die; over whose dice, where some are passed over."""
    state, catalogue = trial.state, cards_of(trial)

    def plan(told: Line) -> Plan[State]:
        seat, by = find_seat(state.seats, told.arguments[0]), told.value(BY)
        die = None if by is None else find_die(state, by)

        def repeats(action: BwdAction) -> None:
            action.untold = UNTOLD in told.options
            phases.repeat(action, catalogue, seat, die)

        return repeats

    if not line.arguments:
        for word, about in people(state, from_turn(state, state.turn)):
            told = line.also(word)
            if trial.stands(plan(told)) or trial.stands(plan(told.having(UNTOLD))):
                yield Offer(word, about)
    elif line.wants == BY:
        dice = state.dice_of(find_seat(state.seats, line.arguments[0]))
        found = [(die.id, about_die(die, state, catalogue)) for die in dice]
        yield from trial.fitting(line, found, plan)
    else:
        if not trial.stands(plan(line)) and trial.stands(plan(line.having(UNTOLD))):
            yield Offer(UNTOLD, "dice passed over were resolved")
        if BY not in line.options and any(again(trial, line._replace(wants=BY))):
            yield Offer(BY, "the die whose icon granted it")


def steal(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """The thief, whose points they are, how many."""
    state = trial.state
    seats = from_turn(state, state.turn)

    def plan(told: Line) -> Plan[State]:
        thief, victim, points = (*told.arguments, "1")[:3]
        to, source = find_seat(state.seats, thief), find_seat(state.seats, victim)
        fact = {"from": source, "to": to, "points": number(points)}
        return lambda action: action.add("points.stolen", **fact)

    rich = [seat for seat in seats if state.scores[seat]]
    if not line.arguments:
        for word, about in people(state, seats):
            chosen = line.also(word)
            if any(trial.fitting(chosen, people(state, rich), plan)):
                yield Offer(word, about)
    elif len(line.arguments) == 1:
        for seat in rich:
            yield from trial.fitting(line, people(state, [seat], _has(state, seat)), plan)
    elif len(line.arguments) == 2:
        score = state.scores[find_seat(state.seats, line.arguments[1])]
        yield from trial.fitting(line, _up_to(score), plan)


def pay(trial: BwdTrial, line: Line) -> Iterator[Offer]:
    """Who pays, and how much: no more than is there."""
    state = trial.state

    def plan(told: Line) -> Plan[State]:
        who, points = (*told.arguments, "1")[:2]
        seat = find_seat(state.seats, who)
        return lambda action: action.add("points.paid", seat=seat, points=number(points))

    if not line.arguments:
        for seat in from_turn(state, state.turn):
            yield from trial.fitting(line, people(state, [seat], _has(state, seat)), plan)
    elif len(line.arguments) == 1:
        score = state.scores[find_seat(state.seats, line.arguments[0])]
        yield from trial.fitting(line, _up_to(score), plan)


def _has(state: State, seat: int) -> str:
    return f"has {state.scores[seat]}"


def _up_to(score: int) -> list[tuple[str, str]]:
    return [(str(points), "") for points in range(1, min(score, MOST_POINTS) + 1)]
