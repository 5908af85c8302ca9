"""`companion formats`: what JSON that is printed, read and kept looks like."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from companion.core.reply import Reply
from companion.table.current import takes

app = typer.Typer()


def _names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The formats that there are; behind a first word, nothing."""
    from companion.table.lookup.documents import known_formats

    if ctx.params.get("name"):
        return []
    return [name for name in known_formats().names if name.startswith(incomplete)]


@app.command("formats")
@takes(group=False, play=False)
def formats(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME|COMMAND", show_default=False, autocompletion=_names),
    ] = None,
) -> Reply:
    """See what the JSON looks like that is printed, read and kept.

    With a name, or a command in words, its JSON Schema (draft 2020-12), which stands alone.

    \b
    Examples:
      companion formats
      companion formats table > table.schema.json
      companion formats bwd dice     what that command prints with --json
    """
    from companion.table.lookup.documents import list_formats, show_format

    program = ctx.find_root().command
    if not name:
        return list_formats(lambda: list(_commands(program, ())))
    ctx.obj.asked.as_json = True  # A schema is JSON, however it is asked for.
    return show_format(" ".join(name), lambda: list(_commands(program, ())))


def _commands(command: Any, words: tuple[str, ...]) -> Iterator[str]:
    """All commands that do something themselves, in words."""
    if not hasattr(command, "list_commands"):
        yield " ".join(words)
        return
    for name in command.list_commands(None):
        yield from _commands(command.get_command(None, name), (*words, name))
