"""The entries of a box's log: what each holds, what it changes, what stands against it, its line.

What a verb writes stands in the modules of the verbs; here is what becomes of it in the box.
"""

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from companion.core import event as events
from companion.core.box import BoxKind, BoxKinds, box_kinds
from companion.core.event import Event
from companion.core.names import listed
from companion.core.shapes import COUNT, FLAG, NAME, TEXT, list_of, mapping_of, maybe, one_of
from companion.errors import Ambiguous, Refused
from companion.games.blank.cards import (
    CARD,
    REVISION,
    SUITS,
    Box,
    BoxFold,
    Card,
    Revision,
    Wording,
    called,
    face_of,
)

_SUITS = mapping_of(one_of(*SUITS), TEXT)
_ORIGIN = one_of("printed", "illustrated", "plain")


def require_different(colours: Mapping[str, str]) -> None:
    """See to it that every colour means one suit. Raises Ambiguous."""
    seen: dict[str, str] = {}
    for suit, colour in colours.items():
        if colour and colour in seen:
            raise Ambiguous(
                f"{colour} would be {seen[colour]} and {suit}.",
                (seen[colour], suit),
                "Give each suit a colour of its own; `--suit hexagon=` takes one back.",
            )
        seen[colour] = suit


def folded_in(fold: BoxFold, event: Event) -> None:
    """Take an entry into a box in the making."""
    apply = KINDS[event.kind].apply
    assert apply is not None
    apply(fold, event)


class OfCard(TypedDict):
    """What is about a card."""

    card: Annotated[str, CARD]


class OfRevision(OfCard):
    """What is about one state of a card."""

    revision: Annotated[int, REVISION]


def _check_revision(deck: Box, data: OfRevision) -> None:
    card = deck.cards.get(data["card"])
    if card is None or card.revision(data["revision"]) is None:
        what = f"What stands on {called(data['card'])} (revision {data['revision']})"
        raise Refused(f"{what} would not be there.", "")
    _require_one_rule(deck, card)


def _require_one_rule(deck: Box, card: Card) -> None:
    if card.id in deck.written_twice:
        raise Ambiguous(f"{called(card.id).capitalize()} is another rule by now.", (card.id,), "")


def _check_card(deck: Box, data: OfCard) -> None:
    if data["card"] not in deck.cards and face_of(data["card"]) is None:
        raise Refused(f"{called(data['card']).capitalize()} would not be there.", "")


def begins(deck: Box, card_id: str, revision: int) -> bool:
    """Whether nothing stands on a card before the revision that a fact is about.

    Its number says that only of what was taken back: numbers are never used twice.
    """
    card = deck.cards.get(card_id)
    if card is None or card.revision(revision) is None:
        return revision == 1
    return card.revisions[0].number == revision


def _called_so(deck: Box, data: OfRevision) -> str:
    card = called(data["card"])
    return (
        card
        if begins(deck, data["card"], data["revision"])
        else f"revision {data['revision']} of {card}"
    )


def because(why: str) -> str:
    """The reason, as it stands behind what was done; nothing where none was told."""
    return f": {why}" if why else ""


# The box


class Made(TypedDict):
    """A box as it is told of first."""

    game: Annotated[str, NAME]
    name: Annotated[str, NAME]
    mark: NotRequired[Annotated[str, TEXT]]
    owner: NotRequired[Annotated[str, TEXT]]
    suits: NotRequired[Annotated[Mapping[str, str], _SUITS]]
    renames: NotRequired[Annotated[int, COUNT]]


class Changed(TypedDict, total=False):
    """What is told of a box later, or otherwise than before."""

    name: Annotated[str, NAME]
    mark: Annotated[str, TEXT]
    owner: Annotated[str, TEXT]
    suits: Annotated[Mapping[str, str], _SUITS]
    renames: Annotated[int, COUNT]


def _apply_made(fold: BoxFold, event: Event) -> None:
    fold.about = dict(event.data)


def _apply_changed(fold: BoxFold, event: Event) -> None:
    suits = {**fold.about.get("suits", {}), **event.data.get("suits", {})}
    fold.about = {**fold.about, **event.data, "suits": suits}


def _check_about(deck: Box, data: Made | Changed) -> None:
    require_different(deck.colours)


def _tell_about(deck: Box, data: Made | Changed) -> str:
    told = [f"“{data['name']}”"] if "name" in data else []
    told += [f"mark {data['mark'] or 'none'}"] if "mark" in data else []
    told += [f"owner {data['owner'] or 'nobody'}"] if "owner" in data else []
    for suit, colour in data.get("suits", {}).items():
        told.append(f"{suit} is {colour}" if colour else f"{suit} has no colour")
    return f"the box: {', '.join(told)}"


MADE = BoxKind(events.MADE, Made, _tell_about, _check_about, _apply_made)
CHANGED = BoxKind(events.CHANGED, Changed, _tell_about, _check_about, _apply_changed)

# What stands on a card


class Written(OfRevision):
    """What somebody wrote on a card: its parts or its text, and who signs it.

    `origin` is that of a rule card, in the entry that begins it; `play` the one of which it is the
    prize; `restores` the revision that it reads as again.
    """

    trigger: NotRequired[Annotated[str, TEXT]]
    target: NotRequired[Annotated[str, TEXT]]
    effect: NotRequired[Annotated[str, TEXT]]
    text: NotRequired[Annotated[str, TEXT]]
    title: NotRequired[Annotated[str, TEXT]]
    by: NotRequired[Annotated[str, TEXT]]
    origin: NotRequired[Annotated[str, _ORIGIN]]
    play: NotRequired[Annotated[str | None, maybe(NAME)]]
    restores: NotRequired[Annotated[int, REVISION]]


def wording_in(data: Mapping[str, Any]) -> Wording:
    """The words that an entry wrote."""
    return Wording(*(data.get(part, "") for part in Wording._fields))


def _apply_written(fold: BoxFold, event: Event) -> None:
    data = event.data
    card = fold.cards.get(data["card"]) or Card(data["card"])
    if "origin" in data and card.now is not None:
        fold.twice.add(card.id)
    revision = Revision(
        data["revision"],
        wording_in(data),
        data.get("title", ""),
        data.get("by", ""),
        data.get("play"),
        data.get("restores"),
        event.action,
        event.at,
    )
    origin = card.origin or data.get("origin", "")
    fold.cards[card.id] = card._replace(origin=origin, revisions=(*card.revisions, revision))


def _check_written(deck: Box, data: Written) -> None:
    card = deck.cards[data["card"]]
    if card.is_rule and not card.origin:
        raise Refused(f"{called(card.id).capitalize()} would be changed before it was there.", "")
    _require_one_rule(deck, card)


def _tell_written(deck: Box, data: Written) -> str:
    title = f" “{data['title']}”" if data.get("title") else ""
    prize = f" (prize of {data['play']})" if data.get("play") else ""
    by = f", by {data['by']}" if data.get("by") else ""
    if "restores" in data:
        how = f" reads again as in revision {data['restores']}"
    elif "origin" not in data and not begins(deck, data["card"], data["revision"]):
        how = f" is revised{by}"
    elif data.get("origin") == "printed":
        how = " is printed"
    else:
        how = by
    return f"{called(data['card'])}{title}{how}{prize}: {wording_in(data).sentence}"


WRITTEN = BoxKind("card.written", Written, _tell_written, _check_written, _apply_written)


class Found(OfCard):
    """How a game card came in the box."""

    origin: Annotated[str, _ORIGIN]
    title: NotRequired[Annotated[str, TEXT]]


def _apply_found(fold: BoxFold, event: Event) -> None:
    card = fold.cards.get(event.data["card"]) or Card(event.data["card"])
    fold.cards[card.id] = card._replace(
        origin=event.data["origin"], picture=event.data.get("title", "")
    )


def _check_found(deck: Box, data: Found) -> None:
    if face_of(data["card"]) is None:
        raise Refused(f"{called(data['card']).capitalize()} is no game card.", "")


def _tell_found(deck: Box, data: Found) -> str:
    origin = {"printed": "printed with an effect"}.get(data["origin"], data["origin"])
    title = f", “{data['title']}”" if data.get("title") else ""
    return f"{called(data['card'])} is {origin}{title}"


FOUND = BoxKind("card.found", Found, _tell_found, _check_found, _apply_found)

# How far it has come


class Approved(OfRevision):
    """The owner agrees to what stands there."""

    by: Annotated[str, NAME]


class Inked(OfRevision):
    """It stands on the real card; `unapproved` where a house rule let that pass."""

    unapproved: NotRequired[Annotated[bool, FLAG]]


class Declined(OfRevision):
    """The owner says no to it."""

    why: Annotated[str, TEXT]


def _apply_approved(fold: BoxFold, event: Event) -> None:
    fold.change_revision(event, approved=event.data["by"])


def _apply_inked(fold: BoxFold, event: Event) -> None:
    fold.change_revision(event, inked=True)


def _apply_declined(fold: BoxFold, event: Event) -> None:
    fold.change_revision(event, declined=event.data["why"])


def _check_inked(deck: Box, data: Inked) -> None:
    _check_revision(deck, data)
    revision = deck.cards[data["card"]].revision(data["revision"])
    assert revision is not None
    if not revision.approved and not data.get("unapproved"):
        raise Refused(
            f"{called(data['card']).capitalize()} is inked, and nobody had approved it.", ""
        )


def _tell_approved(deck: Box, data: Approved) -> str:
    return f"{_called_so(deck, data)} approved by {data['by']}"


def _tell_inked(deck: Box, data: Inked) -> str:
    return f"{_called_so(deck, data)} inked on the card"


def _tell_declined(deck: Box, data: Declined) -> str:
    return f"{_called_so(deck, data)} declined{because(data['why'])}"


APPROVED = BoxKind("card.approved", Approved, _tell_approved, _check_revision, _apply_approved)
INKED = BoxKind("card.inked", Inked, _tell_inked, _check_inked, _apply_inked)
DECLINED = BoxKind("card.declined", Declined, _tell_declined, _check_revision, _apply_declined)

# Out of the deck, and in it


class Retired(OfCard):
    """A card is taken out of the deck."""

    why: Annotated[str, TEXT]


class Introduced(TypedDict):
    """Rules that were in no game before come into one."""

    cards: Annotated[list[str], list_of(CARD)]
    play: Annotated[str, NAME]


def _apply_retired(fold: BoxFold, event: Event) -> None:
    if face_of(event.data["card"]) is not None:  # A game card of which nothing else is known.
        fold.cards.setdefault(event.data["card"], Card(event.data["card"]))
    fold.change(event.data["card"], retired=event.data["why"])


def _apply_returned(fold: BoxFold, event: Event) -> None:
    fold.change(event.data["card"], retired=None)


def _apply_introduced(fold: BoxFold, event: Event) -> None:
    fold.introduced_in = event.data["play"]
    for card_id in event.data["cards"]:
        fold.change(card_id, introduced=event.data["play"])


def _check_introduced(deck: Box, data: Introduced) -> None:
    for card in data["cards"]:
        if card not in deck.cards:
            raise Refused(f"{called(card).capitalize()} was in play in {data['play']}.", "")


def _tell_retired(deck: Box, data: Retired) -> str:
    return f"{called(data['card'])} retired{because(data['why'])}"


def _tell_returned(deck: Box, data: OfCard) -> str:
    return f"{called(data['card'])} back in the deck"


def _tell_introduced(deck: Box, data: Introduced) -> str:
    verb = "is" if len(data["cards"]) == 1 else "are"
    return f"{listed([called(card) for card in data['cards']])} {verb} new in {data['play']}"


RETIRED = BoxKind("card.retired", Retired, _tell_retired, _check_card, _apply_retired)
RETURNED = BoxKind("card.returned", OfCard, _tell_returned, _check_card, _apply_returned)
INTRODUCED = BoxKind(
    "rules.introduced", Introduced, _tell_introduced, _check_introduced, _apply_introduced
)

KINDS: BoxKinds = box_kinds(
    MADE, CHANGED, WRITTEN, FOUND, APPROVED, INKED, DECLINED, RETIRED, RETURNED, INTRODUCED
)
