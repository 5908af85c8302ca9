"""The program's own commands by group, as help lists them: the module of each, and a word on it."""

START = "start"
"""Begins a play: each game has its own (`cli.app`)."""

GROUPS = {
    "An evening": {
        START: ("", ""),
        "table": ("entries", ""),
        "score": ("entries", ""),
        "next": ("entries", ""),
        "undo": ("entries", ""),
        "lookup": ("lookup", ""),
        "finish": ("entries", ""),
        "shell": ("shell", ""),
    },
    "Table": {
        "redo": ("entries", ""),
        "log": ("entries", ""),
        "first": ("entries", "marker"),
        "pass": ("entries", "it on"),
        "roll": ("tools", "dice"),
        "clock": ("tools", ""),
    },
    "Plays": {
        "plays": ("plays", "list"),
        "resume": ("plays", ""),
        "play": ("plays", "add, edit"),
        "stats": ("statistics", ""),
        "ratings": ("statistics", ""),
        "chart": ("statistics", ""),
    },
    "Group": {
        "group": ("groups", ""),
        "player": ("groups", ""),
        "title": ("titles", ""),
        "ruling": ("rulings", "agreed rules"),
        "serve": ("serve", "phones"),
    },
    "Files": {
        "deck": ("deck", "cards, labels, codes"),
        "export": ("exchange", ""),
        "import": ("exchange", ""),
        "formats": ("documents", "JSON"),
    },
    "Games": {
        "guide": ("documents", "how to play"),
    },
}

COMMANDS = {
    name: module
    for group in GROUPS.values()
    for name, (module, _) in group.items()
    if name != START
}
"""The module of each command."""

OLD_NAMES = {"deck take": "deck receive", "chart tracks": "chart points"}
"""Former names of commands: still understood, but shown nowhere."""
