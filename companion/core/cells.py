"""What goes out as a sheet: nothing in it that a terminal obeys, or a spreadsheet calculates.

All that is written as CSV is written here; what comes in is read with `unguarded`.
"""

import csv
import re
from collections.abc import Iterable

_OBEYED = re.compile(
    "[\0-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
_LIKE_THOUSANDS = re.compile(r"-?[0-9]{1,3}\.[0-9]{3}")
# A spreadsheet takes a cell that begins so for a formula. An apostrophe before it says that it is
# text; one more is put before those that were there, so that what went out comes in again.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def csv_line(
    cells: Iterable[str | int | float | None],
    end: str = "\r\n",
    separator: str = ",",
    decimal: str = ".",
) -> str:
    """A row of a sheet, with its line end; texts are harmless, and guarded.

    `separator` parts cells, `decimal` the decimals of numbers.
    """
    written = (guarded(harmless(cell)) if isinstance(cell, str) else cell for cell in cells)
    if decimal != ".":
        written = (_spelled(cell, decimal) if isinstance(cell, float) else cell for cell in written)
    paper = _Paper()
    csv.writer(paper, delimiter=separator, lineterminator=end).writerow(written)
    return paper.text


def _spelled(number: float, decimal: str) -> str:
    """A number with another sign before its decimals; 1,234 gets a fourth one, as it may be taken
    for a thousand and more."""
    text = str(number)
    if _LIKE_THOUSANDS.fullmatch(text):
        text += "0"
    return text.replace(".", decimal)


class _Paper:
    """What a writer of the library writes on: a row comes as one text."""

    text = ""

    def write(self, text: str) -> None:
        self.text += text


def harmless(text: str) -> str:
    """A text with blanks for what terminals obey, and halves of characters; all else stays, also
    what nobody can draw yet."""
    if text.isprintable():
        return text
    return _OBEYED.sub(" ", text.replace("\r\n", "\n")).strip()


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    """The text that was `guarded`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
