"""The facts in a box's log: what each holds, what it changes, what stands against it, its line.

What a verb writes stands in the modules of the verbs; here is what becomes of it in the box.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Protocol

from companion.core import event as events
from companion.core.box import BoxFact, BoxKinds
from companion.core.event import Event
from companion.core.fact import Flag, Text, facts
from companion.core.names import listed
from companion.core.shapes import COUNT, NAME, TEXT, list_of, mapping_of, maybe, one_of
from companion.errors import Ambiguous, Refused
from companion.games.blank.cards import (
    CARD,
    REVISION,
    SUITS,
    Card,
    Revision,
    Wording,
    called,
    face_of,
)

Name = Annotated[str, NAME]
CardId = Annotated[str, CARD]
Origin = Annotated[str, one_of("printed", "illustrated", "plain")]
Suits = Annotated[Mapping[str, str] | None, mapping_of(one_of(*SUITS), TEXT)]


class Box(Protocol):
    """What of a box an entry is held against, and described by."""

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card of which something is known, by id."""

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the suits, as far as entered."""

    @property
    def written_twice(self) -> set[str]:
        """Rule cards that two entries begin with neither declined."""


class BoxFold:
    """A box in the making: `about` is whose it is, `twice` as in `Box.written_twice`."""

    def __init__(self) -> None:
        self.about: dict[str, Any] = {}
        self.cards: dict[str, Card] = {}
        self.twice: set[str] = set()
        self.introduced_in: str | None = None

    def add(self, event: Event) -> None:
        """Take an entry in."""
        fact_of(event).apply(self, event)

    def change(self, card_id: str, **changes: Any) -> None:
        """Change a card; facts about one that is not there change nothing: `check` refuses them."""
        if card_id in self.cards:
            self.cards[card_id] = self.cards[card_id]._replace(**changes)

    def change_revision(self, card_id: str, number: int, **changes: Any) -> None:
        """Change one state of a card, likewise."""
        card = self.cards.get(card_id)
        if card is not None:
            revisions = (
                found._replace(**changes) if found.number == number else found
                for found in card.revisions
            )
            self.change(card.id, revisions=tuple(revisions))


FactOfBox = BoxFact[Box, BoxFold]


class OfCard(FactOfBox):
    """A fact about a card."""

    card: CardId

    def check(self, deck: Box) -> None:
        if self.card not in deck.cards and face_of(self.card) is None:
            raise Refused(f"{called(self.card).capitalize()} would not be there.", "")


class OfRevision(OfCard):
    """A fact about one state of a card."""

    revision: Annotated[int, REVISION]

    def check(self, deck: Box) -> None:
        card = deck.cards.get(self.card)
        if card is None or card.revision(self.revision) is None:
            what = f"What stands on {called(self.card)} (revision {self.revision})"
            raise Refused(f"{what} would not be there.", "")
        _require_one_rule(deck, card)

    def begins(self, deck: Box) -> bool:
        """Whether nothing stands on the card before that revision.

        Its number says that only of what was undone: numbers are never used twice.
        """
        card = deck.cards.get(self.card)
        if card is None or card.revision(self.revision) is None:
            return self.revision == 1
        return card.revisions[0].number == self.revision

    def named(self, deck: Box) -> str:
        """The card, or which revision of it."""
        card = called(self.card)
        return card if self.begins(deck) else f"revision {self.revision} of {card}"


def _require_one_rule(deck: Box, card: Card) -> None:
    if card.id in deck.written_twice:
        raise Ambiguous(f"{called(card.id).capitalize()} is another rule by now.", (card.id,), "")


def because(why: str) -> str:
    """The reason, as it stands behind what was done; nothing where there is none."""
    return f": {why}" if why else ""


# The box


class _AboutBox(FactOfBox):
    def check(self, deck: Box) -> None:
        require_different(deck.colours)

    def describe(self, deck: Box) -> str:
        about = self.to_json()
        words = [f"“{about['name']}”"] if "name" in about else []
        words += [f"mark {about['mark'] or 'none'}"] if "mark" in about else []
        words += [f"owner {about['owner'] or 'nobody'}"] if "owner" in about else []
        for suit, colour in about.get("suits", {}).items():
            words.append(f"{suit} is {colour}" if colour else f"{suit} has no colour")
        return f"the box: {', '.join(words)}"


def require_different(colours: Mapping[str, str]) -> None:
    """Refuse colours that do not mean one suit each. Raises Ambiguous."""
    seen: dict[str, str] = {}
    for suit, colour in colours.items():
        if colour and colour in seen:
            raise Ambiguous(
                f"{colour} would be {seen[colour]} and {suit}.",
                (seen[colour], suit),
                "Give each suit a colour of its own; `--suit hexagon=` takes one back.",
            )
        seen[colour] = suit


class Made(_AboutBox, kind=events.MADE):
    """A box as it was entered first. What is None was not entered."""

    game: Name
    name: Name
    mark: Annotated[str | None, TEXT] = None
    owner: Annotated[str | None, TEXT] = None
    suits: Suits = None
    renames: Annotated[int | None, COUNT] = None

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.about = dict(event.data)


class Changed(_AboutBox, kind=events.CHANGED):
    """More about a box, or something else than before. What is None was not changed."""

    name: Annotated[str | None, NAME] = None
    mark: Annotated[str | None, TEXT] = None
    owner: Annotated[str | None, TEXT] = None
    suits: Suits = None
    renames: Annotated[int | None, COUNT] = None

    def apply(self, fold: BoxFold, event: Event) -> None:
        suits = {**fold.about.get("suits", {}), **(self.suits or {})}
        fold.about = {**fold.about, **event.data, "suits": suits}


# What stands on a card


class Written(OfRevision, kind="card.written"):
    """What somebody wrote on a card: its parts or its text, and who signs it.

    `origin` is that of a rule card, in the entry that begins it; `play` the one of which it is the
    prize; `restores` the revision that it reads as again.
    """

    trigger: Text = ""
    target: Text = ""
    effect: Text = ""
    text: Text = ""
    title: Text = ""
    by: Text = ""
    origin: Origin = ""
    play: Annotated[str | None, maybe(NAME)] = None
    restores: Annotated[int | None, REVISION] = None

    @property
    def wording(self) -> Wording:
        """The words."""
        return Wording(self.trigger, self.target, self.effect, self.text)

    def check(self, deck: Box) -> None:
        card = deck.cards[self.card]
        if card.is_rule and not card.origin:
            raise Refused(
                f"{called(card.id).capitalize()} would be changed before it was there.", ""
            )
        _require_one_rule(deck, card)

    def apply(self, fold: BoxFold, event: Event) -> None:
        card = fold.cards.get(self.card) or Card(self.card)
        if self.origin and card.now is not None:
            fold.twice.add(card.id)
        revision = Revision(
            self.revision,
            self.wording,
            self.title,
            self.by,
            self.play,
            self.restores,
            event.action,
            event.at,
        )
        origin: Any = card.origin or self.origin
        fold.cards[card.id] = card._replace(origin=origin, revisions=(*card.revisions, revision))

    def describe(self, deck: Box) -> str:
        title = f" “{self.title}”" if self.title else ""
        prize = f" (prize of {self.play})" if self.play else ""
        by = f", by {self.by}" if self.by else ""
        if self.restores is not None:
            how = f" reads again as in revision {self.restores}"
        elif not self.origin and not self.begins(deck):
            how = f" is revised{by}"
        elif self.origin == "printed":
            how = " is printed"
        else:
            how = by
        return f"{called(self.card)}{title}{how}{prize}: {self.wording.sentence}"


class Found(OfCard, kind="card.found"):
    """How a game card came in the box."""

    origin: Origin
    title: Annotated[str | None, TEXT] = None

    def check(self, deck: Box) -> None:
        if face_of(self.card) is None:
            raise Refused(f"{called(self.card).capitalize()} is no game card.", "")

    def apply(self, fold: BoxFold, event: Event) -> None:
        card, origin = fold.cards.get(self.card) or Card(self.card), self.origin
        fold.cards[card.id] = card._replace(origin=origin, picture=self.title or "")  # type: ignore[arg-type]

    def describe(self, deck: Box) -> str:
        origin = {"printed": "printed with an effect"}.get(self.origin, self.origin)
        title = f", “{self.title}”" if self.title else ""
        return f"{called(self.card)} is {origin}{title}"


# How far it has come


class Approved(OfRevision, kind="card.approved"):
    """The owner agrees to what stands there."""

    by: Name

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, approved=self.by)

    def describe(self, deck: Box) -> str:
        return f"{self.named(deck)} approved by {self.by}"


class Inked(OfRevision, kind="card.inked"):
    """It stands on the real card; `unapproved` where a house rule let that pass."""

    unapproved: Flag = False

    def check(self, deck: Box) -> None:
        super().check(deck)
        revision = deck.cards[self.card].revision(self.revision)
        assert revision is not None
        if not revision.approved and not self.unapproved:
            raise Refused(
                f"{called(self.card).capitalize()} is inked, and nobody had approved it.", ""
            )

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, inked=True)

    def describe(self, deck: Box) -> str:
        return f"{self.named(deck)} inked on the card"


class Declined(OfRevision, kind="card.declined"):
    """The owner says no to it."""

    why: Text

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, declined=self.why)

    def describe(self, deck: Box) -> str:
        return f"{self.named(deck)} declined{because(self.why)}"


# Out of the deck, and in it


class Retired(OfCard, kind="card.retired"):
    """A card is taken out of the deck."""

    why: Text

    def apply(self, fold: BoxFold, event: Event) -> None:
        if face_of(self.card) is not None:  # A game card of which nothing else is known.
            fold.cards.setdefault(self.card, Card(self.card))
        fold.change(self.card, retired=self.why)

    def describe(self, deck: Box) -> str:
        return f"{called(self.card)} retired{because(self.why)}"


class Returned(OfCard, kind="card.returned"):
    """A retired card is back in the deck."""

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change(self.card, retired=None)

    def describe(self, deck: Box) -> str:
        return f"{called(self.card)} back in the deck"


class Introduced(FactOfBox, kind="rules.introduced"):
    """Rules that were in no game before come into one."""

    cards: Annotated[Sequence[str], list_of(CARD)]
    play: Name

    def check(self, deck: Box) -> None:
        for card in self.cards:
            if card not in deck.cards:
                raise Refused(f"{called(card).capitalize()} was in play in {self.play}.", "")

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.introduced_in = self.play
        for card_id in self.cards:
            fold.change(card_id, introduced=self.play)

    def describe(self, deck: Box) -> str:
        verb = "is" if len(self.cards) == 1 else "are"
        return f"{listed([called(card) for card in self.cards])} {verb} new in {self.play}"


KINDS: BoxKinds = facts(
    *(Made, Changed, Written, Found, Approved, Inked, Declined, Retired, Returned, Introduced)
)


def fact_of(event: Event) -> FactOfBox:
    """The fact that an entry holds."""
    fact: FactOfBox = KINDS[event.kind].from_json(event.data)
    return fact
