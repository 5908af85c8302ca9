"""`companion shell`."""

import gc
import sys
from collections.abc import Callable

from companion.cli.declared import command
from companion.core.command import flag
from companion.core.value import Annotated
from companion.errors import Invalid
from companion.table.desk import Desk


@command("shell")
def shell(
    desk: Desk,
    *,
    keep_going: Annotated[bool, flag("With piped lines: continue after an error.")] = False,
    table: Annotated[bool, flag("Redraw the table after every entry.")] = False,
) -> Callable[[], int]:
    """Keep a prompt open for the current play.

    A line is a command without `companion`, a verb of the game without its name, or the shortest
    of all: `ana +3`, `u` to undo, `t` for the table. `h` there lists them.

    Examples:
      companion shell
      companion shell --table             redraws the table after every entry
      companion shell --play bwd-3
      companion shell < lines.txt         stops at the first error
      companion shell --keep-going < lines.txt
    """
    from companion.cli.shell.session import Session

    _require_sense(desk)
    # A run of one command needs no collector; an evening does.
    gc.freeze()
    gc.enable()
    session = Session(desk)
    if sys.stdin is not None and sys.stdin.isatty():
        if keep_going or desk.options.as_json:
            flag = "--keep-going" if keep_going else "--json"
            raise Invalid(
                f"`{flag}` is for lines from a file or a pipe.",
                f"`companion shell {flag} < lines.txt`",
            )
        from companion.cli.shell.prompt import talk

        return lambda: talk(session, table=table)
    from companion.cli.shell.piped import Documents, LinePrinter, run_lines

    if sys.stdin is None:
        raise Invalid("Standard input is closed.", "`companion shell < lines.txt`")
    lines = sys.stdin.buffer
    sink = Documents(session) if desk.options.as_json else LinePrinter(session, table, keep_going)
    return lambda: run_lines(session, lines, sink, keep_going=keep_going)


def _require_sense(desk: Desk) -> None:
    """Check that the group and the play exist before any line is read."""
    if desk.options.group is not None:
        desk.options.group = desk.group
    if desk.options.play is not None:
        desk.options.play = desk.open().ref.id
