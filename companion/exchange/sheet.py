"""A sheet as programs save it: the names of its columns, and its rows with their lines.

Commas, semicolons or tabs part cells, or what a first line such as `sep=;` says. Cells in quotation
marks may go on over several lines, up to a limit: what goes on beyond it was never closed.
"""

import csv
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
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
    """A row: the line in which it ends, and its cells that are not empty, by their columns."""

    line: int
    cells: Mapping[str, str]


class Sheet:
    """The text of a sheet, of which only the first row is read when it is made.

    `columns` are the names in it, folded; none where it is no row that could be read.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        first = next((line for line in lines_of(text) if not line.isspace()), "")
        said = _SAYS_DELIMITER.fullmatch(first)
        bare = _QUOTED.sub("", first)
        delimiter = said[1] if said else max(",;\t", key=bare.count)
        self._feed = _Feed(text, file, skipped=first if said else "")
        self._reader = csv.reader(self._feed, delimiter=delimiter, strict=True)
        try:
            self.columns = [folded(cell) for cell in next(self._all_rows(), ())]
        except Invalid:
            self.columns = []

    def rows(self, wanted: Collection[str]) -> Iterator[Row]:
        """The rows that hold anything, with their cells in the columns that are wanted.

        Raises Invalid with the line that makes no sense.
        """
        require_few_lines(self._text, self._file)
        for name in wanted:
            if self.columns.count(name) > 1:
                raise Invalid(
                    f"{self._file} has several columns `{name}`.",
                    "Take all of them out but one, or call them otherwise.",
                )
        places = [(at, name) for at, name in enumerate(self.columns) if name in wanted]
        for row in self._all_rows():
            line = self._reader.line_num
            if len(row) < len(self.columns) and "uid" in self.columns:
                cells = f"it has {len(row)} cells, not {len(self.columns)}"
                raise wrong(line, self._file, f"{cells}; perhaps it was cut off")
            told = ((name, row[at]) for at, name in places if at < len(row))
            yield Row(line, {name: _unguarded(cell) for name, cell in told if cell})

    def _all_rows(self) -> Iterator[list[str]]:
        """The rows that hold anything, as they come. Raises Invalid."""
        try:
            for row in self._reader:
                self._feed.row_is_over()
                if any(cell and not cell.isspace() for cell in row):
                    yield row
        except csv.Error:
            raise self._feed.misquoted() from None


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
