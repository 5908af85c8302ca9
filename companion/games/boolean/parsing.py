"""Parsing lines: players before what they did, numbers as words, dice of the set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from companion.core.command import word
from companion.core.offer import Trial
from companion.core.param import A_DIE, Arguments, Candidate, Param
from companion.core.play import PlayState
from companion.core.seats import PlayerSeat, is_somebody
from companion.games.boolean.dice.the_ten import find_die, the_ten

Words = Sequence[str]
Word = tuple[str, str]
"""A word that may be offered, and a few words about it."""


def names_and_values(
    state: PlayState, words: Words, is_value: Callable[[str], bool]
) -> tuple[list[str], list[str]]:
    """Return the names and the values among words. A player may be named `white`, or `2`.

    A word that could be both is a name before a value, and otherwise a value.
    """
    values = [word for word in words if is_value(word)]
    names = [word for word in words if not is_value(word)]
    if not names and len(values) > 1 and is_somebody(state.seats, values[0]):
        names.append(values.pop(0))
    return names, values


def names_first(is_value: Callable[[str], bool]) -> Callable[[PlayState, Words], Words]:
    """Put names before values, for the `rearrange` of a verb (`core.command.verb`)."""

    def normalize(state: PlayState, words: Words) -> Words:
        names, values = names_and_values(state, words, is_value)
        return [*names, *values]

    return normalize


def is_name(is_value: Callable[[str], bool]) -> Callable[[PlayState, Words], bool]:
    """Whether a line in that order begins with a name, for the `belongs_here` of a parameter."""

    def takes(state: PlayState, words: Words) -> bool:
        in_front = len(words) > 1 and is_somebody(state.seats, words[0])
        return in_front or not is_value(words[0])

    return takes


def without_player_names(
    seats: Sequence[PlayerSeat], words: Sequence[Word], behind: Words
) -> list[Word]:
    """Return the words that cannot be mistaken for a player; all of them after another word."""
    return [word for word in words if behind or not is_somebody(seats, word[0])]


def numbers(least: int, most: int, about: str = "") -> list[Word]:
    """Whole numbers as words, to be offered."""
    return [(str(number), about) for number in range(least, most + 1)]


# Dice of the set


def dice_in_words(trial: Trial[Any], args: Arguments[Any]) -> Iterable[Candidate]:
    """The dice of the set as typed, each with its white faces in words."""
    return ((die.short, die.title) for die in the_ten())


def die_option(name: str, help: str, **more: Any) -> Param:
    """An option that names one of the ten dice and means its id."""
    fields = {"after_dash": True, "metavar": "DIE", "candidates": dice_in_words, **more}
    return word(
        lambda state, text: find_die(text).id, name, A_DIE, optional=True, help=help, **fields
    )
