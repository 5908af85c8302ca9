"""The group's own knowledge of its cards: taken in with a check, shown as blocks and JSON."""

from collections.abc import Mapping
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.event import Draft
from companion.core.names import folded, proper_name, short
from companion.core.numbers import whole
from companion.errors import Invalid, NotFound, Refused
from companion.games.bwd import cardfacts
from companion.games.bwd.catalogue import DESCRIBED, Card, Catalogue
from companion.games.bwd.state import RESOLVING


def description(catalogue: Catalogue, text: str, told: Mapping[str, Any]) -> list[Draft]:
    """The facts to keep of a card, from the fields that were told, checked.

    An empty value clears a field. A number that is given the name of a card the rulebook mentions
    is that card from now on. Raises Invalid, NotFound, Refused, or Ambiguous where a name or number
    is another card's.
    """
    if not told:
        raise Invalid("Nothing was told of the card.", "`--name`, `--text`, `--phase` and so on.")
    card = catalogue.find(text)
    fields = {field: _checked(catalogue, card, field, value) for field, value in told.items()}
    named = _in_the_rulebook(catalogue, card, fields.get("name"))
    facts = [{"key": card.key, **fields}]
    if named is not None:
        # The number's own name would stand against joining it to another.
        nameless = [{"key": card.key, "name": None}] if card.name else []
        joined = {**fields, "number": card.number}
        del joined["name"]
        facts = [*nameless, {"key": named.key, **joined}]
    for fact in facts:
        catalogue = catalogue.knowing(fact)
        cardfacts.check(catalogue, fact)
    return [Draft(DESCRIBED, fact) for fact in facts]


def _checked(catalogue: Catalogue, card: Card, field: str, value: Any) -> Any:
    """What to keep of one field as it was typed; None for what is cleared."""
    if field == "number":
        return _number(catalogue, str(value), card)
    if _is_empty(value):
        return None
    match field:
        case "name":
            return proper_name(value, "card")
        case "phases":
            return [_phase(word) for word in value]
        case "icons":
            return [_icon(word) for word in value]
        case "overwrites":
            return catalogue.find(value).key
        case "prerequisite":
            return [_needed(catalogue, word) for word in value]
    return value


def _is_empty(value: Any) -> bool:
    words = [value] if isinstance(value, str) else value
    return isinstance(words, list) and not any(word.strip() for word in words)


def _in_the_rulebook(catalogue: Catalogue, card: Card, name: str | None) -> Card | None:
    """The card that a name makes it: `17` called Medkit is the Medkit that the rulebook names."""
    if name is None or not _goes_by_number(card):
        return None
    for other in catalogue.cards:
        free = other.number is None and not other.core
        if folded(other.title) == folded(name) and other.key != card.key and free:
            return other
    return None


def _goes_by_number(card: Card) -> bool:
    """Whether a card's number is its identity; a card of the rulebook goes by its name."""
    return card.key.startswith("#")


def _number(catalogue: Catalogue, text: str, card: Card) -> int | None:
    if _goes_by_number(card):
        return _own_number(card, text)
    if _is_empty(text):
        return None
    number = whole(text, 1, 999)
    if number not in catalogue.numbers:
        raise Invalid(
            f"“{short(text)}” is no number of an icon card.",
            f"They are numbered {catalogue.numbers[0]} to {catalogue.numbers[-1]}.",
        )
    return number


def _own_number(card: Card, text: str) -> int | None:
    """The number that a card goes by: it can be told again, but it stands on the card for good."""
    if whole(text, 1, 999) == card.number:
        return card.number
    if card.name:
        hint = f'`companion bwd card set {card.number} --name ""` takes its name back.'
    else:
        hint = f"`companion bwd card set {text.strip() or 'NUMBER'} …` is about another card."
    raise Refused(f"{card.title} is card {card.number} already.", hint)


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
    icon = folded(proper_name(word, "icon")).replace("−", "-").removeprefix("+")
    return proper_name(icon, "icon")


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
    row("Copies", "works as another active face" if card.copies else "")
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
    parts += ["Copies an active face."] if card.copies else []
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
            "".join(phase[0].upper() for phase in card.phases),
            _gist(card, catalogue),
        )
        for card in cards
    )
    columns = (
        Column("No.", "right"),
        Column("Card", wraps=True),
        Column("Phase"),
        Column("", wraps=True, heard="What it does"),
    )
    return [Heading("Cards"), Table(columns, rows)]
