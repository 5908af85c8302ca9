"""The group's plays: `plays`, `play ...` and `resume`; and the options that choose among them."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes


def _players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Everybody who has played, for the shell to complete."""
    from companion.table.history.filters import known_players

    names = known_players(ctx.obj)
    return [name for name in names if name.lower().startswith(incomplete.lower())]


def _games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games that were played, for the shell to complete."""
    from companion.table.history.filters import games_played

    return [game for game in games_played(ctx.obj) if game.lower().startswith(incomplete.lower())]


Players = Annotated[
    list[str] | None,
    typer.Argument(metavar="[PLAYER...]", show_default=False, autocompletion=_players),
]
GameOption = Annotated[
    str | None,
    typer.Option(
        "--game", metavar="GAME", help="By its id here, or its title.", autocompletion=_games
    ),
]
PlayerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--player",
        metavar="NAME",
        help="Who has to be in it; may be given again.",
        autocompletion=_players,
    ),
]
PlaceOption = Annotated[
    str | None, typer.Option("--place", metavar="NAME", help="Where it was, if that was told.")
]
Since = Annotated[
    str | None, typer.Option(metavar="DATE", help="From 2026, 2026-11 or 2026-11-22 on.")
]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="Up to that date.")]


app = typer.Typer()


@app.command("plays")
@takes(play=False)
def plays(
    ctx: typer.Context,
    every: Annotated[bool, typer.Option("--all", help="Older ones too.")] = False,
    game: GameOption = None,
    players: PlayerOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
) -> Reply:
    """List the group's plays: who, when, how long.

    \b
    Examples:
      companion plays
      companion plays --all
      companion plays --game blank --player ana --player ben
      companion plays --since 2026-11 --place "Ben's kitchen"
    """
    from companion.table.history.filters import Choice
    from companion.table.history.play_list import list_plays

    choice = Choice(game, players or (), since, until, place)
    return list_plays(ctx.obj, every, choice)


play = typer.Typer(
    name="play",
    help="""Look back on one play, and say which are one.

\b
Examples:
  companion play show            the one at hand
  companion play show bwd-3 -o report.html
  companion play same bwd-3 bwd-5
""",
)
app.add_typer(play)


@play.command("show")
def show(
    ctx: typer.Context,
    play: Annotated[str | None, typer.Argument(metavar="[PLAY]", show_default=False)] = None,
    log: Annotated[bool, typer.Option("--log", help="With every entry.")] = False,
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="As a page: report.html.")
    ] = None,
) -> Reply:
    """Tell how a play went: who, when, points by round, the end.

    \b
    Examples:
      companion play show
      companion play show 3 --log
      companion play show bwd-3 -o report.html
    """
    from companion.table.history.report import report

    found = report(ctx.obj, play)
    if output is None:
        return Reply(found.document, blocks=lambda: found.blocks(with_log=log))
    from companion.cli.destination import page_reply

    return page_reply(ctx.obj, output, found)


One = Annotated[str, typer.Argument(metavar="PLAY", show_default=False)]


@play.command("same")
@takes(play=False)
def same(ctx: typer.Context, one: One, other: One) -> Reply:
    """Say that two plays are one: it counts once.

    Two devices may have followed it; both logs stay. Groups that are joined say which plays look
    like one; this is for those that do not, and for a play that another program told as well.

    \b
    Examples:
      companion play same bwd-3 bwd-5
      companion play same bwd-3 import-1.2
    """
    from companion.table.history.play_list import say_same

    return say_same(ctx.obj, one, other)


@play.command("apart")
@takes(play=False)
def apart(ctx: typer.Context, one: One, other: One) -> Reply:
    """Say that two plays are two, though they look like one: both count.

    \b
    Examples:
      companion play apart bwd-3 bwd-5
    """
    from companion.table.history.play_list import say_two

    return say_two(ctx.obj, one, other)


@play.command("split")
@takes(play=False)
def split(ctx: typer.Context, one: One) -> Reply:
    """Say that a play that is counted once with another was two: both count.

    Either of the two may be named; `companion plays` says which they are.

    \b
    Examples:
      companion play split bwd-5
    """
    from companion.table.history.play_list import say_split

    return say_split(ctx.obj, one)


@app.command("resume")
@takes(play=False)
def resume(
    ctx: typer.Context, play: Annotated[str, typer.Argument(metavar="PLAY", show_default=False)]
) -> Reply:
    """Go back to another play.

    Entries are about that play from now on.

    \b
    Examples:
      companion resume bwd-3
      companion resume 3
    """
    from companion.table.history.play_list import resume as go_back

    return go_back(ctx.obj, play)
