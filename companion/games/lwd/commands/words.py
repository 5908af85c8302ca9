"""Words that several verbs take: players, and whole numbers."""

from companion.core.names import short
from companion.core.numbers import only_digits, whole
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid
from companion.games.lwd.state import State


def seat_of(state: State, name: str | None) -> int:
    """The seat that a name means; without one, whoever has the turn."""
    return state.turn if name is None else find_seat(state.seats, name)


def is_number(state: State, word: str) -> bool:
    """Whether a word is a number, and not what somebody at the table is called."""
    return only_digits(word.strip()) and not is_somebody(state.seats, word)


def number(text: str, what: str, example: str, least: int = 1, most: int = 99) -> int:
    """A whole number as it was typed. Raises Invalid; `what` is what it should be."""
    found = whole(text.strip(), least, most)
    if found is None:
        raise Invalid(f"“{short(text)}” is no {what}.", f"A whole number: {example}.")
    return found
