"""How likely it was that at least so many dice showed what was guessed, before they were revealed.

The top cards of a player's dice are as good as cards drawn from the deck: it was split and shuffled
unseen, however many cards are in each die. Players are independent of each other. Exact, but for
the rounding of floating-point numbers.
"""

from collections.abc import Sequence
from math import comb

from companion.games.lwd.chances.deck import contents
from companion.games.lwd.deck import Deck
from companion.games.lwd.guesses import POWER, Guess, Subject


def at_least(
    decks: Sequence[Deck], dice: Sequence[int], guess: Guess, share: float | None = None
) -> float:
    """The chance that a guess was right. `dice` is how many each deck was split into."""
    least = least_chances(distribution(decks, dice, guess.number, share))
    return least[guess.times] if guess.times < len(least) else 0.0


def least_chances(chances: Sequence[float]) -> list[float]:
    """From the chance of each number of dice, that of so many or more: of none or more it is 1."""
    return [1.0, *(min(1.0, sum(chances[times:])) for times in range(1, len(chances)))]


def distribution(
    decks: Sequence[Deck], dice: Sequence[int], subject: Subject, share: float | None = None
) -> list[float]:
    """The chance of each number of dice that show it, from none to all of them.

    `share` is the part of the dealt cards that are power cards (0 to 1), where that was guessed.
    """
    together = [1.0]
    for deck, tops in zip(decks, dice, strict=True):
        together = _both(together, _tops(deck, tops, subject, share))
    return together


def _tops(deck: Deck, tops: int, subject: Subject, share: float | None) -> list[float]:
    """One player's dice: the chance of each number of them that show it.

    Cards that came in the middle of the round are in no die.
    """
    chances = [0.0] * (tops + 1)
    for content, chance in contents(_without_aside(deck), subject, share).items():
        # A wildcard is the number that was guessed (LW-42), but no power card (A-LW-18).
        counting = content.matching + (0 if subject == POWER else content.wild)
        ways = comb(content.cards, tops)
        for showing in range(min(counting, tops) + 1):
            here = comb(counting, showing) * comb(content.cards - counting, tops - showing)
            chances[showing] += chance * here / ways if ways else 0.0
    return chances


def _without_aside(deck: Deck) -> Deck:
    """A deck as it was split: without the newest cards, which lie aside."""
    steps = list(deck.steps)
    for _ in range(deck.aside):
        extras = [place for place, step in enumerate(steps) if step.what == "extra"]
        if extras:
            del steps[extras[-1]]
    return Deck(deck.in_dice, tuple(steps))


def _both(one: Sequence[float], other: Sequence[float]) -> list[float]:
    """The chances of the sum of two independent numbers."""
    together = [0.0] * (len(one) + len(other) - 1)
    for a, first in enumerate(one):
        for b, second in enumerate(other):
            together[a + b] += first * second
    return together
