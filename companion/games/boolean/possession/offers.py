"""What may be typed next of dice in Possession: `holds`, `mine`, `count`.

Nothing here goes by which dice somebody has: a menu is seen by whoever looks on.
"""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

from companion.core.offer import Line, Offer, from_turn, people
from companion.core.seats import find_seat
from companion.core.trial import Trial
from companion.errors import CompanionError
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.menu import Verb
from companion.games.boolean.possession import moves
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.possession.state import COUNTED, Possessing
from companion.games.boolean.typed import dice, numbers, pairs

_NONE = "none"
_MOST = 12
"""Dice of one player that may be counted in a menu."""


def holds(trial: Trial[Possessing], line: Line) -> Iterator[Offer]:
    """Whose dice, then which of the ten; those that are told of others are among them."""
    state = trial.state

    def told(seat: int, names: Iterable[str]) -> bool:
        return trial.stands(lambda action: action.add("dice.told", seat=seat, dice=[*names]))

    if not line.arguments:
        for who, name in people(state, from_turn(state, state.turn)):
            if told(find_seat(state.seats, who), [next(dice())[0]]):
                yield Offer(who, name)
        return
    with suppress(CompanionError):
        seat, named = find_seat(state.seats, line.arguments[0]), found(line.arguments[1:])
        for die, (word, about) in dice(named):
            if told(seat, [*named, die]):
                yield Offer(word, about)
        if not named and told(seat, []):
            yield Offer(_NONE, "forget what was told")


def found(words: Iterable[str]) -> list[str]:
    """Dice by what was typed for them. Raises NotFound or Ambiguous."""
    from companion.games.boolean.dice.names import find_die

    return [find_die(word).id for word in words]


def mine(told: Iterable[int]) -> Callable[[Trial[Possessing], Line], Iterator[Offer]]:
    """Those of whom some dice were told, may look at their own."""

    def follows(trial: Trial[Possessing], line: Line) -> Iterator[Offer]:
        seats = () if line.arguments else told
        return (Offer(who, name) for who, name in people(trial.state, seats))

    return follows


def count(trial: Trial[Possessing], line: Line) -> Iterator[Offer]:
    """Player by player, how many dice each has now."""
    state, read = trial.state, pairs(trial.state.seats, line.arguments)
    if read is None:
        return
    told, last = read

    def counts(seat: int, dice: int) -> bool:
        return trial.stands(lambda action: moves.count(action, {**told, seat: dice}))

    def fitting(seat: int) -> Iterator[Offer]:
        others = sum(
            told.get(other, held.size) for other, held in enumerate(state.held) if other != seat
        )
        for word, _ in numbers(0, min(_MOST, max(0, SET * state.sets - others))):
            if int(word) != state.held[seat].size and counts(seat, int(word)):
                yield Offer(word, "dice")

    if last is not None:
        yield from fitting(last)
        return
    for seat in from_turn(state, state.turn):
        if seat not in told and any(fitting(seat)):
            has = f"has {dice_words(state.held[seat].size)}"
            yield from (Offer(who, about) for who, about in people(state, [seat], has))


def verbs(state: Possessing) -> dict[str, Verb[Possessing]]:
    """The verbs about dice in Possession; `state` knows of whom any were told."""
    told = [seat for seat, held in enumerate(state.held) if held.known]
    found: dict[str, Verb[Possessing]] = {
        "holds": Verb("which dice somebody has: a secret", holds),
        "mine": Verb("look at your own dice", mine(told)),
    }
    if state.variant in COUNTED:
        found["count"] = Verb("how many dice somebody has", count, repeats=True)
    return found
