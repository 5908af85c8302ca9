"""The evenings of README and guides, played line by line as they stand there.

All blocks of a document are one evening, in one home and one folder: what a block needs, an earlier
one has told. A block of commands names no language; one of `prompt` holds lines of the shell.
What is said of a command begins with “refused” where the rules refuse it. A table that is served is
over at once.
"""

import io
import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from companion.boxes.codes import CardCode, read
from companion.cli.shell.grammar import split
from tests.docs.documents import DOCUMENTS, GUIDES, blocks

PLAYED = [
    # Whole boxes are printed there, and read again.
    pytest.param(name, marks=[pytest.mark.long] if name == "printing" else [])
    for name in ("README", *GUIDES)
    if any(block.holds_commands or block.language == "prompt" for block in blocks(DOCUMENTS[name]))
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
"""An export of BG Stats, as README and guides name one."""


def parted(line: str) -> tuple[str, str]:
    """A command, and what is said of it, two blanks or more behind it."""
    command, *about = re.split(r"\s{2,}", line.strip(), maxsplit=1)
    return command, "".join(about)


@pytest.mark.parametrize("name", PLAYED)
def test_an_evening_can_be_played_as_it_stands(name, companion, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
    monkeypatch.setattr("companion.cli.host.serve_app", lambda *served, **how: None)
    Path("BGStatsExport.json").write_text(json.dumps(ELSEWHERE), "utf-8")
    for block in blocks(DOCUMENTS[name]):
        for line in block.text.strip().splitlines():
            command, about = parted(line)
            if block.language == "prompt":
                monkeypatch.setattr(
                    sys, "stdin", io.TextIOWrapper(io.BytesIO(f"{command}\n".encode()))
                )
                argv = ["shell"]
            elif block.holds_commands:
                argv = shlex.split(command)[1:]
            else:
                continue
            run = companion("", *argv)
            expected = 1 if about.startswith("refused") else 0
            assert run.code == expected, (command, run.out, run.err)


@pytest.mark.parametrize("name", ["README", *GUIDES])
def test_what_stands_in_a_block_is_what_its_fence_says(name):
    for block in blocks(DOCUMENTS[name]):
        known = ("", "prompt", "sh", "python", "json", "jq", "text", "toml", "diff")
        assert block.language in known, block
        if block.holds_commands:
            assert all(line.startswith("companion ") for line in block.text.splitlines()), block
        if block.language == "prompt":
            assert all(split(parted(line)[0]) for line in block.text.splitlines()), block


def test_the_code_of_a_card_is_explained_by_one_that_is_right():
    (code,) = re.findall(r"^CMP2 \S+$", GUIDES["formats"].read_text("utf-8"), flags=re.M)
    assert read(code) == CardCode("blank-friday-box.k7ab", "r15", 2)
