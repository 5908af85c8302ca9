"""Says of a command which of the common options it takes: most take a group and a play."""

from collections.abc import Callable
from typing import Any, TypeVar

from companion.core.value import Value

F = TypeVar("F", bound=Callable[..., Any])

_ATTRIBUTE = "companion_options"


class Options(Value):
    """`--group`, `--play`, and `--house` for commands that make an entry the rules can refuse."""

    group: bool = True
    play: bool = True
    house: bool = False


def takes(*, group: bool = True, play: bool = True, house: bool = False) -> Callable[[F], F]:
    """Mark a command function with the common options that mean something to it."""

    def mark(command: F) -> F:
        setattr(command, _ATTRIBUTE, Options(group, play, house))
        return command

    return mark


def options_of(command: Callable[..., Any]) -> Options:
    """The common options of a command function."""
    options: Options = getattr(command, _ATTRIBUTE, Options())
    return options
