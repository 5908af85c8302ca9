"""The options that choose among the plays of years, and what completes them in a shell."""

from typing import Annotated

import typer


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
    str | None,
    typer.Option("--place", metavar="NAME", help="Where it was, if that was told."),
]
Since = Annotated[
    str | None, typer.Option(metavar="DATE", help="From 2026, 2026-11 or 2026-11-22 on.")
]
Until = Annotated[str | None, typer.Option(metavar="DATE", help="Up to that date.")]
