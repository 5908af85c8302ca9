"""Dice in somebody's Possession: which they are, a secret, and how many; what they can show."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, Self, TypeVar

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
from companion.core.value import replace
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
"""Dice on a table: nobody owns a hundred sets."""
_NONE = "none"
_MOST = 12
"""Dice of one player that may be counted in a menu."""


# Who possesses how many dice, and which of them are known


class Holding(NamedTuple):
    """A player's dice: how many (`size`), and the names of those that are known: a secret.

    `hidden` says that some were entered, whichever they are, and whether they are still known: that
    much everybody may see.
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
        """As somebody knows it who may not see them."""
        return Holding(self.size, hidden=self.was_entered)

    def with_die(self, die: str | None, hidden: bool = False) -> "Holding":
        """After a die came; None for one that nobody named, or is `hidden`."""
        known = in_order([*self.known, die]) if die is not None else self.known
        return Holding(self.size + 1, known, self.hidden or hidden)

    def without_die(self, die: str | None) -> "Holding":
        """After a die went. Which are left is unknown where nobody named it, or one that is not
        among those that are known."""
        size = max(0, self.size - 1)
        if die is None or not size:
            return Holding(size)
        known = list(self.known)
        if die in known:
            known.remove(die)
        return Holding(size, tuple(known) if len(known) <= size else (), self.was_entered)


class HoldingState(State):
    """A play in which dice are possessed: `held` seat by seat, of so many `sets` of ten."""

    held: tuple[Holding, ...]
    sets: int = 1

    @property
    def loose(self) -> int:
        """How many dice nobody possesses."""
        return SET * self.sets - sum(holding.size for holding in self.held)

    @property
    def known_loose(self) -> tuple[str, ...]:
        """Which dice nobody possesses, as far as a game knows it."""
        return ()

    @property
    def public_state(self) -> Self:
        """As somebody knows it who may not see anybody's dice: which they are is unknown."""
        return replace(self, held=tuple(held.redacted for held in self.held))


P = TypeVar("P", bound=HoldingState)


def with_holding(state: P, seat: int, holding: Holding) -> P:
    """The state with another holding of one player."""
    changed: dict[str, Any] = {"held": (*state.held[:seat], holding, *state.held[seat + 1 :])}
    return replace(state, **changed)


def move_die(state: P, giver: int | None, taker: int | None, die: str | None) -> P:
    """The state after a die went from one to the other; None is nobody.

    Of somebody who has one die alone, it goes without saying which.
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
    """These are somebody's dice, as far as they are known; what was entered before is forgotten."""

    seat: Seat
    dice: Annotated[list[str], list_of(DIE)]

    def check(self, state: P, referee: Referee) -> None:
        seat, dice = self.seat, self.dice
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

    def apply(self, state: P) -> P:
        """These are a player's dice; the others, if there are more, stay unknown."""
        held, known = state.held[self.seat], in_order(self.dice)
        return with_holding(state, self.seat, Holding(max(held.size, len(known)), known))

    def describe(self, before: P, after: P) -> str:
        """That somebody's dice are known now, and never which they are."""
        held = after.held[self.seat]
        return f"{after.name(self.seat)}'s dice: {len(self.dice)} of {held.size} are known"


def _who_has_dice(trial: "Trial[HoldingState]") -> Iterable[int]:
    state = trial.state
    return (seat for seat in from_turn(state, state.turn) if state.held[seat].size)


def _dice_or_none(
    trial: "Trial[HoldingState]", args: Arguments[HoldingState]
) -> Iterator[Candidate]:
    """The ten, those that others are known to have among them; first that none are known.

    A menu is seen by whoever looks on, so nothing that it offers goes by which dice somebody has.
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


@verb("which dice somebody has: a secret")
def holds(action: Action[P], player: DiceOwner, dice: OwnDice) -> None:
    """Enter which dice somebody has; nobody else gets to see them.

    All that are known, in one go; what was entered before is forgotten.

    \b
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
    """Look at your own dice, as far as you entered them.

    \b
    Examples:
      companion boolean mine ana
    """
    state, held = seen.state, seen.state.held[player]
    if not held.known:
        raise Refused(
            f"Nobody has entered which dice {state.name(player)} has.",
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
    """Refuse a die that all know to be elsewhere, as often as there are sets.

    What is known of others' dice is a secret, and refuses nothing: whether a line is refused would
    say which dice they have.
    """
    loose = state.known_loose.count(die)
    referee.require(
        loose + times <= state.sets,
        "BO-20" if loose else "BO-4",
        _elsewhere_words(state, die, loose),
        "`companion boolean dice` shows the ten; "
        "`companion boolean mine NAME` those that you entered.",
        "One of its dice is elsewhere, by what else was entered.",
    )


def _elsewhere_words(state: HoldingState, die: str, loose: int) -> str:
    if not loose:
        times = "once" if state.sets == 1 else f"{state.sets} times"
        return f"The {die} is there {times}: no two dice of a set are alike."
    if state.sets > 1:
        return f"There are {state.sets} of the {die}, and by what was entered they are elsewhere."
    return f"The {die} lies in the center pile, by what was entered."


def require_own(state: HoldingState, seat: int, die: str | None, referee: Referee) -> None:
    """Refuse to take a die from somebody who has none, or one that all know to be elsewhere."""
    if die is None:
        return
    require_free(state, die, referee)
    referee.require(
        bool(state.held[seat].size),
        "BO-20",
        f"{state.name(seat)} has no dice, and not the {die}.",
        f"`companion boolean count {state.seats[seat].handle} 1` if there are some.",
        f"{state.name(seat)} has no dice, by what was entered.",
    )


ALL_BLACK, ALL_WHITE = "0w", "6w"
"""The dice with faces of one colour alone: one is in each set, whatever was thrown."""


def require_split_set(
    state: HoldingState, seat: int, dice: Collection[str], referee: Referee
) -> None:
    """Refuse dice that no Split leaves together: five White-up ones have the die that is white all
    over among them, five Black-up ones the black one."""
    name, handle = state.name(seat), state.seats[seat].handle
    hint = f"To enter all of {name}'s dice anew: `companion boolean holds {handle} DIE…`."
    redacted = "Its dice are not together after a Split."
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


class DiceRecounted(Fact[P], kind="dice.counted"):
    """So many dice are somebody's, whatever was entered before."""

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
            f"At most {most - others}; if others have fewer, enter them in one go: "
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
    """A count with which there are enough dice, those of the player with the most taken away."""
    sizes = [holding.size for holding in state.held]
    sizes[seat] = min(dice, SET * state.sets)
    while sum(sizes) > SET * state.sets:
        other = max((at for at in range(len(sizes)) if at != seat), key=sizes.__getitem__)
        sizes[other] -= 1
    changed = [at for at, size in enumerate(sizes) if at == seat or size != state.held[at].size]
    return " ".join(f"{state.seats[at].handle} {sizes[at]}" for at in changed)


def everybodys_dice(state: HoldingState) -> str:
    """How many dice each has, on one line: `Ana 4 · Ben 6`."""
    each = zip(state.seats, state.held, strict=True)
    return " · ".join(f"{short(who.name)} {held.size}" for who, held in each)


def _read_sizes(state: HoldingState, words: Sequence[str]) -> dict[int, int]:
    parts = [part for word in words for part in word.split("=") if part]
    if len(parts) % 2:
        raise Incomplete(
            "How many dice has each?", "`companion boolean count ana 6 ben 4`", "sizes"
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
    """Numbers by seat from `ana 3 ben 2`, and who is named last without one.

    None where the words are something else.
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
    """Player by player, how many dice each has now."""
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


@verb("how many dice somebody has")
def count(action: Action[P], sizes: Sizes) -> None:
    """How many dice somebody has now, whatever was entered before.

    \b
    Examples:
      companion boolean count ana 4
      companion boolean count ana 6 ben 4
    """
    held = action.state.held
    # Who has fewer gives way first: the dice of all together never are too many.
    for seat in sorted(sizes, key=lambda seat: sizes[seat] - held[seat].size):
        action.add(DiceRecounted[P](seat=seat, dice=sizes[seat]))
    end(action)


VERBS: Sequence[AnyVerb] = (holds, mine, count)


# What somebody's dice can show


def whites_of(state: HoldingState, seat: int) -> range:
    """How many of a player's dice can be White-up; some may have faces of one colour alone."""
    held = state.held[seat]
    dice = [by_id()[die] for die in held.known]
    least = sum(not die.can_be_black for die in dice)
    return range(least, held.size - sum(not die.can_be_white for die in dice) + 1)


def require_whites(
    state: HoldingState, seat: int, whites: int, rule: str, referee: Referee
) -> None:
    """Refuse more White-up dice than somebody has.

    Which dice are known is a secret, and refuses nothing.
    """
    held = state.held[seat]
    referee.require(
        whites <= held.size,
        rule,
        f"{state.name(seat)} rolls {dice_words(held.size)}, and {whites} of them cannot be "
        "White-up.",
        f"From 0 to {held.size}.",
    )
