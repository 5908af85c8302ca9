"""Interprets a line of the shell: a command of the program, of the current game, or points.

Read in this order:

    +3 · a+3, b-1 · +3 a         points: of the player in use, of Ana; somebody may be called “u”
    companion …                  the program's command of that name, whatever the game calls its own
    the game's verb              without the game's name
    u r t n ? h q                the shortest forms
    the program's command
    what does a ward do?         a question, which is looked up
    ana +3 ben -2 · ana 3        points for the players of these names

Quotes keep spaces in a word, also typographic ones (“so”); a backslash keeps the character
after it. A `#` at the beginning of a word starts a comment; within a word it is a character, as in
`ana.1#3`. An apostrophe between two letters is not a quote: `Ben's`.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded, short
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.errors import CompanionError, Invalid, Refused
from companion.table.plays.enter import without_commas

SHORT = {"u": "undo", "r": "redo", "t": "table", "n": "next", "?": "lookup"}
LEAVE = ("q", "quit", "exit")
HELP = ("h", "help")
OURSELVES = "shell"

_CHANGE = re.compile(r"[+\-−=]-?\d+(?:[.,]\d+)?")
_JOINED = re.compile(r"(.*[^+\-−=\d].*?)([+\-−=]\d+(?:[.,]\d+)?)")


class Here(NamedTuple):
    """What can be typed here: the program's commands, and those of the current game.

    `meant` are other words for a verb of that game.
    """

    commands: Collection[str]
    game: str = ""
    verbs: Collection[str] = ()
    meant: Mapping[str, str] = {}
    seats: Sequence[PlayerSeat] = ()


class Run(NamedTuple):
    """Run the program with these arguments."""

    argv: list[str]


class Explain(NamedTuple):
    """Explain what can be typed, or one command."""

    argv: list[str]


class Leave(NamedTuple):
    """Leave the shell."""


class Unknown(NamedTuple):
    """There is no such command."""

    word: str


Meaning = Run | Explain | Leave | Unknown


def meaning(words: Sequence[str], here: Here) -> Meaning:
    """Interpret a line of at least one word. Raises Refused for a shell within the shell."""
    first, rest = words[0], list(words[1:])
    head = folded(first)
    if head == "companion":
        _refuse_ourselves(rest)
        return Run(rest or ["-h"])
    if first.startswith("?") and first != "?":
        return Run(["lookup", first[1:], *rest])
    known = head in here.verbs or head in here.commands
    points = _points(without_commas(here.seats, words))
    if points and (not known or is_somebody(here.seats, first)):
        return Run(["score", *points])
    if head in here.verbs:
        return Run([here.game, head, *rest])
    if head in LEAVE and not rest:
        return Leave()
    if head in HELP:
        return Explain(_words_to_explain(rest, here))
    if head in SHORT:
        return Run([SHORT[head], *rest])
    if known or first.startswith("-"):
        _refuse_ourselves([head])
        return Run([head if known else first, *rest])
    if len(words) > 2 and words[-1].endswith("?"):
        return Run(["lookup", *words])
    if _names_somebody(first, here.seats):
        return Run(["score", *words])  # if it is not a score, that says what should follow a name
    if head in here.meant:
        return Run([here.game, head, *rest])  # the refusal names the right verb
    return Unknown(first)


def _refuse_ourselves(argv: Sequence[str]) -> None:
    if argv and folded(argv[0]) == OURSELVES:
        raise Refused(
            "This is the shell already.",
            "`h` says what can be typed here, `q` leaves.",
        )


def _words_to_explain(rest: Sequence[str], here: Here) -> list[str]:
    """The arguments for the help that `h tag` asks for; empty for `h` alone."""
    if not rest:
        return []
    head = folded(rest[0])
    if head == "companion":
        return [*rest[1:], "-h"]
    if head in here.verbs:
        return [here.game, head, *rest[1:], "-h"]
    return [SHORT.get(head, head), *rest[1:], "-h"]


def _points(words: Sequence[str]) -> list[str]:
    """The words for `score`, if they are names with a change of points after each; else empty.

    A change has a sign, which may be separate from its number. The change may come before the name,
    or directly after it.
    """
    parts: list[str] = []
    for word in words:
        joined = _JOINED.fullmatch(word)
        if parts and parts[-1] in ("+", "-", "−", "=") and word.isdecimal():
            parts[-1] += word
        elif joined is not None and not _CHANGE.fullmatch(word):
            parts += joined.groups()
        else:
            parts.append(word)
    changes = [_CHANGE.fullmatch(part) is not None for part in parts]
    if changes[::2] == [True] * (len(parts) // 2) and not any(changes[1::2]):
        return parts  # `+3 ana`, which `score` takes as well
    alone = changes[:1] == [True]
    pairs = changes[1:] if alone else changes
    if len(pairs) % 2 or any(
        is_change is (place % 2 == 0) for place, is_change in enumerate(pairs)
    ):
        return []
    return parts


def _names_somebody(text: str, seats: Sequence[PlayerSeat]) -> bool:
    try:
        find_seat(seats, text)
    except CompanionError:
        return False
    return True


_QUOTES = {"'": "'", '"': '"', "“": "”"}


class Unfinished(NamedTuple):
    """A line that is being typed: its complete words, the unfinished one, and where that begins."""

    words: list[str]
    last: str
    start: int


def split(line: str) -> list[str]:
    """Split a line into words. Raises Invalid for a quote that is not closed."""
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
    """Split a line up to the cursor; None in a comment."""
    words, (text, start), _ = _read(line)
    if text is None and start < len(line):
        return None
    return Unfinished(words, text or "", start)


def _read(line: str) -> tuple[list[str], tuple[str | None, int], int | None]:
    """Split a line: its complete words, the last word with its position, and an open quote's
    position.

    The last word is None if none was begun, the quote's position None if none is open.
    """
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
