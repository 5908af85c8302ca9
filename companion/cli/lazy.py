"""Command groups that import a command only when it is run: the answer should not wait for others.

Every command also gets the common options here (`--json`, `--group`, `--play`, `--house`), so that
they are declared once.
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
    """An option, which may have had another name once."""

    old_name = ""


class Command(TyperCommand):
    """A command that gets clean words, and of an option given twice ignores neither."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Options by their names of today; the desk learns whether a house rule can be given."""
        ctx.obj.options.takes_house = any("--house" in param.opts for param in self.params)
        options = [it for it in self.params if isinstance(it, Option) and it.old_name]
        names = {it.old_name: it.opts[-1] for it in options}
        return super().parse_args(ctx, [_renamed(arg, names) for arg in args])

    def make_parser(self, ctx: Any) -> Any:
        """Click's parser, which would take the last of several values. Raises Invalid.

        Whatever is typed passes here, and is cleaned, but for the names of files.
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
    """An option with an old name replaced by the new one."""
    name, equals, value = arg.partition("=")
    return f"{names[name]}{equals}{value}" if name in names else arg


def _cleaned(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return type(value)(map(_cleaned, value))
    return cleaned(value) if isinstance(value, str) else value


class LazyGroup(TyperGroup):
    """A group whose commands are loaded by name; unknown names get suggestions."""

    loaders: dict[str, Loader]
    made: dict[str, Any]
    """Commands that were loaded: a prompt that stays open needs most of them again."""
    meant: Mapping[str, str] = {}
    """Words that people type for a command, and what they mean."""
    old_names: Mapping[str, str] = {}
    """What commands were called once: they are still understood, and shown nowhere."""
    declared: Any = None
    """What a game declares (`core.verbs.Verbs`), of a group that is made of it."""

    @property
    def secret(self) -> Collection[str]:
        """Commands and options behind which stands what not everybody may read."""
        return ()

    @property
    def private(self) -> Collection[str]:
        """Commands that show what only the player may see who is named first."""
        return ()

    def words(self, ctx: Any) -> Iterable[tuple[str, str]]:
        """What may stand in place of a command, with a few words on each."""
        return ()

    def shell_complete(self, ctx: Any, incomplete: str) -> list[Any]:
        """Commands, and what may stand in place of one."""
        words = TyperArgument(
            param_decls=["word"],
            autocompletion=lambda ctx, args, incomplete: list(self.words(ctx)),
        )
        found = super().shell_complete(ctx, incomplete)
        return [*found, *words.shell_complete(ctx, incomplete)]

    def about(self, name: str) -> str:
        """A few words on a command; none where it would have to be loaded for them."""
        return ""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Without a command, show what there is."""
        return super().parse_args(ctx, args or ["--help"])

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order in which people need them."""
        return list(self.loaders)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, imported now; None where there is none."""
        name = self.old_names.get(cmd_name, cmd_name)
        name = name if name in self.loaders else name.lower()
        if name not in self.made and name in self.loaders:
            self.made[name] = self.loaders[name]()
        return self.made.get(name)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """The command that the arguments begin with. Raises Invalid with the nearest names."""
        args = [self.old_names.get(args[0], args[0]), *args[1:]]
        name = args[0]
        command = self.get_command(ctx, name)
        if command is None and not name.startswith("-"):
            path, known = ctx.command_path, self.meant.get(folded(name))
            near = nearest(name, self.list_commands(ctx)) if known is None else [known]
            meant = [f"{path} {command}" for command in near]
            above = getattr(ctx.parent, "command", None)
            instead = getattr(above, "meant", {}).get(f"{self.name} {folded(name)}")
            if instead is not None:  # `play list`: the program has it under another name
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
        """Commands of that very name in other groups, as one types them."""
        return []


_AS_IT_IS = "\b"
"""Before lines that the parser's help does not fill."""


def as_help(text: str) -> str:
    """A docstring as help: its examples are lines of their own, and not filled."""
    return cleandoc(text).replace("\n\nExamples:\n", f"\n\n{_AS_IT_IS}\nExamples:\n")


def lazy_group(name: str, help_text: str, loaders: dict[str, Loader], **settings: Any) -> LazyGroup:
    """A group of commands that are loaded when they are run."""
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
    """The options that it has in common with others: as `CommonOptions`, kept at the desk."""
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
