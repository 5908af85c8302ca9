"""Whole numbers as people type them, the one place where text becomes one; and points as told."""

from companion.core.names import short
from companion.errors import Invalid

LONGEST_NUMBER = 9


def only_digits(text: str) -> bool:
    """Whether there are digits and nothing else. `²` and `٣` are digits to Python, not to us."""
    return text.isascii() and text.isdigit()


def whole(text: str, least: int, most: int) -> int | None:
    """The whole number that `text` is, without a sign or blanks; None where it is none.

    It lies from `least` to `most`, and has at most 9 digits: nobody types more, and converting
    thousands of them is refused by Python itself.
    """
    if len(text) > LONGEST_NUMBER or not only_digits(text):
        return None
    number = int(text)
    return number if least <= number <= most else None


def number_of(text: str, what: str, such_as: str, least: int = 0, most: int = 99) -> int:
    """A whole number as it was typed. Raises Invalid; `what` is what it should be."""
    found = whole(text.strip(), least, most)
    if found is None:
        raise Invalid(f"“{short(text)}” is no {what}.", f"A whole number: {such_as}.")
    return found


def score(points: float) -> str:
    """Points without decimals that say nothing, a real minus sign before them."""
    told = f"{points:.0f}" if points == int(points) else f"{points:g}"
    return told.replace("-", "−")
