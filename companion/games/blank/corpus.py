"""The cards of a box as entries to be looked up, and what of them matters in a play now."""

from collections.abc import Iterator
from contextlib import suppress

from companion.core.lookup import Item, Mention
from companion.core.names import capital
from companion.errors import Ambiguous, CompanionError
from companion.games.blank.cards import Card, Revision, called
from companion.games.blank.deck import Deck
from companion.games.blank.in_play import CardsInPlay, lying_open
from companion.games.blank.reference import Reference
from companion.games.blank.search import find_game_card, find_in_boxes
from companion.games.blank.state import Happening, OpenRule, State
from companion.games.blank.triggers import triggered

GAME = "blank"


def lore(deck: Deck) -> Iterator[Item]:
    """Every card of a box on which something stands or stood, as it is played with now."""
    for card in (*deck.rules, *deck.game_cards):
        entry = _entry(deck, card)
        if entry is not None:
            yield entry


def _entry(deck: Deck, card: Card) -> Item | None:
    said = card.agreed or card.now
    if said is None:
        return None
    return Item(
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


# What matters now


def in_front(state: State, reference: Reference) -> Iterator[Mention]:
    """What decides the game, the top card's effect, the open rules then whose turn it is."""
    live = state.status == "live"
    if not live:
        yield Mention("prize", "the game is won" if state.winners else "the game is over")
    for seat in state.empty_hands() if live else ():
        yield Mention("last-card", f"{state.name(seat)} has no cards left")
    yield from _on_top(state, reference)
    surely, perhaps = _acting(state, reference) if live else ([], [])
    for rule in sorted(
        state.rules, key=lambda rule: 0 if rule in surely else 1 if rule in perhaps else 2
    ):
        why = "fits the top card" if rule in surely else "perhaps fits the top card"
        if rule not in surely and rule not in perhaps:
            why = "lies open"
        yield Mention(_entry_id(rule.copy, rule.card), why, f"Rule {rule.label}", rule.text)
    if live:
        yield Mention("turn", f"{state.name(state.turn)}'s")
        top = state.top
        yield Mention("match", "what fits" if top is None else f"a {top.number} or a {top.suit}")
        yield Mention("penalty", "when something goes wrong")
    if state.direction != 1:
        yield Mention("direction", "the other way round")
    if any(rule.new for rule in state.rules):
        yield Mention("new-rule-joins", "a rule is new in this game")
    if len(state.boxes) > 1:
        yield Mention("mixing-boxes", "two boxes are mixed")


def _on_top(state: State, reference: Reference) -> Iterator[Mention]:
    """The effect of the top card; where nobody told which one it is, of those that it may be."""
    top = state.top
    if top is None:
        return
    if top.card is not None or top.effect:
        if top.effect:
            title = top.title or str(top.face)
            yield Mention(_entry_id(top.copy, top.card), "on top", title, top.effect)
        return
    for box in state.boxes:
        if top.copy not in (None, box.id):
            continue
        for card in reference.deck(box.id).game_cards:
            if card.face == top.face and card.in_deck and card.agreed is not None:
                text = card.agreed.wording.sentence
                yield Mention(_entry_id(box.id, card.id), "perhaps on top", card.title, text)


def named_here(state: State, reference: Reference, text: str) -> Iterator[str]:
    """The open rule of that label, and the game cards that a word names as `play` takes it: by
    number and suit, or by the title; all that it may be, where it is ambiguous."""
    boxes = [(box.id, reference.deck(box.id)) for box in state.boxes]
    if not boxes:
        return
    with suppress(CompanionError):
        rule = lying_open(state, CardsInPlay(boxes, len(boxes) > 1), text)
        yield _entry_id(rule.copy, rule.card)
    try:
        for box_id, _, meant in find_in_boxes(text, boxes, find_game_card):
            yield from (_entry_id(box_id, card.id) for card in meant.cards)
    except Ambiguous as problem:
        for box_id, deck in boxes:
            titled = (card for card in deck.game_cards if card.title in problem.candidates)
            yield from (_entry_id(box_id, card.id) for card in titled)
    except CompanionError:
        pass


def _acting(state: State, reference: Reference) -> tuple[list[OpenRule], list[OpenRule]]:
    """The open rules that playing the top card triggers, for sure and perhaps."""
    if state.top is None:
        return [], []
    colours: dict[str, str] = {}
    for box in state.boxes:
        colours |= reference.deck(box.id).colours
    return triggered(Happening("played", state.top), state.rules, colours)


def _entry_id(box_id: str | None, card: str | None) -> str:
    """The id of a card's entry: the box's own id, and the card's."""
    if box_id is None or card is None:
        return ""
    return f"{box_id.partition('-')[2]}/{card}"
