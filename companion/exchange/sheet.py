"""A sheet as programs save it: the names of its columns, and its rows with their lines.

Commas, semicolons or tabs part cells, or what a first line such as `sep=;` says. Cells in quotation
marks may go on over several lines, up to a limit: what goes on beyond it was never closed.
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
"""Characters of a row, over however many lines."""
_MOST_TITLES = 10
"""So many lines may stand above the names of columns."""
_DELIMITERS = ",;\t"
_SAYS_DELIMITER = re.compile(r'\s*"?sep=(.)"?\s*', re.IGNORECASE)
_QUOTED = re.compile(r'"[^"]*"?')


class Row(NamedTuple):
    """A row about a player: the line in which it ends, and its cells that are not empty, by
    our names of their columns."""

    line: int
    cells: Mapping[str, str]


class Sheet:
    """The text of a sheet, of which only the first row is read when it is made.

    `names` are the names of columns in it, `columns` the same folded; none where it is no row that
    could be read. `titles` are the lines above them in which a single cell says something. Once
    all `rows` were looked at, `length` says how many there are, and `unnamed` which columns hold
    something, and have no name.
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
        """The rows below the first that hold anything, from the top, each with the line in which it
        ends. Raises Invalid with the line that makes no sense."""
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

    So many lines as are `skipped` come as empty ones. Iterating raises Invalid for a row that goes
    on and on.
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
        """What is said where the quotation marks of a row are not as they should be."""
        before = self._held if self._ended else self._held[:-1]
        return self._wrong(_still_open(before), "has a quotation mark in the middle of a cell")

    def _wrong(self, opened: int | None, else_: str) -> Invalid:
        if opened is None:
            return wrong(self._line, self._file, f"it {else_}")
        line = self._line - len(self._held) + 1 + opened
        return wrong(line, self._file, "a quotation mark opens a cell there, and none closes it")


class _Above(NamedTuple):
    """What stands above the names of columns: how many lines, and what they say.

    `delimiter` is empty where no line says one; `titles` come with the numbers of their lines.
    `heading` is the line that has the names.
    """

    lines: int
    delimiter: str
    titles: Sequence[tuple[int, str]]
    heading: str


def _above(text: str) -> _Above:
    """Find the names of columns: the first line in which more than a single cell says something,
    as people write what a sheet is about above it."""
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
    """What spreadsheets call a column, of which the first is 0: A, B, … AA."""
    before, last = divmod(column, 26)
    return (letters_of(before - 1) if before else "") + chr(ord("A") + last)


class BadLine(Invalid):
    """A line that makes no sense, and why."""

    def __init__(self, line: int, file: str, why: str, hint: str) -> None:
        super().__init__(
            f"Line {line} of {file} cannot be read: {why}.",
            f"{hint} Nothing was imported.",
        )
        self.line = line
        self.why = why


def wrong(line: int, file: str, why: str, hint: str = "") -> BadLine:
    """What is said of a line that makes no sense."""
    return BadLine(line, file, why, hint or "Correct that line, or remove it.")


def _still_open(lines: Sequence[str]) -> int | None:
    """Which of these lines opens a cell with a quotation mark that none of them closes."""
    found = None
    for number, line in enumerate(lines):
        for _ in range(line.count('"')):
            found = number if found is None else None
    return found
