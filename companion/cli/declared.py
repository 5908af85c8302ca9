"""The program's own commands, declared as the verbs of games are: by functions, here of the desk.

    @command("score", house=True, completed={"changes": scoring})
    def score(desk: Desk, changes: Changes) -> Reply:
        \"\"\"Enter points: gained, lost, or what is there.

        Examples:
          companion score ana +3
        \"\"\"
        return enter.score(desk, changes)

Typer's commands are made of them (`cli.verbs`), and lines are read without Typer (`cli.quick`).
"""

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any

from companion.core.command import Signature
from companion.core.offer import Line
from companion.core.param import Arguments
from companion.core.verb import Verb
from companion.table.desk import Desk

Completing = Callable[[Desk, Sequence[str], str], Sequence[tuple[str, str]]]
"""Words that may be typed next, each with what it is, by those that stand there for the parameter,
and by the one that is being typed. Where something cannot be read, nothing is offered."""


class DeskCommand(Verb[Any]):
    """One of the program's own commands: the `function` that it calls, and what a shell offers
    (`completed`), by parameter."""

    function: Callable[[Desk, Arguments[Any]], Any]

    completed: Mapping[str, Completing]

    def at(self, desk: Desk, line: Line) -> Any:
        """Run it at a desk."""
        return self.function(desk, self.arguments(None, line))


def command(
    name: str,
    *,
    group: bool = True,
    play: bool = True,
    house: bool = False,
    completed: Mapping[str, Completing] | None = None,
) -> Callable[[Callable[..., Any]], DeskCommand]:
    """Declare a command by a function of the desk and of what is typed.

    `group`, `play` and `house` say whether it takes `--group`, `--play` and `--house`.
    """

    def declare(function: Callable[..., Any]) -> DeskCommand:
        signature = Signature(function)
        made = DeskCommand(
            name,
            "",
            function.__doc__ or "",
            tuple(signature.params.values()),
            of_group=group,
            of_play=play,
            of_house=house,
        )
        made.function = signature.call
        made.completed = completed or {}
        return made

    return declare


def declared_in(module: str) -> dict[str, DeskCommand]:
    """The commands that a module declares."""
    found = vars(import_module(module)).values()
    return {it.name: it for it in found if isinstance(it, DeskCommand)}
