"""What there is to read: `guide` for people, `formats` for programs."""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.lookup.documents import (
    guide_names,
    known_formats,
    list_formats,
    list_guides,
    show_format,
    show_guide,
)

app = typer.Typer()


def _guides(ctx: typer.Context, incomplete: str) -> list[str]:
    """The guides that begin so, for the shell to complete."""
    return [name for name in guide_names() if name.startswith(incomplete.lower())]


@app.command("guide")
@takes(group=False, play=False)
def guide(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", show_default=False, autocompletion=_guides),
    ] = None,
) -> Reply:
    """Read how a game is played here, or how to do something else.

    Without a name, see which guides there are. At a terminal, a long one is shown page by page, by
    what PAGER says.

    \b
    Examples:
      companion guide
      companion guide bwd
      companion guide dice box
      companion guide printing > printing.md      as it stands in its file
    """
    return show_guide(" ".join(name)) if name else list_guides()


def _formats(ctx: typer.Context, incomplete: str) -> list[str]:
    """The formats that there are; behind a first word, nothing."""
    if ctx.params.get("name"):
        return []
    return [name for name in known_formats().names if name.startswith(incomplete)]


@app.command("formats")
@takes(group=False, play=False)
def formats(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAME|COMMAND", show_default=False, autocompletion=_formats),
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
