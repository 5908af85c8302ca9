"""The cards of the boxes in play: find a card by name, and offer cards in menus."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.core.action import Action
from companion.core.names import folded, listed, short
from companion.core.numbers import only_digits
from companion.core.param import Candidate
from companion.core.seats import find_seat
from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.games.blank.cards import NUMBERS, SUITS, Card, Face
from companion.games.blank.deck import Deck, common_colours
from companion.games.blank.open_rules import BoxRule
from companion.games.blank.search import (
    Boxes,
    CardMatch,
    find_game_card,
    find_in_boxes,
    find_one_in_boxes,
    find_rule,
    join_card_words,
    looks_like_card,
    name_with_box,
    parse_card,
    split_box,
    split_mark,
)
from companion.games.blank.state import OpenRule, PlayedCard, State


class NamedCard(NamedTuple):
    """A card that was named; `hints` are its effects if it is one of several."""

    card: PlayedCard
    hints: tuple[str, ...]
    warnings: tuple[str, ...]


class CardsInPlay:
    """The boxes of a play, in which cards are looked up: `decks` with the ids of the boxes.

    Without a box, only the face of a card is known. In a mix, a mark before a card names its box.
    `pile_keys` are those of `State`: a card on the discard pile is in no hand. `problems` are about
    boxes that cannot be read.
    """

    def __init__(
        self,
        decks: Sequence[tuple[str, Deck]],
        mixed: bool,
        pile_keys: Sequence[str] = (),
        problems: Sequence[str] = (),
    ) -> None:
        self.decks = decks
        self.mixed = mixed
        self._pile_keys = pile_keys
        self.problems = problems
        self._named: dict[str, NamedCard] = {}

    @property
    def colours(self) -> dict[str, str]:
        return common_colours(deck for _, deck in self.decks)

    def card(self, text: str) -> NamedCard:
        """The game card of that name. Raises NotFound or Invalid if no box has it."""
        if text not in self._named:
            self._named[text] = self._card(text)
        return self._named[text]

    def _card(self, text: str) -> NamedCard:
        if not self.decks:
            face = parse_card(text, {}).face
            return NamedCard(PlayedCard(face.number, face.suit), (), tuple(self.problems))
        hits = find_in_boxes(text, self.decks, find_game_card)
        _require_one_face(text, hits)
        cards = [(box_id, card) for box_id, _, match in hits for card in match.cards]
        there = [(box_id, card) for box_id, card in cards if card.retired is None]
        if not there:
            raise Refused(
                f"{cards[0][1].id} is retired, so it is not in the deck.",
                f"`companion blank card return {cards[0][1].id}` if it is there after all.",
            )
        if len(there) == 1:
            return self._very_card(*there[0])
        homes = {box_id for box_id, _ in there}
        home = homes.pop() if len(homes) == 1 else None
        mark = "" if home is None else self._mark(home)
        face = hits[0][2].face
        hints = [
            self._hint(box_id, card)
            for box_id, card in there
            if card.in_force is not None and f"{box_id}/{card.id}" not in self._pile_keys
        ]
        card = PlayedCard(face.number, face.suit, home, mark=mark)
        return NamedCard(card, tuple(hints), tuple(self.problems))

    def _hint(self, box_id: str, card: Card) -> str:
        """Return what happens if it is this one of several that look alike."""
        agreed, mark = card.in_force, self._mark(box_id)
        assert agreed is not None
        name = f"“{agreed.title}” ({mark}{card.id})" if agreed.title else f"{mark}{card.id}"
        return f"If it is {name}: {agreed.wording.sentence}"

    def _very_card(self, box_id: str, card: Card) -> NamedCard:
        """Return one certain card, with its approved effect."""
        assert card.face is not None
        agreed, warnings = card.in_force, list(self.problems)
        if agreed is None and card.now is not None:
            warnings.append(f"The text on {card.id} is only proposed, so it has no effect yet.")
        title = agreed.title if agreed is not None else card.picture
        effect = "" if agreed is None else agreed.wording.sentence
        played = PlayedCard(*card.face, box_id, card.id, title, effect, self._mark(box_id))
        return NamedCard(played, (), tuple(warnings))

    def _mark(self, box_id: str) -> str:
        return next((deck.mark for known, deck in self.decks if known == box_id and self.mixed), "")

    def rule(self, text: str) -> BoxRule:
        """The rule card of that name in any of the boxes. Raises NotFound or Ambiguous."""
        try:
            box_id, deck, card = find_one_in_boxes(text, self.decks, find_rule)
        except NotFound as problem:
            if not folded(text).startswith("if "):
                raise
            raise NotFound(
                problem.message,
                f'`companion blank rule add "{short(text)}" --printed --open` enters it; '
                "for one that a player wrote, use `--by NAME --inked` instead of `--printed`.",
            ) from None
        if card.now is None or card.is_out:
            raise Refused(
                f"Rule {card.number} is out of the deck.",
                f"`companion blank rule return {card.number}` puts it back.",
            )
        return BoxRule(box_id, deck, card)


def _require_one_face(text: str, hits: Sequence[tuple[str, Deck, CardMatch]]) -> None:
    """Refuse a name that means different cards in different boxes, such as `red-4` or a title.

    Raises Ambiguous.
    """
    faces = [str(face) for face in dict.fromkeys(match.face for _, _, match in hits)]
    if len(faces) > 1:
        names = listed([f"`{name_with_box(box_id, deck, text)}`" for box_id, deck, _ in hits], "or")
        by_suit = "Name the suit by its symbol, or put" if looks_like_card(text) else "Put"
        raise Ambiguous(
            f"“{short(text)}” is {listed(faces, 'or')}, depending on the box.",
            faces,
            f"{by_suit} the box before it: {names}.",
        )


def pass_on_warnings(action: Action[State], found: Sequence[NamedCard]) -> None:
    """Pass on the warnings about cards that were named."""
    for one in found:
        for sentence in one.warnings:
            action.warn(sentence)


# Names that are typed


def split_player_and_cards(
    state: State, words: Sequence[str], boxes: CardsInPlay
) -> tuple[int, list[str]]:
    """The player and the cards; the first word is a player if it names one."""
    marks = [box.mark for box in state.boxes]
    try:
        return find_seat(state.seats, words[0]), join_card_words(words[1:], marks)
    except CompanionError as problem:
        cards = join_card_words(words, marks)
        looks = [looks_like_card(word) for word in cards]
        several = len(cards) > 1 and not looks[0] and all(looks[1:])
        if several and not _is_a_card(boxes, cards[0]):
            raise problem  # `zoe 4-circle`: Zoe is unknown
        return state.turn, cards


def _is_a_card(boxes: CardsInPlay, word: str) -> bool:
    try:
        boxes.card(word)
    except (Invalid, NotFound):
        return False
    except CompanionError:
        pass  # several cards, or a retired one
    return True


def find_open_rule(state: State, boxes: CardsInPlay, text: str) -> OpenRule:
    """The open rule of that label, or with these words; numbers are not looked for in the words.

    Raises NotFound.
    """
    found = _matching_rules(state, boxes, *split_box(text, boxes.decks))
    marked = None if found else split_mark(text, boxes.decks)
    found = _matching_rules(state, boxes, *marked) if marked is not None else found
    if len(found) == 1:
        return found[0]
    labels = ", ".join(rule.label for rule in state.rules) or "none"
    raise NotFound(
        f"“{short(text)}” fits {'several open rules' if found else 'no open rule'}.",
        f"Open: {labels}.",
    )


def _matching_rules(state: State, boxes: CardsInPlay, homes: Boxes, name: str) -> list[OpenRule]:
    ids = {box_id for box_id, _ in homes}
    there = [rule for rule in state.rules if rule.copy in ids or not boxes.decks]
    wanted = folded(name).removeprefix("rule").strip()
    number = wanted.removeprefix("r")
    by_label = [rule for rule in there if folded(rule.label) in (wanted, number)]
    found = by_label or [rule for rule in there if rule.card == f"r{number}"]
    if not found and not only_digits(number):
        found = [rule for rule in there if wanted and wanted in folded(rule.text)]
    return found


# Offered in menus


def faces_for(top: PlayedCard | None) -> list[Face]:
    """All faces; those with the number of the top card first, then those with its suit."""
    faces = [Face(number, suit) for number in NUMBERS for suit in SUITS]
    if top is None:
        return faces
    return sorted(faces, key=lambda face: (face.number != top.number, face.suit != top.suit))


def card_candidates(boxes: CardsInPlay, faces: Iterable[Face]) -> Iterator[Candidate]:
    """Game cards as they are typed: each face, and each card of it with words on it."""
    from companion.core.offer import about_line

    written: dict[Face, list[tuple[str, Deck, Card]]] = {}
    for box_id, deck in boxes.decks:
        for card in deck.game_cards:
            if card.face is not None and card.is_in_deck:
                written.setdefault(card.face, []).append((box_id, deck, card))
    for face in faces:
        special = written.get(face, [])
        yield (
            str(face),
            about_line(*(f"maybe {card.title}" for _, _, card in special if card.title)),
        )
        for box_id, deck, card in special:
            yield from _card_candidate(boxes, box_id, deck, card)


def _card_candidate(boxes: CardsInPlay, box_id: str, deck: Deck, card: Card) -> Iterator[Candidate]:
    """One certain card by the first of title and id, alone or with its box, that finds it."""
    from companion.core.offer import about_line, is_word

    assert card.in_force is not None
    names = [name for name in (folded(card.title), card.id) if name]
    homes = [name_with_box(box_id, deck, name) for name in names] if boxes.mixed else []
    for word in (*names, *homes):
        if is_word(word) and _names_card(boxes, word, box_id, card):
            title = "" if word.endswith(folded(card.title)) else card.title
            yield word, about_line(title, card.in_force.wording.sentence)
            return


def _names_card(boxes: CardsInPlay, word: str, box_id: str, card: Card) -> bool:
    try:
        found = boxes.card(word).card
    except CompanionError:
        return False
    return (found.copy, found.card) == (box_id, card.id)


CardCondition = Callable[[Deck, Card], bool]
"""Whether something can be done with a card of a box."""
CardSource = Callable[[CardsInPlay], Iterator[tuple[BoxRule, str]]]
"""Cards of the boxes in play, each with its name as typed."""


def offer_cards(boxes: CardsInPlay, cards: CardSource, fits: CardCondition) -> Iterator[Candidate]:
    """The cards that fit, with what they say."""
    from companion.core.offer import about_line, is_word

    for found, word in cards(boxes):
        if is_word(word) and fits(found.deck, found.card):
            yield word, about_line(found.card.title, found.card.sentence)


def rules_of(boxes: CardsInPlay) -> Iterator[tuple[BoxRule, str]]:
    """The rule cards of the boxes, by number."""
    for box_id, deck in boxes.decks:
        for card in deck.rules:
            found = BoxRule(box_id, deck, card)
            yield found, found.label(boxes.mixed)


def game_cards_of(boxes: CardsInPlay) -> Iterator[tuple[BoxRule, str]]:
    """The game cards of the boxes of which something is known, by id."""
    for box_id, deck in boxes.decks:
        for card in deck.game_cards:
            yield BoxRule(box_id, deck, card), f"{deck.mark if boxes.mixed else ''}{card.id}"


def says_something(deck: Deck, card: Card) -> bool:
    """Whether a card has words on it and is in the deck, even if they are only proposed."""
    return card.now is not None and not card.is_out


def is_known(deck: Deck, card: Card) -> bool:
    """Whether there is something to read about a card."""
    return bool(card.revisions or card.picture)
