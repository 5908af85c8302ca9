"""Merges two logs of one box: two groups had the same one, and both went on with it.

The log that went on first stays as it is; the entries that only the other one has are appended. So
both groups make the same log of the two. A rule whose number is taken gets the next free one. If a
card has been written on in both, the later text becomes its next revision.
"""

import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from itertools import chain, count, groupby
from operator import attrgetter
from typing import Any

from companion.core.box import MergedLog
from companion.core.event import REDONE, UNDONE, Event
from companion.core.log import Log
from companion.errors import CompanionError
from companion.games.blank.box_log import facts_against_rules
from companion.games.blank.cards import PRINTED_RULES, RULES, rule_id
from companion.games.blank.deck import (
    BlankBoxFact,
    CardApproved,
    CardDeclined,
    CardFact,
    CardInked,
    CardRetired,
    CardReturned,
    CardWritten,
    Deck,
    RevisionFact,
    read_fact,
)

Data = Mapping[str, Any]
Comparable = Callable[[Data], Data]
"""Takes out of an entry's data what differs between two groups, such as the ids of plays."""
Place = tuple[str, int]
"""A card and a revision of it."""


def merge_logs(
    ours: Sequence[Event], theirs: Sequence[Event], comparable: Comparable
) -> MergedLog | None:
    """Merge two logs, to the same whichever of them is ours; None if that would break a rule."""
    first, second = _Side(ours, comparable), _Side(theirs, comparable)
    is_ours_first = first.begins_before(second)
    if not is_ours_first:
        first, second = second, first
    merge = _Merge(first, second)
    events = merge.events()
    allowed = facts_against_rules(_deck(first.events))
    allowed |= {merge.places.get(it, 0) for it in facts_against_rules(_deck(second.events))}
    deck = _deck(events)
    if not facts_against_rules(deck) <= allowed:
        return None
    try:
        for event in deck.standing:
            if event.seq > len(first.events):
                read_fact(event).check(deck)
    except CompanionError:
        return None
    return MergedLog(events, is_ours_first, merge.renumbered)


def _deck(events: Sequence[Event]) -> Deck:
    return Deck(Log(tuple(events)).standing())


class _Side:
    """One of the two logs, with a sign for each entry: the same in both if both hold the entry."""

    def __init__(self, events: Sequence[Event], comparable: Comparable) -> None:
        self.events, self._comparable = events, comparable
        self.signs: dict[int, str] = {}
        self.written: dict[str, Place] = {}
        """The card and revision that an entry wrote, by its sign."""
        self._rules: dict[str, str] = {}
        self._revisions: dict[Place, str] = {}
        for action, together in groupby(events, key=attrgetter("action")):
            self.signs[action] = json.dumps([self._sign(event) for event in together])

    def begins_before(self, other: "_Side") -> bool:
        """Whether this one went on earlier, at the first entry that differs."""
        both = zip(self.events, other.events, strict=False)
        pairs = ((self._contents(one), other._contents(two)) for one, two in both)
        return next((one < two for one, two in pairs if one != two), True)

    @property
    def texts(self) -> set[str]:
        """The signs of all entries."""
        return set(self.signs.values())

    @cached_property
    def rules(self) -> set[str]:
        """The ids of all rules that were ever written."""
        return set(self._rules)

    def began_apart(self, in_both: Collection[int]) -> set[str]:
        """The ids of rules that were begun in other entries than these."""
        return {
            event.data["card"]
            for event in self.events
            if event.kind == CardWritten.kind
            and event.data.get("origin")
            and event.action not in in_both
        }

    def _contents(self, event: Event) -> tuple[str, str]:
        return event.at, json.dumps(
            [event.action, event.kind, self._comparable(event.data)], sort_keys=True
        )

    def sign_of(self, card: str) -> str:
        """What a card is known by: a rule by what was written on it first, not by its number."""
        return self._rules.get(card, card)

    def revision_sign(self, card: str, revision: int) -> str:
        return self._revisions.get((card, revision), str(revision))

    def _sign(self, event: Event) -> str:
        data = dict(self._comparable(event.data))
        card, revision = data.pop("card", ""), data.pop("revision", 0)
        if event.kind in (UNDONE, REDONE):
            data = {"action": self.signs.get(data.get("action", 0), "")}
        if "cards" in data:
            data["cards"] = [self.sign_of(one) for one in data["cards"]]
        if data.get("restores") is not None:
            data["restores"] = self.revision_sign(card, data["restores"])
        is_written = event.kind == CardWritten.kind
        if is_written and data.get("origin"):
            self._rules[card] = json.dumps([data, event.at], sort_keys=True)
        about = [self.sign_of(card), "" if is_written else self.revision_sign(card, revision)]
        sign = json.dumps([event.kind, about, data, event.at, str(event.house)], sort_keys=True)
        if is_written:
            self._revisions[card, revision] = sign
            self.written.setdefault(sign, (card, revision))
        return sign


class _Merge:
    """Appends the entries that only the second log has to the first."""

    def __init__(self, first: _Side, second: _Side) -> None:
        self._first, self._second = first, second
        self._merged = list(first.events)
        self._cards: dict[str, str] = {}
        """Cards of the second log, by id there, that have another id here."""
        self._revisions: dict[Place, int] = {}
        self._highest: dict[str, int] = {}
        self._in_both = {action for action, sign in first.signs.items() if sign in second.texts}
        for event in first.events:
            self._note_written(event.kind, event.data)
        self.places: dict[int, int] = {}
        """The numbers here of events of the second log, by their numbers there."""
        self.renumbered: dict[int, int] = {}
        """The numbers here of rules that had others in the second log."""

    def events(self) -> tuple[Event, ...]:
        named = {sign: action for action, sign in self._first.signs.items()}
        left = Counter(self._first.signs.values())
        numbers: dict[int, int] = {}
        last = self._merged[-1].action
        for action, together in groupby(self._second.events, key=attrgetter("action")):
            sign, events = self._second.signs[action], list(together)
            if left[sign] > 0:
                left[sign] -= 1
                numbers[action] = named[sign]
                self._find_written(events)
                continue
            new = self._translated(events, numbers)
            if new:
                last += 1
                numbers[action] = last
                for event in new:
                    place = len(self._merged) + 1
                    self.places[event.seq] = place
                    self._merged.append(event._replace(seq=place, action=last))
        return tuple(self._merged)

    def _note_written(self, kind: str, data: Data) -> None:
        if kind == CardWritten.kind:
            card = data["card"]
            self._highest[card] = max(data["revision"], self._highest.get(card, 0))

    def _find_written(self, events: Sequence[Event]) -> None:
        """Note where the first log has what both have written."""
        for event in events:
            if event.kind == CardWritten.kind:
                card, revision = event.data["card"], event.data["revision"]
                sign = self._second.revision_sign(card, revision)
                here = self._first.written.get(sign, (card, revision))
                self._cards[card], self._revisions[card, revision] = here

    def _translated(self, events: Sequence[Event], numbers: Mapping[int, int]) -> list[Event]:
        """Return an entry of the second log as appended, without what already holds."""
        log = Log(tuple(self._merged))
        now, undone = Deck(log.standing()), log.undone_actions()
        new: list[Event] = []
        for event in events:
            data = dict(event.data)
            if event.kind in (UNDONE, REDONE):
                action = numbers.get(data["action"], 0)
                if action and (action in undone) is (event.kind == REDONE):
                    new.append(event._replace(data={"action": action}))
                continue
            if event.kind == CardWritten.kind:
                self._place(now, data["card"], data["revision"], data.get("origin", ""))
            card = data.get("card", "")
            if card:
                data["card"] = self._cards.get(card, card)
            for key in ("revision", "restores"):
                if data.get(key) is not None:
                    data[key] = self._revisions.get((card, data[key]), data[key])
            if "cards" in data:
                data["cards"] = [self._cards.get(it, it) for it in data["cards"]]
            if not _holds_already(now, read_fact(event._replace(data=data))):
                new.append(event._replace(data=data))
        return new

    def _place(self, now: Deck, card: str, revision: int, origin: str) -> None:
        """Find the card and the revision here for something written there."""
        if origin:
            self._cards[card] = self._free(now, card, origin)
        here = self._cards.get(card, card)
        self._highest[here] = self._highest.get(here, 0) + 1
        self._revisions[card, revision] = self._highest[here]

    def _free(self, now: Deck, card: str, origin: str) -> str:
        """Return the id for a rule: its own if free here, else the next one."""
        there = now.cards.get(card)
        if card not in self._first.began_apart(self._in_both) and (there is None or not there.now):
            return card
        taken = {*self._highest, *self._cards.values(), *self._second.rules}
        least = 1 if origin == "printed" else PRINTED_RULES + 1
        most = PRINTED_RULES if origin == "printed" else RULES
        numbers = chain(range(least, most + 1), count(RULES + 1))
        here = next(id for number in numbers if (id := rule_id(number)) not in taken)
        self.renumbered[int(card[1:])] = int(here[1:])
        return here


def _holds_already(now: Deck, fact: BlankBoxFact) -> bool:
    """Whether a fact would only repeat what holds already."""
    if not isinstance(fact, CardFact) or fact.card not in now.cards:
        return False
    card = now.cards[fact.card]
    if isinstance(fact, CardRetired | CardReturned):
        return (card.retired is not None) is isinstance(fact, CardRetired)
    revision = card.revision(fact.revision) if isinstance(fact, RevisionFact) else None
    if revision is None:
        return False
    return (
        (isinstance(fact, CardApproved) and bool(revision.approved))
        or (isinstance(fact, CardInked) and revision.inked)
        or (isinstance(fact, CardDeclined) and revision.declined is not None)
    )
