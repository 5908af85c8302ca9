"""The README's evenings, played line by line as they stand there."""

import re
import shlex
from pathlib import Path

import pytest

from companion.copies.cardcode import CardCode, read

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
EVENINGS = [
    block
    for block in re.findall(r"^```\n(.*?)^```$", README, flags=re.M | re.S)
    if block.startswith(
        ("companion start", "companion blank", "companion deck list", "companion boolean")
    )
]
NAMES = ["scores", "dice", "blank", "dicebox", "lwd", "set", "boolean", "puzzles", "boxes"]


def commands(block: str) -> list[list[str]]:
    """The commands of a block; what stands two blanks behind a command explains it."""
    lines = [re.split(r"\s{2,}", line)[0] for line in block.strip().splitlines()]
    return [shlex.split(line)[1:] for line in lines]


def test_the_code_of_a_card_is_explained_by_one_that_is_right():
    (code,) = re.findall(r"^cmp1:\S+$", README, flags=re.M)
    assert read(code) == CardCode("blank-friday-box.k7ab", "r15", 2)


def test_there_are_six_evenings_a_set_with_puzzles_and_a_look_into_the_box():
    assert len(EVENINGS) == len(NAMES)


@pytest.mark.parametrize("block", EVENINGS, ids=NAMES)
def test_an_evening_can_be_played_as_it_stands(companion, block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Boxes are printed into files.
    if block.startswith("companion deck"):
        companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    for argv in commands(block):
        run = companion(*(shlex.quote(word) for word in argv))
        assert run.code == 0, (argv, run.err)
