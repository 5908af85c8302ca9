"""`companion log`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.plays import views

app = typer.Typer()


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
    return views.show_log(ctx.obj, last)
