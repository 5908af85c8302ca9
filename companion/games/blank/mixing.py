"""Several boxes that are played as one: their marks, and which card goes into which box after."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.names import folded, listed
from companion.core.param import A_TEXT, Param, Told, several
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Illegal, Invalid, Refused
from companion.games.blank.box_views import about_box, sorted_record, telling
from companion.games.blank.boxes import Boxes, boxes, one_box
from companion.games.blank.cards import ALL_GAME_CARDS, RULES, Card, called
from companion.games.blank.deck import Deck

if TYPE_CHECKING:
    from companion.core.blocks import Block, Text


# Marks


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


# Mixed


def _mix(shelf: Boxes, told: Told[Any]) -> Reply:
    ids = list(dict.fromkeys(shelf.find(name) for name in told[MIXED]))
    if len(ids) < 2:
        raise Invalid("One box alone is not mixed.", "`companion blank mix friday cellar`")
    found = [(box_id, one_box(shelf, box_id).now) for box_id in ids]
    require_marks([deck for _, deck in found], Referee())
    titles = listed([deck.title for _, deck in found])
    if shelf.in_use() == ids:
        raise Refused(f"{titles} are mixed already.", "`companion blank unmix` sorts them.")
    shelf.use(ids)
    rules = sum(deck.counts.rule_deck for _, deck in found)
    return Reply(
        document=lambda: {
            "copies": [{**about_box(box_id, deck), "in_use": True} for box_id, deck in found]
        },
        lines=(
            f"{titles} are mixed: {ALL_GAME_CARDS * len(found)} game cards, {rules} rules to draw "
            "from.",
            "→ `companion start blank …` plays with all of them; `companion blank unmix` sorts "
            "them into their boxes again.",
        ),
    )


MIXED: Param[Any, list[str]] = several(
    "BOX...", A_TEXT, lambda state, words: list(words), metavar="BOX BOX..."
)
MIX: Verb[Any] = Verb(
    "mix",
    "several boxes at once",
    """
    Play with several boxes at once.

    \b
    Examples:
      companion blank mix friday cellar
      companion deck mix friday cellar       the same
    """,
    (MIXED,),
    run=_mix,
    of_play=False,
)

# Sorted


def _unmix(shelf: Boxes, told: Told[Any]) -> Reply:
    used = shelf.in_use()
    if len(used) < 2:
        raise Refused("No boxes are mixed.", "`companion blank mix friday cellar` mixes two.")
    piles = [(box.id, box.now) for box in boxes(shelf, None)]
    records = [sorted_record(box_id, deck) for box_id, deck in piles]
    shelf.use(used[:1])
    return Reply(
        document=lambda: {"copies": records},
        blocks=lambda: sorted_blocks([deck for _, deck in piles]),
    )


UNMIX: Verb[Any] = Verb(
    "unmix",
    "each card into its own box",
    """
    See which card goes into which box, and have them apart again.

    \b
    Examples:
      companion blank unmix
    """,
    run=_unmix,
    of_play=False,
)


def sorted_blocks(decks: Sequence[Deck]) -> "list[Block]":
    """For each box: what belongs into it, the cards with words on them one by one."""
    from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Steps, Table

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


def _says(card: Card) -> "Text":
    """What is on the card itself: the wording that was agreed to."""
    agreed = card.agreed
    assert agreed is not None
    from companion.core.blocks import Span

    says = agreed.wording.sentence
    return (Span(f"{agreed.title}: ", "strong"), says) if agreed.title else says
