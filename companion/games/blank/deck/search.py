"""Finds cards of a box: the one that somebody means, and all that answer to a filter."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.core.names import find, folded, listed, short
from companion.core.numbers import only_digits, whole
from companion.errors import Ambiguous, CompanionError, NotFound
from companion.games.blank.deck.cards import Card, card_id, rule_id
from companion.games.blank.deck.deck import Deck
from companion.games.blank.deck.facts import called
from companion.games.blank.suits import OF_EACH, Face, looks_like_card, named_card


def find_rule(deck: Deck, text: str) -> Card:
    """A rule card by its number (`15`, `r15`), or by words that it says.

    Raises NotFound with the nearest, or Ambiguous with the candidates.
    """
    wanted = folded(text).removeprefix("rule").strip()
    number = wanted.removeprefix("r")
    if only_digits(number):
        known = whole(number, 1, 99_999)
        card = None if known is None else deck.cards.get(rule_id(known))
        if card is None:
            raise NotFound(
                f"There is no rule {short(number)} in {deck.name}.",
                "`companion blank rule list` shows those that there are.",
            )
        return card
    said = [card for card in deck.rules if wanted and wanted in folded(card.sentence)]
    live = [card for card in said if not card.out] or said
    if len(live) == 1:
        return live[0]
    if live:
        raise Ambiguous(
            f"“{short(text)}” is in {_some(live)}.",
            [card.id for card in live],
            "Type its number, or a word that only one of them has.",
        )
    return find(
        text,
        deck.rules,
        lambda card: (f"{card.number}: {short(card.sentence)}", card.sentence),
        "rule",
        "`companion blank rule list` shows those that there are; "
        '`companion blank rule add "If …, then …"` writes a new one.',
    )


def _some(cards: Sequence[Card]) -> str:
    few = [called(card.id) for card in cards[:4]]
    return listed([*few, f"{len(cards) - 4} more"] if len(cards) > 4 else few)


class Meant(NamedTuple):
    """A game card as somebody named it: its face, and the cards of the box that it may be."""

    face: Face
    cards: tuple[Card, ...]


def find_game_card(deck: Deck, text: str) -> Meant:
    """A game card by number and suit, or by its title. Errors as in `named_card` and `find`.

    Raises NotFound for a card that is not in the box, such as a third one of a face.
    """
    titled = [card for card in deck.game_cards if card.title]
    if looks_like_card(text):
        try:
            return _find_by_face(deck, text)
        except CompanionError:
            # “Area 51” is no card, but may be what one is called.
            if not any(folded(card.title) == folded(text) for card in titled):
                raise
    hint = "A number and a suit, such as `4-hexagon`; of a customised one, its title."
    card = find(text, titled, lambda card: (card.title, card.id), "game card", hint)
    assert card.face is not None
    return Meant(card.face, (card,))


def _find_by_face(deck: Deck, text: str) -> Meant:
    named = named_card(text, deck.colours)
    if named.which is None:
        return Meant(named.face, _of_face(deck, named.face))
    known = card_id(named.face, named.which)
    if named.which > OF_EACH and known not in deck.cards:
        raise NotFound(
            f"There is no card {known} in {deck.name}.",
            f"{card_id(named.face, 1)} and {card_id(named.face, 2)} are there.",
        )
    return Meant(named.face, (deck.game_card(known),))


def find_written(deck: Deck, text: str) -> Card:
    """The one game card on which something stands that somebody means. Raises Ambiguous."""
    meant = find_game_card(deck, text)
    said = [card for card in meant.cards if card.now is not None]
    if len(said) > 1:
        names = [f"{card.id} “{card.title}”" for card in said]
        raise Ambiguous(f"“{short(text)}” could be {listed(names, 'or')}.", names, "Name one.")
    # One on which all was declined is nearer to what is meant than one of which nothing is told.
    return next(iter([*said, *(card for card in meant.cards if card.revisions)]), meant.cards[0])


def _of_face(deck: Deck, face: Face) -> tuple[Card, ...]:
    """The cards of a face that are in the box: two, and any beyond that were entered."""
    ids = [card_id(face, which) for which in range(1, OF_EACH + 1)]
    more = [card.id for card in deck.game_cards if card.face == face and card.id not in ids]
    return tuple(deck.game_card(known) for known in (*ids, *more))


class Filter(NamedTuple):
    """What a list of cards is narrowed down to; what is empty does not matter."""

    words: tuple[str, ...] = ()
    by: str = ""
    trigger: str = ""
    target: str = ""
    effect: str = ""
    status: str = ""

    def keeps(self, card: Card) -> bool:
        """Whether a card is among those."""
        if self.status and card.status != folded(self.status):
            return False
        if self.by and not any(
            folded(revision.by).startswith(folded(self.by))
            for revision in card.revisions
            if revision.declined is None or card.now is None
        ):
            return False
        said = folded(f"{card.title} {card.sentence} {card.author}")
        if not all(folded(word) in said for word in self.words):
            return False
        if not (self.trigger or self.target or self.effect):
            return True
        parts = card.now.wording.parts if card.now else None
        return parts is not None and all(
            folded(wanted) in folded(part)
            for wanted, part in (
                (self.trigger, parts.trigger),
                (self.target, parts.target),
                (self.effect, parts.effect),
            )
            if wanted
        )


def filtered(cards: Iterable[Card], wanted: Filter, retired: bool = False) -> list[Card]:
    """The cards that a filter keeps; those out of the deck only where they are asked for."""
    return [
        card
        for card in cards
        if (retired or not (card.out or _declined(card))) and wanted.keeps(card)
    ]


def _declined(card: Card) -> bool:
    """Whether all that was ever proposed for a card was declined, and nothing else is known."""
    return bool(card.revisions) and card.now is None and not card.origin
