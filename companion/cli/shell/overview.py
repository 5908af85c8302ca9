"""What can be typed in the shell, on one screen."""

from collections.abc import Sequence
from typing import Any

from companion.cli.shell.grammar import OURSELVES, Here
from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.reply import Reply

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
    "A # begins a comment. Text with blanks goes in quotes. What names secret dice, or begins with "
    "a blank, is not kept for ↑."
)


def overview(here: Here, now: Sequence[str], program: Any) -> Reply:
    """The short forms, the verbs of the play at hand, the program's commands.

    `here` has the verbs that mean something in this play, `now` are those of the moment.
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
