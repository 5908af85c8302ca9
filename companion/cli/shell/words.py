"""Takes a typed line apart into words, as a shell does, but for what a table types.

Quotes keep blanks in a word, also those that a phone makes (“so”); a backslash keeps the sign
behind it; a `#` where a word would begin starts a comment, and within one it is only a sign, as in
`ana.1#3`. An apostrophe between two letters is one: nobody means a quote in `Ben's`.
"""

from typing import NamedTuple

from companion.core.names import short
from companion.errors import Invalid

_QUOTES = {"'": "'", '"': '"', "“": "”"}


class Unfinished(NamedTuple):
    """A line that is being typed: its complete words, the one that is not, and where it begins."""

    words: list[str]
    last: str
    start: int


def split(line: str) -> list[str]:
    """The words of a line. Raises Invalid for a quote that is not closed."""
    words, (text, _), opened = _read(line)
    if opened is not None:
        behind = line[opened + 1 :].strip()
        where = f"in front of “{short(behind)}”" if behind else "at the end of the line"
        raise Invalid(
            f"The quotation mark {where} is never closed.",
            "Close it; or put what it is a part of in quotes of the other kind: "
            '`--did "the players\' choice"`.',
        )
    return words if text is None else [*words, text]


def unfinished(line: str) -> Unfinished | None:
    """The words of a line up to where somebody is typing; None in a comment."""
    words, (text, start), _ = _read(line)
    if text is None and start < len(line):
        return None
    return Unfinished(words, text or "", start)


def _read(line: str) -> tuple[list[str], tuple[str | None, int], int | None]:
    """The words that end within the line, the last one with its place (None: none was begun), and
    the place of a quotation mark that is still open."""
    words: list[str] = []
    text: str | None = None
    start, place, opened, closes = len(line), 0, None, ""
    while place < len(line):
        sign = line[place]
        if text is None and not sign.isspace():
            if sign == "#":
                return words, (None, place), None
            text, start = "", place
        if closes:
            if sign == closes:
                opened, closes = None, ""
            elif sign == "\\" and closes != "'" and line[place + 1 : place + 2] in (closes, "\\"):
                place += 1
                text = f"{text}{line[place]}"
            else:
                text = f"{text}{sign}"
        elif sign.isspace():
            if text is not None:
                words.append(text)
            text, start = None, len(line)
        elif sign in _QUOTES and not _is_apostrophe(line, place):
            opened, closes = place, _QUOTES[sign]
        elif sign == "\\" and place + 1 < len(line):
            place += 1
            text = f"{text}{line[place]}"
        else:
            text = f"{text}{sign}"
        place += 1
    return words, (text, start), opened


def _is_apostrophe(line: str, place: int) -> bool:
    before, after = line[place - 1 : place], line[place + 1 : place + 2]
    return line[place] == "'" and before.isalpha() and after.isalpha()
