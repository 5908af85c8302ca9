"""The pen writes on the cards of a box: it makes the facts of one entry in the log.

It counts its own cards, so that an entry may hold many rules and the thirty-ninth is still refused.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from typing import Any

from companion.core.event import Draft, Event, Referee
from companion.core.names import capital, folded, listed
from companion.errors import NotFound, Refused
from companion.games.blank.cards import (
    GAME_CARDS,
    OF_EACH,
    PRINTED_RULES,
    RULES,
    Card,
    Face,
    Revision,
    Status,
    Wording,
    card_id,
    command_for,
    has_same_words,
    is_too_long,
    plain_words,
    rule_id,
    status_of,
)
from companion.games.blank.deck import (
    BlankBoxFact,
    CardApproved,
    CardDeclined,
    CardFound,
    CardInked,
    CardRetired,
    CardReturned,
    CardWritten,
    Deck,
)

TABLE = "the table"
"""Who approved a card in a box that has no owner."""


class Pen:
    """Collects the drafts of one entry. `events` is the whole log: numbers are never used twice.

    `warnings` are sentences for the table that are not recorded.
    """

    def __init__(self, deck: Deck, events: Sequence[Event], referee: Referee) -> None:
        self.deck = deck
        self.referee = referee
        self.drafts: list[Draft] = []
        self.warnings: list[str] = []
        self._revisions: dict[str, int] = {}
        for event in events:
            if event.kind == CardWritten.kind:
                self._count(event.data["card"], event.data["revision"])
        counts = deck.counts
        self._printed, self._plain_left = counts.printed_read, counts.plain_left
        self._numbers = {card.number for card in deck.rules}
        self._words = {
            plain_words(card.now.wording): card
            for card in deck.rules
            if card.now is not None and not card.is_out
        }
        self._next = {"printed": self._printed_numbers(), "plain": self._plain_numbers()}

    def _count(self, card: str, revision: int) -> None:
        self._revisions[card] = max(revision, self._revisions.get(card, 0))

    def add(self, fact: BlankBoxFact) -> None:
        self.drafts.append(Draft(fact.kind, fact.to_json()))

    def new_rule(
        self,
        wording: Wording,
        *,
        by: str = "",
        printed: bool = False,
        play: str | None = None,
        number: int | None = None,
        status: Status = "proposed",
        withdrawn: bool = False,
    ) -> str:
        """Write a new rule on the next free card, or on that `number`; returns its id.

        One that is `withdrawn` at once takes no card unless it is inked. Raises Illegal if no card
        is left.
        """
        twin = self._words.get(plain_words(wording))
        if twin is not None:
            self.warnings.append(f"{capital(twin.name)} says the same already.")
        if printed:
            self._require_printed()
            self._printed += 1
        elif status == "inked" or not withdrawn:
            self._take_plain()
        origin = "printed" if printed else "plain"
        number = number or next(self._next[origin])
        self._numbers.add(number)
        card = rule_id(number)
        self._words[plain_words(wording)] = Card(card)
        revision = self._write(card, wording, by=by, play=play, origin=origin)
        if not printed or by:
            self.raise_status(card, revision, status)
        return card

    def revise(
        self,
        card: Card,
        wording: Wording,
        *,
        title: str = "",
        by: str = "",
        play: str | None = None,
        restores: int | None = None,
        status: Status = "proposed",
    ) -> int:
        """Write a new revision on a card; returns its number.

        Raises Refused if the card says that already, or is retired.
        """
        require_in_deck(card)
        now = card.now
        if (
            now is not None
            and (now.title, now.by) == (title, by)
            and has_same_words(now.wording, wording)
        ):
            raise Refused(f"{capital(card.name)} says that already.", "Nothing was recorded.")
        if card.is_rule and card.origin == "plain" and not card.is_taken:
            self._take_plain()
            self.warnings.append(f"{capital(card.name)} was declined, and is proposed again.")
        if now is not None and now.inked and restores is None:
            self.warnings.append(
                f"Revision {now.number} is in ink on {card.name} and stays readable."
            )
        revision = self._write(card.id, wording, title=title, by=by, play=play, restores=restores)
        self.raise_status(card.id, revision, status)
        return revision

    def customise(
        self, face: Face, which: int | None, wording: Wording, **details: Any
    ) -> tuple[str, int]:
        """Write an effect on a game card of that face that has none (A-BL-12).

        Returns its id and revision. Raises Illegal if none is left, NotFound for a third of two.
        """
        if which is not None and which > OF_EACH and card_id(face, which) not in self.deck.cards:
            raise NotFound(
                f"There is no card {card_id(face, which)} in this box.",
                f"Of each number and suit there are two: {card_id(face, 1)} and "
                f"{card_id(face, 2)} (A-BL-18).",
            )
        numbers = range(1, OF_EACH + 1) if which is None else (which,)
        cards = [self.deck.game_card(card_id(face, number)) for number in numbers]
        free = [card for card in cards if card.retired is None and not card.now]
        free = [card for card in free if card.origin != "printed"]
        if not free:
            there = listed([f"{card.id} {_why_taken(card)}" for card in cards])
            self.referee.refuse(
                "A-BL-12",
                f"No {card_id(face, which) if which else face} without an effect is left in this "
                f"box: {there}.",
                f"`companion blank card edit {cards[0].id} …` changes what is written there.",
            )
        chosen = (free or cards)[0]
        return chosen.id, self.revise(chosen, wording, **details)

    def raise_status(self, card: str, revision: int, status: Status, by: str = "") -> None:
        """Approve and ink a revision as far as `status` says, in the owner's name or `by` name."""
        card_now = self.deck.cards.get(card)
        known = card_now.revision(revision) if card_now else None
        if status in ("approved", "inked") and not (known and known.approved):
            owner = by or self.deck.owner or TABLE
            self.add(CardApproved(card=card, revision=revision, by=owner))
        if status == "inked" and not (known and known.inked):
            self.add(CardInked(card=card, revision=revision))

    def _printed_numbers(self) -> Iterator[int]:
        """Free numbers for printed rules: 1 to 14, then from 39 on."""
        yield from self._free(range(1, PRINTED_RULES + 1))
        yield from self._free(count(RULES + 1))

    def _plain_numbers(self) -> Iterator[int]:
        """Free numbers for the group's own rules: 15 to 38, those of declined rules, from 39 on."""
        yield from self._free(range(PRINTED_RULES + 1, RULES + 1))
        yield from [card.number for card in self.deck.rules if not card.now and not card.is_taken]
        yield from self._free(count(RULES + 1))

    def _free(self, numbers: Iterable[int]) -> Iterator[int]:
        return (number for number in numbers if number not in self._numbers)

    def reserve(self, numbers: Iterable[int]) -> None:
        """Keep these numbers for rules that this pen writes later."""
        self._numbers.update(numbers)

    @property
    def plain_left(self) -> int:
        """How many plain rule cards are left after this entry."""
        return self._plain_left

    def newest_revision(self, card: str) -> int:
        """The number of the newest revision of a card, counting what this pen wrote."""
        return self._revisions[card]

    def enter_origin(
        self, card: Card, origin: str, title: str, effect: Wording | None = None
    ) -> None:
        """Enter how a game card came in the box, and its `effect` if that is printed on it.

        Raises Illegal if all cards of that origin are known.
        """
        if card.now is not None and card.origin != "printed":
            who = card.author or "somebody"
            raise Refused(
                f"{card.id} has an effect that {who} wrote, so it did not come like that.",
                "The other one of the two? Name it: `.1` or `.2`.",
            )
        already = self.deck.counts.found[origin]
        if card.origin != origin and already >= GAME_CARDS[origin]:
            rule = {"printed": "BL-29", "illustrated": "BL-30", "plain": "BL-31"}[origin]
            what = "printed with an effect" if origin == "printed" else origin
            self.referee.refuse(
                rule,
                f"All {GAME_CARDS[origin]} game cards that came {what} are entered already.",
                "`companion blank card list` shows them.",
            )
        known = card.origin == origin and title in ("", card.picture)
        if known and effect is None:
            raise Refused(f"{card.id} is entered like that already.", "Nothing was recorded.")
        if not known:
            self.add(CardFound(card=card.id, origin=origin, title=title))
        if effect is not None:
            self.revise(card, effect, title=title or card.picture)

    def decline(self, card: Card, why: str) -> None:
        """Decline all proposed revisions of a card (A-BL-13). Raises Refused if it is approved."""
        now = require_wording(card)
        if status_of(card, now) != "proposed":
            raise Refused(
                f"{capital(card.name)} is {status_of(card, now)} already.",
                f"{command_for('retire', card.id)} takes it out of the deck.",
            )
        for revision in card.revisions:
            if status_of(card, revision) == "proposed":
                self.add(CardDeclined(card=card.id, revision=revision.number, why=why))

    def approve(self, card: Card, by: str | None) -> None:
        """Approve what a card says now. Raises Illegal for anybody but the owner."""
        now = require_wording(card)
        owner = self.deck.owner
        if status_of(card, now) in ("printed", "approved", "inked"):
            raise Refused(
                f"{capital(card.name)} is {status_of(card, now)} already.",
                "Each revision is approved once.",
            )
        if by is not None and owner and folded(by) != folded(owner):
            self.referee.refuse(
                "BL-108" if card.is_rule else "BL-117",
                f"{self.deck.name} is {owner}'s, and only {owner} approves cards for it.",
                "`companion blank box set --owner NAME` if the box has changed hands.",
            )
        same = by is None or folded(by) == folded(owner)
        name = owner if owner and same else by or TABLE
        self.add(CardApproved(card=card.id, revision=now.number, by=name))

    def ink(self, card: Card) -> None:
        """Note that what a card says is on the real card. Raises Illegal before it is approved."""
        now = require_wording(card)
        status = status_of(card, now)
        if status in ("printed", "inked"):
            raise Refused(f"{capital(card.name)} is {status} already.", "Ink stays.")
        self.referee.require(
            status == "approved",
            "BL-108" if card.is_rule else "BL-117",
            f"{capital(card.name)} is only proposed: "
            f"{self.deck.owner or 'the owner'} has not approved it.",
            f"{command_for('approve', card.id)} first.",
        )
        approved = status == "approved"
        self.add(CardInked(card=card.id, revision=now.number, unapproved=not approved))

    def retire(self, card: Card, why: str) -> None:
        """Take a card out of the deck. Raises Refused if it is out."""
        if card.retired is not None:
            raise Refused(f"{capital(card.name)} is retired already.", "Nothing was recorded.")
        self.add(CardRetired(card=card.id, why=why))

    def bring_back(self, card: Card) -> None:
        """Put a retired card back. Raises Refused if it is not retired, Illegal without room."""
        if card.retired is None:
            raise Refused(f"{capital(card.name)} is in the deck.", "Nothing was recorded.")
        if card.is_rule and card.origin == "plain" and not card.is_taken:
            self.require_plain_card()
        self.add(CardReturned(card=card.id))

    def restore(self, card: Card, number: int, play: str | None = None) -> None:
        """Give a card the wording of an older revision. Raises NotFound or Refused.

        `play` is the play of which it stays the prize, if any.
        """
        require_in_deck(card)
        older = card.revision(number)
        if older is None:
            there = listed([str(revision.number) for revision in card.revisions], "or")
            raise NotFound(f"{capital(card.name)} has no revision {number}.", f"It has {there}.")
        if older is card.now:
            raise Refused(f"{capital(card.name)} has that wording now.", "Nothing was recorded.")
        self.revise(card, older.wording, title=older.title, by=older.by, play=play, restores=number)
        if status_of(card, older) in ("approved", "inked"):
            # Ink stays on a card, and one approval is enough.
            now, approved = self.newest_revision(card.id), older.approved
            if approved:
                self.add(CardApproved(card=card.id, revision=now, by=approved))
            if older.inked:
                self.add(CardInked(card=card.id, revision=now, unapproved=not approved))

    def _write(
        self,
        card: str,
        wording: Wording,
        *,
        title: str = "",
        by: str = "",
        play: str | None = None,
        restores: int | None = None,
        origin: str = "",
    ) -> int:
        if is_too_long(wording):
            self.warnings.append(
                f"That is long for a card: {len(wording.sentence)} characters. Write small."
            )
        self._count(card, self._revisions.get(card, 0) + 1)
        self.add(
            CardWritten(
                card=card,
                revision=self._revisions[card],
                **wording._asdict(),
                title=title,
                by=by,
                origin=origin,
                play=play,
                restores=restores,
            )
        )
        return self._revisions[card]

    def _require_printed(self) -> None:
        if self._printed >= PRINTED_RULES:
            self.referee.refuse(
                "BL-26",
                "All 14 printed rules of this box are known already.",
                "Leave out `--printed` for your own rule; `companion blank rule list` shows all.",
            )

    def _take_plain(self) -> None:
        self.require_plain_card()
        self._plain_left -= 1

    def require_plain_card(self) -> None:
        if self._plain_left <= 0:
            full = self._printed >= PRINTED_RULES
            self.referee.refuse(
                "BL-25" if full else "BL-27",
                "All 38 rule cards of this box are written on: there is no 39th."
                if full
                else "All 24 plain rule cards of this box are taken: none is left to write on.",
                "`companion blank rule retire RULE` frees the card of one that is only proposed.",
            )


def require_in_deck(card: Card) -> None:
    """Refuse a retired card. Raises Refused."""
    if card.retired is not None:
        raise Refused(
            f"{capital(card.name)} is retired.",
            f"{command_for('return', card.id)} first.",
        )


def _why_taken(card: Card) -> str:
    if card.retired is not None:
        return "is retired"
    if card.now is None:
        return "is printed with an effect"
    return f"is “{card.title}”" if card.title else f"says “{card.sentence}”"


def require_wording(card: Card) -> Revision:
    """What a card says now. Raises Refused if it says nothing, or is retired."""
    require_in_deck(card)
    if card.now is None and card.is_rule:
        raise Refused(
            f"{capital(card.name)} was declined: it says nothing now.",
            "`companion blank rule add …` writes another rule on its card.",
        )
    if card.now is None:
        raise Refused(
            f"{card.id} says nothing yet.",
            f"`companion blank card customise {card.id} --title … --effect …` writes on it.",
        )
    return card.now
