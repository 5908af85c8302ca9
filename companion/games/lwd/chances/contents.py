"""What a deck may be made of: every way, with its chance, and what a change makes of them.

Only cards that matter are told apart: those of the numbers that are asked about or were seen, and
wildcards. All others are alike.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.games.lwd.guesses import HIGHEST

Content = tuple[int, ...]
"""How many cards there are of each number that is told apart, then wildcards, then all others."""

Ways = Iterable[tuple[Content, float]]
"""What may become of a content, each with its chance."""


class Contents(NamedTuple):
    """What may be in a deck: the numbers told apart, and the chance of every content."""

    numbers: tuple[int, ...]
    chances: dict[Content, float]

    @property
    def wild(self) -> int:
        """The place of wildcards in a content."""
        return len(self.numbers)

    @property
    def others(self) -> int:
        """The place of all other cards in a content."""
        return len(self.numbers) + 1

    def place(self, number: int) -> int | None:
        """The place of a number in a content; None where it is not told apart."""
        return self.numbers.index(number) if number in self.numbers else None


def through(chances: dict[Content, float], ways: Callable[[Content], Ways]) -> dict[Content, float]:
    """The chances after a change; `ways` are what it may make of a content."""
    found: dict[Content, float] = {}
    for content, chance in chances.items():
        for after, part in ways(content):
            found[after] = found.get(after, 0.0) + chance * part
    return found


def repeated(
    chances: dict[Content, float], times: int, ways: Callable[[Content], Ways]
) -> dict[Content, float]:
    """The chances after so many changes of a kind."""
    for _ in range(times):
        chances = through(chances, ways)
    return chances


def changed(content: Content, place: int, by: int) -> Content:
    """A content with so many more, or fewer, cards at a place."""
    return (*content[:place], content[place] + by, *content[place + 1 :])


def plus_each(now: Contents, content: Content) -> Sequence[tuple[Content, float]]:
    """One of each number from 1 to 6."""
    told = [number for number in now.numbers if number <= HIGHEST]
    for number in told:
        content = changed(content, now.numbers.index(number), 1)
    return [(changed(content, now.others, HIGHEST - len(told)), 1.0)]


def plus_any(now: Contents, content: Content) -> Iterator[tuple[Content, float]]:
    """One card that may have any number from 1 to 6."""
    told = [number for number in now.numbers if number <= HIGHEST]
    for number in told:
        yield changed(content, now.numbers.index(number), 1), 1 / HIGHEST
    if len(told) < HIGHEST:
        yield changed(content, now.others, 1), (HIGHEST - len(told)) / HIGHEST


def minus_any(content: Content) -> Ways:
    """Any of the cards is gone."""
    cards = sum(content)
    if not cards:
        return [(content, 1.0)]
    return [
        (changed(content, place, -1), count / cards) for place, count in enumerate(content) if count
    ]


def swapped(now: Contents, content: Content) -> Ways:
    """Any card but a wildcard was given up for one."""
    plain = sum(content) - content[now.wild]
    if not plain:
        return [(content, 1.0)]
    return [
        (changed(changed(content, place, -1), now.wild, 1), count / plain)
        for place, count in enumerate(content)
        if count and place != now.wild
    ]
