"""Fixtures for a game's own tests: in its `conftest.py`,

pytest_plugins = ["companion.testing.fixtures"]
"""

from pathlib import Path

import pytest

from companion.testing.plays import PLAYS
from companion.testing.program import Companion


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add options for the number of random plays of each game, and for their first seed."""
    parser.addoption("--plays", type=int, default=PLAYS, help="random plays of each game")
    parser.addoption("--seed", type=int, help="the first of their seeds (0)")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home for the test, with all other settings of the environment fixed."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COMPANION_SEED", "7")
    # Internal errors raise instead of printing a polite sentence.
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture
def companion(home: Path, capsys: pytest.CaptureFixture[str]) -> Companion:
    """The program with an empty home, run in this process."""
    return Companion(capsys)
