"""A turn of Sort, in which a die goes into each area; and the end, when all are turned over."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Referee
from companion.core.fact import Fact
from companion.core.names import counted, folded, listed, short
from companion.core.numbers import only_digits
from companion.core.param import A_DIE, Arguments, Candidate, Incomplete
from companion.core.shapes import tuple_of, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import DIE, MAYBE_DIE, SET, by_id, find_die, the_ten
from companion.games.boolean.parsing import die_option
from companion.games.boolean.sort.state import (
    AREAS,
    TURNS,
    SortedTurn,
    SortState,
    require_not_turned_over,
    require_turns_left,
)
from companion.games.boolean.variants import end

if TYPE_CHECKING:
    from companion.core.offer import Trial


def _require_loose(state: SortState, die: str, rule: str, and_so: str, referee: Referee) -> None:
    area = "Black" if die in state.areas[0] else "White"
    referee.require(
        die not in state.placed,
        rule,
        f"The {die} lies in the {area} area{and_so}.",
        f"By what was entered, these are left: {', '.join(state.free)}.",
    )


def _require_loose_roll(state: SortState, die: str, referee: Referee) -> None:
    _require_loose(state, die, "A-BO-15", ", so it is not rolled any more", referee)


class TurnOpened(Fact[SortState], kind="turn.opened"):
    """A roll that is entered before dice are placed."""

    rolled: Annotated[str, DIE]

    def check(self, state: SortState, referee: Referee) -> None:
        require_turns_left(state)
        if state.rolled is not None:
            raise Refused(
                f"The {state.rolled} was already rolled in this turn (BO-160).",
                "`companion boolean sort` puts a die into each area; `companion undo` takes the "
                "roll back.",
            )
        _require_loose_roll(state, self.rolled, referee)

    def apply(self, state: SortState) -> SortState:
        return replace(state, rolled=self.rolled)

    def describe(self, before: SortState, after: SortState) -> str:
        return f"turn {before.round}: the {self.rolled} is rolled"


class DiceSorted(Fact[SortState], kind="dice.sorted"):
    """A die goes into each area; the roll may have been entered before, as `turn.opened`."""

    rolled: Annotated[str | None, MAYBE_DIE]
    black: Annotated[str | None, MAYBE_DIE]
    white: Annotated[str | None, MAYBE_DIE]

    def check(self, state: SortState, referee: Referee) -> None:
        require_turns_left(state)
        if self.black is not None and self.black == self.white:
            raise Refused(
                f"The {self.black} cannot lie in both areas.",
                "Enter two different dice, first the one for Black: `companion boolean sort -h`.",
            )
        if self.rolled is not None and state.rolled not in (None, self.rolled):
            raise Refused(
                f"You entered that the {state.rolled} was rolled in this turn.",
                "Enter only the two dice that are placed; `companion undo` takes the roll back.",
            )
        if self.rolled is not None:
            _require_loose_roll(state, self.rolled, referee)
        for die in (self.black, self.white):
            if die is not None:
                _require_loose(state, die, "BO-158", " and stays there", referee)

    def apply(self, state: SortState) -> SortState:
        turns = (*state.turns, SortedTurn(self.rolled or state.rolled, self.black, self.white))
        return replace(state, turns=turns, rolled=None, round=min(TURNS, len(turns) + 1))

    def describe(self, before: SortState, after: SortState) -> str:
        turn, black, white = f"turn {len(after.turns)}", self.black, self.white
        rolled = self.rolled if before.rolled is None else None
        if rolled is black is white is None:
            first = "" if before.rolled is not None else "a die is rolled, and "
            return f"{turn}: {first}one {'die ' if not first else ''}goes into each area"
        parts = [f"the {rolled} is rolled"] if rolled else []
        parts.append(f"{f'the {black}' if black else 'a die'} goes into Black")
        parts.append(f"{f'the {white}' if white else 'a die'} into White")
        return f"{turn}: {', '.join(parts)}"


# Parameters

_PLACES = ("rolled", *AREAS)
"""What happens to dice in a turn, in the order of entry."""
_INTO = {"rolled": "was rolled", "black": "to Black", "white": "to White"}
_ALONE = {
    "rolled": "the die that was rolled",
    "black": "the die for Black",
    "white": "the die for White",
}


def _expected_places(state: SortState) -> Sequence[str]:
    """Return what dice without a word are for, in order."""
    return _PLACES if state.rolled is None else AREAS


def _parts(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in re.split("[=:,;]", word) if part.strip()]


def _place(word: str) -> str | None:
    """Return what happened to the next die, by a word that may be abbreviated; None for other
    words.
    """
    wanted = folded(word)
    return next((place for place in _PLACES if place.startswith(wanted)), None)


def _next(trial: "Trial[SortState]", args: Arguments[SortState]) -> Iterator[Candidate]:
    """The die that was rolled, unless it was entered; then one for Black, one for White.

    Or only some of them, each after the word for what happened to it.
    """
    parts, row = _parts(args.words_of("dice")), _expected_places(trial.state)
    place = _place(parts[-1]) if parts else None
    apart = any(_place(part) for part in parts) or any(place in args for place in _PLACES)
    if place is None and not apart and len(parts) < len(row):
        place = row[len(parts)]
    if place is not None:
        yield from ((die.short, f"{_INTO[place]}: {die.title}") for die in the_ten())
    if not parts or (apart and _place(parts[-1]) is None):
        yield from _ALONE.items()


def _read_turn(state: SortState, words: Sequence[str], found: dict[str, str]) -> SortedTurn:
    """Read a turn: `3c 2o 5`, `3c black 2o white 5`; or the roll alone, and later `2o 5`.

    `found` are the dice of options. Raises Invalid, NotFound or Ambiguous; Incomplete if dice are
    missing.
    """
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
    if place is not None or not _is_clear(plain, found, state):
        in_row = place is None and not found and len(plain) < len(_expected_places(state))
        raise _unclear(state, lacks=in_row or (place is not None and place not in found))
    places = AREAS if len(plain) == len(AREAS) else _PLACES
    return SortedTurn(**found, **dict(zip(places, plain, strict=False)))


def _is_clear(plain: Sequence[str], found: Mapping[str, str], state: SortState) -> bool:
    """Whether it is clear what dice without a word mean: all three, the two placed, or the roll."""
    if len(plain) == len(AREAS):
        return state.rolled is not None and not found
    if len(plain) == 1:
        return state.rolled is None and _PLACES[0] not in found
    return not plain or (len(plain) == len(_PLACES) and not found)


def _unclear(state: SortState, *, lacks: bool = False) -> Invalid:
    """The refusal of an unclear turn, with dice that are left. Raises Refused if none is."""
    require_turns_left(state)
    free = [by_id()[name].short for name in state.free or by_id()]
    rolled, black, white = free[len(free) // 2], free[0], free[-1]
    alone = f"such as `companion boolean sort white {white}`."
    if state.rolled is not None:
        message = f"The {state.rolled} was rolled. Enter the die for Black, and the one for White."
        hint = f"`companion boolean sort {black} {white}`; or one of them, {alone}"
    else:
        message = "Enter the die that was rolled, the one for Black, and the one for White."
        hint = f"`companion boolean sort {rolled} {black} {white}`; or some of them, {alone}"
    return Incomplete(message, hint, "dice") if lacks else Invalid(message, hint)


Dice = Annotated[
    Sequence[str],
    words(
        name="DIE...",
        sort=A_DIE,
        duplicates=True,
        metavar="[ROLLED] [BLACK WHITE]",
        candidates=_next,
    ),
]
Rolled = Annotated[str | None, die_option("--rolled", "The die that was rolled.")]
Black = Annotated[str | None, die_option("--black", "The die that went into Black.")]
White = Annotated[str | None, die_option("--white", "The die that went into White.")]


@verb("a die into each area")
def sort(
    action: Action[SortState],
    dice: Dice = (),
    *,
    rolled: Rolled = None,
    black: Black = None,
    white: White = None,
) -> None:
    """Sort: enter a turn, in which a die goes into each area.

    You may leave out which dice they were. You may also enter the roll first, and the others later.

    Examples:
      companion boolean sort
      companion boolean sort 3c 2o 5         rolled, to Black, to White
      companion boolean sort 3c              rolled; then:
      companion boolean sort 2o 5            to Black, to White
      companion boolean sort white 6
    """
    options = {"rolled": rolled, "black": black, "white": white}
    named = {place: die for place, die in options.items() if die is not None}
    turn = _read_turn(action.state, dice, named)
    if turn.rolled is not None and turn.black is turn.white is None:
        action.add(TurnOpened(rolled=turn.rolled))
        return
    action.add(DiceSorted(rolled=turn.rolled, black=turn.black, white=turn.white))
    for die, area, fits in (
        (turn.black, "Black", turn.black is None or by_id()[turn.black].can_be_black),
        (turn.white, "White", turn.white is None or by_id()[turn.white].can_be_white),
    ):
        if not fits:
            action.warn(f"The {die} cannot be right in {area}: it has no {area.lower()} face.")


def advance(action: Action[SortState]) -> None:
    """Go on to the next turn; which dice were in this one is not entered."""
    sort(action)


def say_turn(state: SortState) -> str:
    """Ask for a turn; the roll may be entered first."""
    command = "companion boolean sort"
    free = [by_id()[name].short for name in state.free]
    placed = f"{free[0]} {free[-1]}"
    if state.rolled is not None:
        return (
            f"The {state.rolled} was rolled. Now put one die into each area: `{command}`; or with "
            f"names (to Black, to White): `{command} {placed}`."
        )
    rolled = free[len(free) // 2]
    first = "" if state.turns else f"; or enter the roll first: `{command} {rolled}`"
    return (
        f"Roll a die, then put one die into each area: `{command}`; or with names (rolled, to "
        f"Black, to White): `{command} {rolled} {placed}`{first}."
    )


_COUNT = whole_from(0, SET)


class BottomsShown(Fact[SortState], kind="bottoms.shown"):
    """How many bottoms are right: in the Black area, then in the White one."""

    right: Annotated[Sequence[int], tuple_of(_COUNT, _COUNT)]

    def check(self, state: SortState, referee: Referee) -> None:
        """Refuse an end in the middle of the turns, if any were entered, and impossible counts.

        The names of dice are only guesses, so they refuse nothing.
        """
        require_not_turned_over(state)
        taken = len(state.turns)
        referee.require(
            state.all_turns_taken or not (taken or state.rolled),
            "BO-162",
            f"The dice are turned over after {TURNS} turns, and you entered "
            f"{counted(taken, 'turn')}.",
            "`companion next` for each turn that you did not enter.",
        )
        size, right = state.size, self.right
        for name, count in zip(AREAS, right, strict=True):
            if count > size:
                raise Refused(
                    f"The {name.capitalize()} area has {size} dice, so {count} cannot be right.",
                    f"Enter at most {size}.",
                )
        if size == TURNS:
            whites = size - right[0] + right[1]
            referee.require(
                0 < whites < SET,
                "BO-4",
                f"Not all ten bottoms can be {'white' if whites else 'black'}: one of the dice is "
                f"{'black' if whites else 'white'} on all sides.",
                "Enter the Black area first: `companion boolean bottoms bbbbb wwwww`.",
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
    """Read how many bottoms are right: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    parts = [part for word in words for part in word.split(",") if part.strip()]
    message = "Enter the bottoms in Black first, then those in White."
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
    raise Invalid(f"“{short(word)}” is not valid for the five bottoms of an area.", _EXAMPLE)


def _counts(trial: "Trial[SortState]", args: Arguments[SortState]) -> Iterator[Candidate]:
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


@verb("how many bottoms are right", name="bottoms")
def show_bottoms(action: Action[SortState], right: Right) -> None:
    """Sort: turn all dice over, and enter how many are right.

    Black first. Instead of a number, you may enter what the five dice show.

    Examples:
      companion boolean bottoms 5 4
      companion boolean bottoms bbbbb wwwwb
    """
    action.add(BottomsShown(right=list(right)))
    state = action.state
    for area, count in enumerate(right):  # names of dice are only guesses
        sure, never_right = state.sure_dice(area)
        too_many = count > state.size - len(never_right)
        dice = sure if count < len(sure) else never_right if too_many else ()
        if dice:
            action.warn(
                f"{count} right in {AREAS[area].capitalize()}: so the die named "
                f"{listed(dice, 'or')} there was another one."
            )
    end(action)
