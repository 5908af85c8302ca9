"""A sheet as programs save it: the names of its columns, and its rows with line numbers.

Cells are separated by commas, semicolons or tabs, or by what a first line such as `sep=;` says.
Quoted cells may span several lines, up to a limit, beyond which the quotation mark was never
closed.
"""

import csv
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from companion.core.cells import unguarded
from companion.core.names import folded
from companion.errors import Invalid
from companion.exchange.limits import MOST_CELLS, lines_of, require_few_lines, too_many

LONGEST_ROW = 100_000
"""Characters of a row, over all its lines."""
_MOST_TITLES = 10
"""The most lines above the names of columns."""
_DELIMITERS = ",;\t"
_SAYS_DELIMITER = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')


class Row(NamedTuple):
    """A row about a player: the line in which it ends, and its non-empty cells by our names."""

    line: int
    cells: Mapping[str, str]


class Sheet:
    """The text of a sheet; making it reads only the first row.

    `names` are the names of its columns, `columns` the same folded; empty if the row cannot be
    read. `titles` are the lines above them with a single non-empty cell. Once all `rows` were read,
    `length` is their number, and `unnamed` lists non-empty columns without a name.
    """

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self.file = file
        above = _above(text)
        self.titles = above.titles
        bare = _QUOTED.sub("", above.heading)
        self._delimiter = above.delimiter or max(_DELIMITERS, key=bare.count)
        self._skipped = above.lines
        try:
            self.names = next(self._all_rows(), (0, []))[1]
        except Invalid:
            self.names = []
        self.columns = [folded(cell) for cell in self.names]
        self.length = 0
        self.unnamed: set[int] = set()

    def rows(self) -> Iterator[tuple[int, list[str]]]:
        """Return the non-empty rows below the first, each with the line in which it ends.

        Raises Invalid with the line that is wrong.
        """
        require_few_lines(self._text, self.file)
        own = "uid" in self.columns
        self.length = cells = 0
        nameless = [at for at, name in enumerate(self.columns) if not name]
        for line, row in islice(self._all_rows(), 1, None):
            if own and len(row) < len(self.columns):
                lacks = f"it has {len(row)} cells, not {len(self.columns)}"
                raise wrong(line, self.file, f"{lacks}; perhaps it was cut off")
            self.length += 1
            cells += len(row) - row.count("")
            if cells > MOST_CELLS:
                raise too_many(self.file, MOST_CELLS, "cells")
            if nameless or len(row) > len(self.columns):
                beyond = range(len(self.columns), len(row))
                filled = [at for at in (*nameless, *beyond) if at < len(row) and row[at].strip()]
                self.unnamed.update(filled)
            yield line, [unguarded(cell) for cell in row]

    def _all_rows(self) -> Iterator[tuple[int, list[str]]]:
        """Return the non-empty rows from the top. Raises Invalid."""
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
    """Gives the lines of a sheet one by one, and knows those of the current row.

    The first `skipped` lines are given as empty ones. Iterating raises Invalid for a row without an
    end.
    """

    def __init__(self, text: str, file: str, skipped: int) -> None:
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
        return "\n" if self._line <= self._skipped else line

    def misquoted(self) -> Invalid:
        """Return the problem of a row with misplaced quotation marks."""
        before = self._held if self._ended else self._held[:-1]
        return self._wrong(_still_open(before), "has a quotation mark in the middle of a cell")

    def _wrong(self, opened: int | None, else_: str) -> Invalid:
        if opened is None:
            return wrong(self._line, self._file, f"it {else_}")
        line = self._line - len(self._held) + 1 + opened
        return wrong(line, self._file, "a quotation mark opens a cell there, and none closes it")


class _Above(NamedTuple):
    """What is above the names of columns: how many lines, and their texts.

    `delimiter` is empty if no line names one; `titles` come with the numbers of their lines.
    `heading` is the line with the names.
    """

    lines: int
    delimiter: str
    titles: Sequence[tuple[int, str]]
    heading: str


def _above(text: str) -> _Above:
    """Find the names of columns: the first line with more than one non-empty cell.

    Above them, people write what a sheet is about.
    """
    before, delimiter, titles = 0, "", list[tuple[int, str]]()
    first: _Above | None = None
    for number, line in enumerate(lines_of(text), 1):
        if line.isspace():
            continue
        if len(line) > LONGEST_ROW:
            break
        found = _SAYS_DELIMITER.fullmatch(line) if first is None and not delimiter else None
        if found is not None:
            before, delimiter = number, found[1]
            continue
        cells = re.split(f"[{re.escape(delimiter or _DELIMITERS)}]", _QUOTED.sub("a", line))
        filled = sum(not cell.isspace() for cell in cells if cell)
        first = first or (_Above(before, delimiter, (), line) if filled else None)
        if filled > 1 or line.count('"') % 2:
            return _Above(before, delimiter, titles, line)
        if not filled:
            continue
        if len(titles) == _MOST_TITLES:
            break
        before = number
        titles.append((number, line.strip(f'"{delimiter or _DELIMITERS} \n')))
    return first or _Above(0, "", (), "")


def letters_of(column: int) -> str:
    """Return the letters of a column in spreadsheets, counted from 0: A, B, … AA."""
    before, last = divmod(column, 26)
    return (letters_of(before - 1) if before else "") + chr(ord("A") + last)


class BadLine(Invalid):
    """An invalid line, and why."""

    def __init__(self, line: int, file: str, why: str, hint: str) -> None:
        super().__init__(
            f"Line {line} of {file} cannot be read: {why}.",
            f"{hint} Nothing was imported.",
        )
        self.line = line
        self.why = why


def wrong(line: int, file: str, why: str, hint: str = "") -> BadLine:
    """Return the problem of an invalid line."""
    return BadLine(line, file, why, hint or "Correct that line, or remove it.")


def _still_open(lines: Sequence[str]) -> int | None:
    """Return which of these lines opens a quoted cell that none of them closes."""
    found = None
    for number, line in enumerate(lines):
        for _ in range(line.count('"')):
            found = number if found is None else None
    return found
