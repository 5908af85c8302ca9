"""`companion chart ...`: what can be drawn of plays and boxes, on the screen and as a picture."""

from typing import Annotated

import typer

from companion.cli.charts import Kind, Output, chart_reply, chart_way
from companion.cli.choosing import GameOption, Players, Since, Until
from companion.cli.commands.deck_ import copies
from companion.core.reply import Reply
from companion.errors import Refused
from companion.table.current import takes

HELP = """Draw how it went: points, wins, ratings, growing decks.

\b
Examples:
  companion chart tracks                       the play at hand, round by round
  companion chart wins --game bwd
  companion chart ratings -o ratings.svg
  companion chart growth friday -o growth.png
"""

app = typer.Typer(name="chart", help=HELP)


@app.command("tracks")
def tracks(
    ctx: typer.Context,
    play: Annotated[str | None, typer.Argument(metavar="[PLAY]", show_default=False)] = None,
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


@app.command("wins")
@takes(play=False)
def wins(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw how everybody's wins came together.

    \b
    Examples:
      companion chart wins
      companion chart wins ana ben --game bwd -o wins.svg
    """
    from companion.table.history.charts import wins as drawn
    from companion.table.history.filters import Choice, selected

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    reply, chart = drawn(selected(ctx.obj, Choice(game, (), since, until)), players or ())
    return chart_reply(way, reply, chart)


@app.command("ratings")
@takes(play=False)
def ratings(
    ctx: typer.Context,
    players: Players = None,
    game: GameOption = None,
    since: Since = None,
    until: Until = None,
    output: Output = None,
    kind: Kind = None,
) -> Reply:
    """Draw how the ratings came to be, with how sure they were.

    \b
    Examples:
      companion chart ratings
      companion chart ratings ana ben --game bwd -o ratings.png
    """
    from companion.table.history.charts import ratings as drawn
    from companion.table.history.filters import Choice, selected

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    reply, chart = drawn(selected(ctx.obj, Choice(game, (), since, until)), players or ())
    return chart_reply(way, reply, chart)


@app.command("growth")
@takes(play=False)
def growth(
    ctx: typer.Context,
    copy: Annotated[
        str | None, typer.Argument(metavar="[COPY]", show_default=False, autocompletion=copies)
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
    from companion.table.history.charts import growth as grown

    way = chart_way(output, kind, ctx.obj.asked.as_json)
    reply, chart = grown(ctx.obj, copy)
    return chart_reply(way, reply, chart)
