"""Shortens commands in answers and help to what has to be typed in the shell.

Only text between backticks is a command; in help, examples are, too. All other text is unchanged.
"""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from companion.cli.shell.grammar import OURSELVES, Here
from companion.core.blocks import Block, Column, Heading, Paragraph, QrCode, Span, Table, Text
from companion.core.blocks import Page as PageBlock
from companion.core.reply import Refusal, Reply
from companion.core.value import Value, replace
from companion.table.desk import Desk

_COMMAND = re.compile(r"(`)companion ([a-z][\w-]*)(?: ([a-z][\w-]*))?")
_EXAMPLE = re.compile(r"(?m)^(Usage: | +)companion ([a-z][\w-]*)(?: ([a-z][\w-]*))?")


class Speech(NamedTuple):
    """How commands are written while the current play is one of `game`, with these `verbs`."""

    game: str = ""
    verbs: Collection[str] = ()

    def line(self, text: str) -> str:
        """Shorten the commands in a sentence."""
        return _COMMAND.sub(self._shortened, text) if "`companion " in text else text

    def help(self, text: str) -> str:
        """Shorten the commands and examples in the help of a command."""
        return _EXAMPLE.sub(self._shortened, self.line(text))

    def reply(self, reply: Reply) -> Reply:
        """Shorten the commands in an answer."""
        return replace(
            reply,
            lines=tuple(map(self.line, reply.lines)),
            warnings=tuple(map(self.line, reply.warnings)),
            blocks=lambda: self.blocks(reply.blocks()),
        )

    def refusal(self, refusal: Refusal) -> Refusal:
        """Shorten the commands in a refusal."""
        return replace(
            refusal,
            message=self.line(refusal.message),
            hint=self.line(refusal.hint),
            details=tuple(map(self.line, refusal.details)),
        )

    def blocks(self, blocks: Iterable[Block]) -> list[Block]:
        """Shorten the commands in blocks."""
        return [self._in(block) for block in blocks]

    def _in(self, part: Any) -> Any:
        match part:
            case str():
                return self.line(part)
            case Span(text, role, figure):
                return Span(self.line(text), role, figure)
            case QrCode():
                return part  # scanned, not typed
            case PageBlock(page_of, lengths):
                return PageBlock(lambda lines: self._in(page_of(lines)), lengths)
            case Value():
                return type(part)(*(self._in(getattr(part, name)) for name in part.fields))
            case tuple():
                return tuple(self._in(each) for each in part)
        return part

    def _shortened(self, found: re.Match[str]) -> str:
        before, first, second = found.groups()
        if first == self.game and second in self.verbs:
            return f"{before}{second}"
        # Without “companion”, it would mean the game's verb of that name.
        kept = "companion " if first in self.verbs else ""
        return f"{before}{kept}{first}" + (f" {second}" if second else "")


FORMS = (
    ("ana +3 ben -2", "points; a+3 for short, =7 for what Ana has now, +3 alone for yours"),
    ("u · r", "undo, redo; with the number of an entry, too"),
    ("t", "the table; so does a line with nothing in it"),
    ("n", "next: the next phase, turn or round"),
    ("? ward", "what a word, an icon, a card or a rule says"),
    ("h tag", "how a command is typed"),
    ("q", "leave; Ctrl-D, too. Ctrl-C drops a line"),
)
_SMALL_PRINT = (
    "A # begins a comment. Text with spaces goes in quotes. Lines that name secret dice, or begin "
    "with a space, are not kept for ↑."
)


def overview(here: Here, now: Sequence[str], program: Any) -> Reply:
    """List the short forms, the verbs of the current play, and the program's commands.

    `here` has the verbs of this play, `now` are those that are possible at the moment.
    """
    others = [verb for verb in here.verbs if verb not in now]
    commands = [name for name in program.list_commands(None) if name != OURSELVES]
    return Reply(
        document=lambda: {
            "game": here.game or None,
            "verbs": [*now, *others],
            "commands": commands,
            "short": [form for form, _ in FORMS],
        },
        blocks=lambda: _blocks(here.game, now, others, commands),
    )


def _blocks(
    game: str, now: Sequence[str], others: Sequence[str], commands: Sequence[str]
) -> list[Block]:
    rows: list[tuple[Text, ...]] = [(Span(form, "name"), about) for form, about in FORMS]
    for called, words in ((game, now), ("besides" if now else game, others)):
        if words:
            rows.append((Span(called, "strong"), " ".join(words)))
    rows.append((Span("anywhere", "strong"), " ".join(commands)))
    return [
        Heading("What can be typed here"),
        Table((Column(), Column(wraps=True)), tuple(rows)),
        Paragraph(Span(_SMALL_PRINT, "muted")),
    ]


def explained(program: Any, path: Sequence[str], desk: Desk, speech: Speech) -> Reply | None:
    """The help of the command with that path; None if there is none."""
    command, ctx, name = program, None, "companion"
    for inner in (*path, None):
        ctx = command.make_context(name, [], parent=ctx, resilient_parsing=True, obj=desk)
        if inner is None:
            break
        found = command.get_command(ctx, inner) if hasattr(command, "list_commands") else None
        if found is None:
            return None
        command, name = found, inner
    text = f"{speech.help(command.get_help(ctx))}\n"
    return Reply(document=lambda: {"help": text}, text=text)
