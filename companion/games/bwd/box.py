"""The contents of a box: its cards, described by its log (`card.described`), listed and shown.

The verbs that describe them are in `cards`, the cards themselves in `catalogue`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.box import BoxFact, BoxRules
from companion.core.event import Draft, Event
from companion.core.fact import facts
from companion.core.game import DataReader
from companion.core.inventory import Component, Overlay, Stock
from companion.core.names import counted, folded, listed, short
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import (
    FLAG,
    TEXT,
    Context,
    Wrong,
    maybe,
    one_of,
    shape_of,
    some_of,
    whole_from,
)
from companion.core.value import Annotated
from companion.errors import Ambiguous, NotFound, Refused
from companion.games.bwd.catalogue import DESCRIBED, Card, Catalogue, numbered_key
from companion.games.bwd.corpus import card_text
from companion.games.bwd.state import RESOLVING, State

_KEY = re.compile(r"#[1-9][0-9]?|[^#].*", re.DOTALL)


@json_schema(type="string", pattern=r"\S")
def _NAME(value: Any, context: Context) -> Wrong | None:
    """A text that is not blank."""
    return None if isinstance(value, str) and value.strip() else ("", value)


@json_schema(type="string", pattern=r"^(#[1-9][0-9]?$|[^#])")
def _ID(value: Any, context: Context) -> Wrong | None:
    """A card's id: `investment`, or its number, `#17`."""
    return None if isinstance(value, str) and _KEY.fullmatch(value) else ("", value)


_NAMES = some_of(_NAME)


_FORMS = {
    "name": "a name",
    "number": "a card's number",
    "icons": "a list of icons",
    "phases": f"a list of {listed(RESOLVING, 'or')}",
    "overwrites": "a card",
    "prerequisite": "a list of cards",
    "ward": "a text",
    "condition": "a text",
    "always": "a text",
    "one_shot": "yes or no",
    "copies": "yes or no",
    "text": "a text",
}
"""The contents of each field, in words."""
_NOWHERE = Context(0, frozenset())


def require_sound(data: Mapping[str, Any]) -> None:
    """Raise ValueError, with what is wrong, for a fact that `card set` would not make."""
    key = data.get("key")
    if not isinstance(key, str) or _ID(key, _NOWHERE) is not None:
        raise ValueError("does not say which card it is about")
    for field, value in data.items():
        if field == "key":
            continue
        if field not in _FORMS:
            raise ValueError(f"records “{short(field)}”, which no card has")
        if _CHECKERS[f"{field}?"](value, _NOWHERE) is not None:
            raise ValueError(f"has something in “{field}” that is not {_FORMS[field]}")
    number = data.get("number")
    if number is not None and key.startswith("#") and key != numbered_key(number):
        raise ValueError(f"gives {key} another number")


NOT_GIVEN: Any = "…"


class CardDescribed(BoxFact[Catalogue, Any], kind=DESCRIBED):
    """The text of a card as entered: `key` is its id, the others are fields of `Card`.

    Null if the card has nothing in that field; what is left out was not given this time.
    """

    key: Annotated[str, _ID]
    name: Annotated[str | None, maybe(_NAME)] = NOT_GIVEN
    number: Annotated[int | None, maybe(whole_from(1, 99))] = NOT_GIVEN
    icons: Annotated[list[str] | None, maybe(_NAMES)] = NOT_GIVEN
    phases: Annotated[list[str] | None, maybe(some_of(one_of(*RESOLVING)))] = NOT_GIVEN
    overwrites: Annotated[str | None, maybe(_NAME)] = NOT_GIVEN
    prerequisite: Annotated[list[str] | None, maybe(_NAMES)] = NOT_GIVEN
    ward: Annotated[str | None, maybe(TEXT)] = NOT_GIVEN
    condition: Annotated[str | None, maybe(TEXT)] = NOT_GIVEN
    always: Annotated[str | None, maybe(TEXT)] = NOT_GIVEN
    one_shot: Annotated[bool | None, maybe(FLAG)] = NOT_GIVEN
    copies: Annotated[bool | None, maybe(FLAG)] = NOT_GIVEN
    text: Annotated[str | None, maybe(TEXT)] = NOT_GIVEN

    require_sound = staticmethod(require_sound)

    def check(self, catalogue: Catalogue) -> None:
        """Refuse a fact that gives two cards one name or number. Raises Ambiguous."""
        card = catalogue.card(self.key)
        for other in catalogue.cards:
            if other.key == card.key:
                continue
            if card.number is not None and other.number == card.number:
                number, named = card.number, other.title
                hint = f"`companion bwd card show {number}` says what is known of it."
                raise Ambiguous(f"Number {number} is {named}.", [named], hint)
            if folded(card.title) in map(folded, other.names()):
                renamed = folded(card.title) != folded(other.title)
                called = (
                    f"{card.title} already: {other.title}" if renamed else f"{other.title} already"
                )
                raise Ambiguous(
                    f"There is a card named {called}.",
                    [other.title],
                    "Choose another name.",
                )

    def describe(self, catalogue: Catalogue) -> str:
        """A line of the log: `Medkit: phase Main; ward “erase it”`."""
        fields = self.to_json()
        del fields["key"]
        # A line about a renamed card also gives its former name.
        card = self.key if "name" in fields else catalogue.card(self.key).title
        return f"{card}: {'; '.join(_in_words(catalogue, *field) for field in fields.items())}"


_CHECKERS = shape_of(CardDescribed)


def _in_words(catalogue: Catalogue, field: str, value: Any) -> str:
    title = _TITLES.get(field, field)
    if value is None:
        return f"no {_NOUNS.get(field, title)}"
    match field:
        case "one_shot":
            return "one-shot" if value else "not one-shot"
        case "copies":
            return "copies other faces" if value else "copies nothing"
        case "overwrites":
            return f"{title} {catalogue.card(value).title}"
        case "prerequisite":
            return f"{title} {listed([catalogue.card(key).title for key in value], 'or')}"
        case "phases":
            return f"{title} {listed([phase.title() for phase in value])}"
        case "icons":
            return f"{title} {listed([catalogue.title(icon) for icon in value])}"
        case "name" | "number":
            return f"{title} {value}"
    return f"{title} “{value}”"


_TITLES = {"phases": "phase", "condition": "only if"}
_NOUNS = {
    "icons": "icons of its own",
    "overwrites": "overwriting",
    "condition": "condition",
    "always": "always-effect",
    "one_shot": "one-shot",
    "copies": "copying",
}

KINDS = facts(CardDescribed)


def stock(catalogue: Catalogue, items: Sequence[Component]) -> Stock:
    """Return the items in a box, the cards with what is known about each.

    Every icon card is identified by its printed number: a card known only by its name may be any of
    them.
    """
    known = tuple(_known(catalogue, item) for item in items)
    return Stock(known, notes=tuple(_notes(catalogue)))


def _notes(catalogue: Catalogue) -> Iterator[str]:
    """List the cards whose number is unknown, with what the group entered about them."""
    numberless = [card for card in catalogue.cards if card.number is None and not card.core]
    if not numberless:
        return
    names = listed([card.title for card in numberless])
    typed = catalogue.typed(numberless[0].key)
    yield (
        f"The number of {counted(len(numberless), 'icon card')} is unknown: {names}. "
        f"`companion bwd card set {typed} --number N` enters it."
    )
    for card in numberless:
        text = card_text(catalogue, card)
        if text and card.key in catalogue.described:
            yield f"{card.title} (number unknown): {text}"


def _known(catalogue: Catalogue, item: Component) -> Component:
    number = whole(item.id, 1, 999)
    if item.kind != "card":
        return item
    card = catalogue.card(item.id if number is None else numbered_key(number))
    words, revision = _words(catalogue, card), catalogue.described_in(card)
    earlier = catalogue.earlier(card) if revision else {}
    return item._replace(
        name=words[0],
        says=words[1],
        revision=revision,
        same=tuple(
            number for number, was in earlier.items() if _words(was, was.card(card.key)) == words
        ),
        aliases=tuple(sorted(card.keys - {item.id})),
    )


def _words(catalogue: Catalogue, card: Card) -> tuple[str, str]:
    """Return the name and the text on the label of a card."""
    return "" if card.core else card.name, card_text(catalogue, card)


def named_in_box(catalogue: Catalogue, text: str) -> Sequence[str]:
    """Return the card that a text names, as `tag` takes it: by its number, its name, or an icon.

    Raises Ambiguous, or Refused if it is unknown which of the numbered cards it is.
    """
    try:
        card = catalogue.find(text)
    except NotFound:
        return ()
    if card.core:
        return (card.key,)
    if card.number is None:
        raise Refused(
            f"The number of {card.title} is unknown, so its card cannot be named.",
            f"`companion bwd card set {catalogue.typed(card.key)} --number N`, "
            "or type the number on the card.",
        )
    return (str(card.number),)


def overlay(base: Catalogue, ours: Catalogue, theirs: Catalogue) -> Overlay:
    """Return the facts that add their entries about the cards since `base` to our log.

    The cards are the same in every box. A number that we joined to a name keeps it, and what only
    we know stays.
    """
    drafts = []
    for key, fields in theirs.described.items():
        own = ours.card(key).key
        known, before = ours.described.get(own, {}), base.described.get(key, {})
        facts = {
            field: list(value) if isinstance(value, tuple) else value or None
            for field, value in fields.items()
            if field != "key"
            and (field not in before or before[field] != value)
            and (field not in known or known[field] != value)
            and (own == key or field not in ("name", "number"))
        }
        if facts:
            drafts.append(Draft(DESCRIBED, {"key": own, **facts}))
    return Overlay(drafts)


# One card


def card_document(card: Card) -> dict[str, Any]:
    """A card as JSON."""
    ours = ("price", "never_idle")  # Derived from the text by us, not part of the card.
    record = {name: getattr(card, name) for name in card.fields if name not in ours}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in record.items()
    }


def card_blocks(card: Card, catalogue: Catalogue) -> list[Block]:
    """Draw a card with all that is known about it."""
    number = f"number {card.number}" if card.number is not None else "number unknown"
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
    """Summarize the most important of a card in a line."""
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
        Column("", wraps=True, read_aloud="What it does"),
    )
    return [Heading("Cards"), Table(columns, rows)]


class _BoxRules(BoxRules[Catalogue]):
    """The cards are the same in every box; what is drawn on the dice is the group's."""

    kinds = KINDS

    def made(self, read: DataReader, facts: Callable[[], Sequence[Event]]) -> Catalogue:
        return Catalogue(read("cards"), facts())

    def stock(self, box: Catalogue, items: Sequence[Component]) -> Stock:
        return stock(box, items)

    def overlay(
        self, base: Catalogue, ours: Catalogue, events: Sequence[Event], theirs: Catalogue
    ) -> Overlay:
        return overlay(base, ours, theirs)

    def is_changed_by(self, state: State) -> bool:
        """Icons drawn on the dice stay there until somebody wipes them off."""
        return state.has_dice_entered


BOX_RULES = _BoxRules()
