"""What becomes of a card once it is written: approved, declined, inked, retired, brought back."""

from companion.core.names import folded, listed
from companion.errors import NotFound, Refused
from companion.games.blank.box_entries import (
    APPROVED,
    DECLINED,
    INKED,
    RETIRED,
    RETURNED,
    Approved,
    Declined,
    Inked,
    OfCard,
    Retired,
)
from companion.games.blank.cards import Card, Revision, called, command, status_of
from companion.games.blank.pen import TABLE, Pen, require_in_deck


def approve(pen: Pen, card: Card, by: str | None) -> None:
    """The owner agrees to what a card says now. Raises Illegal for anybody else."""
    now = _said(card)
    owner = pen.deck.owner
    if status_of(card, now) in ("printed", "approved", "inked"):
        raise Refused(
            f"{called(card.id).capitalize()} is {status_of(card, now)} already.",
            "Each revision is approved once.",
        )
    if by is not None and owner and folded(by) != folded(owner):
        pen.referee.refuse(
            "BL-108" if card.is_rule else "BL-117",
            f"{pen.deck.name} is {owner}'s, and only {owner} approves cards for it.",
            "`companion blank copy set --owner NAME` if the box has changed hands.",
        )
    same = by is None or folded(by) == folded(owner)
    name = owner if owner and same else by or TABLE
    pen.add(APPROVED, Approved(card=card.id, revision=now.number, by=name))


def decline(pen: Pen, card: Card, why: str) -> None:
    """The owner says no to all that is proposed (A-BL-13). Raises Refused once it is agreed to.

    What was agreed to before stands again; a rule card without that is plain again.
    """
    now = _said(card)
    if status_of(card, now) != "proposed":
        raise Refused(
            f"{called(card.id).capitalize()} is {status_of(card, now)} already.",
            f"{command('retire', card.id)} takes it out of the deck.",
        )
    for revision in card.revisions:
        if status_of(card, revision) == "proposed":
            pen.add(DECLINED, Declined(card=card.id, revision=revision.number, why=why))


def ink(pen: Pen, card: Card) -> None:
    """What a card says now is on the real card. Raises Illegal before it was approved."""
    now = _said(card)
    status = status_of(card, now)
    if status in ("printed", "inked"):
        raise Refused(f"{called(card.id).capitalize()} is {status} already.", "Ink stays.")
    noun = "rule" if card.is_rule else "card"
    typed = str(card.number) if card.is_rule else card.id
    pen.referee.require(
        status == "approved",
        "BL-108" if card.is_rule else "BL-117",
        f"{called(card.id).capitalize()} is only proposed: "
        f"{pen.deck.owner or 'the owner'} has not approved it.",
        f"`companion blank {noun} approve {typed}` first.",
    )
    _ink(pen, card, now.number, approved=status == "approved")


def retire(pen: Pen, card: Card, why: str) -> None:
    """Take a card out of the deck. Raises Refused where it is out."""
    if card.retired is not None:
        raise Refused(f"{called(card.id).capitalize()} is retired already.", "Nothing is entered.")
    pen.add(RETIRED, Retired(card=card.id, why=why))


def bring_back(pen: Pen, card: Card) -> None:
    """Put a retired card back. Raises Refused where it is not retired, Illegal without room."""
    if card.retired is None:
        raise Refused(f"{called(card.id).capitalize()} is in the deck.", "Nothing is entered.")
    if card.is_rule and card.origin == "plain" and not card.used:
        pen.require_plain()
    pen.add(RETURNED, OfCard(card=card.id))


def restore(pen: Pen, card: Card, number: int, play: str | None = None) -> None:
    """Let a card read as in an older revision again; it is the prize of a `play` as before.

    Raises NotFound or Refused.
    """
    require_in_deck(card)
    older = card.revision(number)
    if older is None:
        there = listed([str(revision.number) for revision in card.revisions], "or")
        raise NotFound(
            f"{called(card.id).capitalize()} has no revision {number}.", f"There is {there}."
        )
    if older is card.now:
        raise Refused(f"{called(card.id).capitalize()} reads so now.", "Nothing is entered.")
    pen.revise(card, older.wording, title=older.title, by=older.by, play=play, restores=number)
    if status_of(card, older) in ("approved", "inked"):
        # Ink stays on a card, and what was agreed to once needs no second word.
        revision = pen.revision(card.id)
        if older.approved:
            pen.add(APPROVED, Approved(card=card.id, revision=revision, by=older.approved))
        if older.inked:
            _ink(pen, card, revision, approved=bool(older.approved))


def _ink(pen: Pen, card: Card, revision: int, *, approved: bool) -> None:
    data: Inked = {"card": card.id, "revision": revision}
    if not approved:
        data["unapproved"] = True
    pen.add(INKED, data)


def _said(card: Card) -> Revision:
    require_in_deck(card)
    if card.now is None and card.is_rule:
        raise Refused(
            f"{called(card.id).capitalize()} was declined: it says nothing now.",
            "`companion blank rule add …` writes on the plain card.",
        )
    if card.now is None:
        raise Refused(
            f"{card.id} says nothing yet.",
            f"`companion blank card customise {card.id} --title … --effect …`",
        )
    return card.now
