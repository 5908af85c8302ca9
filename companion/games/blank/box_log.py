"""Whether what was told of a box still stands when its past is changed: entry by entry.

What stood against an entry before the change does not count, nor what its own house rule overruled:
another book may have told it, or an older companion.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from companion.core.event import Event
from companion.core.names import capital, folded
from companion.errors import Illegal, Refused
from companion.games.blank.box_entries import (
    APPROVED,
    CHANGED,
    DECLINED,
    FOUND,
    INKED,
    MADE,
    RETURNED,
    WRITTEN,
)
from companion.games.blank.cards import PLAIN_RULES, PRINTED_RULES, Card, called, face_of, status_of
from companion.games.blank.deck import Deck, after_each

BEYOND = ("BL-25", "BL-27")
"""Rules that a house rule overrules where more is written than there are plain cards."""


class _Told(NamedTuple):
    """An entry's fact: what stands against it, by which rule.

    `anew` is whether it writes on a game card on which nothing was ever written; else None.
    """

    event: Event
    anew: bool | None
    against: str = ""
    rule: str = ""


def check_box(before: Deck, after: Deck) -> None:
    """Refuse a change of the past after which something told later does not stand.

    Raises Illegal beyond the cards that a box has, and for what its owner did not agree to; Refused
    for what rests on words that are gone.
    """
    former = {told.event.seq: told for told in _told(before)}
    # The newest is named: entries are best taken back from there.
    for told in reversed(list(_told(after))):
        was = former.get(told.event.seq)
        if was is not None:
            _require_words(was, told)
        if told.against and not (was is not None and was.against) and not _licensed(told):
            _refuse(told)


def _require_words(was: _Told, told: _Told) -> None:
    """Refuse that a wording is gone which another one rewords, or is there where none was."""
    card, event = called(told.event.data.get("card", "")), told.event
    if was.anew is False and told.anew:
        raise Refused(
            f"Entry {event.action} would not stand then: it rewords what stands on {card}, which "
            "would not be there.",
            f"Take back entry {event.action} first.",
        )
    if was.anew and told.anew is False:
        raise Refused(
            f"Entry {event.action} would not stand then: {card} would be written on by then.",
            f"Take back entry {event.action} first.",
        )


def _licensed(told: _Told) -> bool:
    """Whether the entry's own house rule overruled just that."""
    house = told.event.house
    rules = () if house is None else house.rules
    return told.rule in rules or (told.rule in BEYOND and any(rule in rules for rule in BEYOND))


def _refuse(told: _Told) -> None:
    entry = told.event.action
    message = f"Entry {entry} would not stand then: {told.against}"
    hint = f"Take back entry {entry} first."
    if told.rule:
        raise Illegal(told.rule, message, hint)
    raise Refused(message, hint)


def _told(deck: Deck) -> Iterator[_Told]:
    """Every fact of a box's log, held against what stands before it."""
    known: dict[str, Card] = {}
    owner, plain, printed = "", 0, 0
    for event, cards in after_each(deck.standing):
        if event.kind in (MADE.name, CHANGED.name):
            owner = event.data.get("owner", owner)
        card_id = event.data.get("card")
        if card_id is None:
            yield _Told(event, None)
            continue
        card = known.get(card_id, Card(card_id))
        now = cards.get(card_id, card)
        known[card_id] = now
        came, took = _is_printed(now) - _is_printed(card), _takes_plain(now) - _takes_plain(card)
        plain, printed = plain + took, printed + came
        writes = event.kind == WRITTEN.name and not card.is_rule
        anew = not card.revisions if writes else None
        against, rule = _against(card, event, owner)
        if took > 0 and plain > PLAIN_RULES:
            against, rule = "more rules would be written than there are plain cards.", "BL-27"
        elif came > 0 and printed > PRINTED_RULES:
            against, rule = "more printed rules would be known than the 14 that there are.", "BL-26"
        yield _Told(event, anew, against, rule)


def _takes_plain(card: Card) -> int:
    return int(card.is_rule and card.origin == "plain" and card.used)


def _is_printed(card: Card) -> int:
    return int(card.is_rule and card.origin == "printed")


def _against(card: Card, event: Event, owner: str) -> tuple[str, str]:
    """What stands against a fact about a card as it was, and by which rule; nothing, if not."""
    data, name = event.data, capital(called(card.id))
    if event.kind == RETURNED.name:
        return ("" if card.retired is not None else f"{name} would be in the deck.", "")
    if card.retired is not None and event.kind != FOUND.name:
        return f"{name} would be retired.", ""
    if event.kind == WRITTEN.name:
        return _against_words(card, data, name), ""
    if event.kind == FOUND.name and card.now is not None and card.origin != "printed":
        return f"{name} would carry an effect that somebody wrote.", ""
    revision = card.revision(data["revision"]) if "revision" in data else None
    if revision is None:
        return "", ""  # What is about no revision, or about one that `facts` misses.
    status = status_of(card, revision)
    if event.kind == APPROVED.name:
        if revision.approved or revision.declined is not None:
            return f"{name} would be {status} by then.", ""
        if owner and folded(data["by"]) != folded(owner):
            rule = "BL-117" if face_of(card.id) is not None else "BL-108"
            return f"the box would be {owner}'s, who did not approve {called(card.id)}.", rule
    if event.kind == INKED.name and revision.inked:
        return f"{name} would be inked by then.", ""
    if event.kind == DECLINED.name and status != "proposed":
        return f"{name} would be {status} by then.", ""
    return "", ""


def _against_words(card: Card, data: Mapping[str, object], name: str) -> str:
    older = data.get("restores")
    if isinstance(older, int) and card.revision(older) is None:
        return f"{name} would have no revision {older} to be restored."
    return ""
