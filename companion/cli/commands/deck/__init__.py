"""`companion deck ...`: the module of each command."""

GROUPS = {
    "deck": """Your boxes: see what is in them, print and scan cards.

`companion blank box new NAME` begins a box of BLANK.

Examples:
  companion deck list
  companion deck show friday
  companion deck print friday -o sheet.pdf
  companion deck labels friday --sheet L7160 -o labels.pdf
  companion deck check friday        scan every card, then Ctrl-D
"""
}

COMMANDS = {
    "list": "boxes",
    "show": "boxes",
    "history": "boxes",
    "print": "printing",
    "labels": "labels",
    "sheet": "labels",
    "check": "scanning",
    "scan": "scanning",
    "receive": "scanning",
    "export": "boxes",
    "import": "boxes",
    "mix": "boxes",
}
