"""What can be typed in the shell, on one screen."""

from typing import Any

from companion.cli.shell.grammar import OURSELVES, Here
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.table.reply import Reply

FORMS = (
    ("ana +3 ben -2", "points; a+3 for short, =7 for what Ana has now, +3 alone for yours"),
    ("u · r", "undo, redo; with the number of an entry, too"),
    ("t", "the table; so does a line with nothing in it"),
    ("n", "next: the next phase, turn or round"),
    ("? ward", "what a word, an icon, a card or a rule says"),
    ("h tag", "how a command is typed"),
    ("q", "leave; Ctrl-D, too. Ctrl-C drops a line"),
)


def overview(here: Here, program: Any) -> Reply:
    """The short forms, the verbs of the game at hand, the program's commands."""
    commands = [name for name in program.list_commands(None) if name != OURSELVES]
    return Reply(
        document=lambda: {
            "game": here.game or None,
            "verbs": list(here.verbs),
            "commands": commands,
            "short": [form for form, _ in FORMS],
        },
        blocks=lambda: _blocks(here, commands),
    )


def _blocks(here: Here, commands: list[str]) -> list[Block]:
    rows: list[tuple[Text, ...]] = [(Span(form, "name"), about) for form, about in FORMS]
    if here.verbs:
        rows.append((Span(here.game, "strong"), " ".join(here.verbs)))
    rows.append((Span("anywhere", "strong"), " ".join(commands)))
    return [
        Heading("What can be typed here"),
        Table((Column(), Column(wraps=True)), tuple(rows)),
        Paragraph(Span("A # begins a comment. Text with blanks goes in quotes.", "muted")),
    ]
