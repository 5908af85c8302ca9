"""Sort: a game for one, who parts the dice by their bottoms without seeing them; and its end, when
all dice are turned over, and how many bottoms are right is told."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.legal import Legal, Step
from companion.core.lookup import Mention
from companion.core.names import counted, folded, listed, short
from companion.core.numbers import only_digits
from companion.core.offer import Trial
from companion.core.param import A_TEXT, Arguments, Candidate, Incomplete, Param, several
from companion.core.seats import Seat
from companion.core.shapes import tuple_of, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.the_ten import BOTTOM, SET, Die, by_id, dice_words, in_order
from companion.games.boolean.sort.state import (
    AREAS,
    DICE_SORTED,
    SORT,
    TURN_OPENED,
    TURNS,
    SortState,
    outcome,
    require_unseen,
    sort,
)
from companion.games.boolean.variant_game import BESIDES, VariantGame, kinds_with
from companion.games.boolean.variants import end, variant_of

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text

# The end: all dice are turned over

_COUNT = whole_from(0, SET)


class BottomsShown(TypedDict):
    """How many are right: first in the Black area, then in the White one."""

    right: Annotated[list[int], tuple_of(_COUNT, _COUNT)]


def _check_bottoms(state: SortState, data: BottomsShown, referee: Referee) -> None:
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


def _tell_bottoms(before: SortState, data: BottomsShown, after: SortState) -> str:
    black, white = data["right"]
    return (
        f"the dice are turned over: {black} of {after.size} are right in Black, "
        f"{white} of {after.size} in White"
    )


BOTTOMS_SHOWN = Kind(
    "bottoms.shown",
    BottomsShown,
    apply=lambda state, data: replace(state, turn=None, rolled=None, right=tuple(data["right"])),
    tell=_tell_bottoms,
    check=_check_bottoms,
)


def show_bottoms(action: Action[SortState], right: Sequence[int]) -> None:
    """The dice in both areas are turned over: how many are right in Black, and in White.

    Where that cannot be of the dice that were named, it was others that lay there. The play ends
    with it, won or not.
    """
    action.add(BOTTOMS_SHOWN, BottomsShown(right=list(right)))
    state = action.state
    for area, count in enumerate(right):
        sure, hopeless = state.decided(area)
        too_many = count > state.size - len(hopeless)
        dice = sure if count < len(sure) else hopeless if too_many else ()
        if dice:
            action.warn(
                f"{count} right in {AREAS[area].capitalize()}: so what was named "
                f"{listed(dice, 'or')} there was another die."
            )
    end(action)


# How many bottoms are right, as it is typed

_EXAMPLE = (
    "`companion boolean bottoms 5 4`, or as you see them: `companion boolean bottoms bbbbb wwwwb`."
)


def right(words: Sequence[str]) -> list[int]:
    """How many bottoms are right in Black and in White: `5 4`, or `bbbbb wwwwb`. Raises Invalid."""
    told = [part for word in words for part in word.split(",") if part.strip()]
    message = "The bottoms in Black first, then those in White."
    if len(told) > len(AREAS):
        raise Invalid(message, _EXAMPLE)
    if len(told) < len(AREAS):
        raise Incomplete(message, _EXAMPLE, _BOTTOMS)
    return [_right(word, colour) for word, colour in zip(told, AREAS, strict=True)]


def _right(word: str, colour: str) -> int:
    letters = folded(word)
    if only_digits(letters) and len(letters) == 1:
        return int(letters)
    if len(letters) == TURNS and not letters.strip("wb"):
        return letters.count(colour[0])
    raise Invalid(f"“{short(word)}” are not the five bottoms of an area.", _EXAMPLE)


def _counts(trial: Trial[SortState], told: Arguments[SortState]) -> Iterator[Candidate]:
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


# What can be done now


def _phase(state: SortState) -> str:
    if state.status != "live":
        return "over"
    if state.right is not None:
        return "decided"
    if state.played:
        return "bottoms"
    return "turns" if state.turns or state.rolled is not None else "opening"


def _say_turn(state: SortState) -> str:
    """The roll may be told first, and what is placed then."""
    command = "companion boolean sort"
    free = [by_id()[name].short for name in state.free]
    placed = f"{free[0]} {free[-1]}"
    if state.rolled is not None:
        return (
            f"The {state.rolled} is rolled. Now put one die into each area: `{command}`. With "
            f"names (to Black, to White): `{command} {placed}`."
        )
    rolled = free[len(free) // 2]
    first = "" if state.turns else f"; or the roll first: `{command} {rolled}`"
    return (
        f"Roll a die, then put one die into each area: `{command}`. With names (rolled, to Black, "
        f"to White): `{command} {rolled} {placed}`{first}."
    )


def _say_deduce(state: SortState) -> str:
    """The command that tells what bottoms may be, with the dice that were named in the areas."""
    free = [by_id()[name] for name in state.free]
    placed = ",".join(by_id()[name].short for name in in_order(state.placed))
    seen = " ".join(_seen(die) for die in (free[len(free) // 2], free[0]))
    command = f"companion boolean deduce {seen}{f' --placed {placed}' if placed else ''}"
    return f"What may the bottoms be? Top and sides of each die: `{command}`."


def _seen(die: Die) -> str:
    """The faces of a die that can lie there."""
    return "".join("w" if white else "b" for white in die.net[:BOTTOM])


_TURN = (Step("sort", _say_turn), Step("deduce", _say_deduce))

LEGAL = Legal[SortState](
    _phase,
    {
        "opening": (
            Step(say="Roll all ten dice, and have two areas ready: one for Black, one for White."),
            *_TURN,
            Step("bottoms", "Just the end: `companion boolean bottoms 5 4`."),
            Step("split"),
        ),
        "turns": _TURN,
        "bottoms": (
            Step(
                "bottoms",
                "Turn all dice over. How many are right in Black, and in White? "
                "`companion boolean bottoms 5 4`.",
            ),
        ),
        "decided": (Step(say="The game is over: `companion finish`."),),
        "over": (),
    },
    always=(Step("dice"),),
    besides={**BESIDES, "deduce": "needs no play, and helps as long as dice are to be placed"},
)


# The table

_UNNAMED = "■"
_WIDE, _NARROW = 4, 3
"""How wide a die is drawn, where there is room and where there is not."""


def view(state: SortState, reference: Any) -> "list[Block]":
    """The table, drawn: whose game it is, the areas, and what lies outside."""
    from companion.core.blocks import Fit, Paragraph, Picture, Side, Span

    def die(name: str | None, width: int) -> Span:
        if name is None:
            return Span(_UNNAMED.center(width), "icon")
        return Span(by_id()[name].short.center(width), "name")

    def area(number: int, width: int) -> Picture:
        caption = [Span(AREAS[number].capitalize(), "strong")]
        if state.right is not None:
            right, size = state.right[number], state.size
            caption.append(Span(f"  {right} of {size} right", "good" if right == size else "bad"))
        dice = [die(name, width) for name in lying[number]]
        return Picture(((*dice, *[""] * (TURNS - len(dice))),), width, tuple(caption))

    unknown = (None,) * state.size if state.right is not None else ()
    lying = [dice or unknown for dice in state.areas]
    sides = tuple(Side((area(0, width), area(1, width))) for width in (_WIDE, _NARROW))
    blocks: list[Block] = [Paragraph(_head(state)), Fit(sides)]
    if any(None in dice for dice in lying):
        blocks.append(Paragraph(Span(f"{_UNNAMED} a die that was not named.", "muted")))
    return blocks


def _head(state: SortState) -> "Text":
    from companion.core.blocks import Span

    name = Span(state.name(0), "name")
    if state.status != "live":
        return (name, Span("  won", "good")) if state.winners else name
    rolled = (", rolled: ", Span(state.rolled, "name")) if state.rolled is not None else ()
    return (name, "  ", Span(dice_words(state.outside), "strong"), " outside the areas", *rolled)


def in_play(state: SortState, reference: Any) -> Iterator[Mention]:
    """The step at hand, how to find out about the dice, and how it ends."""
    if state.status == "live" and not state.played:
        if not state.turns:
            yield Mention("sort", "what it is about")
        yield Mention("sort-turn", f"turn {state.round} of {TURNS}")
        yield Mention("shifting-in-sort", "how to find out about a die")
        yield Mention("sort-areas", f"{dice_words(len(state.turns))} in each")
        yield Mention("ten-different-dice", "which there are")
    yield Mention("sort-game-end", "when all are placed")
    if state.played and state.status == "live":
        yield Mention("sort-areas", "five in each")
        yield Mention("winning", "all ten have to be right")


class Sort(VariantGame[SortState]):
    """Five turns, and all ten bottoms have to be right."""

    variant = variant_of("sort")
    ends_by = "BO-162"
    kinds = kinds_with(TURN_OPENED, DICE_SORTED, BOTTOMS_SHOWN)
    table = LEGAL
    outcome = staticmethod(outcome)
    view = staticmethod(view)
    in_play = staticmethod(in_play)

    def opening(self, seats: tuple[Seat, ...], first: int, options: Mapping[str, Any]) -> SortState:
        """All ten dice rolled (BO-155), and nothing in the areas."""
        return SortState(seats=seats, scores=(), first=first, turn=0)

    def own_verbs(self) -> Sequence[Verb[SortState]]:
        """A turn, the end, and what helps before a die is placed."""
        from companion.games.boolean.sort.deduce import DEDUCE

        return SORT, BOTTOMS, DEDUCE

    def advance(self, action: Action[SortState]) -> None:
        """A turn was taken, and nobody tells which dice were in it."""
        sort(action)

    def ended(self, state: SortState) -> bool:
        """Whether the dice are turned over."""
        return state.right is not None

    def where(self, state: SortState) -> str:
        """Which turn it is, or that all are taken."""
        return "all turns taken" if state.played else f"turn {state.round} of {TURNS}"

    def status_line(self, state: SortState) -> str:
        """How many dice are in the areas, and which turn it is; at the end, how many are right."""
        dice = f"{dice_words(len(state.turns))} in each area, {dice_words(state.outside)} outside"
        if state.right is not None:
            black, white = state.right
            dice = f"{black} right in Black, {white} in White"
        return f"{dice} — {self.now(state)}"

    def report(self, state: SortState) -> dict[str, Any]:
        """The dice of an area as they were placed, null for one not named.

        `rolling` is the die that was rolled in the turn at hand, while nothing is placed in it.
        """
        live = state.status == "live"
        return {
            "phase": ("bottoms" if state.played else "turns") if live else "over",
            "turns": len(state.turns),
            "areas": {colour: list(area) for colour, area in zip(AREAS, state.areas, strict=True)},
            "rolled": [turn.rolled for turn in state.turns],
            "rolling": state.rolled,
            "right": None if state.right is None else dict(zip(AREAS, state.right, strict=True)),
        }

    def player_json(self, state: SortState, seat: int, reference: Any) -> dict[str, Any]:
        """The dice that lie in no area yet."""
        return {"dice": state.outside}


GAME = Sort()
