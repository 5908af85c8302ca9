"""What is entered of the play at hand and what stands there: `table`, `score` … `finish`."""

from typing import Annotated

import typer

from companion.cli.completions import scoring, seated
from companion.core.reply import Reply
from companion.errors import Invalid, NotFound
from companion.table.current import takes
from companion.table.plays import enter

app = typer.Typer()

Entry = Annotated[str | None, typer.Argument(metavar="[ENTRY]", show_default=False)]
"""The number of an entry, as `companion log` shows it."""


def _players(ctx: typer.Context, args: list[str], incomplete: str) -> list[tuple[str, str]]:
    """Who may get the marker."""
    return enter.takers(ctx.obj)


@app.command("table")
def table(ctx: typer.Context) -> Reply:
    """See how things stand, and what comes next.

    \b
    Examples:
      companion table
      companion table --json
      companion table --play bwd-3
    """
    from companion.table.plays import views

    return views.table(ctx.obj)


@app.command("score")
@takes(house=True)
def score(
    ctx: typer.Context,
    changes: Annotated[
        list[str],
        typer.Argument(metavar="PLAYER ±N|=N ...", show_default=False, autocompletion=scoring),
    ],
) -> Reply:
    """Enter points: gained, lost, or what is there.

    \b
    Examples:
      companion score ana +3
      companion score ben -2
      companion score ana +3 ben -2     both in one entry
      companion score ben =7            Ben has 7 now
      companion score ana +12+7         sums are added up
    """
    return enter.score(ctx.obj, changes)


@app.command("first")
@takes(house=True)
def first(
    ctx: typer.Context,
    player: Annotated[
        str | None,
        typer.Argument(metavar="[PLAYER]", show_default=False, autocompletion=_players),
    ] = None,
) -> Reply:
    """See or hand over the first-player marker.

    \b
    Examples:
      companion first
      companion first ben
      companion first random    draws who gets it
    """
    return enter.first(ctx.obj, player)


@app.command("pass")
@takes(house=True)
def pass_marker(ctx: typer.Context) -> Reply:
    """Hand the first-player marker on, to the left.

    `next` does it by itself at the end of a round.

    \b
    Examples:
      companion pass
    """
    return enter.pass_marker(ctx.obj)


@app.command("next")
@takes(house=True)
def go_on(
    ctx: typer.Context,
    untold: Annotated[
        bool, typer.Option("--untold", help="What is still open was done, and nobody told it.")
    ] = False,
) -> Reply:
    """Go on to the next phase, turn or round.

    At the end of a round it is seen whether somebody has won.

    \b
    Examples:
      companion next
      companion next --untold
    """
    return enter.go_on(ctx.obj, untold)


@app.command("undo")
@takes(house=True)
def undo(
    ctx: typer.Context,
    entry: Entry = None,
    onwards: Annotated[
        bool, typer.Option("--onwards", help="That entry, and all that came after it.")
    ] = False,
    last: Annotated[
        str | None, typer.Option(metavar="N", help="As many of the newest entries.")
    ] = None,
) -> Reply:
    """Take back the newest entry, or another.

    \b
    Examples:
      companion undo
      companion undo --last 2       the two newest
      companion undo 5              entry 5 alone, if all later ones still stand
      companion undo 5 --onwards    entry 5 and all that came after it
    """
    from companion.table.plays import undo as changing

    try:
        ctx.obj.play_ref()
    except NotFound as problem:
        from companion.table.boxes.stored_box import newest_undo

        command = newest_undo(ctx.obj)
        if command:
            problem.hint = f"`{command}` takes back the newest entry of a box."
        raise
    return changing.undo(ctx.obj, entry, onwards, last)


@app.command("redo")
@takes(house=True)
def redo(ctx: typer.Context, entry: Entry = None) -> Reply:
    """Bring back what was undone.

    \b
    Examples:
      companion redo        all that the last undo took
      companion redo 5      entry 5, even after later entries
    """
    from companion.table.plays import undo as changing

    return changing.redo(ctx.obj, entry)


@app.command("log")
def log(
    ctx: typer.Context,
    last: Annotated[str | None, typer.Option(metavar="N", help="Only so many, the newest.")] = None,
) -> Reply:
    """See all entries, with their numbers.

    \b
    Examples:
      companion log
      companion log --last 10
      companion log --json
    """
    from companion.table.plays import views

    return views.show_log(ctx.obj, last)


@app.command("finish")
@takes(house=True)
def finish(
    ctx: typer.Context,
    winner: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Who has won; once for each.", autocompletion=seated),
    ] = None,
    won: Annotated[bool, typer.Option("--won", help="All have won together.")] = False,
    lost: Annotated[bool, typer.Option("--lost", help="All have lost together.")] = False,
    abandon: Annotated[bool, typer.Option("--abandon", help="End it without a winner.")] = False,
    others: Annotated[
        bool, typer.Option("--others", help="With --abandon: all plays but this one.")
    ] = False,
) -> Reply:
    """End the play.

    Whoever leads has won, unless you say otherwise; afterwards, too: undo, then finish --winner.

    \b
    Examples:
      companion finish
      companion finish --winner ben
      companion finish --winner ana --winner ben
      companion finish --won        a cooperative game; or --lost
      companion finish --abandon
      companion finish --abandon --others
    """
    if won and lost:
        raise Invalid("Won, or lost?", "Leave out `--won` or `--lost`.")
    if others:
        if not abandon or winner or won or lost:
            raise Invalid(
                "Other plays can only be abandoned together.",
                "`companion finish --abandon --others`",
            )
        return enter.abandon_others(ctx.obj)
    return enter.finish(ctx.obj, winner or [], abandon, won if won or lost else None)
