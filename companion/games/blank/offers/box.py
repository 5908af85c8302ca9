"""What may follow `rule`, `card`, `copy` and `idea`: what is asked and told of the boxes."""

from collections.abc import Callable, Iterator

from companion.core.offer import Offer
from companion.core.offering import Line, is_word, said
from companion.games.blank.cards import Card
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.offers.names import BlankTrial, Word, at_table
from companion.games.blank.rule_pile import InBox, label
from companion.games.blank.suits import NUMBERS, SUITS, Face

PRIZE = "--prize"
Fits = Callable[[Deck, Card], bool]
"""Whether something may be done with a card of a box."""


def _proposed(deck: Deck, card: Card) -> bool:
    return card.status == "proposed" and not card.out


def _to_approve(deck: Deck, card: Card) -> bool:
    """What is proposed, unless another prize of the same win was agreed to (A-BL-13)."""
    play = card.now.play if card.now is not None and card.agreed is None else None
    others = deck.prizes_of(play) if play is not None else []
    return _proposed(deck, card) and all(other.agreed is None for other, _ in others)


def _to_ink(deck: Deck, card: Card) -> bool:
    return card.status == "approved" and not card.out


def _in_the_deck(deck: Deck, card: Card) -> bool:
    return card.now is not None and not card.out


def _anything(deck: Deck, card: Card) -> bool:
    return bool(card.revisions or card.picture)


_VERBS: dict[str, tuple[str, Fits]] = {
    "approve": ("the owner agrees", _to_approve),
    "ink": ("it stands on the real card", _to_ink),
    "show": ("read it, and all that it ever said", _anything),
    "edit": ("give it a new wording", _in_the_deck),
    "history": ("where it is from, and who wins with it", _anything),
    "decline": ("the owner says no", _proposed),
    "retire": ("take it out of the deck", _in_the_deck),
}
"""The verbs that cards of both kinds have, each with the cards that it is for."""


def rule(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """What is done with a rule card, and which."""
    boxes = at_table(trial)
    if not boxes.decks:
        return
    if not line.arguments:
        yield Offer("add", "write a rule, or tell of a printed one")
        yield Offer("list", "all rules of your boxes")
        yield from _verbs(_rules(boxes))
    elif line.arguments == ("add",):
        if PRIZE not in line.options and trial.reference.prize_waits(trial.state):
            yield Offer(PRIZE, "the prize of the play just won")
    elif len(line.arguments) == 1:
        yield from _cards(_rules(boxes), line)


def card(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """What is done with a game card, and which."""
    boxes = at_table(trial)
    if not boxes.decks:
        return
    if not line.arguments:
        yield Offer("customise", "write an effect on a game card")
        yield Offer("list", "all game cards that are known")
        yield from _verbs(_game_cards(boxes))
    elif line.arguments == ("customise",):
        for word in _plain(boxes):
            yield Offer(word)
    elif line.arguments[0] == "customise":
        if PRIZE not in line.options and trial.reference.prize_waits(trial.state):
            yield Offer(PRIZE, "the prize of the play just won")
    elif len(line.arguments) == 1:
        yield from _cards(_game_cards(boxes), line)


def _verbs(cards: list[tuple[InBox, str]]) -> Iterator[Offer]:
    for verb, (about, fits) in _VERBS.items():
        if any(fits(found.deck, found.card) for found, _ in cards):
            yield Offer(verb, about)


def _cards(cards: list[tuple[InBox, str]], line: Line) -> Iterator[Offer]:
    _, fits = _VERBS.get(line.arguments[0], ("", _nothing))
    for found, word in cards:
        if fits(found.deck, found.card):
            title = found.card.title
            yield Offer(word, said(title, found.card.sentence))


def _nothing(deck: Deck, card: Card) -> bool:
    return False


def _rules(boxes: CardsInPlay) -> list[tuple[InBox, str]]:
    found = [InBox(copy, deck, one) for copy, deck in boxes.decks for one in deck.rules]
    return _named((one, label(one, boxes.mixed)) for one in found)


def _game_cards(boxes: CardsInPlay) -> list[tuple[InBox, str]]:
    found = [InBox(copy, deck, one) for copy, deck in boxes.decks for one in deck.game_cards]
    marked = ((one, f"{one.deck.mark if boxes.mixed else ''}{one.card.id}") for one in found)
    return _named(marked)


def _named(cards: Iterator[tuple[InBox, str]]) -> list[tuple[InBox, str]]:
    return [(found, word) for found, word in cards if is_word(word)]


def _plain(boxes: CardsInPlay) -> Iterator[str]:
    """The faces of which a card is left to write on; where boxes are mixed, it is named first."""
    if len(boxes.decks) > 1:
        return
    deck = boxes.decks[0][1]
    written = [one.face for one in deck.game_cards if one.now is not None or one.out]
    for face in (Face(number, suit) for number in NUMBERS for suit in SUITS):
        if face not in written:
            yield str(face)


def copy(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """What is asked about boxes."""
    if not line.arguments:
        yield Offer("new", "tell of a box")
        if at_table(trial).decks:
            yield from (Offer(*word) for word in _ABOUT_BOXES)


_ABOUT_BOXES: tuple[Word, ...] = (
    ("show", "what is in it"),
    ("story", "day by day"),
    ("list", "all boxes"),
    ("log", "all that was told of it"),
)


def idea(trial: BlankTrial, line: Line) -> Iterator[Offer]:
    """For which kind of card."""
    if not line.options:
        yield Offer("--card", "for a game card")
