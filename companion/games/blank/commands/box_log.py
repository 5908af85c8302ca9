"""`companion blank copy undo`, `redo`, `log`, `story`: what was told of a box, and when."""

import typer

from companion.arguments import Entry
from companion.core.log import Wording
from companion.games.blank.commands.boxes import BoxName, CopyName, one_box
from companion.games.blank.game import GAME
from companion.table import copylog
from companion.table.options import takes
from companion.table.reply import Reply

SAY = Wording(
    commands="companion blank copy",
    as_begun="nothing that was told of this box stands",
    beginning="the box itself",
    way_out="`companion blank rule add …` tells of a card.",
)

app = typer.Typer()


@app.command("undo")
@takes(play=False)
def undo_told(ctx: typer.Context, entry: Entry = None, copy: CopyName = None) -> Reply:
    """Take back what was told of a box last, or earlier.

    \b
    Examples:
      companion blank copy undo
      companion blank copy undo 5      entry 5 alone
    """
    return copylog.undo_told(ctx.obj, GAME, entry, SAY, one_box(ctx.obj, copy).ref.id)


@app.command("redo")
@takes(play=False)
def redo_told(ctx: typer.Context, entry: Entry = None, copy: CopyName = None) -> Reply:
    """Bring back what was taken back.

    \b
    Examples:
      companion blank copy redo
      companion blank copy redo 5      entry 5, even after later entries
    """
    return copylog.redo_told(ctx.obj, GAME, entry, SAY, one_box(ctx.obj, copy).ref.id)


@app.command("log")
@takes(play=False)
def log_told(ctx: typer.Context, box: BoxName = None) -> Reply:
    """See all that was told of a box, with its numbers.

    \b
    Examples:
      companion blank copy log
      companion blank copy log friday --json
    """
    return copylog.show_told(ctx.obj, GAME, one_box(ctx.obj, box).ref.id)


@app.command("story")
@takes(play=False)
def story(ctx: typer.Context, box: BoxName = None) -> Reply:
    """Read how a box came to be what it is.

    \b
    Examples:
      companion blank copy story
      companion blank copy story friday --json
    """
    from companion.games.blank.commands.annals import told_story

    return told_story(ctx.obj, one_box(ctx.obj, box))
