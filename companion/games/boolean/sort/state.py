"""What is known of a play of Sort, an immutable value, and whether it is won; and a turn, in which
a die is rolled, and one is put into each area."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, NamedTuple, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import folded
from companion.core.offer import Trial
from companion.core.outcome import Outcome
from companion.core.param import A_DIE, Arguments, Candidate, Incomplete, several
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import DIE, MAYBE_DIE, SET, by_id, find_die, the_ten
from companion.games.boolean.parsing import a_die
from companion.games.boolean.variants import State

TURNS = 5

AREAS = ("black", "white")
"""In the order in which all is told."""


class Placed(NamedTuple):
    """A turn: the die that was rolled, and those that went into the areas; None: not told."""

    rolled: str | None = None
    black: str | None = None
    white: str | None = None


class SortState(State):
    """A play of Sort; `round` is the number of the turn at hand.

    `rolled` is the die that was rolled in it, where that is told and nothing is placed yet. `right`
    is how many bottoms are of the colour of their area, Black and White, once they are
    turned over.
    """

    variant: ClassVar[str] = "sort"
    turns: tuple[Placed, ...] = ()
    rolled: str | None = None
    right: tuple[int, ...] | None = None

    @property
    def areas(self) -> tuple[tuple[str | None, ...], ...]:
        """The dice of the Black area and of the White one."""
        return (tuple(turn.black for turn in self.turns), tuple(turn.white for turn in self.turns))

    @property
    def placed(self) -> tuple[str, ...]:
        """The names of the dice that are known to lie in an area, each once."""
        dice = [die for area in self.areas for die in area if die is not None]
        return tuple(dict.fromkeys(dice))

    @property
    def free(self) -> tuple[str, ...]:
        """The names of all others."""
        return tuple(die for die in by_id() if die not in self.placed)

    @property
    def outside(self) -> int:
        """How many dice lie in no area; none at the end, also where no turn was told."""
        return max(0, SET - 2 * (len(self.turns) if self.right is None else self.size))

    @property
    def played(self) -> bool:
        """Whether all turns were taken."""
        return len(self.turns) >= TURNS

    @property
    def size(self) -> int:
        """Dice in each area at the end: five, also where no turn was told."""
        return len(self.turns) or TURNS

    def decided(self, area: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The dice named in an area whose bottoms are right however they lie, and those never so.

        They were named by what was seen of them, and it may have been others.
        """
        dice = [by_id()[name] for name in self.areas[area] if name is not None]
        all_black = tuple(die.id for die in dice if not die.can_be_white)
        all_white = tuple(die.id for die in dice if not die.can_be_black)
        return (all_white, all_black) if area else (all_black, all_white)


def outcome(state: SortState) -> Outcome:
    """The player, or nobody: a single wrong bottom is enough (BO-163)."""
    if state.right is None:
        return Outcome((), _open(state))
    count, right = 2 * state.size, sum(state.right)
    if right == count:
        return Outcome((0,), f"all {count} bottoms are right")
    black, white = state.right
    return Outcome(
        (), f"{right} of {count} bottoms are right, {black} in Black and {white} in White"
    )


def _open(state: SortState) -> str:
    """Why nobody has won or lost yet, with the command that tells it."""
    if state.played or not (state.turns or state.rolled):
        return "how many bottoms are right is not told (`companion boolean bottoms 3 4`)"
    taken = len(state.turns)
    verb = "is" if taken == 1 else "are"
    return f"{taken} of {TURNS} turns {verb} told (`companion next` counts one)"


# What the rules ask of both


def require_unseen(state: SortState) -> None:
    """Refuse what comes too late. Raises Refused."""
    if state.right is not None:
        raise Refused("The dice are turned over: the game is over (BO-162).", "`companion finish`")


def _require_left(state: SortState) -> None:
    require_unseen(state)
    if state.played:
        raise Refused(
            f"All {TURNS} turns are taken, and no die is left (BO-159).",
            "Turn them over; `companion table` says how to tell what you see.",
        )


_NOT_ROLLED = "A-BO-15", ", and is not rolled any more"


def _require_loose(state: SortState, die: str, rule: str, and_so: str, referee: Referee) -> None:
    area = "Black" if die in state.areas[0] else "White"
    referee.require(
        die not in state.placed,
        rule,
        f"The {die} lies in the {area} area{and_so}.",
        f"Not placed yet, as far as it was told: {', '.join(state.free)}.",
    )


# A die is rolled


class TurnOpened(TypedDict):
    """A roll that is told before anything is placed."""

    rolled: Annotated[str, DIE]


def _check_opened(state: SortState, data: TurnOpened, referee: Referee) -> None:
    _require_left(state)
    if state.rolled is not None:
        raise Refused(
            f"The {state.rolled} was rolled in this turn already (BO-160).",
            "`companion boolean sort` puts a die into each area; `companion undo` takes the roll "
            "back.",
        )
    _require_loose(state, data["rolled"], *_NOT_ROLLED, referee)


TURN_OPENED = Kind[SortState, TurnOpened](
    "turn.opened",
    TurnOpened,
    apply=lambda state, data: replace(state, rolled=data["rolled"]),
    tell=lambda before, data, after: f"turn {before.round}: the {data['rolled']} is rolled",
    check=_check_opened,
)


# A die goes into each area


class DiceSorted(TypedDict):
    """The roll may have been told before, with a `turn.opened`."""

    rolled: Annotated[str | None, MAYBE_DIE]
    black: Annotated[str | None, MAYBE_DIE]
    white: Annotated[str | None, MAYBE_DIE]


def _check_sorted(state: SortState, data: DiceSorted, referee: Referee) -> None:
    _require_left(state)
    rolled, black, white = data["rolled"], data["black"], data["white"]
    if black is not None and black == white:
        raise Refused(
            f"The {black} cannot lie in both areas.",
            "The die that was rolled, the one for Black, the one for White: "
            "`companion boolean sort -h`.",
        )
    if rolled is not None and state.rolled not in (None, rolled):
        raise Refused(
            f"In this turn the {state.rolled} was rolled, by what was told.",
            "The two that are placed are enough; `companion undo` takes the roll back.",
        )
    if rolled is not None:
        _require_loose(state, rolled, *_NOT_ROLLED, referee)
    for die in (black, white):
        if die is not None:
            _require_loose(state, die, "BO-158", " already, and stays there", referee)


def _sorted(state: SortState, data: DiceSorted) -> SortState:
    turns = (*state.turns, Placed(data["rolled"] or state.rolled, data["black"], data["white"]))
    return replace(state, turns=turns, rolled=None, round=min(TURNS, len(turns) + 1))


def _tell_sorted(before: SortState, data: DiceSorted, after: SortState) -> str:
    number = len(after.turns)
    rolled, black, white = data["rolled"], data["black"], data["white"]
    if before.rolled is not None:
        rolled = None
        if black is white is None:
            return f"turn {number}: one die goes into each area"
    if rolled is black is white is None:
        return f"turn {number}: a die is rolled, and one goes into each area"
    told = [f"the {rolled} is rolled"] if rolled else []
    told.append(f"{f'the {black}' if black else 'a die'} goes into Black")
    told.append(f"{f'the {white}' if white else 'a die'} into White")
    return f"turn {number}: {', '.join(told)}"


DICE_SORTED = Kind("dice.sorted", DiceSorted, apply=_sorted, tell=_tell_sorted, check=_check_sorted)


def sort(
    action: Action[SortState],
    rolled: str | None = None,
    black: str | None = None,
    white: str | None = None,
) -> None:
    """A turn: a die was rolled, and one put into each area; which, if that is told.

    What was rolled may have been told before.
    """
    action.add(DICE_SORTED, DiceSorted(rolled=rolled, black=black, white=white))
    for die, area, hopeless in (
        (black, "Black", black is not None and not by_id()[black].can_be_black),
        (white, "White", white is not None and not by_id()[white].can_be_white),
    ):
        if hopeless:
            action.warn(f"The {die} cannot be right in {area}: no face of it is {area.lower()}.")


# As it is typed

_PLACES = ("rolled", *AREAS)
"""What happens to dice in a turn, in the order in which it is told."""
_INTO = {"rolled": "was rolled", "black": "to Black", "white": "to White"}
_ALONE = {
    "rolled": "the die that was rolled",
    "black": "the die for Black",
    "white": "the die for White",
}


def _row(state: SortState) -> Sequence[str]:
    """What dice are for that are told in a row, without a word."""
    return _PLACES if state.rolled is None else AREAS


def _parts(words: Sequence[str]) -> list[str]:
    return [part for word in words for part in re.split("[=:,;]", word) if part.strip()]


def _place(word: str) -> str | None:
    """What happened to the next die, by the beginning of the word for it."""
    wanted = folded(word)
    return next((place for place in _PLACES if place.startswith(wanted)), None)


def _next(trial: Trial[SortState], told: Arguments[SortState]) -> Iterator[Candidate]:
    """The die that was rolled, unless it is told already; then one for Black, one for White.

    Or some of them alone, each behind the word for what happened to it.
    """
    parts, row = _parts(told.typed(_DICE)), _row(trial.state)
    place = _place(parts[-1]) if parts else None
    apart = any(_place(part) for part in parts) or any(option in told for option in _APART.values())
    if place is None and not apart and len(parts) < len(row):
        place = row[len(parts)]
    if place is not None:
        yield from ((die.short, f"{_INTO[place]}: {die.title}") for die in the_ten())
    if not parts or (apart and _place(parts[-1]) is None):
        yield from _ALONE.items()


def _turn(state: SortState, told: Arguments[SortState]) -> Placed:
    """A turn: `3c 2o 5`, `3c black 2o white 5`; or the roll alone, and then `2o 5`.

    Raises Invalid, NotFound or Ambiguous; Incomplete where a die or two have to follow.
    """
    found = {place: told[option] for place, option in _APART.items() if option in told}
    plain: list[str] = []
    place = None
    for word in _parts(told.typed(_DICE)):
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
        in_row = place is None and not found and len(plain) < len(_row(state))
        raise _unclear(state, lacks=in_row or (place is not None and place not in found))
    places = AREAS if len(plain) == len(AREAS) else _PLACES
    return Placed(**found, **dict(zip(places, plain, strict=False)))


def _fit(plain: Sequence[str], found: Mapping[str, str], state: SortState) -> bool:
    """Whether it is clear what happened to dice without a word: three, two areas, or the roll."""
    if len(plain) == len(AREAS):
        return state.rolled is not None and not found
    if len(plain) == 1:
        return state.rolled is None and _PLACES[0] not in found
    return not plain or (len(plain) == len(_PLACES) and not found)


def _unclear(state: SortState, *, lacks: bool = False) -> Invalid:
    """What is asked for instead, with dice that lie outside. Raises Refused where none is left."""
    _require_left(state)
    free = [by_id()[name].short for name in state.free or by_id()]
    rolled, black, white = free[len(free) // 2], free[0], free[-1]
    alone = f"such as `companion boolean sort white {white}`."
    if state.rolled is not None:
        message = f"The {state.rolled} was rolled: now the die for Black, and the one for White."
        hint = f"`companion boolean sort {black} {white}`; or one of them alone, {alone}"
    else:
        message = "The die that was rolled, the one for Black, the one for White: all three."
        hint = f"`companion boolean sort {rolled} {black} {white}`; or some alone, {alone}"
    return Incomplete(message, hint, _DICE) if lacks else Invalid(message, hint)


_DICE = several(
    "DIE...", A_DIE, optional=True, again=True, metavar="[ROLLED] [BLACK WHITE]", candidates=_next
)


_APART = {
    "rolled": a_die("--rolled", "The die that was rolled."),
    "black": a_die("--black", "The one that went into the Black area."),
    "white": a_die("--white", "The one that went into the White area."),
}


def _sort(action: Action[SortState], told: Arguments[SortState]) -> None:
    rolled, black, white = _turn(action.state, told)
    if rolled is not None and black is None and white is None:
        action.add(TURN_OPENED, TurnOpened(rolled=rolled))
    else:
        sort(action, rolled, black, white)


SORT = Verb[SortState](
    "sort",
    "a die into each area",
    """Sort: a die was rolled, and one put into each area.

    Which dice they were need not be told. A roll may be told alone; then nothing is placed yet.

    \b
    Examples:
      companion boolean sort
      companion boolean sort 3c 2o 5         rolled, to Black, to White
      companion boolean sort 3c              rolled; then:
      companion boolean sort 2o 5            to Black, to White
      companion boolean sort white 6
    """,
    (_DICE, *_APART.values()),
    plan=_sort,
)
