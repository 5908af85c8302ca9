"""The README: whoever reads it has seen every command at least once."""

import re
from pathlib import Path

import pytest

import companion

from .tree import commands, spoken

README = Path(companion.__file__).parent.parent / "README.md"


@pytest.mark.parametrize("path", [path for path in commands() if len(path) == 1], ids=spoken)
def test_it_mentions_every_command(path):
    assert mentioned(path)


@pytest.mark.parametrize(
    "path", [path for path in commands() if path[:1] == ("bwd",) and len(path) == 2], ids=spoken
)
def test_it_mentions_every_verb_of_blank_white_dice(path):
    assert mentioned(path)


def test_a_command_that_there_is_not_is_not_mentioned():
    assert not mentioned(("teleport",))


def mentioned(path) -> bool:
    """Whether a command is there in full (`companion bwd tag`), or its name begins some code."""
    text = README.read_text("utf-8")
    return re.search(rf"(companion {spoken(path)}|`{path[-1]})(?![\w-])", text) is not None
