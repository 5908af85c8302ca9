"""The README: short enough to be read, and its scripts run."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.docs.documents import DOCUMENTS, README, blocks

LONGEST = 17_000
WITH_SCRIPTS = ("README", "scripting")
SCRIPTS = [
    pytest.param(block, id=f"{name}-{place}-{block.language}")
    for name in WITH_SCRIPTS
    for place, block in enumerate(blocks(DOCUMENTS[name]))
    if block.language in ("sh", "python") and "python3 -m venv" not in block.text
]


def test_a_player_finishes_it():
    assert len(README.read_text("utf-8")) <= LONGEST


@pytest.mark.parametrize("marker", ["companion start", "pytest"])
def test_its_two_commands_are_where_they_are_looked_for(marker):
    """`.ci/run` takes the first fenced line with each of these words."""
    fenced = [line for block in blocks(README) for line in block.text.splitlines()]
    line = next(line for line in fenced if marker in line)
    assert line.startswith("python3 -m venv .venv && .venv/bin/pip install -q ")


def test_both_show_three_scripts():
    assert len(SCRIPTS) == 6


@pytest.mark.skipif(sys.platform == "win32", reason="a POSIX shell runs them")
@pytest.mark.parametrize("script", SCRIPTS)
def test_a_script_runs_as_it_stands(script, companion, tmp_path):
    if "jq " in script.text and shutil.which("jq") is None:
        pytest.skip("jq is not installed here")
    for line in ("start bwd Ana Ben", "score ana +3", "next", "finish", "start bwd Ana Ben"):
        companion.must(line)
    program = tmp_path / "bin" / "companion"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec {sys.executable} -m companion "$@"\n')
    program.chmod(0o755)
    words = (
        [sys.executable, "-c"]
        if script.language == "python"
        else ["bash", "-euo", "pipefail", "-c"]
    )
    ran = subprocess.run(
        [*words, script.text],
        cwd=tmp_path,
        env={**os.environ, "PATH": f"{program.parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    made = sorted(path.suffix for path in tmp_path.iterdir() if path.is_file())
    assert ran.stdout.strip() or made, "it shows and makes nothing"
