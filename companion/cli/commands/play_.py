"""`companion play ...`."""

from typing import Annotated

import typer

from companion.table.reply import Reply

HELP = """Look back on one play.

\b
Examples:
  companion play show            the one at hand
  companion play show bwd-3 -o report.html
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
    """Tell how a play went: who, when, how long, points by round, the end.

    \b
    Examples:
      companion play show
      companion play show 3 --log
      companion play show bwd-3 -o report.html
    """
    from companion.table.records.report import report

    found = report(ctx.obj, play)
    if output is None:
        return Reply(found.document, blocks=lambda: found.blocks(with_log=log))
    from companion.cli.pages import page_reply

    return page_reply(ctx.obj, output, found)
