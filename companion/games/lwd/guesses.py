"""Guesses: how many dice show a number, or a power card; which beats which; how they are typed."""

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
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers from 1 on, as they are said."""


NUMBER = whole_from(1, 99)
"""In a log, a number on a card."""


@json_schema(anyOf=[{"const": POWER}, {"type": "integer", "minimum": 1, "maximum": 99}])
def SUBJECT(value: Any, context: Context) -> Wrong | None:
    """What a guess is about: a number, or `power`."""
    return None if value == POWER else NUMBER(value, context)


class Guess(NamedTuple):
    """So many dice show that number; or a power card, where `number` is `power`."""

    times: int
    number: Subject

    @property
    def on_power(self) -> bool:
        """Whether it is about power cards."""
        return self.number == POWER

    @property
    def typed(self) -> str:
        """As it is typed: `3x5`, `2xpower`."""
        return f"{self.times}x{self.number}"

    @property
    def shown(self) -> str:
        """As it is shown: `3×5`, `2×power`."""
        return f"{self.times}×{self.number}"

    @property
    def said(self) -> str:
        """As it is said: `3 fives`, `1 power card`."""
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
    """Whether a guess is higher than the one before (LW-26, LW-27, LW-54, LW-56, A-LW-09/10)."""
    if new.on_power and old.on_power:
        return new.times > old.times
    if new.on_power:
        return new.times > _larger(old) // 2
    if old.on_power:
        return _larger(new) > 2 * old.times
    up = int(new.number) - int(old.number), new.times - old.times
    return min(up) >= 0 and max(up) > 0


def _larger(guess: Guess) -> int:
    """The larger one of the two numbers of a guess (A-LW-09)."""
    return max(guess.times, int(guess.number))


def lowest(guesses: Iterable[Guess]) -> list[Guess]:
    """Of some guesses, those that none of the others is below in the same kind."""
    found: list[Guess] = []
    for guess in sorted(set(guesses), key=lambda guess: (guess.on_power, guess)):
        if not any(reaches(guess, below) for below in found):
            found.append(guess)
    return found


def reaches(guess: Guess, least: Guess) -> bool:
    """Whether a guess is that one, or has more of something and less of nothing."""
    if guess.on_power or least.on_power:
        return guess.on_power and least.on_power and guess.times >= least.times
    return guess.times >= least.times and int(guess.number) >= int(least.number)


def least_above(old: Guess | None, highest: int, power: bool) -> list[Guess]:
    """The lowest guesses that are allowed: all others have more of something than one of them.

    With no guess before: the very lowest. `power` says whether power cards are in the game. Above
    the `highest` number, which takes a house rule, no number can be guessed.
    """
    if old is None:
        return [Guess(1, LOWEST), *([Guess(1, POWER)] if power else [])]
    if old.on_power:
        above = 2 * old.times + 1
        numbers = [Guess(1, above)] if above <= highest else []
        numbers.append(Guess(above, LOWEST))
        return [*numbers, Guess(old.times + 1, POWER)]
    number = int(old.number)
    found = [Guess(old.times + 1, number)] if number <= highest else []
    if number < highest and old.times:
        found.append(Guess(old.times, number + 1))
    if power:
        found.append(Guess(_larger(old) // 2 + 1, POWER))
    return found


def rise(guess: Guess, last: Guess | None) -> tuple[bool, int, int, str]:
    """How far a guess is above the last one, to sort by; those on power cards come last."""
    last = last or Guess(0, LOWEST)
    if guess.on_power or last.on_power:
        return guess.on_power, guess.times, 0, guess.typed
    up = guess.times - last.times, int(guess.number) - int(last.number)
    return False, sum(up), up[0], guess.typed


def raised(guess: Guess, last: Guess | None) -> str:
    """What a guess raises of the last one, in words; empty where the two cannot be compared so."""
    if last is None or guess.on_power or last.on_power:
        return ""
    more = guess.times - last.times, int(guess.number) - int(last.number)
    what = [word for word, by in zip(("the count", "the number"), more, strict=True) if by]
    return f"raises {' and '.join(what)}"


# As they are typed

_GUESS = r"(\d+)\s*[x×*]\s*(\w+)"
_TIMES = ("x", "×", "*")
_MOST = 9999


def read_guess(text: str) -> Guess:
    """A guess as it is typed: `3x5`, `3xfives`, `2xpower`, `2xp`. Raises Invalid."""
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
    """Whether something is meant as a guess rather than as a name."""
    return re.fullmatch(_GUESS, folded(text)) is not None


def joined(words: Sequence[str], is_number: Callable[[str], bool]) -> list[str]:
    """The words of a guess with `3 5`, `3 x 5`, `3 fives` or `2x power` as the one that it means.

    `is_number` says of a word that it is one, and no player.
    """
    kept = [word for word in words if folded(word) not in _TIMES]
    if len(kept) > 1:
        count, subject = kept[-2].rstrip("".join(_TIMES)), folded(kept[-1])
        known = subject.isalpha() and _subject(subject) is not None
        if is_number(count) and (known or is_number(subject) or len(kept) < len(words)):
            return [*kept[:-2], f"{count}x{subject}"]
    return list(words)


def _subject(text: str) -> Subject | None:
    """What a guess is about: a number, by its name as well, or power cards."""
    if text and any(name.startswith(text) for name in ("powers", "powercards")):
        return POWER
    for number, name in enumerate(NAMES, 1):
        if text in (name, plural(name)):
            return number
    return whole(text, 1, 99)
