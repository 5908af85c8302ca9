"""What may be typed next in Spy vs. Spy; what follows `mission` stands in `offers_missions`."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from companion.core.numbers import only_digits
from companion.core.offer import Line, Offer, from_turn, people
from companion.core.seats import find_seat
from companion.core.trial import Plan, Trial
from companion.errors import CompanionError
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.menu import Verb, fitting
from companion.games.boolean.spy import moves
from companion.games.boolean.spy.missions import MISSIONS
from companion.games.boolean.spy.offers_missions import mission, missions_are_due, shortened
from companion.games.boolean.spy.outcome import is_over
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import NOWHERE, PLACES, POSTS, SIDES, Post
from companion.games.boolean.typed import dice, in_front, numbers

FIELD, REROLLED, TURNCOAT, DIE, SIDE, YES = (
    *("--field", "--rerolled", "--turncoat", "--die", "--side", "--yes"),
)
_COUNTED = ("--desk", "--field", "--populace")
_SpyTrial = Trial[SpyState]


def order(state: SpyState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    if is_over(state):
        return ()
    right = ("out", "lost", "agents")
    if state.now.step == "missions":
        spent = state.now.left == 0
        return (*(("swap", "mission") if spent else ("mission", "swap")), "orders", *right)
    form = () if state.begun else ("agency",)
    return (*form, "orders", "swap", *right)


def _agency(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """A player, a side, how many dice are friendly, how many of these go into the field."""
    state, words = trial.state, line.arguments
    again = REROLLED in line.options
    if not words:
        untold = [seat for seat, agency in enumerate(state.agencies) if agency.side is None]
        told = [seat for seat in from_turn(state, state.turn) if seat not in untold]
        for who, name in people(state, [*untold, *told]):
            if any(_forms(trial, (who, side), again) for side in SIDES):
                yield Offer(who, name)
    elif len(words) == 1:
        for side in SIDES:
            if _forms(trial, (*words, side), again):
                yield Offer(side, f"{side} is friendly")
    elif len(words) == 2 or (len(words) == 3 and only_digits(words[2])):
        about = "friendly dice" if len(words) == 2 else "go into the field"
        most = SET - 1 if len(words) == 2 else int(words[2])
        for word, what in numbers(1, most, about) if FIELD not in line.options else ():
            if _forms(trial, (*words, word), again):
                yield Offer(word, what)
        if not again and any(_forms(trial, (*words, *more), True) for more in ((), ("5",))):
            yield Offer(REROLLED, "all ten were rolled once more")


def _forms(trial: _SpyTrial, words: Sequence[str], again: bool) -> bool:
    """Whether a first roll may be told in these words; a second one, if `again`."""
    if again and len(words) < 3:
        words = (*words, *("white", "5")[len(words) - 1 :])
    with suppress(CompanionError):
        seat = find_seat(trial.state.seats, words[0])
        side = next(side for side in SIDES if side == words[1])
        friendly, field = (*map(int, words[2:]), None, None)[:2]
        return trial.stands(lambda action: moves.form(action, seat, side, friendly, field, again))
    return False


def _orders(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """How many Orders; whoever has the turn need not be named."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, only_digits)
    if told:
        return
    seat = state.mover if who is None else who

    def plan(made: int | None) -> Plan[SpyState]:
        return lambda action: moves.make_orders(action, seat, made)

    desk = state.agencies[seat].desk
    for word, about in numbers(0, SET - 1 if desk is None else desk, "Orders"):
        if trial.stands(plan(int(word))):
            yield Offer(word, "Order" if word == "1" else about)
    if not line.arguments and trial.stands(plan(None)):
        yield from (
            Offer(handle, name) for handle, name in people(state, [seat], "whose turn it is")
        )


def _rolls(trial: _SpyTrial) -> bool:
    return trial.stands(lambda action: moves.make_orders(action, trial.state.mover, None))


def _swap(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """How many pairs; and where the turncoat goes."""
    state = trial.state
    who, told = in_front(state.seats, line.arguments, only_digits)
    seat = state.mover if who is None else who
    to = line.value(TURNCOAT)

    def plan(swaps: int | None, post: str | None = to) -> Plan[SpyState]:
        where = next((one for one in POSTS if one == post), None)
        return lambda action: moves.reorganize(action, seat, swaps, where)

    swaps = int(told[0]) if told and only_digits(told[0]) else None
    posts = [post for post in POSTS if trial.stands(plan(swaps, post))]
    if line.wants == TURNCOAT:
        yield from (Offer(post, "where the turncoat goes") for post in posts)
        return
    if not told:
        for word, _ in numbers(0, SET // 2):
            if trial.stands(plan(int(word))):
                yield Offer(word, "pair" if word == "1" else "pairs")
        if not line.arguments and trial.stands(plan(None)):
            yield from (
                Offer(handle, name) for handle, name in people(state, [seat], "whose turn it is")
            )
    if posts and to is None:
        yield Offer(TURNCOAT, "it is among them")


def _swaps(trial: _SpyTrial) -> bool:
    return trial.stands(lambda action: moves.reorganize(action, trial.state.mover, None, None))


def _lost(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Who has lost an agent, from where, and which die it was."""
    state = trial.state

    def loses(seat: int, post: str, die: str | None = None) -> bool:
        where: Post = "desk" if post == "desk" else "field"
        return trial.stands(lambda action: moves.lose(action, seat, where, die))

    if not line.arguments:
        for who, name in people(state, (*state.enemies(state.mover), state.mover)):
            if loses(find_seat(state.seats, who), "field"):
                yield Offer(who, name)
        return
    seat, told = in_front(state.seats, line.arguments, lambda _: False)
    if seat is None or len(told) > 1:
        return
    if line.wants == DIE:
        for die, (word, about) in dice():
            if loses(seat, told[0] if told else "field", die):
                yield Offer(word, about)
    elif not told:
        yield from (Offer(post, f"from the {post}") for post in POSTS if loses(seat, post))


def _out(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Who has lost the last field agent."""
    state = trial.state

    def plan(told: Line) -> Plan[SpyState]:
        return lambda action: moves.eliminate(action, find_seat(state.seats, told.arguments[0]))

    seats = () if line.arguments else (*state.enemies(state.mover), state.mover)
    yield from fitting(trial, line, people(state, seats), plan)


def _agents(trial: _SpyTrial, line: Line) -> Iterator[Offer]:
    """Whose dice, and which of them are counted anew; how many is for the table to say."""
    state = trial.state
    if not line.arguments:
        in_game = [seat for seat in from_turn(state, state.turn) if seat not in state.out]
        yield from (Offer(who, name) for who, name in people(state, in_game))
        return
    seat, told = in_front(state.seats, line.arguments, lambda _: False)
    if seat is None or told:
        return

    def counts(**data: Any) -> bool:
        return trial.stands(lambda action: moves.count(action, seat, YES in line.options, **data))

    if line.wants == SIDE:
        yield from (Offer(side) for side in SIDES if counts(side=side))
    elif line.wants == TURNCOAT:
        for place in (*PLACES, NOWHERE):
            if counts(turncoats=[] if place == NOWHERE else [place]):
                yield Offer(place)
    elif not line.wants:
        yield from (Offer(option, "how many") for option in _COUNTED if option not in line.options)
        for option, about in ((TURNCOAT, "where it is"), (SIDE, "white or black")):
            if option not in line.options:
                yield Offer(option, about)


_OPTIONS = ("--field", "--die")
VERBS = {
    "agency": Verb("a side and the first roll", _agency, (FIELD,), repeats=True),
    "orders": Verb("how many Orders there are", _orders, alone=_rolls),
    "mission": Verb("what an agent does", mission, _OPTIONS, missions_are_due, repeats=True),
    "swap": Verb("field and desk agents", _swap, (TURNCOAT,), _swaps),
    "lost": Verb("an agent, and nobody told how", _lost, (DIE,)),
    "out": Verb("who is eliminated", _out),
    "agents": Verb("somebody's dice, counted anew", _agents, (*_COUNTED, SIDE, TURNCOAT)),
    **{one.name: Verb(one.title, shortened(one.name), _OPTIONS, repeats=True) for one in MISSIONS},
}
