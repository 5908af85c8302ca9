"""A box on paper: a full box of BLANK printed, against the same codes made straight; and scanned.

The straight way is what anybody would write with the two libraries: every code with all defaults,
its runs of dark modules as rectangles, and beside each the same words.
"""

import json
import random
import string
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from companion.boxes.archive import join, read_part, split
from tests.bench.boxes import write_rules
from tests.bench.homes import in_home, run_lines
from tests.bench.launch import commands, environment
from tests.bench.rounds import Subject
from tests.bench.rows import BUDGET, EMPTY, EMPTY_RICH

STRAIGHT = "codes and pages, straight"
PDF_BUDGET = 1.3
PARTS = 12
_BOX = "friday"


class PaperRow(NamedTuple):
    """A command, the yardstick that it is held against, and its budget where there is one."""

    name: str
    words: tuple[str, ...]
    against: str
    budget: float | None = None


PAPER_ROWS = (
    PaperRow("PDF of 110 cards", ("print", _BOX, "-o", "sheet.pdf"), STRAIGHT, PDF_BUDGET),
    PaperRow("SVG of 110 cards", ("print", _BOX, "-o", "sheet.svg"), STRAIGHT),
    PaperRow("PNG of 110 cards", ("print", _BOX, "-o", "sheet.png"), STRAIGHT),
    PaperRow("HTML of 110 cards", ("print", _BOX, "-o", "sheet.html"), STRAIGHT),
    PaperRow("labels for 110 cards", ("labels", _BOX, "--all", "-o", "labels.pdf"), STRAIGHT),
    PaperRow("a card on the screen", ("print", _BOX, "--card", "15"), EMPTY_RICH, BUDGET),
    PaperRow("110 cards on the screen", ("print", _BOX), EMPTY_RICH),
    PaperRow("deck show", ("show", _BOX), EMPTY_RICH, BUDGET),
    PaperRow("deck list --json", ("list", "--json"), EMPTY),
    PaperRow("check by 110 codes", ("check", _BOX, "codes.txt"), EMPTY_RICH),
)

_STRAIGHT = '''"""The same codes on the same pages, with qrcode and reportlab alone."""

import json
import sys

import qrcode
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

MM = 72 / 25.4
rows = json.load(open(sys.argv[1]))
canvas = Canvas("straight.pdf", pagesize=A4, pageCompression=1)
y = 275.0
for row in rows:
    code = qrcode.QRCode(error_correction=qrcode.constants.ERROR_CORRECT_M, border=0)
    code.add_data(row["code"])
    code.make(fit=True)
    matrix = code.get_matrix()
    height = len(matrix) * 0.5 + 6
    if y - height < 20:
        canvas.showPage()
        y = 275.0
    path = canvas.beginPath()
    for down, line in enumerate(matrix):
        start = None
        for across, dark in enumerate([*line, False]):
            if dark and start is None:
                start = across
            elif not dark and start is not None:
                path.rect(
                    (16 + start * 0.5) * MM,
                    (y - down * 0.5) * MM,
                    (across - start) * 0.5 * MM,
                    0.5 * MM,
                )
                start = None
    canvas.drawPath(path, stroke=0, fill=1)
    canvas.setFont("Helvetica-Bold", 11)
    canvas.drawString(50 * MM, y * MM, row["title"])
    canvas.setFont("Helvetica", 10)
    canvas.drawString(50 * MM, (y - 5) * MM, row["says"])
    y -= height
canvas.save()
'''


def paper_subjects(folder: Path) -> list[Subject]:
    """Everything to time about a full box; the files are written into `folder`."""
    start = commands(folder)
    home = folder / "paper"
    home.mkdir()
    codes = _fill(home, folder)
    (folder / "straight.py").write_text(_STRAIGHT, "utf-8")
    straight = [sys.executable, "straight.py", str(codes)]
    around = environment(folder, home)
    return [
        Subject(STRAIGHT, straight, around, _nothing),
        *(Subject(name, start[name], around, _nothing) for name in (EMPTY, EMPTY_RICH)),
        *(
            Subject(row.name, [*start["companion"], "deck", *row.words], around, _nothing)
            for row in PAPER_ROWS
        ),
    ]


def _fill(home: Path, folder: Path) -> Path:
    """Make a box whose 38 rules and 24 game cards say something; a file with all its codes."""
    rules = folder / "paper.csv"
    write_rules(rules, 24)
    suits = ("hexagon", "triangle", "square", "circle", "diamond", "shield")
    with in_home(home):
        run_lines(
            [
                ["blank", "box", "new", _BOX, "--mark", "★", "--owner", "Ana"],
                *(
                    ["blank", "rule", "add", f"If {n} bells ring, then sing {n} songs", "--printed"]
                    for n in range(1, 15)
                ),
                ["blank", "rule", "import", str(rules)],
                *(
                    [
                        *("blank", "card", "customise", f"{n}-{suit}", "--title", f"Song {n}"),
                        *("--effect", "sing it", "--by", "Ben", "--inked"),
                    ]
                    for suit in suits
                    for n in range(1, 5)
                ),
            ]
        )
        printed, shown = (
            json.loads(_said(["deck", verb, _BOX, "--json"])) for verb in ("print", "show")
        )
    items = {item["id"]: item for item in shown["items"]}
    rows = [
        {
            "code": code["text"],
            "title": items[code["card"]]["title"],
            "says": items[code["card"]]["says"] or "",
        }
        for code in printed["codes"]
    ]
    (folder / "codes.txt").write_text("".join(f"{row['code']}\n" for row in rows), "utf-8")
    path = folder / "codes.json"
    path.write_text(json.dumps(rows), "utf-8")
    return path


def _said(line: Sequence[str]) -> str:
    import contextlib
    import io

    from companion.cli.run import run

    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        if run(line) != 0:
            raise RuntimeError(f"`companion {' '.join(line)}` failed")
    return said.getvalue()


def deck_of_parts() -> tuple[str, ...]:
    """A deck that takes twelve parts."""
    chance = random.Random(7)
    signs = string.ascii_letters + string.digits
    deck: list[str] = []
    while len(parts := split(deck)) < PARTS:
        deck += ["".join(chance.choice(signs) for _ in range(60)) for _ in range(4)]
    return parts


def time_join(runs: int) -> list[float]:
    """Seconds to put twelve parts together, which come in the wrong order."""
    texts = deck_of_parts()[::-1]
    seconds = []
    for _ in range(runs):
        begun = perf_counter()
        join(part for part in map(read_part, texts) if part is not None)
        seconds.append(perf_counter() - begun)
    return seconds


def paper_rows(
    seconds: Mapping[str, Sequence[float]],
    ms: Callable[[Sequence[float]], dict[str, float]],
) -> list[dict[str, object]]:
    """The rows of the report: times, ratios, and a verdict where there is a budget."""
    rows: list[dict[str, object]] = []
    for row in PAPER_ROWS:
        ratio = min(seconds[row.name]) / min(seconds[row.against])
        told: dict[str, object] = {"ratio": round(ratio, 3), "budget": row.budget, "verdict": ""}
        if row.budget is not None:
            told["verdict"] = "within" if ratio <= row.budget else "over"
        rows.append({"name": row.name, **ms(seconds[row.name]), "against": row.against, **told})
    return rows


def _nothing() -> None:
    pass
