"""All commands, in the order in which help lists them."""

import os
import re
from collections.abc import Callable, Collection, Iterable
from shlex import quote
from textwrap import fill
from typing import Any

import typer
from typer.core import TyperOption
from typer.main import get_install_completion_arguments

from companion import __version__, games
from companion.cli.commands import COMMANDS as OURS
from companion.cli.commands import GROUPS, START
from companion.cli.lazy import LazyGroup, lazy_group
from companion.cli.output import print_warning
from companion.cli.own import commands_of
from companion.core.names import folded
from companion.core.terminal import TIE, untied
from companion.errors import CompanionError, Invalid, Unusable

HELP = """Keep score, look up rules and print cards beside a game on your table.

Examples:
  companion start bwd Ana Ben   begin a play
  companion score ana +3        3 points for Ana
"""

COMPLETING = "_COMPANION_COMPLETE"
"""Set by a shell that asks for completions."""

COMMANDS = (START, *OURS)

_OF_SEVERAL = ("group", "player", "deck", "play", "ruling", "chart")
"""Commands that have subcommands."""
_MEANT = {
    "begin": "start",
    "new": "start",
    "show": "table",
    "status": "table",
    "points": "score",
    "end": "finish",
    "stop": "finish",
    "winner": "finish --winner",
    "won": "finish --winner",
    "abandon": "finish --abandon",
    "marker": "first",
    "who": "table",
    "turn": "table",
    "set": "score",
    "version": "--version",
    "players": "player list",
    "games": "guide",
    "play list": "plays",
    "player show": "stats",
    "rules": "guide",
    "boxes": "deck list",
    "history": "log",
}


class Root(LazyGroup):
    """The whole program. A game's own verbs are grouped under the game's id."""

    completes = False
    lists_all = False
    """Whether help lists every command with what it does: `-h --all`."""
    meant = _MEANT

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Turn `help score` into `score -h`, and add the options about completion if needed."""
        if args and folded(args[0]) == "help":
            args = [*args[1:], "-h"]
        self.lists_all = sorted(args) in (["--all", "--help"], ["--all", "-h"])
        args = ["-h"] if self.lists_all else args
        if (not args or args[0].startswith("-")) and not self.completes:
            self.completes = True
            self.params.extend(get_install_completion_arguments())
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the command. Raises Invalid with a hint if `score` was left out before points."""
        if re.match(r"[+\-−=]\d", "".join(args[1:2])) and self.get_command(ctx, args[0]) is None:
            raise Invalid(
                f"There is no command “companion {args[0]}”.",
                f"For points: `companion score {' '.join(map(quote, args))}`.",
            )
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """The program's own commands, then one for each game that works."""
        return [*COMMANDS, *working(_verbs)]

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the commands of an evening and the names of the others, or everything."""
        if self.lists_all:
            super().format_options(ctx, formatter)
            return
        evening, *others = GROUPS
        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_dl(self._lines(GROUPS[evening]))
        formatter.write_paragraph()
        for title in others:
            words = [*map(_with_word, GROUPS[title].items()), *_games_of(title)]
            formatter.write(_in_brief(title, words, formatter.width))
        formatter.write(_MORE_HELP)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """Write all commands, group by group."""
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl(self._lines([*commands, *_games_of(title)]))

    def _lines(self, names: Iterable[str]) -> list[tuple[str, str]]:
        """Each command with its one-line description."""
        found = {name: self.get_command(None, name).help for name in names}
        return [(name, text.partition("\n\n")[0]) for name, text in found.items()]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Get one of the program's own commands, or a game; other packages' games last, as they are
        slow.
        """
        own = super().get_command(ctx, cmd_name)
        if own is not None:
            return own
        game_id = folded(cmd_name)
        if game_id not in self.made and (game_id in games.OWN or game_id in games.game_ids()):
            self.made[game_id] = _verbs(game_id)
        return self.made.get(game_id)

    def elsewhere(self, ctx: Any, name: str) -> list[str]:
        """The same word as a game's verb or as a subcommand: `bwd roll` for `roll`."""
        for groups in (games.OWN, _OF_SEVERAL):
            verbs = {group: self.get_command(ctx, group).loaders for group in groups}
            found = [f"companion {group} {name}" for group in groups if name in verbs[group]]
            if found:
                return found
        return []


_GAMES = "Games"
_MORE_HELP = "`companion score -h` explains one; `companion -h --all` lists everything.\n"


def _games_of(title: str) -> list[str]:
    return working(_verbs) if title == _GAMES else []


def _with_word(command: tuple[str, tuple[str, str]]) -> str:
    name, (_, word) = command
    return f"{name} ({word})" if word else name


def _in_brief(title: str, names: Iterable[str], width: int) -> str:
    """A group of commands in a line or two, without breaks between a name and its explanation."""
    line = f"  {title:<8}{' · '.join(names)}"
    tied = line[:10] + line[10:].replace(" (", f"{TIE}(")
    return f"{untied(fill(tied, width, subsequent_indent=' ' * 10))}\n"


class Verbs(LazyGroup):
    """A game's own verbs, which are only about plays of that game."""

    @property
    def secret(self) -> Collection[str]:
        """Verbs and options that are followed by a secret."""
        found: Collection[str] = self.declared.secret
        return found

    @property
    def private(self) -> Collection[str]:
        """Verbs that show what only the player named first may see."""
        found: Collection[str] = self.declared.private
        return found

    def about(self, name: str) -> str:
        """A short description of a verb."""
        return str(self.declared.find(name).about)

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the verb, and note its game at the desk."""
        ctx.obj.options.game = self.name
        return super().resolve_command(ctx, args)

    def elsewhere(self, ctx: Any, name: str) -> list[str]:
        """The program's own command of that name: `undo` for `bwd undo`."""
        return [f"companion {name}"] if name in COMMANDS else []


class StartGroup(LazyGroup):
    """`start GAME`: every game has a `start` of its own, with its own options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Allow common options before the game's id, too."""
        if args and args[0].startswith("-") and args[0] not in ("-h", "--help"):
            ids = games.game_ids()
            game = next((arg for arg in args if folded(arg) in ids), None)
            if game is not None:
                args.remove(game)
                args.insert(0, game)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: Any) -> list[str]:
        """The ids of all games that work."""
        return working(_start_of)

    def words(self, ctx: Any) -> list[tuple[str, str]]:
        """The titles of the games that the group has scored on sheets."""
        from companion.table.plays.titles import sheet_titles

        try:
            return [(title, "score sheet") for title in sheet_titles(ctx.obj.group_document())]
        except CompanionError:
            return []

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[Any, Any, list[str]]:
        """Find the `start` of the named game; unknown titles get a score sheet.

        Raises NotFound for a title that looks like a mistyped one, Ambiguous, or Refused for a
        player's name.
        """
        if not args[0].startswith("-"):
            from companion.table.plays.titles import started

            args = started(ctx.obj, args)
        return super().resolve_command(ctx, args)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Get a game's `start`."""
        if cmd_name not in games.OWN and cmd_name not in games.game_ids():
            return None
        if cmd_name not in self.made:
            self.made[cmd_name] = _start_of(cmd_name)
        return self.made[cmd_name]


def _verbs(game_id: str) -> Any:
    from companion.cli.verbs import group_of_verbs

    return group_of_verbs(games.verbs(game_id), game_id, Verbs)


def _start_of(game_id: str) -> Any:
    from companion.cli.verbs import start_of

    return start_of(games.game(game_id), games.verbs(game_id).start)


def working(load: Callable[[str], Any]) -> list[str]:
    """The ids of the games whose commands load; the others get a warning that says why not."""
    ids = list(games.OWN)
    for game_id in games.game_ids():
        if game_id not in games.OWN:
            try:
                load(game_id)
            except Unusable as problem:
                print_warning(problem.message)
            else:
                ids.append(game_id)
    return ids


START_HELP = """Begin a play.

Examples:
  companion start bwd Ana Ben
  companion start bwd Ana Ben Cho --first ben --target 20
  companion start blank            the same players as last time
  companion start bwd -h           the options of this game
"""


def _start() -> LazyGroup:
    return lazy_group(
        "start",
        START_HELP,
        {},
        cls=StartGroup,
        options_metavar="",
        subcommand_metavar="GAME [PLAYER...] [OPTIONS]",
    )


def _print_version(ctx: Any, param: Any, value: bool) -> None:
    if value:
        print(f"companion {__version__}", flush=True)  # errors of the output show here
        raise typer.Exit


def root() -> LazyGroup:
    """Make the program's command group, ready to run."""
    loaders = {"start": _start, **commands_of("companion.cli.commands")}
    version = TyperOption(
        param_decls=["--version"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_print_version,
        help="Print the version.",
    )
    group = lazy_group("companion", HELP, loaders, cls=Root, params=[version])
    if COMPLETING in os.environ:
        get_install_completion_arguments()  # also registers the shells
    return group
