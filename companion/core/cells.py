"""Write CSV without anything that a terminal would obey or a spreadsheet would calculate.

All CSV is written here; imported cells are read with `unguarded`.
"""

import csv
import re
from collections.abc import Iterable

_OBEYED = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_LIKE_THOUSANDS = re.compile(r"-?[0-9]{1,3}\.[0-9]{3}")
# A spreadsheet takes a cell that begins like this for a formula. An apostrophe before it marks it
# as text; another one is put before existing ones, so that an import restores the original.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def csv_line(
    cells: Iterable[str | int | float | None],
    end: str = "\r\n",
    separator: str = ",",
    decimal: str = ".",
) -> str:
    """Return a row of a sheet, with its line end; texts are harmless and guarded.

    `separator` separates cells, `decimal` decimals in numbers.
    """
    written = (guarded(harmless(cell)) if isinstance(cell, str) else cell for cell in cells)
    if decimal != ".":
        written = (_spelled(cell, decimal) if isinstance(cell, float) else cell for cell in written)
    paper = _Paper()
    csv.writer(paper, delimiter=separator, lineterminator=end).writerow(written)
    return paper.text


def _spelled(number: float, decimal: str) -> str:
    """Return a number with another decimal separator; 1,234 gets a fourth decimal, as it could be
    read as a thousand and more.
    """
    text = str(number)
    if _LIKE_THOUSANDS.fullmatch(text):
        text += "0"
    return text.replace(".", decimal)


class _Paper:
    """A file for the library's writer: returns each row as a text."""

    text = ""

    def write(self, text: str) -> None:
        self.text += text


def harmless(text: str) -> str:
    """Replace what terminals obey and lone surrogates by blanks; all else stays.

    This includes characters that cannot be drawn yet.
    """
    if text.isprintable():
        return text
    return _OBEYED.sub(" ", text.replace("\r\n", "\n")).strip()


def guarded(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """Return the text that was `guarded`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
