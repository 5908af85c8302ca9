"""Inventory sheets: every card can be scanned off the paper, and everything on it can be read."""

import re

import pytest

from companion.core.inventory import FIGURES, Component
from companion.drawing.svg import CORNERS
from companion.printing.document import KINDS, labels, sheet
from companion.printing.fonts import files
from companion.printing.layout.inventory import room_of, with_shape
from companion.printing.layout.labels import text_of
from companion.printing.page import Area, Words
from companion.printing.pens.svg import SvgPen
from companion.printing.text import Style
from tests.printing import scanner
from tests.printing.boxes import DIE, box, cards, printed, rule, sheets, texts_of

ITEMS = tuple(cards())
PENCILS = Component("p1", "Pencils", "Pieces", kind="piece", many=None, coded=False)
DISCS = Component("p2", "Wooden discs", "Pieces", kind="piece", many=8, coded=False)
FULLEST = sorted(texts_of(item)[0] for item in ITEMS)


@pytest.fixture(scope="module")
def pdf():
    return sheet(
        "pdf", box(*ITEMS, DIE, PENCILS, DISCS), printed(*ITEMS, DIE, PENCILS, DISCS), "A4"
    )


@pytest.mark.long
def test_every_code_of_a_box_is_read_from_its_pdf(pdf):
    assert pdf.pages <= 6
    assert sorted(scanner.texts(scanner.pdf_pages(pdf.content))) == FULLEST


@pytest.mark.long
def test_every_code_is_read_from_a_photograph_of_a_page(pdf):
    pages = scanner.pdf_pages(pdf.content, 220)[:2]
    plain = sorted(scanner.texts(pages))
    taken = sorted(scanner.texts([scanner.photographed(page) for page in pages]))
    assert taken == plain
    assert len(plain) >= 14


def test_every_code_is_read_from_svg_png_and_html():
    few = ITEMS[:12]
    expected = sorted(texts_of(item)[0] for item in few)
    for kind in ("svg", "html"):
        made = sheet(kind, box(*few), printed(*few), "Letter")
        assert sorted(scanner.svg_codes(made.content)) == expected
    made = sheet("png", box(*few), printed(*few), "Letter")
    assert sorted(scanner.texts([scanner.png_picture(made.content)])) == expected


def test_the_head_says_whose_box_it_is_as_of_when(pdf):
    first, second, *_ = scanner.pdf_text(pdf.content)
    assert first.startswith("Friday box ★ BLANK · owned by Ana · revision 214 · 2025-10-17")
    assert "Count the tokens once a year." in first
    assert second.startswith("Friday box · ★ · revision 214 · 2025-10-17 Rule")


def test_the_foot_numbers_the_pages(pdf):
    for number, text in enumerate(scanner.pdf_text(pdf.content), start=1):
        assert text.endswith(f"Page {number} of {pdf.pages}")


def test_parts_rows_and_counts_are_told(pdf):
    text = " ".join(scanner.pdf_text(pdf.content))
    for told in (
        "Rule cards — 38",
        "Game cards — 72",
        "Dice — 2",
        "Whoever laughs passes one card to the right. by Ben · revision 2",
        "White die",
        "Pencils",
        "how many is not known",
        "Wooden discs",
        "× 8",
    ):
        assert told in text


def test_how_many_there_are_stands_below_the_title_not_beside_it():
    discs = Component("discs", "Wooden discs", "Pieces", kind="piece", many=8, coded=False)
    content = sheet("html", box(discs), printed(discs), "A4").content.decode()
    assert 'Wooden discs</label></h3><p class="count">× 8</p></div>' in content


@pytest.mark.parametrize("kind", ["pdf", "html"])
def test_commands_in_a_note_are_quoted_on_paper(kind):
    told = box(rule(1), notes=("`companion bwd card set 17 --number N` tells it.",))
    content = sheet(kind, told, printed(rule(1)), "A4").content
    text = content.decode() if kind == "html" else scanner.pdf_text(content)[0]
    assert "“companion bwd card set 17 --number N” tells it." in text


def test_what_is_out_is_told_apart():
    gone = rule(3, name="Claps", status="discarded", out="given to Cho")
    made = sheet("pdf", box(rule(1), gone), printed(rule(1), gone), "A4")
    (text,) = scanner.pdf_text(made.content)
    assert "Rule cards — 1, and 1 out of the box" in text
    assert "Rule 3 “Claps”" in text
    assert "by Ben · revision 2 · discarded · out: given to Cho" in text


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_every_row_has_a_box_to_tick_off(kind):
    items = (*ITEMS[:9], DIE, PENCILS)
    content = sheet(kind, box(*items), printed(*items), "A4").content.decode()
    ticks = {
        "svg": r'<rect [^>]*width="4.6" height="4.6" fill="none"',
        "html": '<input type="checkbox" class="tick"',
    }
    assert len(re.findall(ticks[kind], content)) == len(items)


def test_a_die_is_drawn_as_an_unfolded_cross():
    content = sheet("svg", box(DIE), printed(DIE), "A4").content.decode()
    squares = re.findall(
        r'<rect x="([\d.]+)" y="([\d.]+)" width="5" height="5" fill="(#\w+)"', content
    )
    left, top = min(float(x) for x, _, _ in squares), min(float(y) for _, y, _ in squares)
    drawn = {
        (round((float(x) - left) / 5), round((float(y) - top) / 5)): fill == "#000000"
        for x, y, fill in squares
    }
    assert drawn == {
        (1, 0): False,
        (0, 1): False,
        (1, 1): True,
        (2, 1): False,
        (3, 1): True,
        (1, 2): True,
    }


def test_a_text_too_long_for_the_sheet_gives_way_to_a_shorter_one():
    long = rule(1, "word " * 100)
    made = sheet("pdf", box(long), printed(long), "A4")
    assert scanner.texts(scanner.pdf_pages(made.content)) == [texts_of(long)[1]]
    assert "word word word" in scanner.pdf_text(made.content)[0]


def test_an_empty_box_is_a_page_with_a_head():
    for kind in KINDS:
        assert sheet(kind, box(), [], "A4").pages == 1


def test_those_who_wait_are_told_how_far_it_is():
    told = []
    rows = printed(*ITEMS[:5], PENCILS)
    for kind in KINDS:
        sheet(kind, box(), rows, "A4", lambda done, total: told.append((done, total)))
    assert told == [(done, 5) for done in range(1, 6)] * len(KINDS)


def test_a_page_for_a_browser_stands_alone_and_trusts_no_text():
    nasty = rule(1, "<script>alert(1)</script>\n“two” lines", name="</style>")
    made = sheet("html", box(nasty, name='</style>"\\', mark="<b>"), printed(nasty), "Letter")
    content = made.content.decode()
    assert "<script" not in content
    assert content.count("</style>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt;<br>“two” lines" in content
    assert "http" not in content.replace("http://www.w3.org/2000/svg", "")
    assert "size: 215.9mm 279.4mm" in content
    assert "break-inside: avoid" in content


# Suits on paper: a shape stands before the title of a card, drawn and in no font.


CARDS = tuple(
    Component(f"4-{figure}.1", f"4-{figure}.1", "Game cards", figure=figure) for figure in FIGURES
)
LABELS = sheets()["L7160"]


@pytest.mark.parametrize("figure", FIGURES)
def test_a_figure_fills_its_square_and_lies_in_its_middle(figure):
    across, down = zip(*CORNERS[figure], strict=True)
    assert min(across) == pytest.approx(1 - max(across))
    assert 0 <= min(down) < 0.1
    assert 0.9 < max(down) <= 1.0001


def test_figures_can_be_told_apart():
    assert len(set(CORNERS.values())) == len(FIGURES)


def test_a_title_and_its_figure_share_the_line_that_the_title_had():
    style = Style(11, bold=True)
    title = Words(20, 50, "4-shield.1", 11, True, room=60)
    text = Words(20, 55, "Everyone draws", 10, room=60)
    figure, moved, after = with_shape("shield", [title, text], 1)
    assert isinstance(figure, Area)
    assert (figure.x, moved.x) == (20, 20 + room_of("shield", style))
    assert moved.x + moved.room == title.x + title.room
    assert max(x for x, _ in figure.points) < room_of("shield", style)
    assert {figure.y + y > 50 - 4 for _, y in figure.points} == {True}
    assert max(figure.y + y for _, y in figure.points) == pytest.approx(50, abs=0.3)
    assert after == text
    assert with_shape(None, [title, text], 1) == [title, text]


def test_every_suit_is_drawn_on_sheets_and_labels():
    for made in (
        sheet("svg", box(*CARDS), printed(*CARDS), "A4"),
        labels("svg", printed(*CARDS), LABELS),
        labels("svg", printed(*(card._replace(says="x", revision=1) for card in CARDS)), LABELS),
        sheet("html", box(*CARDS), printed(*CARDS), "A4"),
    ):
        drawn = re.findall(r'<polygon points="([^"]*)"', made.content.decode())
        assert [len(points.split()) for points in drawn] == [len(CORNERS[it]) for it in FIGURES]


@pytest.mark.parametrize("name", sheets())
@pytest.mark.parametrize("told", [{}, {"says": "Everyone draws two.", "by": "Ana", "revision": 1}])
def test_a_suit_costs_no_code_its_words(name, told):
    measure = SvgPen().measure
    for row in printed(*(card._replace(**told) for card in CARDS)):
        plain = row._replace(item=row.item._replace(figure=None))
        code = text_of(row, sheets()[name], "★", measure)
        assert code == text_of(plain, sheets()[name], "★", measure)
        drawn = labels("svg", [row], sheets()[name], mark="★").content.decode()
        assert drawn.count("<polygon") == 1


def test_a_suit_needs_no_font(monkeypatch):
    monkeypatch.setattr(files, "FOLDERS", ())
    for kind in ("pdf", "png"):
        assert labels(kind, printed(*CARDS), LABELS).warnings == ()
