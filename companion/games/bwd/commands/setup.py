"""Setup verbs: `deal`, `add`, `fill`."""

from typing import Annotated

import typer

from companion.core.reply import Reply
from companion.games.bwd.commands.shapes import enter, seat_of
from companion.games.bwd.moves import setup
from companion.table.entering import desk_of
from companion.table.options import takes

app = typer.Typer()


@app.command("deal")
@takes(house=True)
def deal(ctx: typer.Context) -> Reply:
    """Let the companion shuffle and deal.

    \b
    Examples:
      companion bwd deal
    """
    chance = desk_of(ctx).chance
    return enter(ctx, lambda action, cards: setup.deal(action, cards, chance(action.entry)))


@app.command("add")
@takes(house=True)
def add(
    ctx: typer.Context,
    cards: Annotated[list[str], typer.Argument(metavar="CARD...", show_default=False)],
    by: Annotated[str | None, typer.Option(metavar="PLAYER", help="Whose card it is.")] = None,
    over: Annotated[
        str | None, typer.Option(metavar="CARD", help="Which card it overwrites.")
    ] = None,
) -> Reply:
    """Put cards into the tableau.

    \b
    Examples:
      companion bwd add 17 22 --by ana
      companion bwd add opportunity
      companion bwd add 41 --over re-roll      also where it lies in the tableau by now
    """
    return enter(
        ctx,
        lambda action, catalogue: setup.add(
            action, catalogue, catalogue.whole_names(cards), seat_of(action, by), over
        ),
    )


@app.command("fill")
@takes(house=True)
def fill(ctx: typer.Context) -> Reply:
    """Draw from the reserve until all are there.

    \b
    Examples:
      companion bwd fill
    """
    chance = desk_of(ctx).chance
    return enter(ctx, lambda action, cards: setup.fill(action, cards, chance(action.entry)))
