"""Charts as terminals show them. `python -m tests.render.drawing` draws those in `charts` anew."""

from io import BytesIO, TextIOWrapper
from pathlib import Path

from rich.console import Console

from companion.core.blocks import Block
from companion.render.terminal import draw
from tests.charts import CHARTS

FOLDER = Path(__file__).parent / "charts"
SHOWN = ("four", "twelve", "ratings", "growth", "wins", "differences", "point", "long", "apart")
SCREENS = {"80": (80, "utf-8"), "50": (50, "utf-8"), "ascii": (60, "ascii")}


def drawn(block: Block, width: int, encoding: str = "utf-8") -> str:
    """What a terminal without colours shows."""
    content = BytesIO()
    paper = TextIOWrapper(content, encoding=encoding, errors="replace", newline="\n")
    draw([block], Console(file=paper, width=width, color_system=None, highlight=False))
    paper.flush()
    lines = content.getvalue().decode(encoding).split("\n")
    return "\n".join(line.rstrip() for line in lines)


def gallery(screen: str) -> str:
    """All charts that are to be read by a person, on one kind of screen."""
    width, encoding = SCREENS[screen]
    return "\n".join(drawn(CHARTS[name], width, encoding) for name in SHOWN)


if __name__ == "__main__":
    for screen in SCREENS:
        (FOLDER / f"{screen}.txt").write_text(gallery(screen), "utf-8")
