"""How cards, rules and players are typed, so that they mean what they should."""

from collections.abc import Iterable, Iterator

from companion.core.names import folded
from companion.core.offering import Line, Trial, is_word, people, said
from companion.errors import CompanionError
from companion.games.blank.cards import Card
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.reference import Reference
from companion.games.blank.rule_pile import InBox, label
from companion.games.blank.search import named_in
from companion.games.blank.state import Played, State
from companion.games.blank.suits import NUMBERS, SUITS, Face

BlankTrial = Trial[State]
Word = tuple[str, str]
"""A word, and what is told about it."""


def at_table(trial: BlankTrial) -> CardsInPlay:
    """The boxes of the play as they are now; one that cannot be read is passed over."""
    reference: Reference = trial.reference
    state = trial.state
    decks: list[tuple[str, Deck]] = []
    for box in state.boxes:
        try:
            deck = reference.deck(box.id)
            if deck.name:  # Else it is gone.
                decks.append((box.id, deck))
        except CompanionError:
            continue
    return CardsInPlay(decks, len(state.boxes) > 1, state.lying)


def faces_on(top: Played | None) -> list[Face]:
    """All faces; on a card, those of its number come first, then those of its suit."""
    faces = [Face(number, suit) for number in NUMBERS for suit in SUITS]
    if top is None:
        return faces
    return sorted(faces, key=lambda face: (face.number != top.number, face.suit != top.suit))


def card_words(boxes: CardsInPlay, faces: Iterable[Face]) -> Iterator[Word]:
    """Game cards as they are typed: each face, and each card of it on which something stands."""
    written: dict[Face, list[tuple[str, Deck, Card]]] = {}
    for copy, deck in boxes.decks:
        for card in deck.game_cards:
            if card.face is not None and card.in_deck:
                written.setdefault(card.face, []).append((copy, deck, card))
    for face in faces:
        special = written.get(face, [])
        yield str(face), said(*(f"maybe {card.title}" for _, _, card in special if card.title))
        for copy, deck, card in special:
            yield from _card_word(boxes, copy, deck, card)


def _card_word(boxes: CardsInPlay, copy: str, deck: Deck, card: Card) -> Iterator[Word]:
    """One very card, by its title where that is a word, else by its id; or so with its box."""
    assert card.agreed is not None
    names = [name for name in (folded(card.title), card.id) if name]
    homes = [named_in(copy, deck, name) for name in names] if boxes.mixed else []
    for word in (*names, *homes):
        if is_word(word) and _is_that(boxes, word, copy, card):
            title = "" if word.endswith(folded(card.title)) else card.title
            yield word, said(title, card.agreed.wording.sentence)
            return


def _is_that(boxes: CardsInPlay, word: str, copy: str, card: Card) -> bool:
    try:
        found = boxes.card(word).card
    except CompanionError:
        return False
    return (found.copy, found.card) == (copy, card.id)


def rule_words(boxes: CardsInPlay, rules: Iterable[InBox]) -> Iterator[Word]:
    """Rule cards by what they are called, with what they say."""
    for rule in rules:
        word = label(rule, boxes.mixed)
        if is_word(word):
            yield word, said(rule.card.sentence)


def all_rules(boxes: CardsInPlay) -> list[InBox]:
    """Every rule card of the boxes that says something and can turn up, or soon may."""
    return [
        InBox(copy, deck, card)
        for copy, deck in boxes.decks
        for card in deck.rules
        if card.now is not None and not card.out
    ]


def with_cards(state: State, seats: Iterable[int]) -> Iterator[Word]:
    """Players, with how many cards they have by what was told."""
    for seat in seats:
        about = f"has {state.hands[seat]}" if seat in state.told else ""
        yield from people(state, [seat], about)


def numbers(first: int, last: int) -> list[Word]:
    """Some numbers as words."""
    return [(str(number), "") for number in range(first, last + 1)]


def last_of(line: Line, number: int, default: str) -> str:
    """An argument of a line, or what holds where it is left out."""
    return line.arguments[number] if len(line.arguments) > number else default
