"""What may be typed next in White, Black, or Roll."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.names import folded
from companion.core.offer import Line, Offer, people
from companion.core.trial import Plan, Trial
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.menu import Verb
from companion.games.boolean.typed import begins, dice, in_front, nobody, numbers, pairs
from companion.games.boolean.wbr import moves
from companion.games.boolean.wbr.outcome import is_over
from companion.games.boolean.wbr.state import WbrState
from companion.games.boolean.wbr.words import CALLS, Call

DIE, PAID = "--die", "--paid"
_VERDICTS = {"right": True, "wrong": False}
_A_MINUTE = 60
_MEANS = {"white": "its bottom is white", "black": "its bottom is black", "roll": "roll it again"}


def order(state: WbrState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    if is_over(state):
        return ()
    told = ("count", "holds", "mine")
    if not state.loose:
        return ("tie", *told)
    clock = () if state.minutes is None and not state.seconds else ("clock",)
    return ("call", "illegal", *clock, *told, "split" if state.round == 1 else "count")


def _call(trial: Trial[WbrState], line: Line) -> Iterator[Offer]:
    """A call, and what came of it; whoever has the turn need not be named."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, begins(CALLS))
    seat = (state.turn or 0) if who is None else who
    said = next((call for call in CALLS if told and call.startswith(folded(told[0]))), None)

    def plan(
        call: Call, verdict: str, die: str | None = None, paid: str | None = None
    ) -> Plan[WbrState]:
        right = None if call == "roll" else _VERDICTS[verdict]
        return lambda action: moves.call(action, seat, call, right, die, paid)

    if not told and not line.wants:
        for call, about in nobody(state.seats, [*_MEANS.items()], line.arguments):
            if trial.stands(plan(_said(call), "right")):
                yield Offer(call, about)
        if not line.arguments and trial.stands(plan("roll", "")):
            yield from (
                Offer(handle, name) for handle, name in people(state, [seat], "whose turn it is")
            )
    elif said is not None and said != "roll" and len(told) == 1 and not line.wants:
        yield from (Offer(word) for word in _VERDICTS if trial.stands(plan(said, word)))
    elif said is not None and len(told) == 2 and told[1] in _VERDICTS:
        for die, (word, about) in dice() if line.wants in (DIE, PAID) else ():
            named = {"die" if line.wants == DIE else "paid": die}
            if trial.stands(plan(said, told[1], **named)):
                yield Offer(word, about)


def _said(word: str) -> Call:
    return next(call for call in CALLS if call == word)


def _illegal(trial: Trial[WbrState], line: Line) -> Iterator[Offer]:
    """Whoever has thrown, who need not be named; and the die that it costs."""
    state = trial.state
    if line.wants == PAID:
        for die, (word, about) in dice():
            if trial.stands(_spilled(die)):
                yield Offer(word, about)
    elif not line.arguments and state.thrower is not None and _is_spilled(trial):
        yield from (Offer(who, name) for who, name in people(state, [state.thrower]))


def _spilled(paid: str | None = None) -> Plan[WbrState]:
    return lambda action: moves.spill(action, None, paid)


def _is_spilled(trial: Trial[WbrState]) -> bool:
    return trial.stands(_spilled())


def _tie(trial: Trial[WbrState], line: Line) -> Iterator[Offer]:
    """All who have dice, each with how many came up white."""
    state, read = trial.state, pairs(trial.state.seats, line.arguments)
    rollers = state.rollers
    one = {seat: int(seat == rollers[0]) for seat in rollers}
    if read is None or not trial.stands(lambda action: moves.break_tie(action, one)):
        return
    told, last = read
    if last is not None:
        most = state.held[last].size if last in rollers else -1
        yield from (
            Offer(word, about)
            for word, about in numbers(0, most, "White-up")
            if not _of_one_colour(state, {**told, last: int(word)})
        )
        return
    left = [seat for seat in rollers if seat not in told]
    yield from (Offer(who, name) for who, name in people(state, left))


def _of_one_colour(state: WbrState, told: Mapping[int, int]) -> bool:
    """Whether all ten dice would be of one colour, which they never are."""
    dice = sum(state.held[seat].size for seat in told)
    return dice == SET and sum(told.values()) in (0, SET)


def _clock(trial: Trial[WbrState], line: Line) -> Iterator[Offer]:
    """Player by player, what a clock of their own shows; the time is for them to say."""
    state = trial.state
    names = line.arguments[::2]
    shown = [_A_MINUTE] * len(state.seats)
    if len(line.arguments) % 2 or not trial.stands(lambda action: moves.stop_clock(action, shown)):
        return
    for who, name in people(state, range(len(state.seats))):
        if who not in names:
            yield Offer(who, name)


VERBS = {
    "call": Verb("the bottom of a die, or a roll", _call, (DIE, PAID), repeats=True),
    "illegal": Verb("thrown outside the area", _illegal, (PAID,), _is_spilled),
    "tie": Verb("who rolled how many white", _tie, repeats=True),
    "clock": Verb("the chess clock", _clock, ("--minutes",), repeats=True),
}
