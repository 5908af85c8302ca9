"""A box of BLANK as it is now: the fold of its log."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.games.blank.box_entries import BoxFold
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    GAME_CARDS,
    PLAIN_RULES,
    PRINTED_RULES,
    RULES,
    SUITS,
    Card,
    Revision,
    status_of,
)


class Counts(NamedTuple):
    """What is in a box, counted. Of rule cards: read of the printed ones, and the plain ones."""

    printed_read: int
    proposed: int
    approved: int
    inked: int
    plain_left: int
    rule_deck: int
    customised: int
    found: dict[str, int]


class Deck:
    """A box: whose it is, how it is marked, and every card of which something is known.

    Made of the events that stand in its log, which are folded when something is looked up for the
    first time.
    """

    def __init__(self, standing: Sequence[Event]) -> None:
        self.standing = standing
        """The events that stand in the box's log."""

    @cached_property
    def _folded(self) -> BoxFold:
        fold = BoxFold()
        for event in self.standing:
            fold.add(event)
        return fold

    @property
    def name(self) -> str:
        """What the group calls the box."""
        return str(self._folded.about.get("name", ""))

    @property
    def title(self) -> str:
        """The box as one speaks of it: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def mark(self) -> str:
        """The sign on each of its cards; empty where it has none."""
        return str(self._folded.about.get("mark", ""))

    @property
    def owner(self) -> str:
        """Who has the final word on new cards; empty where it has no owner."""
        return str(self._folded.about.get("owner", ""))

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the suits in this printing, as far as entered."""
        colours: Mapping[str, str] = self._folded.about.get("suits", {})
        return {suit: colour for suit, colour in colours.items() if colour}

    @property
    def written_twice(self) -> set[str]:
        """Rule cards that two entries begin with neither declined: `check` refuses that."""
        return self._folded.twice

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card of which something is known, by id, in the order of entry."""
        return self._folded.cards

    @cached_property
    def rules(self) -> list[Card]:
        """The rule cards on which something stands, by number."""
        found = (card for card in self.cards.values() if card.is_rule)
        return sorted(found, key=lambda card: card.number)

    @cached_property
    def game_cards(self) -> list[Card]:
        """The game cards of which something is known, by suit and number."""
        found = (card for card in self.cards.values() if not card.is_rule)
        return sorted(found, key=lambda card: (card.face is not None and card.face[::-1], card.id))

    def game_card(self, card_id: str) -> Card:
        """A game card of that id; one of which nothing is known where nothing was entered."""
        return self.cards.get(card_id) or Card(card_id)

    @cached_property
    def counts(self) -> Counts:
        """What is in the box, counted: 38 rule cards, and what game cards were found to be."""
        own = [card for card in self.rules if card.origin == "plain"]
        status = [_reached(card) for card in own if not card.out]
        printed = sum(card.origin == "printed" for card in self.rules)
        gone = sum(card.origin == "printed" and card.retired is not None for card in self.rules)
        origins: list[str] = [card.origin for card in self.game_cards]
        return Counts(
            printed_read=printed,
            proposed=status.count("proposed"),
            approved=status.count("approved"),
            inked=status.count("inked"),
            plain_left=PLAIN_RULES - sum(card.used for card in own),
            rule_deck=max(PRINTED_RULES, printed) - gone + sum(card.in_deck for card in own),
            customised=sum(card.in_deck and card.origin != "printed" for card in self.game_cards),
            found={origin: origins.count(origin) for origin in GAME_CARDS},
        )

    @property
    def newest_introduction(self) -> str | None:
        """The play in which rules of this box were new last; None where none ever was."""
        return self._folded.introduced_in

    @property
    def prizes(self) -> list[Card]:
        """The rules that were somebody's prize and can turn up, the oldest first."""
        found = [
            card
            for card in self.rules
            if card.in_deck
            and any(revision.play and revision.declined is None for revision in card.revisions)
        ]
        return sorted(found, key=lambda card: card.revisions[0].entry)

    def prizes_of(self, play: str) -> list[tuple[Card, Revision]]:
        """What was written as the prize of a play and stands; agreed to, also what is retired."""
        return [
            (card, revision)
            for card in self.cards.values()
            for revision in card.revisions
            if revision.play == play
            and revision.declined is None
            and (card.retired is None or card.agreed is not None)
        ]


def agreed_colours(decks: Iterable[Deck]) -> dict[str, str]:
    """The colours of the suits, as far as several boxes agree."""
    colours: dict[str, str] = {}
    differing = set()
    for deck in decks:
        for suit, colour in deck.colours.items():
            if colours.setdefault(suit, colour) != colour:
                differing.add(suit)
    return {suit: colour for suit, colour in colours.items() if suit not in differing}


def after_each(standing: Iterable[Event]) -> Iterator[tuple[Event, Mapping[str, Card]]]:
    """Every event with the cards of which something was known behind it: the same mapping each
    time, which goes on changing.
    """
    fold = BoxFold()
    for event in standing:
        fold.add(event)
        yield event, fold.cards


def _reached(card: Card) -> str:
    """How far a card has come, whatever is proposed for it besides: ink stays ink."""
    if any(revision.inked for revision in card.revisions):
        return "inked"
    return "approved" if card.agreed is not None else "proposed"


# As JSON


def about_box(box_id: str, deck: Deck) -> dict[str, Any]:
    """A box, and its cards counted."""
    counts = deck.counts
    return {
        "copy": box_id,
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


def card_record(box_id: str, deck: Deck, card: Card, history: bool = False) -> dict[str, Any]:
    """A card with what it says now; with its `history`, every revision too."""
    now, face = card.now, card.face
    parts = now.wording.parts if now else None
    record: dict[str, Any] = {
        "id": card.id,
        "kind": "rule" if card.is_rule else "game",
        "copy": box_id,
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


def sorted_record(box_id: str, deck: Deck) -> dict[str, Any]:
    """What goes into a box: how many cards, and every one that something stands on."""
    return {
        "copy": box_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "rule_cards": RULES,
        "game_cards": ALL_GAME_CARDS,
        "cards": [card_record(box_id, deck, card) for card in with_words(deck)],
    }


def with_words(deck: Deck) -> list[Card]:
    """The cards with words on them that were agreed to: rules first."""
    return [card for card in (*deck.rules, *deck.game_cards) if card.in_deck]
