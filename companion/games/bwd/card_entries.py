"""`card.described`, the fact that the log of a box is made of: its form, its check, its line."""

import re
from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.box import BoxKind, box_kinds
from companion.core.kind import shape_of
from companion.core.names import folded, listed, short
from companion.core.schemas import asks
from companion.core.shapes import (
    FLAG,
    TEXT,
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

_KEY = re.compile(r"#[1-9][0-9]?|[^#].*", re.DOTALL)


@asks(type="string", pattern=r"\S")
def _NAME(value: Any, context: Context) -> Wrong | None:
    """A text that is not blank."""
    return None if isinstance(value, str) and value.strip() else ("", value)


@asks(type="string", pattern=r"^(#[1-9][0-9]?$|[^#])")
def _ID(value: Any, context: Context) -> Wrong | None:
    """A card's id: `investment`, or its number, `#17`."""
    return None if isinstance(value, str) and _KEY.fullmatch(value) else ("", value)


_NAMES = some_of(_NAME)


class CardDescribed(TypedDict):
    """What the group read on a card: `key` is its id, the others are fields of `Card`.

    Null where nothing stands on the card; what is left out was not told this time.
    """

    key: Annotated[str, _ID]
    name: NotRequired[Annotated[str | None, maybe(_NAME)]]
    number: NotRequired[Annotated[int | None, maybe(whole_from(1, 99))]]
    icons: NotRequired[Annotated[list[str] | None, maybe(_NAMES)]]
    phases: NotRequired[Annotated[list[str] | None, maybe(some_of(one_of(*RESOLVING)))]]
    overwrites: NotRequired[Annotated[str | None, maybe(_NAME)]]
    prerequisite: NotRequired[Annotated[list[str] | None, maybe(_NAMES)]]
    ward: NotRequired[Annotated[str | None, maybe(TEXT)]]
    condition: NotRequired[Annotated[str | None, maybe(TEXT)]]
    always: NotRequired[Annotated[str | None, maybe(TEXT)]]
    one_shot: NotRequired[Annotated[bool | None, maybe(FLAG)]]
    copies: NotRequired[Annotated[bool | None, maybe(FLAG)]]
    text: NotRequired[Annotated[str | None, maybe(TEXT)]]


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
"""What stands in each field, in words."""
_CHECKERS = shape_of(CardDescribed)
_NOWHERE = Context(0, frozenset())


def require_sound(data: Mapping[str, Any]) -> None:
    """See to it that a fact is as `card set` makes it. Raises ValueError with what is wrong."""
    key = data.get("key")
    if not isinstance(key, str) or _ID(key, _NOWHERE) is not None:
        raise ValueError("does not say which card it is about")
    for field, value in data.items():
        if field == "key":
            continue
        if field not in _FORMS:
            raise ValueError(f"tells “{short(field)}”, which no card has")
        if _CHECKERS[f"{field}?"](value, _NOWHERE) is not None:
            raise ValueError(f"has something in “{field}” that is not {_FORMS[field]}")
    number = data.get("number")
    if number is not None and key.startswith("#") and key != numbered_key(number):
        raise ValueError(f"gives {key} another number")


def check(catalogue: Catalogue, data: CardDescribed) -> None:
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


def _tell(catalogue: Catalogue, data: CardDescribed) -> str:
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

CARD_DESCRIBED = BoxKind(DESCRIBED, CardDescribed, tell=_tell, check=check, sound=require_sound)
FACTS = box_kinds(CARD_DESCRIBED)
