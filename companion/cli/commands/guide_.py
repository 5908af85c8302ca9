"""`companion guide`: what there is to read about the games and the program."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.table.current import takes
from companion.table.lookup.documents import guide_names, list_guides, show_guide

app = typer.Typer()


def _names(ctx: typer.Context, incomplete: str) -> list[str]:
    """The guides that begin so, for the shell to complete."""
    return [name for name in guide_names() if name.startswith(incomplete.lower())]


@app.command("guide")
@takes(group=False, play=False)
def guide(
    ctx: typer.Context,
    name: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME]", show_default=False, autocompletion=_names),
    ] = None,
) -> Reply:
    """Read how a game is played here, or how to do something else.

    Without a name, see which guides there are. At a terminal, a long one is shown page by page, by
    what PAGER says.

    \b
    Examples:
      companion guide
      companion guide bwd
      companion guide dice box
      companion guide printing > printing.md      as it stands in its file
    """
    return show_guide(" ".join(name)) if name else list_guides()
