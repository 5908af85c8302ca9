"""`guide` for people, `formats` for programs."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from companion.cli.declared import command
from companion.core.command import words
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.table.desk import Desk
from companion.table.lookup.documents import (
    guide_names,
    known_formats,
    list_formats,
    list_guides,
    show_format,
    show_guide,
)


def _guides(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    return guide_names()


@command("guide", group=False, play=False)
def guide(desk: Desk, name: Annotated[Sequence[str], _guides, words()] = ()) -> Reply:
    """Read a guide: how to play a game here, or anything else.

    Without a name, lists the guides. At a terminal, a long one is shown page by page, in the pager
    that PAGER names.

    Examples:
      companion guide
      companion guide bwd
      companion guide dice box
      companion guide printing > printing.md      the text of its file
    """
    return show_guide(" ".join(name)) if name else list_guides()


def _formats(desk: Desk, typed: Sequence[str], beginning: str) -> Iterable[str]:
    return () if typed else known_formats().names


@command("formats", group=False, play=False)
def formats(
    desk: Desk, name: Annotated[Sequence[str], _formats, words(metavar="NAME|COMMAND")] = ()
) -> Reply:
    """See the JSON formats that are printed, read and stored.

    With the name of a format or a command, prints its JSON Schema (draft 2020-12).

    Examples:
      companion formats
      companion formats table > table.schema.json
      companion formats bwd dice     what that command prints with --json
    """
    if not name:
        return list_formats(_all_commands)
    desk.options.as_json = True  # A schema is JSON, with or without `--json`.
    return show_format(" ".join(name), _all_commands)


def _all_commands() -> list[str]:
    from companion.cli.app import root

    return list(_commands(root(), ()))


def _commands(command: Any, words: tuple[str, ...]) -> Iterator[str]:
    """All commands without subcommands, as typed."""
    if not hasattr(command, "list_commands"):
        yield " ".join(words)
        return
    for name in command.list_commands(None):
        yield from _commands(command.get_command(None, name), (*words, name))
