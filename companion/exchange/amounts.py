"""Points as people write them in sheets: `1.234,5`, `1,234.5`, `1 234`, `1'234`, sums of these.

Countries disagree about what a dot and a comma are. What a file tells without doubt in one cell
counts for all of it; where `1.234` may still be either, somebody has to say.
"""

import re
from typing import NamedTuple

from companion.core.names import short
from companion.errors import Invalid
from companion.exchange.values import number
from companion.exchange.words import POINTS, unaccented

SIGNS = {"comma": ",", "point": "."}
"""What may part off decimals, by the words with which somebody says so."""

_SPELLED = {
    **{chr(sign): chr(sign - 0xFEE0) for sign in range(0xFF01, 0xFF5F)},  # full-width signs
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
    """Which sign parts off decimals in a sheet: said beforehand, or settled by all its cells.

    `said` is one of `SIGNS`, or None. An `own` sheet was written by a companion, with points: what
    has a comma in it was saved by a spreadsheet. First `see` every cell, then `settle`.
    """

    def __init__(self, said: str | None = None, own: bool = False) -> None:
        self.said = None if said is None else SIGNS[said]
        self._own = own
        self._decimal: dict[str, _Seen] = {}
        self._open: dict[str, _Seen] = {}

    def see(self, cell: str, line: int) -> None:
        """Look at a cell for what it tells of all others."""
        if self.said is not None or ("." not in cell and "," not in cell):
            return
        for token in _TOKEN.findall(_plain(cell)):
            seen = _Seen(line, cell.strip())
            if _OPEN.fullmatch(token):
                self._open.setdefault("." if "." in token else ",", seen)
            elif (sign := _decimal_sign(token)) is not None:
                self._decimal.setdefault(sign, seen)

    def settle(self, file: str) -> None:
        """Refuse a sheet in which a number may be two. Raises Invalid, with both readings."""
        dot, comma = self._open.get("."), self._open.get(",")
        points, commas = self._decimal.get("."), self._decimal.get(",")
        if dot is not None and (commas is not None or (points is None and not self._own)):
            raise _either(dot, commas, file)
        if comma is not None and (commas is not None or (points is None and self._own)):
            raise _either(comma, commas, file)

    def value(self, cell: str) -> int | float | None:
        """The number of a cell, or of the sum in it; None for what is neither."""
        text = _plain(cell)
        unit = _UNIT.fullmatch(text)
        if unit is not None and unaccented(unit[2]) in POINTS:
            text = unit[1]
        # What spreadsheets took for a time or a date, or a share, is no sum.
        if ":" in text or "/" in text:
            return None
        try:
            return number(_TOKEN.sub(lambda found: self._spelled(found[0]), text))
        except ValueError:
            return None

    def _spelled(self, token: str) -> str:
        """A number as computers spell it. Raises ValueError for what is none."""
        if "." not in token and "," not in token:
            return token
        if self.said is not None:
            decimal = self.said
        elif _OPEN.fullmatch(token):
            decimal = "."  # settled: a comma is of thousands, a dot of decimals
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
    """The sign that parts off decimals in a number, where it tells that."""
    dots, commas = token.count("."), token.count(",")
    if dots and commas:
        return max(".,", key=token.rfind)
    sign = "." if dots else ","
    if dots + commas > 1:  # thousands and thousands of thousands
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
        "Nothing was taken from the file.",
    )
