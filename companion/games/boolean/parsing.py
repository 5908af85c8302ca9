"""How things are typed: players in front of what they did, numbers as words."""

from collections.abc import Callable, Sequence

from companion.core.play import PlayState
from companion.core.seats import Seat, is_somebody

Words = Sequence[str]
Word = tuple[str, str]
"""A word that may be offered, and what it is."""


def names_and_values(
    state: PlayState, words: Words, is_value: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """The names among words, and the values. Somebody may be called `white`, or `2`.

    What could be both is a name in front of a value, and a value where it stands alone.
    """
    values = [word for word in words if is_value(word)]
    names = [word for word in words if not is_value(word)]
    if not names and len(values) > 1 and is_somebody(state.seats, values[0]):
        names.append(values.pop(0))
    return names, values


def names_first(is_value: Callable[[str], bool]) -> Callable[[PlayState, Words], Words]:
    """The same in one line, as a verb may have it (`core.verb.Verb.arrange`)."""

    def arranged(state: PlayState, words: Words) -> Words:
        names, values = names_and_values(state, words, is_value)
        return [*names, *values]

    return arranged


def is_name(is_value: Callable[[str], bool]) -> Callable[[PlayState, Words], bool]:
    """Whether a line so arranged begins with a name (`core.param.Param.takes`)."""

    def takes(state: PlayState, words: Words) -> bool:
        in_front = len(words) > 1 and is_somebody(state.seats, words[0])
        return in_front or not is_value(words[0])

    return takes


def nobody(seats: Sequence[Seat], words: Sequence[Word], behind: Words) -> list[Word]:
    """Those of some words that mean what they should: in front, none that somebody is called."""
    return [word for word in words if behind or not is_somebody(seats, word[0])]


def numbers(least: int, most: int, about: str = "") -> list[Word]:
    """Whole numbers as words."""
    return [(str(number), about) for number in range(least, most + 1)]
