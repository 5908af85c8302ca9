"""`companion boolean …`: which verbs there are, and which file holds them; none is imported before
it is run, for a play is of one game at a time."""

import typer

HELP = """Boolean Dice: ten dice, six games, three puzzles.

The set, whose dice are whose, who wins, and how a puzzle goes.

\b
Examples:
  companion boolean dice
  companion boolean call ana white right
  companion boolean puzzle checkerboard-cube --hint
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
    "puzzle": ("puzzle",),
}
"""The verbs of each file beside this one, in the order in which help lists them."""

LATER = {
    verb: f"companion.games.boolean.commands.{file}:{verb}"
    for file, verbs in _FILES.items()
    for verb in verbs
}

MEANT = {
    "roll": "call roll",
    "place": "stack",
    "put": "stack",
    "bid": "declare",
    "doubt": "challenge",
    "fall": "fell",
    **{
        mission: f"mission {mission}"
        for mission in (
            "recruit",
            "target",
            "infiltrate",
            "scout",
            "rest",
            "turncoat",
            "free",
            "train",
        )
    },
}
"""What people type for a verb, in the words of the rule sheet."""

SECRET = ("holds", "inverse", "--die", "--paid")
"""Where somebody's own dice are named."""

PRIVATE = ("mine", "inverse")
"""Where they are shown, of the player who is named."""
