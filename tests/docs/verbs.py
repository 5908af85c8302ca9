"""Tables of commands in README and guides, made from the commands themselves.

Between two comments stands a table of all that can be typed behind some words, or of a few:

    <!-- verbs: bwd -->                     <!-- verbs: boolean: call illegal tie clock -->
    …                                       …
    <!-- end -->                            <!-- end -->
"""

import re
from typing import Any

from companion.cli.app import root

COMMON = {"--json", "--group", "--play", "--house"}
"""What most commands take, and no table says again."""
MARKED = re.compile(r"(<!-- verbs:(.*?)-->\n)(.*?)(<!-- end -->)", flags=re.S)


def with_tables(text: str) -> str:
    """A document with its tables as they are now."""
    return MARKED.sub(lambda found: f"{found[1]}{table(*_asked(found[2]))}{found[4]}", text)


def told(text: str) -> set[tuple[str, ...]]:
    """The commands that the tables of a document tell of, each by its words."""
    found = set()
    for _, asked, *_ in MARKED.findall(text):
        path, names = _asked(asked)
        found |= {(*path, name) for name in names}
    return found


def table(path: tuple[str, ...], names: list[str]) -> str:
    """A table of commands behind the words of `path`."""
    group = _at(path)
    typed = " ".join(("companion", *path))
    rows = [_row(name, group.get_command(None, name)) for name in names]
    return "\n".join((f"| `{typed} …` | |", "|---|---|", *rows, ""))


def _asked(text: str) -> tuple[tuple[str, ...], list[str]]:
    """The words before the commands, and the commands: of the whole program, all but its games."""
    from companion.cli.app import COMMANDS

    words, _, names = text.strip().partition(":")
    path = tuple(words.split())
    every = _at(path).list_commands(None) if path else list(COMMANDS)
    return path, names.split() or every


def _at(path: tuple[str, ...]) -> Any:
    command: Any = root()
    for name in path:
        command = command.get_command(None, name)
    return command


def _row(name: str, command: Any) -> str:
    about = command.help.partition("\n\n")[0].strip()
    if hasattr(command, "list_commands") and name != "start":
        verbs = " ".join(f"`{verb}`" for verb in command.list_commands(None))
        return f"| `{name} …` | {about} {verbs} |"
    if name == "start":
        return f"| `start GAME [PLAYER...]` | {about} |"
    arguments = [it for it in command.params if it.param_type_name == "argument"]
    typed = _escaped(" ".join((name, *map(_metavar, arguments))))
    options = [
        option
        for it in command.params
        if it.param_type_name == "option" and not it.hidden
        for option in (max(it.opts, key=len), *it.secondary_opts)
    ]
    mattering = " ".join(f"`{option}`" for option in options if option not in COMMON)
    return f"| `{typed}` | {about}{' ' if mattering else ''}{mattering} |"


def _metavar(argument: Any) -> str:
    """An argument as a table shows it: in brackets if it may be left out."""
    may_lack = not argument.required and "[" not in argument.metavar
    return f"[{argument.metavar}]" if may_lack else str(argument.metavar)


def _escaped(text: str) -> str:
    return text.replace("|", "\\|")
