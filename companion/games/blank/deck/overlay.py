"""Brings a box up to what somebody else tells of the same box, as newer revisions of its cards.

Both books began as one, so a card that stood in both then is one card. A rule that each wrote since
under the same number is not: theirs gets a number of its own. Nothing that stands in ours is lost:
what they say comes on top, and what only we know stays.
"""

from collections.abc import Sequence

from companion.core.event import Draft, Event
from companion.core.referee import Referee
from companion.games.blank.deck.cards import Card, Status, status_of
from companion.games.blank.deck.deck import FOUND, WRITTEN, Deck
from companion.games.blank.deck.pen import Pen
from companion.games.blank.deck.wording import plain_words, same_words


def overlay(ours: Deck, events: Sequence[Event], theirs: Deck) -> list[Draft]:
    """The facts to add to our log. `events` is the whole of it. Raises Illegal beyond the cards."""
    pen = Pen(ours, events, Referee())
    pen.reserve(card.number for card in theirs.rules)
    said = {plain_words(card.now.wording) for card in ours.rules if card.now is not None}
    for card in (*theirs.rules, *theirs.game_cards):
        known = ours.cards.get(card.id)
        if known is None or not card.is_rule or _is_one_card(known, card):
            _bring_up(pen, known, card)
        elif card.now is not None and plain_words(card.now.wording) not in said:
            _write_beside(pen, card)
    return pen.drafts


def _is_one_card(ours: Card, theirs: Card) -> bool:
    """Whether a rule that both know was written before they went different ways."""
    first, other = ours.revisions[0], theirs.revisions[0]
    return (first.at, first.wording) == (other.at, other.wording)


def _write_beside(pen: Pen, theirs: Card) -> None:
    """Their rule on a card of its own: under its number, we wrote another one."""
    said = theirs.agreed or theirs.now
    if said is not None and theirs.retired is None:
        pen.new_rule(
            said.wording,
            by=said.by,
            printed=theirs.origin == "printed",
            play=said.play,
            status=status_of(theirs, said),
        )


def _bring_up(pen: Pen, ours: Card | None, theirs: Card) -> None:
    if theirs.origin and not theirs.is_rule and (ours is None or not ours.origin):
        pen.add(FOUND, card=theirs.id, origin=theirs.origin, title=theirs.picture)
    said = theirs.agreed or theirs.now
    if said is not None:
        status: Status = status_of(theirs, said)
        now = None if ours is None else ours.agreed or ours.now
        if ours is None:
            _begin(pen, theirs, status)
        elif now is None or not (
            (now.title, now.by) == (said.title, said.by) and same_words(now.wording, said.wording)
        ):
            if ours.retired is not None:
                pen.bring_back(ours)
            pen.revise(
                ours._replace(retired=None),
                said.wording,
                title=said.title,
                by=said.by,
                play=said.play,
                status=status,
            )
        elif ours.retired is None:
            pen.bring_to(ours.id, now.number, status)
    if theirs.retired is not None and (ours is None or ours.retired is None):
        pen.retire(theirs if ours is None else ours, theirs.retired)


def _begin(pen: Pen, theirs: Card, status: Status) -> None:
    """A card of which we know nothing: all that they told of it, revision by revision."""
    for place, revision in enumerate(theirs.revisions):
        told = {**revision.wording._asdict(), "title": revision.title, "by": revision.by}
        if place == 0 and theirs.is_rule:
            told["origin"] = theirs.origin
        details = {name: value for name, value in told.items() if value}
        play = {} if revision.play is None else {"play": revision.play}
        pen.add(WRITTEN, card=theirs.id, revision=revision.number, **details, **play)
    said = theirs.agreed or theirs.now
    if said is not None:
        pen.bring_to(theirs.id, said.number, status)
