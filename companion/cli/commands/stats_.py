"""`companion stats`: what the group's plays say together."""

from collections.abc import Sequence
from typing import Annotated

import typer

from companion.cli.choosing import GameOption, Players, Since, Until
from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.history.filters import Choice, Selection, selected

app = typer.Typer()


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
    about = selected(ctx.obj, Choice(game, (), since, until))
    reply = _told(about, players or (), every)
    return reply._replace(warnings=(*reply.warnings, *about.twice))


def _told(about: Selection, players: Sequence[str], every: bool) -> Reply:
    if not players:
        from companion.table.history.statistics import overview

        return overview(about, every)
    from companion.table.history import statistics as people
    from companion.table.history.filters import players_named

    names = players_named(about, players)
    return (
        people.one_player(about, names[0])
        if len(names) == 1
        else people.several_players(about, names)
    )
