"""Scores as people type them into other programs: numbers, and sums such as `10+5*2-1`."""

import re
from fractions import Fraction
from functools import lru_cache

LONGEST = 100
DEEPEST = 20
Number = int | Fraction
_TOKEN = re.compile(r"\s*(?:([0-9][0-9.,]*|[.,][0-9]+)|([-+*/()]))")
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", ":": "/", "\u00a0": " "})
_PLAIN = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?(?:e[-+]?[0-9]{1,3})?")
_STEPS = re.compile(r"[0-9]{1,9}(?:[-+][0-9]{1,9})+")
_STEP = re.compile(r"[-+]?[0-9]+")
_THOUSANDS = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+")


@lru_cache(4096)  # the same few scores come again and again
def value_of(text: str) -> int | float | None:
    """The number that a text is, or that a sum makes; None where it is neither.

    A comma is a decimal one (`3,5`), but for what can only be thousands (`1,250`). Sums know
    `+ - * /` and brackets. What does not come out even is rounded to four places.
    """
    if _PLAIN.fullmatch(text):
        return float(text) if "." in text or "e" in text else int(text)
    if len(text) > LONGEST:
        return None
    if _STEPS.fullmatch(text):
        return sum(map(int, _STEP.findall(text)))
    tokens = _tokens(text.translate(_SIGNS).strip())
    if not tokens:
        return None
    try:
        value = _Sum(tokens).whole_of_it()
    except (ValueError, ZeroDivisionError):
        return None
    return int(value) if value.denominator == 1 else round(float(value), 4)


def _tokens(text: str) -> list[Number | str]:
    """Numbers and signs; nothing where there is anything else."""
    tokens: list[Number | str] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return []
        try:
            tokens.append(_number(found[1]) if found[1] else found[2])
        except ValueError:
            return []
        at = found.end()
    return tokens


def _number(digits: str) -> Number:
    if digits.isdecimal():
        return int(digits)
    if _THOUSANDS.fullmatch(digits):
        digits = digits.replace(",", "")
    elif "," in digits and "." in digits:
        decimal = max(",.", key=digits.rfind)
        digits = digits.replace(",.".replace(decimal, ""), "")
    return Fraction(digits.replace(",", "."))


class _Sum:
    """Reads a sum from left to right: products before sums, brackets before both."""

    def __init__(self, tokens: list[Number | str]) -> None:
        self._tokens = tokens
        self._at = 0

    def whole_of_it(self) -> Number:
        """The value of all of it. Raises ValueError or ZeroDivisionError."""
        value = self._sum(0)
        if self._at < len(self._tokens):
            raise ValueError("something is left over")
        return value

    def _next(self, *signs: str) -> str | None:
        """The sign that comes now, if it is one of these; it is then passed."""
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            if isinstance(token, str) and token in signs:
                self._at += 1
                return token
        return None

    def _sum(self, depth: int) -> Number:
        value = self._product(depth)
        while (sign := self._next("+", "-")) is not None:
            term = self._product(depth)
            value = value + term if sign == "+" else value - term
        return value

    def _product(self, depth: int) -> Number:
        value = self._single(depth)
        while (sign := self._next("*", "/")) is not None:
            factor = self._single(depth)
            value = value * factor if sign == "*" else Fraction(value) / factor
        return value

    def _single(self, depth: int) -> Number:
        if depth > DEEPEST:
            raise ValueError("too deep")
        if (sign := self._next("+", "-")) is not None:
            value = self._single(depth + 1)
            return value if sign == "+" else -value
        if self._next("(") is not None:
            value = self._sum(depth + 1)
            if self._next(")") is None:
                raise ValueError("a bracket stays open")
            return value
        token = self._tokens[self._at] if self._at < len(self._tokens) else ""
        if isinstance(token, str):
            raise ValueError("a number is missing")
        self._at += 1
        return token
