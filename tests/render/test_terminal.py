"""Blocks on terminals of every kind: what has a colour of its own keeps it, or does without."""

from io import StringIO

import pytest
from rich.console import Console

from companion.core.blocks import Paragraph, Span
from companion.render.terminal import draw

COLORS = ("red", "yellow", "blue", "white")


def drawn(system: str | None) -> str:
    paper = StringIO()
    console = Console(file=paper, force_terminal=True, color_system=system, width=60)
    draw([Paragraph(tuple(Span(f"{color}|", color) for color in COLORS))], console)
    return paper.getvalue()


def test_sixteen_colours_are_those_of_that_name():
    told = drawn("standard")
    for color, background in zip(COLORS, (41, 43, 44, 47), strict=True):
        before = told.partition(f"m{color}|")[0].rpartition("\x1b[")[2]
        assert before.endswith(f";{background}"), color


@pytest.mark.parametrize("system", ["256", "truecolor"])
def test_more_colours_are_the_pieces_own_and_all_different(system):
    told = drawn(system)
    styles = {told.partition(f"m{color}|")[0].rpartition("\x1b[")[2] for color in COLORS}
    assert len(styles) == 4


def test_without_colour_the_words_are_left():
    assert drawn(None) == "red|yellow|blue|white|\n"
