"""`companion dicebox …`: all verbs, from the files that hold them."""

import typer

from companion.games.dicebox.commands import looking, setup, turns

HELP = """Dice Box: dice on a grid, and whose colour counts.

What lies where, what may go where, and who wins.

\b
Examples:
  companion dicebox seed 3
  companion dicebox place ana red:4 d3
  companion dicebox legal
"""

app = typer.Typer(name="dicebox", help=HELP)
for part in (setup, turns, looking):
    app.registered_commands.extend(part.app.registered_commands)
