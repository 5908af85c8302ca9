"""The group's own knowledge of its cards: taken in with a check, shown as blocks and JSON."""

from collections.abc import Mapping
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.names import folded, proper_name, short
from companion.core.numbers import whole
from companion.errors import Ambiguous, Invalid, NotFound, Refused
from companion.games.bwd.catalogue import DESCRIBED, Card, Catalogue, numbered_key
from companion.games.bwd.state import RESOLVING


def description(
    catalogue: Catalogue, text: str, told: Mapping[str, Any]
) -> tuple[str, dict[str, Any]]:
    """The fact to keep of a card: its key and the fields that were told, checked.

    A number that is given the name of a card the rulebook mentions is that card from now on.
    Raises Invalid, NotFound, or Ambiguous where a name or number is another card's.
    """
    if not told:
        raise Invalid("Nothing was told of the card.", "`--name`, `--text`, `--phase` and so on.")
    card = catalogue.find(text)
    fields = dict(told)
    if "number" in fields:
        fields["number"] = _number(catalogue, str(fields["number"]), card)
    if "name" in fields:
        fields["name"] = proper_name(fields["name"], "card")
        card = _named(catalogue, card, fields)
    for field, finder in (("phases", _phase), ("icons", _icon)):
        if field in fields:
            fields[field] = [finder(word) for word in fields[field]]
    if "overwrites" in fields:
        fields["overwrites"] = catalogue.find(fields["overwrites"]).key
    if "prerequisite" in fields:
        fields["prerequisite"] = [_needed(catalogue, word) for word in fields["prerequisite"]]
    return DESCRIBED, {"key": card.key, **fields}


def _named(catalogue: Catalogue, card: Card, fields: dict[str, Any]) -> Card:
    """The card that a name makes it: `17` called Medkit is the Medkit that the rulebook names."""
    for other in catalogue.cards:
        if folded(other.title) != folded(fields["name"]) or other.key == card.key:
            continue
        if other.number is None and not other.core and card.number is not None:
            fields.setdefault("number", card.number)
            return other
        raise Ambiguous(
            f"There is a card called {other.title} already.", [other.title], "Choose another name."
        )
    return card


def _number(catalogue: Catalogue, text: str, card: Card) -> int:
    number = whole(text, 1, 999) or 0
    if card.number is not None and card.number != number:
        raise Refused(
            f"{card.title} is card {card.number} already.",
            f"`companion bwd card set {number or 'NUMBER'} …` is about another card.",
        )
    if number not in catalogue.numbers:
        raise Invalid(
            f"“{short(text)}” is no number of an icon card.",
            f"They are numbered {catalogue.numbers[0]} to {catalogue.numbers[-1]}.",
        )
    other = catalogue.card(numbered_key(number))
    if other.name and other.key != card.key:
        raise Ambiguous(
            f"Number {number} is {other.title}.", [other.title], "Look at the card again."
        )
    return number


def _needed(catalogue: Catalogue, word: str) -> str:
    try:
        return catalogue.find(word).key
    except NotFound as problem:
        hint = f"{problem.hint} A prerequisite that is no card: `--condition TEXT`."
        raise NotFound(problem.message, hint) from None


def _phase(word: str) -> str:
    if folded(word) not in RESOLVING:
        raise Invalid(f"“{word}” is no phase of a card.", "first, main or last.")
    return folded(word)


def _icon(word: str) -> str:
    return folded(proper_name(word, "icon")).replace("−", "-").removeprefix("+")


def card_document(card: Card) -> dict[str, Any]:
    """A card as JSON."""
    record = card._asdict()
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in record.items()
    }


def card_blocks(card: Card, catalogue: Catalogue) -> list[Block]:
    """A card with all that is known of it."""
    number = f"number {card.number}" if card.number is not None else "number not told"
    number = "" if not card.name else number
    rows: list[tuple[Text, ...]] = []

    def row(title: str, text: str) -> None:
        if text:
            rows.append((Span(title, "muted"), text))

    if card.labels != (card.key,):
        row("Icons", ", ".join(catalogue.title(label) for label in card.labels))
    row("Phase", ", ".join(phase.title() for phase in card.phases))
    row("Overwrites", catalogue.card(card.overwrites).title if card.overwrites else "")
    row("Prerequisite", ", ".join(catalogue.card(key).title for key in card.prerequisite))
    row("Only if", card.condition)
    row("Ward", card.ward)
    row("Always", card.always)
    row("One-shot", "erases itself when it has resolved" if card.one_shot else "")
    blocks: list[Block] = [Heading(card.title, "core card" if card.core else number)]
    if card.text:
        blocks.append(Paragraph(card.text))
    if rows:
        blocks.append(Table((Column(), Column(wraps=True)), tuple(rows)))
    if not rows and not card.text:
        verb = f"`companion bwd card set {catalogue.typed(card.key)} --name …`"
        blocks.append(Paragraph(f"Nothing is known of it yet: {verb}."))
    return blocks


def _gist(card: Card, catalogue: Catalogue) -> str:
    """What matters most of a card, in a line."""
    parts = [card.text]
    if card.overwrites:
        parts.append(f"Overwrites {catalogue.card(card.overwrites).title}.")
    if card.prerequisite:
        parts.append(
            f"Needs {' or '.join(catalogue.card(key).title for key in card.prerequisite)}."
        )
    parts += [f"Only if: {card.condition}"] if card.condition else []
    parts += [f"Ward: {card.ward}"] if card.ward else []
    parts += [f"Always: {card.always}"] if card.always else []
    parts += ["One-shot."] if card.one_shot else []
    return " ".join(part for part in parts if part)


def list_blocks(catalogue: Catalogue) -> list[Block]:
    """All known cards, the core cards first, then by number, then by name."""
    cards = sorted(
        catalogue.cards, key=lambda card: (not card.core, card.number or 99, folded(card.title))
    )
    rows = tuple(
        (
            Span("core" if card.core else str(card.number or ""), "muted"),
            Span(card.title, "icon"),
            ", ".join(phase.title() for phase in card.phases),
            _gist(card, catalogue),
        )
        for card in cards
    )
    columns = (Column("No.", "right"), Column("Card"), Column("Phase"), Column("", wraps=True))
    return [Heading("Cards"), Table(columns, rows)]
