"""Charts on terminals: read by a person first, and kept as they were then."""

import re
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console

from companion.core.blocks import Chart, Heading, Series, Stack
from companion.core.names import visible
from companion.render.chart import PLAIN_SIGNS, SIGNS
from companion.render.plots import HUES
from companion.render.terminal import draw
from tests.charts import CHARTS, NAMES, line
from tests.render.drawing import FOLDER, SCREENS, drawn, gallery


@pytest.mark.parametrize("screen", SCREENS)
def test_charts_are_as_they_were_read(screen):
    """`python -m tests.render.drawing` draws them anew: read them before they are kept."""
    assert gallery(screen) == (FOLDER / f"{screen}.txt").read_text("utf-8")


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("width", [20, 30, 50, 80, 200])
def test_no_line_is_wider_than_the_screen_and_no_chart_higher(name, width):
    lines = drawn(CHARTS[name], width).rstrip("\n").split("\n")
    assert all(cell_len(line) <= width for line in lines)
    if width >= 50 and name not in ("long", "crowd"):
        assert len(lines) <= 22


@pytest.mark.parametrize("name", CHARTS)
@pytest.mark.parametrize("width", [50, 80])
def test_where_there_is_no_braille_ascii_draws_it(name, width):
    told = drawn(CHARTS[name], width, "ascii")
    assert told.isascii()
    if CHARTS[name].kind != "bar":
        assert not any(sign in told for sign in SIGNS)


@pytest.mark.parametrize("width", [30, 50, 80])
def test_names_stand_in_the_order_in_which_the_lines_end(width):
    ends = {"Ana": 12, "Ben": 40, "Cho": 41, "Dan": 13, "Eve": 0}
    series = tuple(Series(name, ((1, 5), (2, end))) for name, end in ends.items())
    told = drawn(Chart("Wins", "play", "wins", series), width)
    named = re.findall(r"(Ana|Ben|Cho|Dan|Eve) \d", told)
    assert named == ["Cho", "Ben", "Dan", "Ana", "Eve"]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
def test_every_line_has_its_own_sign_and_stands_beside_its_name(encoding):
    told = drawn(CHARTS["twelve"], 80, encoding)
    signs = SIGNS if encoding == "utf-8" else PLAIN_SIGNS
    for name, sign in zip(NAMES, signs, strict=True):
        assert f"{sign} {name} " in told


def test_a_name_stands_in_the_row_in_which_its_line_ends():
    for name, sign in (("Ana", "●"), ("Ben", "■"), ("Cho", "▲"), ("Dimitri", "◆")):
        (row,) = (row for row in drawn(CHARTS["four"], 80).split("\n") if f" {name} " in row)
        assert row.count(sign) >= 2


def test_more_names_than_rows_stand_below():
    told = drawn(CHARTS["crowd"], 80).split("\n")
    axis = next(place for place, row in enumerate(told) if "└" in row)
    assert sum(len(re.findall(r"Player \d+", row)) for row in told[axis:]) == 40
    assert not any("Player" in row for row in told[:axis])


def test_lines_on_top_of_each_other_show_everybodys_sign():
    told = drawn(CHARTS["same"], 80)
    plot = "\n".join(row.partition(" Ana")[0] for row in told.split("\n"))
    assert all(plot.count(sign) >= 3 for sign in "●■▲")


def test_how_uncertain_a_rating_is_stands_behind_it():
    assert "Ana 32.3 ±2.4" in drawn(CHARTS["ratings"], 80)
    assert "Ana 32.3 +-2.4" in drawn(CHARTS["ratings"], 80, "ascii")


def test_nothing_is_said_to_be_nothing():
    assert drawn(CHARTS["nothing"], 80) == "No round yet\nNothing to draw yet.\n"


@pytest.mark.parametrize("name", ["hostile", "long"])
def test_names_are_shown_and_never_obeyed(name):
    told = drawn(CHARTS[name], 80)
    assert not re.search("[\x00-\x09\x0b-\x1f\u202e]", told)
    if name == "hostile":
        assert '"><script>' in told
        assert visible("a\x1b[31m") in told


def test_colour_is_added_and_changes_nothing_else():
    paper = StringIO()
    console = Console(file=paper, width=80, force_terminal=True, color_system="standard")
    draw([CHARTS["four"]], console)
    coloured = paper.getvalue()
    assert "\x1b[36m" in coloured
    plain = re.sub(r"\x1b\[[\d;]*m", "", coloured)
    assert [row.rstrip() for row in plain.split("\n")] == drawn(CHARTS["four"], 80).split("\n")
    assert len(HUES) == len(set(HUES)) == 8


def test_a_chart_stands_among_other_blocks():
    told = drawn(Stack((Heading("How it went"), CHARTS["two"])), 60)
    assert told.startswith("How it went\n\nPoints by round\n")


FLOATS = st.one_of(st.integers(-30, 30).map(float), st.floats())
LINES = st.lists(
    st.builds(Series, st.text(max_size=9), st.lists(st.tuples(FLOATS, FLOATS)).map(tuple)),
    max_size=14,
).map(tuple)


@given(
    LINES,
    st.sampled_from(["line", "step", "bar"]),
    st.integers(8, 120),
    st.sampled_from(["utf-8", "ascii"]),
    st.booleans(),
)
def test_no_chart_is_too_odd_to_be_drawn(series, kind, width, encoding, dates):
    days = tuple(
        Series(one.name, tuple((x % 1e6 if abs(x) < 1e90 else 0.0, y) for x, y in one.points))
        for one in series
    )
    chart = Chart("t", "x", "y", days if dates else series, kind=kind, dates=dates)
    assert drawn(chart, width, encoding).startswith("t\n")


def test_a_chart_is_no_wider_than_one_can_follow():
    widest = max(map(cell_len, drawn(CHARTS["four"], 300).split("\n")))
    assert 80 < widest <= 100


def test_negative_numbers_begin_bars_at_nought():
    told = drawn(CHARTS["differences"], 60).split("\n")
    ana, ben = (next(row for row in told if row.startswith(name)) for name in ("Ana", "Ben"))
    assert ana.index("█") > ben.rindex("█")
    assert ben.endswith(" −2")


def test_one_point_is_drawn_where_it_is():
    told = drawn(Chart("t", "round", "points", (line("Ana", (5,), 3),)), 60)
    (row,) = (row for row in told.split("\n") if "5 ┤" in row)
    assert row.count("●") == 2


@pytest.mark.parametrize(("width", "beside"), [(30, 1), (50, 2), (80, 2)])
def test_lines_that_are_drawn_apart_stand_in_the_order_in_which_they_end(width, beside):
    told = drawn(CHARTS["apart"], width)
    assert re.findall(r"(\w+) [\d,.]+ ±", told) == ["Ana", "Cho", "Fay", "Dan", "Gus", "Ben", "Eve"]
    assert max(line.count("±") for line in told.split("\n")) == beside
    assert told.count("1,300") == -(-7 // beside)  # one axis for all
