"""Cards that are revealed after a challenge: which of them count for a guess."""

from collections.abc import Sequence

from companion.games.lwd.guesses import Guess

WILDCARD, POWER_SIGN = "w", "p"


def is_power(card: str) -> bool:
    """Whether a card is a power card: `p`, or `p5` with its number."""
    return card.startswith(POWER_SIGN)


def number_on(card: str) -> int | None:
    """The number on a card, also on a power card; None for a wildcard, or where it was not told."""
    digits = card.removeprefix(POWER_SIGN)
    return int(digits) if digits.isdigit() else None


def counts(card: str, guess: Guess) -> bool:
    """Whether a card is what was guessed.

    A wildcard is any number that is guessed (LW-42), but no power card (A-LW-18); a power card is
    also the number on it (A-LW-11).
    """
    if guess.on_power:
        return is_power(card)
    return card == WILDCARD or number_on(card) == guess.number


def showing(guess: Guess, cards: Sequence[str]) -> int:
    """How many of the cards are what was guessed."""
    return sum(counts(card, guess) for card in cards)
