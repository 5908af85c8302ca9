"""Exports of BG Stats and of BoardGameGeek with thousands of plays: of somebody who played every
day for decades."""

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


PAGES = 100
"""Plays on a page of BoardGameGeek."""
XML_BUDGET = 3
"""Seconds that an import of such pages may take."""


def _xml(plays: int) -> str:
    return f"import of {plays:,} plays as XML"


def xml_subjects(folder: Path, plays: int) -> list[Subject]:
    """An import of as many plays of BoardGameGeek, page by page, into an empty home."""
    home = folder / "xml-home"
    files = []
    for page, start in enumerate(range(0, plays, PAGES), 1):
        file = folder / f"plays-{page}.xml"
        entries = map(_entry, range(start, min(start + PAGES, plays)))
        head = f'<plays username="player1" total="{plays}" page="{page}">'
        file.write_text(f"{head}{''.join(entries)}</plays>", "utf-8")
        files.append(str(file))
    taken = [*commands(folder)["companion"], "import", *files]
    return [Subject(_xml(plays), taken, environment(folder, home), lambda: _emptied(home))]


def xml_rows(seconds: dict[str, list[float]], plays: int) -> list[dict[str, Any]]:
    """The row of the measurement, with its budget in seconds."""
    best = min(seconds[_xml(plays)])
    verdict = "within" if best <= XML_BUDGET else "over"
    row = {"name": _xml(plays), "measured": round(best, 2), "unit": "s"}
    return [{**row, "budget": XML_BUDGET, "verdict": verdict}]


def _entry(number: int) -> str:
    players = "".join(
        f'<player username="" userid="0" name="Player {(number + 7 * seat) % _PEOPLE + 1}" '
        f'startposition="{seat + 1}" color="" score="{number % 50 + seat}" new="0" rating="0" '
        f'win="{int(seat == number % _SEATS)}"/>'
        for seat in range(_SEATS)
    )
    game = number % _GAMES + 1
    return (
        f'<play id="{number + 1}" date="{_FIRST + timedelta(days=number):%Y-%m-%d}" quantity="1" '
        f'length="{30 + number % 90}" incomplete="0" nowinstats="0" location="Place {number % 11}">'
        f'<item name="Game {game}" objecttype="thing" objectid="{game}"/>'
        f"<players>{players}</players></play>"
    )


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
