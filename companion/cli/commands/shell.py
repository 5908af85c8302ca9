"""`companion shell`."""

import gc
import sys
from collections.abc import Callable
from typing import Annotated

from companion.cli.declared import command
from companion.core.command import flag
from companion.errors import Invalid
from companion.table.desk import Desk


@command("shell")
def shell(
    desk: Desk,
    *,
    keep_going: Annotated[bool, flag("Piped lines: go on after a mistake.")] = False,
    table: Annotated[bool, flag("Draw the table anew after every entry.")] = False,
) -> Callable[[], int]:
    """Keep a prompt open for the play at hand.

    A line is a command without `companion`, a verb of the game without its name, or the shortest
    of all: `ana +3`, `u` to undo, `t` for the table. `h` there lists them.

    \b
    Examples:
      companion shell
      companion shell --table             the table, drawn anew after every entry
      companion shell --play bwd-3
      companion shell < lines.txt         up to the first mistake
      companion shell --keep-going < lines.txt
    """
    from companion.cli.shell.session import Session

    _require_sense(desk)
    # A run of one command needs no collector; an evening does.
    gc.freeze()
    gc.enable()
    session = Session(desk)
    if sys.stdin is not None and sys.stdin.isatty():
        if keep_going or desk.asked.as_json:
            flag = "--keep-going" if keep_going else "--json"
            raise Invalid(
                f"`{flag}` is about lines that come from a file or a pipe.",
                f"`companion shell {flag} < lines.txt`",
            )
        from companion.cli.shell.prompt import talk

        return lambda: talk(session, table=table)
    from companion.cli.shell.piped import Documents, LinePrinter, run_lines

    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "`companion shell < lines.txt`")
    lines = sys.stdin.buffer
    sink = Documents(session) if desk.asked.as_json else LinePrinter(session, table, keep_going)
    return lambda: run_lines(session, lines, sink, keep_going=keep_going)


def _require_sense(desk: Desk) -> None:
    """See to it that the group and the play that were asked for are there, before any line is."""
    if desk.asked.group is not None:
        desk.asked.group = desk.group
    if desk.asked.play is not None:
        desk.asked.play = desk.open().ref.id
