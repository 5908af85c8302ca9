"""What people type for a turn, and for the bottoms in both areas."""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded, short
from companion.core.numbers import only_digits
from companion.errors import Invalid
from companion.games.boolean.dice.names import by_id, find_die
from companion.games.boolean.sort.state import AREAS, TURNS, SortState

PLACES = ("rolled", *AREAS)
"""What happens to dice in a turn, in the order in which it is told."""


class Told(NamedTuple):
    """A turn as it was typed: names of dice, None for what was not told."""

    rolled: str | None = None
    black: str | None = None
    white: str | None = None


def turn(state: SortState, words: Sequence[str], options: Mapping[str, str | None]) -> Told:
    """A turn: `3c 2o 5`, `3c black 2o white 5`; or the roll alone, and then `2o 5`.

    `options` are dice by the words for what happened to them. Raises Invalid, NotFound or
    Ambiguous.
    """
    found = {place: find_die(die).id for place, die in options.items() if die is not None}
    plain: list[str] = []
    place = None
    for word in _parts(words):
        named = _place(word)
        if named is None and place is None:
            plain.append(find_die(word).id)
        elif named is None and place is not None and place not in found:
            found[place], place = find_die(word).id, None
        elif named is not None and place is None:
            place = named
        else:
            raise _unclear(state)
    if place is not None or not _fit(plain, found, state):
        raise _unclear(state)
    places = AREAS if len(plain) == len(AREAS) else PLACES
    return Told(**found, **dict(zip(places, plain, strict=False)))


def _fit(plain: Sequence[str], found: Mapping[str, str], state: SortState) -> bool:
    """Whether it is clear what happened to dice without a word: three, two areas, or the roll."""
    if len(plain) == len(AREAS):
        return state.rolled is not None and not found
    if len(plain) == 1:
        return state.rolled is None and PLACES[0] not in found
    return not plain or (len(plain) == len(PLACES) and not found)


def _place(word: str) -> str | None:
    """What happened to the next die, by the beginning of the word for it."""
    wanted = folded(word)
    return next((place for place in PLACES if place.startswith(wanted)), None)


def _parts(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in re.split("[=:,;]", word) if part.strip()]


def _unclear(state: SortState) -> Invalid:
    """What is asked for instead, with dice that lie outside the areas."""
    free = [by_id()[name].short for name in state.free]
    rolled, black, white = free[len(free) // 2], free[0], free[-1]
    alone = f"such as `companion boolean sort white {white}`."
    if state.rolled is not None:
        return Invalid(
            f"The {state.rolled} was rolled: now the die for Black, and the one for White.",
            f"`companion boolean sort {black} {white}`; or one of them alone, {alone}",
        )
    return Invalid(
        "The die that was rolled, the one for Black, the one for White: all three.",
        f"`companion boolean sort {rolled} {black} {white}`; or some alone, {alone}",
    )


def right(words: Sequence[str]) -> list[int]:
    """How many bottoms are right in Black and in White: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    example = "`companion boolean bottoms 5 4`, or as you see them: "
    example += "`companion boolean bottoms bbbbb wwwwb`."
    told = [part for word in words for part in word.split(",") if part.strip()]
    if len(told) != len(AREAS):
        raise Invalid("The bottoms in Black first, then those in White.", example)
    found = []
    for word, colour in zip(told, AREAS, strict=True):
        letters = folded(word)
        if only_digits(letters) and len(letters) == 1:
            found.append(int(letters))
        elif len(letters) == TURNS and not letters.strip("wb"):
            found.append(letters.count(colour[0]))
        else:
            raise Invalid(f"“{short(word)}” are not the five bottoms of an area.", example)
    return found
