"""Decks: what everybody can know of a player's cards, how they are split into dice, what is on top.

Each die has two cards or more, unless there is no other choice.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal, NamedTuple

from companion.core.names import counted, folded, listed, short
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, whole_from
from companion.errors import Invalid
from companion.games.lwd.guesses import HIGHEST, POWER, Guess

What = Literal["dealt", "left out", "random", "swapped", "shown", "given", "extra", "counted"]

CARDS = HIGHEST
"""The cards of a plain deck, one of each number."""
CardCount = Annotated[int, whole_from(0, 99)]
"""In a log, a number of cards, or of dice: nobody holds a hundred."""
Hand = tuple[str, ...]
"""The top cards of a player's dice, as they are typed: `5`, `w`, `p5`."""


class DeckChange(NamedTuple):
    """Something that happened to a deck, in the order in which it did.

    `dealt`: one of each number from 1 to 6 · `left out`: so many of these, any of them · `random`:
    so many that could be any · `swapped`: a card given up for a wildcard · `shown`: these `cards`
    were on top of its dice · `given`: a die with so many cards was given up, faces down, of a hand
    that showed `cards` (none if unknown) · `extra`: a card of that number came ·
    `counted`: there were so many then, whatever was known before.
    """

    what: What
    number: int
    cards: Hand = ()


class Deck(NamedTuple):
    """A player's cards. Those `aside` came in the middle of a round and are in no die (A-LW-13)."""

    cards: int
    steps: tuple[DeckChange, ...]
    aside: int = 0

    @classmethod
    def dealt(cls, cards: int, *, random: bool, wildcard: bool) -> "Deck":
        """A deck as the game begins: one of each number, what is beyond that at random (A-LW-14).

        Of a house that deals fewer, some are left out. With wildcards, one card is swapped already.
        """
        steps = [DeckChange("random", cards)] if random else [DeckChange("dealt", CARDS)]
        if not random and cards > CARDS:
            steps.append(DeckChange("random", cards - CARDS))
        elif not random and cards < CARDS:
            steps.append(DeckChange("left out", CARDS - cards))
        steps += [DeckChange("swapped", 1)] if wildcard else []
        return cls(cards, tuple(steps))

    @property
    def in_dice(self) -> int:
        """The cards that are in the dice of this round."""
        return self.cards - self.aside

    @property
    def wildcards(self) -> int:
        """How many wildcards came into it; some of them may have been given up since."""
        return sum(step.what == "swapped" for step in self.steps)

    @property
    def is_plain(self) -> bool:
        """Whether no number can be in it twice."""
        return all(step.what not in ("random", "counted") for step in self.steps)

    def showing(self, hand: Hand) -> "Deck":
        """After its top cards were shown."""
        return self._and(DeckChange("shown", len(hand), hand))

    def given(self, cards: int, hand: Hand = ()) -> "Deck":
        """After a die with so many cards was given up, of dice that showed that hand."""
        cards = min(cards, self.cards)
        return self._and(DeckChange("given", cards, hand))._replace(cards=self.cards - cards)

    def swapped(self) -> "Deck":
        """After one card was given up for a wildcard."""
        return self._and(DeckChange("swapped", 1))

    def with_extra(self, number: int) -> "Deck":
        """After a card of that number came: it waits for the next split."""
        after = self._and(DeckChange("extra", number))
        return after._replace(cards=self.cards + 1, aside=self.aside + 1)

    def counted(self, cards: int) -> "Deck":
        """After the table said how many there are; all of them are taken to be in dice."""
        return self._and(DeckChange("counted", cards))._replace(cards=cards, aside=0)

    def gathered(self) -> "Deck":
        """Before a split: nothing lies aside any more."""
        return self._replace(aside=0)

    def as_split(self) -> "Deck":
        """The deck without the cards that lie aside: those that came last."""
        steps = list(self.steps)
        for _ in range(self.aside):
            del steps[max(place for place, step in enumerate(steps) if step.what == "extra")]
        return Deck(self.in_dice, tuple(steps))

    def _and(self, step: DeckChange) -> "Deck":
        return self._replace(steps=(*self.steps, step))


# How they are split


def dice_of(cards: int, wanted: int) -> int:
    """How many dice a deck makes: those that the Liar wants, or one for each card (A-LW-01)."""
    return min(cards, wanted)


def sizes(cards: int, wanted: int) -> tuple[int, ...]:
    """How many cards one of the dice of a deck may hold, lowest first; none for no cards."""
    singles, larger = how_many(cards, wanted)
    if singles:
        return (1, 2) if larger else (1,)
    if larger < 2:
        return (cards,) * larger
    return tuple(range(2, cards - 2 * (larger - 1) + 1))


def sizes_from(cards: int, least: int) -> tuple[int, ...]:
    """How many cards a die may hold where only the least is known that the Liar's number can be.

    More dice than cards make no other dice than as many.
    """
    found = {
        size for wanted in range(least, max(least, cards) + 1) for size in sizes(cards, wanted)
    }
    return tuple(sorted(found))


def has_singles(cards: int, wanted: int) -> bool:
    """Whether a deck cannot be split without dice of one card."""
    return how_many(cards, wanted)[0] > 0


def how_many(cards: int, wanted: int) -> tuple[int, int]:
    """How many dice are single cards, and how many are larger."""
    dice = dice_of(cards, wanted)
    singles = max(0, 2 * dice - cards)
    return singles, dice - singles


# Cards that are revealed

WILDCARD, POWER_SIGN = "w", "p"


@json_schema(type="string", pattern="^(w|p|p?0?[1-9][0-9]?)$", maxLength=3)
def CARD(value: Any, context: Context) -> Wrong | None:
    """A card that is revealed: `5`, a wildcard `w`, a power card `p` or, with its number, `p5`."""
    if type(value) is not str:
        return "", value
    number = value.removeprefix("p")
    fits = value in ("w", "p") or (number.isascii() and number.isdigit() and 0 < int(number) < 100)
    return None if fits and len(value) <= 3 else ("", value)


def is_power(card: str) -> bool:
    """Whether a card is a power card: `p`, or `p5` with its number."""
    return card.startswith(POWER_SIGN)


def number_on(card: str) -> int | None:
    """The number on a card, also on a power card; None for a wildcard, or if it is unknown."""
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


def read_card(text: str) -> str:
    """A card as the log has it: `5`, `w`, `p`, `p5`. Raises Invalid."""
    typed = folded(text)
    if typed and "wildcard".startswith(typed):
        return WILDCARD
    if typed and POWER.startswith(typed):
        return POWER_SIGN
    digits = typed.removeprefix(POWER_SIGN)
    number = whole(digits, 1, 99)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is not a card.",
            "A number, `w` for a wildcard, `p5` for a power card with a 5.",
        )
    return f"{POWER_SIGN if typed != digits else ''}{number}"


# Slips in entering what was revealed, which the decks cannot hold


def slips_of_hand(
    name: str, deck: Deck, triggered: Sequence[int | None], hand: Sequence[str]
) -> Iterator[str]:
    """Too many wildcards, a number twice of a deck with each once, a power card that is missing.

    `triggered` are the numbers on the power cards that the player triggered.
    """
    if hand.count(WILDCARD) > deck.wildcards > 0:
        yield f"{name} shows {hand.count(WILDCARD)} wildcards, of a deck with {deck.wildcards}."
    twice = [str(number) for number in _more_than(1, hand)]
    if twice and deck.is_plain:
        yield f"{name} shows {listed(twice)} twice, of a deck with each number once."
    early = sorted(set(_more_than(0, hand)) & _aside(deck))
    if early:
        yield (
            f"{name} shows a {early[0]}, which came in this round and lies aside until the next "
            "split (A-LW-13)."
        )
    for number in triggered:
        if number is not None and not any(
            is_power(card) and number_on(card) in (number, None) for card in hand
        ):
            yield f"{name} triggered a power card with a {number}, and shows none."


def slips_of_all(decks: Sequence[Deck], triggered: int, cards: Sequence[str]) -> Iterator[str]:
    """The same of the cards of all players together, where so many power cards were triggered."""
    wild = sum(deck.wildcards for deck in decks)
    if wild and cards.count(WILDCARD) > wild:
        yield f"There are {cards.count(WILDCARD)} wildcards, and {wild} came into the game."
    decks = [deck for deck in decks if deck.in_dice]
    many = _more_than(len(decks), cards)
    if many and all(deck.is_plain for deck in decks):
        times = [number_on(card) for card in cards].count(many[0])
        yield f"{times} cards show {many[0]}, and each of {len(decks)} decks has it once."
    early = {number for deck in decks for number in _aside(deck)}
    early -= {number for deck in decks for number in _numbers_above(deck.as_split())}
    shown = sorted(early.intersection(_more_than(0, cards)))
    if shown:
        yield (
            f"A {shown[0]} is shown, and all of them came in this round and lie aside until the "
            "next split (A-LW-13)."
        )
    powers = sum(map(is_power, cards))
    if powers < triggered:
        yield (
            f"{counted(triggered, 'power card')} {'were' if triggered > 1 else 'was'} triggered, "
            f"and {powers or 'none'} {'is' if powers < 2 else 'are'} shown."
        )


def slips_of_count(
    decks: Sequence[Deck], dice: Sequence[int], guess: Guess, there: int
) -> Iterator[str]:
    """The same of a number of dice alone: more of them than can show what was guessed.

    `dice` is how many each player has. A wildcard shows any number (LW-42); of what a deck holds at
    random, all may.
    """
    if guess.on_power:
        return
    number, most = int(guess.number), 0
    for deck, count in zip(decks, dice, strict=True):
        split = deck.as_split()
        own = sum(step.what == "extra" and step.number == number for step in split.steps)
        own += split.is_plain and number <= HIGHEST
        most += min(count, own + split.wildcards) if split.is_plain else count
    if there > most:
        cannot = "none can" if not most else "only one can" if most == 1 else f"only {most} can"
        shown = "One die" if there == 1 else f"{there} dice"
        yield f"{shown} cannot show a {number}: {cannot}, as the decks are known."


def _aside(deck: Deck) -> set[int]:
    """The numbers above 6 of which a deck has none in its dice, only aside."""
    return _numbers_above(deck) - _numbers_above(deck.as_split())


def _numbers_above(deck: Deck) -> set[int]:
    return {step.number for step in deck.steps if step.what == "extra"}


def _more_than(times: int, cards: Sequence[str]) -> list[int]:
    """The numbers that are on more cards than so many, lowest first."""
    numbers = [number for card in cards if (number := number_on(card)) is not None]
    return sorted({number for number in numbers if numbers.count(number) > times})
