"""Commands within sentences stay on one line, so that they can be copied as they stand."""

import re

TIE = "\ue000"
"""Stands for a blank at which no line is broken. Nobody's sign: `names.visible` spells it out."""

_COMMAND = re.compile(r"[^\s`]*`[^`\n]+`[^\s`]*")


def tied(text: str, width: int) -> str:
    """A text with the blanks tied in every `command` that fits on a line of so many columns.

    As long as the text: what goes by its places goes on doing so. `untied` undoes it.
    """
    return _COMMAND.sub(
        lambda command: command[0].replace(" ", TIE) if len(command[0]) <= width else command[0],
        text,
    )


def untied(text: str) -> str:
    """A text with blanks again where `tied` tied them."""
    return text.replace(TIE, " ")
