"""Several boxes that are played as one: their marks, and which card goes into which box after."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table, Text
from companion.core.names import folded
from companion.core.referee import Referee
from companion.errors import Illegal
from companion.games.blank.box_views import telling
from companion.games.blank.cards import ALL_GAME_CARDS, RULES, Card, called
from companion.games.blank.deck import Deck


def require_marks(decks: Sequence[Deck], referee: Referee) -> None:
    """See to it that mixed boxes can be sorted again (BL-123, BL-125). Raises Illegal.

    A mark that begins another one would not do: `♥11` could be either's card.
    """
    seen: list[Deck] = []
    for deck in decks if len(decks) > 1 else ():
        other = next((other for other in seen if deck.mark and _alike(deck.mark, other.mark)), None)
        if not deck.mark:
            referee.refuse(
                "BL-123",
                f"{deck.name} has no mark: nobody could tell its cards from the others.",
                f"Put a sign on each card, and tell it: `companion blank copy set "
                f'"{deck.name}" --mark ★`.',
            )
        if other is not None:
            same = folded(deck.mark) == folded(other.mark)
            marks = (
                f"the same mark, {deck.mark}"
                if same
                else f"marks alike, {other.mark} and {deck.mark}"
            )
            referee.refuse(
                "BL-123",
                f"{other.name} and {deck.name} have {marks}: nobody could sort their cards again.",
                f'Mark one of them anew, and tell it: `companion blank copy set "{deck.name}" '
                "--mark ♥`.",
            )
        seen.append(deck)


def require_other_mark(mark: str, mixed_with: Sequence[Deck]) -> None:
    """See to it that a box can still be told from those it is mixed with. Raises Illegal."""
    for other in mixed_with:
        if not mark or _alike(mark, other.mark):
            raise Illegal(
                "BL-123",
                f"{other.name} is mixed in, and has the mark {other.mark}: nobody could sort the "
                "cards again.",
                "`companion blank unmix` first, or another mark.",
            )


def _alike(one: str, other: str) -> bool:
    shorter, longer = sorted((folded(one), folded(other)), key=len)
    return bool(shorter) and longer.startswith(shorter)


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
