"""`companion boolean …`: which verbs there are, and which file holds them; none is imported before
it is run, for a play is of one game at a time."""

import typer

HELP = """Boolean Dice: ten dice, six games, three puzzles.

The set, whose dice are whose, who wins, and how a puzzle goes.

\b
Examples:
  companion boolean dice
  companion boolean call ana white right
  companion boolean which white white black
"""

app = typer.Typer(name="boolean", help=HELP)

_FILES = {
    "dice": ("dice", "which", "split"),
    "holding": ("holds", "mine", "count"),
    "wbr": ("call", "illegal", "tie"),
    "clock": ("clock",),
    "liar": ("declare", "lose"),
    "challenge": ("challenge",),
    "stack": ("stack", "fell", "inverse"),
    "box": ("turn", "cross", "nudges"),
    "sort": ("sort", "bottoms", "deduce"),
    "spy": ("agency", "orders", "swap", "lost", "out", "agents"),
    "spy_missions": ("mission",),
}
"""The verbs of each file beside this one, in the order in which help lists them."""

LATER = {
    verb: f"companion.games.boolean.commands.{file}:{verb}"
    for file, verbs in _FILES.items()
    for verb in verbs
}
