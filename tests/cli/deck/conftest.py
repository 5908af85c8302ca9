"""Boxes to print, to scan and to take along, made by the program's own commands."""

import contextlib
import io
import os
import shlex
import shutil
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

from companion.cli.run import run

SIX = "--card 15 --card r2 --card song --card r1 --card 1-circle.1 --card 5-shield.2"
"""Options that name six cards of the Friday box: enough, where it is not about all of them."""


@pytest.fixture(scope="session")
def friday_home(tmp_path_factory) -> Path:
    """A home to be copied, with Ana's box of BLANK: rules, a customised card, a retired one."""
    home = tmp_path_factory.mktemp("friday") / "home"
    lines = (
        'blank box new "Friday box" --mark ★ --owner Ana',
        'blank rule add "If a 1 is played, then sing" --printed',
        'blank rule add "If a 2 is played, then clap" --by Ben --approved',
        'blank rule add "If a 3 is played, then hop" --by Cho',
        'blank rule add "If a 4 is played, then shout" --by Cho --inked',
        "blank rule retire 17 --why 'too loud'",
        "blank card customise 4-hexagon sing --title Song --by Ben --approved",
    )
    _run_in(home, *lines)
    return home


@pytest.fixture
def friday(companion, home, friday_home):
    """The program, with the Friday box."""
    shutil.copytree(friday_home, home)
    return companion


@pytest.fixture(scope="session")
def friday_sheet(friday_home) -> Path:
    """The whole Friday box on paper: 110 codes on six pages, drawn once."""
    file = friday_home.parent / "sheet.pdf"
    _run_in(friday_home, f"deck print friday --all -o {file}")
    return file


def _run_in(home: Path, *lines: str) -> None:
    with patch.dict(os.environ, {"COMPANION_HOME": str(home)}):
        for line in lines:
            with contextlib.redirect_stdout(io.StringIO()):
                assert run(shlex.split(line)) == 0, line


@pytest.fixture
def types(monkeypatch):
    """Types lines on standard input, as a scanner does."""

    def typed(*lines: str) -> None:
        content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return typed
