"""`companion play ...`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes

HELP = """Look back on one play, and say which are one.

\b
Examples:
  companion play show            the one at hand
  companion play show bwd-3 -o report.html
  companion play same bwd-3 bwd-5
"""

app = typer.Typer(name="play", help=HELP)


@app.command("show")
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


@app.command("same")
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


@app.command("apart")
@takes(play=False)
def apart(ctx: typer.Context, one: One, other: One) -> Reply:
    """Say that two plays are two, though they look like one: both count.

    \b
    Examples:
      companion play apart bwd-3 bwd-5
    """
    from companion.table.history.play_list import say_two

    return say_two(ctx.obj, one, other)
