"""Guesses: how many dice show a number, or a power card; which beats which; how one is read."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from companion.core.names import counted, folded, short
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, whole_from
from companion.errors import Invalid

POWER = "power"
LOWEST, HIGHEST = 1, 6
"""The numbers in the game, as long as no power has added a higher one."""

Subject = int | str
"""A number, or `power`."""
_HIGHEST_OF_ALL = 99
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""What a guess calls the numbers from 1 on."""

NUMBER = whole_from(1, _HIGHEST_OF_ALL)
"""In a log, a number on a card."""


@json_schema(
    anyOf=[{"const": POWER}, {"type": "integer", "minimum": 1, "maximum": _HIGHEST_OF_ALL}]
)
def SUBJECT(value: Any, context: Context) -> Wrong | None:
    """What a guess is about: a number, or `power`."""
    return None if value == POWER else NUMBER(value, context)


class Guess(NamedTuple):
    """At least `times` dice show a number; or a power card, where `number` is `power`."""

    times: int
    number: Subject

    @property
    def on_power(self) -> bool:
        """Whether it is about power cards."""
        return self.number == POWER

    @property
    def text(self) -> str:
        """What is typed for it: `3x5`, `2xpower`."""
        return f"{self.times}x{self.number}"

    @property
    def label(self) -> str:
        """What answers call it: `3×5`, `2×power`."""
        return f"{self.times}×{self.number}"

    @property
    def in_words(self) -> str:
        """What a player says: `3 fives`, `1 power card`."""
        if self.on_power:
            return counted(self.times, "power card")
        number = int(self.number)
        name = NAMES[number - 1] if number <= len(NAMES) else str(number)
        return f"{self.times} {name if self.times == 1 else plural(name)}"

    def to_json(self) -> dict[str, Any]:
        """As in `table --json` (contract); `number` is `power` for power cards."""
        return {"count": self.times, "number": self.number}


def plural(name: str) -> str:
    """Several cards of a number by its name: `fives`, `sixes`."""
    return f"{name}{'es' if name.endswith('x') else 's'}"


def beats(new: Guess, old: Guess) -> bool:
    """Whether a guess is higher than the one before."""
    return any(is_at_least(new, low) for low in lowest_above(old, _HIGHEST_OF_ALL, power=True))


def is_at_least(guess: Guess, low: Guess) -> bool:
    """Whether neither the count nor the number is below that of a guess of the same kind."""
    if guess.on_power or low.on_power:
        return guess.on_power and low.on_power and guess.times >= low.times
    return guess.times >= low.times and int(guess.number) >= int(low.number)


def lowest_above(old: Guess | None, highest: int, power: bool) -> list[Guess]:
    """The lowest guesses that beat another (LW-26, LW-27, LW-54, LW-56, A-LW-09, A-LW-10).

    Every guess that beats it is at least one of these. Without a guess before, the very lowest.
    `highest` is the highest number in the game; `power`, whether power cards are in it.
    """
    if old is None:
        return [Guess(1, LOWEST), *([Guess(1, POWER)] if power else [])]
    if old.on_power:
        above = 2 * old.times + 1
        numbers = [Guess(1, above)] if above <= highest else []
        numbers.append(Guess(above, LOWEST))
        return [*numbers, Guess(old.times + 1, POWER)]
    number, larger = int(old.number), max(old.times, int(old.number))
    found = [Guess(old.times + 1, number)] if number <= highest else []
    if number < highest and old.times:
        found.append(Guess(old.times, number + 1))
    if power:
        found.append(Guess(larger // 2 + 1, POWER))
    return found


def without_higher(guesses: Iterable[Guess]) -> list[Guess]:
    """Guesses without those that are at least another of them."""
    found: list[Guess] = []
    for guess in sorted(set(guesses), key=lambda guess: (guess.on_power, guess)):
        if not any(is_at_least(guess, low) for low in found):
            found.append(guess)
    return found


def distance_above(guess: Guess, last: Guess | None) -> tuple[bool, int, int, str]:
    """How far a guess is above the last one: a sort key, with power cards last."""
    last = last or Guess(0, LOWEST)
    if guess.on_power or last.on_power:
        return guess.on_power, guess.times, 0, guess.text
    up = guess.times - last.times, int(guess.number) - int(last.number)
    return False, sum(up), up[0], guess.text


def describe_raise(guess: Guess, last: Guess | None) -> str:
    """“raises the count”; empty without a last guess, or where one is on power cards."""
    if last is None or guess.on_power or last.on_power:
        return ""
    more = guess.times - last.times, int(guess.number) - int(last.number)
    what = [word for word, by in zip(("the count", "the number"), more, strict=True) if by]
    return f"raises {' and '.join(what)}"


# Reading what is typed

_GUESS = r"(\d+)\s*[x×*]\s*(\w+)"
_TIMES = ("x", "×", "*")
_MOST = 9999


def read_guess(text: str) -> Guess:
    """Read a guess: `3x5`, `3xfives`, `2xpower`, `2xp`. Raises Invalid."""
    found = re.fullmatch(_GUESS, folded(text))
    count = None if found is None else whole(found[1], 0, _MOST)
    subject = None if found is None else _subject(found[2])
    if count is None or subject is None:
        raise Invalid(
            f"“{short(text)}” is not a valid guess.",
            "How many, then of what: `3x5` is three fives, `2xpower` two power cards.",
        )
    return Guess(count, subject)


def is_guess(text: str) -> bool:
    """Whether a word has the form of a guess, and so is not a name."""
    return re.fullmatch(_GUESS, folded(text)) is not None


def join_guess(words: Sequence[str], is_number: Callable[[str], bool]) -> list[str]:
    """Join the last words into one guess where they are `3 5`, `3 x 5`, `3 fives` or `2x power`.

    `is_number` says whether a word is a number, and not a player's name.
    """
    kept = [word for word in words if folded(word) not in _TIMES]
    if len(kept) > 1:
        count, subject = kept[-2].rstrip("".join(_TIMES)), folded(kept[-1])
        known = subject.isalpha() and _subject(subject) is not None
        if is_number(count) and (known or is_number(subject) or len(kept) < len(words)):
            return [*kept[:-2], f"{count}x{subject}"]
    return list(words)


def _subject(text: str) -> Subject | None:
    if text and any(name.startswith(text) for name in ("powers", "powercards")):
        return POWER
    for number, name in enumerate(NAMES, 1):
        if text in (name, plural(name)):
            return number
    return whole(text, 1, _HIGHEST_OF_ALL)
