"""The Checkerboard Cube: all 45 pairs counted by the program, one pair by OR-Tools; and growth.

OR-Tools is large, so it is no part of the tests: `pip install -e ".[test,bench]"` brings it along.
"""

import json
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import perf_counter
from typing import Any

from companion.games.boolean.puzzles.block import ALL, CUBE, assignments, set_of
from tests.bench.inside import timed
from tests.bench.launch import commands, environment
from tests.bench.rounds import Subject
from tests.bench.rows import BUDGET, EMPTY

ALL_PAIRS = "all 45 cubes, counted"
WORDS = ("boolean", "puzzle", "checkerboard-cube", "--all", "--json")
PAIRS = (("2w-adjacent", "3w-corner"), ("0w", "6w"))
"""For the solver: the pair with the fewest solutions, which is kindest to it, and with the most."""
SECONDS = 20
MISSING = 'not measured: `pip install -e ".[test,bench]"` brings OR-Tools'
_ROOT = Path(__file__).resolve().parents[2]


def puzzle_subjects(folder: Path) -> list[Subject]:
    """The count as a whole process, and the yardstick beside it."""
    start, nowhere = commands(folder), environment(folder, folder)
    return [
        Subject(EMPTY, start[EMPTY], nowhere, _nothing),
        Subject(ALL_PAIRS, [*start["companion"], *WORDS], nowhere, _nothing),
    ]


def puzzle_rows(
    seconds: Mapping[str, Sequence[float]],
    ms: Callable[[Sequence[float]], dict[str, float]],
    limit: float = SECONDS,
) -> list[dict[str, Any]]:
    """The rows of the report: our count against doing nothing, and against the solver's."""
    ours = min(seconds[ALL_PAIRS])
    row = {"name": ALL_PAIRS, **ms(seconds[ALL_PAIRS])}
    rows = [row | _held(EMPTY, ours / min(seconds[EMPTY]), BUDGET)]
    for pair in PAIRS:
        name = f"{ALL_PAIRS}; CP-SAT: {' '.join(pair)}"
        if find_spec("ortools") is None:
            rows.append({"name": name, "skipped": MISSING})
            continue
        taken, told = solver_count(pair, limit)
        mine = assignments(CUBE)[ALL & ~set_of(pair)]
        rows.append(
            {
                "name": name,
                **ms(seconds[ALL_PAIRS]),
                **_held(f"{taken:.2f} s of CP-SAT", ours / taken, 1.0),
                "assignments": told["assignments"],
                "finished": told["finished"],
                "agree": told["assignments"] == mine if told["finished"] else None,
            }
        )
    return rows


def solver_count(pair: Sequence[str], limit: float) -> tuple[float, dict[str, Any]]:
    """Seconds of a whole process in which CP-SAT counts one pair, and what it found.

    Run before for a moment, so that its bytecode is there.
    """
    command = [sys.executable, "-m", "tests.bench.cpsat", *pair, "--seconds"]
    subprocess.run([*command, "0.1"], cwd=_ROOT, check=True, capture_output=True)
    begun = perf_counter()
    done = subprocess.run([*command, str(limit)], cwd=_ROOT, check=True, capture_output=True)
    return perf_counter() - begun, json.loads(done.stdout)


def time_growth(runs: int) -> dict[str, list[float]]:
    """Seconds to count the cubes of the first 8, 9 and 10 dice: 1, 9 and 45 choices of eight."""
    return {
        f"cubes of {many} dice, {choices} choices": timed(_counting((1 << many) - 1), runs)
        for many, choices in ((8, 1), (9, 9), (10, 45))
    }


def _counting(among: int) -> Callable[[], object]:
    return lambda: assignments(CUBE, among)


def _held(against: str, ratio: float, budget: float) -> dict[str, Any]:
    verdict = "within" if ratio <= budget else "over"
    return {"against": against, "ratio": round(ratio, 3), "budget": budget, "verdict": verdict}


def _nothing() -> None:
    pass
