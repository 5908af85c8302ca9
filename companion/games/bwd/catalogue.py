"""What is known about the cards: from the rulebook, and from the group's own cards.

A card can be named by its name, its printed number and the labels of its icons. Nothing here is
ever guessed: the rulebook gives no card a number, so only the group can join a number to a name.
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any

from companion.core.event import Event
from companion.core.names import find, folded, found, short
from companion.core.numbers import only_digits, whole
from companion.core.play import HIGHEST_AMOUNT
from companion.core.value import Value, replace
from companion.errors import NotFound

DESCRIBED = "card.described"
MOST_DIGITS = len(str(HIGHEST_AMOUNT))


class Card(Value):
    """A card.

    `keys` are all its ids in logs: its name's, and its number. `price` is what its icon costs, if
    anything; `never_idle` the rule by which its icon changes something even for a player without
    points.
    """

    key: str
    name: str = ""
    number: int | None = None
    core: bool = False
    icons: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    overwrites: str | None = None
    prerequisite: tuple[str, ...] = ()
    ward: str = ""
    condition: str = ""
    always: str = ""
    one_shot: bool = False
    copies: bool = False
    price: int = 0
    never_idle: str = ""
    text: str = ""

    @property
    def title(self) -> str:
        """The name, or the number if only that is known."""
        return self.name or f"#{self.number}"

    @property
    def keys(self) -> frozenset[str]:
        """Every id of this card."""
        number = () if self.number is None else (numbered_key(self.number),)
        return frozenset((self.key, *number))

    @property
    def labels(self) -> tuple[str, ...]:
        """The icons that a tag of this card draws, in order."""
        return self.icons or (self.key,)

    def names(self) -> tuple[str, ...]:
        """All names for it, the title first."""
        numbers = () if self.number is None else (str(self.number), f"#{self.number}")
        return (self.title, self.key, self.title.removeprefix("The "), *numbers)

    def names_run_together(self) -> tuple[str, ...]:
        """The names without blanks and hyphens, the title first, unchanged."""
        return (self.title, *map(run_together, self.names()))


class Catalogue:
    """All known cards, by name or number, and the sets that the rulebook lists.

    A value: `facts` is the content of `data/bwd/cards.json`, `events` are those of the log of a
    group's box. The rest is computed when first used.
    """

    def __init__(self, facts: Mapping[str, Any], events: Iterable[Event] = ()) -> None:
        self._facts = facts
        self._events = tuple(events)

    @cached_property
    def described(self) -> Mapping[str, Mapping[str, Any]]:
        """The group's entries about its cards, field by field, by their keys."""
        return _described(event.data for event in self._events if event.kind == DESCRIBED)

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        """Every card with a name or a description."""
        printed = {entry["key"]: _card(entry) for entry in self._facts["card"]}
        return tuple(
            replace(printed.get(key) or _numbered(key), **self.described.get(key, {}))
            for key in dict.fromkeys((*printed, *self.described))
        )

    @cached_property
    def _entries(self) -> dict[str, int]:
        """The latest entry about each card, by the card's key then."""
        return {
            event.data["key"]: event.action for event in self._events if event.kind == DESCRIBED
        }

    def described_in(self, card: Card) -> int:
        """Return the number of the latest entry about a card; 0 if there is none.

        That number is never used twice, whatever is undone, so labels can have it.
        """
        return max(self._entries.get(key, 0) for key in card.keys)

    def earlier(self, card: Card) -> dict[int, "Catalogue"]:
        """Return the catalogue after each entry about a card but the last one, by the entry's
        number; 0 is before the first.
        """
        about = [place for place, event in enumerate(self._events) if _is_about(event, card)]
        after = [0, *(self._events[place].action for place in about)]
        return {
            number: Catalogue(self._facts, self._events[:place])
            for number, place in zip(after, about, strict=False)
        }

    def knowing(self, data: Mapping[str, Any]) -> "Catalogue":
        """Return the catalogue with one more fact about a card (the data of a `DESCRIBED`)."""
        event = Event(0, 0, DESCRIBED, data, "")
        return Catalogue(self._facts, (*self._events, event))

    @property
    def sets(self) -> Sequence[Mapping[str, Any]]:
        """The sets of cards to begin with, from the data file."""
        return tuple(self._facts["set"])

    @property
    def numbers(self) -> range:
        """The numbers of icon cards."""
        first, last = self._facts["deck"]["icon_cards"]
        return range(first, last + 1)

    @cached_property
    def _by_key(self) -> dict[str, Card]:
        return {key: card for card in self.cards for key in card.keys}

    def card(self, key: str) -> Card:
        """Return the card of an id from a log; one with only a number if nothing more is known."""
        return self._by_key.get(key) or _numbered(key)

    def find(self, text: str, in_play: Collection[str] = ()) -> Card:
        """Find a card by its name, the beginning of it, its number, or its icon.

        `in_play` are the ids of the cards on the table, which are preferred to others. Blanks and
        hyphens count only if names differ by them. Raises NotFound with the nearest names, or
        Ambiguous with the candidates.
        """
        wanted = folded(text).lstrip("#").replace("−", "-")
        for card in self.cards:
            if wanted in card.icons or (wanted.startswith("+") and wanted[1:] in card.icons):
                return card
        if only_digits(wanted):
            number = whole(wanted, 0, HIGHEST_AMOUNT)
            key = "" if number is None else numbered_key(number)
            if key in self._by_key or number in self.numbers:
                return self.card(key)
            raise NotFound(
                f"There is no icon card number {short(wanted)}.",
                f"Icon cards are numbered {self.numbers[0]} to {self.numbers[-1]}; "
                "core cards go by their names.",
            )

        def prefer(card: Card) -> bool:
            return not card.keys.isdisjoint(in_play)

        named = found(text, self.cards, Card.names, prefer) or found(
            run_together(text), self.cards, Card.names_run_together, prefer
        )
        hint = "Cards without a name yet go by their number."
        return named or find(text, self.cards, Card.names, "card", hint)

    @cached_property
    def _titles(self) -> list[list[str]]:
        """Return the words of the cards' titles, as they are compared."""
        return [folded(card.title).split() for card in self.cards]

    def whole_names(self, words: Sequence[str]) -> list[str]:
        """Join the typed words of one name: `junk`, `food` are one card without quotes, not the
        same card twice. The last word may be a beginning; the first may follow a die
        (`ana.1=junk`).
        """
        titles = self._titles
        found: list[str] = []
        rest = list(words)
        while rest:
            heads = [folded(rest[0].rpartition("=")[2]), *map(folded, rest[1:])]
            several = (_words_of_one(title, heads) for title in titles if title[1:])
            count = 1 if [heads[0]] in titles else max(several, default=1)
            found.append(" ".join(rest[:count]))
            rest = rest[count:]
        return found

    def typed(self, key: str) -> str:
        """Return a card as typed after a verb: shells take what follows a `#` for a comment."""
        card = self.card(key)
        text = folded(card.name) if card.name and card.key.startswith("#") else card.key
        text = text.removeprefix("#")
        return f'"{text}"' if " " in text else text

    def card_of_icon(self, icon: str) -> Card | None:
        """Return the card with an icon of this label; None for an unknown label."""
        for card in self.cards:
            if icon in card.labels:
                return card
        return self._by_key.get(icon) or (_numbered(icon) if icon.startswith("#") else None)

    def title(self, icon: str | None) -> str:
        """Return an icon in a sentence: `Investment`, `−2`, `#17`; without an icon, `blank`."""
        if icon is None:
            return "blank"
        if is_number(icon):
            return icon.replace("-", "−")
        card = self.card_of_icon(icon)
        return card.title if card and icon in card.keys else icon


def _is_about(event: Event, card: Card) -> bool:
    return event.kind == DESCRIBED and event.data["key"] in card.keys


@lru_cache(1_000)
def run_together(name: str) -> str:
    """Return a name without its blanks and hyphens: `reroll` is the card Re-roll. Numbers stay."""
    if not any(sign.isalpha() for sign in name):
        return name
    return re.sub(r"[\s\-\u2010-\u2015]", "", name)


def numbered_key(number: int) -> str:
    """The id of a card that is known by its number: `#17`, unlike an icon that is a number."""
    return f"#{number}"


@lru_cache(1_000)
def is_number(icon: str) -> bool:
    """Whether an icon is only a number: it scores even if its card does not work (BWD-143).

    Anything longer than a score can be is not a number that scores.
    """
    digits = icon[1:] if icon[:1] in ("+", "-") else icon
    return len(digits) <= MOST_DIGITS and only_digits(digits) and icon != "-0"


def _card(entry: Mapping[str, Any]) -> Card:
    known = {name: entry[name] for name in Card.fields if name in entry}
    for name in ("icons", "phases", "prerequisite"):
        known[name] = tuple(known.get(name, ()))
    return Card(**known)


def _numbered(key: str) -> Card:
    number = whole(key[1:], 0, HIGHEST_AMOUNT) if key.startswith("#") else None
    return Card(key, name=key) if number is None else Card(key, number=number)


def _described(facts: Iterable[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the group's entries about its cards, by their keys: the latest of every field.

    Of a number that has null in every field, nothing is known any more.
    """
    found: dict[str, dict[str, Any]] = {}
    for fact in facts:
        found.setdefault(fact["key"], {}).update(fact)
    _join_numbers(found)
    return {
        key: {name: _field(name, value) for name, value in fields.items() if _counts(name, value)}
        for key, fields in found.items()
        if any(value is not None for name, value in fields.items() if name != "key")
        or not key.startswith("#")
    }


def _join_numbers(found: dict[str, dict[str, Any]]) -> None:
    """Join what is known about a number to the name that it gets later: it is one card.

    Only joined here, at the end: once the name is given another number, the first is free again.
    """
    for key, fields in list(found.items()):
        number = fields.get("number")
        nameless = None if number is None else numbered_key(number)
        if nameless != key and nameless in found and found[nameless].get("name") is None:
            found[key] = {**found.pop(nameless), **fields}


def _counts(name: str, value: Any) -> bool:
    """A card always has a name and an icon: if not entered, those of the rulebook, or its id."""
    return value is not None or name not in ("name", "icons")


def _field(name: str, value: Any) -> Any:
    """Return a field from a log; null means that the group has looked, and the card has nothing
    there.
    """
    if value is None:
        return Card.defaults[name]
    return tuple(value) if isinstance(value, list) else value


def _words_of_one(title: Sequence[str], typed: Sequence[str]) -> int:
    """Return how many of the typed words follow each other in a title; 1 for no more."""
    most = 1
    for place, word in enumerate(title):
        if typed[0] != word:
            continue
        count = 1
        while count < len(typed) and place + count < len(title):
            if not typed[count] or not title[place + count].startswith(typed[count]):
                break
            count += 1
            if typed[count - 1] != title[place + count - 1]:
                break
        most = max(most, count)
    return most
