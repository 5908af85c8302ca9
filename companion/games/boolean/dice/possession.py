"""Dice in a player's Possession: how many, which they are (a secret), and what they can show."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

from companion.core.action import Action
from companion.core.command import AnyVerb, player, verb, words
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded, short
from companion.core.numbers import number_of, only_digits
from companion.core.offer import from_turn, people
from companion.core.param import A_DIE, A_PLAYER, Arguments, Candidate, Incomplete
from companion.core.reply import Reply
from companion.core.seats import PlayerSeat, find_seat
from companion.core.shapes import list_of, whole_from
from companion.core.value import Annotated, replace
from companion.errors import CompanionError, Refused
from companion.games.boolean.dice.the_ten import (
    DIE,
    HALF,
    SET,
    by_id,
    dice_words,
    find_die,
    in_order,
    nets,
    the_ten,
)
from companion.games.boolean.variants import State, end

if TYPE_CHECKING:
    from companion.core.blocks import Block
    from companion.core.box import PlayView
    from companion.core.offer import Trial

MOST_DICE = 999
"""The most dice on a table: nobody owns a hundred sets."""
_NONE = "none"
_MOST = 12
"""The most dice of one player that a menu offers."""


# How many dice each player has, and which of them are known


class Holding(NamedTuple):
    """A player's dice: how many (`size`), and the names of those that are `known`, a secret.

    `hidden` replaces the names for those who may not read them: everybody may see that some were
    entered.
    """

    size: int
    known: tuple[str, ...] = ()
    hidden: bool = False

    @property
    def was_entered(self) -> bool:
        """Whether any of them were entered."""
        return self.hidden or bool(self.known)

    @property
    def redacted(self) -> "Holding":
        """What the other players may see."""
        return Holding(self.size, hidden=self.was_entered)

    def with_die(self, die: str | None, hidden: bool = False) -> "Holding":
        """With one more die; None if its name was not entered, or is `hidden`."""
        known = in_order([*self.known, die]) if die is not None else self.known
        return Holding(self.size + 1, known, self.hidden or hidden)

    def without_die(self, die: str | None) -> "Holding":
        """With one die fewer. Which are left is unknown if the die was not named, or is not among
        the known ones."""
        size = max(0, self.size - 1)
        if die is None or not size:
            return Holding(size)
        known = list(self.known)
        if die in known:
            known.remove(die)
        return Holding(size, tuple(known) if len(known) <= size else (), self.was_entered)


class HoldingState(State):
    """A play in which players hold dice: `held` seat by seat, out of so many `sets` of ten."""

    held: tuple[Holding, ...]
    sets: int = 1

    @property
    def loose(self) -> int:
        """How many dice nobody holds."""
        return SET * self.sets - sum(holding.size for holding in self.held)

    @property
    def known_loose(self) -> tuple[str, ...]:
        """The dice that nobody holds, as far as they are known."""
        return ()

    @property
    def public_state(self) -> Self:
        """The state without the names of anybody's dice."""
        return replace(self, held=tuple(held.redacted for held in self.held))


P = TypeVar("P", bound=HoldingState)


def with_holding(state: P, seat: int, holding: Holding) -> P:
    """The state with another holding of one player."""
    changed: dict[str, Any] = {"held": (*state.held[:seat], holding, *state.held[seat + 1 :])}
    return replace(state, **changed)


def move_die(state: P, giver: int | None, taker: int | None, die: str | None) -> P:
    """The state after a die went from `giver` to `taker`; None is nobody.

    If a player has a single die, it is that one.
    """
    hidden = False
    if giver is not None and die is None and state.held[giver].size == 1:
        die, hidden = next(iter(state.held[giver].known), None), state.held[giver].was_entered
    if giver is not None:
        state = with_holding(state, giver, state.held[giver].without_die(die))
    if taker is not None:
        state = with_holding(state, taker, state.held[taker].with_die(die, hidden))
    return state


# Which dice somebody has


class DiceNamed(Fact[P], kind="dice.told", secret=("dice",)):
    """The known dice of a player; what was entered before is forgotten."""

    seat: Seat
    dice: Annotated[list[str], list_of(DIE)]

    def check(self, state: P, referee: Referee) -> None:
        seat, dice = self.seat, self.dice
        name, count = state.name(seat), state.held[seat].size
        referee.require(
            len(dice) <= count,
            "BO-23",
            f"{name} has {dice_words(count)}, and you entered {dice_words(len(dice))}.",
            f"`companion boolean mine {state.seats[seat].handle}` shows those entered before; "
            f"`companion boolean count {state.seats[seat].handle} {len(dice)}` if there are more.",
        )
        for die in dict.fromkeys(dice):
            require_free(state, die, referee, dice.count(die))

    def apply(self, state: P) -> P:
        """Other dice of the player stay unknown."""
        held, known = state.held[self.seat], in_order(self.dice)
        return with_holding(state, self.seat, Holding(max(held.size, len(known)), known))

    def describe(self, before: P, after: P) -> str:
        """How many dice were entered, never which."""
        held = after.held[self.seat]
        return f"{after.name(self.seat)}'s dice: {len(self.dice)} of {held.size} entered"


def _who_has_dice(trial: "Trial[HoldingState]") -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if state.held[seat].size)


def _dice_or_none(
    trial: "Trial[HoldingState]", args: Arguments[HoldingState]
) -> Iterator[Candidate]:
    """All ten dice except those typed already; or `none`.

    Anyone may look at a menu, so what it offers never depends on who has which dice.
    """
    named = {find_die(word).id for word in args.words_of("dice")}
    yield from ((die.short, die.title) for die in the_ten() if die.id not in named)
    if not named:
        yield _NONE, "forget what was entered"


def _read_dice(state: HoldingState, words: Sequence[str]) -> list[str]:
    if [folded(word) for word in words] == [_NONE]:
        return []
    return [find_die(word).id for word in words]


DiceOwner = Annotated[int, player(_who_has_dice)]
OwnDice = Annotated[
    list[str], words(_read_dice, "DIE...", A_DIE, candidates=_dice_or_none, secret=True)
]


@verb("a player's dice, in secret")
def holds(action: Action[P], player: DiceOwner, dice: OwnDice) -> None:
    """Enter which dice a player has; nobody else gets to see them.

    Enter all that you know at once; what was entered before is forgotten.

    Examples:
      companion boolean holds ana 3w-corner 2o 5w
      companion boolean holds ana none              forget what was entered
    """
    action.add(DiceNamed[P](seat=player, dice=dice))


# One's own dice


Oneself = Annotated[
    int,
    player(lambda trial: (seat for seat, held in enumerate(trial.state.held) if held.was_entered)),
]


@verb(
    "look at your own dice",
    when=lambda trial: any(held.was_entered for held in trial.state.held),
    private=True,
)
def mine(seen: "PlayView[HoldingState]", player: Oneself) -> Reply:
    """Look at your own dice, as you entered them.

    Examples:
      companion boolean mine ana
    """
    state, held = seen.state, seen.state.held[player]
    if not held.known:
        raise Refused(
            f"{state.name(player)}'s dice were not entered.",
            f"`companion boolean holds {state.seats[player].handle} 3w-corner 2o` enters them.",
        )

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "player": state.name(player),
            "dice": held.size,
            "known": list(held.known),
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading

        known = f"{len(held.known)} of {held.size}"
        return [Heading(f"{state.name(player)}'s dice", known), *nets(held.known)]

    return Reply(document=document, blocks=blocks)


def require_free(state: HoldingState, die: str, referee: Referee, times: int = 1) -> None:
    """Refuse a die if everybody can see that all of its kind are elsewhere.

    Others' dice are a secret and refuse nothing: a refusal would give away who has which.
    """
    loose = state.known_loose.count(die)
    referee.require(
        loose + times <= state.sets,
        "BO-20" if loose else "BO-4",
        _elsewhere_words(state, die, loose),
        "`companion boolean dice` shows the ten; `companion boolean mine NAME` shows the dice you "
        "entered.",
        "By what else was entered, one of these dice is elsewhere.",
    )


def _elsewhere_words(state: HoldingState, die: str, loose: int) -> str:
    if not loose:
        there_is = "There is one" if state.sets == 1 else f"There are {state.sets} of the"
        return f"{there_is} {die}: no two dice of a set are alike."
    if state.sets > 1:
        return f"There are {state.sets} of the {die}, and by what was entered all are elsewhere."
    return f"By what was entered, the {die} lies in the center pile."


def require_own(state: HoldingState, seat: int, die: str | None, referee: Referee) -> None:
    """Refuse to take a die from a player who has none, or one that is visibly elsewhere."""
    if die is None:
        return
    require_free(state, die, referee)
    referee.require(
        bool(state.held[seat].size),
        "BO-20",
        f"{state.name(seat)} has no dice, so not the {die}.",
        f"`companion boolean count {state.seats[seat].handle} 1` if that is wrong.",
        f"By what was entered, {state.name(seat)} has no dice.",
    )


ALL_BLACK, ALL_WHITE = "0w", "6w"
"""The dice with faces of one colour only: each set has one of both."""


def require_split_set(
    state: HoldingState, seat: int, dice: Collection[str], referee: Referee
) -> None:
    """Refuse dice that are never together after a Split: the White-up set always has the all-white
    die, the Black-up set the all-black one.
    """
    name, handle = state.name(seat), state.seats[seat].handle
    hint = f"To enter all of {name}'s dice again: `companion boolean holds {handle} DIE…`."
    redacted = "No Split leaves these dice together."
    referee.require(
        not {ALL_BLACK, ALL_WHITE}.issubset(dice),
        "BO-30",
        f"After a Split, the {ALL_BLACK} and the {ALL_WHITE} are never in the same set: one is "
        "always Black-up, the other always White-up.",
        hint,
        redacted,
    )
    referee.require(
        len(dice) < HALF or bool({ALL_BLACK, ALL_WHITE}.intersection(dice)),
        "BO-30",
        f"After a Split, a set of five has the {ALL_BLACK} or the {ALL_WHITE}.",
        hint,
        redacted,
    )


# How many dice somebody has


class DiceRecounted(Fact[P], kind="dice.counted"):
    """How many dice a player has, whatever was entered before."""

    seat: Seat
    dice: Annotated[int, whole_from(0, MOST_DICE)]

    def check(self, state: P, referee: Referee) -> None:
        seat, dice = self.seat, self.dice
        others = sum(holding.size for other, holding in enumerate(state.held) if other != seat)
        most = SET * state.sets
        referee.require(
            dice + others <= most,
            "BO-1",
            f"There are {most} dice, and the others have {others}: {state.name(seat)} cannot have "
            f"{dice}.",
            f"At most {most - others}; if others have fewer, enter both: "
            f"`companion boolean count {_counts_that_fit(state, seat, dice)}`.",
        )

    def apply(self, state: P) -> P:
        held, count = state.held[self.seat], self.dice
        known = held.known if len(held.known) <= count else ()
        left = Holding(count, known, held.was_entered and count > 0)
        return with_holding(state, self.seat, left)

    def describe(self, before: P, after: P) -> str:
        return f"{after.name(self.seat)} has {dice_words(self.dice)}"


def _counts_that_fit(state: HoldingState, seat: int, dice: int) -> str:
    """Counts that add up, by taking dice from whoever has the most."""
    sizes = [holding.size for holding in state.held]
    sizes[seat] = min(dice, SET * state.sets)
    while sum(sizes) > SET * state.sets:
        other = max((at for at in range(len(sizes)) if at != seat), key=sizes.__getitem__)
        sizes[other] -= 1
    changed = [at for at, size in enumerate(sizes) if at == seat or size != state.held[at].size]
    return " ".join(f"{state.seats[at].handle} {sizes[at]}" for at in changed)


def everybodys_dice(state: HoldingState) -> str:
    """How many dice each player has: `Ana 4 · Ben 6`."""
    each = zip(state.seats, state.held, strict=True)
    return " · ".join(f"{short(who.name)} {held.size}" for who, held in each)


def _read_sizes(state: HoldingState, words: Sequence[str]) -> dict[int, int]:
    parts = [part for word in words for part in word.split("=") if part]
    if len(parts) % 2:
        raise Incomplete(
            "How many dice has each player?", "`companion boolean count ana 6 ben 4`", "sizes"
        )
    return {
        find_seat(state.seats, name): number_of(
            many, "number of dice", "`companion boolean count ana 4`"
        )
        for name, many in zip(parts[::2], parts[1::2], strict=True)
    }


def read_pairs(
    seats: Sequence[PlayerSeat], words: Sequence[str]
) -> tuple[dict[int, int], int | None] | None:
    """Read `ana 3 ben 2` as numbers by seat, and the seat of a last name without a number.

    None for other words.
    """
    numbers: dict[int, int] = {}
    last: int | None = None
    for word in (part for both in words for part in both.split("=") if part):
        if last is not None:
            if not only_digits(word):
                return None
            numbers[last], last = int(word), None
            continue
        try:
            last = find_seat(seats, word)
        except CompanionError:
            return None
    return numbers, last


def _who_or_how_many(
    trial: "Trial[HoldingState]", args: Arguments[HoldingState]
) -> Iterator[Candidate]:
    """A player, then how many dice that player may have."""
    state, read = trial.state, read_pairs(trial.state.seats, args.words_of("sizes"))
    if read is None:
        return
    known, last = read
    if last is None:
        for seat in from_turn(state, state.turn):
            if seat not in known:
                yield from people(state, [seat], f"has {dice_words(state.held[seat].size)}")
        return
    others = sum(known.get(other, it.size) for other, it in enumerate(state.held) if other != last)
    for size in range(min(_MOST, max(0, SET * state.sets - others)) + 1):
        if size != state.held[last].size:
            yield str(size), "dice"


Sizes = Annotated[
    Mapping[int, int],
    words(_read_sizes, "PLAYER N...", A_PLAYER, duplicates=True, candidates=_who_or_how_many),
]


@verb("how many dice a player has")
def count(action: Action[P], sizes: Sizes) -> None:
    """Set how many dice a player has, whatever was entered before.

    Examples:
      companion boolean count ana 4
      companion boolean count ana 6 ben 4
    """
    held = action.state.held
    # Players who lose dice come first, so that there are never too many dice in between.
    for seat in sorted(sizes, key=lambda seat: sizes[seat] - held[seat].size):
        action.add(DiceRecounted[P](seat=seat, dice=sizes[seat]))
    end(action)


VERBS: Sequence[AnyVerb] = (holds, mine, count)


# What a player's dice can show


def whites_of(state: HoldingState, seat: int) -> range:
    """How many of a player's dice can be White-up, as some have faces of one colour only."""
    held = state.held[seat]
    dice = [by_id()[die] for die in held.known]
    least = sum(not die.can_be_black for die in dice)
    return range(least, held.size - sum(not die.can_be_white for die in dice) + 1)


def require_whites(
    state: HoldingState, seat: int, whites: int, rule: str, referee: Referee
) -> None:
    """Refuse more White-up dice than a player has.

    Which dice these are is a secret, and refuses nothing.
    """
    held = state.held[seat]
    referee.require(
        whites <= held.size,
        rule,
        f"{state.name(seat)} rolls {dice_words(held.size)}, so {whites} cannot be White-up.",
        f"Enter 0 to {held.size}.",
    )
