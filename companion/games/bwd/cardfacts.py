"""`card.described`, the fact that the log of a box is made of: its form, its check, its line."""

import re
from collections.abc import Mapping
from typing import Any

from companion.core.copies import CopyFact
from companion.core.names import folded, listed, short
from companion.core.schemas import Schema, asks, object_schema, told_as
from companion.core.shapes import (
    FLAG,
    TEXT,
    Checker,
    Context,
    Wrong,
    maybe,
    one_of,
    some_of,
    whole_from,
)
from companion.errors import Ambiguous
from companion.games.bwd.catalogue import DESCRIBED, Catalogue, numbered_key
from companion.games.bwd.state import RESOLVING

Data = Mapping[str, Any]

_KEY = re.compile(r"#[1-9][0-9]?|[^#].*", re.DOTALL)


def require_sound(data: Data) -> None:
    """See to it that a fact is made as `card set` makes it. Raises ValueError with what is wrong.

    `key` is the card's id. The others are fields of `Card`, null where nothing stands on the card.
    """
    key = data.get("key")
    if not isinstance(key, str) or _ID(key, _NOWHERE) is not None:
        raise ValueError("does not say which card it is about")
    for field, value in data.items():
        if field == "key":
            continue
        if field not in _FORMS:
            raise ValueError(f"tells “{short(field)}”, which no card has")
        form, checker = _FORMS[field]
        if value is not None and checker(value, _NOWHERE) is not None:
            raise ValueError(f"has something in “{field}” that is not {form}")
    number = data.get("number")
    if number is not None and key.startswith("#") and key != numbered_key(number):
        raise ValueError(f"gives {key} another number")


def check(catalogue: Catalogue, data: Data) -> None:
    """Refuse a fact after which two cards would go by one name or number. Raises Ambiguous.

    `catalogue` knows the fact already.
    """
    card = catalogue.card(data["key"])
    for other in catalogue.cards:
        if other.key == card.key:
            continue
        if card.number is not None and other.number == card.number:
            number, named = card.number, other.title
            hint = f"`companion bwd card show {number}` says what is known of it."
            raise Ambiguous(f"Number {number} is {named}.", [named], hint)
        if folded(card.title) in map(folded, other.names()):
            renamed = folded(card.title) != folded(other.title)
            called = f"{card.title} already: {other.title}" if renamed else f"{other.title} already"
            raise Ambiguous(
                f"There is a card called {called}.", [other.title], "Choose another name."
            )


def describe(catalogue: Catalogue, data: Data) -> str:
    """A line of the log: `Medkit: phase Main; ward “erase it”`."""
    key = data["key"]
    # Whoever reads that a card was given its name wants to know what it was called before.
    card = key if "name" in data else catalogue.card(key).title
    told = [_told(catalogue, field, value) for field, value in data.items() if field != "key"]
    return f"{card}: {'; '.join(told)}"


def _told(catalogue: Catalogue, field: str, value: Any) -> str:
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


@asks(type="string", pattern=r"\S")
def _NAME(value: Any, context: Context) -> Wrong | None:
    """A text that is not blank."""
    return None if isinstance(value, str) and value.strip() else ("", value)


@asks(type="string", pattern=r"^(#[1-9][0-9]?$|[^#])")
def _ID(value: Any, context: Context) -> Wrong | None:
    """A card's id: `investment`, or its number, `#17`."""
    return None if isinstance(value, str) and _KEY.fullmatch(value) else ("", value)


_NOWHERE = Context(0, frozenset())
_NAMES = some_of(_NAME)
_FORMS: dict[str, tuple[str, Checker]] = {
    "name": ("a name", _NAME),
    "number": ("a card's number", whole_from(1, 99)),
    "icons": ("a list of icons", _NAMES),
    "phases": (f"a list of {listed(RESOLVING, 'or')}", some_of(one_of(*RESOLVING))),
    "overwrites": ("a card", _NAME),
    "prerequisite": ("a list of cards", _NAMES),
    "ward": ("a text", TEXT),
    "condition": ("a text", TEXT),
    "always": ("a text", TEXT),
    "one_shot": ("yes or no", FLAG),
    "copies": ("yes or no", FLAG),
    "text": ("a text", TEXT),
}


def _asked() -> Schema:
    fields = [(field, maybe(checker), False) for field, (_, checker) in _FORMS.items()]
    return object_schema([("key", _ID, True), *fields])


told_as(require_sound, _asked)
FACTS = {DESCRIBED: CopyFact(require_sound, check, describe)}
