"""How a command is typed in the shell: its help, without what need not be typed there."""

from collections.abc import Sequence
from typing import Any

from companion.cli.shell.speech import Speech
from companion.core.reply import Reply
from companion.table.desk import Desk


def explained(program: Any, path: Sequence[str], desk: Desk, speech: Speech) -> Reply | None:
    """The help of the command of that path; None where there is none."""
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
