"""Answers as they are said in the shell: commands without what need not be typed there.

Only what stands between backticks is a command, and in help, an example; all else is left as it is.
"""

import re
from collections.abc import Collection, Iterable
from typing import Any, NamedTuple

from companion.core.blocks import Block, QrCode, Span
from companion.core.blocks import Page as PageBlock
from companion.core.reply import Refusal, Reply

_COMMAND = re.compile(r"(`)companion ([a-z][\w-]*)(?: ([a-z][\w-]*))?")
_EXAMPLE = re.compile(r"(?m)^(Usage: | +)companion ([a-z][\w-]*)(?: ([a-z][\w-]*))?")


class Speech(NamedTuple):
    """How commands are named while a play of `game` is at hand, which has these `verbs`."""

    game: str = ""
    verbs: Collection[str] = ()

    def line(self, text: str) -> str:
        """A sentence with its commands as one types them here."""
        return _COMMAND.sub(self._shortened, text) if "`companion " in text else text

    def help(self, text: str) -> str:
        """The help of a command, with its examples as one types them here."""
        return _EXAMPLE.sub(self._shortened, self.line(text))

    def reply(self, reply: Reply) -> Reply:
        """An answer, all of it."""
        return reply._replace(
            lines=tuple(map(self.line, reply.lines)),
            warnings=tuple(map(self.line, reply.warnings)),
            blocks=lambda: self.blocks(reply.blocks()),
        )

    def refusal(self, refusal: Refusal) -> Refusal:
        """What went wrong."""
        return refusal._replace(
            message=self.line(refusal.message),
            hint=self.line(refusal.hint),
            details=tuple(map(self.line, refusal.details)),
        )

    def blocks(self, blocks: Iterable[Block]) -> list[Block]:
        """What is to be drawn."""
        return [self._in(block) for block in blocks]

    def _in(self, part: Any) -> Any:
        match part:
            case str():
                return self.line(part)
            case Span(text, role, figure):
                return Span(self.line(text), role, figure)
            case QrCode():
                return part  # is to be scanned, not typed
            case PageBlock(told, lengths):
                return PageBlock(lambda lines: self._in(told(lines)), lengths)
            case tuple():
                inner = [self._in(each) for each in part]
                return type(part)._make(inner) if hasattr(part, "_make") else tuple(inner)
        return part

    def _shortened(self, found: re.Match[str]) -> str:
        before, first, second = found.groups()
        if first == self.game and second in self.verbs:
            return f"{before}{second}"
        # Alone, it would mean the verb that the game has of that name.
        kept = "companion " if first in self.verbs else ""
        return f"{before}{kept}{first}" + (f" {second}" if second else "")
