"""`card.described`, the fact that the log of a box is made of: its form, its check, its line."""

import re
from collections.abc import Callable, Mapping
from typing import Any

from companion.core.copies import CopyFact
from companion.core.names import folded, listed, short
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
    if not isinstance(key, str) or not _KEY.fullmatch(key):
        raise ValueError("does not say which card it is about")
    for field, value in data.items():
        if field == "key":
            continue
        if field not in _FORMS:
            raise ValueError(f"tells “{short(field)}”, which no card has")
        form, fits = _FORMS[field]
        if value is not None and not fits(value):
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
}


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _are_names(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(map(_is_name, value))


def _are_phases(value: Any) -> bool:
    return _are_names(value) and set(value) <= set(RESOLVING)


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 < value < 100


def _is_choice(value: Any) -> bool:
    return isinstance(value, bool)


_FORMS: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "name": ("a name", _is_name),
    "number": ("a card's number", _is_number),
    "icons": ("a list of icons", _are_names),
    "phases": (f"a list of {listed(RESOLVING, 'or')}", _are_phases),
    "overwrites": ("a card", _is_name),
    "prerequisite": ("a list of cards", _are_names),
    "ward": ("a text", _is_text),
    "condition": ("a text", _is_text),
    "always": ("a text", _is_text),
    "one_shot": ("yes or no", _is_choice),
    "text": ("a text", _is_text),
}

FACTS = {DESCRIBED: CopyFact(require_sound, check, describe)}
