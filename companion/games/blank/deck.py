"""A box of BLANK as it is now: the fold of its log."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from companion.core.event import Event
from companion.games.blank.box_entries import folded_in
from companion.games.blank.cards import (
    GAME_CARDS,
    PLAIN_RULES,
    PRINTED_RULES,
    BoxFold,
    Card,
    Revision,
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

    Made of the events that stand in its log, read when something is looked up for the first time.
    """

    def __init__(self, facts: Callable[[], Iterable[Event]]) -> None:
        self._facts = facts

    @property
    def standing(self) -> Iterable[Event]:
        """The events that stand in the box's log."""
        return self._facts()

    @cached_property
    def _folded(self) -> BoxFold:
        fold = BoxFold()
        for event in self._facts():
            folded_in(fold, event)
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
        """The sign on each of its cards; empty where none was told."""
        return str(self._folded.about.get("mark", ""))

    @property
    def owner(self) -> str:
        """Who has the final word on new cards; empty where nobody was told."""
        return str(self._folded.about.get("owner", ""))

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the suits in this printing, as far as told."""
        told: Mapping[str, str] = self._folded.about.get("suits", {})
        return {suit: colour for suit, colour in told.items() if colour}

    @property
    def written_twice(self) -> set[str]:
        """Rule cards that two entries begin with neither declined: `check` refuses that."""
        return self._folded.twice

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card of which something is known, by id, in the order in which they were told."""
        return self._folded.cards

    @cached_property
    def rules(self) -> list[Card]:
        """The rule cards on which something stands, by number."""
        return sorted((card for card in self.cards.values() if card.is_rule), key=_by_number)

    @cached_property
    def game_cards(self) -> list[Card]:
        """The game cards of which something is known, by suit and number."""
        found = (card for card in self.cards.values() if not card.is_rule)
        return sorted(found, key=lambda card: (card.face is not None and card.face[::-1], card.id))

    def game_card(self, card_id: str) -> Card:
        """A game card of that id; one of which nothing is known where nothing was told."""
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
        folded_in(fold, event)
        yield event, fold.cards


def _reached(card: Card) -> str:
    """How far a card has come, whatever is proposed for it besides: ink stays ink."""
    if any(revision.inked for revision in card.revisions):
        return "inked"
    return "approved" if card.agreed is not None else "proposed"


def _by_number(card: Card) -> int:
    return card.number
