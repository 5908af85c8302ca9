"""A box of BLANK: the facts in its log, and the cards that they describe."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from companion.core import event as events
from companion.core.box import BoxFact, BoxKinds, BoxRules
from companion.core.event import Event
from companion.core.fact import Flag, Text, facts
from companion.core.game import DataReader, function_of
from companion.core.names import capital, listed
from companion.core.shapes import COUNT, NAME, TEXT, list_of, mapping_of, maybe, one_of
from companion.core.value import Annotated
from companion.errors import Ambiguous, Refused
from companion.games.blank.cards import (
    ALL_GAME_CARDS,
    CARD,
    GAME_CARDS,
    PLAIN_RULES,
    PRINTED_RULES,
    REVISION,
    RULES,
    SUITS,
    Card,
    Revision,
    Wording,
    card_name,
    face_of,
    status_of,
)

Name = Annotated[str, NAME]
CardId = Annotated[str, CARD]
OriginField = Annotated[str, one_of("printed", "illustrated", "plain")]
Suits = Annotated[Mapping[str, str] | None, mapping_of(one_of(*SUITS), TEXT)]


class BoxFold:
    """A box while its log is read; `about` is its description, `twice` as `Deck.written_twice`."""

    def __init__(self) -> None:
        self.about: dict[str, Any] = {}
        self.cards: dict[str, Card] = {}
        self.twice: set[str] = set()
        self.introduced_in: str | None = None

    def add(self, event: Event) -> None:
        read_fact(event).apply(self, event)

    def change(self, card_id: str, **changes: Any) -> None:
        """Change a card, if it exists: `check` refuses facts about others."""
        if card_id in self.cards:
            self.cards[card_id] = self.cards[card_id]._replace(**changes)

    def change_revision(self, card_id: str, number: int, **changes: Any) -> None:
        """Change one revision of a card, if it exists."""
        card = self.cards.get(card_id)
        if card is not None:
            revisions = (
                found._replace(**changes) if found.number == number else found
                for found in card.revisions
            )
            self.change(card.id, revisions=tuple(revisions))


BlankBoxFact = BoxFact["Deck", BoxFold]


class CardFact(BlankBoxFact):
    """A fact about a card."""

    card: CardId

    @property
    def name(self) -> str:
        return card_name(self.card)

    def check(self, deck: "Deck") -> None:
        if self.card not in deck.cards and face_of(self.card) is None:
            raise Refused(f"{capital(self.name)} would not exist.", "")


class RevisionFact(CardFact):
    """A fact about one revision of a card."""

    revision: Annotated[int, REVISION]

    def check(self, deck: "Deck") -> None:
        card = deck.cards.get(self.card)
        if card is None or card.revision(self.revision) is None:
            raise Refused(f"Revision {self.revision} of {self.name} would not exist.", "")
        _require_one_rule(deck, card)

    def is_first(self, deck: "Deck") -> bool:
        """Whether it is about the first revision of the card.

        That need not be revision 1, which may have been undone: numbers are never used twice.
        """
        card = deck.cards.get(self.card)
        if card is None or card.revision(self.revision) is None:
            return self.revision == 1
        return card.revisions[0].number == self.revision

    def label(self, deck: "Deck") -> str:
        """The card, or which revision of it."""
        return self.name if self.is_first(deck) else f"revision {self.revision} of {self.name}"


def _require_one_rule(deck: "Deck", card: Card) -> None:
    if card.id in deck.written_twice:
        raise Ambiguous(f"{capital(card.name)} is another rule now.", (card.id,), "")


def reason_suffix(why: str) -> str:
    """The reason, to be added to a line; empty without one."""
    return f": {why}" if why else ""


# The box


class _BoxDescription(BlankBoxFact):
    def check(self, deck: "Deck") -> None:
        require_distinct_colours(deck.colours)

    def describe(self, deck: "Deck") -> str:
        about = self.to_json()
        words = [f"“{about['name']}”"] if "name" in about else []
        words += [f"mark {about['mark'] or 'none'}"] if "mark" in about else []
        words += [f"owner {about['owner'] or 'nobody'}"] if "owner" in about else []
        for suit, colour in about.get("suits", {}).items():
            words.append(f"{suit} is {colour}" if colour else f"{suit} has no colour")
        return f"the box: {', '.join(words)}"


def require_distinct_colours(colours: Mapping[str, str]) -> None:
    """Refuse one colour for two suits. Raises Ambiguous."""
    seen: dict[str, str] = {}
    for suit, colour in colours.items():
        if colour and colour in seen:
            raise Ambiguous(
                f"{colour} would be {seen[colour]} and {suit}.",
                (seen[colour], suit),
                "Give each suit a colour of its own; `--suit hexagon=` removes one.",
            )
        seen[colour] = suit


class BoxMade(_BoxDescription, kind=events.MADE):
    """A box is added. None means not entered."""

    game: Name
    name: Name
    mark: Annotated[str | None, TEXT] = None
    owner: Annotated[str | None, TEXT] = None
    suits: Suits = None
    renames: Annotated[int | None, COUNT] = None

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.about = dict(event.data)


class BoxChanged(_BoxDescription, kind=events.CHANGED):
    """The description of a box changes. None means unchanged."""

    name: Annotated[str | None, NAME] = None
    mark: Annotated[str | None, TEXT] = None
    owner: Annotated[str | None, TEXT] = None
    suits: Suits = None
    renames: Annotated[int | None, COUNT] = None

    def apply(self, fold: BoxFold, event: Event) -> None:
        suits = {**fold.about.get("suits", {}), **(self.suits or {})}
        fold.about = {**fold.about, **event.data, "suits": suits}


# Writing on cards


class CardWritten(RevisionFact, kind="card.written"):
    """Something is written on a card: parts or a text, signed `by` a player.

    `origin` is given with the first wording of a rule card. `play` is the play of which it is the
    prize, `restores` the older revision with the same wording.
    """

    trigger: Text = ""
    target: Text = ""
    effect: Text = ""
    text: Text = ""
    title: Text = ""
    by: Text = ""
    origin: OriginField = ""
    play: Annotated[str | None, maybe(NAME)] = None
    restores: Annotated[int | None, REVISION] = None

    @property
    def wording(self) -> Wording:
        return Wording(self.trigger, self.target, self.effect, self.text)

    def check(self, deck: "Deck") -> None:
        card = deck.cards[self.card]
        if card.is_rule and not card.origin:
            raise Refused(f"{capital(card.name)} would be changed before it existed.", "")
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

    def describe(self, deck: "Deck") -> str:
        title = f" “{self.title}”" if self.title else ""
        prize = f" (prize of {self.play})" if self.play else ""
        by = f", by {self.by}" if self.by else ""
        if self.restores is not None:
            how = f" reads again as in revision {self.restores}"
        elif not self.origin and not self.is_first(deck):
            how = f" is revised{by}"
        elif self.origin == "printed":
            how = " is printed"
        else:
            how = by
        return f"{self.name}{title}{how}{prize}: {self.wording.sentence}"


class CardFound(CardFact, kind="card.found"):
    """How a game card came in the box."""

    origin: OriginField
    title: Annotated[str | None, TEXT] = None

    def check(self, deck: "Deck") -> None:
        if face_of(self.card) is None:
            raise Refused(f"{capital(self.name)} is not a game card.", "")

    def apply(self, fold: BoxFold, event: Event) -> None:
        card, origin = fold.cards.get(self.card) or Card(self.card), self.origin
        fold.cards[card.id] = card._replace(origin=origin, picture=self.title or "")  # type: ignore[arg-type]

    def describe(self, deck: "Deck") -> str:
        origin = {"printed": "printed with an effect"}.get(self.origin, self.origin)
        title = f", “{self.title}”" if self.title else ""
        return f"{self.name} is {origin}{title}"


# The status of a card


class CardApproved(RevisionFact, kind="card.approved"):
    """The owner approves a revision."""

    by: Name

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, approved=self.by)

    def describe(self, deck: "Deck") -> str:
        return f"{self.label(deck)} approved by {self.by}"


class CardInked(RevisionFact, kind="card.inked"):
    """A revision is on the real card; `unapproved` if a house rule allowed that."""

    unapproved: Flag = False

    def check(self, deck: "Deck") -> None:
        super().check(deck)
        revision = deck.cards[self.card].revision(self.revision)
        assert revision is not None
        if not revision.approved and not self.unapproved:
            raise Refused(f"{capital(self.name)} is inked, but nobody had approved it.", "")

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, inked=True)

    def describe(self, deck: "Deck") -> str:
        return f"{self.label(deck)} inked on the card"


class CardDeclined(RevisionFact, kind="card.declined"):
    """The owner says no to a revision."""

    why: Text

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change_revision(self.card, self.revision, declined=self.why)

    def describe(self, deck: "Deck") -> str:
        return f"{self.label(deck)} declined{reason_suffix(self.why)}"


# Leaving the deck and returning


class CardRetired(CardFact, kind="card.retired"):
    """A card is taken out of the deck."""

    why: Text

    def apply(self, fold: BoxFold, event: Event) -> None:
        if face_of(self.card) is not None:  # It may be a game card without other entries.
            fold.cards.setdefault(self.card, Card(self.card))
        fold.change(self.card, retired=self.why)

    def describe(self, deck: "Deck") -> str:
        return f"{self.name} retired{reason_suffix(self.why)}"


class CardReturned(CardFact, kind="card.returned"):
    """A retired card is back in the deck."""

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.change(self.card, retired=None)

    def describe(self, deck: "Deck") -> str:
        return f"{self.name} back in the deck"


class RulesIntroduced(BlankBoxFact, kind="rules.introduced"):
    """Rules come into a game for the first time."""

    cards: Annotated[Sequence[str], list_of(CARD)]
    play: Name

    def check(self, deck: "Deck") -> None:
        for card in self.cards:
            if card not in deck.cards:
                raise Refused(f"{capital(card_name(card))} was in play in {self.play}.", "")

    def apply(self, fold: BoxFold, event: Event) -> None:
        fold.introduced_in = self.play
        for card_id in self.cards:
            fold.change(card_id, introduced=self.play)

    def describe(self, deck: "Deck") -> str:
        verb = "is" if len(self.cards) == 1 else "are"
        return f"{listed([card_name(card) for card in self.cards])} {verb} new in {self.play}"


KINDS: BoxKinds = facts(
    *(
        BoxMade,
        BoxChanged,
        CardWritten,
        CardFound,
        CardApproved,
        CardInked,
        CardDeclined,
        CardRetired,
        CardReturned,
        RulesIntroduced,
    )
)


def read_fact(event: Event) -> BlankBoxFact:
    """The fact that an entry holds."""
    fact: BlankBoxFact = KINDS[event.kind].from_json(event.data)
    return fact


# The contents of a box


class Counts(NamedTuple):
    """How many cards of each kind a box has; for the printed rules, how many were entered."""

    printed_read: int
    proposed: int
    approved: int
    inked: int
    plain_left: int
    rule_deck: int
    customised: int
    found: dict[str, int]


class Deck:
    """The contents of a box: its name, mark, owner, and every card about which something is known.

    The entries of its log are read on first use.
    """

    def __init__(self, standing: Sequence[Event]) -> None:
        self.standing = standing
        """The events in the box's log that are not undone."""

    @cached_property
    def _folded(self) -> BoxFold:
        fold = BoxFold()
        for event in self.standing:
            fold.add(event)
        return fold

    @property
    def name(self) -> str:
        """The box's name in the group."""
        return str(self._folded.about.get("name", ""))

    @property
    def title(self) -> str:
        """Name and mark: `Friday box ★`."""
        return f"{self.name} {self.mark}".strip()

    @property
    def mark(self) -> str:
        """The sign on each of its cards, or empty."""
        return str(self._folded.about.get("mark", ""))

    @property
    def owner(self) -> str:
        """Who approves new cards, or empty."""
        return str(self._folded.about.get("owner", ""))

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the suits in this printing, as far as entered."""
        colours: Mapping[str, str] = self._folded.about.get("suits", {})
        return {suit: colour for suit, colour in colours.items() if colour}

    @property
    def written_twice(self) -> set[str]:
        """Rule cards that were begun twice, which `check` refuses."""
        return self._folded.twice

    @property
    def cards(self) -> Mapping[str, Card]:
        """Every card about which something is known, by id, in the order of entry."""
        return self._folded.cards

    @cached_property
    def rules(self) -> list[Card]:
        """The rule cards that were entered or written, by number."""
        found = (card for card in self.cards.values() if card.is_rule)
        return sorted(found, key=lambda card: card.number)

    @cached_property
    def game_cards(self) -> list[Card]:
        """The game cards about which something is known, by suit and number."""
        found = (card for card in self.cards.values() if not card.is_rule)
        return sorted(found, key=lambda card: (card.face is not None and card.face[::-1], card.id))

    def game_card(self, card_id: str) -> Card:
        """The game card of that id, even if nothing was entered about it."""
        return self.cards.get(card_id) or Card(card_id)

    @cached_property
    def counts(self) -> Counts:
        """How many cards of each kind there are."""
        own = [card for card in self.rules if card.origin == "plain"]
        status = [_status_reached(card) for card in own if not card.is_out]
        printed = sum(card.origin == "printed" for card in self.rules)
        gone = sum(card.origin == "printed" and card.retired is not None for card in self.rules)
        origins: list[str] = [card.origin for card in self.game_cards]
        return Counts(
            printed_read=printed,
            proposed=status.count("proposed"),
            approved=status.count("approved"),
            inked=status.count("inked"),
            plain_left=PLAIN_RULES - sum(card.is_taken for card in own),
            rule_deck=max(PRINTED_RULES, printed) - gone + sum(card.is_in_deck for card in own),
            customised=sum(
                card.is_in_deck and card.origin != "printed" for card in self.game_cards
            ),
            found={origin: origins.count(origin) for origin in GAME_CARDS},
        )

    @property
    def newest_introduction(self) -> str | None:
        """The last play that brought new rules of this box, if any did."""
        return self._folded.introduced_in

    @property
    def prizes(self) -> list[Card]:
        """The prize rules that are in the deck, the oldest first."""
        found = [
            card
            for card in self.rules
            if card.is_in_deck
            and any(revision.play and revision.declined is None for revision in card.revisions)
        ]
        return sorted(found, key=lambda card: card.revisions[0].entry)

    def prizes_of(self, play: str) -> list[tuple[Card, Revision]]:
        """The prizes of a play that are not declined; retired ones only if they were approved."""
        return [
            (card, revision)
            for card in self.cards.values()
            for revision in card.revisions
            if revision.play == play
            and revision.declined is None
            and (card.retired is None or card.in_force is not None)
        ]


def common_colours(decks: Iterable[Deck]) -> dict[str, str]:
    """The colours of the suits on which all boxes agree."""
    colours: dict[str, str] = {}
    differing = set()
    for deck in decks:
        for suit, colour in deck.colours.items():
            if colours.setdefault(suit, colour) != colour:
                differing.add(suit)
    return {suit: colour for suit, colour in colours.items() if suit not in differing}


def fold_each(standing: Iterable[Event]) -> Iterator[tuple[Event, Mapping[str, Card]]]:
    """Return each event with the cards after it: the same mapping each time, which is updated."""
    fold = BoxFold()
    for event in standing:
        fold.add(event)
        yield event, fold.cards


def _status_reached(card: Card) -> str:
    """The furthest status of any revision: ink stays on a card whatever is proposed later."""
    if any(revision.inked for revision in card.revisions):
        return "inked"
    return "approved" if card.in_force is not None else "proposed"


# As JSON


def box_record(box_id: str, deck: Deck) -> dict[str, Any]:
    """A box, with its cards counted."""
    counts = deck.counts
    return {
        "copy": box_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "owner": deck.owner or None,
        "suits": {suit: deck.colours.get(suit) for suit in SUITS},
        "rule_cards": {
            "total": RULES,
            "printed": PRINTED_RULES,
            "printed_read": counts.printed_read,
            "plain": PLAIN_RULES,
            "plain_left": counts.plain_left,
            "proposed": counts.proposed,
            "approved": counts.approved,
            "inked": counts.inked,
            "in_deck": counts.rule_deck,
        },
        "game_cards": {
            "total": ALL_GAME_CARDS,
            "customised": counts.customised,
            **{
                origin: {"total": total, "found": counts.found[origin]}
                for origin, total in GAME_CARDS.items()
            },
        },
    }


def card_record(box_id: str, deck: Deck, card: Card, history: bool = False) -> dict[str, Any]:
    """Return a card with its present wording; with its `history`, every revision, too."""
    now, face = card.now, card.face
    parts = now.wording.parts if now else None
    record: dict[str, Any] = {
        "id": card.id,
        "kind": "rule" if card.is_rule else "game",
        "copy": box_id,
        "mark": deck.mark or None,
        "number": face.number if face else card.number,
        "suit": face.suit if face else None,
        "origin": card.origin or None,
        "title": card.title or None,
        "says": card.sentence or None,
        "trigger": (parts.trigger or None) if parts else None,
        "target": (parts.target or None) if parts else None,
        "effect": (parts.effect or None) if parts else None,
        "by": (now.by or None) if now else None,
        "author": card.author or None,
        "status": card.status,
        "revision": now.number if now else None,
        "agreed": card.in_force.number if card.in_force else None,
        "play": next((found.play for found in card.revisions if found.play), None),
        "retired": card.retired,
        "introduced": card.introduced,
    }
    if history:
        record["revisions"] = [_revision_record(card, revision) for revision in card.revisions]
    return record


def _revision_record(card: Card, revision: Revision) -> dict[str, Any]:
    return {
        "revision": revision.number,
        "says": revision.wording.sentence,
        "title": revision.title or None,
        "by": revision.by or None,
        "at": revision.at,
        "entry": revision.entry,
        "play": revision.play,
        "status": status_of(card, revision),
        "approved_by": revision.approved or None,
        "declined": revision.declined,
        "restores": revision.restores,
    }


def sorting_record(box_id: str, deck: Deck) -> dict[str, Any]:
    """What to sort into a box: how many cards, and every one with words on it."""
    return {
        "copy": box_id,
        "name": deck.name,
        "mark": deck.mark or None,
        "rule_cards": RULES,
        "game_cards": ALL_GAME_CARDS,
        "cards": [card_record(box_id, deck, card) for card in cards_with_words(deck)],
    }


def cards_with_words(deck: Deck) -> list[Card]:
    """The cards in the deck with approved words on them, rules first."""
    return [card for card in (*deck.rules, *deck.game_cards) if card.is_in_deck]


class _BoxRules(BoxRules[Deck]):
    """The rules for boxes: a group may have several, and each is written on."""

    kinds = KINDS
    stock = function_of("companion.games.blank.stock:stock")
    overlay = function_of("companion.games.blank.stock:overlay")
    merge_logs = function_of("companion.games.blank.merged_log:merge_logs")
    growth = function_of("companion.games.blank.stock:growth")
    check_change = function_of("companion.games.blank.box_log:check_box")

    def made(self, read: DataReader, facts: Callable[[], Sequence[Event]]) -> Deck:
        return Deck(facts())

    def in_play(self, state: Any) -> Sequence[str]:
        return tuple(box.id for box in state.boxes)


BOX_RULES = _BoxRules()
