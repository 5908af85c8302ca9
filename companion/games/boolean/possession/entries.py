"""What several games record alike: which dice somebody possesses, and how many."""

from typing import Any

from companion.core.names import listed
from companion.core.referee import Referee
from companion.core.shapes import SEAT, Context, Shape, Wrong, list_of, maybe, whole_from
from companion.games.boolean.dice.names import by_id, in_order
from companion.games.boolean.possession.state import SET, Holding, P, Possessing, with_holding

Data = Any

MOST_DICE = 60
"""Dice on a table: those of six sets."""


def DIE(value: Any, context: Context) -> Wrong | None:
    """The name of one of the ten dice."""
    return None if type(value) is str and value in by_id() else ("", value)


MAYBE_DIE = maybe(DIE)
SHAPES: dict[str, Shape] = {
    "dice.told": {"seat": SEAT, "dice": list_of(DIE)},
    "dice.counted": {"seat": SEAT, "dice": whole_from(0, MOST_DICE)},
}


# Recording


def dice_told(state: P, data: Data) -> P:
    """These are a player's dice; the others, if there are more, stay unknown."""
    held = state.held[data["seat"]]
    known = in_order(data["dice"])
    return with_holding(state, data["seat"], Holding(max(held.size, len(known)), known))


def dice_counted(state: P, data: Data) -> P:
    """So many dice are a player's, whatever was told before."""
    known = state.held[data["seat"]].known
    count = data["dice"]
    return with_holding(state, data["seat"], Holding(count, known if len(known) <= count else ()))


# Checking


def check_dice_told(state: Possessing, data: Data, referee: Referee) -> None:
    """Refuse more dice than somebody has, and dice that are somewhere else."""
    seat, dice = data["seat"], data["dice"]
    name, count = state.name(seat), state.held[seat].size
    referee.require(
        len(dice) <= count,
        "BO-23",
        f"{name} has {dice_words(count)}, and {dice_words(len(dice))} "
        f"{'is' if len(dice) == 1 else 'are'} named.",
        f"`companion boolean mine {state.seats[seat].handle}` shows them; "
        f"`companion boolean count {state.seats[seat].handle} {len(dice)}` if there are more.",
    )
    for die in dict.fromkeys(dice):
        require_free(state, seat, die, referee, dice.count(die))


def require_free(
    state: Possessing, seat: int | None, die: str, referee: Referee, times: int = 1
) -> None:
    """Refuse a die that is known to be elsewhere, as often as there are sets."""
    others = [other for other in state.holders(die) if other != seat]
    loose = state.known_loose.count(die)
    elsewhere = loose + sum(state.held[other].known.count(die) for other in others)
    owners = [state.name(other) for other in others]
    owners += [f"{'the' if others else 'The'} pile"] if loose else []
    there = "there is one" if state.sets == 1 else f"there are {state.sets}"
    referee.require(
        elsewhere + times <= state.sets,
        "BO-20" if owners else "BO-4",
        f"{listed(owners)} {'has' if len(owners) == 1 else 'have'} the {die}, and {there} of it."
        if owners
        else f"The {die} is there {'once' if state.sets == 1 else f'{state.sets} times'}: "
        "no two dice of a set are alike.",
        "`companion boolean dice` shows the ten; `companion boolean holds` tells whose is which.",
    )


def require_own(state: Possessing, seat: int, die: str | None, referee: Referee) -> None:
    """Refuse to take a die from somebody who is known not to have it."""
    if die is None:
        return
    held = state.held[seat]
    if die in held.known:
        return
    require_free(state, seat, die, referee)
    referee.require(
        len(held.known) < held.size,
        "BO-20",
        f"{state.name(seat)} has {'other dice' if held.size else 'no dice'}, and not the {die}.",
        f"`companion boolean mine {state.seats[seat].handle}` shows them.",
    )


def check_dice_counted(state: Possessing, data: Data, referee: Referee) -> None:
    """Refuse an eleventh die of a set."""
    seat, dice = data["seat"], data["dice"]
    others = sum(holding.size for other, holding in enumerate(state.held) if other != seat)
    most = SET * state.sets
    referee.require(
        dice + others <= most,
        "BO-1",
        f"There are {most} dice, and the others have {others}: {state.name(seat)} cannot have "
        f"{dice}.",
        f"At most {most - others}; `companion table` shows everybody's.",
    )


# Telling


def describe_told(before: Possessing, data: Data, after: Possessing) -> str:
    """That somebody's dice are known now, and never which they are."""
    seat = data["seat"]
    return f"{after.name(seat)}'s dice: {len(data['dice'])} of {after.held[seat].size} are told"


def describe_counted(before: Possessing, data: Data, after: Possessing) -> str:
    """How many dice somebody has."""
    return f"{after.name(data['seat'])} has {dice_words(data['dice'])}"


def dice_words(count: int) -> str:
    """`one die`, `3 dice`, `no dice`."""
    return "one die" if count == 1 else f"{count or 'no'} dice"
