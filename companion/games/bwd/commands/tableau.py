"""Verbs about the tableau: `neutralize`, `restore`, `mark`, `unmark`."""

from typing import Annotated

import typer

from companion.arguments import Player
from companion.core.action import Action
from companion.core.reply import Reply
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.commands.shapes import CardName, enter
from companion.games.bwd.moves import tableau
from companion.games.bwd.state import State
from companion.table.entering import player_seat
from companion.table.options import takes

app = typer.Typer()


@app.command("neutralize")
@takes(house=True)
def neutralize(ctx: typer.Context, card: CardName) -> Reply:
    """Turn a card face-down.

    It cannot be tagged then, and its icons erase themselves.

    \b
    Examples:
      companion bwd neutralize investment
    """
    return enter(ctx, lambda action, cards: tableau.neutralize(action, cards, card))


@app.command("restore")
@takes(house=True)
def restore(ctx: typer.Context, card: CardName) -> Reply:
    """Turn a card face-up again.

    \b
    Examples:
      companion bwd restore investment
    """
    return enter(ctx, lambda action, cards: tableau.restore(action, cards, card))


@app.command("mark")
@takes(house=True)
def mark(
    ctx: typer.Context,
    player: Player,
    on: Annotated[str, typer.Argument(metavar="CARD[:ICON]|DIE:FACE|score", show_default=False)],
) -> Reply:
    """Lay a player's disc on something.

    \b
    Examples:
      companion bwd mark ana investment
      companion bwd mark ana points:3
      companion bwd mark ana score
    """

    def plan(action: Action[State], cards: Catalogue) -> None:
        tableau.mark(action, cards, player_seat(action, player), on)

    return enter(ctx, plan)


@app.command("unmark")
@takes(house=True)
def unmark(ctx: typer.Context, player: Player) -> Reply:
    """Take a player's disc back.

    \b
    Examples:
      companion bwd unmark ana
    """
    return enter(
        ctx, lambda action, cards: action.add("disc.lifted", seat=player_seat(action, player))
    )
