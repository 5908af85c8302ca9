"""The end of Sort: all dice are turned over, and how many bottoms are right is told."""

from collections.abc import Iterator, Sequence
from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.changed import replace
from companion.core.kind import Kind
from companion.core.names import counted, folded, listed, short
from companion.core.numbers import only_digits
from companion.core.param import A_TEXT, Candidate, Incomplete, Param, Told, several
from companion.core.referee import Referee
from companion.core.shapes import tuple_of, whole_from
from companion.core.trial import Trial
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.sort.state import AREAS, TURNS, SortState
from companion.games.boolean.sort.turns import require_unseen
from companion.games.boolean.state import end

_COUNT = whole_from(0, SET)


class BottomsShown(TypedDict):
    """How many are right: first in the Black area, then in the White one."""

    right: Annotated[list[int], tuple_of(_COUNT, _COUNT)]


def _check(state: SortState, data: BottomsShown, referee: Referee) -> None:
    """Where no turn was told at all, all five went by untold; else each of them is counted.

    Which dice lie there is not held against what they show: it was no more than a guess.
    """
    require_unseen(state)
    taken = len(state.turns)
    referee.require(
        state.played or not (taken or state.rolled),
        "BO-162",
        f"The dice are turned over after {TURNS} turns, and {counted(taken, 'turn')} "
        f"{'is' if taken == 1 else 'are'} told.",
        "`companion next` counts a turn that was not told.",
    )
    size, right = state.size, data["right"]
    for name, count in zip(AREAS, right, strict=True):
        if count > size:
            raise Refused(
                f"The {name.capitalize()} area has {size} dice, not {count}.", f"At most {size}."
            )
    if size == TURNS:
        whites = size - right[0] + right[1]
        referee.require(
            0 < whites < SET,
            "BO-4",
            f"Not all ten bottoms can be {'white' if whites else 'black'}: one of the dice is "
            f"{'black' if whites else 'white'} on all sides.",
            "First the Black area, then the White one: `companion boolean bottoms bbbbb wwwww`.",
        )


def _shown(state: SortState, data: BottomsShown) -> SortState:
    return replace(state, turn=None, rolled=None, right=tuple(data["right"]))


def _tell(before: SortState, data: BottomsShown, after: SortState) -> str:
    black, white = data["right"]
    return (
        f"the dice are turned over: {black} of {after.size} are right in Black, "
        f"{white} of {after.size} in White"
    )


BOTTOMS_SHOWN = Kind("bottoms.shown", BottomsShown, apply=_shown, tell=_tell, check=_check)


def show_bottoms(action: Action[SortState], right: Sequence[int]) -> None:
    """The dice in both areas are turned over: how many are right in Black, and in White.

    Where that cannot be of the dice that were named, it was others that lay there. The play ends
    with it, won or not.
    """
    action.add(BOTTOMS_SHOWN, BottomsShown(right=list(right)))
    state = action.state
    for area, count in enumerate(right):
        least, most = state.limits(area)
        sure, hopeless = state.decided(area)
        dice = sure if count < least else hopeless if count > most else ()
        if dice:
            action.warn(
                f"{count} right in {AREAS[area].capitalize()}: so what was named "
                f"{listed(dice, 'or')} there was another die."
            )
    end(action)


# As it is typed

_EXAMPLE = (
    "`companion boolean bottoms 5 4`, or as you see them: `companion boolean bottoms bbbbb wwwwb`."
)


def right(words: Sequence[str]) -> list[int]:
    """How many bottoms are right in Black and in White: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    told = [part for word in words for part in word.split(",") if part.strip()]
    if len(told) != len(AREAS):
        message = "The bottoms in Black first, then those in White."
        if len(told) > len(AREAS):
            raise Invalid(message, _EXAMPLE)
        raise Incomplete(message, _EXAMPLE, _BOTTOMS)
    return [_right(word, colour) for word, colour in zip(told, AREAS, strict=True)]


def _right(word: str, colour: str) -> int:
    letters = folded(word)
    if only_digits(letters) and len(letters) == 1:
        return int(letters)
    if len(letters) == TURNS and not letters.strip("wb"):
        return letters.count(colour[0])
    raise Invalid(f"“{short(word)}” are not the five bottoms of an area.", _EXAMPLE)


def _counts(trial: Trial[SortState], told: Told[SortState]) -> Iterator[Candidate]:
    """How many are right in Black, then in White."""
    area = len(told.typed(_BOTTOMS))
    if area < len(AREAS):
        for number in range(trial.state.size + 1):
            yield str(number), f"right in {AREAS[area].capitalize()}"


_BOTTOMS: Param[SortState, Sequence[int]] = several(
    "BLACK WHITE",
    A_TEXT,
    lambda state, words: right(words),
    again=True,
    metavar="BLACK WHITE",
    candidates=_counts,
)

BOTTOMS = Verb[SortState](
    "bottoms",
    "how many are right",
    """Sort: all dice are turned over; how many are right.

    Black first. Instead of a number, what the five dice show may be told.

    \b
    Examples:
      companion boolean bottoms 5 4
      companion boolean bottoms bbbbb wwwwb
    """,
    (_BOTTOMS,),
    plan=lambda action, told: show_bottoms(action, told[_BOTTOMS]),
)
