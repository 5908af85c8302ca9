"""Fixtures that every folder of tests shares."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from functools import cache, lru_cache
from sqlite3 import connect

import pytest
from hypothesis import HealthCheck, settings

from companion.cli.app import COMPLETING
from companion.printing import codes
from companion.reference import index as index_module
from companion.reference.index import Index
from companion.store.memory import MemoryStore
from companion.table.lookup import corpus, sources
from tests.desks import Desks
from tests.terminal import terminals

pytest_plugins = ["companion.testing.fixtures"]

# Somebody else's package has tests of its own: `cli/test_third_party.py` runs them where it is
# installed.
collect_ignore = ["packages"]

# Days are those of the place where somebody looks: in tests, of one where it is UTC.
os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()

# Nobody knows there whether the month of 11/3 comes first.
for _locale in ("LC_ALL", "LC_TIME", "LANG"):
    os.environ.pop(_locale, None)

# What is compiled is kept, whatever is wanted elsewhere: all tests once a run, on every core, and
# the program by each of the two hundred processes that tests start, are compiled anew otherwise.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# How fast values are made says nothing of them: on a busy machine, slowly.
settings.register_profile(
    "companion",
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# `--hypothesis-profile long` tries for minutes what the suite tries for a moment.
settings.register_profile("long", settings.get_profile("companion"), max_examples=5_000)
settings.load_profile("companion")

# Thousands of tests begin with an empty home. The mark, an argument, tells when a file has changed.
sources._read = cache(sources._read)

# The same few boxes are printed by hundreds of tests. A text has one code, made in 7 ms.
codes.matrix = lru_cache(maxsize=2_000)(codes.matrix)

# Tests that damage what is looked up have all of it read anew, and the words in it are the same.
for _words_of in ("_told", "key", "keys"):
    setattr(index_module, _words_of, lru_cache(20_000)(getattr(index_module, _words_of)))


@cache
def _all_that_is_shipped() -> bytes:
    """An index of the shipped games; reading them takes half a second, copying it a millisecond."""
    index = Index(None)
    sources.keep_up(index, sources.shipped(index))
    return index._db.serialize()


def _shipped(index: Index) -> Iterator[sources.Origin]:
    """As `sources.shipped` tells it; an empty index begins as a copy. Marks say what is old."""
    if not index.marks():
        with closing(connect(":memory:")) as copy:  # of this thread's own: others look up as well
            copy.deserialize(_all_that_is_shipped())
            copy.backup(index._db)
    return sources.shipped(index)


corpus.shipped = _shipped


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold",
        action="store_true",
        default=False,
        help="rewrite the golden transcripts, and the tables of verbs in README and guides, with "
        "what the program says now",
    )


COVERED_PLAYS = 4
TRIED_OFTEN = (
    *("tests/table/test_nonsense.py", "tests/reference/test_ranking.py"),
    *("tests/contract/test_played_formats.py", "tests/contract/test_formats.py"),
    *("tests/games/lwd/test_odds.py", "tests/games/boolean/test_puzzles", "tests/stats"),
    *("tests/contract/test_layers.py", "tests/printing/test_document.py::test_no_text_is_too_odd"),
    "tests/printing/test_layout.py::test_nothing_is_within_a_millimetre",
    "tests/cli/deck/test_print.py::test_a_sheet_is_scanned_back_card_by_card",
    "tests/cli/test_exchange.py::test_ten_thousand_plays_come_in_once",
    *("tests/store/test_transaction.py::test_what_was_refused", "tests/store/test_damage.py"),
)
"""Tests that go the same few ways thousands of times, and take three times as long if traced."""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Where coverage is measured, leave out what only repeats.

    Of each random player, the first plays are looked at. What is tried often, and what Hypothesis
    tries, is covered by the tests beside it.
    """
    params = getattr(getattr(item, "callspec", None), "params", {})
    play = params.get("play", params.get("early"))
    repeats = isinstance(play, tuple) and play[1] >= COVERED_PLAYS
    repeats |= getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    tracer = sys.gettrace()
    if tracer is None or not (repeats or item.nodeid.startswith(TRIED_OFTEN)):
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(tracer)


@pytest.fixture
def regold(request: pytest.FixtureRequest) -> bool:
    """Whether what is written should become what the program says."""
    return bool(request.config.getoption("--regold", default=False))


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch) -> None:
    """Nothing waits for the disk: nobody pulls the plug. Tests of the store do wait."""
    monkeypatch.setattr(os, "fsync", lambda file: None)


@pytest.fixture
def desks() -> Desks:
    """Desks over one store, in memory: `contract/test_stores.py` shows that both are alike."""
    return Desks(MemoryStore())


@pytest.fixture
def complete(companion, monkeypatch):
    """What bash is offered for a line, of which the last word is not finished."""

    def offered(line: str) -> list[str]:
        words = line.split(" ")
        monkeypatch.setenv(COMPLETING, "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
        ran = companion("")
        monkeypatch.delenv(COMPLETING)
        assert ran.err == ""
        return ran.out.split("\n")[:-1] if ran.out.strip() else []

    return offered


@pytest.fixture
def terminal(home):
    """Opens the program in a terminal of its own: `terminal("shell", "--table", columns=50)`."""
    with terminals(home) as opened:
        yield opened
