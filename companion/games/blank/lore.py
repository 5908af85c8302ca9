"""The cards of a box as entries to be looked up: by number, by title, by what stands on them."""

from collections.abc import Iterator

from companion.core.entry import Entry
from companion.core.names import capital
from companion.games.blank.cards import Card, Revision, called
from companion.games.blank.deck import Deck

GAME = "blank"


def lore(deck: Deck) -> Iterator[Entry]:
    """Every card of a box on which something stands or stood, as it is played with now."""
    for card in (*deck.rules, *deck.game_cards):
        entry = _entry(deck, card)
        if entry is not None:
            yield entry


def _entry(deck: Deck, card: Card) -> Entry | None:
    said = card.agreed or card.now
    if said is None:
        return None
    return Entry(
        id=card.id,
        game=GAME,
        title=said.title or _called(card),
        kind="card",
        text=said.wording.sentence,
        section=_section(deck, card),
        note=_note(card, said),
        aliases=_aliases(card),
        see=("rule-card", "trigger") if card.is_rule else ("game-card", "effect"),
        asks=(said.wording.sentence,),
    )


def _section(deck: Deck, card: Card) -> str:
    signed = f"by {card.author}" if card.author else ""
    itself = _called(card) if card.title else ""
    return ", ".join(part for part in (deck.title, itself, signed) if part)


def _called(card: Card) -> str:
    name = called(card.id)
    return capital(name)


def _note(card: Card, said: Revision) -> str:
    """What stands in the way of playing by it, or is about to change it."""
    if card.retired is not None:
        return f"It is out of the deck{f': {card.retired}' if card.retired else ''}."
    if card.agreed is None:
        return "It is only proposed: the owner has not agreed to it yet."
    if card.now is not None and card.now.number != said.number:
        return f"Proposed in its place: {card.now.wording.sentence}"
    return ""


def _aliases(card: Card) -> tuple[str, ...]:
    if card.is_rule:
        number = str(card.number)
        return (number, f"rule {number}", f"rule card {number}")
    return (
        called(card.id),
        str(card.face),
        f"{card.face.suit} {card.face.number}" if card.face else "",
    )
