"""Codes that come in: typed by a scanner, from text files, photographs and PDFs."""

import sys
from collections.abc import Iterator, Sequence
from itertools import count

from companion.errors import CompanionError, Invalid
from companion.table.files import CODES, STANDARD, read_text, require_file, short_name

_DRAWN = (".html", ".htm", ".svg")
LONGEST_LINE = 8_000
"""Bytes of a line that are read: no code has so many."""


class Incoming:
    """The lines of codes in some files, in turn; those of standard input where none is named.

    Standard input is read line by line, as somebody types. Of several files, one that cannot be
    read is passed over, with a sentence in `warnings`; where none can, what the first one raised is
    raised: NotFound, Invalid or Unusable.
    """

    def __init__(self, names: Sequence[str]) -> None:
        self._names = names or (STANDARD,)
        self.warnings: tuple[str, ...] = ()

    def __iter__(self) -> Iterator[str]:
        problems: list[CompanionError] = []
        for name in self._names:
            try:
                yield from _typed() if name == STANDARD else _in_file(name)
            except CompanionError as problem:
                problems.append(problem)
                self.warnings = (*self.warnings, problem.message)
        if len(problems) == len(self._names):
            raise problems[0]


def _in_file(name: str) -> list[str]:
    """The lines of the codes in a picture, or of a text file."""
    from companion.render.terminal import progress
    from companion.scanning import codes_in, is_picture

    if name.lower().endswith(_DRAWN):
        raise Invalid(
            f"{short_name(name)} cannot be looked at here.",
            "Print it as .pdf or .png, or take a photograph.",
        )
    if not is_picture(name):
        return [line[:LONGEST_LINE] for line in read_text(name, CODES).splitlines()]
    require_file(name)
    with progress(f"Looking for codes in {short_name(name)}") as tick:
        texts = codes_in(name, tick)
    return [line for text in texts for line in text.splitlines()]


def _typed() -> Iterator[str]:
    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "Name a file, or pipe the codes in.")
    for number in count(1):
        line = sys.stdin.buffer.readline(LONGEST_LINE)
        if not line:
            return
        if number > CODES.lines:
            raise Invalid(
                f"More than {CODES.lines:,} lines came in; at most so many are read.",
                "Take them in parts.",
            )
        # Some scanners end lines as old computers did.
        yield from line.decode("utf-8", "replace").lstrip("\ufeff").rstrip("\r\n").split("\r")
