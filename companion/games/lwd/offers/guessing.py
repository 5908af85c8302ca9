"""What may follow the verbs of a round: the Liar's number, guesses that rise, power cards."""

from collections.abc import Iterator

from companion.core.numbers import only_digits
from companion.core.offer import Offer
from companion.core.offering import Line, Plan, Trial, people
from companion.games.lwd.choices import least
from companion.games.lwd.guesses import HIGHEST, LOWEST, POWER, Guess
from companion.games.lwd.moves import named, powers, rounds
from companion.games.lwd.offers.whom import numbers_of_people, of_whom
from companion.games.lwd.splits import dice_of
from companion.games.lwd.state import State

_EXTRA = "--extra"
_STEPS = 4
"""How far above the last guess a count may be to be offered."""


def round_(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """As many dice as the largest deck makes of two cards or more, or of single ones."""
    if line.arguments:
        return
    state = trial.state
    most = max(deck.cards for deck in state.decks)
    numbers = range(state.variant.min_dice, max(most, state.variant.min_dice) + 1)

    def plan(told: Line) -> Plan[State]:
        return lambda action: rounds.state_number(action, int(told.arguments[0]))

    def dice(wanted: int) -> int:
        return sum(dice_of(deck.cards, wanted) for deck in state.decks)

    stated = ((str(n), f"{dice(n)} dice on the table") for n in numbers)
    yield from trial.fitting(line, stated, plan)


def guess(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """The guesses that are higher, the nearest first; the player in turn need not be named."""
    state = trial.state
    seat, told = of_whom(state, line.arguments)
    if told:
        return

    def plan(guessed: Line) -> Plan[State]:
        return lambda action: rounds.guess(action, seat, named.guess(guessed.arguments[-1]))

    found = ((guess.typed, _raises(state, guess)) for guess in _guesses(state))
    fitting = [*trial.fitting(line, found, plan)]
    yield from fitting
    if fitting and not line.arguments:
        yield from (Offer(who, name) for who, name in people(state, [seat], "whose turn it is"))


def _guesses(state: State) -> list[Guess]:
    """Guesses that may be made, the lowest first: not many more than can be there."""
    lowest = least(state)
    last = state.last.times if state.last is not None else 0
    most = max(last, *(guess.times for guess in lowest)) + _STEPS
    if state.all_dice is not None:
        most = min(most, state.all_dice)
    subjects = [*range(LOWEST, state.highest + 1), *([POWER] if state.variant.power else [])]
    found = {Guess(times, subject) for times in range(1, most + 1) for subject in subjects}
    return sorted(found | {*lowest}, key=lambda guess: _rise(state, guess))


def _rise(state: State, guess: Guess) -> tuple[bool, int, int, str]:
    """How far a guess is above the last one; those on power cards come last."""
    last = state.last or Guess(0, LOWEST)
    if guess.on_power or last.on_power:
        return guess.on_power, guess.times, 0, guess.typed
    up = guess.times - last.times, int(guess.number) - int(last.number)
    return False, sum(up), up[0], guess.typed


def _raises(state: State, guess: Guess) -> str:
    """What a guess raises, or that it cannot be right."""
    if state.all_dice is not None and guess.times > state.all_dice:
        return f"{guess.said}: more than there are dice"
    if state.last is None or state.untold or guess.on_power or state.last.on_power:
        return guess.said
    more = guess.times - state.last.times, int(guess.number) - int(state.last.number)
    what = [word for word, by in zip(("the count", "the number"), more, strict=True) if by]
    return f"{guess.said}: raises {' and '.join(what)}"


def trigger(trial: Trial[State], line: Line) -> Iterator[Offer]:
    """The number on a power card, if it is told; and whether it brings the next number up."""
    state = trial.state
    seat, told = of_whom(state, line.arguments)
    if len(told) > 1 or not all(map(only_digits, told)):
        return

    def plan(triggered: Line) -> Plan[State]:
        told = of_whom(state, triggered.arguments)[1]
        number, extra = int(told[0]) if told else None, _EXTRA in triggered.options
        return lambda action: powers.trigger(action, seat, number, "", extra, ())

    if not told:
        taken = [] if line.arguments else numbers_of_people(state)
        numbers = (str(number) for number in range(LOWEST, HIGHEST + 1) if str(number) not in taken)
        yield from trial.fitting(line, ((number, "the number on it") for number in numbers), plan)
    if _EXTRA not in line.options and trial.stands(plan(line.having(_EXTRA))):
        yield Offer(_EXTRA, f"everybody gets a {state.highest + 1}")
    if not line.arguments and trial.stands(plan(line)):
        yield from (Offer(who, name) for who, name in people(state, [seat], "whose turn it is"))
