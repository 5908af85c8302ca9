"""Layouts: nothing leaves its page or its label, no row is broken, no heading is alone."""

from itertools import pairwise

import pytest

from companion.core.inventory import Component
from companion.core.terminal import Progress
from companion.drawing.paper import PAPERS
from companion.printing.layout.code_pages import parts_pages
from companion.printing.layout.flow import Block, Frame, flowed
from companion.printing.layout.inventory import inventory_pages
from companion.printing.layout.labels import label_pages
from companion.printing.page import POINT, Box, Code, Line, Mark, Measure, Words, start
from companion.printing.pens.pdf import PdfPen
from companion.printing.pens.png import PngPen
from companion.printing.pens.svg import SvgPen
from companion.printing.text import Style, fitted, shortened, wrapped
from tests.printing.boxes import base45_like, box, cards, printed, rule, sheets

SHEETS = sheets()
PENS = {"pdf": PdfPen, "svg": SvgPen, "png": PngPen}
QUIET = Progress(None, 0)
NAMES = (
    "Ana",
    "Wolfeschlegelsteinhausenbergerdorff",
    "李明和王小红的规则卡片收藏盒",
    "Грушевий сік із пляшки",
    "שלום לכולם וברוכים הבאים",
    "🎲🎲🎲",
    "x" * 400,
)


def extent(mark: Mark, measure: Measure) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a mark."""
    match mark:
        case Words():
            width = measure(mark.text, mark.size, mark.bold)
            left = start(mark, width)
            size = mark.size * POINT
            return left, mark.y - 0.75 * size, left + width, mark.y + 0.22 * size
        case Line():
            return mark.x, mark.y, mark.x + mark.across, mark.y + mark.down
        case Code():
            return mark.x, mark.y, mark.x + mark.side, mark.y + mark.side
        case Box():
            return mark.x, mark.y, mark.x + mark.width, mark.y + mark.height


def hard_items() -> list[Component]:
    return [
        rule(1000 + place, f"{name} " * count, name=name, by=name, title=f"Rule {name}")
        for place, (name, count) in enumerate((name, count) for name in NAMES for count in (1, 60))
    ]


@pytest.mark.parametrize("kind", PENS)
@pytest.mark.parametrize("paper", PAPERS)
def test_nothing_on_a_sheet_is_outside_its_page(kind, paper):
    measure = PENS[kind]().measure
    odd = box(name="Friday " * 40, mark="★" * 60, owner="x" * 300, notes=("note " * 300,))
    items = [*hard_items(), rule(1, says="word " * 5000, title="title " * 500)]
    pages = inventory_pages(odd, printed(*items), paper, measure, QUIET)
    width, height = PAPERS[paper]
    for page in pages:
        for mark in page.marks:
            left, top, right, bottom = extent(mark, measure)
            assert (left >= 10, right <= width - 10) == (True, True), mark
            assert (top >= 10, bottom <= height - 7) == (True, True), mark


EDGES = [
    ("svg", "L7651"),
    *(
        pytest.param(kind, name, marks=pytest.mark.long)
        for kind in ("pdf", "svg")
        for name in SHEETS
        if (kind, name) != ("svg", "L7651")
    ),
    # It measures letter by letter, slowly.
    *(pytest.param("png", name, marks=pytest.mark.long) for name in ("5167", "L7160")),
]


SMALLEST = "L4731"
"""Its labels have room for no more than this around a code: the white of two modules, and a bit."""
LEAST_EDGE = 0.874


@pytest.mark.parametrize(("kind", "name"), EDGES)
def test_nothing_is_within_a_millimetre_of_a_labels_edge(kind, name):
    measure, sheet = PENS[kind]().measure, SHEETS[name]
    edge = LEAST_EDGE if name == SMALLEST else 0.999
    short = [item._replace(id=f"r{place}") for place, item in enumerate(hard_items())]
    blank = [rule(1, ""), rule(123456, ""), rule(2, "", name="Claps", title=NAMES[1])]
    for row in printed(*short, *blank):
        ((page,), _) = label_pages([row], sheet, measure, skip=(), mark="★ Friday", progress=QUIET)
        for mark in page.marks:
            left, top, right, bottom = extent(mark, measure)
            assert left >= sheet.left + edge, mark
            assert top >= sheet.top + edge, mark
            assert right <= sheet.left + sheet.width - edge, mark
            assert bottom <= sheet.top + sheet.height - edge, mark


@pytest.mark.parametrize("name", SHEETS)
def test_a_code_on_a_label_has_its_quiet_zone(name):
    measure, sheet = PdfPen().measure, SHEETS[name]
    for row in printed(rule(1), rule(2, "")):
        ((page,), _) = label_pages([row], sheet, measure, skip=(), mark="★", progress=QUIET)
        (code,) = (mark for mark in page.marks if isinstance(mark, Code))
        quiet = (2 if name == SMALLEST else 4) * code.module - 1e-6
        for mark in page.marks:
            if mark is not code:
                left, top, *_ = extent(mark, measure)
                assert left >= code.x + code.side + quiet or top >= code.y + code.side + quiet
        assert code.module >= 0.33 - 1e-9
        assert code.x - quiet >= sheet.left
        assert code.y + code.side + quiet <= sheet.top + sheet.height


def test_rows_of_a_sheet_do_not_overlap_and_none_is_broken():
    items = tuple(cards())
    for page in inventory_pages(box(), printed(*items), "A4", PdfPen().measure, QUIET):
        drawn = [code for code in page.marks if isinstance(code, Code)]
        for x in {code.x for code in drawn}:
            found = sorted((code.y, code.y + code.side) for code in drawn if code.x == x)
            assert all(below[0] - above[1] >= 3 for above, below in pairwise(found))


def test_an_item_stands_in_one_of_two_columns():
    middle = PAPERS["A4"][0] / 2
    for page in inventory_pages(box(), printed(*cards()), "A4", PdfPen().measure, QUIET):
        sides = [extent(mark, PdfPen().measure) for mark in page.marks]
        rows = [(left, right) for left, top, right, _ in sides if 45 < top < 280]
        assert all(right < middle or left > middle for left, right in rows)


def test_cards_of_which_nothing_was_told_stand_two_beside_each_other():
    untold = [rule(number, "") for number in range(1, 41)]
    (page,) = inventory_pages(box(notes=()), printed(*untold), "A4", PdfPen().measure, QUIET)
    drawn = [mark for mark in page.marks if isinstance(mark, Code)]
    assert len(drawn) == 40
    assert len({round(code.x, 2) for code in drawn}) == 4
    ticks = [mark for mark in page.marks if isinstance(mark, Box)]
    assert len(ticks) == 40


def test_nothing_on_a_sheet_is_smaller_than_six_points():
    items = (*hard_items(), *(rule(number, "") for number in range(1, 9)))
    odd = box(notes=("Count the tokens.",), name="x" * 90)
    for page in inventory_pages(odd, printed(*items), "A4", PdfPen().measure, QUIET):
        assert min(mark.size for mark in page.marks if isinstance(mark, Words)) >= 6


def test_what_a_column_has_no_room_for_goes_on_in_the_next():
    tall = [Block(30, (Line(number, 0, 1, 0),), space=5) for number in range(5)]
    frame = Frame(left=5, first=20, later=10, bottom=75, columns=(0, 100))
    first, second = flowed(tall, frame)
    assert [(line.x, line.y) for line in first] == [(5, 20), (106, 20)]
    assert [(line.x, line.y) for line in second] == [(7, 10), (8, 45), (109, 10)]


def test_a_heading_is_never_alone_at_a_pages_foot():
    blocks = [Block(30), Block(10, (Line(0, 0, 1, 0),), holds=True), Block(15, (Line(0, 0, 2, 0),))]
    first, second = flowed(blocks, Frame(left=5, first=20, later=10, bottom=70))
    assert first == []
    assert second == [Line(5, 10, 1, 0), Line(5, 20, 2, 0)]


def test_big_codes_are_large_enough_for_a_photograph():
    for count in range(1, 8):
        for paper in PAPERS:
            texts = [base45_like(1450, seed) for seed in range(count)]
            pages = parts_pages(box(), texts, paper, SvgPen().measure, QUIET)
            drawn = [mark for page in pages for mark in page.marks if isinstance(mark, Code)]
            assert len(drawn) == count
            assert len(pages) == (1 if count <= 6 else 2)
            assert all(mark.module >= 0.5 for mark in drawn)
            bottom = max(mark.y + mark.side for mark in drawn)
            assert bottom <= PAPERS[paper][1] - 20


def test_text_is_wrapped_at_blanks_and_broken_only_where_it_has_to_be():
    style, measure = Style(10), SvgPen().measure
    assert wrapped("one two three", style, 15, measure).lines == ("one two", "three")
    assert wrapped("a\n\nb", style, 15, measure).lines == ("a", "b")
    lines = wrapped("x" * 50, style, 15, measure).lines
    assert "".join(lines) == "x" * 50
    assert all(measure(line, 10) <= 15 for line in lines)
    assert wrapped("李明和王小红", style, 8, measure).lines == ("李明", "和王", "小红")


@pytest.mark.parametrize(
    ("told", "lines"),
    [
        ("李明和、王小红。", ("李明", "和、", "王小", "红。")),
        ("カードをちょっと", ("カード", "を", "ちょっ", "と")),
        ("一「二三」四", ("一", "「二", "三」", "四")),
        ("きゃっきゃっ", ("きゃっ", "きゃっ")),
    ],
)
def test_no_line_begins_with_what_closes_or_ends_with_what_opens(told, lines):
    style, measure = Style(10), SvgPen().measure
    room = 11 if "っ" in told else 8
    assert wrapped(told, style, room, measure).lines == lines


def test_a_word_that_has_to_be_broken_keeps_its_marks():
    style, measure = Style(10), SvgPen().measure
    told = "（" + "Abcdefghijklmnop" * 3 + "）。"
    for room in range(10, 40):
        lines = wrapped(told, style, room, measure).lines
        assert "".join(lines) == told
        assert not any(line[0] in "）。" or line[-1] == "（" for line in lines)


@pytest.mark.parametrize("told", ["כולם מחליפים קלפים", "جميع اللاعبين يصفقون", "हर खिलाड़ी"])
def test_narrow_letters_are_not_measured_as_wide_ones(told):
    """What is measured too wide is stretched over its line by whoever opens the file."""
    width = SvgPen().measure(told, 100) / 100 / POINT / len(told)
    assert 0.4 < width < 0.55


def test_a_quotation_is_closed_on_the_line_of_its_last_letter():
    style, measure = Style(10), SvgPen().measure
    for told in ("„" + "Abcdefghijk" * 4 + "“ sagt", "»" + "Abcdefghijk" * 4 + "« sagt"):
        for room in range(10, 60):
            lines = wrapped(told, style, room, measure).lines
            assert not any(line[0] in "“«" for line in lines)


def test_a_syllable_of_thai_keeps_the_vowel_that_begins_it():
    told = "นักเล่นทุกคนต้องร้องเพลง"
    for room in range(6, 40):
        lines = wrapped(told, Style(10), room, SvgPen().measure).lines
        assert "".join(lines) == told
        assert not any(line[-1] == "เ" for line in lines)


def test_an_accent_stays_with_its_letter():
    lines = wrapped("x\u0323" * 40, Style(10), 15, SvgPen().measure).lines
    assert all(line.startswith("x") for line in lines)


def test_what_does_not_fit_ends_with_three_dots():
    style, measure = Style(10), SvgPen().measure
    assert shortened("one two three", style, 15, measure) == "one two…"
    assert shortened("one", style, 15, measure) == "one"
    assert shortened("one", style, 0.5, measure) == ""
    cut = fitted([wrapped("one two three four", style, 15, measure)], 6, 15, measure)
    assert [paragraph.lines for paragraph in cut] == [("one two…",)]
