"""What may be typed next in The Stack."""

from collections.abc import Iterator, Sequence

from companion.core.offer import Line, Offer, from_turn, people
from companion.core.seats import find_seat
from companion.core.trial import Plan, Trial
from companion.games.boolean.menu import Verb, fitting
from companion.games.boolean.stack import moves
from companion.games.boolean.stack.outcome import outcome
from companion.games.boolean.stack.shapes import TOPS
from companion.games.boolean.stack.state import StackState
from companion.games.boolean.typed import begins, dice, in_front, nobody

BELOW, PLACED, TOP, DIE = "--below", "--placed", "--top", "--die"
_VERDICTS = {"bluff": "it is no inverse", "true": "it is a true inverse"}


def order(state: StackState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    if outcome(state).winners:
        return ()
    told = ("holds", "mine")
    if state.complete:
        return ("challenge", "fell", "inverse", *told)
    if state.open_to_challenge:
        return ("stack", "challenge", "fell", "inverse", *told)
    if state.tower:
        return ("stack", "fell", *told)
    return ("stack", *told, "challenge", "fell", "split")


def _stack(trial: Trial[StackState], line: Line) -> Iterator[Offer]:
    """The colour of its top; whoever has the turn need not be named."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, begins(TOPS))
    seat = moves.whose_turn(state) if who is None else who
    if told or TOP in line.options:
        return

    def plan(top: str | None) -> Plan[StackState]:
        return lambda action: moves.stack(action, seat, top)

    tops = [(top, f"its top is {top}") for top in TOPS]
    for top, about in nobody(state.seats, tops, line.arguments or line.wants):
        if trial.stands(plan(top)):
            yield Offer(top, about)
    if not line.arguments and not line.wants and trial.stands(plan(None)):
        yield from (
            Offer(handle, name) for handle, name in people(state, [seat], "whose turn it is")
        )


def _challenge(trial: Trial[StackState], line: Line) -> Iterator[Offer]:
    """Whether it is a bluff; or the faces of both dice. Whoever has the turn need not be named."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, begins(_VERDICTS))
    seat = moves.whose_turn(state) if who is None else who
    verdict = told[0] if told else ""

    def plan(
        by: int, said: str, top: str | None = None, die: str | None = None
    ) -> Plan[StackState]:
        inverse = said == "true" if said else None
        return lambda action: moves.challenge(action, by, inverse, top=top, die=die)

    if line.wants in (TOP, DIE):
        top = line.value(TOP)
        words = ((top, (top, "")) for top in TOPS) if line.wants == TOP else dice()
        for name, (word, about) in words if verdict in ("", *_VERDICTS) else ():
            named = {"top": name} if line.wants == TOP else {"top": top, "die": name}
            if trial.stands(plan(seat, verdict, **named)):
                yield Offer(word, about)
    if told or line.wants or line.options.keys() & {BELOW, PLACED}:
        return
    if who is not None or state.tower:
        for said, about in nobody(state.seats, [*_VERDICTS.items()], line.arguments):
            if trial.stands(plan(seat, said)):
                yield Offer(said, about)
        if trial.stands(plan(seat, "bluff")):
            yield Offer(BELOW, "the faces of both dice: wbw")
    by = [seat] if state.tower else from_turn(state, state.turn)
    for handle, name in people(state, () if line.arguments else by):
        if trial.stands(plan(find_seat(state.seats, handle), "bluff")):
            yield Offer(handle, name)


def _fell(trial: Trial[StackState], line: Line) -> Iterator[Offer]:
    """Who made it fall: by the last die, or by the next."""
    state = trial.state
    turn = moves.whose_turn(state)

    def plan(told: Line) -> Plan[StackState]:
        return lambda action: moves.fall(action, find_seat(state.seats, told.arguments[0]))

    about = {turn: "with the next die", 1 - turn: "with the last die"} if state.tower else {}
    for seat in () if line.arguments else (1 - turn, turn):
        found = people(state, [seat], about.get(seat, ""))
        yield from fitting(trial, line, found, plan)


def _falls(trial: Trial[StackState]) -> bool:
    return trial.stands(lambda action: moves.fall(action, None))


def _inverse(trial: Trial[StackState], line: Line) -> Iterator[Offer]:
    """Three faces of each of two dice, which are for the asker to say."""
    for option, about in ((BELOW, "your die: wbw"), ("--seen", "the one on it: bww")):
        if option not in line.options and not line.wants and not line.arguments:
            yield Offer(option, about)


VERBS = {
    "stack": Verb(
        "a die is placed",
        _stack,
        (TOP,),
        lambda trial: trial.stands(lambda action: moves.stack(action)),
    ),
    "challenge": Verb("the topmost die", _challenge, (BELOW, PLACED, TOP, DIE)),
    "fell": Verb("the stack fell", _fell, alone=_falls),
    "inverse": Verb("which die it would have to be", _inverse, (BELOW, "--seen", "--mine")),
}
