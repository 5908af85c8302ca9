"""What is measured: the commands, the yardstick that each is held against, and its budget."""

from typing import NamedTuple

EMPTY, EMPTY_RICH = "empty", "empty+rich"

BUDGET = 1.4
ENTRY_BUDGET = 0.7
"""For what is typed most often, against an empty program: the answer comes before anyone looks."""
PLAIN_BUDGET = 0.8
"""For a table or a look-up that goes to another program, against an empty program."""
LORE_BUDGET = 1.6
"""For a look-up in a group with thousands of cards of its own."""
HISTORY_BUDGET = 1.02
"""How far apart a command may be in a group with one finished play and in one with thousands."""


class Row(NamedTuple):
    """A command of the program, its yardstick, and whether a long history is held against it.

    `completes` is a line of which a shell asks how its last word may go on, in place of a command.
    """

    name: str
    words: tuple[str, ...]
    against: str
    budget: float = 1.0
    history: bool = False
    completes: str = ""

    @property
    def asked(self) -> dict[str, str]:
        """The surroundings in which a shell asks."""
        if not self.completes:
            return {}
        last = str(self.completes.count(" "))
        asked = {"_COMPANION_COMPLETE": "complete_bash", "COMP_CWORD": last}
        return {**asked, "COMP_WORDS": self.completes}


LOOKUPS = (
    ("lookup RULE", ("BWD-38",)),
    ("lookup WORD", ("ward",)),
    ("lookup, misspelt", ("erace",)),
    ("lookup, a question", ("can I reroll a die I already resolved",)),
    ("lookup --here", ("--here",)),
)
"""What is looked up: by name, mistyped, asked in words, and what is on the table."""

ROWS = (
    Row("score", ("score", "ana", "+3"), EMPTY, ENTRY_BUDGET, history=True),
    Row("pass", ("pass",), EMPTY, ENTRY_BUDGET),
    Row("next", ("next", "--skip"), EMPTY, ENTRY_BUDGET),
    Row("first", ("first", "ana"), EMPTY, ENTRY_BUDGET),
    Row("undo", ("undo",), EMPTY, ENTRY_BUDGET),
    Row("table --json", ("table", "--json"), EMPTY, PLAIN_BUDGET),
    Row("table", ("table",), EMPTY_RICH, history=True),
    Row("log", ("log",), EMPTY_RICH),
    Row("bwd dice", ("bwd", "dice"), EMPTY_RICH),
    Row("bwd tag", ("bwd", "tag", "ben.2", "points"), EMPTY, ENTRY_BUDGET),
    Row("bwd resolve", ("bwd", "resolve", "ana.2", "--tag", "tag"), EMPTY),
    *(
        Row(f"{name} --json", ("lookup", *words, "--json"), EMPTY, PLAIN_BUDGET)
        if json
        else Row(name, ("lookup", *words), EMPTY_RICH)
        for name, words in LOOKUPS
        for json in (False, True)
    ),
)

CSV = "csv"
"""A process that reads a file of rules with the standard library, and nothing else."""
