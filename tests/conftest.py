"""Fixtures that every folder of tests shares."""

import os
import time
from collections.abc import Iterator
from functools import cache

import pytest
from hypothesis import settings

from companion.reference.index import Index
from companion.store.memory import MemoryStore
from companion.table import lore, sources
from tests.desks import Companion, Desks
from tests.terminal import terminals

# Days are those of the place where somebody looks: in tests, of one where it is UTC.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

settings.register_profile("companion", max_examples=60, deadline=None)
settings.load_profile("companion")

# Thousands of tests begin with an empty home. The mark, an argument, tells when a file has changed.
sources._read = cache(sources._read)


@cache
def _all_that_is_shipped() -> Index:
    """An index of the shipped games; reading them takes half a second, copying it a millisecond."""
    index = Index(None)
    sources.keep_up(index, sources.shipped(index))
    return index


def _shipped(index: Index) -> Iterator[sources.Origin]:
    """As `sources.shipped` tells it; an empty index begins as a copy. Marks still say what is old."""
    if not index.marks():
        _all_that_is_shipped()._db.backup(index._db)
    return sources.shipped(index)


lore.shipped = _shipped


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch) -> None:
    """Nothing waits for the disk: nobody pulls the plug. Tests of the store do wait."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture
def desks() -> Desks:
    """Desks over one store, in memory; `tests/contract/test_stores.py` shows that both are alike."""
    return Desks(MemoryStore())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold",
        action="store_true",
        default=False,
        help="rewrite what is kept of what the program says with what it says now",
    )


@pytest.fixture
def regold(request: pytest.FixtureRequest) -> bool:
    """Whether what is kept is to be rewritten."""
    return bool(request.config.getoption("--regold", default=False))


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


@pytest.fixture
def terminal(home):
    """Opens the program in a terminal of its own: `terminal("shell", "--table", columns=50)`."""
    with terminals(home) as opened:
        yield opened
