"""What lies beside any game: dice."""

from typing import Annotated

import typer

from companion.core.reply import Reply

app = typer.Typer()


@app.command("roll")
def roll(
    ctx: typer.Context,
    dice: Annotated[list[str], typer.Argument(metavar="DICE...", show_default=False)],
    log: Annotated[bool, typer.Option("--log", help="Note it in the play at hand.")] = False,
) -> Reply:
    """Roll dice of any kind.

    Each die is shown, with the sum. `kh` keeps the highest, `kl` the lowest; dF are Fate dice.

    \b
    Examples:
      companion roll 2d6
      companion roll 2d6+3 d20 d%
      companion roll 4d6kh3 3dF
      companion roll 2d6 --log      also in the log of the play
    """
    from companion.table.plays import dice as rolling

    return rolling.roll(ctx.obj, dice, into_log=log)
