"""`companion lookup`, for the ids that refusals cite."""

from typing import Annotated

import typer

from companion.table.lookup import show_rule
from companion.table.options import takes
from companion.table.reply import Reply

app = typer.Typer()


@app.command("lookup")
@takes(group=False, play=False)
def lookup(
    ctx: typer.Context,
    rule: Annotated[str, typer.Argument(metavar="RULE", show_default=False)],
) -> Reply:
    """See the rule that a refusal cites.

    \b
    Examples:
      companion lookup BWD-38
      companion lookup A-BW-12      where the rulebook is silent: our reading
    """
    return show_rule(rule)
