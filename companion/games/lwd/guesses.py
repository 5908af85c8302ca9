"""Guesses: how many dice show a number, or a power card; and which guess beats which."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from companion.core.names import counted

POWER = "power"
LOWEST, HIGHEST = 1, 6
"""The numbers in the game, as long as no power has added a higher one."""

Subject = int | str
"""A number, or `power`."""
NAMES = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
"""The numbers from 1 on, as they are said."""


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

    With no guess before: the very lowest. `power` says whether power cards are in the game.
    """
    if old is None:
        return [Guess(1, LOWEST), *([Guess(1, POWER)] if power else [])]
    if old.on_power:
        above = 2 * old.times + 1
        numbers = [Guess(1, above)] if above <= highest else []
        numbers.append(Guess(above, LOWEST))
        return [*numbers, Guess(old.times + 1, POWER)]
    number = int(old.number)
    found = [Guess(old.times + 1, number)]
    if number < highest and old.times:
        found.append(Guess(old.times, number + 1))
    if power:
        found.append(Guess(_larger(old) // 2 + 1, POWER))
    return found
