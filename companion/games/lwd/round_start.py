"""How a round begins: the Liar's number, and how everybody may split a deck into that many dice."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.box import PlayView
from companion.core.command import number, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import counted, listed
from companion.core.param import Arguments, Candidate
from companion.core.reply import Reply
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.lwd.decks import PLAIN_SIZE, CardCount, count_dice, count_singles, has_singles
from companion.games.lwd.state import MIN_DICE, State, lose_command, start_command

if TYPE_CHECKING:
    from companion.core.offer import Trial

# The Liar's number


class NumberStated(Fact[State], kind="number.stated"):
    """The Liar says how many dice everybody makes."""

    seat: Seat
    dice: CardCount

    def check(self, state: State, referee: Referee) -> None:
        stated, least_dice = self.dice, state.variant.min_dice
        referee.require(
            self.seat == state.liar,
            "LW-10",
            f"{state.name(state.liar)} is the Liar and states the number, not "
            f"{state.name(self.seat)}.",
            "`companion table` shows who is the Liar; `companion log` the rounds.",
        )
        if state.phase == "loss":
            raise Refused(
                "The last round is not over: the loser gives up a die first.",
                lose_command(state),
            )
        if state.liars_number is not None:
            has_more = state.has_guesses or state.triggered
            raise Refused(
                f"The Liar's number in this round is already {state.liars_number}.",
                "`companion log` has the number for `companion undo`; "
                "`companion lwd round` shows the splits."
                if has_more
                else "`companion undo` takes that back; `companion lwd round` shows the splits.",
            )
        fewest = min(MIN_DICE, least_dice)  # `--min-dice` may be 1 by a house rule
        referee.require(
            stated >= fewest,
            "LW-11",
            f"{stated} is too few: everybody makes more than one die.",
            f"`companion lwd round {least_dice}`",
        )
        referee.require(
            stated >= least_dice or stated < fewest,
            "LW-37",
            f"In this game a Liar states {least_dice} or more, not {stated}.",
            f"`companion lwd round {least_dice}`; {start_command(state, min_dice=stated)} begins "
            "another game.",
        )

    def apply(self, state: State) -> State:
        decks = tuple(deck.after_gathering() for deck in state.decks)
        return replace(state, liars_number=self.dice, decks=decks, swap_seat=None)

    def describe(self, before: State, after: State) -> str:
        dice = f"{after.all_dice} dice" if after.all_dice != 1 else "one die"
        return f"{after.name(self.seat)}, the Liar, states {self.dice}: {dice}"


def _possible_numbers(trial: "Trial[State]", args: Arguments[State]) -> Iterator[Candidate]:
    """Every number up to the cards of the largest deck, with how many dice that makes."""
    decks, fewest = trial.state.decks, trial.state.variant.min_dice
    for stated in range(fewest, max(fewest, *(deck.size for deck in decks)) + 1):
        dice = sum(count_dice(deck.size, stated) for deck in decks)
        yield str(stated), f"{dice} dice on the table"


LiarsNumber = Annotated[
    int,
    number(
        0,
        99,
        name="N",
        what="number of dice",
        example="at most 99, for example `companion lwd round 3`",
        optional=True,
        candidates=_possible_numbers,
    ),
]


@verb("how many dice, and the splits", name="round", whose=lambda state: (state.liar,))
def state_number(action: Action[State], dice: LiarsNumber) -> None:
    """The Liar states how many dice; see how decks may be split.

    Without a number, the splits of this round are shown again.

    Examples:
      companion lwd round 3
      companion lwd round
    """
    action.add(NumberStated(seat=action.state.liar, dice=dice))
    most = max(deck.size for deck in action.state.decks)
    if dice > most:
        action.warn(f"Nobody has {dice} cards: all dice are single cards (A-LW-01).")
    action.show(lambda: split_lines(action.state), lambda: {"splits": splits_report(action.state)})


@state_number.alone(
    when=lambda trial: (
        trial.state.status == "live"
        and trial.state.phase == "guess"
        and trial.state.liars_number is not None
    )
)
def show_splits(seen: PlayView[State]) -> Reply:
    """Show how decks may be split in this round. Raises Refused before the number is stated."""
    state = seen.state
    if state.liars_number is None:
        raise Refused(
            f"{state.name(state.liar)}, the Liar, has not stated a number yet.",
            f"`companion lwd round {state.variant.min_dice}`",
        )
    return Reply(
        document=lambda: {
            "play": seen.play,
            "liar": state.name(state.liar),
            "dice_count": state.liars_number,
            "splits": splits_report(state),
        },
        lines=(f"The Liar's number is {state.liars_number}.", *split_lines(state)),
    )


# How decks are split

Split = tuple[int, ...]
"""How many cards are in each die, the smallest die first."""
_FEW = 4
"""Up to this many ways are all listed; of more, only the first ones and the last."""


def splits(cards: int, liars_number: int) -> Iterator[Split]:
    """All ways to split a deck into dice, the most uneven first; one empty way for no cards.

    With as few single cards as possible (LW-14, LW-15, A-LW-02).
    """
    singles, larger = count_singles(cards, liars_number)
    return ((1,) * singles + rest for rest in _sums(cards - singles, larger, 2))


def count_splits(cards: int, liars_number: int) -> int:
    """How many ways there are: computed, as there may be millions."""
    singles, larger = count_singles(cards, liars_number)
    return _count_sums(cards - singles - 2 * larger, larger)


def most_even(cards: int, liars_number: int) -> Split:
    """The most even way, in which die sizes differ by 1 at most: the last one of `splits`."""
    dice = count_dice(cards, liars_number)
    if not dice:
        return ()
    each, more = divmod(cards, dice)
    return (each,) * (dice - more) + (each + 1,) * more


def _sums(cards: int, dice: int, least: int) -> Iterator[Split]:
    """All ways to write `cards` as an ascending sum of `dice` numbers of at least `least`."""
    if dice <= 1:
        if cards >= least and dice:
            yield (cards,)
        elif not cards and not dice:
            yield ()
        return
    for first in range(least, cards // dice + 1):
        for rest in _sums(cards - first, dice - 1, first):
            yield (first, *rest)


@cache
def _count_sums(cards: int, dice: int) -> int:
    """How many ways there are to write a number as a sum of so many or fewer."""
    if cards == 0:
        return 1
    if cards < 0 or dice == 0:
        return 0
    return _count_sums(cards, dice - 1) + _count_sums(cards - dice, dice)


_MOST_SPLITS = 200
"""Ways to split a deck in the JSON document; there may be millions."""


def split_lines(state: State) -> list[str]:
    """A line for each number of cards: who has that many, and how they may be split."""
    if state.liars_number is None:
        return []
    together: dict[int, list[str]] = {}
    for seat in state.still_in:
        together.setdefault(state.decks[seat].in_dice, []).append(state.name(seat))
    return [
        f"{listed(names)} ({counted(cards, 'card')}): {ways_in_words(cards, state.liars_number)}"
        for cards, names in together.items()
    ]


def splits_report(state: State) -> list[dict[str, Any]]:
    """For each player in the game: cards, dice, how many ways there are, and the first of them."""
    liars_number = state.liars_number
    if liars_number is None:
        return []
    return [
        {
            "name": state.name(seat),
            "cards": cards,
            "dice": state.dice(seat),
            "ways": count_splits(cards, liars_number),
            "splits": [list(split) for split in islice(splits(cards, liars_number), _MOST_SPLITS)],
        }
        for seat in state.still_in
        for cards in (state.decks[seat].in_dice,)
    ]


def ways_in_words(cards: int, liars_number: int) -> str:
    """How a deck may be split, in words: all ways, or the first ones and the last."""
    dice, count = count_dice(cards, liars_number), count_splits(cards, liars_number)
    if not dice:
        return "no dice"
    if count <= _FEW:
        words = listed([_sum(split) for split in splits(cards, liars_number)], "or")
    else:
        first = [_sum(split) for split in islice(splits(cards, liars_number), _FEW - 2)]
        words = f"{', '.join(first)} … {_sum(most_even(cards, liars_number))} ({count:,} ways)"
    if dice < liars_number:
        only = "one die" if dice == 1 else f"{dice} dice"
        return f"{words}; only {only}, for lack of cards (A-LW-01)"
    if has_singles(cards, liars_number):
        return f"{words}; with as few single cards as possible (A-LW-02)"
    return words


def _sum(split: Split) -> str:
    return "+".join(str(cards) for cards in split)


# What to do next


def say_setup(state: State) -> Iterator[str]:
    """Remind of what is done before the first round, and not entered."""
    variant = state.variant
    if state.round > 1:
        return
    if variant.power and not variant.random and variant.cards >= PLAIN_SIZE:
        more = f", and {variant.cards - PLAIN_SIZE} others" if variant.cards > PLAIN_SIZE else ""
        yield f"Everybody gets a card of each number from 1 to 6, plain or with a power{more}."
    if variant.wildcards:
        yield "Everybody swaps one card for a wildcard, unseen; this is not entered."


def say_number(state: State) -> str:
    """Ask the Liar for a number."""
    return (
        f"{state.name(state.liar)}, the Liar, states how many dice, {state.variant.min_dice} or "
        f"more: `companion lwd round {state.variant.min_dice}`."
    )
