"""Fixtures that every folder of tests shares."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from datetime import date
from functools import cache, lru_cache
from pathlib import Path
from sqlite3 import connect

import pytest
from hypothesis import HealthCheck, settings

from companion.cli.app import COMPLETING
from companion.printing import codes
from companion.reference import index as index_module
from companion.reference.index import Index
from companion.table.lookup import corpus, sources
from companion.testing.plays import PLAYS
from companion.testing.store import TemporaryStore
from tests.desks import Desks
from tests.terminal import terminals

pytest_plugins = ["companion.testing.fixtures", "tests.zones"]

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
    "short",
    max_examples=20,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("short"), max_examples=80, derandomize=False)

# Thousands of tests begin with an empty home. The mark, an argument, tells when a file has changed.
sources._read = cache(sources._read)

# The same few boxes are printed by hundreds of tests. A text has one code, made in 7 ms.
codes.matrix = lru_cache(maxsize=2_000)(codes.matrix)

# Tests that damage what is looked up have all of it read anew, and the words in it are the same.
for _words_of in ("_terms", "key", "keys"):
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


HERE = Path(__file__).parent
LONG = (
    *("bench", "browser"),
    # Whatever stands in a file
    *("cli/test_hostile_files.py", "cli/deck/test_hostile_pictures.py"),
    *("table/plays/test_nonsense.py", "cli/test_lookup_broken.py", "cli/test_broken_packages.py"),
    # Processes of their own, which are killed, or wait for each other; terminals
    *("store/test_crashes.py", "store/test_faults.py", "store/test_processes.py"),
    *("store/test_damage.py", "web/test_serve.py"),
    *("cli/test_run.py", "cli/shell/test_terminal.py", "cli/test_terminal.py"),
    # Whole boxes on paper, photographs of it
    *("printing", "cli/deck/test_print.py", "cli/deck/test_labels.py", "cli/deck/test_scan.py"),
    *("cli/deck/test_lid.py", "cli/deck/test_pictures.py"),
    # How good the answers of the look-up are
    *("reference/test_ranking.py", "cli/test_lookup_at_table.py"),
    # How functions are written
    "contract/test_arguments.py",
)
"""What only `--long` runs, as a whole; single tests are marked so."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regold",
        action="store_true",
        default=False,
        help="rewrite the golden transcripts, and the tables of verbs in README and guides, with "
        "what the program says now",
    )
    parser.addoption(
        "--long",
        action="store_true",
        default=False,
        help="run what takes long instead, and what is tried by chance with more and other values",
    )


def pytest_configure(config: pytest.Config) -> None:
    long = config.getoption("--long")
    settings.load_profile("long" if long else "short")
    if long and config.option.plays == PLAYS:
        config.option.plays = 24
    if config.option.seed is None:
        config.option.seed = date.today().toordinal() if long else 0


def pytest_report_header(config: pytest.Config) -> str:
    return (
        f"random plays: --plays {config.getoption('--plays')} --seed {config.getoption('--seed')}"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Without `--long`, what takes long as a whole is not even imported, unless it is named."""
    if config.getoption("--long") or collection_path not in map(HERE.joinpath, LONG):
        return None
    named = (Path(argument.partition("::")[0]).resolve() for argument in config.args)
    return not any(path.is_relative_to(collection_path) for path in named) or None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Each test belongs to one of the two tiers; what is tried by chance, to both."""
    if not config.getoption("--long"):
        chosen = [item for item in items if item.get_closest_marker("long") is None]
    else:
        chosen = [item for item in items if _is_long(item) or _is_by_chance(item)]
    config.hook.pytest_deselected(items=list(set(items) - set(chosen)))
    items[:] = chosen


def _is_long(item: pytest.Item) -> bool:
    path = item.path.relative_to(HERE)
    within = {path.as_posix(), *(parent.as_posix() for parent in path.parents)}
    return not within.isdisjoint(LONG) or item.get_closest_marker("long") is not None


def _is_by_chance(item: pytest.Item) -> bool:
    by_hypothesis = getattr(getattr(item, "obj", None), "is_hypothesis_test", False)
    return by_hypothesis or "random_plays" in item.name


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
    return Desks(TemporaryStore())


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


@pytest.fixture
def uncleaned(monkeypatch):
    """Typed texts are kept as they are, as older companions did: their logs hold such names."""
    for module in ("core.names", "cli.lazy", "cli.quick"):
        monkeypatch.setattr(f"companion.{module}.cleaned", str)
    for module in ("core.names", "cli.declared"):
        monkeypatch.setattr(f"companion.{module}.cleaned_name", str.strip)
