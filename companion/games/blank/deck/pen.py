"""The pen: writes on the cards of a box, and tells what becomes of what is written.

What the rulebook stands against is refused through the referee.
"""

from companion.core.names import folded, listed
from companion.errors import NotFound, Refused
from companion.games.blank.deck import deck as kinds
from companion.games.blank.deck.cards import (
    GAME_CARDS,
    Card,
    Revision,
    status_of,
)
from companion.games.blank.deck.facts import called, command
from companion.games.blank.deck.wording import Wording
from companion.games.blank.deck.writer import TABLE, Writer, require_in_deck


class Pen(Writer):
    """Collects the drafts of one entry: wordings, and how far each has come."""

    def found(self, card: Card, origin: str, title: str, says: Wording | None = None) -> None:
        """A game card is as it came in the box, and `says` this if it was printed with an effect.

        Raises Illegal beyond what a box holds of them.
        """
        if card.now is not None and card.origin != "printed":
            who = card.author or "somebody"
            raise Refused(
                f"{card.id} carries an effect that {who} wrote: it did not come so.",
                "The other one of the two? Name it: `.1` or `.2`.",
            )
        already = self.deck.counts.found[origin]
        if card.origin != origin and already >= GAME_CARDS[origin]:
            rule = {"printed": "BL-29", "illustrated": "BL-30", "plain": "BL-31"}[origin]
            what = "printed with an effect" if origin == "printed" else origin
            self.referee.refuse(
                rule,
                f"All {GAME_CARDS[origin]} game cards that come {what} are found already.",
                "`companion blank card list` shows them.",
            )
        known = card.origin == origin and title in ("", card.picture)
        if known and says is None:
            raise Refused(f"{card.id} is known as that already.", "Nothing is entered.")
        if not known:
            self.add(kinds.FOUND, card=card.id, origin=origin, title=title)
        if says is not None:
            self.revise(card, says, title=title or card.picture)

    def approve(self, card: Card, by: str | None) -> None:
        """The owner agrees to what a card says now. Raises Illegal for anybody else."""
        now = _said(card)
        owner = self.deck.owner
        if status_of(card, now) in ("printed", "approved", "inked"):
            raise Refused(
                f"{called(card.id).capitalize()} is {status_of(card, now)} already.",
                "Each revision is approved once.",
            )
        if by is not None and owner and folded(by) != folded(owner):
            self.referee.refuse(
                "BL-108" if card.is_rule else "BL-117",
                f"{self.deck.name} is {owner}'s, and only {owner} approves cards for it.",
                "`companion blank copy set --owner NAME` if the box has changed hands.",
            )
        same = by is None or folded(by) == folded(owner)
        name = owner if owner and same else by or TABLE
        self.add(kinds.APPROVED, card=card.id, revision=now.number, by=name)

    def decline(self, card: Card, why: str) -> None:
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
                self.add(kinds.DECLINED, card=card.id, revision=revision.number, why=why)

    def ink(self, card: Card) -> None:
        """What a card says now is on the real card. Raises Illegal before it was approved."""
        now = _said(card)
        status = status_of(card, now)
        if status in ("printed", "inked"):
            raise Refused(f"{called(card.id).capitalize()} is {status} already.", "Ink stays.")
        noun = "rule" if card.is_rule else "card"
        typed = str(card.number) if card.is_rule else card.id
        self.referee.require(
            status == "approved",
            "BL-108" if card.is_rule else "BL-117",
            f"{called(card.id).capitalize()} is only proposed: "
            f"{self.deck.owner or 'the owner'} has not approved it.",
            f"`companion blank {noun} approve {typed}` first.",
        )
        house = {} if status == "approved" else {"unapproved": True}
        self.add(kinds.INKED, card=card.id, revision=now.number, **house)

    def retire(self, card: Card, why: str) -> None:
        """Take a card out of the deck. Raises Refused where it is out."""
        if card.retired is not None:
            raise Refused(
                f"{called(card.id).capitalize()} is retired already.", "Nothing is entered."
            )
        self.add(kinds.RETIRED, card=card.id, why=why)

    def bring_back(self, card: Card) -> None:
        """Put a retired card back. Raises Refused where it is not retired, Illegal without room."""
        if card.retired is None:
            raise Refused(f"{called(card.id).capitalize()} is in the deck.", "Nothing is entered.")
        if card.is_rule and card.origin == "plain" and not card.used:
            self._require_plain()
        self.add(kinds.RETURNED, card=card.id)

    def restore(self, card: Card, number: int, play: str | None = None) -> None:
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
        self.revise(card, older.wording, title=older.title, by=older.by, play=play, restores=number)
        if status_of(card, older) in ("approved", "inked"):
            # Ink stays on a card, and what was agreed to once needs no second word.
            revision = self.revision(card.id)
            if older.approved:
                self.add(kinds.APPROVED, card=card.id, revision=revision, by=older.approved)
            if older.inked:
                house = {} if older.approved else {"unapproved": True}
                self.add(kinds.INKED, card=card.id, revision=revision, **house)


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
