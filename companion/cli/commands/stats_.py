"""`companion stats`: what the group's plays say together."""

from typing import Annotated

import typer

from companion.table.options import takes
from companion.table.reply import Reply
from companion.table.statistics.wanted import Wanted, found, known_games, known_players

app = typer.Typer()


def _players(ctx: typer.Context, incomplete: str) -> list[str]:
    """Everybody who has played, for the shell to complete."""
    names = known_players(ctx.obj)
    return [name for name in names if name.lower().startswith(incomplete.lower())]


def _games(ctx: typer.Context, incomplete: str) -> list[str]:
    """The games that were played, for the shell to complete."""
    return [game for game in known_games(ctx.obj) if game.lower().startswith(incomplete.lower())]


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
Since = Annotated[
    str | None, typer.Option(metavar="DATE", help="From 2026, 2026-11 or 2026-11-22 on.")
]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="Up to that date.")]


@app.command("stats")
@takes(play=False)
def stats(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    every: Annotated[bool, typer.Option("--all", help="All, however many there are.")] = False,
) -> Reply:
    """See who wins what, against whom, and whether it helps to begin.

    \b
    Examples:
      companion stats
      companion stats ana           game by game, and against everybody
      companion stats ana ben       against each other
      companion stats --game bwd    with scores and icons
      companion stats --since 2026
    """
    from companion.table.statistics.glance import glance

    about = found(ctx.obj, Wanted(game, since, until))
    if not players:
        return glance(about, every)
    from companion.table.statistics import people
    from companion.table.statistics.wanted import players_named

    names = players_named(about, players)
    return people.one(about, names[0]) if len(names) == 1 else people.several(about, names)
