"""What is looked up: in every group, among thousands of cards, after a change; and the questions
that players ask, with how many of them are answered."""

import shutil
from pathlib import Path
from typing import Any, NamedTuple

from companion.table.current import CommonOptions
from companion.table.desk import Desk
from companion.table.lookup.corpus import Corpus
from companion.testing.store import TemporaryStore
from tests.bench.boxes import make_box
from tests.bench.rows import EMPTY, EMPTY_RICH, LOOKUPS, Row
from tests.reference.accuracy import HELD_OUT, TUNED, figures

FIRST, FIRST_BOX = "the first of all", "after a card was written"
WANTED_FIRST, WANTED_FIRST_THREE = 0.85, 0.97


class LoreHome(NamedTuple):
    """A home with a box of thousands of cards, and what the program keeps to find them at once."""

    path: Path

    @property
    def cache(self) -> Path:
        """The folder that may be thrown away at any time."""
        return self.path / "cache"

    def forget_all(self) -> None:
        """As before the first look-up of all."""
        shutil.rmtree(self.cache, ignore_errors=True)

    def forget_box(self) -> None:
        """As after a change of the box."""
        for file in self.cache.glob("*.lookup.db"):
            file.unlink()


def lore_rows(cards: int) -> tuple[Row, ...]:
    """Look-ups in a group with a box of so many cards."""
    return tuple(
        Row(f"{name}, {cards:,} cards{json}", ("lookup", *words, *json.split()), against)
        for name, words in (*LOOKUPS[:-1], ("lookup one of them", ("sings 17 songs",)))
        for json, against in (("", EMPTY_RICH), (" --json", EMPTY))
    )


def make_lore(folder: Path, cards: int) -> LoreHome:
    """A home in `folder` with a box of so many cards."""
    return LoreHome(make_box(folder, cards).path)


def unused(asked: object) -> Any:
    """Chance, and a live terminal: a look-up needs neither."""
    raise NotImplementedError(asked)


def answered(name: str, most: int | None = None) -> dict[str, Any]:
    """How well a set of questions is answered, or the first of it, against what is wanted."""
    desk = Desk(TemporaryStore(), lambda: "", unused, CommonOptions(), unused)
    found = figures(Corpus(desk), name, most)
    reached = found.first >= WANTED_FIRST and found.first_three >= WANTED_FIRST_THREE
    return {
        "name": name.replace("_", " "),
        "count": found.count,
        "first": round(found.first, 3),
        "first_three": round(found.first_three, 3),
        "verdict": "reached" if reached else "below",
    }


SETS = (TUNED, HELD_OUT)
