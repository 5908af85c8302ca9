"""`roll` and `clock`: dice and a clock for any game."""

from collections.abc import Sequence

from companion.cli.declared import command
from companion.core.command import flag, word, words
from companion.core.reply import Reply
from companion.core.value import Annotated
from companion.table.desk import Desk

Dice = Annotated[Sequence[str], words(name="DICE...")]
Log = Annotated[bool, flag("Write the roll into the log of the current play.")]


@command("roll")
def roll(desk: Desk, dice: Dice, *, log: Log = False) -> Reply:
    """Roll dice of any kind.

    Each die is shown, with the sum. `kh` keeps the highest, `kl` the lowest; dF are Fate dice.

    Examples:
      companion roll 2d6
      companion roll 2d6+3 d20 d%
      companion roll 4d6kh3 3dF
      companion roll 2d6 --log      also in the log of the play
    """
    from companion.table.plays import tools

    return tools.roll(desk, dice, into_log=log)


Each = Annotated[bool, flag("A clock for each player.")]
Start = Annotated[
    str | None, word(name="--from", metavar="TIME", help="Count down from this time.")
]
Added = Annotated[
    str | None, word(name="--add", metavar="TIME", help="The time that each turn adds.")
]


@command("clock")
def clock(desk: Desk, *, each: Each = False, start: Start = None, added: Added = None) -> Reply:
    """Run a clock at the table.

    Space or Enter starts the next player's time, p pauses, q stops. The times go into the log of
    the play. At zero it says so, and keeps counting.

    Examples:
      companion clock                      counts up, one for all
      companion clock --from 90s
      companion clock --each
      companion clock --each --from 10:00 --add 5s
    """
    from companion.table.plays import tools

    return tools.run_clock(desk, each, start, added)
