"""Guesses: how many dice show a face; which beats which; how one is read.

A face is a number, or “power”: a power card, whatever number is on it.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.core.names import counted, folded, short
from companion.core.numbers import whole
from companion.core.schemas import json_schema
from companion.core.shapes import Context, Wrong, whole_from
from companion.core.value import Value
from companion.errors import Invalid

POWER = "power"
LOWEST, HIGHEST = 1, 6
"""The numbers in the game, as long as no power has added a higher one."""

Face = int | str
"""What a guess is about: a number, or `POWER`."""
_HIGHEST_OF_ALL = 99
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""What a guess calls the numbers from 1 on."""

NUMBER_ON_CARD = whole_from(1, _HIGHEST_OF_ALL)
"""In a log, a number on a card."""


@json_schema(
    anyOf=[{"const": POWER}, {"type": "integer", "minimum": 1, "maximum": _HIGHEST_OF_ALL}]
)
def FACE(value: Any, context: Context) -> Wrong | None:
    """What a guess is about: a number, or `power`."""
    return None if value == POWER else NUMBER_ON_CARD(value, context)


class Guess(Value):
    """At least `count` dice show this face: `Guess(3, 5)` is three fives."""

    count: int
    face: Face

    @property
    def on_power(self) -> bool:
        """Whether it is about power cards."""
        return self.face == POWER

    @property
    def text(self) -> str:
        """What is typed for it: `3x5`, `2xpower`."""
        return f"{self.count}x{self.face}"

    @property
    def label(self) -> str:
        """What answers call it: `3×5`, `2×power`."""
        return f"{self.count}×{self.face}"

    @property
    def in_words(self) -> str:
        """What a player says: `3 fives`, `1 power card`."""
        if self.on_power:
            return counted(self.count, "power card")
        face = int(self.face)
        name = NAMES[face - 1] if face <= len(NAMES) else str(face)
        return f"{self.count} {name if self.count == 1 else plural(name)}"

    def to_json(self) -> dict[str, Any]:
        """As in `table --json` (contract); `number` is `power` for power cards."""
        return {"count": self.count, "number": self.face}


def plural(name: str) -> str:
    """Several cards of a number by its name: `fives`, `sixes`."""
    return f"{name}{'es' if name.endswith('x') else 's'}"


def beats(new: Guess, old: Guess) -> bool:
    """Whether a guess is higher than the one before it, whatever numbers are in the game.

    One guess that is known is checked by this. `state.lowest_allowed` starts from the same
    `lowest_above`, but knows the highest number in the game and the guesses that were left out.
    """
    return any(is_at_least(new, low) for low in lowest_above(old, _HIGHEST_OF_ALL, power=True))


def is_at_least(guess: Guess, low: Guess) -> bool:
    """Whether neither count nor number is below that of the other guess.

    A guess on power cards and one on a number are never compared so: `lowest_above` converts.
    """
    if guess.on_power or low.on_power:
        return guess.on_power and low.on_power and guess.count >= low.count
    return guess.count >= low.count and int(guess.face) >= int(low.face)


def lowest_above(old: Guess | None, highest: int, power: bool) -> list[Guess]:
    """The lowest guesses that beat another (LW-26, LW-27, LW-54, LW-56, A-LW-09, A-LW-10).

    Above 3×5 these are 4×5, 3×6 and 3×power. Every guess that beats it is at least one of these.
    Without a guess before, the very lowest. `highest` is the highest number in the game; `power`,
    whether power cards are in it.
    """
    if old is None:
        return [Guess(1, LOWEST), *([Guess(1, POWER)] if power else [])]
    if old.on_power:
        above = 2 * old.count + 1
        on_numbers = [Guess(1, above)] if above <= highest else []
        on_numbers.append(Guess(above, LOWEST))
        return [*on_numbers, Guess(old.count + 1, POWER)]
    face, larger = int(old.face), max(old.count, int(old.face))
    found = [Guess(old.count + 1, face)] if face <= highest else []
    if face < highest and old.count:
        found.append(Guess(old.count, face + 1))
    if power:
        found.append(Guess(larger // 2 + 1, POWER))
    return found


def without_higher(guesses: Iterable[Guess]) -> list[Guess]:
    """Guesses without those that are at least another of them, power cards last."""
    found: list[Guess] = []
    for guess in sorted(set(guesses), key=_by_face):
        if not any(is_at_least(guess, low) for low in found):
            found.append(guess)
    return found


def _by_face(guess: Guess) -> tuple[bool, int, int]:
    """A sort key: guesses on numbers before those on power cards, low ones first."""
    return guess.on_power, guess.count, 0 if guess.on_power else int(guess.face)


def distance_above(guess: Guess, last: Guess | None) -> tuple[bool, int, int, str]:
    """How far a guess is above the last one: a sort key, with power cards last."""
    difference = _difference(guess, last or Guess(0, LOWEST))
    if difference is None:
        return guess.on_power, guess.count, 0, guess.text
    return False, sum(difference), difference[0], guess.text


def describe_raise(guess: Guess, last: Guess | None) -> str:
    """“raises the count”; empty without a last guess, or where one is on power cards."""
    difference = None if last is None else _difference(guess, last)
    if difference is None:
        return ""
    raised = [word for word, by in zip(("the count", "the number"), difference, strict=True) if by]
    return f"raises {' and '.join(raised)}"


def _difference(guess: Guess, last: Guess) -> tuple[int, int] | None:
    """By how much the count and the number rise; None where one guess is on power cards."""
    if guess.on_power or last.on_power:
        return None
    return guess.count - last.count, int(guess.face) - int(last.face)


# Reading what is typed

_GUESS = r"(\d+)\s*[x×*]\s*(\w+)"
_SIGNS = ("x", "×", "*")
_MOST = 9999


def read_guess(text: str) -> Guess:
    """Read a guess: `3x5`, `3xfives`, `2xpower`, `2xp`. Raises Invalid."""
    found = re.fullmatch(_GUESS, folded(text))
    count = None if found is None else whole(found[1], 0, _MOST)
    face = None if found is None else _read_face(found[2])
    if count is None or face is None:
        raise Invalid(
            f"“{short(text)}” is not a valid guess.",
            "How many, then of what: `3x5` is three fives, `2xpower` two power cards.",
        )
    return Guess(count, face)


def is_guess(text: str) -> bool:
    """Whether a word has the form of a guess, and so is not a name."""
    return re.fullmatch(_GUESS, folded(text)) is not None


def join_guess(words: Sequence[str], is_number: Callable[[str], bool]) -> list[str]:
    """Join the last words into one guess where they are `3 5`, `3 x 5`, `3 fives` or `2x power`.

    `is_number` says whether a word is a number, and not a player's name.
    """
    kept = [word for word in words if folded(word) not in _SIGNS]
    if len(kept) > 1:
        count, face = kept[-2].rstrip("".join(_SIGNS)), folded(kept[-1])
        known = face.isalpha() and _read_face(face) is not None
        if is_number(count) and (known or is_number(face) or len(kept) < len(words)):
            return [*kept[:-2], f"{count}x{face}"]
    return list(words)


def _read_face(text: str) -> Face | None:
    if text and any(name.startswith(text) for name in ("powers", "powercards")):
        return POWER
    for face, name in enumerate(NAMES, 1):
        if text in (name, plural(name)):
            return face
    return whole(text, 1, _HIGHEST_OF_ALL)
