"""Parse numbers as people type them: sums such as `10+5*2-1`, scores such as `1.234,5` or `1 234`,
yes and no.

Countries disagree about dots and commas. An unambiguous cell of a file decides for all of them; if
`1.234` may still be either, the user has to choose.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from companion.core.names import short
from companion.errors import Invalid
from companion.exchange.json_lines import is_score
from companion.exchange.vocabulary import NO, POINTS, YES, plain_word

LONGEST = 100
DEEPEST = 20
Number = int | Fraction
_TERM = re.compile(r"\s*(?:([0-9][0-9.,]*|[.,][0-9]+)|([-+*/()]))")
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", ":": "/", "\u00a0": " "})
_NUMBER = re.compile(r"-?[0-9]{1,15}(?:\.[0-9]{1,20})?(?:e[-+]?[0-9]{1,3})?")
_STEPS = re.compile(r"[0-9]{1,9}(?:[-+][0-9]{1,9})+")
_STEP = re.compile(r"[-+]?[0-9]+")
_COMMAS = re.compile(r"[1-9][0-9]{0,2}(?:,[0-9]{3})+")


@lru_cache(4096)  # the same few scores are frequent
def value_of(text: str) -> int | float | None:
    """Return the value of a number or a sum; None if the text is neither.

    A comma is a decimal one (`3,5`), except in what can only be thousands (`1,250`). Sums have `+ -
    * /` and brackets. The result is rounded to four places.
    """
    if _NUMBER.fullmatch(text):
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
    """Split a sum into numbers and operators; empty if there is anything else."""
    tokens: list[Number | str] = []
    at = 0
    while at < len(text):
        found = _TERM.match(text, at)
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
    if _COMMAS.fullmatch(digits):
        digits = digits.replace(",", "")
    elif "," in digits and "." in digits:
        decimal = max(",.", key=digits.rfind)
        digits = digits.replace(",.".replace(decimal, ""), "")
    return Fraction(digits.replace(",", "."))


class _Sum:
    """Parses a sum from left to right, with the usual precedence."""

    def __init__(self, tokens: list[Number | str]) -> None:
        self._tokens = tokens
        self._at = 0

    def whole_of_it(self) -> Number:
        """Return the value of the whole sum. Raises ValueError or ZeroDivisionError."""
        value = self._sum(0)
        if self._at < len(self._tokens):
            raise ValueError("something is left over")
        return value

    def _next(self, *signs: str) -> str | None:
        """Return the next token if it is one of these operators, and advance."""
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


# Single values of other programs


def flag(value: Any) -> bool | None:
    """Return whether a value says yes or no; None if it says neither."""
    if type(value) is bool:
        return value
    if type(value) in (int, float):
        return bool(value)
    word = plain_word(value.strip()) if type(value) is str else ""
    return True if word in YES else False if word in NO else None


def number(value: Any) -> int | float | None:
    """Return a possible score from a number, a text or a sum; None for anything else."""
    found = value_of(value) if type(value) is str else value
    if not isinstance(found, int | float) or not is_score(found):
        return None
    return int(found) if found == int(found) else found


def unfinished(value: Any, read: Callable[[str], int | float | None]) -> int | float | None:
    """Return what `read` makes of a sum without its last operator: 70 for `70+`; None if it has
    none.
    """
    text = value.strip() if type(value) is str else ""
    begun = text.rstrip("+-−–*×· \u00a0")
    return read(begun) if begun != text else None


def whole(value: Any) -> int | None:
    """Return a whole number from 0 on, from a number or a text; None for anything else."""
    found = number(value)
    return found if type(found) is int and found >= 0 else None


# Points in sheets


SIGNS = {"comma": ",", "point": "."}
"""Decimal separators, by the words with which users choose them."""

_SPELLED = {
    **{chr(sign): chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},  # full-width digits
    **dict.fromkeys("\u00a0\u2007\u2009\u202f\u3000", " "),
    **dict.fromkeys("$€£¥₩₽₹₺₴₪", ""),
    **dict.fromkeys("\u2019\u02bc`\u00b4", "'"),
}
_PLAIN = str.maketrans(_SPELLED)
_GROUPED = re.compile(r"(?<![\d.,])([0-9]{1,3})((?:[ '][0-9]{3})+)(?![\d ']*\d)")
_TOKEN = re.compile(r"[0-9][0-9.,]*|[.,][0-9]+")
_OPEN = re.compile(r"[1-9][0-9]{0,2}[.,][0-9]{3}")
_THOUSANDS = re.compile(r"[0-9]{1,3}(?:[.,][0-9]{3})+")
_UNIT = re.compile(r"(.*[0-9)])\s*([^\W\d_]+)\.?")


class _Seen(NamedTuple):
    line: int
    cell: str


class Decimals:
    """Which decimal separator a sheet has: chosen by the user, or decided by all its cells.

    `preset` is a key of `SIGNS`, or None. An `own` sheet was written by a companion, with points:
    cells with a comma were saved by a spreadsheet. First `see` every cell, then `settle`.
    """

    def __init__(self, preset: str | None = None, own: bool = False) -> None:
        self.preset = None if preset is None else SIGNS[preset]
        self._own = own
        self._decimal: dict[str, _Seen] = {}
        self._open: dict[str, _Seen] = {}

    def see(self, cell: str, line: int) -> None:
        """Note what a cell shows about all the others."""
        if self.preset is not None or ("." not in cell and "," not in cell):
            return
        for token in _TOKEN.findall(_plain(cell)):
            seen = _Seen(line, cell.strip())
            if _OPEN.fullmatch(token):
                self._open.setdefault("." if "." in token else ",", seen)
            elif (sign := _decimal_sign(token)) is not None:
                self._decimal.setdefault(sign, seen)

    def settle(self, file: str) -> None:
        """Refuse a sheet in which a number is ambiguous. Raises Invalid, with both readings."""
        dot, comma = self._open.get("."), self._open.get(",")
        points, commas = self._decimal.get("."), self._decimal.get(",")
        if dot is not None and (commas is not None or (points is None and not self._own)):
            raise _either(dot, commas, file)
        if comma is not None and (commas is not None or (points is None and self._own)):
            raise _either(comma, commas, file)

    def value(self, cell: str) -> int | float | None:
        """Return the number in a cell, or the value of a sum; None for anything else."""
        text = _plain(cell)
        unit = _UNIT.fullmatch(text)
        if unit is not None and plain_word(unit[2]) in POINTS:
            text = unit[1]
        # Times, dates and shares by spreadsheets are not sums.
        if ":" in text or "/" in text:
            return None
        try:
            return number(_TOKEN.sub(lambda found: self._spelled(found[0]), text))
        except ValueError:
            return None

    def _spelled(self, token: str) -> str:
        """Return a number with a decimal point and nothing else. Raises ValueError for anything
        else.
        """
        if "." not in token and "," not in token:
            return token
        if self.preset is not None:
            decimal = self.preset
        elif _OPEN.fullmatch(token):
            decimal = "."  # settled: commas separate thousands, dots decimals
        else:
            decimal = _decimal_sign(token) or ""
        whole, sign, rest = token.partition(decimal) if decimal else (token, "", "")
        if not rest.isdigit() and sign:
            raise ValueError(token)
        if "." in whole or "," in whole:
            if not _THOUSANDS.fullmatch(whole) or ("." in whole and "," in whole):
                raise ValueError(token)
            whole = whole.replace(".", "").replace(",", "")
        return f"{whole or '0'}{'.' if sign else ''}{rest}"


def _plain(cell: str) -> str:
    text = cell.translate(_PLAIN).strip()
    return _GROUPED.sub(lambda found: found[1] + re.sub("[ ']", "", found[2]), text)


def _decimal_sign(token: str) -> str | None:
    """Return the decimal separator of a number; None if it is ambiguous."""
    dots, commas = token.count("."), token.count(",")
    if dots and commas:
        return max(".,", key=token.rfind)
    sign = "." if dots else ","
    if dots + commas > 1:  # thousands and millions
        return None
    return sign if dots or commas else None


def _either(seen: _Seen, beside: _Seen | None, file: str) -> Invalid:
    token = next(one for one in _TOKEN.findall(_plain(seen.cell)) if _OPEN.fullmatch(one))
    whole, parts = token.replace(".", "").replace(",", ""), token.replace(",", ".")
    sign = "point" if "." in token else "comma"
    other = "comma" if sign == "point" else "point"
    besides = f", beside “{short(beside.cell)}” in line {beside.line}" if beside else ""
    return Invalid(
        f"Line {seen.line} of {file} has the points “{short(seen.cell)}”{besides}: "
        f"{token} may be {whole}, or {parts} with decimals.",
        f"`--decimal {other}` reads {whole}, `--decimal {sign}` reads {parts}. "
        "Nothing was imported.",
    )
