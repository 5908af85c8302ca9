"""What the group's plays say together: `stats`, `ratings`, and `chart ...`, which draws it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.commands.plays import (
    GameOption,
    PlaceOption,
    Players,
    PlayOrCurrent,
    Since,
    Until,
)
from companion.cli.destination import OutputTarget, output_target, sent
from companion.core.reply import Reply
from companion.errors import Refused
from companion.table.current import takes
from companion.table.files import STANDARD
from companion.table.history.filters import Choice, Selection, players_named, selected

if TYPE_CHECKING:
    from companion.core.blocks import Chart

app = typer.Typer()


@app.command("stats")
@takes(play=False)
def stats(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
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
      companion stats --place kitchen

    Cooperative plays are nobody's wins: they are counted apart. H-index 7: seven games were played
    seven times or more. Nickels are games of 5 to 9 plays, dimes those of 10 and more.
    """
    about = selected(ctx.obj, Choice(game, (), since, until, place))
    reply = _told(about, players or (), every)
    return reply._replace(warnings=(*reply.warnings, *about.twice))


def _told(about: Selection, players: Sequence[str], every: bool) -> Reply:
    if not players:
        from companion.table.history import statistics

        return statistics.overview(about, every)
    from companion.table.history import player_statistics

    names = players_named(about, players)
    if len(names) == 1:
        return player_statistics.one_player(about, names[0], every)
    return player_statistics.several_players(about, names)


@app.command("ratings")
@takes(play=False)
def ratings(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
) -> Reply:
    """See how strong everybody is, and how sure that is.

    \b
    Examples:
      companion ratings
      companion ratings --game bwd
      companion ratings ana ben --since 2026
      companion chart ratings -o ratings.svg    how they came to be
    """
    from companion.table.history.ratings import ratings as rated

    return rated(selected(ctx.obj, Choice(game, (), since, until, place)), players or ())


Output = Annotated[
    str | None,
    typer.Option("-o", "--output", metavar="FILE", help="A .svg, .png, .pdf or .html; - is here."),
]
Kind = Annotated[
    str | None,
    typer.Option("--as", metavar="KIND", help="svg, png, pdf or html, if not by the ending."),
]


def chart_way(output: str | None, kind: str | None, as_json: bool) -> OutputTarget | None:
    """Where a chart is to go; None for the terminal. Asked first, before anything is counted.

    Raises Invalid for a kind that there is not, and for two things on one output.
    """
    return output_target(output, kind, False, as_json, example="chart.svg", usual="svg")


def chart_reply(way: OutputTarget | None, reply: Reply, chart: "Chart") -> Reply:
    """The answer as it is, or, where the chart goes somewhere, a line on where it went.

    What `--json` prints has `file` and `kind` added then. Raises Unusable where a library is not
    installed, Refused or StorageError where the file cannot be written.
    """
    if way is None:
        return reply
    from companion.printing import document

    told = {**reply.document(), "file": way.file, "kind": way.kind}
    made = document.chart(way.kind, chart)
    went = sent(way, made, chart.title)
    return Reply(
        document=lambda: told,
        lines=() if way.file == STANDARD else (f"{chart.title}: {went.where}.",),
        warnings=(*reply.warnings, *made.warnings),
    )


def _copies(ctx: typer.Context, incomplete: str) -> list[str]:
    from companion.cli.commands.deck.boxes import copies

    return copies(ctx, incomplete)


chart = typer.Typer(
    name="chart",
    help="""Draw how it went: points, wins, ratings, growing decks.

\b
Examples:
  companion chart tracks                       the play at hand, round by round
  companion chart wins --game bwd
  companion chart ratings -o ratings.svg
  companion chart growth friday -o growth.png
""",
)
app.add_typer(chart)


@chart.command("tracks")
def chart_tracks(
    ctx: typer.Context,
    play: PlayOrCurrent = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw everybody's points in a play, round by round.

    \b
    Examples:
      companion chart tracks
      companion chart tracks bwd-3 -o evening.svg
    """
    from companion.table.history.report import report

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    found = report(ctx.obj, ctx.obj.asked.play if play is None else play)
    title, track = f"{found.title} ({found.record.play})", found.track
    if track is None or not track.told:
        raise Refused(
            f"There is nothing to draw: nobody told what happened during {found.record.play}.",
            f"`companion play show {found.record.play}` tells what there is.",
        )
    drawn = track.chart(title)
    reply = Reply(document=found.document, blocks=lambda: [drawn])
    return chart_reply(way, reply, drawn)


@chart.command("wins")
@takes(play=False)
def chart_wins(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw how everybody's wins came together.

    \b
    Examples:
      companion chart wins
      companion chart wins ana ben --game bwd -o wins.svg
    """
    from companion.table.history import charts

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    about = selected(ctx.obj, Choice(game, (), since, until, place))
    return chart_reply(way, *charts.wins(about, players or ()))


@chart.command("ratings")
@takes(play=False)
def chart_ratings(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    place: PlaceOption = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw how the ratings came to be, with how sure they were.

    \b
    Examples:
      companion chart ratings
      companion chart ratings ana ben --game bwd -o ratings.png
    """
    from companion.table.history import charts

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    about = selected(ctx.obj, Choice(game, (), since, until, place))
    return chart_reply(way, *charts.ratings(about, players or ()))


@chart.command("growth")
@takes(play=False)
def chart_growth(
    ctx: typer.Context,
    copy: Annotated[
        str | None, typer.Argument(metavar="[COPY]", show_default=False, autocompletion=_copies)
    ] = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw how a deck has grown that players write on.

    \b
    Examples:
      companion chart growth
      companion chart growth friday -o growth.svg
    """
    from companion.table.history import charts

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    return chart_reply(way, *charts.growth(ctx.obj, copy))
