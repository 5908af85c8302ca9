"""`companion player ...`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.groups import players

HELP = """Add, rename and choose players.

`start` adds new ones by itself.

\b
Examples:
  companion player list
  companion player rename Ana Anna
"""

app = typer.Typer(name="player", help=HELP)

Name = Annotated[str, typer.Argument(metavar="NAME", show_default=False)]
NewName = Annotated[str, typer.Argument(metavar="NEW_NAME", show_default=False)]


@app.command("new")
@takes(play=False)
def new(ctx: typer.Context, name: Name) -> Reply:
    """Add somebody to the group.

    \b
    Examples:
      companion player new Cho
    """
    return players.new_player(ctx.obj, name)


@app.command("list")
@takes(play=False)
def list_(ctx: typer.Context) -> Reply:
    """See the group's players.

    \b
    Examples:
      companion player list
    """
    return players.list_players(ctx.obj)


@app.command("rename")
@takes(play=False)
def rename(
    ctx: typer.Context,
    name: Name,
    new_name: NewName,
    same: Annotated[
        bool, typer.Option("--same", help="Both names are one player's: one was mistyped.")
    ] = False,
) -> Reply:
    """Give a player another name, in the group and in its live plays.

    \b
    Examples:
      companion player rename Ana Anna
      companion player rename Bne Ben --same    Bne was Ben all along
    """
    return players.rename_player(ctx.obj, name, new_name, same)


@app.command("use")
@takes(play=False)
def use(ctx: typer.Context, name: Name) -> Reply:
    """Choose whom `score` is about when it names nobody.

    \b
    Examples:
      companion player use ana
      companion score +3            Ana's, from then on
    """
    return players.use_player(ctx.obj, name)
