"""Puts what somebody else told of a box since both books were one on top of ours.

Only what they changed comes over, as newer revisions: what we changed stays, and nothing is lost. A
rule that each wrote since under the same number is two rules: theirs gets a number of its own. What
stood in our book at any time is not taken twice.
"""

from collections.abc import Sequence
from typing import Any

from companion.core.event import Event
from companion.core.inventory import Overlay
from companion.core.referee import Referee
from companion.games.blank.box_entries import (
    CHANGED,
    DECLINED,
    FOUND,
    RETIRED,
    RETURNED,
    Declined,
    Found,
)
from companion.games.blank.cards import STATUSES, Card, Revision, Status, status_of
from companion.games.blank.deck import Deck
from companion.games.blank.lifecycle import bring_back, retire
from companion.games.blank.pen import Pen
from companion.games.blank.wording import plain_words

_ABOUT = ("mark", "owner")


def overlay(base: Deck, ours: Deck, events: Sequence[Event], theirs: Deck) -> Overlay:
    """The facts to add to our log, of which `events` is the whole. Raises Illegal beyond the cards.

    `base` is the box as both books tell of it.
    """
    pen = Pen(ours, events, Referee())
    pen.reserve(card.number for card in theirs.rules)
    _tell_about(pen, base, theirs)
    notes: list[str] = []
    every_word = {
        plain_words(revision.wording) for card in ours.rules for revision in card.revisions
    }
    for card in (*theirs.rules, *theirs.game_cards):
        before, known = base.cards.get(card.id), ours.cards.get(card.id)
        if card == before:
            continue  # They told nothing new of it.
        if card.is_rule and before is None:
            said = _said(card)
            if said is None or card.retired is not None:
                continue
            if plain_words(said.wording) not in every_word:
                number = _write_rule(pen, card, said, None if known is not None else card.number)
                if number != card.number:
                    told = f"Their rule {card.number} is rule {number} here, where another one is "
                    notes.append(f"{told}{card.number}: their label of it is none for ours.")
        else:
            _bring_up(pen, before or Card(card.id), known or Card(card.id), card, events)
    return Overlay(pen.drafts, tuple(notes))


def _tell_about(pen: Pen, base: Deck, theirs: Deck) -> None:
    """Whose box it is and how it is marked, unless we told something else. Its name is ours."""
    told: Any = {
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
        told["suits"] = suits
    if told:
        pen.add(CHANGED, told)


def _said(card: Card) -> Revision | None:
    return card.agreed or card.now


def _write_rule(pen: Pen, theirs: Card, said: Revision, number: int | None) -> int:
    """Write a rule that is not in our book, under that number or the next free one; which it is."""
    card = pen.new_rule(
        said.wording,
        by=said.by,
        printed=theirs.origin == "printed",
        play=said.play,
        number=number,
    )
    pen.bring_to(card, pen.revision(card), status_of(theirs, said), said.approved)
    return Card(card).number


def _bring_up(pen: Pen, before: Card, ours: Card, theirs: Card, events: Sequence[Event]) -> None:
    """What they changed of a card that both know, on top of what we did."""
    if theirs.origin != before.origin and not ours.origin:
        pen.add(FOUND, Found(card=theirs.id, origin=theirs.origin, title=theirs.picture))
    said = _said(theirs)
    # What stands on the card, and what is proposed in its place.
    known = (*before.revisions, *ours.revisions)
    fresh = [
        told
        for told in dict.fromkeys((said, theirs.now))
        if told is not None and not any(_same(told, revision) for revision in known)
    ]
    if fresh and ours.retired is not None:
        bring_back(pen, ours)
        ours = ours._replace(retired=None)
    for told in fresh:
        _revise(pen, ours, theirs, told)
    now = _said(ours)
    if said is not None and now is not None and _same(said, now):
        _raise_to(pen, ours, now, status_of(theirs, said), said.approved)
    for revision in theirs.revisions:
        own = ours.revision(revision.number)
        why = revision.declined
        proposed = own is not None and status_of(ours, own) == "proposed"
        if why is not None and own is not None and proposed and _same(own, revision):
            pen.add(DECLINED, Declined(card=ours.id, revision=own.number, why=why))
    out, was_out, is_out = (card.retired is not None for card in (theirs, before, ours))
    moved = {event.kind for event in events if event.data.get("card") == ours.id}
    if out and not was_out and not is_out and RETIRED.name not in moved:
        retire(pen, ours, theirs.retired or "")
    if was_out and not out and is_out and RETURNED.name not in moved:
        bring_back(pen, ours)


def _revise(pen: Pen, ours: Card, theirs: Card, said: Revision) -> None:
    number = pen.revise(ours, said.wording, title=said.title, by=said.by, play=said.play)
    pen.bring_to(ours.id, number, status_of(theirs, said), said.approved)


def _raise_to(pen: Pen, ours: Card, now: Revision, status: Status, by: str) -> None:
    """Let our revision come as far as theirs, which says the same."""
    own = status_of(ours, now)
    if status in STATUSES and own in STATUSES and STATUSES.index(status) > STATUSES.index(own):
        pen.bring_to(ours.id, now.number, status, by)


def _same(one: Revision, other: Revision) -> bool:
    return (plain_words(one.wording), one.title, one.by) == (
        plain_words(other.wording),
        other.title,
        other.by,
    )
