"""A card's code (contract), and codes as they come in: of cards, parts of a deck, or no code.

    BLANK · rule 15 · revision 2 · Friday box ★ · by Ben
    If a shield is played, then clap.
    CMP2 BLANK-FRIDAY-BOX*K7AB*R15*2*@@@@

The last line is `CMP2`, a blank, and with stars between them the box, the four signs that
distinguish it from others of its name (none for boxes that are all alike), the card, its revision
(0: it had no text when the code was printed), and the CRC-16 (CCITT, begun with 0xFFFF) of all that
stands before the last star, in four hexadecimal digits. That finds every mistyped sign, and every
two neighbours changed about.

Its signs are those that a QR code packs most densely, and none of them lets a phone take it for an
address: there is no colon, no slash, and no letter behind a full stop. Version 1 had colons
(`cmp1:blank-friday-box.k7ab:r15:2:b2cb`), which some phones offered to open; it is read for ever.

A scanner types all lines of a card's code. Only the last one counts; the first two, which are for
people, go along with it. What is left of a code whose last line never came is no code.
"""

import re
from typing import NamedTuple

from companion.boxes import archive
from companion.boxes.archive import Part, check_digits
from companion.core.inventory import Component, Inventory
from companion.core.names import short, visible
from companion.errors import CompanionError, Invalid, TooNew

VERSION = 2
_LINE = re.compile(
    r"CMP2 ([A-Z0-9.#-]+)(?:\*([A-Z0-9#-]+))?\*([A-Z0-9.#-]+)\*(0|[1-9]\d{0,5})\*([0-9A-F]{4})"
)
_FIRST = re.compile(r"cmp1:([a-z0-9.#-]+):([a-z0-9.#-]+):(0|[1-9]\d{0,5}):([0-9a-f]{4})")
_LIKE_ONE = re.compile(r"cmp(\d{1,9})[: ]", re.IGNORECASE)
_HEAD = re.compile(r".* · revision \d+(?: · .*)?", re.IGNORECASE)

LONGEST = 600
"""Bytes of the fullest text of a code; whatever a card says beyond that is cut."""
_CUT = "…"
HANDY = 210
"""Bytes that a code of a size that phones read at once has room for."""


class CardCode(NamedTuple):
    """What the last line of a code says: which box, which card, and in which revision."""

    copy: str
    card: str
    revision: int


def line(code: CardCode) -> str:
    """The last line of a card's code."""
    name, stop, sign = code.copy.rpartition(".")
    box = f"{name}*{sign}" if stop else sign
    body = f"CMP{VERSION} {box}*{code.card}*{code.revision}".upper()
    return f"{body}*{check_digits(body)}"


def read(text: str) -> CardCode | None:
    """What a line says; None where it is no such line at all.

    Raises Invalid for one that was mistyped or damaged, TooNew for one of a newer companion.
    """
    begins = _LIKE_ONE.match(text)
    if begins is None:
        return None
    if int(begins[1]) > VERSION:
        raise TooNew(f"The code “{short(visible(text))}” was made by a newer companion.")
    # A scanner with its shift key down turns all letters about; one mistyped sign is not all.
    code = _read(text.upper() if text.islower() else text)
    if code is None:
        code = _read_first(text.lower() if text.isupper() else text)
    if code is None:
        raise Invalid(
            f"The code “{short(visible(text))}” is damaged, or mistyped.",
            "Scan it again; its last four characters have to fit the rest.",
        )
    return code


def _read(text: str) -> CardCode | None:
    found = _LINE.fullmatch(text)
    if found is None or found[5] != check_digits(text.rpartition("*")[0]):
        return None
    box = f"{found[1]}.{found[2]}" if found[2] else found[1]
    return CardCode(box.lower(), found[3].lower(), int(found[4]))


def _read_first(text: str) -> CardCode | None:
    """A line of version 1, as it is printed on labels of before."""
    found = _FIRST.fullmatch(text)
    if found is None or found[4] != check_digits(text.rpartition(":")[0]).lower():
        return None
    return CardCode(found[1], found[2], int(found[3]))


def is_same_box(one: str, other: str) -> bool:
    """Whether two codes are of one box, which may have gone by another id in another group.

    What stands before the full stop is for people; boxes that are all alike have none.
    """
    id_of_one, stop, sign_of_one = one.rpartition(".")
    id_of_other, _, sign_of_other = other.rpartition(".")
    if not stop or not id_of_other:
        return one == other
    game_of_one, game_of_other = id_of_one.partition("-")[0], id_of_other.partition("-")[0]
    return (game_of_one, sign_of_one) == (game_of_other, sign_of_other)


def is_head(text: str) -> bool:
    """Whether a line is the first one of a code, as people read it."""
    return _HEAD.fullmatch(text) is not None


def are_words_of(words: str, item: Component) -> bool:
    """Whether these words, which may be cut, are what an item says."""
    said, words = _one_line(_says(item)).casefold(), words.casefold()
    return said.startswith(words[:-1]) if is_cut(words) else said == words


def is_cut(words: str) -> bool:
    """Whether the words of a code are only the beginning of what its card says."""
    return words.endswith(_CUT)


def _says(item: Component) -> str:
    return " ".join(part for part in (f"“{item.name}”" if item.name else "", item.says) if part)


def texts(box: Inventory, item: Component) -> tuple[str, ...]:
    """The texts for the code of an item: the fullest first, the last line alone last."""
    last = line(CardCode(box.code, item.id, item.revision))
    head = " · ".join(
        part
        for part in (
            box.game_title,
            _plain(item.title),
            f"revision {item.revision}",
            _plain(box.title),
            f"by {_plain(item.by)}" if item.by else "",
        )
        if part
    )
    wordings = [_cut(_says(item), room - _bytes(f"{head}\n\n{last}")) for room in (LONGEST, HANDY)]
    full = [f"{head}\n{words}\n{last}" for words in wordings if words]
    return tuple(dict.fromkeys((*full, f"{head}\n{last}", last)))


def _plain(text: str) -> str:
    """A name as it stands in a head: on one line, not too long."""
    return short(_one_line(text))


def _one_line(text: str) -> str:
    return visible(" ".join(text.split()))


def _cut(text: str, room: int) -> str:
    """A text on one line, in so many bytes at most; empty where there is room for nothing."""
    text = _one_line(text)
    if _bytes(text) <= room:
        return text
    cut = text.encode("utf-8", "replace")[: max(0, room - 3)].decode("utf-8", "ignore").rstrip()
    return f"{cut}{_CUT}" if len(cut) > 10 else ""


def _bytes(text: str) -> int:
    return len(text.encode("utf-8", "replace"))


class NoCode(NamedTuple):
    """A text that is no code; `problem` is what reading it raised where it looks like one."""

    text: str
    problem: CompanionError | None = None

    @property
    def why(self) -> str:
        """What is wrong with it, in a sentence or two."""
        if self.problem is not None:
            return f"{self.problem.message} {self.problem.hint}"
        return f"“{short(visible(self.text))}” is not a code of a card."


class Scanned(NamedTuple):
    """A card's code, and the words before its last line; empty where only that was typed."""

    code: CardCode
    words: str = ""


Found = Scanned | Part | NoCode


class Reader:
    """Takes lines one after the other. `read` gives what each makes known, `end` what is left."""

    def __init__(self) -> None:
        self._begun: list[str] = []
        """The lines of a code whose last line is still to come."""

    def read(self, line: str) -> list[Found]:
        """What a line makes known: nothing for one that only goes along with a code."""
        text = line.strip()
        if not text:
            return []
        found = _code(text) or _at_the_end(text)
        if found is not None:
            if isinstance(found, CardCode):
                words = self._begun[1:]
                self._begun = []
                return [Scanned(found, *words)]
            return [*self.end(), found]
        if is_head(text):
            left = self.end()
            self._begun = [text]
            return left
        if len(self._begun) == 1:
            self._begun.append(text)
            return []
        self._begun = []
        return [NoCode(text)]

    def end(self) -> list[Found]:
        """What is left of a code that never came to its end."""
        left, self._begun = self._begun[-1:], []
        return [NoCode(text) for text in left]


def _at_the_end(text: str) -> CardCode | None:
    """The code at the end of a line, where a scanner types blanks instead of line breaks."""
    words = text.split(" ")
    # The line itself has one blank, and that of version 1 has none.
    for count in (2, 1):
        found = _code(" ".join(words[-count:])) if len(words) > count else None
        if isinstance(found, CardCode):
            return found
    return None


def _code(text: str) -> CardCode | Part | NoCode | None:
    try:
        return read(text) or archive.read_part(text)
    except CompanionError as problem:
        return NoCode(text, problem)
