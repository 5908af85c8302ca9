"""What a line of the shell means: a command of the program, of the game at hand, or points.

The order in which it is read:

    +3 · a+3, b-1 · u +3         points: of the player in use, of Ana; somebody may be called “u”
    companion …                  the program's command of that name, whatever the game calls its own
    the game's verb              without the game's name
    u r t n ? h q                the shortest forms
    the program's command
    ana +3 ben -2 · ana 3        points of whoever is called so
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.core.names import folded
from companion.core.seats import Seat, find_seat, is_somebody
from companion.errors import CompanionError, Refused
from companion.table.plays.enter import without_commas

SHORT = {"u": "undo", "r": "redo", "t": "table", "n": "next", "?": "lookup"}
LEAVE = ("q", "quit", "exit")
HELP = ("h", "help")
OURSELVES = "shell"

_CHANGE = re.compile(r"[+\-−=]-?\d+")
_JOINED = re.compile(r"(.*[^+\-−=\d].*?)([+\-−=]\d+)")


class Here(NamedTuple):
    """What can be typed here: the program's commands, and those of the game at hand.

    `meant` are other words for a verb of that game.
    """

    commands: Collection[str]
    game: str = ""
    verbs: Collection[str] = ()
    meant: Mapping[str, str] = {}
    seats: Sequence[Seat] = ()


class Run(NamedTuple):
    """Run the program with these arguments."""

    argv: list[str]


class Explain(NamedTuple):
    """Say what can be typed; or how, of one command."""

    argv: list[str]


class Leave(NamedTuple):
    """Leave the shell."""


class Unknown(NamedTuple):
    """Nothing is called so."""

    word: str


Meaning = Run | Explain | Leave | Unknown


def meaning(words: Sequence[str], here: Here) -> Meaning:
    """What a line of at least one word means. Raises Refused for a shell in the shell."""
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
        return Explain(_asked_about(rest, here))
    if head in SHORT:
        return Run([SHORT[head], *rest])
    if known or first.startswith("-"):
        _refuse_ourselves([head])
        return Run([head if known else first, *rest])
    if _names_somebody(first, here.seats):
        return Run(["score", *words])  # says what it wants behind a name, if it is not that
    if head in here.meant:
        return Run([here.game, head, *rest])  # says which verb that is
    return Unknown(first)


def _refuse_ourselves(argv: Sequence[str]) -> None:
    if argv and folded(argv[0]) == OURSELVES:
        raise Refused(
            "This is the shell: it needs no other one in it.",
            "`h` says what can be typed here, `q` leaves.",
        )


def _asked_about(rest: Sequence[str], here: Here) -> list[str]:
    """The command of which `h tag` wants to know how it is typed; none for `h` alone."""
    if not rest:
        return []
    head = folded(rest[0])
    if head == "companion":
        return [*rest[1:], "-h"]
    if head in here.verbs:
        return [here.game, head, *rest[1:], "-h"]
    return [SHORT.get(head, head), *rest[1:], "-h"]


def _points(words: Sequence[str]) -> list[str]:
    """The words as `score` takes them, if they are names with a change of points behind each.

    A change has a sign; it may stand apart from its number, or right behind the name. Else empty.
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
    alone = changes[:1] == [True]
    pairs = changes[1:] if alone else changes
    if len(pairs) % 2 or any(
        is_change is (place % 2 == 0) for place, is_change in enumerate(pairs)
    ):
        return []
    return parts


def _names_somebody(text: str, seats: Sequence[Seat]) -> bool:
    try:
        find_seat(seats, text)
    except CompanionError:
        return False
    return True
