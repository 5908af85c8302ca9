"""Decks: what everybody can know of a player's cards, how they are split into dice, what is on top.

Each die has two cards or more, unless there is no other choice.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Literal, NamedTuple

from companion.core.names import counted, folded, listed, short
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, whole_from
from companion.core.value import Annotated, Value
from companion.errors import Invalid
from companion.games.lwd.guesses import HIGHEST, POWER, Guess

ChangeKind = Literal[
    "dealt", "left out", "random", "swapped", "shown", "seen", "given", "extra", "counted"
]

PLAIN_SIZE = HIGHEST
"""How many cards a plain deck has, one of each number."""
CardCount = Annotated[int, whole_from(0, 99)]
"""In a log, a number of cards, or of dice: nobody holds a hundred."""
Hand = tuple[str, ...]
"""The top cards of a player's dice, as they are typed: `5`, `w`, `p5`."""


class DeckChange(Value):
    """Something that happened to this many cards of a deck: its `count`.

    `dealt`: one card of each number from 1 to 6
    `left out`: any of these were not dealt
    `random`: cards of any number were dealt
    `swapped`: one card became a wildcard
    `shown`: the `hand` was on top of its dice
    `seen`: the top cards were seen, but this player's were not entered
    `given`: a die was given up, face down; its dice showed the `hand` (empty if unknown)
    `extra`: a card with the number `face` was added
    `counted`: the deck has so many cards, whatever was known before
    """

    kind: ChangeKind
    count: int
    hand: Hand = ()
    face: int = 0


class Deck(NamedTuple):
    """A player's cards, and all that happened to them, in order.

    Of its `size`, the cards `aside` were added in the middle of a round and are in no die yet
    (A-LW-13).
    """

    size: int
    changes: tuple[DeckChange, ...]
    aside: int = 0

    @classmethod
    def dealt(cls, size: int, *, random: bool, wildcard: bool) -> "Deck":
        """A deck as the game begins: one of each number, and more at random (A-LW-14).

        Where a house rule deals fewer, some are left out. With wildcards, one card is swapped.
        """
        changes = [DeckChange("random", size)] if random else [DeckChange("dealt", PLAIN_SIZE)]
        if not random and size > PLAIN_SIZE:
            changes.append(DeckChange("random", size - PLAIN_SIZE))
        elif not random and size < PLAIN_SIZE:
            changes.append(DeckChange("left out", PLAIN_SIZE - size))
        changes += [DeckChange("swapped", 1)] if wildcard else []
        return cls(size, tuple(changes))

    @property
    def in_dice(self) -> int:
        """The cards that are in the dice of this round."""
        return self.size - self.aside

    @property
    def wildcards(self) -> int:
        """How many wildcards were added; some of them may have been given up since."""
        return sum(change.kind == "swapped" for change in self.changes)

    @property
    def is_plain(self) -> bool:
        """Whether no number can be in it twice."""
        return all(change.kind not in ("random", "counted") for change in self.changes)

    def after_showing(self, hand: Hand) -> "Deck":
        """The deck after the top cards of its dice were shown."""
        return self._after(DeckChange("shown", len(hand), hand))

    def after_giving_up(self, cards: int, hand: Hand = ()) -> "Deck":
        """The deck after a die was given up, of dice that showed that hand."""
        cards = min(cards, self.size)
        return self._after(DeckChange("given", cards, hand))._replace(size=self.size - cards)

    def after_swapping(self) -> "Deck":
        """The deck after one card was swapped for a wildcard."""
        return self._after(DeckChange("swapped", 1))

    def after_seeing(self, dice: int) -> "Deck":
        """The deck after a round, if the top cards of this player's dice were not entered."""
        return self._after(DeckChange("seen", dice))

    def after_extra(self, face: int) -> "Deck":
        """The deck after a card with this number was added: it lies aside until the next split."""
        after = self._after(DeckChange("extra", 1, face=face))
        return after._replace(size=self.size + 1, aside=self.aside + 1)

    def after_counting(self, size: int) -> "Deck":
        """The deck after its cards were counted; all of them are taken to be in dice."""
        return self._after(DeckChange("counted", size))._replace(size=size, aside=0)

    def after_gathering(self) -> "Deck":
        """The deck before a split: no card lies aside any more."""
        return self._replace(aside=0)

    def without_aside(self) -> "Deck":
        """The deck without the cards that lie aside: those that were added last."""
        changes = list(self.changes)
        for _ in range(self.aside):
            del changes[max(at for at, change in enumerate(changes) if change.kind == "extra")]
        return Deck(self.in_dice, tuple(changes))

    def _after(self, change: DeckChange) -> "Deck":
        return self._replace(changes=(*self.changes, change))


# How they are split: by the Liar's number, which is how many dice everybody makes


def count_dice(cards: int, liars_number: int) -> int:
    """How many dice a deck makes: the Liar's number, or one for each card (A-LW-01)."""
    return min(cards, liars_number)


def die_sizes(cards: int, liars_number: int) -> tuple[int, ...]:
    """How many cards one die of a deck may hold, fewest first; empty for no cards."""
    singles, larger = count_singles(cards, liars_number)
    if singles:
        return (1, 2) if larger else (1,)
    if larger < 2:
        return (cards,) * larger
    return tuple(range(2, cards - 2 * (larger - 1) + 1))


def die_sizes_from(cards: int, least: int) -> tuple[int, ...]:
    """How many cards one die may hold where the Liar's number is unknown, but at least `least`."""
    numbers = range(least, max(least, cards) + 1)  # above the cards, the dice stay the same
    return tuple(sorted({size for stated in numbers for size in die_sizes(cards, stated)}))


def has_singles(cards: int, liars_number: int) -> bool:
    """Whether a deck cannot be split without dice of one card."""
    return count_singles(cards, liars_number)[0] > 0


def count_singles(cards: int, liars_number: int) -> tuple[int, int]:
    """How many dice of a deck have to be single cards, and how many are larger."""
    dice = count_dice(cards, liars_number)
    singles = max(0, 2 * dice - cards)
    return singles, dice - singles


# Cards that are revealed

WILDCARD, POWER_SIGN = "w", "p"


@json_schema(type="string", pattern="^(w|p|p?0?[1-9][0-9]?)$", maxLength=3)
def REVEALED_CARD(value: Any, context: Context) -> Wrong | None:
    """A card that is revealed: `5`, a wildcard `w`, a power card `p` or, with its number, `p5`."""
    if type(value) is not str:
        return "", value
    digits = value.removeprefix("p")
    fits = value in ("w", "p") or (digits.isascii() and digits.isdigit() and 0 < int(digits) < 100)
    return None if fits and len(value) <= 3 else ("", value)


def is_power(card: str) -> bool:
    """Whether a card is a power card: `p`, or `p5` with its number."""
    return card.startswith(POWER_SIGN)


def face_on(card: str) -> int | None:
    """The number on a card, also on a power card; None for a wildcard, or if it is unknown."""
    digits = card.removeprefix(POWER_SIGN)
    return int(digits) if digits.isdigit() else None


def card_matches(card: str, guess: Guess) -> bool:
    """Whether a card shows what was guessed.

    A wildcard is any number that is guessed (LW-42), but no power card (A-LW-18); a power card is
    also the number on it (A-LW-11).
    """
    if guess.on_power:
        return is_power(card)
    return card == WILDCARD or face_on(card) == guess.face


def count_matching(guess: Guess, cards: Sequence[str]) -> int:
    """How many of the cards show what was guessed."""
    return sum(card_matches(card, guess) for card in cards)


def read_card(text: str) -> str:
    """Read a card as the log has it: `5`, `w`, `p`, `p5`. Raises Invalid."""
    word = folded(text)
    if word and "wildcard".startswith(word):
        return WILDCARD
    if word and POWER.startswith(word):
        return POWER_SIGN
    digits = word.removeprefix(POWER_SIGN)
    face = whole(digits, 1, 99)
    if face is None:
        raise Invalid(
            f"“{short(text)}” is not a card.",
            "A number, `w` for a wildcard, `p5` for a power card with a 5.",
        )
    return f"{POWER_SIGN if word != digits else ''}{face}"


# Mistakes in what was entered: cards that the decks cannot show


def find_mistakes_in_hand(
    name: str, deck: Deck, triggered: Sequence[int | None], hand: Sequence[str]
) -> Iterator[str]:
    """Warn of what one player cannot show.

    `triggered` are the numbers on that player's power cards that were triggered, and so have to be
    on top.
    """
    if hand.count(WILDCARD) > deck.wildcards > 0:
        yield f"{name} shows {hand.count(WILDCARD)} wildcards; the deck has {deck.wildcards}."
    twice = [str(face) for face in _faces_on_more_than(1, hand)]
    if twice and deck.is_plain:
        yield f"{name} shows {listed(twice)} twice; the deck has each number once."
    early = sorted(set(_faces_on_more_than(0, hand)) & _faces_aside(deck))
    if early:
        yield (
            f"{name} shows a {early[0]}, which was added in this round and lies aside until the "
            "next split (A-LW-13)."
        )
    for face in triggered:
        if face is not None and not any(
            is_power(card) and face_on(card) in (face, None) for card in hand
        ):
            yield f"{name} triggered a power card with a {face} but shows none."


def find_mistakes_in_cards(
    decks: Sequence[Deck], cards: Sequence[str], triggered_count: int
) -> Iterator[str]:
    """Warn of what all players together cannot show, after so many power cards were triggered."""
    wild = sum(deck.wildcards for deck in decks)
    if wild and cards.count(WILDCARD) > wild:
        yield f"{cards.count(WILDCARD)} wildcards are shown; only {wild} came into the game."
    decks = [deck for deck in decks if deck.in_dice]
    many = _faces_on_more_than(len(decks), cards)
    if many and all(deck.is_plain for deck in decks):
        times = [face_on(card) for card in cards].count(many[0])
        yield f"{times} cards show {many[0]}; each of the {len(decks)} decks has it once."
    early = {face for deck in decks for face in _faces_aside(deck)}
    early -= {face for deck in decks for face in _extra_faces(deck.without_aside())}
    shown = sorted(early.intersection(_faces_on_more_than(0, cards)))
    if shown:
        yield (
            f"A {shown[0]} is shown, but all of them were added in this round and lie aside until "
            "the next split (A-LW-13)."
        )
    powers = sum(map(is_power, cards))
    if powers < triggered_count:
        were = "were" if triggered_count > 1 else "was"
        yield (
            f"{counted(triggered_count, 'power card')} {were} triggered, "
            f"but {powers or 'none'} {'is' if powers < 2 else 'are'} shown."
        )


def find_mistakes_in_count(
    decks: Sequence[Deck], dice: Sequence[int], guess: Guess, there: int
) -> Iterator[str]:
    """Warn of more dice than can show what was guessed; `dice` is how many each player has.

    A wildcard shows any number (LW-42), and so may every card that was dealt at random.
    """
    if guess.on_power:
        return
    face, most = int(guess.face), 0
    for deck, count in zip(decks, dice, strict=True):
        split = deck.without_aside()
        own = split.changes.count(DeckChange("extra", 1, face=face))
        own += split.is_plain and face <= HIGHEST
        most += min(count, own + split.wildcards) if split.is_plain else count
    if there > most:
        cannot = "none can" if not most else "only one can" if most == 1 else f"only {most} can"
        shown = "One die" if there == 1 else f"{there} dice"
        yield f"{shown} cannot show a {face}: {cannot}, by what is known of the decks."


def _faces_aside(deck: Deck) -> set[int]:
    """The numbers above 6 of which a deck has none in its dice, only aside."""
    return _extra_faces(deck) - _extra_faces(deck.without_aside())


def _extra_faces(deck: Deck) -> set[int]:
    return {change.face for change in deck.changes if change.kind == "extra"}


def _faces_on_more_than(times: int, cards: Sequence[str]) -> list[int]:
    """The numbers that stand on more than `times` cards, lowest first."""
    faces = [face for card in cards if (face := face_on(card)) is not None]
    return sorted({face for face in faces if faces.count(face) > times})
