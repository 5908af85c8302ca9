"""Codes that come in: typed by a scanner, from text files, photographs and PDFs."""

import sys
from collections.abc import Iterator, Sequence

from companion.errors import Invalid
from companion.table.files import STANDARD, read_text

LONGEST_LINE = 8_000
"""Signs of a line that are read: no code has so many."""


def lines_of(names: Sequence[str]) -> Iterator[str]:
    """The lines of codes in these files, in turn; of standard input where none is named.

    Standard input is read line by line, as somebody types. Raises NotFound or Invalid.
    """
    for name in names or (STANDARD,):
        if name == STANDARD:
            yield from _typed()
        else:
            yield from _in_file(name)


def texts_of(name: str) -> list[str]:
    """The texts of the codes in a picture, or the lines of a text file."""
    from companion.scanning import codes_in, is_picture

    return codes_in(name) if is_picture(name) else read_text(name).splitlines()


def _in_file(name: str) -> Iterator[str]:
    for text in texts_of(name):
        yield from text.splitlines()


def _typed() -> Iterator[str]:
    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "Name a file, or pipe the codes in.")
    while True:
        line = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line:
            return
        yield line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n")
