"""Reads codes as they come in, line by line: of cards, parts of a deck, and what is no code.

A scanner types all lines of a card's code. Only the last one counts; the first two, which are for
people, go along with it. What is left of a code whose last line never came is no code.
"""

from typing import NamedTuple

from companion.copies import cardcode, parts
from companion.copies.cardcode import CardCode
from companion.copies.parts import Part
from companion.core.names import short, visible
from companion.errors import CompanionError


class NoCode(NamedTuple):
    """A text that is no code; `problem` is what reading it raised where it looks like one."""

    text: str
    problem: CompanionError | None = None

    @property
    def why(self) -> str:
        """What is wrong with it, in a sentence or two."""
        if self.problem is not None:
            return f"{self.problem.message} {self.problem.hint}"
        return f"“{short(visible(self.text))}” is no code of a card."


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
        if cardcode.is_head(text):
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
        return cardcode.read(text) or parts.read_part(text)
    except CompanionError as problem:
        return NoCode(text, problem)
