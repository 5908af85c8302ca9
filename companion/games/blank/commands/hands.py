"""Verbs about hands and the draw pile: cards drawn, discarded, given, counted."""

from typing import Annotated

import typer

from companion.arguments import MaybePlayer, Player
from companion.core.action import Action
from companion.core.names import short
from companion.core.numbers import only_digits, whole
from companion.core.reply import Reply
from companion.core.seats import is_somebody
from companion.errors import Invalid
from companion.games.blank.commands.at_table import BoxesInPlay, warn_of
from companion.games.blank.commands.catalogue import text_of
from companion.games.blank.moves import turns
from companion.games.blank.state import State
from companion.table.desk import Desk
from companion.table.entering import enter, player_seat
from companion.table.options import takes

app = typer.Typer()


Count = Annotated[str, typer.Argument(metavar="N", show_default=False)]
MOST = 999


def count_of(text: str, least: int = 1) -> int:
    """A number of cards, as typed. Raises Invalid."""
    number = whole(text.strip().lstrip("=+"), least, MOST)
    if number is None:
        raise Invalid(f"“{short(text)}” is no number of cards.", "A whole number, such as 2.")
    return number


@app.command("draw")
@takes(house=True)
def draw(
    ctx: typer.Context,
    player: MaybePlayer = None,
    count: Annotated[str | None, typer.Argument(metavar="[N]", show_default=False)] = None,
    why: Annotated[str, typer.Option(metavar="TEXT", help="By which rule or card.")] = "",
) -> Reply:
    """Somebody draws.

    Without a number: the player whose turn it is has no card that fits, which is a Penalty. With
    one: so many cards, for an effect.

    \b
    Examples:
      companion blank draw               no match: one card, and the turn ends
      companion blank draw ben 2         Ben draws two, by a rule
      companion blank draw ben 2 --why "rule 15"
    """

    def plan(action: Action[State]) -> None:
        who, number = player, count
        named = is_somebody(action.state.seats, player or "")
        if count is None and only_digits(player or "") and not named:
            who, number = None, player  # `draw 2`: whoever's turn it is draws two
        seat = action.state.turn if who is None else player_seat(action, who)
        if number is None and not why and seat == action.state.turn:
            turns.take_penalty(action, seat, ["cannot-play"], None)
        else:
            drawn = 1 if number is None else count_of(number)
            turns.draw_cards(action, seat, drawn, text_of(why))

    return enter(ctx, plan)


@app.command("discard")
@takes(house=True)
def discard(
    ctx: typer.Context,
    player: Player,
    what: Annotated[str, typer.Argument(metavar="N|CARD", show_default=False)] = "1",
) -> Reply:
    """Cards that an effect lets somebody discard: no move of a turn.

    \b
    Examples:
      companion blank discard ana 2
      companion blank discard ana 3-circle      that one is on top now
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        seat = player_seat(action, player)
        if only_digits(what.strip()):
            turns.discard_cards(action, seat, count_of(what), None)
            return
        found = BoxesInPlay(desk, action.state.boxes).card(what)
        warn_of(action, [found])
        turns.discard_cards(action, seat, 1, found.card)

    return enter(ctx, plan)


@app.command("give")
@takes(house=True)
def give(ctx: typer.Context, giver: Player, taker: Player, count: Count = "1") -> Reply:
    """Cards that go from one hand to another.

    \b
    Examples:
      companion blank give ana ben 2
    """

    def plan(action: Action[State]) -> None:
        source, target = player_seat(action, giver), player_seat(action, taker)
        if source == target:
            raise Invalid("From one hand to another.", "Name the giver first, then the taker.")
        action.add("cards.given", **{"from": source, "to": target, "count": count_of(count)})

    return enter(ctx, plan)


@app.command("hand")
@takes(house=True)
def hand(ctx: typer.Context, player: Player, count: Count) -> Reply:
    """So many cards somebody has, whatever was told before.

    \b
    Examples:
      companion blank hand ana 5
      companion blank hand ana 0
    """
    return enter(
        ctx,
        lambda action: turns.count_hand(action, player_seat(action, player), count_of(count, 0)),
    )


@app.command("reshuffle")
@takes(house=True)
def reshuffle(ctx: typer.Context) -> Reply:
    """The discards but the top one become the draw pile.

    \b
    Examples:
      companion blank reshuffle
    """

    def plan(action: Action[State]) -> None:
        left = action.state.draw_pile
        if left:
            action.warn(f"By what was told, {left} were left to draw: they are counted in.")
        action.add("pile.reshuffled")

    return enter(ctx, plan)
