"""Charts as pictures: nothing overlaps or leaves the page, and every kind of file opens."""

import re
from itertools import combinations, pairwise
from math import dist
from xml.etree import ElementTree

import pytest
from PIL import Image

from companion.core.blocks import Chart, Series
from companion.printing.document import chart
from companion.printing.layout.chart import NARROW, WIDE, chart_page
from companion.printing.layout.plot import dashes_of, hue_of, sign
from companion.printing.page import (
    COLOURS,
    HUES,
    POINT,
    Area,
    Box,
    Line,
    Mark,
    Measure,
    Trail,
    Words,
    start,
)
from companion.printing.pens.pdf import PdfPen
from companion.printing.pens.png import PngPen
from companion.printing.pens.svg import SvgPen
from tests.charts import CHARTS, HOSTILE, NAMES, line
from tests.printing import scanner

SVG = "{http://www.w3.org/2000/svg}"
PENS = {"pdf": PdfPen, "svg": SvgPen, "png": PngPen}
SIZES = {"wide": WIDE, "narrow": NARROW}


def extent(mark: Mark, measure: Measure) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark."""
    match mark:
        case Words():
            width = measure(mark.text, mark.size, mark.bold)
            left, size = start(mark, width), mark.size * POINT
            return left, mark.y - 0.72 * size, left + width, mark.y + 0.2 * size
        case Box():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height
        case Line():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.down
        case Trail() | Area():
            xs, ys = zip(*mark.points, strict=True)
            return mark.x + min(xs), mark.y + min(ys), mark.x + max(xs), mark.y + max(ys)
    raise AssertionError(mark)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("name", CHARTS)
def test_nothing_leaves_the_page_and_no_words_overlap(name, kind, size):
    measure = PENS[kind]().measure
    page = chart_page(CHARTS[name], measure, SIZES[size])
    words = []
    for mark in page.marks:
        left, top, right, bottom = extent(mark, measure)
        assert (left >= 1, right <= page.width - 1) == (True, True), mark
        assert (top >= 3, bottom <= page.height - 2) == (True, True), mark
        if isinstance(mark, Words) and mark.text:
            words.append((left, top, right, bottom, mark.text))
    for one, other in combinations(words, 2):
        across = min(one[2], other[2]) - max(one[0], other[0])
        down = min(one[3], other[3]) - max(one[1], other[1])
        assert across <= 0.05 or down <= 0.05, (one, other)


@pytest.mark.parametrize("size", SIZES)
def test_every_name_stands_behind_its_line_in_the_order_of_the_ends(size):
    page = chart_page(CHARTS["twelve"], SvgPen().measure, SIZES[size])
    bold = [mark for mark in page.marks if isinstance(mark, Words) and mark.bold]
    by_name = {mark.text: mark.y for mark in bold}
    last = {series.name: series.points[-1][1] for series in CHARTS["twelve"].series}
    ordered = sorted(NAMES, key=lambda name: -last[name])
    heights = [by_name[name] for name in ordered]
    assert all(after - before > 3.5 for before, after in pairwise(heights))


def test_a_line_that_ended_early_is_led_to_its_name():
    early = Series("Ana", ((0, 1.0), (1, 2.0)))
    page = chart_page(Chart("t", "x", "y", (early, line("Ben", (0, 1, 2, 3, 9)))), SvgPen().measure)
    dotted = [mark for mark in page.marks if isinstance(mark, Trail) and mark.dashes]
    assert [mark.ink for mark in dotted] == [hue_of(0)]


def test_lines_on_top_of_each_other_are_drawn_beside_each_other():
    page = chart_page(CHARTS["same"], SvgPen().measure)
    trails = [mark for mark in page.marks if isinstance(mark, Trail) and not mark.dashes]
    assert len(trails) == 3
    begins = sorted(mark.points[0][1] for mark in trails)
    assert all(0.3 < after - before < 1.5 for before, after in pairwise(begins))


def test_a_band_lies_around_its_line():
    page = chart_page(CHARTS["ratings"], SvgPen().measure)
    bands = [mark for mark in page.marks if isinstance(mark, Area) and mark.strength < 1]
    lines = [mark for mark in page.marks if isinstance(mark, Trail) and mark.thickness > 0.4]
    assert len(bands) == len(lines) == 3
    for trail in lines:
        (band,) = (band for band in bands if band.fill == trail.ink)
        assert min(y for _, y in band.points) < min(y for _, y in trail.points)
        assert max(y for _, y in band.points) > max(y for _, y in trail.points)


def test_a_single_point_has_a_band_as_well():
    one = Series("Ana", ((1, 1115.0),), ((787.0, 1443.0),))
    page = chart_page(Chart("t", "play", "rating", (one,)), SvgPen().measure)
    (band,) = (mark for mark in page.marks if isinstance(mark, Area) and mark.strength < 1)
    left, top, right, bottom = extent(band, SvgPen().measure)
    assert 3 < right - left < 5
    assert bottom - top > 20


def test_ten_thousand_points_are_thinned():
    made = chart("svg", CHARTS["endless"])
    assert len(made.content) < 60_000


def test_bars_begin_at_nought_and_are_as_long_as_their_values():
    page = chart_page(CHARTS["wins"], SvgPen().measure)
    bars = [mark for mark in page.marks if isinstance(mark, Box)]
    assert [round(bar.width / bars[0].width, 3) for bar in bars] == [1, 0.583, 0.25]
    assert len({bar.x for bar in bars}) == 1


# How they are told apart


def test_no_two_of_twenty_four_lines_look_alike():
    looks = {(hue_of(place), dashes_of(place), str(sign(place))) for place in range(24)}
    assert len(looks) == 24
    assert len({hue_of(place) for place in range(8)}) == 8


SIGHT = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""What becomes of linear red, green and blue (Machado, Oliveira and Fernandes, 2009)."""


def linear(colour: str) -> list[float]:
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def mixed(matrix, parts) -> list[float]:
    return [sum(a * b for a, b in zip(row, parts, strict=True)) for row in matrix]


def lab(parts: list[float]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear red, green and blue: equal distances look about equally far apart."""
    to_xyz = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
    shares = [
        min(max(part, 0), 1) / white
        for part, white in zip(mixed(to_xyz, parts), (0.9505, 1, 1.089), strict=True)
    ]
    x, y, z = (
        share ** (1 / 3) if share > 0.008856 else 7.787 * share + 16 / 116 for share in shares
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


@pytest.mark.parametrize("sight", SIGHT)
def test_whoever_sees_fewer_colours_can_tell_them_apart(sight):
    seen = {hue: lab(mixed(SIGHT[sight], linear(COLOURS[hue]))) for hue in HUES}
    for one, other in combinations(HUES, 2):
        assert dist(seen[one], seen[other]) > 15, (one, other)


@pytest.mark.parametrize("hue", HUES)
def test_colours_stand_out_from_white(hue):
    red, green, blue = linear(COLOURS[hue])
    assert 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) >= 3


# Files


def test_every_chart_becomes_every_kind_of_file_twice_the_same():
    for kind in ("svg", "pdf", "html", "png"):
        for name, drawn in [*CHARTS.items()][:: 8 if kind == "png" else 2]:
            assert chart(kind, drawn).content == chart(kind, drawn).content, (name, kind)


@pytest.mark.parametrize("name", CHARTS)
def test_an_svg_is_well_formed_and_says_what_is_on_it(name):
    told = CHARTS[name]
    root = ElementTree.fromstring(chart("svg", told).content)
    assert root.get("role") == "img"
    assert root.find(f"{SVG}title").text == told.title
    described = root.find(f"{SVG}desc").text
    for series in told.series[:2]:
        assert not series.points or series.name in described
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        *("svg", "title", "desc", "rect", "line", "polyline", "polygon", "text"),
    }


def test_names_in_an_svg_are_words_and_nothing_else():
    root = ElementTree.fromstring(chart("svg", CHARTS["hostile"]).content)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    for name in HOSTILE[:6]:
        assert name in texts
    assert "a\\x1b[31mb\\u202e" in texts
    assert CHARTS["hostile"].note in texts


def test_an_svg_in_words():
    root = ElementTree.fromstring(chart("svg", CHARTS["four"]).content)
    assert root.find(f"{SVG}desc").text.startswith(
        "Ana: 3 at 0, 15 at 12; lowest 3, highest 17. Ben: 3 at 0, −2 at 12;"
    )
    root = ElementTree.fromstring(chart("svg", CHARTS["ratings"]).content)
    assert "Ana: 25 at 2026-01-05, 32.3 at 2026-10-05;" in root.find(f"{SVG}desc").text
    root = ElementTree.fromstring(chart("svg", CHARTS["wins"]).content)
    told = root.find(f"{SVG}desc").text
    assert told == "wins: Ana 12, Ben 7, Cho 3, Dimitri the Great 0."


def test_a_png_is_as_large_as_its_page_and_in_colours():
    picture = scanner.png_picture(chart("png", CHARTS["four"]).content)
    assert picture.mode == "RGB"
    assert picture.size == pytest.approx([length * 220 / 25.4 for length in WIDE], abs=1)
    assert picture.info["Title"] == CHARTS["four"].title
    colours = {colour for _, colour in picture.getcolors(1 << 24)}
    for place in range(4):
        assert tuple(bytes.fromhex(COLOURS[hue_of(place)][1:])) in colours


def test_a_band_in_a_png_lets_through_what_is_below():
    picture = scanner.png_picture(chart("png", CHARTS["ratings"]).content)
    common = {colour for count, colour in picture.getcolors(1 << 24) if count > 2000}
    blue = tuple(bytes.fromhex(COLOURS[hue_of(0)][1:]))
    pale = tuple(round(255 + (part - 255) * 0.13) for part in blue)
    assert any(dist(colour, pale) < 4 for colour in common)


def most_gaps(picture: Image.Image) -> int:
    """How often dark and light take turns in the middle of a plot, in the row with most gaps."""
    grey = picture.convert("L")
    left, right = grey.width // 4, grey.width // 2
    rows = [
        [grey.getpixel((x, y)) < 180 for x in range(left, right)]
        for y in range(grey.height // 8, grey.height * 3 // 4)
    ]
    return max(sum(one != other for one, other in pairwise(row)) for row in rows)


@pytest.mark.long
def test_dashes_have_gaps_in_every_kind_of_file():
    plain, dashed = (
        Chart("t", "x", "y", tuple(line(f"P{at}", (at * 3, at * 3)) for at in range(many)))
        for many in (8, 9)
    )
    for told, has_gaps in ((plain, False), (dashed, True)):
        assert (b"stroke-dasharray" in chart("svg", told).content) == has_gaps
        drawn = scanner.png_picture(chart("png", told).content)
        assert (most_gaps(drawn) > 6) == has_gaps
        (drawn,) = scanner.pdf_pages(chart("pdf", told).content)
        assert (most_gaps(drawn) > 6) == has_gaps


def test_a_pdf_has_the_words_as_words():
    (told,) = scanner.pdf_text(chart("pdf", CHARTS["four"]).content)
    for word in ("Blank White Dice, 22 November 2026", "Dimitri", "round", "points"):
        assert word in told


def test_a_page_with_a_chart_has_one_for_phones_as_well():
    told = chart("html", CHARTS["four"]).content.decode()
    assert told.count("<svg") == 2
    assert re.findall(r'viewBox="0 0 (\d+) ', told) == [f"{WIDE[0]:g}", f"{NARROW[0]:g}"]
    assert "<title>Blank White Dice, 22 November 2026</title>" in told.partition("<body>")[0]


@pytest.mark.parametrize(("size", "beside"), [(WIDE, 3), (NARROW, 2)])
def test_lines_that_are_drawn_apart_have_a_plot_each_and_one_scale(size, beside):
    page = chart_page(CHARTS["apart"], SvgPen().measure, size)
    names = [mark for mark in page.marks if isinstance(mark, Words) and mark.bold and mark.y > 12]
    assert [name.text for name in names] == ["Ana", "Cho", "Fay", "Dan", "Gus", "Ben", "Eve"]
    assert len({name.x for name in names}) == beside
    lines = [mark for mark in page.marks if isinstance(mark, Trail)]
    assert len(lines) == 7
    # All begin at 1,000: at the same height below their names.
    begins = {round(line.points[0][1] - name.y, 6) for line, name in zip(lines, names, strict=True)}
    assert len(begins) == 1
