"""What verbs about rule cards and about game cards have in common: words, answers, menus."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from companion.core.names import folded, short
from companion.core.offer import Trial, is_word, said
from companion.core.param import A_TEXT, Candidate, Told, flag, several
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.boxes import BlankShelf, Home, as_typed
from companion.games.blank.cards import STATUSES, Card, Status, Wording, text_of, written
from companion.games.blank.deck import Deck, card_record
from companion.games.blank.in_play import CardsInPlay
from companion.games.blank.open_rules import InBox, label
from companion.games.blank.reference import at_table
from companion.games.blank.search import Filter, filtered
from companion.games.blank.state import State

if TYPE_CHECKING:
    from companion.core.blocks import Block

# What is typed

TEXT = several("TEXT", A_TEXT, optional=True, again=True)
WORDS = several("WORD...", A_TEXT, optional=True, again=True)
TRIGGER = as_typed("--trigger", "TEXT", "When it acts: If …")
TARGET = as_typed("--target", "TEXT", "Whom or what it acts on.")
EFFECT = as_typed("--effect", "TEXT", "What happens then.")
WHOSE = as_typed("--by", "NAME", "Whose they are.")
STATUS = as_typed("--status", "STATUS", "printed, proposed, approved, inked.")
RETIRED = flag("--retired", "Those taken out, too.", quiet=True)
APPROVED = flag("--approved", "The owner agrees.", quiet=True)
INKED = flag("--inked", "It stands on the card, agreed to.", quiet=True)


def prize_waits(trial: Trial[Any], told: Told[Any]) -> bool:
    """Whether a winner has still to choose what to write."""
    return bool(trial.reference.prize_waits(trial.state))


PRIZE = flag(
    "--prize",
    "The prize of the play just won.",
    about="the prize of the play just won",
    when=prize_waits,
)

RULE_WORDS = '`"If …, then …"`, or `--trigger …` `--target …` `--effect …`.'
CARD_WORDS = '`"All players sing"`, or `--target …` `--effect …`.'


def status_told(told: Told[Any]) -> Status:
    """How far a new card has come, as told."""
    return "inked" if told[INKED] else "approved" if told[APPROVED] else "proposed"


def wording_told(told: Told[Any], how: str = RULE_WORDS) -> Wording:
    """The words of a new card, as typed: a text, or its parts. Raises Invalid, which says `how`."""
    parts = (told.get(TRIGGER, ""), told.get(TARGET, ""), told.get(EFFECT, ""))
    words = told.get(TEXT)
    wording = written(*parts, text=" ".join(words or ()))
    if wording.text and any(wording[:3]):
        raise Invalid("That is a text as well as its parts: which of them stands on the card?", how)
    if wording.empty or not (wording.text or wording.effect):
        raise Invalid("What does the card say?", how)
    return _fitting(wording)


def edited(card: Card, told: Told[Any]) -> Wording:
    """The words of a card with some of its parts changed, or a new text."""
    if told.get(TEXT):
        return wording_told(told)
    newest = card.now or (card.revisions[-1] if card.revisions else None)
    parts = newest.wording.parts if newest else Wording()
    typed = (told.get(TRIGGER), told.get(TARGET), told.get(EFFECT))
    now = [part if new is None else new for part, new in zip(parts, typed, strict=False)]
    return _fitting(written(*now))


def _fitting(wording: Wording) -> Wording:
    for part in wording:
        text_of(part)
    return wording


# What is answered


def shown(box: Home, card: Card) -> Reply:
    """A card with all its revisions."""

    def card_blocks() -> "list[Block]":
        from companion.games.blank.views import card_blocks

        return card_blocks(box.now, card)

    return Reply(
        document=lambda: card_record(box.id, box.now, card, history=True), blocks=card_blocks
    )


def listing(
    shelf: BlankShelf, homes: list[Home], kind: str, told: Told[Any], in_play: bool = False
) -> Reply:
    """A list of the cards of some boxes: `rule` or `game` cards."""
    words = told.get(WORDS)
    options = (WHOSE, TRIGGER, TARGET, EFFECT, STATUS)
    wanted = Filter(tuple(words or ()), *(told.get(option, "") for option in options))
    if wanted.status and folded(wanted.status) not in ("printed", *STATUSES):
        raise Invalid(f"“{short(wanted.status)}” is no status.", f"printed, {', '.join(STATUSES)}.")
    open_now = _open_rules(shelf) if in_play else None
    found = [
        (home, card)
        for home in homes
        for card in filtered(
            home.now.rules if kind == "rule" else home.now.game_cards, wanted, told[RETIRED]
        )
        if open_now is None or (home.id, card.id) in open_now
    ]

    def cards_blocks() -> "list[Block]":
        from companion.games.blank.views import game_cards_blocks, rules_blocks

        decks = [home.now for home in homes]
        drawn = rules_blocks if kind == "rule" else game_cards_blocks
        everything = not any(wanted) and not in_play
        return drawn(decks, [(home.now, card) for home, card in found], all_of_them=everything)

    return Reply(
        document=lambda: {
            "copies": [home.id for home in homes],
            "plain_left": {home.id: home.now.counts.plain_left for home in homes},
            "cards": [card_record(home.id, home.now, card) for home, card in found],
        },
        blocks=cards_blocks,
    )


def _open_rules(shelf: BlankShelf) -> set[tuple[Any, Any]]:
    """BlankShelf and ids of the rules that lie open in the play at hand."""
    return {(rule.copy, rule.card) for rule in shelf.play().state.rules}


# What menus offer

Fits = Callable[[Deck, Card], bool]
"""Whether something may be done with a card of a box."""
Cards = Callable[[CardsInPlay], Iterator[tuple[InBox, str]]]
"""The cards of the boxes at the table, each as it is typed."""


def has_boxes(trial: Trial[State]) -> bool:
    """Whether the play has a box that can be read."""
    return bool(at_table(trial.state, trial.reference).decks)


def never(trial: Trial[State]) -> bool:
    """For what nobody does in the middle of a play."""
    return False


def rules_in(boxes: CardsInPlay) -> Iterator[tuple[InBox, str]]:
    """The rule cards of the boxes, each by its number and home."""
    for box_id, deck in boxes.decks:
        for card in deck.rules:
            found = InBox(box_id, deck, card)
            if is_word(word := label(found, boxes.mixed)):
                yield found, word


def game_cards_in(boxes: CardsInPlay) -> Iterator[tuple[InBox, str]]:
    """The game cards of the boxes of which something is known, each by its id and home."""
    for box_id, deck in boxes.decks:
        for card in deck.game_cards:
            if is_word(word := f"{deck.mark if boxes.mixed else ''}{card.id}"):
                yield InBox(box_id, deck, card), word


def candidates(cards: Cards, fits: Fits) -> Callable[[Trial[Any], Told[Any]], Iterator[Candidate]]:
    """The cards for which something means something, with what they say."""

    def offered(trial: Trial[Any], told: Told[Any]) -> Iterator[Candidate]:
        for found, word in cards(at_table(trial.state, trial.reference)):
            if fits(found.deck, found.card):
                yield word, said(found.card.title, found.card.sentence)

    return offered


def in_the_deck(deck: Deck, card: Card) -> bool:
    """Whether something stands on a card, and it can turn up."""
    return card.now is not None and not card.out


def anything(deck: Deck, card: Card) -> bool:
    """Whether there is something to be read of it."""
    return bool(card.revisions or card.picture)


def any_of(cards: Cards, fits: Fits) -> Callable[[Trial[State]], bool]:
    """Whether there is a card for which something means something."""
    return lambda trial: any(
        fits(found.deck, found.card) for found, _ in cards(at_table(trial.state, trial.reference))
    )
