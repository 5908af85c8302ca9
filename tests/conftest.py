"""Fixtures that every folder of tests shares."""

import os
import time
from functools import cache

import pytest
from hypothesis import settings

from companion.store.memory import MemoryStore
from companion.store.tiny import TinyStore
from companion.table import sources
from tests.desks import Companion, Desks

# Days are those of the place where somebody looks: in tests, of one where it is UTC.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

settings.register_profile("companion", max_examples=60, deadline=None)
settings.load_profile("companion")

# Thousands of tests begin with an empty home. The mark, an argument, tells when a file has changed.
sources._read = cache(sources._read)


@pytest.fixture(params=["memory", "tiny"])
def desks(request, tmp_path) -> Desks:
    """Desks over one store; the test runs once in memory and once on the disk."""
    store = MemoryStore() if request.param == "memory" else TinyStore(tmp_path / "home")
    return Desks(store)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home of the test's own, in an environment that says nothing else."""
    monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COMPANION_SEED", "7")
    # A mistake in the program shows itself instead of becoming a polite sentence.
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "home"


@pytest.fixture
def companion(home, capsys) -> Companion:
    """The program over an empty home, run in this process."""
    return Companion(capsys)
