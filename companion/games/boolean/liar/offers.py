"""What may be typed next in Liar's Boolean Dice."""

from collections.abc import Iterator, Sequence

from companion.core.numbers import only_digits
from companion.core.offer import Line, Offer, from_turn, people
from companion.core.seats import find_seat
from companion.core.trial import Plan, Trial
from companion.errors import CompanionError
from companion.games.boolean.dice.seen import colours
from companion.games.boolean.liar import moves
from companion.games.boolean.liar.outcome import is_over
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.menu import Verb
from companion.games.boolean.typed import dice, in_front

SHOW, WHITE, REVEAL, TO, DIE = "--show", "--white", "--reveal", "--to", "--die"
_NONE = "none"
_FEW = 12
"""Numbers that may be declared, from the lowest on."""


def order(state: LiarState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    told = ("count", "holds", "mine")
    if is_over(state):
        return ()
    if state.phase == "challenge":
        return ("lose",)
    if state.phase == "opening":
        return ("declare", "lose", *told, *(("split",) if state.round == 1 else ()))
    hopeless = state.lowest is not None and state.lowest > state.whites[-1]
    first = ("challenge", "declare") if hopeless else ("declare", "challenge")
    return (*first, "lose", *told)


def _declare(trial: Trial[LiarState], line: Line) -> Iterator[Offer]:
    """The numbers that are higher; whoever has the turn need not be named."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, only_digits)
    seat = state.turn if who is None else who
    shown = line.value(SHOW)
    number = int(told[0]) if len(told) == 1 and only_digits(told[0]) else None
    if line.wants == SHOW and seat is not None and number is not None:
        yield from _displays(trial, seat, number)
    elif not told and not line.wants:
        for word, about in _higher(state):
            if seat is not None and _declares(trial, seat, int(word), shown):
                yield Offer(word, about)
        if not line.arguments:
            yield from _openers(trial)
    elif (
        seat is not None
        and number is not None
        and shown is None
        and _declares(trial, seat, number, _NONE)
    ):
        yield Offer(SHOW, "displayed: these dice stay open")


def _openers(trial: Trial[LiarState]) -> Iterator[Offer]:
    """Whoever has the turn; anybody where nobody knows."""
    state = trial.state
    lowest = int(next(_higher(state))[0])
    seats = from_turn(state, None) if state.turn is None else (state.turn,)
    for who, name in people(state, seats):
        if _declares(trial, find_seat(state.seats, who), lowest):
            yield Offer(who, name)


def _declares(trial: Trial[LiarState], seat: int, number: int, shown: str | None = None) -> bool:
    """Whether somebody may declare a number; `shown` are the dice that stay open, as typed."""
    try:
        told = "" if shown == _NONE else shown and colours(shown, "what dice show", "`wwb`")
    except CompanionError:
        return False
    return trial.stands(lambda action: moves.declare(action, seat, number, told))


def _higher(state: LiarState) -> Iterator[tuple[str, str]]:
    """The numbers from the lowest that may be declared to the highest that can be there."""
    lowest = max(1, 1 if state.lowest is None else state.lowest)
    most = max(lowest, state.whites[-1] if state.whites else 0)
    for number in range(lowest, min(most, lowest + _FEW - 1) + 1):
        beyond = number not in state.whites and number > state.whites.start
        yield str(number), "more than can be White-up" if beyond else "White-up, or more"


def _displays(trial: Trial[LiarState], seat: int, number: int) -> Iterator[Offer]:
    """The dice that stay open, by their colours: none of them, one, two …"""
    hidden = max(0, trial.state.hidden(seat))
    found = [(_NONE, "all of them are rolled again")]
    for count in range(1, hidden + 1):
        for whites in range(count, -1, -1):
            parts = [
                f"{many}{sign}" for many, sign in ((whites, "w"), (count - whites, "b")) if many
            ]
            found.append(("".join(parts), ""))
    for word, about in found:
        if _declares(trial, seat, number, word):
            yield Offer(word, about)


def _challenge(trial: Trial[LiarState], line: Line) -> Iterator[Offer]:
    """How many are White-up in all, or everybody's dice; or neither, and then who lost."""
    state = trial.state
    if line.options.keys() & {WHITE, REVEAL} or line.wants == REVEAL:
        return
    who, told = in_front(state.seats, line.arguments, only_digits)
    seat = state.turn if who is None else who
    if told or seat is None:
        return

    def plan(whites: int | None) -> Plan[LiarState]:
        return lambda action: moves.challenge(action, seat, whites)

    counted = [number for number in state.whites if trial.stands(plan(number))]
    if line.wants == WHITE:
        yield from (Offer(str(number), _verdict(state, seat, number)) for number in counted)
        return
    if counted:
        yield Offer(WHITE, "how many are White-up in all")
        yield Offer(REVEAL, "everybody's dice: ana=wwb ben=2w1b")
    if not line.arguments and trial.stands(plan(None)):
        yield from (
            Offer(handle, name) for handle, name in people(state, [seat], "whose turn it is")
        )


def _verdict(state: LiarState, challenger: int, whites: int) -> str:
    """Who loses a die where so many are White-up."""
    last = state.last
    if last is None:
        return ""
    if whites == last.number:
        return f"exactly: {state.name(challenger)} gives {state.name(last.seat)} a die"
    return f"{state.name(challenger if whites > last.number else last.seat)} loses a die"


def _challenges(trial: Trial[LiarState]) -> bool:
    turn = trial.state.turn
    return turn is not None and trial.stands(lambda action: moves.challenge(action, turn))


def _lose(trial: Trial[LiarState], line: Line) -> Iterator[Offer]:
    """Who loses a die; to whom it goes, if not to the center pile; which one, if that is told."""
    state = trial.state

    def plan(seat: int, to: str | None = None, die: str | None = None) -> Plan[LiarState]:
        taker = None if to is None else find_seat(state.seats, to)
        return lambda action: moves.lose(action, seat, taker, die)

    if not line.arguments:
        for who, name in people(state, _may_lose(state)):
            if trial.stands(plan(find_seat(state.seats, who))):
                yield Offer(who, name)
        return
    seat, told = in_front(state.seats, line.arguments, lambda _: False)
    if seat is None or told:
        return
    takers = [
        (who, name)
        for who, name in people(state, from_turn(state, seat))
        if trial.stands(plan(seat, who))
    ]
    if line.wants == TO:
        yield from (Offer(who, name) for who, name in takers)
    elif line.wants == DIE:
        for die, (word, about) in dice():
            if trial.stands(plan(seat, line.value(TO), die)):
                yield Offer(word, about)
    elif takers and TO not in line.options:
        yield Offer(TO, "who gets it; else the center pile")


def _may_lose(state: LiarState) -> Sequence[int]:
    """The two between whom it is, where a challenge is to be settled; else all, clockwise."""
    doubt = state.doubt
    if doubt is not None and doubt.challenger is not None and doubt.declarer is not None:
        return (doubt.challenger, doubt.declarer)
    return from_turn(state, state.turn)


VERBS = {
    "declare": Verb("how many are White-up", _declare, (SHOW,), repeats=True),
    "challenge": Verb("the declaration", _challenge, (WHITE, REVEAL, DIE), _challenges),
    "lose": Verb("somebody loses a die", _lose, (TO, DIE)),
}
