"""A sheet as programs save it: the names of its columns, and its rows with their lines.

Commas, semicolons or tabs part cells, or what a first line such as `sep=;` says. Cells in quotation
marks may go on over several lines, up to a limit: what goes on beyond it was never closed.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from companion.core.names import folded
from companion.errors import Invalid
from companion.exchange.limits import lines_of, require_few_lines

LONGEST_ROW = 100_000
"""Characters of a row, over however many lines."""
_SAYS_DELIMITER = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')
# A spreadsheet takes a cell that begins so for a formula. An apostrophe before it says that it is
# text; one more is put before those that were there, so that what went out comes in again.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


class Row(NamedTuple):
    """What a row tells of a player: the line in which it ends, and its cells that are not empty, by
    our names of their columns."""

    line: int
    cells: Mapping[str, str]


class Sheet:
    """The text of a sheet, of which only the first row is read when it is made.

    `names` are the names of columns in it, `columns` the same folded; none where it is no row that
    could be read.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self.file = file
        first = next((line for line in lines_of(text) if not line.isspace()), "")
        said = _SAYS_DELIMITER.fullmatch(first)
        bare = _QUOTED.sub("", first)
        delimiter = said[1] if said else max(",;\t", key=bare.count)
        self._skipped = first if said else ""
        self._delimiter = delimiter
        try:
            self.names = next(self._all_rows(), (0, []))[1]
        except Invalid:
            self.names = []
        self.columns = [folded(cell) for cell in self.names]

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows below the first that hold anything, from the top, each with the line in which it
        ends. Raises Invalid with the line that makes no sense."""
        require_few_lines(self._text, self.file)
        own = "uid" in self.columns
        for line, row in islice(self._all_rows(), 1, None):
            if own and len(row) < len(self.columns):
                cells = f"it has {len(row)} cells, not {len(self.columns)}"
                raise wrong(line, self.file, f"{cells}; perhaps it was cut off")
            yield line, [_unguarded(cell) for cell in row]

    def _all_rows(self) -> Iterator[tuple[int, list[str]]]:
        """The rows that hold anything, from the top. Raises Invalid."""
        feed = _Feed(self._text, self.file, self._skipped)
        reader = csv.reader(feed, delimiter=self._delimiter, strict=True)
        try:
            for row in reader:
                feed.row_is_over()
                if any(cell and not cell.isspace() for cell in row):
                    yield reader.line_num, row
        except csv.Error:
            raise feed.misquoted() from None


class _Feed:
    """Gives the lines of a sheet one by one, and knows those of the row that is not over yet.

    The first line that is `skipped` comes as an empty one. Iterating raises Invalid for a row that
    goes on and on.
    """

    def __init__(self, text: str, file: str, skipped: str) -> None:
        self._lines = lines_of(text)
        self._file = file
        self._skipped = skipped
        self._line = 0
        self._ended = False
        self.row_is_over()

    def row_is_over(self) -> None:
        """Begin another row."""
        self._held: list[str] = []
        self._size = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        line = next(self._lines, None)
        if line is None:
            self._ended = True
            raise StopIteration
        self._line += 1
        self._held.append(line)
        self._size += len(line)
        if self._size > LONGEST_ROW:
            raise self._wrong(_still_open(self._held), f"has more than {LONGEST_ROW:,} characters")
        if line == self._skipped:
            self._skipped = ""
            return "\n"
        return line

    def misquoted(self) -> Invalid:
        """What is said where the quotation marks of a row are not as they should be."""
        before = self._held if self._ended else self._held[:-1]
        return self._wrong(_still_open(before), "has a quotation mark in the middle of a cell")

    def _wrong(self, opened: int | None, else_: str) -> Invalid:
        if opened is None:
            return wrong(self._line, self._file, f"it {else_}")
        line = self._line - len(self._held) + 1 + opened
        return wrong(line, self._file, "a quotation mark opens a cell there, and none closes it")


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def wrong(line: int, file: str, why: str, hint: str = "") -> Invalid:
    """What is said of a line that makes no sense."""
    return Invalid(
        f"Line {line} of {file} is no player of a play: {why}.",
        f"{hint or 'Mend that line, or take it out.'} Nothing was taken from the file.",
    )


def _unguarded(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def _still_open(lines: Sequence[str]) -> int | None:
    """Which of these lines opens a cell with a quotation mark that none of them closes."""
    found = None
    for number, line in enumerate(lines):
        for _ in range(line.count('"')):
            found = number if found is None else None
    return found
