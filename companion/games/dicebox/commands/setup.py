"""Verbs before the first turn: `colors`, `draft`, `seed`."""

from typing import Annotated

import typer

from companion.arguments import Virtual
from companion.core.action import Action
from companion.core.reply import Reply
from companion.errors import Invalid
from companion.games.dicebox.moves import named, setup
from companion.games.dicebox.state import State
from companion.table.entering import desk_of, enter
from companion.table.options import takes

app = typer.Typer()


@app.command("colors")
@takes(house=True)
def colors(
    ctx: typer.Context,
    words: Annotated[list[str], typer.Argument(metavar="PLAYER=COLOR...", show_default=False)],
) -> Reply:
    """Whose colour is which.

    \b
    Examples:
      companion dicebox colors ana=red ben=blue
      companion dicebox colors ana=red,yellow ben=blue,white
    """
    return enter(ctx, lambda action: setup.assign(action, words))


@app.command("draft")
@takes(house=True)
def draft(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="[[PLAYER] COLOR...]", show_default=False)
    ] = None,
) -> Reply:
    """With four players: who picks which die.

    Once in order and back again. Without words, lots are drawn for who begins.

    \b
    Examples:
      companion dicebox draft                   who begins?
      companion dicebox draft cho red           Cho begins, with a red die
      companion dicebox draft blue white red    the next picks, one by one
    """

    def plan(action: Action[State]) -> None:
        if words:
            setup.draft(action, words)
        else:
            setup.begin_draft(action, desk_of(ctx).chance(action.entry))

    return enter(ctx, plan)


@app.command("seed")
@takes(house=True)
def seed(
    ctx: typer.Context,
    value: Annotated[str | None, typer.Argument(metavar="[N]", show_default=False)] = None,
    virtual: Virtual = False,
) -> Reply:
    """The Seed, as it was rolled: it lies in the middle.

    \b
    Examples:
      companion dicebox seed 3
      companion dicebox seed --virtual
    """
    if value is None and not virtual:
        raise Invalid("What does the Seed show?", "`companion dicebox seed 3`, or `--virtual`.")
    if value is not None and virtual:
        raise Invalid("Rolled by you, or by the companion?", f"`companion dicebox seed {value}`")

    def plan(action: Action[State]) -> None:
        if value is None:
            setup.seed(action, desk_of(ctx).chance(action.entry).randint(1, 6))
        else:
            setup.seed(action, named.number(value))

    return enter(ctx, plan)
