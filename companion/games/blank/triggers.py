"""Which open rules act, as far as their words can be read.

Only the topmost card triggers anything (BL-55). Triggers are written by people: what says nothing
but numbers, suits and what happens is sure; what says more besides only may act; and what speaks of
something else (“if somebody laughs”) is not for the companion to see. To announce all of it would
be safe, and useless: what fills the screen after each card is read by nobody.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from companion.core.action import Action
from companion.core.names import folded
from companion.core.numbers import whole
from companion.games.blank.cards import SUITS
from companion.games.blank.state import Happened, Happening, Move, OpenRule, Played, State

# Patterns are compiled when they are asked for first: most commands never look at a trigger.

_WORDS = ("one", "two", "three", "four", "five", "six")
_PLURALS = ("ones", "twos", "threes", "fours", "fives", "sixes")
_NUMBERS = {word: place for words in (_WORDS, _PLURALS) for place, word in enumerate(words, 1)}
_PARITY = {"even": {2, 4, 6}, "odd": {1, 3, 5}}
_ARTICLES = ("a", "an", "the", "any", "every", "each", "or", "and", "than", "of")
"""What stands before a number in words that is on a card: `a six`, not `two cards`, `no one`."""

_SAYS: dict[Happened, str] = {
    "played": (
        r"\b(?:play(?:s|ed|ing)?|put(?:s|ting)? down|la(?:y|ys|id)|place[sd]?|on top|top card is)\b"
    ),
    "drawn": r"\b(?:draw(?:s|n|ing)?|drew)\b(?! pile)",
    "penalty": r"\bpenalt(?:y|ies)\b",
    "discarded": r"\bdiscard(?:s|ed|ing)?\b(?! pile)",
}
_COUNT = rf"(\d+|{'|'.join(_WORDS)}|several|many)"
_MANY = "|".join([*(f"{suit}s" for suit in SUITS), *_PLURALS, "[1-6]s", "cards"])
_AT_ONCE = (
    rf"\b(more than |at least |at most )?{_COUNT}( or more)? ((?:(?!of\b|or\b)\w+ )?(?:{_MANY}))\b"
)
_ONE_CARD = (
    r"(?<!a )(?<!an )(?<!or )(?<!the )\b((?:more than |at least |at most )?one) card\b"
    r"(?! (?:left|remaining|but|of|in)\b)"
)
"""`one card` as a count; `a one card` is one that shows a 1."""
_OWN = r"(?:their|his|her|your|players?|\w+'s|down to the)"
_IN_HAND = (
    rf"\b{_COUNT} cards? (?:left|remaining|in (?:\w+ )?hand)\b"
    rf"|\b(?:{_OWN} last card( but one)?|last card( but one)? (?:of|in) (?:\w+ )?hand)\b"
)
_HOLDING = r"\b(?:has|have|had|holds?|holding|left|fewer|less)\b(?! been)"
_ONTO = r"\b(?:on|onto|over|on top of) an? (?:\w+)\b"
_OF_THINGS = (
    rf"\b{_COUNT} (?:players?|people|rules?|times|minutes?|seconds?|turns?|rounds?|hands?"
    r"|penalt(?:y|ies))\b"
)
_NUMBER = r"(?:an? )?(\w+)"
_COUNTS_NONE = rf"\b(?! (?:[1-6]|{'|'.join((*_WORDS, *SUITS))}|cards?)\b)"
"""Behind a number that is on a card: `at least one 6` counts sixes."""
_OR = r"\bor\b(?! (?:higher|more|above|greater|larger|lower|less|below|smaller)\b)"
_LIMITS: tuple[tuple[str, Callable[[int], range]], ...] = (
    (rf"{_NUMBER} or (?:higher|more|above|greater|larger)\b", lambda n: range(n, 7)),
    (rf"{_NUMBER} or (?:lower|less|below|smaller)\b", lambda n: range(1, n + 1)),
    (rf"\bat least {_NUMBER}{_COUNTS_NONE}", lambda n: range(n, 7)),
    (rf"\bat most {_NUMBER}{_COUNTS_NONE}", lambda n: range(1, n + 1)),
    (
        rf"\b(?:higher|more|greater|larger|above|over)(?: than)? {_NUMBER}",
        lambda n: range(n + 1, 7),
    ),
    (rf"\b(?:lower|less|smaller|below|under)(?: than)? {_NUMBER}", lambda n: range(1, n)),
)
_BETWEEN = r"\b(?:between (?:an? )?\w+ and|from (?:an? )?\w+ to)\b"
_EXCEPTIONS = r"\b(?:not|no|nobody|never|other|except|but|without|unless)\b"
_DOUBTS = (_HOLDING, _ONTO, _BETWEEN, _EXCEPTIONS)
_UNDERSTOOD = frozenset(
    re.findall(
        r"\w+",
        """
        a an the any every each another is are was were has have been be and or of on onto top at
        once together more than least most card cards number numbers suit suits colour colours color
        somebody someone anybody anyone you player players discard pile down several many higher
        lower above below greater larger smaller less over under even odd hand left
        plays play played playing put puts putting lay lays laid lies lie place places placed
        draws draw drawn drew drawing discards discard discarded discarding takes take taken
        penalty penalties
        """,
    )
)
"""Words that say no more than what is looked at here: with others, a rule only may act."""


class Triggered(NamedTuple):
    """The open rules that act, and those that may."""

    surely: list[OpenRule]
    perhaps: list[OpenRule]


def triggered(event: Happening, rules: Sequence[OpenRule], colours: Mapping[str, str]) -> Triggered:
    """The open rules that an event triggers; `colours` by suit, as the boxes have them."""
    found = Triggered([], [])
    for rule in rules:
        # Without an “If”, the whole text may speak of what happens; that much is never sure.
        verdict = _acts(event, folded(rule.trigger or rule.text), colours)
        if verdict is not False:
            sure = verdict and rule.trigger
            (found.surely if sure else found.perhaps).append(rule)
    return found


def about_cards(rule: OpenRule, colours: Mapping[str, str]) -> bool:
    """Whether a rule acts by what becomes of cards alone, so that its trigger is told here."""
    trigger = folded(rule.trigger)
    spoken = any(re.search(pattern, trigger) for pattern in _SAYS.values())
    return spoken and _understood(trigger, colours)


def _acts(event: Happening, trigger: str, colours: Mapping[str, str]) -> bool | None:
    """Whether a trigger acts; None where its words may say so, or say more than can be read."""
    trigger = re.sub(_ONE_CARD, r"\1 cards", trigger)
    spoken = {what for what, pattern in _SAYS.items() if re.search(pattern, trigger)}
    in_hand = re.search(_IN_HAND, trigger)
    if event.what not in spoken:
        # What names neither the event nor a hand is about something else at the table.
        return _has_left(event, in_hand, False) if in_hand and not spoken else False
    if in_hand is not None:
        return _has_left(event, in_hand, "played" in spoken)
    words = re.sub(_OF_THINGS, " ", re.sub(_AT_ONCE, r"\4", trigger))
    shown = _shows(event.card, words, colours)
    doubtful = any(re.search(doubt, trigger) for doubt in _DOUBTS)
    sure = not doubtful and _understood(words, colours)
    at_once = re.search(_AT_ONCE, trigger)
    if at_once is not None and re.search(_OR, trigger):
        return None  # Either so many, or something else.
    if at_once is not None and sure and not _so_many(event.at_once, at_once):
        return False
    if shown is False and not doubtful:
        return False
    return True if sure and shown else None


def _understood(trigger: str, colours: Mapping[str, str]) -> bool:
    """Whether a trigger says nothing but what is looked at here."""
    words = re.findall(r"[^\W_]+", trigger)
    return all(
        word in _UNDERSTOOD
        or word in _NUMBERS
        or _on_a_card(word, "a") is not None
        or _suit(word, colours) is not None
        for word in words
    )


def _has_left(event: Happening, said: re.Match[str], playing: bool) -> bool | None:
    """Whether so many cards are left; with the last card played, none is."""
    if event.hand is None:
        return None
    if said[1] is None:
        but_one = "but one" in said[0]
        return event.hand == (0 if playing else 1) + but_one
    return event.hand == _counted(said[1])


def _so_many(played: int, said: re.Match[str]) -> bool:
    more, count, or_more = said[1], said[2], said[3]
    number = _counted(count) or 2  # several
    if more == "more than ":
        return played > number
    if more == "at most ":
        return played <= number
    if more or or_more or count in ("several", "many"):
        return played >= number
    return played == number


class _Named(NamedTuple):
    """The numbers and suits that words name; empty where it does not matter."""

    numbers: set[int]
    suits: set[str]

    def fits(self, card: Played) -> bool:
        """Whether a card is one of those."""
        fitting = not self.numbers or card.number in self.numbers
        return fitting and (not self.suits or card.suit in self.suits)


def _shows(card: Played | None, trigger: str, colours: Mapping[str, str]) -> bool | None:
    """Whether the card is one of those named; every card is, where none are.

    None where that cannot be told: of a card that nobody named, and of `a red 3 or a 4`.
    """
    whole = _named(trigger, colours)
    if not any(whole):
        return True
    if card is None:
        return None
    parts = [named for part in re.split(_OR, trigger) if any(named := _named(part, colours))]
    together, apart = whole.fits(card), any(part.fits(card) for part in parts)
    kinds = {(bool(part.numbers), bool(part.suits)) for part in parts}
    if kinds in ({(True, True)}, {(True, False), (False, True)}):
        return apart  # `a red 3 or a blue 4`, `a 3 or a circle`
    return together if len(kinds) == 1 or together is apart else None


def _named(trigger: str, colours: Mapping[str, str]) -> _Named:
    words = re.findall(r"[^\W_]+", trigger)
    suits = {suit for word in words if (suit := _suit(word, colours)) is not None}
    return _Named(_numbers(trigger, words), suits)


def _numbers(trigger: str, words: Sequence[str]) -> set[int]:
    """The numbers of cards that are named: `a 6`, `sixes`, `even`, `a 5 or higher`."""
    limited = [
        set(limit(number))
        for pattern, limit in _LIMITS
        for found in re.finditer(pattern, trigger)
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


# Rules that were not followed


def warn_of_missed(action: Action[State], seat: int, colours: Mapping[str, str]) -> None:
    """Warn of a Penalty for a missed rule that comes two plays late, or that was taken before.

    Until the next card is played a rule can be followed (BL-89); behind that card it is pointed
    out. Late is not false (A-BL-05), and what was missed is seldom told: no more than a warning.
    """
    state = action.state
    name, taken = state.name(seat), sum(move.missed.count(seat) for move in state.recent)
    acting = sum(_acting(move, colours) for move in state.recent)
    if taken >= max(1, acting):
        action.warn(
            f"{name} took a Penalty for a rule that was missed already: this is one for another. "
            "If it is the same, `companion undo` takes it back."
        )
    elif not acting and _all_told(state, colours):
        cards = " nor ".join(
            str(move.acts[0].card.face) for move in state.recent if move.acts[0].card
        )
        action.warn(
            f"Neither {cards} makes a rule act, as far as the words can be read: what was missed "
            "is two plays ago. Late is not false (A-BL-05); whether it counts, the table says."
        )


def _acting(move: Move, colours: Mapping[str, str]) -> int:
    """How many rules and effects a move triggered, or may have."""
    effects = sum(act.card is not None and bool(act.card.effect) for act in move.acts)
    found = (triggered(act, act.rules, colours) for act in move.acts)
    return effects + sum(len(some.surely) + len(some.perhaps) for some in found)


def _all_told(state: State, colours: Mapping[str, str]) -> bool:
    """Whether the last two moves are known, and all rules are about cards: nothing else acted."""
    rules = state.rules
    return (
        len(state.recent) > 1
        and all(move.acts and not move.untold for move in state.recent)
        and bool(rules)
        and all(about_cards(rule, colours) for rule in rules)
    )


# Told


def tell_rules(
    action: Action[State], event: Happening, colours: Mapping[str, str] = {}, beside: bool = False
) -> None:
    """Tell the rules that an event triggers; `beside` an effect, their order is to be agreed on."""
    found = triggered(event, action.state.rules, colours)
    told = set(action.lines)
    surely = [f"Rule {_line(rule)}" for rule in found.surely]
    perhaps = [f"Perhaps rule {_line(rule)}" for rule in found.perhaps]
    action.lines += [line for line in (*surely, *perhaps) if line not in told]
    if len(found.surely) + beside > 1:
        action.lines.append("Agree on the order.")


def _line(rule: OpenRule) -> str:
    return f"{rule.label}: {rule.text}"
