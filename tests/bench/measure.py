"""One whole measurement: from nothing to a document of times, ratios and verdicts."""

import platform
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from tests.bench.boxes import FEW, BoxHome, import_file, list_words, make_box, write_rules
from tests.bench.elsewhere import elsewhere_rows, elsewhere_subjects, xml_rows, xml_subjects
from tests.bench.homes import Home, make_home, read_play
from tests.bench.inside import (
    LONG,
    SHORT,
    UNDO_BUDGET,
    long_evening,
    long_play,
    time_append,
    time_fold,
    time_undo,
)
from tests.bench.launch import commands, environment
from tests.bench.looking import (
    FIRST,
    FIRST_BOX,
    SETS,
    LoreHome,
    answered,
    lore_rows,
    make_lore,
)
from tests.bench.menus import menu_rows, time_keys, time_menus
from tests.bench.network import network_rows
from tests.bench.paper import PARTS, STRAIGHT, paper_rows, paper_subjects, time_join
from tests.bench.prompt import line_row, time_line
from tests.bench.puzzles import puzzle_rows, puzzle_subjects, time_growth
from tests.bench.rounds import Sizes, Subject, time_rounds
from tests.bench.rows import (
    CSV,
    EMPTY,
    EMPTY_RICH,
    HISTORY_BUDGET,
    LORE_BUDGET,
    ROWS,
)
from tests.bench.shelves import first_shelf_rows, make_shelves, shelf_rows, shelf_subjects
from tests.bench.tables import TABLES, make_table, time_moves, time_odds
from tests.bench.years import Years, first_rows, years_rows, years_subjects

Seconds = dict[str, list[float]]
BOX_RUNS = 5
PAPER_RUNS = 7
YEARS_RUNS = 7
FIRST_RUNS = 2
IMPORT_RUNS = 5
KEY_RUNS = 4


def measure(runs: int, sizes: Sizes) -> dict[str, Any]:
    """Measure everything, each `runs` times at the most."""
    plays, cards = sizes.plays, sizes.cards
    with tempfile.TemporaryDirectory(prefix="companion-bench-") as name:
        folder = Path(name).resolve()
        timed = partial(time_rounds, folder=folder, warm=sizes.warm)
        _tell(f"making {plays:,} finished plays …")
        young, old = make_home(folder / "young", 1), make_home(folder / "old", plays)
        _tell(f"measuring {runs} rounds …")
        seconds = timed(_subjects(folder, young, old), runs)
        _tell(f"making {sizes.many:,} finished plays …")
        homes = [Years(old, plays), Years(make_home(folder / "ancient", sizes.many), sizes.many)]
        _tell("measuring statistics …")
        first = first_rows(folder, homes, min(runs, FIRST_RUNS))
        years = timed(years_subjects(folder, homes), min(runs, YEARS_RUNS))
        _tell(f"making shelves of up to {sizes.many:,} plays …")
        shelves = make_shelves(folder, sizes)
        _tell("measuring shelves …")
        first_shelf = first_shelf_rows(folder, shelves, min(runs, FIRST_RUNS))
        shelf = timed(shelf_subjects(folder, shelves), min(runs, YEARS_RUNS))
        _tell(f"measuring boxes of {FEW} and {cards:,} cards …")
        boxes = timed(_box_subjects(folder, cards), min(runs, BOX_RUNS))
        _tell(f"measuring look-ups among {cards:,} cards …")
        lore = timed(_lore_subjects(folder, cards), runs)
        _tell("measuring a box on paper …")
        paper = timed(paper_subjects(folder), min(runs, PAPER_RUNS))
        _tell("measuring tables of the other games …")
        tables = timed(_table_subjects(folder), runs)
        _tell("measuring an import …")
        elsewhere = timed(elsewhere_subjects(folder, sizes.imported), min(runs, IMPORT_RUNS))
        xml = timed(xml_subjects(folder, sizes.pages), min(runs, IMPORT_RUNS))
        _tell("measuring the table on phones …")
        network = network_rows(folder, sizes.network)
        _tell("measuring the puzzles …")
        puzzles = timed(puzzle_subjects(folder), runs)
        events = read_play(young)
        short, long = long_play(events, SHORT), long_play(events, LONG)
        fold = time_fold(long, runs)
        evening = long_evening(LONG)
        more = _more(time_undo(evening, runs), time_fold(evening, runs))
        line = time_line(events, runs, folder / "prompt")
        menus = time_menus(sizes.lines)
        keys = time_keys(folder / "keys", min(runs, KEY_RUNS))
        appends = [(len(log), time_append(log, runs, folder / "store")) for log in (short, long)]
    return {
        "python": platform.python_version(),
        "typer": version("typer"),
        "rich": version("rich"),
        "runs": runs,
        "plays": plays,
        "yardsticks": [{"name": name, **_ms(seconds[name])} for name in (EMPTY, EMPTY_RICH)],
        "commands": [
            {
                "name": row.name,
                **_ms(seconds[row.name]),
                "against": row.against,
                **_verdict(seconds[row.name], seconds[row.against], row.budget),
            }
            for row in ROWS
        ],
        "history": [
            {
                "name": row.name,
                "one_ms": _ms(seconds[row.name])["best_ms"],
                "many_ms": _ms(seconds[_old(row.name)])["best_ms"],
                **_verdict(seconds[_old(row.name)], seconds[row.name], HISTORY_BUDGET),
            }
            for row in ROWS
            if row.history
        ],
        "years": years_rows(years, homes, _ms),
        "first": first,
        "shelves": shelf_rows(shelf, shelves, _ms),
        "first_shelf": first_shelf,
        "boxes": [
            {
                "name": name,
                **_ms(boxes[name]),
                "against": against,
                "ratio": round(min(boxes[name]) / min(boxes[against]), 2),
            }
            for name, against in (
                (_listing(FEW), EMPTY_RICH),
                (_listing(cards), EMPTY_RICH),
                (_import(cards), CSV),
            )
        ],
        "lore": [
            {
                "name": row.name,
                **_ms(lore[row.name]),
                "against": row.against,
                **_verdict(lore[row.name], lore[row.against], LORE_BUDGET),
            }
            for row in lore_rows(cards)
        ],
        "paper": [
            {"name": STRAIGHT, **_ms(paper[STRAIGHT])},
            *paper_rows(paper, _ms),
        ],
        "reading": [{"name": name, **_ms(lore[name])} for name in (FIRST, FIRST_BOX)],
        "tables": [
            {
                "name": row.name,
                **_ms(tables[row.name]),
                "against": row.against,
                **_verdict(tables[row.name], tables[row.against], row.budget),
            }
            for table in TABLES
            for row in table.rows
        ],
        "elsewhere": elsewhere_rows(elsewhere, sizes.imported, _ms),
        "xml": xml_rows(xml, sizes.pages),
        "network": network,
        "puzzles": puzzle_rows(puzzles, _ms),
        "questions": [answered(name, sizes.questions) for name in SETS],
        "inside": [
            {
                "name": f"fold of {LONG:,} entries",
                **_ms(fold),
                "us_per_entry": round(min(fold) / LONG * 1e6, 2),
            },
            {
                "name": f"undo of entry 2 of {LONG:,}, over the fold",
                **_ms(more),
                "budget_ms": UNDO_BUDGET,
                "verdict": "within" if min(more) * 1000 <= UNDO_BUDGET else "over",
            },
            *(
                {"name": f"append with fsync to {entries:,} entries", **_ms(taken)}
                for entries, taken in appends
            ),
            line_row(line, _ms(line)),
            *menu_rows(menus, keys),
            {"name": f"a deck of {PARTS} parts, put together", **_ms(time_join(runs))},
            *(
                {"name": name, **_ms(taken)}
                for name, taken in (time_moves(runs) | time_odds(runs) | time_growth(runs)).items()
            ),
        ],
    }


def _more(taken: Sequence[float], fold: Sequence[float]) -> list[float]:
    """How much longer something took than the fold at its best."""
    return [seconds - min(fold) for seconds in taken]


def _subjects(folder: Path, young: Home, old: Home) -> list[Subject]:
    """Everything to time; the two homes of a command one after the other."""
    start = commands(folder)
    in_young, in_old = environment(folder, young.path), environment(folder, old.path)
    subjects = [Subject(name, start[name], in_young, _nothing) for name in (EMPTY, EMPTY_RICH)]
    for row in ROWS:
        command = [*start["companion"], *row.words]
        subjects.append(Subject(row.name, command, in_young, young.restore))
        if row.history:
            subjects.append(Subject(_old(row.name), command, in_old, old.restore))
    return subjects


def _table_subjects(folder: Path) -> list[Subject]:
    """Commands in the middle of plays of the other games."""
    start = commands(folder)
    nowhere = environment(folder, folder)
    subjects = [Subject(name, start[name], nowhere, _nothing) for name in (EMPTY, EMPTY_RICH)]
    for table in TABLES:
        home = make_table(folder / f"{table.game}{table.within}", table)
        around = environment(folder, home.path)
        subjects += [
            Subject(
                row.name, [*start["companion"], *row.words], {**around, **row.asked}, home.restore
            )
            for row in table.rows
        ]
    return subjects


def _import(cards: int) -> str:
    return f"import of {cards:,} lines"


def _listing(cards: int) -> str:
    return f"rule list, {cards:,} cards"


def _box_subjects(folder: Path, cards: int) -> list[Subject]:
    """Looking for words in boxes of two sizes, and filling one; against nothing, and bare csv."""
    start = commands(folder)
    few, many, new = (make_box(folder / f"box-{n}", n) for n in (FEW, cards, 0))
    rules = folder / "rules.csv"
    write_rules(rules, cards)
    reading = f"import csv; print(len(list(csv.reader(open({str(rules)!r}, newline='')))))"
    nowhere = environment(folder, folder)

    def subject(name: str, words: Sequence[str], box: BoxHome, restored: bool) -> Subject:
        command = [*start["companion"], *words]
        prepare = box.restore if restored else _nothing
        return Subject(name, command, environment(folder, box.path), prepare)

    return [
        Subject(EMPTY_RICH, start[EMPTY_RICH], nowhere, _nothing),
        Subject(CSV, [sys.executable, "-c", reading], nowhere, _nothing),
        subject(_listing(FEW), list_words(), few, restored=False),
        subject(_listing(cards), list_words(), many, restored=False),
        subject(_import(cards), import_file(rules), new, restored=True),
    ]


def _lore_subjects(folder: Path, cards: int) -> list[Subject]:
    """Look-ups in a group with many cards; and the first ones, which read all that there is."""
    start = commands(folder)
    home, alone = make_lore(folder / "lore", cards), LoreHome(folder / "alone")
    around, nowhere = environment(folder, home.path), environment(folder, alone.path)
    yardsticks = [Subject(name, start[name], nowhere, _nothing) for name in (EMPTY, EMPTY_RICH)]
    look_ups = [
        Subject(row.name, [*start["companion"], *row.words], around, _nothing)
        for row in lore_rows(cards)
    ]
    word = [*start["companion"], "lookup", "ward"]
    reading = [
        Subject(FIRST, word, nowhere, alone.forget_all),
        Subject(FIRST_BOX, word, around, home.forget_box),
    ]
    return [*yardsticks, *look_ups, *reading]


def _old(name: str) -> str:
    return f"{name} with a long history"


def _tell(line: str) -> None:
    """A line on standard error, for whoever waits."""
    print(line, file=sys.stderr, flush=True)


def _nothing() -> None:
    pass


def _ms(seconds: Sequence[float]) -> dict[str, float]:
    return {
        "best_ms": round(min(seconds) * 1000, 2),
        "median_ms": round(median(seconds) * 1000, 2),
    }


def _verdict(seconds: Sequence[float], yardstick: Sequence[float], budget: float) -> dict[str, Any]:
    ratio = min(seconds) / min(yardstick)
    return {
        "ratio": round(ratio, 3),
        "budget": budget,
        "verdict": "within" if ratio <= budget else "over",
    }
