"""Scenes: what is typed at a table, and what the rules say to it, as text that a player can read.

    # The Liar states more than 1.
    start lwd Ana Ben
    lwd round 1
      1 is too few: everybody makes more than one die. (LW-11)
      → `companion lwd round 2`
    lwd round 2

A heading, which has a blank line above it, begins a new table; elsewhere, `#` begins a comment.
Each line is typed as behind `companion`; indented below it stands the answer, blank lines left out.
Where nothing stands below a line, it is taken, and what it answers does not matter here. Rules that
are shown otherwise than by a refusal stand in parentheses behind a heading or a comment.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from companion.testing.program import Desks, typed_at
from companion.testing.store import TemporaryStore
from tests.golden.transcript import words

_RULES = re.compile(r"\(([A-Z]+(?:-[A-Z]+)?-\d+(?:, [A-Z]+(?:-[A-Z]+)?-\d+)*)\)$")
FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.txt"))
WIDTH = 80


class Line(NamedTuple):
    """A line as it is typed, or a comment within a scene; and what is answered."""

    typed: str
    answer: tuple[str, ...] = ()


class Scene(NamedTuple):
    """A table of its own: its heading, what is typed below it, and in which line of the file."""

    heading: tuple[str, ...]
    lines: tuple[Line, ...]
    at: int = 0

    @property
    def rules(self) -> set[str]:
        """The ids of the rules that it shows: something is refused by them, or a comment says so.

        They stand in parentheses at the end of a line.
        """
        comments = (line.typed for line in self.lines if line.typed.startswith("#"))
        refusals = (line.answer[-1] for line in self.lines if line.answer)
        found = map(_RULES.search, (*self.heading, *comments, *refusals))
        return {rule for it in found if it is not None for rule in it[1].split(", ")}

    @property
    def text(self) -> str:
        """The scene as it stands in its file."""
        lines = list(self.heading)
        for line in self.lines:
            lines += [line.typed, *(f"  {answer}" for answer in line.answer)]
        return "\n".join(lines)


def scenes_in(path: Path) -> Iterator[Scene]:
    """All scenes of a file."""
    at = 1
    for text in path.read_text("utf-8").split("\n\n"):
        heading, lines = list[str](), list[Line]()
        for line in text.splitlines():
            if line.startswith("  "):
                lines[-1] = Line(lines[-1].typed, (*lines[-1].answer, line[2:]))
            elif line.startswith("#") and not lines:
                heading.append(line)
            else:
                lines.append(Line(line))
        yield Scene(tuple(heading), tuple(lines), at)
        at += text.count("\n") + 2


def played(scene: Scene) -> Scene:
    """The scene with the answers that the program gives now."""
    desks, lines = Desks(TemporaryStore()), []
    for typed, answer in scene.lines:
        if typed.startswith("#"):
            lines.append(Line(typed))
            continue
        said = typed_at(desks, words(typed))
        assert not said.refusal or "\n→ " in said.refusal, f"no way on: {said.refusal}"
        shown = said.screen(WIDTH).splitlines() if answer or said.refusal else []
        lines.append(Line(typed, tuple(line.rstrip() for line in shown if line.strip())))
    return scene._replace(lines=tuple(lines))
