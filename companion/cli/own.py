"""The program's own commands as Typer commands, each imported only when it is run."""

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

from companion.cli.commands import OLD_NAMES
from companion.cli.declared import DeskCommand, declared_in, offered
from companion.cli.lazy import Command, Loader, common_options, lazy_group
from companion.cli.verbs import line_of, made, options_of, places_of
from companion.core.param import Param


class OwnCommand(Command):
    """One of the program's own commands."""

    declared: DeskCommand

    def invoke(self, ctx: Any) -> Any:
        """Run the command at the desk."""
        return self.declared.at(ctx.obj, line_of(ctx.params, self.declared.params))


def commands_of(package: str, within: str = "") -> dict[str, Loader]:
    """Loaders for the commands of a package; its `COMMANDS` names the module of each.

    A module that is a package has `COMMANDS` of its own. `within` is the group of the commands.
    """
    places: dict[str, str] = import_module(package).COMMANDS
    return {
        name: partial(_loaded, f"{package}.{place}", f"{within} {name}".strip())
        for name, place in places.items()
    }


def _loaded(module: str, path: str) -> Any:
    """Load a command that a module declares, or a group of commands."""
    found, declared = import_module(module), declared_in(module)
    name = path.rpartition(" ")[2]
    if path in declared:
        return own_command(declared[path])
    inner: dict[str, Loader] = {
        it.name: partial(_loaded, module, it.path)
        for it in declared.values()
        if it.path.startswith(f"{path} ")
    }
    if hasattr(found, "COMMANDS"):
        inner = commands_of(module, path)
    group = lazy_group(name, found.GROUPS[path], inner)
    group.old_names = {
        old.rpartition(" ")[2]: new.rpartition(" ")[2]
        for old, new in OLD_NAMES.items()
        if old.startswith(f"{path} ")
    }
    return group


def own_command(declared: DeskCommand) -> OwnCommand:
    """Make the Typer command of a declared one."""

    def completing(param: Param, ctx: Any, beginning: str) -> Sequence[Any]:
        found = declared.completed.get(param.key)
        if found is None:
            return ()
        line = line_of(ctx.params, declared.params)
        typed = line.options.get(param.name, ()) if param.is_option else line.arguments
        return offered(found, ctx.obj, typed, beginning)

    params = [
        *places_of(declared, completing),
        *options_of(declared, completing),
    ]
    params += common_options(declared)
    command = made(OwnCommand, declared.name, declared.help, params)
    command.declared = declared
    return command
