"""`companion lookup`, for the ids that refusals cite, and for the words of a game."""

from typing import Annotated

import typer

from companion.table.lookup import look_up
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("lookup")
@takes(group=False, play=False)
def lookup(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="RULE|WORD...", show_default=False)],
) -> Reply:
    """See the rule that a refusal cites, or what a word means.

    \b
    Examples:
      companion lookup BWD-38
      companion lookup A-BW-12      where the rulebook is silent: our reading
      companion lookup penalty
      companion lookup draw pile
    """
    return look_up(" ".join(words))
