"""The README's evenings, played line by line as they stand there."""

import json
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
        (
            *("companion start", "companion blank", "companion deck list", "companion boolean"),
            *("companion plays", "companion export"),
        )
    )
]
NAMES = [
    *("scores", "dice", "blank", "dicebox", "lwd", "set", "boolean", "puzzles", "boxes"),
    *("years", "exchange"),
]

ELSEWHERE = {
    "games": [{"id": 1, "name": "Chess"}],
    "players": [{"id": 1, "name": "Dan"}, {"id": 2, "name": "Eve"}],
    "plays": [
        {
            "uuid": "0b0a0c9e-37a4-4f3a-9b52-3cf1c2a0a001",
            "gameRefId": 1,
            "playDate": "2026-01-10 20:00:00",
            "playerScores": [
                {"playerRefId": 1, "winner": True},
                {"playerRefId": 2, "winner": False},
            ],
        }
    ],
}
"""An export of BG Stats, as the README names one."""


def commands(block: str) -> list[list[str]]:
    """The commands of a block; what stands two blanks behind a command explains it."""
    lines = [re.split(r"\s{2,}", line)[0] for line in block.strip().splitlines()]
    return [shlex.split(line)[1:] for line in lines]


def test_the_code_of_a_card_is_explained_by_one_that_is_right():
    (code,) = re.findall(r"^cmp1:\S+$", README, flags=re.M)
    assert read(code) == CardCode("blank-friday-box.k7ab", "r15", 2)


def test_there_are_six_evenings_a_set_with_puzzles_a_look_into_the_box_and_two_looks_back():
    assert len(EVENINGS) == len(NAMES)


@pytest.mark.parametrize("block", EVENINGS, ids=NAMES)
def test_an_evening_can_be_played_as_it_stands(companion, block, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # Boxes are printed into files.
    if block.startswith("companion deck"):
        companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    if block.startswith(("companion plays", "companion export")):
        for line in ("start bwd Ana Ben", "score ana +3", "next", "score ben +1", "finish"):
            companion.must(line)
        Path("BGStatsExport.json").write_text(json.dumps(ELSEWHERE), "utf-8")
    for argv in commands(block):
        run = companion(*(shlex.quote(word) for word in argv))
        assert run.code == 0, (argv, run.err)
