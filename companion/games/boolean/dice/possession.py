"""Dice in somebody's Possession: which they are and how many, as it is told; what they can show."""

from collections.abc import Collection
from typing import Annotated, Any, NamedTuple, Self, TypedDict, TypeVar

from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.legal import Step
from companion.core.names import short
from companion.core.shapes import SEAT, list_of, whole_from
from companion.core.value import replace
from companion.games.boolean.dice.the_ten import DIE, HALF, SET, by_id, dice_words, in_order
from companion.games.boolean.variants import State

MOST_DICE = 999
"""Dice on a table: nobody owns a hundred sets."""


# Who possesses how many dice, and which of them were told


class Holding(NamedTuple):
    """A player's dice: how many (`size`), and the names of those that were told: a secret.

    `hidden` says that some were told, whichever they are, and whether they are still known: that
    much everybody may see.
    """

    size: int
    known: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def is_told(self) -> bool:
        """Whether any of them were told."""
        return self.hidden or bool(self.known)

    @property
    def redacted(self) -> "Holding":
        """As somebody knows it who may not see them."""
        return Holding(self.size, hidden=self.is_told)

    def took(self, die: str | None, hidden: bool = False) -> "Holding":
        """After a die came; None for one that nobody named, or is `hidden`."""
        known = in_order([*self.known, die]) if die is not None else self.known
        return Holding(self.size + 1, known, self.hidden or hidden)

    def gave(self, die: str | None) -> "Holding":
        """After a die went. Which are left is unknown where nobody named it, or another than those
        that were told."""
        size = max(0, self.size - 1)
        if die is None or not size:
            return Holding(size)
        known = list(self.known)
        if die in known:
            known.remove(die)
        return Holding(size, tuple(known) if len(known) <= size else (), self.is_told)


class Possessing(State):
    """A play in which dice are possessed: `held` seat by seat, of so many `sets` of ten."""

    held: tuple[Holding, ...]
    sets: int = 1

    @property
    def loose(self) -> int:
        """How many dice nobody possesses."""
        return SET * self.sets - sum(holding.size for holding in self.held)

    @property
    def known_loose(self) -> tuple[str, ...]:
        """Which dice nobody possesses, as far as that is known; a game may tell."""
        return ()

    @property
    def public_state(self) -> Self:
        """As somebody knows it who may not see anybody's dice: which they are is unknown."""
        return replace(self, held=tuple(held.redacted for held in self.held))


P = TypeVar("P", bound=Possessing)


def with_holding(state: P, seat: int, holding: Holding) -> P:
    """The state with another holding of one player."""
    changed: dict[str, Any] = {"held": (*state.held[:seat], holding, *state.held[seat + 1 :])}
    return replace(state, **changed)


def moved(state: P, giver: int | None, taker: int | None, die: str | None) -> P:
    """The state after a die went from one to the other; None is nobody.

    Of somebody who has one die alone, it goes without saying which.
    """
    hidden = False
    if giver is not None and die is None and state.held[giver].size == 1:
        die, hidden = next(iter(state.held[giver].known), None), state.held[giver].is_told
    if giver is not None:
        state = with_holding(state, giver, state.held[giver].gave(die))
    if taker is not None:
        state = with_holding(state, taker, state.held[taker].took(die, hidden))
    return state


# Which dice somebody has


class DiceTold(TypedDict):
    """These are somebody's dice, as far as they are told; what was told before is forgotten."""

    seat: Annotated[int, SEAT]
    dice: Annotated[list[str], list_of(DIE)]


def dice_told(state: P, data: DiceTold) -> P:
    """These are a player's dice; the others, if there are more, stay unknown."""
    held = state.held[data["seat"]]
    known = in_order(data["dice"])
    return with_holding(state, data["seat"], Holding(max(held.size, len(known)), known))


def check_dice_told(state: Possessing, data: DiceTold, referee: Referee) -> None:
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
        require_free(state, die, referee, dice.count(die))


def describe_told(before: Possessing, data: DiceTold, after: Possessing) -> str:
    """That somebody's dice are known now, and never which they are."""
    seat = data["seat"]
    return f"{after.name(seat)}'s dice: {len(data['dice'])} of {after.held[seat].size} are told"


DICE_TOLD = Kind(
    "dice.told",
    DiceTold,
    apply=dice_told,
    tell=describe_told,
    check=check_dice_told,
    secret=("dice",),
)


def require_free(state: Possessing, die: str, referee: Referee, times: int = 1) -> None:
    """Refuse a die that all know to be elsewhere, as often as there are sets.

    What was told of others is a secret, and refuses nothing: whether a line stands would say which
    dice they have.
    """
    loose = state.known_loose.count(die)
    referee.require(
        loose + times <= state.sets,
        "BO-20" if loose else "BO-4",
        _taken(state, die, loose),
        "`companion boolean dice` shows the ten; "
        "`companion boolean mine NAME` those that you told.",
        "One of the dice that it tells is elsewhere, by what was told besides.",
    )


def _taken(state: Possessing, die: str, loose: int) -> str:
    if not loose:
        times = "once" if state.sets == 1 else f"{state.sets} times"
        return f"The {die} is there {times}: no two dice of a set are alike."
    if state.sets > 1:
        return f"There are {state.sets} of the {die}, and by what was told they are elsewhere."
    return f"The {die} lies in the center pile, by what was told."


def require_own(state: Possessing, seat: int, die: str | None, referee: Referee) -> None:
    """Refuse to take a die from somebody who has none, or one that all know to be elsewhere."""
    if die is None:
        return
    require_free(state, die, referee)
    referee.require(
        bool(state.held[seat].size),
        "BO-20",
        f"{state.name(seat)} has no dice, and not the {die}.",
        f"`companion boolean count {state.seats[seat].handle} 1` if there are some.",
        f"{state.name(seat)} has no dice, by what was told.",
    )


ALL_BLACK, ALL_WHITE = "0w", "6w"
"""The dice with faces of one colour alone: one is in each set, whatever was thrown."""


def require_of_a_split(
    state: Possessing, seat: int, dice: Collection[str], referee: Referee
) -> None:
    """Refuse dice that no Split leaves together: five White-up ones have the die that is white all
    over among them, five Black-up ones the black one."""
    name, handle = state.name(seat), state.seats[seat].handle
    hint = f"To enter all of {name}'s dice anew: `companion boolean holds {handle} DIE…`."
    redacted = "The dice that it tells are not together after a Split."
    referee.require(
        not {ALL_BLACK, ALL_WHITE}.issubset(dice),
        "BO-30",
        f"The {ALL_BLACK} and the {ALL_WHITE} are never in the same set after a Split: one is "
        "Black-up, however it lies, and the other White-up.",
        hint,
        redacted,
    )
    referee.require(
        len(dice) < HALF or bool({ALL_BLACK, ALL_WHITE}.intersection(dice)),
        "BO-30",
        f"After a Split, five dice have the {ALL_BLACK} among them, or the {ALL_WHITE}.",
        hint,
        redacted,
    )


# How many dice somebody has


class DiceCounted(TypedDict):
    """So many dice are somebody's, whatever was told before."""

    seat: Annotated[int, SEAT]
    dice: Annotated[int, whole_from(0, MOST_DICE)]


def dice_counted(state: P, data: DiceCounted) -> P:
    """So many dice are a player's, whatever was told before."""
    held, count = state.held[data["seat"]], data["dice"]
    known = held.known if len(held.known) <= count else ()
    return with_holding(state, data["seat"], Holding(count, known, held.is_told and count > 0))


def check_dice_counted(state: Possessing, data: DiceCounted, referee: Referee) -> None:
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


DICE_COUNTED = Kind(
    "dice.counted",
    DiceCounted,
    apply=dice_counted,
    tell=lambda before, data, after: f"{after.name(data['seat'])} has {dice_words(data['dice'])}",
    check=check_dice_counted,
)


def everybodys_dice(state: Possessing) -> str:
    """How many dice each has, on one line: `Ana 4 · Ben 6`."""
    each = zip(state.seats, state.held, strict=True)
    return " · ".join(f"{short(who.name)} {held.size}" for who, held in each)


# What can be told of dice now

MAY_COUNT = Step[Any]("count")
MAY_TELL = Step[Any]("holds", when=lambda state: any(held.size for held in state.held))
MAY_LOOK = Step[Any]("mine", when=lambda state: any(held.is_told for held in state.held))


# What somebody's dice can show


def whites_of(state: Possessing, seat: int) -> range:
    """How many of a player's dice can be White-up; some may have faces of one colour alone."""
    held = state.held[seat]
    dice = [by_id()[die] for die in held.known]
    least = sum(not die.can_be_black for die in dice)
    return range(least, held.size - sum(not die.can_be_white for die in dice) + 1)


def require_whites(state: Possessing, seat: int, whites: int, rule: str, referee: Referee) -> None:
    """Refuse more White-up dice than somebody has.

    Dice that were told are a secret, and refuse nothing.
    """
    held = state.held[seat]
    referee.require(
        whites <= held.size,
        rule,
        f"{state.name(seat)} rolls {dice_words(held.size)}, and {whites} of them cannot be "
        "White-up.",
        f"From 0 to {held.size}.",
    )
