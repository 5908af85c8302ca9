"""Every command that the program has, found by walking it rather than listed anew."""

import re
import shlex
from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

from typer.core import TyperGroup

from companion.cli.app import root

Path = tuple[str, ...]


@cache
def commands() -> Mapping[Path, Any]:
    """All commands and groups by the words that lead to them; the program itself under ()."""
    return MappingProxyType(dict(_below((), root())))


def leaves() -> list[Path]:
    """The commands that do something themselves."""
    return [path for path, command in commands().items() if not isinstance(command, TyperGroup)]


def play_verbs() -> set[Path]:
    """The verbs of games that make one entry in the play, or look at it: no test lists them, as the
    random plays of a game make each of its entries (`companion.testing`)."""
    verbs = {path: getattr(commands()[path], "verb", None) for path in leaves()}
    return {path for path, verb in verbs.items() if verb is not None and not verb.uses_shelf}


def spoken(path: Path) -> str:
    """A command as it is typed."""
    return " ".join(path) or "companion"


def examples(command: Any) -> list[str]:
    """The lines under `Examples:` in a command's help, without what is said beside them."""
    _, found, block = (command.help or "").partition("Examples:\n")
    lines = block.split("\n\n")[0].splitlines() if found else []
    return [re.split(r"\s{2,}|(?<=[^ ])\t", line.strip())[0] for line in lines if line.strip()]


def words(example: str) -> list[str]:
    """An example as the program gets it, without its own name, and a file that is fed to it."""
    program, *rest = shlex.split(example.partition(" < ")[0])
    assert program == "companion", example
    return rest


def _below(path: Path, command: Any) -> Iterator[tuple[Path, Any]]:
    yield path, command
    if isinstance(command, TyperGroup):
        for name in command.list_commands(None):
            yield from _below((*path, name), command.get_command(None, name))
