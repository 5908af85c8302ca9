"""Numbers as people type them: the only place where text becomes a number. Points: `+3`, `=7`."""

import re

from companion.core.names import short
from companion.core.play import HIGHEST_AMOUNT
from companion.core.value import Value
from companion.errors import Invalid

LONGEST_NUMBER = 9


def only_digits(text: str) -> bool:
    """Whether there are digits and nothing else. To Python `²` and `٣` are digits, too."""
    return text.isascii() and text.isdigit()


def whole(text: str, least: int, most: int) -> int | None:
    """Return the whole number in `text`, without a sign or blanks; None if it is not one.

    From `least` to `most`, with at most 9 digits: nobody types more, and Python itself refuses to
    convert thousands of them.
    """
    if len(text) > LONGEST_NUMBER or not only_digits(text):
        return None
    number = int(text)
    return number if least <= number <= most else None


def number_of(text: str, what: str, such_as: str, least: int = 0, most: int = 99) -> int:
    """Parse a whole number. Raises Invalid; `what` says what it should be."""
    found = whole(text.strip(), least, most)
    if found is None:
        raise Invalid(f"“{short(text)}” is no {what}.", f"A whole number: {such_as}.")
    return found


def score(points: float) -> str:
    """Format points with all their decimals, none for a whole number, and a real minus sign."""
    digits = f"{points:.0f}" if points == int(points) else f"{points}"
    if "e" in digits:  # tiny ones from other programs
        digits = f"{points:.20f}".rstrip("0")
    return digits.replace("-", "−")


# Points as people type them: `+3`, `-2`, `=7`


_TERMS = re.compile(r"(?<=\d)(?=[+-])")
PointsChange = tuple[str, int]
"""A sign (`+`, `-`, `=`) and an amount."""


class Amounts(Value):
    """The numbers of points in a game: up to `most` at a time, with up to two `decimals` or
    without.
    """

    most: int = HIGHEST_AMOUNT
    decimals: bool = False


def change(text: str) -> PointsChange:
    """Parse a change of points: `+3`, `-2`, `=7`, `+12+7`; a bare `3` is a gain. Raises Invalid.

    A total may be set below 0; the game decides whether that is possible.
    """
    sign, points = change_of(text, Amounts())
    return sign, int(points)


def change_of(text: str, amounts: Amounts) -> tuple[str, int | float]:
    """Parse a change of points in a game with other amounts: `+12.5`, `=12,5`. Raises Invalid."""
    first, *more = _TERMS.split(text.strip().replace("−", "-"))
    sign, points = _change_of(first, text, amounts)
    if not more:
        return sign, points
    terms = [_change_of(term, text, amounts) for term in more]
    signed = [
        -points if sign == "-" else points,
        *(-it if minus == "-" else it for minus, it in terms),
    ]
    points = round(sum(signed), 2)
    points = int(points) if points == int(points) else points
    if abs(points) > amounts.most:
        raise _too_many(amounts)
    if sign != "=":
        return "-" if points < 0 else "+", abs(points)
    return sign, points


def _change_of(typed: str, text: str, amounts: Amounts) -> tuple[str, int | float]:
    """Parse a single term of the `text` into its sign and a number. Raises Invalid."""
    sign, digits = ("+", typed) if typed[:1].isdigit() else (typed[:1], typed[1:])
    below = sign == "=" and digits.startswith("-")
    digits = digits[1:] if below else digits
    before, point, behind = digits.replace(",", ".").partition(".")
    is_number = only_digits(before) and (not point or (only_digits(behind) and len(behind) < 3))
    minus_zero = below and not digits.strip("0.,")
    if sign not in ("+", "-", "=") or not is_number or minus_zero:
        raise Invalid(
            f"“{short(text)}” is not a number of points.",
            "`+3` gains, `-2` loses, `=7` sets what it is now.",
        )
    if point and not amounts.decimals:
        raise Invalid(
            f"“{short(text)}” is not a number of points here: they are whole.",
            "A score sheet that began with `--decimals` takes decimals.",
        )
    points = whole(before, 0, amounts.most)
    if points is None:
        raise _too_many(amounts)
    exact = points if not behind.strip("0") else float(f"{before}.{behind}")
    return sign, -exact if below else exact


def _too_many(amounts: Amounts) -> Invalid:
    return Invalid("That is more points than any score track has.", f"At most {amounts.most}.")


def signed_change(text: str) -> int:
    """Parse a change of points without `=`: -2 for `-2`. Raises Invalid."""
    sign, amount = change(text)
    if sign == "=":
        raise Invalid(f"“{text}” says what is there, not how it changed.", "`+3` or `-2`.")
    return amount if sign == "+" else -amount


def amount(text: str) -> int:
    """Parse a number of points above 0, without a sign. Raises Invalid."""
    typed = text.strip().removeprefix("+")
    if only_digits(typed) and typed.strip("0"):
        return change(typed)[1]
    raise Invalid(f"“{short(text)}” is not a number of points to move.", "A whole number above 0.")
