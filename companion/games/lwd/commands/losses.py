"""Verbs at the end of a round: `lose`, `swap`; and `cards`, which puts a number right."""

from typing import Annotated

import typer

from companion.arguments import MaybePlayer, Player
from companion.core.action import Action
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.lwd.choices import how_to_lose
from companion.games.lwd.commands.words import is_number, number
from companion.games.lwd.moves import rounds
from companion.games.lwd.state import State
from companion.table.entering import enter
from companion.table.options import takes

app = typer.Typer()


@app.command("lose")
@takes(house=True)
def lose(
    ctx: typer.Context,
    player: MaybePlayer = None,
    cards: Annotated[str | None, typer.Argument(metavar="[CARDS]", show_default=False)] = None,
) -> Reply:
    """The loser of a round gives up a die: so many cards.

    Without a name, whoever has lost by what was revealed. The loser is the next Liar.

    \b
    Examples:
      companion lwd lose ana 2
      companion lwd lose 2
      companion lwd lose            all dice of the loser are alike
    """

    def plan(action: Action[State]) -> None:
        name, count = player, cards
        if name is not None and count is None and is_number(action.state, name):
            name, count = None, name
        seat = None if name is None else find_seat(action.state.seats, name)
        example = how_to_lose(action.state)
        lost = None if count is None else number(count, "number of cards", example)
        rounds.lose(action, rounds.loser(action, seat), lost)

    return enter(ctx, plan)


@app.command("swap")
@takes(house=True)
def swap(ctx: typer.Context, player: MaybePlayer = None) -> Reply:
    """The loser of a round swaps a card for a wildcard, unseen.

    \b
    Examples:
      companion lwd swap
      companion lwd swap ana
    """

    def plan(action: Action[State]) -> None:
        state = action.state
        liar = state.liar if state.swapper is None else state.swapper
        seat = liar if player is None else find_seat(state.seats, player)
        action.add("card.swapped", seat=seat)

    return enter(ctx, plan)


@app.command("cards")
@takes(house=True)
def cards(
    ctx: typer.Context,
    player: Player,
    count: Annotated[str | None, typer.Argument(metavar="N", show_default=False)] = None,
) -> Reply:
    """Put right how many cards a player has.

    \b
    Examples:
      companion lwd cards ana 4
    """

    def plan(action: Action[State]) -> None:
        seat = find_seat(action.state.seats, player)
        if count is None:
            name = action.state.name(seat)
            raise Invalid(f"How many cards has {name}?", f"`companion lwd cards {player} 4`")
        rounds.count_cards(
            action, seat, number(count, "number of cards", f"`companion lwd cards {player} 4`", 0)
        )

    return enter(ctx, plan)
