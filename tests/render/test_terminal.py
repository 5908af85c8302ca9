"""Blocks on terminals of every kind: what has a colour of its own keeps it, or does without."""

from io import StringIO

import pytest
from rich.color import Color
from rich.console import Console

from companion.core.blocks import Block, Paragraph, Span, Steps
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
def test_more_colours_are_the_pieces_own(system):
    told = drawn(system)
    for color, light, dark in (
        ("red", "r", "gb"),
        ("yellow", "rg", "b"),
        ("blue", "b", "r"),
        ("white", "rgb", ""),
    ):
        style = told.partition(f"m{color}|")[0].rpartition("\x1b[")[2]
        shade = background(style)
        assert all(shade[part] > 120 for part in light), (color, shade)
        assert all(shade[part] < 110 for part in dark), (color, shade)


def background(style: str) -> dict[str, int]:
    """The red, green and blue of the background in a terminal's codes."""
    codes = [int(code) for code in style.split(";")]
    at = codes.index(48)
    if codes[at + 1] == 2:
        return dict(zip("rgb", codes[at + 2 : at + 5], strict=True))
    return dict(zip("rgb", Color.from_ansi(codes[at + 2]).get_truecolor(), strict=True))


def test_without_colour_the_words_are_left():
    assert drawn(None) == "red|yellow|blue|white|\n"


TOLD = "It is Ben's turn: `companion dicebox place ben r4 d3`, or `companion next`."


@pytest.mark.parametrize("block", [Paragraph(TOLD), Steps((TOLD,))])
@pytest.mark.parametrize("width", range(40, 80))
def test_a_command_stays_on_one_line_where_one_can_hold_it(block: Block, width: int):
    lines = rows(block, width)
    for command in ("`companion dicebox place ben r4 d3`,", "`companion next`."):
        assert any(command in line for line in lines)


@pytest.mark.parametrize("block", [Paragraph(TOLD), Steps((TOLD,))])
@pytest.mark.parametrize("width", range(12, 80))
def test_nothing_is_lost_where_lines_are_broken(block: Block, width: int):
    lines = rows(block, width)
    assert all(len(line) <= width for line in lines)
    assert " ".join(" ".join(lines).replace("→", "").split()) == TOLD


def rows(block: Block, width: int) -> list[str]:
    paper = StringIO()
    draw([block], Console(file=paper, color_system=None, width=width))
    return [line.rstrip() for line in paper.getvalue().splitlines()]
