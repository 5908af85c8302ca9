"""Verbs about the discard pile: cards that are played, and which one lies on top."""

from typing import Annotated

import typer

from companion.core.action import Action
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.blank.commands.at_table import BoxesInPlay, warn_of
from companion.games.blank.in_play import who_and_what
from companion.games.blank.moves import turns
from companion.games.blank.state import State
from companion.table.desk import Desk
from companion.table.entering import enter
from companion.table.options import takes

app = typer.Typer()


@app.command("play")
@takes(house=True)
def play(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="[PLAYER] CARD...", show_default=False)],
    turn: Annotated[
        bool, typer.Option("--turn", help="It is that player's turn: others went untold.")
    ] = False,
    penalty: Annotated[
        bool, typer.Option("--penalty", help="It was wrong: take the Penalty for it.")
    ] = False,
) -> Reply:
    """Cards that somebody plays, the last one on top.

    Without a name: whoever's turn it is.

    \b
    Examples:
      companion blank play ana 4-hexagon
      companion blank play 4-hexagon 4-circle      4-circle ends up on top
      companion blank play ana toll                a customised card, by its title
      companion blank play ben red 4 --turn        it is Ben's turn after all
      companion blank play ben 2-circle --penalty  it did not match
      companion blank play ben 2-shield --house "rule 7 lets anybody jump in"
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        boxes = BoxesInPlay(desk, action.state.boxes, action.state.lying)
        seat, cards = who_and_what(action.state, words, boxes)
        if not cards:
            raise Invalid(
                f"What does {action.state.name(seat)} play?",
                f"`companion blank play {action.state.seats[seat].handle} 4-hexagon`",
            )
        found = [boxes.card(text) for text in cards]
        warn_of(action, found)
        played = [one.card for one in found]
        if turn and seat != action.state.turn:
            turns.give_turn(action, seat)
        if penalty:
            turns.take_back(action, seat, played)
            return
        turns.play_cards(action, seat, played, boxes.colours)
        # Told of the card on top alone: what lies below it does nothing (BL-56).
        action.lines += found[-1].hints

    return enter(ctx, plan)


@app.command("top")
@takes(house=True)
def top(
    ctx: typer.Context,
    card: Annotated[list[str], typer.Argument(metavar="CARD", show_default=False)],
) -> Reply:
    """Tell which card lies on top.

    \b
    Examples:
      companion blank top 3-circle
    """
    desk: Desk = ctx.obj

    def plan(action: Action[State]) -> None:
        found = BoxesInPlay(desk, action.state.boxes).card(" ".join(card))
        warn_of(action, [found])
        turns.turn_up(action, found.card)

    return enter(ctx, plan)
