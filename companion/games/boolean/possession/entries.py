"""What several games record alike: which dice somebody possesses, and how many."""

from typing import Any

from companion.core.referee import Referee
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.dice.names import in_order
from companion.games.boolean.possession.state import Holding, P, Possessing, with_holding

Data = Any

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
    """Refuse a die that is known to be elsewhere, as often as there are sets.

    Whose it is stays a secret.
    """
    loose = state.known_loose.count(die)
    others = [other for other in state.holders(die) if other != seat]
    elsewhere = loose + sum(state.held[other].known.count(die) for other in others)
    referee.require(
        elsewhere + times <= state.sets,
        "BO-20" if elsewhere else "BO-4",
        _taken(state, die, others, loose),
        "`companion boolean dice` shows the ten; "
        "`companion boolean mine NAME` those that you told.",
        "One of the dice that it tells is elsewhere, by what was told besides.",
    )


def _taken(state: Possessing, die: str, others: list[int], loose: int) -> str:
    if not others and not loose:
        times = "once" if state.sets == 1 else f"{state.sets} times"
        return f"The {die} is there {times}: no two dice of a set are alike."
    if state.sets > 1:
        return f"There are {state.sets} of the {die}, and by what was told they are elsewhere."
    if loose:
        return f"The {die} lies in the center pile, by what was told."
    return f"The {die} is somebody else's, by what was told."


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
        f"{state.name(seat)} {'has other dice' if held.size else 'has no dice'}, by what was told.",
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
        f"At most {most - others}; if others have fewer, tell them in one go: "
        f"`companion boolean count {_counts(state, seat, dice)}`.",
    )


def _counts(state: Possessing, seat: int, dice: int) -> str:
    """A count with which there are enough dice, those of the player with the most taken away."""
    sizes = [holding.size for holding in state.held]
    sizes[seat] = min(dice, SET * state.sets)
    while sum(sizes) > SET * state.sets:
        other = max((at for at in range(len(sizes)) if at != seat), key=sizes.__getitem__)
        sizes[other] -= 1
    changed = [at for at, size in enumerate(sizes) if at == seat or size != state.held[at].size]
    return " ".join(f"{state.seats[at].handle} {sizes[at]}" for at in changed)


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
