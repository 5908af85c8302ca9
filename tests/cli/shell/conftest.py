"""Fixtures of the tests about the shell."""

import pytest

from .lines import Piped


@pytest.fixture
def piped(companion, monkeypatch) -> Piped:
    """The shell, fed with lines."""
    return Piped(companion, monkeypatch)


@pytest.fixture
def playing(companion):
    """A play of Blank White Dice at hand."""
    companion.must("start bwd Ana Ben")
    return companion
