"""What is drawn without Rich is what Rich draws, sign for sign, or is left to it."""

from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from companion.core.blocks import (
    Column,
    Fit,
    Heading,
    Page,
    Paragraph,
    Span,
    Stack,
    Steps,
    Table,
    Text,
)
from companion.render import lines, terminal
from companion.render.lines import NotHere, Screen


def by_rich(blocks, on: Screen) -> str:
    """The same blocks as Rich draws them."""
    paper = StringIO()
    console = Console(
        file=paper,
        width=on.width,
        height=on.height,
        highlight=False,
        emoji=False,
        markup=False,
        force_terminal=on.coloured,
        color_system="truecolor" if on.coloured else None,
    )
    terminal.draw(blocks, console)
    return paper.getvalue()


SIGNS = st.text(alphabet="ab c`→●·é±-.", max_size=14)
SPANS = st.builds(Span, SIGNS, st.sampled_from(list(lines.CODES)))
TEXTS = st.one_of(SIGNS, SPANS, st.lists(st.one_of(SIGNS, SPANS), max_size=3).map(tuple))
COLUMNS = st.builds(
    Column,
    st.text("ab ", max_size=5).map(str.strip),
    st.sampled_from(["left", "right"]),
    st.booleans(),
    st.booleans(),
)


@st.composite
def tables(draw) -> Table:
    """A table of up to four columns."""
    count = draw(st.integers(1, 4))
    row = st.lists(TEXTS, min_size=count, max_size=count).map(tuple)
    columns = draw(st.lists(COLUMNS, min_size=count, max_size=count).map(tuple))
    rows = draw(st.lists(row, max_size=3).map(tuple))
    return Table(columns, rows, draw(st.sampled_from(["", "A title"])), draw(st.integers(0, 30)))


BLOCKS = st.one_of(
    st.builds(Heading, TEXTS, TEXTS),
    st.builds(Paragraph, TEXTS),
    st.builds(Steps, st.lists(TEXTS, min_size=1, max_size=3).map(tuple)),
    tables(),
)
STACKS = st.lists(BLOCKS, min_size=1, max_size=3).map(lambda blocks: Stack(tuple(blocks)))
ALL = st.one_of(
    BLOCKS,
    STACKS,
    st.lists(st.one_of(BLOCKS, STACKS), min_size=1, max_size=2).map(lambda it: Fit(tuple(it))),
    st.lists(STACKS, min_size=3, max_size=3).map(lambda it: Page(it.__getitem__, (2, 1, 0))),
)


@given(
    st.lists(ALL, min_size=1, max_size=2),
    st.builds(Screen, st.integers(8, 60), st.integers(3, 12), st.booleans()),
)
def test_what_is_drawn_without_rich_looks_the_same(blocks, on):
    try:
        drawn = lines.drawn(blocks, on)
    except NotHere:
        return
    assert drawn == by_rich(blocks, on)


def simple(text: Text) -> Stack:
    """A table with a title and a step below it."""
    table = Table((Column("Player"), Column("Points", "right")), ((text, "3"),))
    return Stack((Heading("A game"), table, Steps(("`companion next`",))))


@pytest.mark.parametrize("text", ["Ana", "Zoé", ("Ana", Span(" *", "good"))])
def test_what_fits_is_drawn_without_rich(text):
    assert lines.drawn([simple(text)], Screen(40))


@pytest.mark.parametrize("text", ["安娜", "Ana " * 20, Span("red", "red"), "👩‍🚀"])
def test_wide_signs_long_names_and_colours_of_pieces_are_left_to_rich(text):
    with pytest.raises(NotHere):
        lines.drawn([simple(text)], Screen(40))


@pytest.mark.parametrize("name", ["NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"])
def test_where_more_is_said_of_the_terminal_rich_decides(monkeypatch, name):
    monkeypatch.setenv(name, "1")
    with pytest.raises(NotHere):
        lines.screen()


def test_a_narrow_terminal_is_what_the_environment_says(monkeypatch):
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "TERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "33")
    monkeypatch.setenv("LINES", "11")
    assert lines.screen()[:2] == (33, 11)
