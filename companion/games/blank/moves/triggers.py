"""Which open rules act, as far as their words can be read.

Only the topmost card triggers anything (BL-55). Triggers are written by people: some say clearly
when they act, some clearly do not, and of the rest it is only said that they may. Better a rule too
many on the table than one that everybody missed.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple

from companion.core.names import folded
from companion.core.numbers import whole
from companion.games.blank.state import OpenRule, Played
from companion.games.blank.suits import SUITS

Happened = Literal["played", "drawn", "penalty", "discarded"]

_WORDS = ("one", "two", "three", "four", "five", "six")
_PLURALS = ("ones", "twos", "threes", "fours", "fives", "sixes")
_NUMBERS = {word: place for words in (_WORDS, _PLURALS) for place, word in enumerate(words, 1)}
_PARITY = {"even": {2, 4, 6}, "odd": {1, 3, 5}}
_ARTICLES = ("a", "an", "the", "any", "every", "each", "or", "and", "than", "of")
"""What stands before a number in words that is on a card: `a six`, not `two cards`, `no one`."""

_SAYS: dict[Happened, re.Pattern[str]] = {
    "played": re.compile(r"\b(?:play(?:s|ed|ing)?|put(?:s|ting)? down|la(?:y|ys|id)|on top)\b"),
    "drawn": re.compile(r"\b(?:draw(?:s|n|ing)?|drew)\b(?! pile)"),
    "penalty": re.compile(r"\bpenalt(?:y|ies)\b"),
    "discarded": re.compile(r"\bdiscard(?:s|ed|ing)?\b(?! pile)"),
}
_COUNT = rf"(\d+|{'|'.join(_WORDS)}|several|many)"
_MANY = "|".join([*(f"{suit}s" for suit in SUITS), *_PLURALS, "[1-6]s", "cards"])
_AT_ONCE = re.compile(
    rf"\b(more than |at least )?{_COUNT}( or more)? ((?:(?!of\b)\w+ )?(?:{_MANY}))\b"
)
_IN_HAND = re.compile(
    rf"\b{_COUNT} cards? (?:left|remaining|in (?:\w+ )?hand)\b|\b(last card)( but one)?\b"
)
_OF_THINGS = re.compile(
    rf"\b{_COUNT} (?:players?|people|rules?|times|minutes?|seconds?|turns?|rounds?|hands?"
    r"|penalt(?:y|ies))\b"
)
_NUMBER = r"(?:an? )?(\w+)"
_LIMITS: tuple[tuple[re.Pattern[str], Callable[[int], range]], ...] = (
    (re.compile(rf"{_NUMBER} or (?:higher|more|above|greater|larger)\b"), lambda n: range(n, 7)),
    (re.compile(rf"{_NUMBER} or (?:lower|less|below|smaller)\b"), lambda n: range(1, n + 1)),
    (
        re.compile(rf"\b(?:higher|more|greater|larger|above|over)(?: than)? {_NUMBER}"),
        lambda n: range(n + 1, 7),
    ),
    (
        re.compile(rf"\b(?:lower|less|smaller|below|under)(?: than)? {_NUMBER}"),
        lambda n: range(1, n),
    ),
)
_EXCEPTIONS = re.compile(r"\b(?:not|no|nobody|never|other than|except|but|without|unless)\b")


class Event(NamedTuple):
    """What happened: a card on top with how many played at once, and what is left in the hand."""

    what: Happened
    card: Played | None = None
    at_once: int = 1
    hand: int | None = None


class Triggered(NamedTuple):
    """The open rules that act, and those that may."""

    surely: list[OpenRule]
    perhaps: list[OpenRule]


def triggered(event: Event, rules: Sequence[OpenRule], colours: Mapping[str, str]) -> Triggered:
    """The open rules that an event triggers; `colours` by suit, as the boxes have them."""
    found = Triggered([], [])
    for rule in rules:
        verdict = _acts(event, folded(rule.trigger), colours)
        if verdict is not False:
            (found.surely if verdict else found.perhaps).append(rule)
    return found


def _acts(event: Event, trigger: str, colours: Mapping[str, str]) -> bool | None:
    """Whether a trigger acts; None where its words do not say."""
    if not trigger:
        return None if event.what == "played" else False
    spoken = {what for what, pattern in _SAYS.items() if pattern.search(trigger)}
    if spoken and event.what not in spoken:
        return False
    in_hand = _IN_HAND.search(trigger)
    if in_hand is not None:
        return _has_left(event, in_hand, "played" in spoken)
    if event.what != "played" or event.card is None:
        return bool(spoken)
    at_once = _AT_ONCE.search(trigger)
    if at_once is not None and not _so_many(event.at_once, at_once):
        return False
    words = _OF_THINGS.sub(" ", _AT_ONCE.sub(r"\4", trigger))
    shown = _shows(event.card, words, colours)
    if shown is None:
        return True if spoken else None
    return None if _EXCEPTIONS.search(words) else shown


def _has_left(event: Event, said: re.Match[str], playing: bool) -> bool | None:
    """Whether so many cards are left; with the last card played, none is."""
    if event.hand is None:
        return None
    if said[2] is not None:
        return event.hand == (0 if playing else 1) + (said[3] is not None)
    return event.hand == _counted(said[1])


def _so_many(played: int, said: re.Match[str]) -> bool:
    more, count, or_more = said[1], said[2], said[3]
    number = _counted(count) or 2  # several
    if more == "more than ":
        return played > number
    if more or or_more or count in ("several", "many"):
        return played >= number
    return played == number


def _shows(card: Played, trigger: str, colours: Mapping[str, str]) -> bool | None:
    """Whether the card has the numbers and suits that are named; None where none are."""
    words = re.findall(r"[^\W_]+", trigger)
    numbers = _numbers(trigger, words)
    suits = {suit for word in words if (suit := _suit(word, colours)) is not None}
    if not numbers and not suits:
        return None
    return (not numbers or card.number in numbers) and (not suits or card.suit in suits)


def _numbers(trigger: str, words: Sequence[str]) -> set[int]:
    """The numbers of cards that are named: `a 6`, `sixes`, `even`, `a 5 or higher`."""
    limited = [
        set(limit(number))
        for pattern, limit in _LIMITS
        for found in pattern.finditer(trigger)
        if (number := _counted(found[1])) is not None
    ]
    if limited:
        return set.intersection(*limited)
    numbers = {
        number
        for before, word in zip(("", *words), words, strict=False)
        if (number := _on_a_card(word, before)) is not None
    }
    return numbers.union(*(_PARITY.get(word, set()) for word in words))


def _on_a_card(word: str, before: str) -> int | None:
    """The number on a card that a word names: `6`, `6s`, `sixes`, and `six` after `a`."""
    digit = word.removesuffix("s")
    if len(digit) == 1 and digit in "123456":
        return int(digit)
    return _NUMBERS.get(word) if word in _PLURALS or before in _ARTICLES else None


def _counted(word: str) -> int | None:
    """How many a word says: `3`, `three`; None for `several`."""
    return _NUMBERS.get(word) or whole(word, 0, 999)


def _suit(word: str, colours: Mapping[str, str]) -> str | None:
    for suit in SUITS:
        if word in (suit, f"{suit}s") or (suit in colours and word == folded(colours[suit])):
            return suit
    return None
