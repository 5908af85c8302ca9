"""Verbs about dice in Possession: `holds`, `mine`, `count`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.arguments import Player
from companion.core.action import Action
from companion.core.names import folded
from companion.core.reply import Reply
from companion.core.seats import find_seat
from companion.errors import Invalid, Refused
from companion.games.boolean.commands.words import enter_in, number, require_variant
from companion.games.boolean.dice.names import find_die
from companion.games.boolean.possession import moves
from companion.games.boolean.possession.state import COUNTED, Possessing
from companion.table.desk import Desk
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()

_POSSESSING = ("white-black-roll", "liar", "stack", "shut-the-box")


@app.command("holds")
@takes(house=True)
def holds(
    ctx: typer.Context,
    player: Player,
    dice: Annotated[list[str], typer.Argument(metavar="DIE...", show_default=False)],
) -> Reply:
    """Tell which dice somebody has; nobody else gets to see them.

    All that are known, in one go; what was told before is forgotten.

    \b
    Examples:
      companion boolean holds ana 3w-corner 2o 5w
      companion boolean holds ana none              forget what was told
    """

    def plan(action: Action[Possessing]) -> None:
        seat = find_seat(action.state.seats, player)
        named = [] if [folded(die) for die in dice] == ["none"] else dice
        action.add("dice.told", seat=seat, dice=[find_die(die).id for die in named])

    return enter_in(ctx, _POSSESSING, plan)


@app.command("mine")
def mine(ctx: typer.Context, player: Player) -> Reply:
    """Look at your own dice, as far as you told them.

    \b
    Examples:
      companion boolean mine ana
    """
    desk: Desk = ctx.obj
    play = desk.open()
    require_variant(play.state, _POSSESSING)
    state: Possessing = play.state
    seat = find_seat(state.seats, player)
    held = state.held[seat]
    if not held.known:
        raise Refused(
            f"Nobody has told which dice {state.name(seat)} has.",
            f"`companion boolean holds {state.seats[seat].handle} 3w-corner 2o` tells it.",
        )

    def document() -> dict[str, Any]:
        return {
            "play": play.ref.id,
            "player": state.name(seat),
            "dice": held.size,
            "known": list(held.known),
        }

    def blocks() -> "list[Block]":
        from companion.core.blocks import Heading
        from companion.games.boolean.dice.drawn import nets

        told = f"{len(held.known)} of {held.size}"
        return [Heading(f"{state.name(seat)}'s dice", told), *nets(held.known)]

    return Reply(document=document, blocks=blocks)


@app.command("count")
@takes(house=True)
def count(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER N...", show_default=False)],
) -> Reply:
    """How many dice somebody has now, whatever was told before.

    \b
    Examples:
      companion boolean count ana 4
      companion boolean count ana 6 ben 4
    """
    return enter_in(ctx, COUNTED, lambda action: moves.count(action, _sizes(action.state, words)))


def _sizes(state: Possessing, words: list[str]) -> dict[int, int]:
    """How many dice each has, as it was typed: `ana 6 ben=4`. Raises Invalid or NotFound."""
    told = [part for word in words for part in word.split("=") if part]
    if len(told) % 2:
        raise Invalid("How many dice has each?", "`companion boolean count ana 6 ben 4`")
    return {
        find_seat(state.seats, name): number(
            many, "number of dice", "`companion boolean count ana 4`"
        )
        for name, many in zip(told[::2], told[1::2], strict=True)
    }
