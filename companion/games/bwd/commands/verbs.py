"""`companion bwd …`: all verbs, from the files that hold them."""

import typer

from companion.games.bwd.commands import cards, dice, setup, tableau, turns

HELP = """Blank White Dice: its dice and cards.

What is drawn on every die, which cards are active, what resolves.

\b
Examples:
  companion bwd tag ana.1 points
  companion bwd roll ana.1=3 ana.2=blank
  companion bwd resolve ana.2 --tag investment
"""

app = typer.Typer(name="bwd", help=HELP)
for part in (setup.app, dice.app, turns.app, tableau.app):
    app.registered_commands.extend(part.registered_commands)
app.add_typer(cards.app)
