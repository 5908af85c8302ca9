"""What lies beside any game: dice, a clock."""

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


@app.command("clock")
def clock(
    ctx: typer.Context,
    each: Annotated[bool, typer.Option("--each", help="A clock for each player.")] = False,
    start: Annotated[
        str | None, typer.Option("--from", metavar="TIME", help="Count down from there.")
    ] = None,
    added: Annotated[
        str | None, typer.Option("--add", metavar="TIME", help="What each turn adds.")
    ] = None,
) -> Reply:
    """Let a clock run at the table.

    Space or Enter hands over to the next player, p pauses, q stops; the play's log keeps the times.
    A time that is up is said, and goes on below 0.

    \b
    Examples:
      companion clock                      counts up, one for all
      companion clock --from 90s
      companion clock --each
      companion clock --each --from 10:00 --add 5s
    """
    from companion.table.plays import clock as running

    return running.run(ctx.obj, each, start, added)
