"""Command groups that import a command only when it is run, so that no answer waits for others.

The common options (`--json`, `--group`, `--play`, `--house`) are declared here, once.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from inspect import cleandoc
from typing import Any

from typer.core import TyperArgument, TyperCommand, TyperGroup, TyperOption

from companion.cli.completions import groups, plays
from companion.cli.declared import FILES, Completing, keep_common, offered
from companion.core.command import AnyVerb
from companion.core.names import cleaned, folded, listed, nearest
from companion.errors import Invalid

Loader = Callable[[], Any]


class Option(TyperOption):
    """An option, which may have an old name."""

    old_name = ""


class Command(TyperCommand):
    """A command that cleans the words typed, and refuses an option that is given twice."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Replace old names of options, and note at the desk whether a house rule can be given."""
        ctx.obj.options.takes_house = any("--house" in param.opts for param in self.params)
        options = [it for it in self.params if isinstance(it, Option) and it.old_name]
        names = {it.old_name: it.opts[-1] for it in options}
        return super().parse_args(ctx, [_renamed(arg, names) for arg in args])

    def make_parser(self, ctx: Any) -> Any:
        """Make a parser that refuses an option given twice, where Click's takes the last value.

        All values are cleaned here, except names of files. Parsing raises Invalid.
        """
        parser = super().make_parser(ctx)
        parse = parser.parse_args

        def parse_args(args: list[str]) -> Any:
            options, rest, order = parse(args)
            for place, param in enumerate(order):
                once = isinstance(param, TyperOption) and not (param.multiple or param.is_flag)
                if once and param in order[:place] and not ctx.resilient_parsing:
                    raise Invalid(
                        f"`{param.opts[0]}` was given twice, but takes one value.",
                        f"Leave one out. `{ctx.command_path} -h` shows how it is typed.",
                    )
            for param in order:
                if not any(word in (param.metavar or "") for word in FILES):
                    options[str(param.name)] = _cleaned(options[str(param.name)])
            return options, rest, order

        parser.parse_args = parse_args  # type: ignore[method-assign]
        return parser


def _renamed(arg: str, names: Mapping[str, str]) -> str:
    """Replace an option's old name by the new one."""
    name, equals, value = arg.partition("=")
    return f"{names[name]}{equals}{value}" if name in names else arg


def _cleaned(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_cleaned, value))
    return cleaned(value) if isinstance(value, str) else value


class LazyGroup(TyperGroup):
    """A group whose commands are loaded by name; for unknown names, it suggests others."""

    loaders: dict[str, Loader]
    made: dict[str, Any]
    """Loaded commands, kept because a prompt that stays open needs most of them again."""
    meant: Mapping[str, str] = {}
    """Words that people type for a command, with the command they mean."""
    old_names: Mapping[str, str] = {}
    """Former names of commands: still understood, but shown nowhere."""
    declared: Any = None
    """The game's verbs (`core.verbs.Verbs`), if the group is made of them."""

    @property
    def secret(self) -> Collection[str]:
        """Commands and options that are followed by a secret."""
        return ()

    @property
    def private(self) -> Collection[str]:
        """Commands that show what only the player named first may see."""
        return ()

    def words(self, ctx: Any) -> Iterable[tuple[str, str]]:
        """Words that may be typed instead of a command, each with a short description."""
        return ()

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Complete commands, and words that may be typed instead."""
        words = TyperArgument(
            param_decls=["word"],
            autocompletion=lambda ctx, args, incomplete: list(self.words(ctx)),
        )
        found = super().shell_complete(ctx, incomplete)
        return [*found, *words.shell_complete(ctx, incomplete)]

    def about(self, name: str) -> str:
        """A short description of a command; empty if the command would have to be loaded for it."""
        return ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments; without any, show the help."""
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order in which people need them."""
        return list(self.loaders)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Load the command of that name; None if there is none."""
        name = self.old_names.get(cmd_name, cmd_name)
        name = name if name in self.loaders else name.lower()
        if name not in self.made and name in self.loaders:
            self.made[name] = self.loaders[name]()
        return self.made.get(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the command that the arguments begin with. Raises Invalid with the nearest names."""
        args = [self.old_names.get(args[0], args[0]), *args[1:]]
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not name.startswith("-"):
            path, known = ctx.command_path, self.meant.get(folded(name))
            near = nearest(name, self.list_commands(ctx)) if known is None else [known]
            meant = [f"{path} {command}" for command in near]
            above = getattr(ctx.parent, "command", None)
            instead = getattr(above, "meant", {}).get(f"{self.name} {folded(name)}")
            if instead is not None:  # `play list`: the program's name for it is another one
                meant = [f"{ctx.parent.command_path} {instead}"]
            elif known is None:
                verbs: list[str] = []  # `play ana 4-hexagon`: `play` is a game's verb as well
                if isinstance(above, LazyGroup) and not nearest(name, self.loaders, 0.7):
                    verbs = above.elsewhere(ctx.parent, str(self.name))
                meant = verbs or self.elsewhere(ctx, name) or meant
            raise Invalid(
                f"There is no command “{path} {name}”.",
                f"Did you mean {listed([f'`{full}`' for full in meant], 'or')}?"
                if meant
                else f"`{path} -h` lists them.",
            )
        return super().resolve_command(ctx, args)

    def elsewhere(self, ctx: Any, name: str) -> list[str]:
        """Commands of exactly that name in other groups, as typed."""
        return []


_AS_IT_IS = "\b"
"""Marks a paragraph of the help whose lines are not rewrapped."""


def as_help(text: str) -> str:
    """Turn a docstring into help text; its examples keep their own lines."""
    return cleandoc(text).replace("\n\nExamples:\n", f"\n\n{_AS_IT_IS}\nExamples:\n")


def lazy_group(name: str, help_text: str, loaders: dict[str, Loader], **settings: Any) -> LazyGroup:
    """Make a group whose commands are loaded when they are run."""
    kind = settings.pop("cls", LazyGroup)
    group: LazyGroup = kind(
        name=name,
        help=as_help(help_text),
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
        **settings,
    )
    group.loaders = loaders
    group.made = {}
    return group


def common_options(verb: AnyVerb) -> list[TyperOption]:
    """The common options that a command takes; their values are kept at the desk."""
    params = [_option("--json", "Print one JSON document.", flag=True)]
    if verb.of_group:
        which = "The group, if not the one in use."
        params.append(_option("--group", which, "NAME", completed=groups))
    if verb.of_play:
        which = "The play, if not the current one."
        params.append(_option("--play", which, "ID", completed=plays))
    if verb.of_house:
        why = "Enter it against the rules, with a reason."
        params.append(_option("--house", why, "WHY"))
    return params


def _option(
    flag_name: str,
    help_text: str,
    metavar: str | None = None,
    flag: bool = False,
    completed: Completing | None = None,
) -> TyperOption:
    def keep(ctx: Any, param: Any, value: Any) -> Any:
        if value is not None and value is not False:
            keep_common(ctx.obj.options, flag_name, value)
        return value

    settings: dict[str, Any] = {"is_flag": True, "default": False} if flag else {"metavar": metavar}
    if completed is not None:
        settings["autocompletion"] = lambda ctx, args, beginning: offered(
            completed, ctx.obj, (), beginning
        )
    return TyperOption(
        param_decls=[flag_name, f"common_{flag_name[2:]}"],
        expose_value=False,
        callback=keep,
        help=help_text,
        show_default=False,
        **settings,
    )
