"""Which card goes into which box, after a game with several of them."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.games.blank.deck.cards import ALL_GAME_CARDS, RULES, Card
from companion.games.blank.deck.deck import Deck
from companion.games.blank.deck.facts import called
from companion.games.blank.deck.report import telling


def sorted_blocks(decks: Sequence[Deck]) -> list[Block]:
    """For each box: what belongs into it, the cards with words on them one by one."""
    blocks: list[Block] = []
    for deck in decks:
        mark = f"every card with the mark {deck.mark}" if deck.mark else "every card without a mark"
        blocks.append(Heading(f"Into {deck.title}", mark))
        blocks.append(
            Paragraph(f"{RULES} rule cards, {ALL_GAME_CARDS} game cards; those that say something:")
        )
        rows: list[tuple[Text, ...]] = [
            (Span(called(card.id), "name"), _says(card)) for card in telling(deck)
        ]
        if rows:
            blocks.append(Table((Column(), Column(wraps=True)), tuple(rows)))
        else:
            blocks.append(Paragraph(Span("none that the companion knows of", "muted")))
    return [*blocks, Steps((f"In use from now on: {decks[0].title}.",))]


def _says(card: Card) -> Text:
    """What is on the card itself: the wording that was agreed to."""
    agreed = card.agreed
    assert agreed is not None
    says = agreed.wording.sentence
    return (Span(f"{agreed.title}: ", "strong"), says) if agreed.title else says
