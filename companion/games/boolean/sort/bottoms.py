"""The end of Sort: all dice are turned over, and how many bottoms are right is entered."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import counted, folded, listed, short
from companion.core.numbers import only_digits
from companion.core.param import Arguments, Candidate, Incomplete
from companion.core.shapes import tuple_of, whole_from
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import SET
from companion.games.boolean.sort.state import AREAS, TURNS, SortState, require_unseen
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial

_COUNT = whole_from(0, SET)


class BottomsShown(Fact[SortState], kind="bottoms.shown"):
    """How many are right: first in the Black area, then in the White one."""

    right: Annotated[Sequence[int], tuple_of(_COUNT, _COUNT)]

    def check(self, state: SortState, referee: Referee) -> None:
        """Refuse an end amid the turns, unless none was entered at all, and impossible counts.

        Which dice lie there is not held against what they show: it was no more than a guess.
        """
        require_unseen(state)
        taken = len(state.turns)
        referee.require(
            state.played or not (taken or state.rolled),
            "BO-162",
            f"The dice are turned over after {TURNS} turns, and {counted(taken, 'turn')} "
            f"{'was' if taken == 1 else 'were'} entered.",
            "`companion next` counts a turn that was not entered.",
        )
        size, right = state.size, self.right
        for name, count in zip(AREAS, right, strict=True):
            if count > size:
                raise Refused(
                    f"The {name.capitalize()} area has {size} dice, not {count}.",
                    f"At most {size}.",
                )
        if size == TURNS:
            whites = size - right[0] + right[1]
            referee.require(
                0 < whites < SET,
                "BO-4",
                f"Not all ten bottoms can be {'white' if whites else 'black'}: one of the dice is "
                f"{'black' if whites else 'white'} on all sides.",
                "First the Black area, then the White one: "
                "`companion boolean bottoms bbbbb wwwww`.",
            )

    def apply(self, state: SortState) -> SortState:
        return replace(state, turn=None, rolled=None, right=tuple(self.right))

    def describe(self, before: SortState, after: SortState) -> str:
        black, white = self.right
        return (
            f"the dice are turned over: {black} of {after.size} are right in Black, "
            f"{white} of {after.size} in White"
        )


_EXAMPLE = (
    "`companion boolean bottoms 5 4`, or as you see them: `companion boolean bottoms bbbbb wwwwb`."
)


def read_bottoms(words: Sequence[str]) -> list[int]:
    """How many bottoms are right in Black and in White: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    parts = [part for word in words for part in word.split(",") if part.strip()]
    message = "The bottoms in Black first, then those in White."
    if len(parts) > len(AREAS):
        raise Invalid(message, _EXAMPLE)
    if len(parts) < len(AREAS):
        raise Incomplete(message, _EXAMPLE, "right")
    return [_right(word, colour) for word, colour in zip(parts, AREAS, strict=True)]


def _right(word: str, colour: str) -> int:
    letters = folded(word)
    if only_digits(letters) and len(letters) == 1:
        return int(letters)
    if len(letters) == TURNS and not letters.strip("wb"):
        return letters.count(colour[0])
    raise Invalid(f"“{short(word)}” are not the five bottoms of an area.", _EXAMPLE)


def _counts(trial: "Trial[SortState]", args: Arguments[SortState]) -> Iterator[Candidate]:
    """How many are right in Black, then in White."""
    area = len(args.words_of("right"))
    if area < len(AREAS):
        for number in range(trial.state.size + 1):
            yield str(number), f"right in {AREAS[area].capitalize()}"


Right = Annotated[
    Sequence[int],
    words(
        lambda state, words: read_bottoms(words),
        name="BLACK WHITE",
        duplicates=True,
        metavar="BLACK WHITE",
        candidates=_counts,
    ),
]


@verb("how many are right", name="bottoms")
def show_bottoms(action: Action[SortState], right: Right) -> None:
    """Sort: all dice are turned over; how many are right.

    Black first. Instead of a number, what the five dice show may be entered.

    \b
    Examples:
      companion boolean bottoms 5 4
      companion boolean bottoms bbbbb wwwwb
    """
    action.add(BottomsShown(right=list(right)))
    state = action.state
    for area, count in enumerate(right):  # other dice may have lain there than were named
        sure, hopeless = state.decided(area)
        too_many = count > state.size - len(hopeless)
        dice = sure if count < len(sure) else hopeless if too_many else ()
        if dice:
            action.warn(
                f"{count} right in {AREAS[area].capitalize()}: so what was named "
                f"{listed(dice, 'or')} there was another die."
            )
    end(action)
