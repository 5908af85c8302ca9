"""The program's own commands as Typer's, each imported only when it is run."""

from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperCommand

from companion.cli.declared import DeskCommand, declared_in
from companion.cli.lazy import Command, LazyGroup, Loader, common_options, lazy_group
from companion.cli.verbs import line_of, made, option_of, places_of
from companion.core.param import Param
from companion.table.current import Options, options_of


class OwnCommand(Command):
    """One of the program's own commands."""

    declared: DeskCommand

    def invoke(self, ctx: Any) -> Any:
        """Run it at the desk."""
        return self.declared.at(ctx.obj, line_of(ctx.params, self.declared.params))


def commands_of(package: str) -> dict[str, Loader]:
    """The commands of a package; its `COMMANDS` says in which of its modules each of them stands.

    What stands there is a command of the module's `app`, or a group that was added to it; a module
    that is a package has `COMMANDS` of its own, and `HELP` for all of them.
    """
    places: dict[str, str] = import_module(package).COMMANDS
    return {name: partial(_loaded, f"{package}.{place}", name) for name, place in places.items()}


def _loaded(module: str, name: str) -> Any:
    found = import_module(module)
    if name in (declared := declared_in(module)):
        return own_command(declared[name])
    if hasattr(found, "COMMANDS"):
        return lazy_group(name, found.HELP, commands_of(module))
    return _group_of(found.app, name).loaders[name]()


def _group_of(app: typer.Typer, name: str) -> LazyGroup:
    """The commands of a Typer as a group that makes each only when it is run."""
    loaders: dict[str, Loader] = {
        str(info.name): partial(_command, info) for info in app.registered_commands
    }
    for group in app.registered_groups:
        inner = group.typer_instance
        assert inner is not None
        called = str(inner.info.name)
        loaders[called] = partial(_group_of, inner, called)
    return lazy_group(name, app.info.help or "", loaders)


def _command(info: Any) -> TyperCommand:
    info.cls = Command
    single = typer.Typer(add_completion=False, rich_markup_mode=None)
    single.registered_commands = [info]
    command = typer.main.get_command(single)
    assert isinstance(command, TyperCommand)
    command.params.extend(common_options(options_of(info.callback)))
    return command


def own_command(declared: DeskCommand) -> OwnCommand:
    """The command that the program declares."""

    def completing(param: Param[Any, Any], ctx: Any, beginning: str) -> Sequence[tuple[str, str]]:
        offered = declared.completed.get(param.key)
        if offered is None:
            return ()
        line = line_of(ctx.params, declared.params)
        typed = line.options.get(param.name, ()) if param.is_option else line.arguments
        return offered(ctx.obj, typed, beginning)

    params = [
        *places_of(declared, completing),
        *(option_of(it, completing) for it in declared.options),
    ]
    params += common_options(Options(declared.of_group, declared.of_play, declared.of_house))
    command = made(OwnCommand, declared.name, declared.help, params)
    command.declared = declared
    return command
