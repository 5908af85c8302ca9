"""The program's own commands, declared as the verbs of games are: by functions, here of the desk.

    Changes = Annotated[Sequence[str], scoring, words(metavar="PLAYER ±N|=N ...")]

    @command("score", house=True)
    def score(desk: Desk, changes: Changes) -> Reply:
        \"\"\"Enter points: gained, lost, or set.

        Examples:
          companion score ana +3
        \"\"\"
        return enter.score(desk, changes)

A function in front of the parameter (`scoring`) gives the words that a shell offers for it.
`@command("ruling add")` stands in a group; what help says of the group is in the `GROUPS` of the
module. Typer's commands are made of them (`cli.own`), and lines are read without Typer
(`cli.quick`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import Any, get_args

from companion.cli.commands import COMMANDS, OLD_NAMES
from companion.core.command import Signature
from companion.core.names import cleaned_name, require_text
from companion.core.offer import Line
from companion.core.param import Arguments
from companion.core.verb import Verb
from companion.errors import CompanionError, Invalid
from companion.table.current import CommonOptions
from companion.table.desk import Desk

Completing = Callable[[Desk, Sequence[str], str], Iterable[str | tuple[str, str]]]
"""Words that may be typed next, also with what each is, by those that stand there for the
parameter, and by the one that is being typed."""

PACKAGE = "companion.cli.commands"


class DeskCommand(Verb[Any]):
    """One of the program's own commands: the `function` that it calls, and what a shell offers
    (`completed`), by parameter. Its `path` is what is typed: `ruling add`. `instead` is what
    somebody probably means who types words that it does not take: `{}` in it."""

    path: str
    instead: str
    function: Callable[[Desk, Arguments[Any]], Any]
    completed: Mapping[str, Completing]

    def at(self, desk: Desk, line: Line) -> Any:
        """Run it at a desk."""
        return self.function(desk, self.arguments(None, line))


def command(
    path: str,
    *,
    group: bool = True,
    play: bool = True,
    house: bool = False,
    instead: str = "",
) -> Callable[[Callable[..., Any]], DeskCommand]:
    """Declare a command by a function of the desk and of what is typed.

    `group`, `play` and `house` say whether it takes `--group`, `--play` and `--house`; `instead` is
    a hint for words that it does not take.
    """

    def declare(function: Callable[..., Any]) -> DeskCommand:
        signature = Signature(function)
        made = DeskCommand(
            path.rpartition(" ")[2],
            "",
            function.__doc__ or "",
            tuple(signature.params.values()),
            of_group=group,
            of_play=play,
            of_house=house,
        )
        made.path = path
        made.instead = instead
        made.function = signature.call
        types = {name: get_args(function.__annotations__[name])[1:] for name in signature.params}
        made.completed = {name: more[0] for name, more in types.items() if len(more) > 1}
        return made

    return declare


def declared_in(module: str) -> dict[str, DeskCommand]:
    """The commands that a module declares, by their paths, in their order."""
    found = vars(import_module(module)).values()
    return {it.path: it for it in found if isinstance(it, DeskCommand)}


def find_command(words: Sequence[str]) -> tuple[DeskCommand, Sequence[str]] | None:
    """The command that a line begins with, and the words behind it; None if there is none."""
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
    """What a shell is offered; nothing where something cannot be read."""
    try:
        return list(completing(desk, typed, beginning))
    except CompanionError:
        return []


# The options that commands have in common

FILES = ("FILE", "IMAGE")
"""Words of a usage line that stand for the name of a file, which may be any."""
TEXTS = ("TEXT", "WHY")
"""Words of a usage line that stand for a text in a person's own words."""
FIELDS = {"--json": "as_json", "--group": "group", "--play": "play", "--house": "house"}


def keep_common(options: CommonOptions, name: str, value: str | bool) -> None:
    """Keep what was said of one of them. Raises Invalid for a text that says nothing."""
    if isinstance(value, str):
        value = cleaned_name(value)
        if not value:
            raise Invalid(
                f"`{name}` needs a value, and it is empty.",
                "Give one, or leave the option out.",
            )
        require_text(value, f"`{name}`")
    setattr(options, FIELDS[name], value)
