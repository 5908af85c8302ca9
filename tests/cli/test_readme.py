"""The README's evenings, played line by line as they stand there."""

import re
import shlex
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
EVENINGS = [
    block
    for block in re.findall(r"^```\n(.*?)^```$", README, flags=re.M | re.S)
    if block.startswith(("companion start", "companion blank"))
]


def commands(block: str) -> list[list[str]]:
    """The commands of a block; what stands two blanks behind a command explains it."""
    lines = [re.split(r"\s{2,}", line)[0] for line in block.strip().splitlines()]
    return [shlex.split(line)[1:] for line in lines]


def test_there_are_three_evenings():
    assert len(EVENINGS) == 3


@pytest.mark.parametrize("block", EVENINGS, ids=["scores", "dice", "blank"])
def test_an_evening_can_be_played_as_it_stands(companion, block):
    for argv in commands(block):
        run = companion(*(shlex.quote(word) for word in argv))
        assert run.code == 0, (argv, run.err)
