"""Commands made of a game's verbs, one at a time, with help, usage and options as declared."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from typer.core import TyperArgument

from companion.cli.lazy import (
    Command,
    LazyGroup,
    Loader,
    Option,
    as_help,
    common_options,
    lazy_group,
)
from companion.core.command import AnyVerb
from companion.core.game import Game
from companion.core.offer import Line
from companion.core.param import OPPOSITE, Param
from companion.core.reply import Reply
from companion.core.verbs import FIRST, RANDOM, SEATS, Start, VerbGroup, Verbs
from companion.errors import CompanionError
from companion.table.plays import verbs as table

_WORDS = "_words"
"""The internal name of arguments, which no option can have."""
C = TypeVar("C", bound=Command)


class VerbCommand(Command):
    """A verb of a game as a command."""

    verb: AnyVerb

    def invoke(self, ctx: Any) -> Reply:
        """Run the verb on the current play."""
        return table.run(ctx.obj, self.verb, line_of(ctx.params, self.verb.params))


class StartCommand(Command):
    """The command that begins a play of a game."""

    game: Game[Any]
    start: Start

    def invoke(self, ctx: Any) -> Reply:
        """Begin a play."""
        line = line_of(ctx.params, self.start.params)
        return table.begin(ctx.obj, self.game, self.start, line)


def group_of_verbs(declared: Verbs[Any], name: str, kind: type[LazyGroup]) -> LazyGroup:
    """Make a group of that name and `kind` of a game's verbs; each is made when it is run."""
    loaders: dict[str, Loader] = {
        called: partial(_command, declared, called) for called in declared.names
    }
    group = lazy_group(name, declared.help, loaders, cls=kind)
    group.meant = declared.meant
    group.old_names = declared.old_names
    group.declared = declared
    return group


def _command(declared: Verbs[Any], name: str) -> Any:
    found = declared.find(name)
    return _group_of(found) if isinstance(found, VerbGroup) else command_of(found)


def _group_of(verbs: VerbGroup[Any]) -> LazyGroup:
    loaders: dict[str, Loader] = {
        called: partial(command_of, verb, verbs.name) for called, verb in verbs.by_name.items()
    }
    return lazy_group(verbs.name, verbs.help, loaders)


def command_of(verb: AnyVerb, within: str = "") -> VerbCommand:
    """Make the command of a verb; `within` is its group, if any."""
    completing = partial(_completed, verb, within)
    params = [*places_of(verb, completing), *options_of(verb, completing)]
    params += common_options(verb)
    command = made(VerbCommand, verb.name, verb.help, params)
    command.verb = verb
    return command


def start_of(game: Game[Any], start: Start) -> StartCommand:
    """Make the command that begins a play of a game."""
    completing = partial(_beginning, start)
    params: list[Any] = [*places_of(start, completing)]
    params += options_of(start, completing)
    params += common_options(start)
    command = made(StartCommand, game.id, start.help, params)
    command.game, command.start = game, start
    return command


def made(kind: type[C], name: str, help_text: str, params: list[Any]) -> C:
    """Make a command of that kind."""
    settings = {"help_option_names": ["-h", "--help"]}
    return kind(
        name,
        params=params,
        help=as_help(help_text),
        rich_markup_mode=None,
        context_settings=settings,
    )


Completing = Callable[[Param, Any, str], Sequence[tuple[str, str]]]
"""Offers values of a parameter, each with a description; given the parser's context and the
beginning of the word.
"""


def _completed(
    verb: AnyVerb, within: str, param: Param, ctx: Any, beginning: str
) -> list[tuple[str, str]]:
    """The words that the menu of the current play offers; none without a play."""
    from companion.table.plays.menu import offers

    line = line_of(ctx.params, verb.params)
    words = [within, verb.name, *line.arguments] if within else [verb.name, *line.arguments]
    for name, values in line.options.items():
        words += [word for value in values for word in (name, value) if word]
    try:
        if ctx.obj.options.house is not None:
            words += ["--house", ctx.obj.options.house]
        play = ctx.obj.open()
        if play.game.id != (ctx.parent.parent if within else ctx.parent).command.name:
            return []
        words += [param.name] if param.is_option else []
        found = [*offers(play.game, play.state, play.reference, words)]
    except CompanionError:  # if something cannot be read, nothing is offered
        return []
    return [(offer.word, offer.about) for offer in found if not offer.word.startswith("--")]


def _beginning(start: Start, param: Param, ctx: Any, beginning: str) -> list[tuple[str, str]]:
    """Completions for `start`: words of a choice, and who goes first."""
    if param.name == SEATS:
        return [(RANDOM, "draws who sits where")]
    if param.name != FIRST:
        return [(word, "") for word in param.sort.words]
    try:
        named = start.who(start.arguments(None, line_of(ctx.params, start.params)))
    except CompanionError:
        named = ()
    return [*((name, "") for name in named), (RANDOM, "draws who begins")]


def _by_shell(param: Param, completing: Completing) -> Callable[..., list[Any]]:
    return lambda ctx, args, incomplete: list(completing(param, ctx, incomplete))


def places_of(verb: AnyVerb, completing: Completing) -> list[TyperArgument]:
    """Typer's arguments: one by one, or all words as one if only the verb can tell them apart."""
    places = verb.places
    if not places or not verb.needs_whole_line:
        return [_argument(f"{_WORDS}{at}", it, completing) for at, it in enumerate(places)]
    return [
        TyperArgument(
            param_decls=[_WORDS],
            required=not all(param.optional for param in places),
            nargs=-1,
            metavar=" ".join(param.shown for param in places),
            help=places[0].help or None,
            show_default=False,
            autocompletion=_by_shell(places[0], completing),
        )
    ]


def _argument(name: str, param: Param, completing: Completing) -> TyperArgument:
    return TyperArgument(
        param_decls=[name],
        required=not param.optional,
        nargs=-1 if param.repeated else 1,
        metavar=param.shown,
        help=param.help or None,
        show_default=False,
        autocompletion=_by_shell(param, completing),
    )


def options_of(verb: AnyVerb, completing: Completing) -> list[Option]:
    """The options of a verb, for Typer."""
    return [_option(it, completing) for it in verb.options]


def _option(param: Param, completing: Completing) -> Option:
    """Make an option for Typer."""
    name = f"{param.name}/{param.opposite}" if param.opposite else param.name
    declared = [param.alias, name] if param.alias else [name]
    default: Any = [param.default] if param.default and param.repeated else param.default or None
    settings: dict[str, Any] = {
        # Phones recognize names of files by FILE, and refuse them.
        "metavar": param.metavar or ("FILE" if param.sort.name == "file" else None),
        "multiple": param.repeated,
        "default": default,
    }
    if param.is_flag:
        settings = {"is_flag": True, "default": None if param.opposite else False}
    option = Option(
        param_decls=[_inner(param), *declared],
        help=param.help,
        hidden=param.hidden,
        show_default=bool(param.default),
        autocompletion=_by_shell(param, completing),
        **settings,
    )
    option.old_name = param.old_name
    return option


def _inner(param: Param) -> str:
    """The internal name of an option."""
    return param.name.lstrip("-").replace("-", "_")


def line_of(parsed: dict[str, Any], params: Sequence[Param]) -> Line:
    """Turn parsed values into a line for a verb."""
    words: list[str] = []
    options: dict[str, tuple[str, ...]] = {}
    for name, value in parsed.items():
        if name.startswith(_WORDS) and value is not None:
            words += [value] if isinstance(value, str) else value
    for param in params:
        value = parsed.get(_inner(param)) if param.is_option else None
        if value is True:
            options[param.name] = ("",)
        elif value is False and param.opposite:
            options[param.name] = (OPPOSITE,)
        elif value not in (None, False, ()):
            values = (value,) if isinstance(value, str) else tuple(value)
            if not param.default or values != (param.default,):  # `Arguments` knows the default
                options[param.name] = values
    return Line(tuple(words), options)
