"""Who is meant in a line that is being typed, and what would be taken for somebody."""

from collections.abc import Sequence
from contextlib import suppress

from companion.core.numbers import only_digits
from companion.core.seats import find_seat, is_somebody
from companion.errors import CompanionError
from companion.games.lwd.moves import named
from companion.games.lwd.state import State


def of_whom(state: State, words: Sequence[str]) -> tuple[int, Sequence[str]]:
    """Who is named in front, or has the turn; and the words behind."""
    seat, told = who_is_named(state, words)
    return state.turn if seat is None else seat, told


def who_is_named(state: State, words: Sequence[str]) -> tuple[int | None, Sequence[str]]:
    """Who is named in front, if anybody; and the words behind."""
    if words and not named.is_guess(words[0]):
        with suppress(CompanionError):
            if is_somebody(state.seats, words[0]) or not only_digits(words[0]):
                return find_seat(state.seats, words[0]), words[1:]
    return None, words


def numbers_of_people(state: State) -> list[str]:
    """Numbers that would be taken for somebody who is called so."""
    return [str(number) for number in range(100) if is_somebody(state.seats, str(number))]
