"""Verbs of Sort: `sort`, `bottoms`, `deduce`."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from companion.core.action import Action
from companion.core.reply import Reply
from companion.games.boolean.commands.words import enter_in
from companion.games.boolean.sort import moves, named
from companion.games.boolean.sort.state import SortState
from companion.table.options import takes

if TYPE_CHECKING:
    from companion.core.blocks import Block

app = typer.Typer()

_GAME = ("sort",)


@app.command("sort")
@takes(house=True)
def sort(
    ctx: typer.Context,
    dice: Annotated[
        list[str] | None,
        typer.Argument(metavar="[ROLLED] [BLACK WHITE]", show_default=False),
    ] = None,
    rolled: Annotated[
        str | None, typer.Option(metavar="DIE", help="The die that was rolled.")
    ] = None,
    black: Annotated[
        str | None, typer.Option(metavar="DIE", help="The one that went into the Black area.")
    ] = None,
    white: Annotated[
        str | None, typer.Option(metavar="DIE", help="The one that went into the White area.")
    ] = None,
) -> Reply:
    """Sort: a die was rolled, and one put into each area.

    Which dice they were need not be told. A roll may be told alone; then nothing is placed yet.

    \b
    Examples:
      companion boolean sort
      companion boolean sort 3c 2o 5         rolled, to Black, to White
      companion boolean sort 3c              rolled; then:
      companion boolean sort 2o 5            to Black, to White
      companion boolean sort white 6
    """

    def plan(action: Action[SortState]) -> None:
        options = {"rolled": rolled, "black": black, "white": white}
        told = named.turn(action.state, dice or (), options)
        if told.rolled is not None and told.black is None and told.white is None:
            moves.roll(action, told.rolled)
        else:
            moves.sort(action, *told)

    return enter_in(ctx, _GAME, plan)


@app.command("bottoms")
@takes(house=True)
def bottoms(
    ctx: typer.Context,
    areas: Annotated[list[str], typer.Argument(metavar="BLACK WHITE", show_default=False)],
) -> Reply:
    """Sort: all dice are turned over; how many are right.

    Black first. Instead of a number, what the five dice show may be told.

    \b
    Examples:
      companion boolean bottoms 5 4
      companion boolean bottoms bbbbb wwwwb
    """
    return enter_in(ctx, _GAME, lambda action: moves.show_bottoms(action, named.right(areas)))


@app.command("deduce")
@takes(group=False, play=False)
def deduce(
    ctx: typer.Context,
    faces: Annotated[list[str], typer.Argument(metavar="FACES...", show_default=False)],
    placed: Annotated[
        list[str] | None, typer.Option(metavar="DIE,…", help="Dice that are known already.")
    ] = None,
) -> Reply:
    """What the bottoms of dice may be, by the faces that are seen.

    Each die: its top, then the four sides as they go round, white or black, or ? for unseen. Of a
    die that was rolled, what was seen before helps, too: bbbbb+wbbbb. The more are told, the
    better.

    \b
    Examples:
      companion boolean deduce wbbwb bbbbb
      companion boolean deduce bbbbb+wbbbb wwbwb bbbww
      companion boolean deduce wbbwb bbbbb --placed 3c,6
    """
    from companion.games.boolean.sort import seen
    from companion.games.boolean.sort.deduce import deduced

    views, known = seen.told(faces, placed)
    seen.require_room(views, known)
    found = deduced(views, known)
    if found is None:
        raise seen.impossible(views, known)

    def document() -> dict[str, Any]:
        from companion.games.boolean.sort.telling.deduction import deduction_report

        return {**deduction_report(views, found), "placed": known}

    def blocks() -> "list[Block]":
        from companion.games.boolean.sort.telling.deduction import deduction_view

        return deduction_view(views, found)

    return Reply(document=document, blocks=blocks)
