"""`companion blank mix`: several boxes on one table."""

from typing import Annotated

import typer

from companion.core.names import listed
from companion.core.referee import Referee
from companion.core.reply import Reply
from companion.errors import Invalid, Refused
from companion.games.blank.box_views import about_box
from companion.games.blank.cards import ALL_GAME_CARDS
from companion.games.blank.commands.boxes import one_box
from companion.games.blank.game import GAME
from companion.games.blank.mixing import require_marks
from companion.table.boxes import in_use, named_copy, use
from companion.table.desk import Desk
from companion.table.options import takes

app = typer.Typer()


@app.command("mix")
@takes(play=False)
def mix(
    ctx: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="BOX BOX...", show_default=False)],
) -> Reply:
    """Play with several boxes at once.

    \b
    Examples:
      companion blank mix friday cellar
      companion deck mix friday cellar       the same
    """
    desk: Desk = ctx.obj
    ids = list(dict.fromkeys(named_copy(desk, GAME, name) for name in names))
    if len(ids) < 2:
        raise Invalid("One box alone is not mixed.", "`companion blank mix friday cellar`")
    found = [(copy_id, one_box(desk, copy_id).reference) for copy_id in ids]
    require_marks([deck for _, deck in found], Referee())
    titles = listed([deck.title for _, deck in found])
    if in_use(desk, GAME) == ids:
        raise Refused(f"{titles} are mixed already.", "`companion blank unmix` sorts them.")
    use(desk, GAME, ids)
    rules = sum(deck.counts.rule_deck for _, deck in found)
    return Reply(
        document=lambda: {
            "copies": [{**about_box(copy_id, deck), "in_use": True} for copy_id, deck in found]
        },
        lines=(
            f"{titles} are mixed: {ALL_GAME_CARDS * len(found)} game cards, {rules} rules to draw "
            "from.",
            "→ `companion start blank …` plays with all of them; `companion blank unmix` sorts "
            "them into their boxes again.",
        ),
    )
