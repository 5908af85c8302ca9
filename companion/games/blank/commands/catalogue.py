"""What the commands for rule cards and for game cards have in common."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.names import find, folded, proper_name, require_text, short
from companion.core.numbers import whole
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.box_views import card_record
from companion.games.blank.cards import STATUSES, Card
from companion.games.blank.search import Filter, filtered
from companion.games.blank.wording import LONGEST_TEXT, Wording, written
from companion.table.copies import OpenCopy
from companion.table.desk import Desk

if TYPE_CHECKING:
    from companion.core.blocks import Block

Trigger = Annotated[str | None, typer.Option(metavar="TEXT", help="When it acts: If …")]
Target = Annotated[str | None, typer.Option(metavar="TEXT", help="Whom or what it acts on.")]
Effect = Annotated[str | None, typer.Option(metavar="TEXT", help="What happens then.")]


RULE_WORDS = '`"If …, then …"`, or `--trigger …` `--target …` `--effect …`.'
CARD_WORDS = '`"All players sing"`, or `--target …` `--effect …`.'


def wording_of(
    text: list[str] | None,
    trigger: str | None,
    target: str | None,
    effect: str | None,
    how: str = RULE_WORDS,
) -> Wording:
    """The words of a new card, as typed: a text, or its parts. Raises Invalid, which says `how`."""
    parts = (trigger or "", target or "", effect or "")
    wording = written(*parts, text=" ".join(text or ()))
    if wording.text and any(wording[:3]):
        raise Invalid("That is a text as well as its parts: which of them stands on the card?", how)
    if wording.empty or not (wording.text or wording.effect):
        raise Invalid("What does the card say?", how)
    return _fitting(wording)


def edited(
    card: Card,
    text: list[str] | None,
    trigger: str | None,
    target: str | None,
    effect: str | None,
) -> Wording:
    """The words of a card with some of its parts changed, or a new text."""
    if text:
        return wording_of(text, trigger, target, effect)
    newest = card.now or (card.revisions[-1] if card.revisions else None)
    parts = newest.wording.parts if newest else Wording()
    told = (trigger, target, effect)
    now = [part if new is None else new for part, new in zip(parts, told, strict=False)]
    return _fitting(written(*now))


def _fitting(wording: Wording) -> Wording:
    for part in wording:
        text_of(part)
    return wording


def text_of(typed: str) -> str:
    """Words as they are kept, without outer blanks. Raises Invalid for what nobody could read."""
    text = typed.strip()
    if len(text) > LONGEST_TEXT:
        raise Invalid(
            f"That is a text of {len(text)} characters.", f"At most {LONGEST_TEXT} are kept."
        )
    require_text(text, "That text")
    return text


def signature(desk: Desk, name: str | None) -> str:
    """A name as it is signed: of somebody in the group, as the group writes it; empty for nobody.

    Raises Invalid for what is no name, Ambiguous for a beginning that several have.
    """
    if name is None or not name.strip():
        return ""
    known = [str(player["name"]) for player in desk.group_document().get("players", [])]
    proper = proper_name(name, "player")
    begun = [player for player in known if folded(player).startswith(folded(proper))]
    return find(proper, known, lambda player: (player,), "player") if begun else proper


def revision_number(text: str) -> int:
    """The number of a revision, as typed. Raises Invalid."""
    number = whole(text.strip(), 1, 99_999)
    if number is None:
        raise Invalid(
            f"“{short(text)}” is no number of a revision.",
            "`companion blank rule show RULE` numbers them.",
        )
    return number


def shown(box: OpenCopy, card: Card) -> Reply:
    """A card with all its revisions."""

    def card_blocks() -> "list[Block]":
        from companion.games.blank.box_views import card_blocks

        return card_blocks(box.reference, card)

    return Reply(
        document=lambda: card_record(box.ref.id, box.reference, card, history=True),
        blocks=card_blocks,
    )


def listing(
    desk: Desk,
    copies: list[OpenCopy],
    kind: str,
    wanted: Filter,
    retired: bool,
    in_play: bool = False,
) -> Reply:
    """A list of the cards of some boxes: `rule` or `game` cards."""
    if wanted.status and folded(wanted.status) not in ("printed", *STATUSES):
        raise Invalid(f"“{short(wanted.status)}” is no status.", f"printed, {', '.join(STATUSES)}.")
    open_now = _open_rules(desk) if in_play else None
    found = [
        (copy, card)
        for copy in copies
        for card in filtered(
            copy.reference.rules if kind == "rule" else copy.reference.game_cards, wanted, retired
        )
        if open_now is None or (copy.ref.id, card.id) in open_now
    ]

    def cards_blocks() -> "list[Block]":
        from companion.games.blank.box_views import game_cards_blocks, rules_blocks

        decks = [copy.reference for copy in copies]
        drawn = rules_blocks if kind == "rule" else game_cards_blocks
        everything = not any(wanted) and not in_play
        cards = [(copy.reference, card) for copy, card in found]
        return drawn(decks, cards, all_of_them=everything)

    return Reply(
        document=lambda: {
            "copies": [copy.ref.id for copy in copies],
            "plain_left": {copy.ref.id: copy.reference.counts.plain_left for copy in copies},
            "cards": [card_record(copy.ref.id, copy.reference, card) for copy, card in found],
        },
        blocks=cards_blocks,
    )


def _open_rules(desk: Desk) -> set[tuple[Any, Any]]:
    """Boxes and ids of the rules that lie open in the play at hand."""
    return {(rule.copy, rule.card) for rule in desk.open().state.rules}
