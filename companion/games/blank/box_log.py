"""The log of a box: shown, taken back, brought back, and whether what was told later stands.

What stood against an entry before the change does not count, nor what its own house rule overruled:
another book may have told it, or an older companion.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.log import Wording as Say
from companion.core.names import capital, folded
from companion.core.param import A_TEXT, Arguments, one
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import CompanionError, Illegal, Refused
from companion.games.blank.box_entries import (
    Approved,
    Changed,
    Declined,
    Found,
    Inked,
    Made,
    Returned,
    Written,
)
from companion.games.blank.boxes import BOX, COPY, BlankShelf, Home, never, one_box
from companion.games.blank.cards import PLAIN_RULES, PRINTED_RULES, Card, called, face_of, status_of
from companion.games.blank.deck import Deck, after_each
from companion.games.blank.prizes import require_no_second
from companion.games.blank.reference import has_boxes
from companion.games.blank.state import State

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
            entry = told.event.action
            message = f"Entry {entry} would not stand then: {told.against}"
            hint = f"Take back entry {entry} first."
            raise Illegal(told.rule, message, hint) if told.rule else Refused(message, hint)


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


def _told(deck: Deck) -> Iterator[_Told]:
    """Every fact of a box's log, held against what stands before it."""
    known: dict[str, Card] = {}
    owner, plain, printed = "", 0, 0
    for event, cards in after_each(deck.standing):
        if event.kind in (Made.declared.name, Changed.declared.name):
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
        writes = event.kind == Written.declared.name and not card.is_rule
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
    if event.kind == Returned.declared.name:
        return ("" if card.retired is not None else f"{name} would be in the deck.", "")
    if card.retired is not None and event.kind != Found.declared.name:
        return f"{name} would be retired.", ""
    if event.kind == Written.declared.name:
        older = data.get("restores")
        if older is not None and card.revision(older) is None:
            return f"{name} would have no revision {older} to be restored.", ""
        return "", ""
    if event.kind == Found.declared.name and card.now is not None and card.origin != "printed":
        return f"{name} would carry an effect that somebody wrote.", ""
    revision = card.revision(data["revision"]) if "revision" in data else None
    if revision is None:
        return "", ""  # What is about no revision, or about one that `facts` misses.
    status = status_of(card, revision)
    if event.kind == Approved.declared.name:
        if revision.approved or revision.declined is not None:
            return f"{name} would be {status} by then.", ""
        if owner and folded(data["by"]) != folded(owner):
            rule = "BL-117" if face_of(card.id) is not None else "BL-108"
            return f"the box would be {owner}'s, who did not approve {called(card.id)}.", rule
    if event.kind == Inked.declared.name and revision.inked:
        return f"{name} would be inked by then.", ""
    if event.kind == Declined.declared.name and status != "proposed":
        return f"{name} would be {status} by then.", ""
    return "", ""


# The verbs

SAY = Say(
    commands="companion blank copy",
    as_begun="nothing that was told of this box stands",
    beginning="the box itself",
    way_out="`companion blank rule add …` tells of a card.",
)
ENTRY = one("ENTRY", A_TEXT, optional=True)


def _undo(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    box = one_box(shelf, told.get(COPY))
    return _with_warnings(shelf, box, shelf.undo(told.get(ENTRY), SAY, box.id))


UNDO: Verb[Any] = Verb(
    "undo",
    "take back what was told of it",
    """
    Take back what was told of a box last, or earlier.

    \b
    Examples:
      companion blank copy undo
      companion blank copy undo 5      entry 5 alone
    """,
    (ENTRY, COPY),
    run=_undo,
    means=never,
    of_play=False,
)


def _redo(shelf: BlankShelf, told: Arguments[Any]) -> Reply:
    """No second prize of a play is brought back, as none is written by hand."""
    box, entry = one_box(shelf, told.get(COPY)), told.get(ENTRY)
    after = shelf.box_of(shelf.redone(entry, SAY, box.id))
    require_no_second(shelf, box.id, box.now, after)
    return _with_warnings(shelf, box, shelf.redo(entry, SAY, box.id))


REDO: Verb[Any] = Verb(
    "redo",
    "bring back what was taken back",
    """
    Bring back what was taken back.

    \b
    Examples:
      companion blank copy redo
      companion blank copy redo 5      entry 5, even after later entries
    """,
    (ENTRY, COPY),
    run=_redo,
    means=never,
    of_play=False,
)

LOG: Verb[Any] = Verb(
    "log",
    "all that was told of it",
    """
    See all that was told of a box, with its numbers.

    \b
    Examples:
      companion blank copy log
      companion blank copy log friday --json
    """,
    (BOX, COPY),
    run=lambda shelf, told: shelf.log(one_box(shelf, told.get(BOX), told.get(COPY)).id),
    means=has_boxes,
    of_play=False,
)


def _with_warnings(shelf: BlankShelf, before: Home, reply: Reply) -> Reply:
    """The reply, with what the play at hand has of the box otherwise than the box has it now."""
    try:
        state = shelf.play().state
    except CompanionError:
        return reply
    if not isinstance(state, State) or state.status != "live":
        return reply
    now = shelf.open(before.id).now
    warnings = []
    for card_id, said, lies in _in_sight(state, before.id):
        was, found = (deck.cards.get(card_id) for deck in (before.now, now))
        if _says(was) == said != _says(found):
            what = "says otherwise in" if _says(found) else "is not in"
            warnings.append(
                f"{capital(called(card_id))} {lies} in this play, and {what} {now.name} now: "
                "it is played on as it was."
            )
    return reply._replace(warnings=(*reply.warnings, *warnings))


def _in_sight(state: State, box_id: str) -> Iterator[tuple[str, str, str]]:
    """The cards of a box that everybody sees: which, what it says, and how it lies there."""
    for rule in state.rules:
        if rule.copy == box_id and rule.card is not None:
            yield rule.card, rule.text, "lies open"
    top = state.top
    if top is not None and top.copy == box_id and top.card is not None and top.effect:
        yield top.card, top.effect, "lies on top"


def _says(card: Card | None) -> str:
    """What a card of the deck says, as it is played with; nothing for one that is not in it."""
    if card is None or card.out or card.now is None:
        return ""
    return (card.agreed or card.now).wording.sentence
