"""Which tests pass through which line, and how long each takes: one run of the suite, traced.

As a plugin of that run (`-p tests.mutants.recording`) it writes down how long each test took.
"""

import json
import os
import subprocess
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

DURATIONS = "durations.json"
COVERAGE = "coverage"
FOLDER = "COMPANION_MUTANTS"


class Recording(NamedTuple):
    """`tests[path][line]`: those that pass through it, none where it runs at import alone;
    `seconds` by the ids of tests.
    """

    tests: Mapping[str, Mapping[int, Sequence[str]]]
    seconds: Mapping[str, float]

    def through(self, path: str, first: int, last: int) -> list[str]:
        """The tests that pass through some of these lines, the quickest first."""
        lines = self.tests.get(path, {})
        found = {test for line in range(first, last + 1) for test in lines.get(line, ())}
        return sorted(found & self.seconds.keys(), key=lambda test: (self.seconds[test], test))

    def is_of_import(self, path: str, first: int, last: int) -> bool:
        """Whether these lines ran, and only while the program was imported."""
        ran = self.tests.get(path, {})
        return any(line in ran for line in range(first, last + 1)) and not any(
            ran.get(line) for line in range(first, last + 1)
        )


def record(folder: Path, tests: Sequence[str]) -> None:
    """Run the tests, traced, and leave in the folder what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    config = folder / "coveragerc"
    config.write_text("[run]\nsource = companion\n", "utf-8")
    subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-p", "tests.mutants.recording", *tests),
            *(f"--cov-config={config}", "--cov=companion", "--cov-context=test", "--cov-report="),
        ],
        env=os.environ | {FOLDER: str(folder), "COVERAGE_FILE": str(folder / COVERAGE)},
        check=False,
    )


def recorded(folder: Path, paths: Sequence[str]) -> Recording:
    """What was recorded of these files."""
    from coverage import CoverageData

    data = CoverageData(str(folder / COVERAGE))
    data.read()
    root = Path.cwd()
    tests = {}
    for path in paths:
        lines: dict[int, set[str]] = defaultdict(set)
        for line, contexts in data.contexts_by_lineno(str(root / path)).items():
            lines[line] = {context.rpartition("|")[0] for context in contexts if context}
        tests[path] = {line: sorted(ids) for line, ids in lines.items()}
    return Recording(tests, json.loads((folder / DURATIONS).read_text("utf-8")))


# The plugin. Every worker hears of its own tests; the one that started them, of all.

_seconds: dict[str, float] = defaultdict(float)
_failed: set[str] = set()


def pytest_runtest_logreport(report: Any) -> None:
    """Add up how long a test took; one that failed or was skipped is left out."""
    _seconds[report.nodeid] += report.duration
    if report.outcome != "passed":
        _failed.add(report.nodeid)


def pytest_sessionfinish(session: Any) -> None:
    """Write it all down."""
    if not hasattr(session.config, "workerinput"):
        passed = {test: took for test, took in _seconds.items() if test not in _failed}
        (Path(os.environ[FOLDER]) / DURATIONS).write_text(json.dumps(passed), "utf-8")
