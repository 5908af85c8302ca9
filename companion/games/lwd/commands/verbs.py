"""`companion lwd …`: all verbs, from the files that hold them."""

import typer

from companion.games.lwd.commands import losses, odds, rounds

HELP = """A Little White Die: cards, guesses, who loses.

How decks may be split, which guess beats which, who was right.

\b
Examples:
  companion lwd round 3
  companion lwd guess ana 3x5
  companion lwd challenge cho --reveal 5,5,2,1,6,3
"""

app = typer.Typer(name="lwd", help=HELP)
for part in (rounds, losses, odds):
    app.registered_commands.extend(part.app.registered_commands)
