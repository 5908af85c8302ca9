"""What may be typed next in Sort."""

from collections.abc import Iterator, Sequence

from companion.core.offer import Line, Offer
from companion.core.trial import Plan, Trial
from companion.errors import CompanionError
from companion.games.boolean.menu import Verb
from companion.games.boolean.sort import moves, named
from companion.games.boolean.sort.state import AREAS, SortState
from companion.games.boolean.typed import dice, numbers

_INTO = {"rolled": "was rolled", "black": "to Black", "white": "to White"}
_ALONE = {
    "rolled": "the die that was rolled",
    "black": "the die for Black",
    "white": "the die for White",
}


def order(state: SortState) -> Sequence[str]:
    """The verbs that may mean something now, the most urgent first."""
    if state.right is not None:
        return ()
    if state.played:
        return ("bottoms",)
    return ("sort", "deduce", *(() if state.turns or state.rolled else ("bottoms", "split")))


def _sort(trial: Trial[SortState], line: Line) -> Iterator[Offer]:
    """The die that was rolled, unless it is told already; then one for Black, one for White.

    Or some of them alone, each behind the word for what happened to it.
    """
    state, words = trial.state, line.arguments
    if line.wants or line.options:
        return
    behind = bool(words) and words[-1] in named.PLACES
    in_words = any(word in named.PLACES for word in words)
    if behind or not in_words:
        place = words[-1] if behind else _place(state, len(words))
        for _, (word, about) in dice():
            if place is not None and _stands(trial, [*words, *_rest(state, words, word)]):
                yield Offer(word, f"{_INTO[place]}: {about}")
    if (in_words and not behind) or not words:
        for place in named.PLACES:
            told = [*words, place]
            if place not in words and any(_stands(trial, [*told, die]) for die in _shorts()):
                yield Offer(place, _ALONE[place])


def _place(state: SortState, told: int) -> str | None:
    """What the next die of a row is for; None where the row is complete."""
    row = AREAS if state.rolled is not None else named.PLACES
    return row[told] if told < len(row) else None


def _rest(state: SortState, words: Sequence[str], word: str) -> Sequence[str]:
    """A die with others behind it that make a line of them, where it would be none by itself."""
    if any(told in named.PLACES for told in words):
        return [word]
    row = AREAS if state.rolled is not None else named.PLACES
    missing = len(row) - len(words) - 1
    if state.rolled is None and not words:
        missing = 0  # The roll may be told alone.
    others = [die for die in _shorts(state) if die not in (*words, word)]
    return [word, *others[len(others) - missing :]]


def _shorts(state: SortState | None = None) -> list[str]:
    """Dice as they are typed; of a play, those that lie in no area."""
    return [word for die, (word, _) in dice() if state is None or die in state.free]


def _stands(trial: Trial[SortState], words: Sequence[str]) -> bool:
    """Whether a turn may be told in these words."""
    try:
        told = named.turn(trial.state, words, {})
    except CompanionError:
        return False
    if told.rolled is not None and told.black is None and told.white is None:
        rolled = told.rolled
        return trial.stands(lambda action: moves.roll(action, rolled))
    return trial.stands(lambda action: moves.sort(action, *told))


def _sorts(trial: Trial[SortState]) -> bool:
    return trial.stands(lambda action: moves.sort(action))


def _bottoms(trial: Trial[SortState], line: Line) -> Iterator[Offer]:
    """How many are right in Black, then in White."""

    def plan(right: Sequence[int]) -> Plan[SortState]:
        return lambda action: moves.show_bottoms(action, right)

    try:
        told = [named.right([word, "0"])[0] for word in line.arguments]
    except CompanionError:
        return
    sizes = range(trial.state.size + 1)
    area = len(told)
    for word, about in numbers(0, trial.state.size, "right") if area < len(AREAS) else ():
        right = [*told, int(word)]
        full = [right] if area else [[*right, white] for white in sizes]
        if any(trial.stands(plan(both)) for both in full):
            yield Offer(word, f"{about} in {AREAS[area].capitalize()}")


def _deduce(trial: Trial[SortState], line: Line) -> Iterator[Offer]:
    """Faces are for the player to say."""
    return iter(())


VERBS = {
    "sort": Verb("a die into each area", _sort, ("--rolled", "--black", "--white"), _sorts, True),
    "bottoms": Verb("how many are right", _bottoms, repeats=True),
    "deduce": Verb("what the bottoms may be", _deduce, ("--placed",), lambda trial: True),
}
