"""The entries of a box's log: their form, what stands against them, their line."""

from collections.abc import Callable, Mapping
from typing import Any

from companion.core.copies import CHANGED, MADE, CopyFact
from companion.core.event import Event
from companion.core.names import listed
from companion.core.schemas import asks, object_schema, told_as
from companion.core.shapes import (
    FLAG,
    NAME,
    TEXT,
    Checker,
    Context,
    Shape,
    Wrong,
    list_of,
    mapping_of,
    maybe,
    merged,
    misfit,
    one_of,
    whole_from,
)
from companion.errors import Ambiguous, Refused
from companion.games.blank import deck as kinds
from companion.games.blank.cards import called, face_of, is_card_id
from companion.games.blank.deck import Deck
from companion.games.blank.suits import SUITS, require_different
from companion.games.blank.wording import Wording

Data = Mapping[str, Any]
HIGHEST_REVISION = 999_999


@asks(type="string", pattern=r"^(r[1-9][0-9]{0,4}|[1-6]-[a-z]+\.[1-9][0-9]*)$")
def CARD(value: Any, context: Context) -> Wrong | None:
    """The id of a card: `r15`, `4-hexagon.1`."""
    return None if type(value) is str and is_card_id(value) else ("", value)


REVISION = whole_from(1, HIGHEST_REVISION)
"""The number of a revision: of no more digits than a label has room for."""

_ABOUT: Shape = {"mark?": TEXT, "owner?": TEXT, "suits?": mapping_of(one_of(*SUITS), TEXT)}
_ORIGIN: Checker = one_of("printed", "illustrated", "plain")

SHAPES: Mapping[str, Shape] = {
    MADE: {"game": NAME, "name": NAME, **_ABOUT},
    CHANGED: {"name?": NAME, **_ABOUT},
    kinds.WRITTEN: {
        "card": CARD,
        "revision": REVISION,
        "trigger?": TEXT,
        "target?": TEXT,
        "effect?": TEXT,
        "text?": TEXT,
        "title?": TEXT,
        "by?": TEXT,
        "origin?": _ORIGIN,  # of a rule card, in the entry that begins it
        "play?": maybe(NAME),
        "restores?": REVISION,
    },
    kinds.FOUND: {"card": CARD, "origin": _ORIGIN, "title?": TEXT},
    kinds.APPROVED: {"card": CARD, "revision": REVISION, "by": NAME},
    kinds.INKED: {"card": CARD, "revision": REVISION, "unapproved?": FLAG},
    kinds.DECLINED: {"card": CARD, "revision": REVISION, "why": TEXT},
    kinds.RETIRED: {"card": CARD, "why": TEXT},
    kinds.RETURNED: {"card": CARD},
    kinds.INTRODUCED: {"cards": list_of(CARD), "play": NAME},
}
_READY = merged(SHAPES)
_NOWHERE = Context(0, frozenset())


def _require_sound(kind: str) -> Callable[[Data], None]:
    def require(data: Data) -> None:
        what = misfit(Event(0, 0, kind, data, ""), _READY, _NOWHERE)
        if what is not None:
            raise ValueError(f"makes no sense: {what}")

    return told_as(require, lambda: object_schema(_READY[kind]))


# What stands against a fact; the deck knows it already.


def _check_written(deck: Deck, data: Data) -> None:
    card = deck.cards[data["card"]]
    if card.is_rule and not card.origin:
        raise Refused(f"{called(card.id).capitalize()} would be changed before it was there.", "")
    if card.id in deck.written_twice:
        raise Ambiguous(f"{called(card.id).capitalize()} is another rule by now.", (card.id,), "")


def _check_revision(deck: Deck, data: Data) -> None:
    card = deck.cards.get(data["card"])
    if card is None or card.revision(data["revision"]) is None:
        what = f"What stands on {called(data['card'])} (revision {data['revision']})"
        raise Refused(f"{what} would not be there.", "")
    if card.id in deck.written_twice:
        raise Ambiguous(f"{called(card.id).capitalize()} is another rule by now.", (card.id,), "")


def _check_inked(deck: Deck, data: Data) -> None:
    _check_revision(deck, data)
    revision = deck.cards[data["card"]].revision(data["revision"])
    assert revision is not None
    if not revision.approved and not data.get("unapproved"):
        raise Refused(
            f"{called(data['card']).capitalize()} is inked, and nobody had approved it.", ""
        )


def _check_card(deck: Deck, data: Data) -> None:
    if data["card"] not in deck.cards and face_of(data["card"]) is None:
        raise Refused(f"{called(data['card']).capitalize()} would not be there.", "")


def _check_introduced(deck: Deck, data: Data) -> None:
    for card in data["cards"]:
        if card not in deck.cards:
            raise Refused(f"{called(card).capitalize()} was in play in {data['play']}.", "")


def _check_found(deck: Deck, data: Data) -> None:
    if face_of(data["card"]) is None:
        raise Refused(f"{called(data['card']).capitalize()} is no game card.", "")


def _check_about(deck: Deck, data: Data) -> None:
    require_different(deck.colours)


# Lines


def begins(deck: Deck, data: Data) -> bool:
    """Whether nothing stands on a card before the revision that a fact is about.

    Its number says that only of what was taken back: numbers are never used twice.
    """
    card, number = deck.cards.get(data["card"]), data["revision"]
    if card is None or card.revision(number) is None:
        return bool(number == 1)
    return bool(card.revisions[0].number == number)


def _revision(deck: Deck, data: Data) -> str:
    card = called(data["card"])
    return card if begins(deck, data) else f"revision {data['revision']} of {card}"


def _tell_about(deck: Deck, data: Data) -> str:
    told = [f"“{data['name']}”"] if "name" in data else []
    told += [f"mark {data['mark'] or 'none'}"] if "mark" in data else []
    told += [f"owner {data['owner'] or 'nobody'}"] if "owner" in data else []
    for suit, colour in data.get("suits", {}).items():
        told.append(f"{suit} is {colour}" if colour else f"{suit} has no colour")
    return f"the box: {', '.join(told)}"


def _tell_written(deck: Deck, data: Data) -> str:
    says = Wording(*(data.get(part, "") for part in Wording._fields)).sentence
    title = f" “{data['title']}”" if data.get("title") else ""
    prize = f" (prize of {data['play']})" if data.get("play") else ""
    by = f", by {data['by']}" if data.get("by") else ""
    if "restores" in data:
        how = f" reads again as in revision {data['restores']}"
    elif "origin" not in data and not begins(deck, data):
        how = f" is revised{by}"
    elif data.get("origin") == "printed":
        how = " is printed"
    else:
        how = by
    return f"{called(data['card'])}{title}{how}{prize}: {says}"


def _tell_found(deck: Deck, data: Data) -> str:
    origin = {"printed": "printed with an effect"}.get(data["origin"], data["origin"])
    title = f", “{data['title']}”" if data.get("title") else ""
    return f"{called(data['card'])} is {origin}{title}"


def _because(data: Data) -> str:
    return f": {data['why']}" if data["why"] else ""


def _tell_introduced(deck: Deck, data: Data) -> str:
    verb = "is" if len(data["cards"]) == 1 else "are"
    return f"{listed([called(card) for card in data['cards']])} {verb} new in {data['play']}"


FACTS: Mapping[str, CopyFact] = {
    MADE: CopyFact(_require_sound(MADE), _check_about, _tell_about),
    CHANGED: CopyFact(_require_sound(CHANGED), _check_about, _tell_about),
    kinds.WRITTEN: CopyFact(_require_sound(kinds.WRITTEN), _check_written, _tell_written),
    kinds.FOUND: CopyFact(_require_sound(kinds.FOUND), _check_found, _tell_found),
    kinds.APPROVED: CopyFact(
        _require_sound(kinds.APPROVED),
        _check_revision,
        lambda deck, data: f"{_revision(deck, data)} approved by {data['by']}",
    ),
    kinds.INKED: CopyFact(
        _require_sound(kinds.INKED),
        _check_inked,
        lambda deck, data: f"{_revision(deck, data)} inked on the card",
    ),
    kinds.DECLINED: CopyFact(
        _require_sound(kinds.DECLINED),
        _check_revision,
        lambda deck, data: f"{_revision(deck, data)} declined{_because(data)}",
    ),
    kinds.RETIRED: CopyFact(
        _require_sound(kinds.RETIRED),
        _check_card,
        lambda deck, data: f"{called(data['card'])} retired{_because(data)}",
    ),
    kinds.RETURNED: CopyFact(
        _require_sound(kinds.RETURNED),
        _check_card,
        lambda deck, data: f"{called(data['card'])} back in the deck",
    ),
    kinds.INTRODUCED: CopyFact(
        _require_sound(kinds.INTRODUCED), _check_introduced, _tell_introduced
    ),
}
