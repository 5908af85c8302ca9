"""What is known of a play of A Little White Die: an immutable value."""

from dataclasses import dataclass
from typing import Literal, NamedTuple

from companion.core.play import PlayState
from companion.games.lwd.deck import CARDS, Deck, Hand
from companion.games.lwd.guesses import HIGHEST, Guess
from companion.games.lwd.splits import dice_of

Phase = Literal["number", "guess", "loss"]
"""The Liar states a number; guesses go round; after a challenge, the loser gives up a die."""
UNTIL = ("first-out", "last-standing")
MIN_DICE, MIN_DICE_OF_BIG_DECKS = 2, 3
DECKS = (6, 9, 12)


class Variant(NamedTuple):
    """What is played: cards in a deck, how they are dealt, the least number that a Liar may state,
    the expansions, and the end."""

    cards: int = CARDS
    random: bool = False
    min_dice: int = MIN_DICE
    wildcards: bool = False
    power: bool = False
    until: str = UNTIL[0]


def usual_min_dice(cards: int) -> int:
    """The least number that a Liar may state, where a table says nothing else (A-LW-15)."""
    return MIN_DICE if cards <= CARDS else MIN_DICE_OF_BIG_DECKS


class Said(NamedTuple):
    """A guess and whose it was."""

    seat: int
    guess: Guess


class Showdown(NamedTuple):
    """A round as it ended: the guess that was challenged (None: untold), and what was revealed.

    `guesser` made that guess, though it may be untold; None where nobody guessed.
    `there` is how many dice showed what was guessed, None where nobody told. `dice` and `decks` are
    everybody's in that round, before anything was revealed, and `triggered` the power cards that
    were; `hands` are what each showed, empty where that was not told. `loser` is None where it
    could not be said. `number` is the round's.
    """

    said: Said | None
    guesser: int | None
    challenger: int | None
    there: int | None
    loser: int | None
    number: int
    dice: tuple[int, ...]
    decks: tuple[Deck, ...]
    triggered: tuple[tuple[int, int | None], ...] = ()
    hands: tuple[Hand, ...] = ()

    @property
    def right(self) -> bool | None:
        """Whether the guess was right; None where nobody told what lay there."""
        if self.said is None or self.there is None:
            return None
        return self.there >= self.said.guess.times


@dataclass(frozen=True, slots=True, kw_only=True)
class State(PlayState):
    """A play of A Little White Die.

    `turn` is who is to guess. `dice_count` is what the Liar stated, None until then. `untold` is
    how many guesses were made since the last one in `guesses` of which nobody told. `triggered` are
    the power cards of this round, by seat and number. `showdown` is this round's challenge, `past`
    the last round before it of which dice were told. `swapper` may give up a card for a wildcard
    now.
    """

    variant: Variant
    decks: tuple[Deck, ...]
    liar: int
    turn: int
    dice_count: int | None = None
    guesses: tuple[Said, ...] = ()
    untold: int = 0
    triggered: tuple[tuple[int, int | None], ...] = ()
    highest: int = HIGHEST
    showdown: Showdown | None = None
    past: Showdown | None = None
    swapper: int | None = None

    @property
    def phase(self) -> Phase:
        """What the round has come to."""
        if self.showdown is not None:
            return "loss"
        begun = self.guesses or self.untold > 0 or self.dice_count is not None
        return "guess" if begun else "number"

    @property
    def last(self) -> Guess | None:
        """The guess to beat: the newest one that was told."""
        return self.guesses[-1].guess if self.guesses else None

    def dice(self, seat: int) -> int | None:
        """How many dice a player has in this round; None before the number is known."""
        if self.dice_count is None:
            return None
        return dice_of(self.decks[seat].in_dice, self.dice_count)

    @property
    def all_dice(self) -> int | None:
        """How many dice are on the table."""
        if self.dice_count is None:
            return None
        return sum(self.dice(seat) or 0 for seat in range(len(self.seats)))

    @property
    def still_in(self) -> tuple[int, ...]:
        """The seats that have cards."""
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.cards)

    def leaders(self) -> tuple[int, ...]:
        """The seats with the most cards: several in a tie (LW-6)."""
        most = max(deck.cards for deck in self.decks)
        return tuple(seat for seat, deck in enumerate(self.decks) if deck.cards == most)

    def next_in(self, seat: int, step: int = 1) -> int:
        """The next seat clockwise that has cards; that very seat where nobody else has any.

        With a `step` of -1, the one before.
        """
        count = len(self.seats)
        order = [(seat + step * steps) % count for steps in range(1, count + 1)]
        return next((other for other in order if self.decks[other].cards), seat)
