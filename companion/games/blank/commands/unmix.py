"""`companion blank unmix`: every card into its own box again."""

from typing import TYPE_CHECKING

import typer

from companion.core.reply import Reply
from companion.errors import Refused
from companion.games.blank.box_views import sorted_record
from companion.games.blank.commands.boxes import boxes
from companion.games.blank.game import GAME
from companion.table.boxes import in_use, use
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()


@app.command("unmix")
@takes(play=False)
def unmix(ctx: typer.Context) -> Reply:
    """See which card goes into which box, and have them apart again.

    \b
    Examples:
      companion blank unmix
    """
    desk: Desk = ctx.obj
    used = in_use(desk, GAME)
    if len(used) < 2:
        raise Refused("No boxes are mixed.", "`companion blank mix friday cellar` mixes two.")
    piles = [(copy.ref.id, copy.reference) for copy in boxes(desk, None)]

    def sorted_blocks() -> "list[Block]":
        from companion.games.blank.mixing import sorted_blocks

        return sorted_blocks([deck for _, deck in piles])

    reply = Reply(
        document=lambda: {"copies": [sorted_record(copy_id, deck) for copy_id, deck in piles]},
        blocks=sorted_blocks,
    ).settled(desk.asked.as_json)
    use(desk, GAME, used[:1])
    return reply
