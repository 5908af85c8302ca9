"""An export of BG Stats with thousands of plays: of somebody who played every day for decades."""

import json
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from tests.bench.launch import commands, environment
from tests.bench.rounds import Subject

AGAIN = "the same again"
PARSED = "json.loads"
"""A process that reads the same file with the standard library, and nothing else."""

_PEOPLE, _GAMES, _PLACES, _SEATS = 40, 300, 12, 4
_FIRST = datetime(1996, 1, 1, 19)
_READ = "import json, sys; json.load(open(sys.argv[1], encoding='utf-8'))"


def export(plays: int) -> dict[str, Any]:
    """What BG Stats would export after so many plays by four of forty people."""
    return {
        "games": [
            {"id": number, "uuid": _uuid(1, number), "name": f"Game {number}", "bggId": number}
            for number in range(1, _GAMES + 1)
        ],
        "players": [
            {"id": number, "uuid": _uuid(2, number), "name": f"Player {number}"}
            for number in range(1, _PEOPLE + 1)
        ],
        "locations": [{"id": number, "name": f"Place {number}"} for number in range(1, _PLACES)],
        "plays": [_play(number) for number in range(plays)],
    }


def _import(plays: int) -> str:
    return f"import of {plays:,} plays"


def elsewhere_subjects(folder: Path, plays: int) -> list[Subject]:
    """An import of so many into an empty home, the same once more, and the yardstick."""
    file = folder / "BGStatsExport.json"
    file.write_text(json.dumps(export(plays)), "utf-8")
    home = folder / "import-home"
    start, env = commands(folder), environment(folder, home)
    taken = [*start["companion"], "import", str(file)]
    return [
        Subject(PARSED, [sys.executable, "-c", _READ, str(file)], env, _nothing),
        Subject(_import(plays), taken, env, lambda: _emptied(home)),
        Subject(AGAIN, taken, env, _nothing),
    ]


def elsewhere_rows(
    seconds: dict[str, list[float]], plays: int, ms: Callable[[list[float]], dict[str, float]]
) -> list[dict[str, Any]]:
    """The rows of the measurement; they have no budget."""
    yardstick = min(seconds[PARSED])
    return [
        {"name": PARSED, **ms(seconds[PARSED])},
        *(
            {
                "name": name,
                **ms(seconds[name]),
                "against": PARSED,
                "ratio": round(min(seconds[name]) / yardstick, 2),
                "budget": None,
                "verdict": None,
            }
            for name in (_import(plays), AGAIN)
        ),
    ]


def _play(number: int) -> dict[str, Any]:
    time = f"{_FIRST + timedelta(days=number):%Y-%m-%d %H:%M:%S}"
    return {
        "uuid": _uuid(3, number),
        "gameRefId": number % _GAMES + 1,
        "locationRefId": number % (_PLACES - 1) + 1,
        "playDate": time,
        "entryDate": time,
        "modificationDate": time,
        "durationMin": 30 + number % 90,
        "ignored": False,
        "manualWinner": False,
        "usesTeams": False,
        "rounds": number % 9,
        "board": "",
        "playImages": "[]",
        "playerScores": [
            {
                "playerRefId": (number + 7 * seat) % _PEOPLE + 1,
                "score": f"{number % 50}+{seat}*2" if number % 10 == 0 else str(number % 50 + seat),
                "winner": seat == number % _SEATS,
                "startPlayer": seat == 0,
                "newPlayer": False,
                "rank": 0,
                "seatOrder": seat + 1,
            }
            for seat in range(_SEATS)
        ],
    }


def _uuid(kind: int, number: int) -> str:
    return str(UUID(int=(kind << 64) + number)).upper()


def _emptied(home: Path) -> None:
    import shutil

    shutil.rmtree(home, ignore_errors=True)
    home.mkdir()


def _nothing() -> None:
    pass
