"""Homes with a box of BLANK in them: how long looking through its cards takes, and filling it.

A box holds 38 rule cards; the ones here are as large as a box can become by a house rule.
"""

import csv
import shutil
from pathlib import Path
from typing import NamedTuple

from companion.games.blank.rule_files import COLUMNS
from tests.bench.homes import in_home, run_lines

FEW = 100
BOX = "blank-bench"
WORDS = ("sings", "17")
_HOUSE = "--house=bench"


class BoxHome(NamedTuple):
    """A home whose only content is a box, as it was made."""

    path: Path
    made: Path

    def restore(self) -> None:
        """Put everything back, so that every measured command meets the same box."""
        shutil.rmtree(self.path)
        shutil.copytree(self.made, self.path)


def write_rules(path: Path, count: int) -> None:
    """A file of so many different rules, as `rule export` writes them."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        for number in range(count):
            trigger = f"a {number % 6 + 1} is played in turn {number}"
            words = (trigger, "the next player", f"sings {number % 97} songs", "")
            writer.writerow(("", "plain", "inked", *words, f"Player {number % 7}", ""))


def make_box(folder: Path, cards: int) -> BoxHome:
    """A home in `folder` with a box of so many rule cards; none, to be filled."""
    made, path = folder / "made", folder / "home"
    made.mkdir(parents=True)
    with in_home(made):
        run_lines([["blank", "box", "new", "bench", "--mark", "★"]])
        if cards:
            rules = folder / "rules.csv"
            write_rules(rules, cards)
            run_lines([["blank", "rule", "import", str(rules), _HOUSE]])
    shutil.copytree(made, path)
    return BoxHome(path, made)


def list_words() -> list[str]:
    """The command that looks for words in all rules."""
    return ["blank", "rule", "list", *WORDS]


def import_file(rules: Path) -> list[str]:
    """The command that takes a file in."""
    return ["blank", "rule", "import", str(rules), _HOUSE]
