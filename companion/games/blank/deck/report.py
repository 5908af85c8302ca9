"""Boxes and cards as JSON: primitives only, for `--json`."""

from typing import Any

from companion.games.blank.deck.cards import (
    ALL_GAME_CARDS,
    GAME_CARDS,
    PLAIN_RULES,
    PRINTED_RULES,
    RULES,
    Card,
    Revision,
    status_of,
)
from companion.games.blank.deck.deck import Deck
from companion.games.blank.suits import SUITS


def about_box(copy_id: str, deck: Deck) -> dict[str, Any]:
    """A box, and its cards counted."""
    counts = deck.counts
    return {
        "copy": copy_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "owner": deck.owner or None,
        "suits": {suit: deck.colours.get(suit) for suit in SUITS},
        "rule_cards": {
            "total": RULES,
            "printed": PRINTED_RULES,
            "printed_read": counts.printed_read,
            "plain": PLAIN_RULES,
            "plain_left": counts.plain_left,
            "proposed": counts.proposed,
            "approved": counts.approved,
            "inked": counts.inked,
            "in_deck": counts.rule_deck,
        },
        "game_cards": {
            "total": ALL_GAME_CARDS,
            "customised": counts.customised,
            **{
                origin: {"total": total, "found": counts.found[origin]}
                for origin, total in GAME_CARDS.items()
            },
        },
    }


def card_record(copy_id: str, deck: Deck, card: Card, history: bool = False) -> dict[str, Any]:
    """A card with what it says now; with its `history`, every revision too."""
    now, face = card.now, card.face
    parts = now.wording.parts if now else None
    record: dict[str, Any] = {
        "id": card.id,
        "kind": "rule" if card.is_rule else "game",
        "copy": copy_id,
        "mark": deck.mark or None,
        "number": face.number if face else card.number,
        "suit": face.suit if face else None,
        "origin": card.origin or None,
        "title": card.title or None,
        "says": card.sentence or None,
        "trigger": (parts.trigger or None) if parts else None,
        "target": (parts.target or None) if parts else None,
        "effect": (parts.effect or None) if parts else None,
        "by": (now.by or None) if now else None,
        "author": card.author or None,
        "status": card.status,
        "revision": now.number if now else None,
        "agreed": card.agreed.number if card.agreed else None,
        "play": next((found.play for found in card.revisions if found.play), None),
        "retired": card.retired,
        "introduced": card.introduced,
    }
    if history:
        record["revisions"] = [_revision(card, revision) for revision in card.revisions]
    return record


def _revision(card: Card, revision: Revision) -> dict[str, Any]:
    return {
        "revision": revision.number,
        "says": revision.wording.sentence,
        "title": revision.title or None,
        "by": revision.by or None,
        "at": revision.at,
        "entry": revision.entry,
        "play": revision.play,
        "status": status_of(card, revision),
        "approved_by": revision.approved or None,
        "declined": revision.declined,
        "restores": revision.restores,
    }


def sorted_record(copy_id: str, deck: Deck) -> dict[str, Any]:
    """What goes into a box: how many cards, and every one that something stands on."""
    return {
        "copy": copy_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "rule_cards": RULES,
        "game_cards": ALL_GAME_CARDS,
        "cards": [card_record(copy_id, deck, card) for card in telling(deck)],
    }


def telling(deck: Deck) -> list[Card]:
    """The cards with words on them that were agreed to: rules first."""
    return [card for card in (*deck.rules, *deck.game_cards) if card.in_deck]
