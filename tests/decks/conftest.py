"""Boxes to print, to scan and to take along, made by the program's own commands."""

import io
import sys

import pytest


@pytest.fixture
def friday(companion):
    """The program, with Ana's box of BLANK: some rules, a customised card, a retired one."""
    companion.must('blank copy new "Friday box" --mark ★ --owner Ana')
    companion.must('blank rule add "If a 1 is played, then sing" --printed')
    companion.must('blank rule add "If a 2 is played, then clap" --by Ben --approved')
    companion.must('blank rule add "If a 3 is played, then hop" --by Cho')
    companion.must('blank rule add "If a 4 is played, then shout" --by Cho --inked')
    companion.must("blank rule retire 17 --why 'too loud'")
    companion.must("blank card customise 4-hexagon sing --title Song --by Ben --approved")
    return companion


@pytest.fixture
def types(monkeypatch):
    """Types lines on standard input, as a scanner does."""

    def typed(*lines: str) -> None:
        content = "".join(f"{line}\n" for line in lines).encode("utf-8", "surrogateescape")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))

    return typed
