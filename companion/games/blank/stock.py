"""A box for the rest of the program: its contents, its growth, and merging the entries that
somebody else made about the same box.

In a merge, what they changed is added to ours as newer revisions; our changes stay. Two rules with
one number are both kept, theirs under a new number. Words that we had at any time are not added
again.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from companion.core.event import MADE, Event, Referee
from companion.core.inventory import Component, Overlay, Stock
from companion.core.names import capital, folded
from companion.core.numbers import only_digits, whole
from companion.core.record import Growth
from companion.errors import Invalid, NotFound
from companion.games.blank.cards import (
    STATUSES,
    Card,
    Revision,
    has_same_words,
    plain_words,
    rule_id,
    status_of,
)
from companion.games.blank.deck import (
    BoxChanged,
    CardDeclined,
    CardFound,
    CardRetired,
    CardReturned,
    Deck,
    fold_each,
)
from companion.games.blank.pen import Pen
from companion.games.blank.search import Boxes, find_game_card, find_in_boxes, find_rule, split_box

_LEAST_LETTERS = 4
"""The fewest letters that name a rule by its words."""


def stock(deck: Deck, items: Sequence[Component]) -> Stock:
    """The cards of a box: `items` with what is known about them, and any additional ones by house
    rules.

    A card has its approved wording, or else the proposed one.
    """
    ids = {item.id for item in items}
    beyond = [card for card in (*deck.rules, *deck.game_cards) if card.id not in ids]
    known = [
        _described(item, deck.cards.get(item.id)) for item in (*items, *_extra_items(items, beyond))
    ]
    rules, cards = (
        [item for item in known if item.id.startswith("r") is is_rule] for is_rule in (True, False)
    )
    return Stock((*rules, *cards), deck.mark, deck.owner, tuple(_notes(deck, rules)))


def named_in_box(deck: Deck, text: str) -> Sequence[str]:
    """The ids of the cards that a text names: rules by number or words, others by face or title.

    The mark of the box may stand before it. Raises Ambiguous.
    """
    here = [("", deck)]
    try:
        name = folded(split_box(text, here)[1]).removeprefix("rule").strip().removeprefix("r")
        number = whole(name, 1, 99_999) if only_digits(name) else None
        if number is not None:
            return (rule_id(number),)
        return _game_cards(here, text) or [
            rule.id
            for *_, rule in find_in_boxes(text, here, find_rule)
            if len(name) >= _LEAST_LETTERS
        ]
    except (NotFound, Invalid):
        return ()


def _game_cards(here: Boxes, text: str) -> list[str]:
    with suppress(NotFound):
        found = find_in_boxes(text, here, find_game_card)
        return [card.id for *_, match in found for card in match.cards]
    return []


def _extra_items(items: Sequence[Component], beyond: Sequence[Card]) -> Iterator[Component]:
    """Items for cards that a new box does not have."""
    parts = {item.id.startswith("r"): item.part for item in items}
    for card in beyond:
        part = parts.get(card.is_rule, "Cards")
        yield Component(card.id, capital(card.name), part, figure=card.figure)


def _described(item: Component, card: Card | None) -> Component:
    """An item with what was entered about its card.

    A rule that is only proposed counts as a plain card: nothing was written on it yet.
    """
    if item.id.startswith("r"):
        item = item._replace(aliases=(item.id[1:],))
    if card is None:
        return item
    shown = card.in_force or card.now
    if card.retired is not None:
        item = item._replace(out=card.retired or "retired", expected=False)
    if shown is None:
        # A declined rule leaves its card plain, unless there is ink on it.
        status = card.origin if not card.is_rule else item.status
        return item._replace(name=card.picture, status=status)
    return item._replace(
        name=shown.title or card.picture,
        says=shown.wording.sentence,
        by=shown.by or card.author,
        revision=shown.number,
        same=tuple(
            old.number
            for old in card.revisions
            if old.number < shown.number
            and old.title == shown.title
            and has_same_words(old.wording, shown.wording)
        ),
        status=status_of(card, shown),
        expected=not card.is_out and (card.is_in_deck or not card.is_rule),
        blank=card.is_rule and card.in_force is None and not card.is_out,
    )


def _notes(deck: Deck, rules: Sequence[Component]) -> Iterator[str]:
    if not deck.mark:
        yield "No mark is entered, so its cards could not be sorted from those of another box."
    waiting = [item for item in rules if item.status == "proposed" and not item.out]
    if waiting:
        yield f"Only proposed so far: {', '.join(item.title for item in waiting)}."


def growth(standing: Sequence[Event]) -> Iterator[Growth]:
    """How the number of cards grew that players wrote and that are in the deck."""
    counts = {"rules": 0, "game cards": 0}
    own: set[str] = set()
    for event, cards in fold_each(standing):
        card_id = event.data.get("card", "")
        card = cards.get(card_id)
        is_own = card is not None and card.is_in_deck and card.origin != "printed"
        changed = is_own != (card_id in own)
        if changed:
            own ^= {card_id}
            noun = "rules" if card is not None and card.is_rule else "game cards"
            counts[noun] += 1 if is_own else -1
        if changed or event.kind == MADE:
            yield Growth(event.at, dict(counts))


_ABOUT = ("mark", "owner")


def overlay(base: Deck, ours: Deck, events: Sequence[Event], theirs: Deck) -> Overlay:
    """The facts to add to our log to merge theirs. Raises Illegal if there are not enough cards.

    `base` is the box as both logs have it; `events` is all of our log.
    """
    pen = Pen(ours, events, Referee())
    pen.reserve(card.number for card in theirs.rules)
    _take_description(pen, base, theirs)
    notes: list[str] = []
    every_word = {
        plain_words(revision.wording) for card in ours.rules for revision in card.revisions
    }
    for card in (*theirs.rules, *theirs.game_cards):
        before, known = base.cards.get(card.id), ours.cards.get(card.id)
        if card == before:
            continue  # nothing new
        if card.is_rule and before is None:
            shown = card.in_force or card.now
            if shown is None or card.retired is not None:
                continue
            if plain_words(shown.wording) not in every_word:
                number = _write_rule(pen, card, shown, None if known is not None else card.number)
                if number != card.number:
                    notes.append(
                        f"Their rule {card.number} is rule {number} here, where {card.number} is "
                        "another rule: do not use their label for it."
                    )
        else:
            _take_card(pen, before or Card(card.id), known or Card(card.id), card, events)
    return Overlay(pen.drafts, tuple(notes))


def _take_description(pen: Pen, base: Deck, theirs: Deck) -> None:
    """Take over owner, mark and colours unless we changed them; the name stays ours."""
    changed: dict[str, Any] = {
        key: getattr(theirs, key)
        for key in _ABOUT
        if getattr(theirs, key) != getattr(base, key) == getattr(pen.deck, key)
    }
    suits = {
        suit: colour
        for suit, colour in theirs.colours.items()
        if colour != base.colours.get(suit) == pen.deck.colours.get(suit)
    }
    if suits:
        changed["suits"] = suits
    if changed:
        pen.add(BoxChanged(**changed))


def _write_rule(pen: Pen, theirs: Card, shown: Revision, number: int | None) -> int:
    """Write their rule under that number or the next free one, which is returned."""
    card = pen.new_rule(
        shown.wording,
        by=shown.by,
        printed=theirs.origin == "printed",
        play=shown.play,
        number=number,
    )
    pen.raise_status(card, pen.newest_revision(card), status_of(theirs, shown), shown.approved)
    return Card(card).number


def _take_card(pen: Pen, before: Card, ours: Card, theirs: Card, events: Sequence[Event]) -> None:
    """Add what they changed about a card to what we did."""
    if theirs.origin != before.origin and not ours.origin:
        pen.add(CardFound(card=theirs.id, origin=theirs.origin, title=theirs.picture))
    shown = theirs.in_force or theirs.now
    # The approved wording, and the one proposed instead.
    known = (*before.revisions, *ours.revisions)
    fresh = [
        new
        for new in dict.fromkeys((shown, theirs.now))
        if new is not None and not any(_is_same_revision(new, revision) for revision in known)
    ]
    if fresh and ours.retired is not None:
        pen.bring_back(ours)
        ours = ours._replace(retired=None)
    for new in fresh:
        number = pen.revise(ours, new.wording, title=new.title, by=new.by, play=new.play)
        pen.raise_status(ours.id, number, status_of(theirs, new), new.approved)
    now = ours.in_force or ours.now
    if shown is not None and now is not None and _is_same_revision(shown, now):
        # Bring our revision of the same wording to the status of theirs.
        far, own_far = status_of(theirs, shown), status_of(ours, now)
        if {far, own_far} <= {*STATUSES} and STATUSES.index(far) > STATUSES.index(own_far):
            pen.raise_status(ours.id, now.number, far, shown.approved)
    for revision in theirs.revisions:
        own = ours.revision(revision.number)
        why = revision.declined
        proposed = own is not None and status_of(ours, own) == "proposed"
        if why is not None and own is not None and proposed and _is_same_revision(own, revision):
            pen.add(CardDeclined(card=ours.id, revision=own.number, why=why))
    out, was_out, is_out = (card.retired is not None for card in (theirs, before, ours))
    moved = {event.kind for event in events if event.data.get("card") == ours.id}
    if out and not was_out and not is_out and CardRetired.kind not in moved:
        pen.retire(ours, theirs.retired or "")
    if was_out and not out and is_out and CardReturned.kind not in moved:
        pen.bring_back(ours)


def _is_same_revision(one: Revision, other: Revision) -> bool:
    same = (one.title, one.by) == (other.title, other.by)
    return same and has_same_words(one.wording, other.wording)
