"""The program's own commands, declared like the verbs of games: by functions, which take the desk.

    Changes = Annotated[Sequence[str], scoring, words(metavar="PLAYER ±N|=N ...")]

    @command("score", house=True)
    def score(desk: Desk, changes: Changes) -> Reply:
        \"\"\"Enter points: gained, lost, or set.

        Examples:
          companion score ana +3
        \"\"\"
        return enter.score(desk, changes)

A function before the parameter's kind (`scoring`) gives the words that a shell offers for it.
`@command("ruling add")` is in a group; the help of the group is in the `GROUPS` of the
module. Typer's commands are made from them (`cli.own`), and most lines are read without Typer
(`cli.quick`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import Any

from companion.cli.commands import COMMANDS, OLD_NAMES
from companion.core.command import Verb
from companion.core.names import cleaned_name, require_text
from companion.core.offer import Line
from companion.errors import CompanionError, Invalid
from companion.table.current import CommonOptions
from companion.table.desk import Desk

Completing = Callable[[Desk, Sequence[str], str], Iterable[str | tuple[str, str]]]
"""Offers words that may be typed next, each perhaps with a description.

The arguments: the desk, the words already typed for the parameter, and the beginning of the word
that is being typed.
"""

PACKAGE = "companion.cli.commands"


class DeskCommand(Verb[Desk, ..., Any]):
    """One of the program's own commands.

    `path` is what is typed, such as `ruling add`; `instead` is a hint for words that it does not
    take.
    """

    def __init__(self, function: Callable[..., Any], path: str, instead: str) -> None:
        super().__init__(function, name=path.rpartition(" ")[2])
        self.path, self.instead = path, instead

    @cached_property
    def completed(self) -> Mapping[str, Completing]:
        """The function that offers completions, by parameter."""
        carried = {key: type_.__metadata__ for key, type_ in self._signature.types.items()}
        return {key: each[0] for key, each in carried.items() if len(each) > 1}

    def at(self, desk: Desk, line: Line) -> Any:
        """Run the command at a desk."""
        return self.run(desk, self.arguments(None, line))


def command(
    path: str,
    *,
    group: bool = True,
    play: bool = True,
    house: bool = False,
    instead: str = "",
) -> Callable[[Callable[..., Any]], DeskCommand]:
    """Declare a command by a function that takes the desk and what was typed.

    `group`, `play` and `house` say whether it takes `--group`, `--play` and `--house`; `instead` is
    a hint for words that it does not take.
    """

    def declare(function: Callable[..., Any]) -> DeskCommand:
        made = DeskCommand(function, path, instead)
        made.of_group, made.of_play, made.of_house = group, play, house
        return made

    return declare


def declared_in(module: str) -> dict[str, DeskCommand]:
    """The commands that a module declares, by path, in their order."""
    found = vars(import_module(module)).values()
    return {it.path: it for it in found if isinstance(it, DeskCommand)}


def find_command(words: Sequence[str]) -> tuple[DeskCommand, Sequence[str]] | None:
    """Find the command that a line begins with, and the words after it; None if there is none."""
    module, places = PACKAGE, COMMANDS
    for at in range(len(words)):
        path = " ".join(words[: at + 1])
        path = OLD_NAMES.get(path, path)
        word = path.rpartition(" ")[2]
        if places and word not in places:
            return None
        if places:
            module = f"{module}.{places[word]}"
            places = getattr(import_module(module), "COMMANDS", {})
        found = declared_in(module).get(path)
        if found is not None:
            return found, words[at + 1 :]
    return None


def offered(
    completing: Completing, desk: Desk, typed: Sequence[str], beginning: str
) -> list[str | tuple[str, str]]:
    """The completions to offer; none if something cannot be read."""
    try:
        return list(completing(desk, typed, beginning))
    except CompanionError:
        return []


# Common options

FILES = ("FILE", "IMAGE")
"""Placeholders in a usage line for the name of a file, which may contain anything."""
TEXTS = ("TEXT", "WHY")
"""Placeholders in a usage line for a text in a person's own words."""
FIELDS = {"--json": "as_json", "--group": "group", "--play": "play", "--house": "house"}


def keep_common(options: CommonOptions, name: str, value: str | bool) -> None:
    """Store the value of a common option. Raises Invalid for an empty text."""
    if isinstance(value, str):
        value = cleaned_name(value)
        if not value:
            raise Invalid(
                f"`{name}` needs a value, and it is empty.",
                "Give one, or leave the option out.",
            )
        require_text(value, f"`{name}`")
    setattr(options, FIELDS[name], value)
