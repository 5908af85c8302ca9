"""Label sheets: every code lies on its label, on every sheet that is sold."""

import re

import pytest

from companion.core.inventory import Component
from companion.drawing.paper import ALIGNED, Alignment, LabelSheet, Printed
from companion.errors import Invalid
from companion.printing import document
from companion.printing.document import KINDS, calibration, labels
from companion.printing.layout.labels import label
from companion.printing.page import Code, Words
from companion.printing.pens.svg import SvgPen
from tests.printing import scanner
from tests.printing.boxes import SAYINGS, printed, rule, sheets, texts_of

SHEETS = sheets()
ITEMS = [rule(number, "Clap." if number % 2 else "") for number in range(1, 13)]


def places(content: bytes) -> list[list[scanner.Seen]]:
    return [scanner.seen(page, 250) for page in scanner.pdf_pages(content, 250)]


def is_on(code: scanner.Seen, sheet: LabelSheet, number: int) -> bool:
    left, top = sheet.place(number)
    return left < code.x < left + sheet.width and top < code.y < top + sheet.height


@pytest.mark.parametrize("name", SHEETS)
def test_every_code_lies_on_its_label(name):
    sheet = SHEETS[name]
    items = ITEMS[: min(len(ITEMS), sheet.labels - 1)]
    made = labels("pdf", printed(*items), sheet, skip=range(1), mark="★")
    assert made.pages == 1
    (found,) = places(made.content)
    assert len(found) == len(items)
    for place, item in enumerate(items, start=1):
        (code,) = (code for code in found if is_on(code, sheet, place))
        assert code.text in texts_of(item)


SAYS = ("Clap.", *(f"{SAYINGS[0]} " * count for count in (1, 2, 3, 8)), "")


@pytest.mark.long
@pytest.mark.parametrize("kind", ["pdf", "svg", pytest.param("png", marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SHEETS)
def test_nothing_is_smaller_than_six_points(kind, name):
    measure = document._pen(kind).measure
    items = [rule(number, says) for number, says in enumerate(SAYS, 1)]
    items += [rule(1001, "Clap.", name="Clapping hands", title="The window to the courtyard")]
    for row in [*printed(*items), *(Printed(item) for item in items)]:
        sizes = [mark.size for mark in label(row, SHEETS[name], "★", measure).marks
                 if isinstance(mark, Words)]  # fmt: skip
        assert min(sizes) >= 6, (name, row.item.says)


@pytest.mark.parametrize("name", SHEETS)
def test_words_that_would_suffer_have_a_code_of_version_12_at_most_beside_them(name):
    for says in SAYS:
        made = label(printed(rule(1, says))[0], SHEETS[name], "★", SvgPen().measure)
        (code,) = (mark for mark in made.marks if isinstance(mark, Code))
        assert made.size >= 8 or len(code.matrix) <= 17 + 4 * 12
        assert code.module <= 0.5  # no larger than any phone reads at once


def test_a_code_gives_way_to_the_words_of_its_label():
    short, long = (
        label(row, SHEETS["L7160"], "★", SvgPen().measure)
        for row in printed(rule(1, "Clap."), rule(2, SAYINGS[0] * 2))
    )
    large, small = (
        mark.module for made in (short, long) for mark in made.marks if isinstance(mark, Code)
    )
    assert large == 0.5 > small
    assert short.size >= 9 > long.size >= 8


@pytest.mark.long
@pytest.mark.parametrize("name", ["L7160", "5163"])
def test_a_label_is_read_from_a_photograph(name):
    made = labels("pdf", printed(*ITEMS[:8]), SHEETS[name])
    (page,) = scanner.pdf_pages(made.content, 250)
    assert len(scanner.seen(scanner.photographed(page))) == 8


def test_the_smallest_labels_bear_the_machine_line():
    made = labels("pdf", printed(rule(15)), SHEETS["5167"])
    ((code,),) = places(made.content)
    assert code.text == "CMP2 BLANK-FRIDAY*7K3Q*R15*2*3F0A"


def test_larger_labels_bear_the_fullest_text():
    made = labels("pdf", printed(rule(15)), SHEETS["L7160"])
    ((code,),) = places(made.content)
    assert code.text == texts_of(rule(15))[0]


@pytest.mark.parametrize("alignment", [Alignment(1.5, -2.0), Alignment(-1, 0.5, 98.0)])
def test_labels_are_shifted_and_scaled_about_the_middle_of_the_page(alignment):
    sheet = SHEETS["L7160"]
    still, moved = (
        places(labels("pdf", printed(*ITEMS[:4]), sheet, alignment=one).content)[0]
        for one in (ALIGNED, alignment)
    )
    right, down, scale = alignment
    for before, after in zip(still, moved, strict=True):
        assert after.text == before.text
        assert after.x == pytest.approx(105 + (before.x - 105) * scale / 100 + right, abs=0.15)
        assert after.y == pytest.approx(148.5 + (before.y - 148.5) * scale / 100 + down, abs=0.15)


def test_the_smallest_labels_that_are_sold_have_room_for_a_code_that_is_read():
    sheet = SHEETS["L4731"]
    for number in (1, 88):
        (code,) = (m for m in label(printed(rule(number))[0], sheet, "★", SvgPen().measure).marks
                   if isinstance(m, Code))  # fmt: skip
        assert code.module >= 0.33
    made = labels("pdf", printed(*[rule(number) for number in range(1, 30)]), sheet)
    (page,) = scanner.pdf_pages(made.content, 300)
    assert len(scanner.seen(scanner.photographed(page))) == 29


def test_labels_that_are_used_up_stay_empty():
    sheet = SHEETS["L7160"]
    (found,) = places(labels("pdf", printed(*ITEMS[:3]), sheet, skip={0, 1, 4}).content)
    assert [place for place in range(21) if any(is_on(code, sheet, place) for code in found)] == [
        *(2, 3, 5)
    ]


def test_more_labels_than_a_sheet_has_go_on_to_the_next():
    sheet = SHEETS["5163"]
    rows = printed(*ITEMS)
    assert labels("svg", rows[:10], sheet).pages == 1
    assert labels("svg", rows[:10], sheet, skip=range(1)).pages == 2
    assert labels("svg", rows[:12], sheet, skip=range(9)).pages == 3
    assert labels("svg", [], sheet).pages == 1
    first, second = places(labels("pdf", rows[:2], sheet, skip=range(9)).content)
    assert is_on(first[0], sheet, 9)
    assert is_on(second[0], sheet, 0)


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_svg_and_html_bear_the_same_codes(kind):
    made = labels(kind, printed(*ITEMS), SHEETS["L7651"])
    for item, text in zip(ITEMS, scanner.svg_codes(made.content), strict=True):
        assert text in texts_of(item)


@pytest.mark.long
@pytest.mark.parametrize("name", ["L4732", "5167", "L7160"])
def test_codes_are_read_from_a_png(name):
    made = labels("png", printed(*ITEMS), SHEETS[name])
    found = scanner.seen(scanner.png_picture(made.content), 300)
    assert len(found) == len(ITEMS)
    for place in range(len(ITEMS)):
        assert any(is_on(code, SHEETS[name], place) for code in found)


def test_the_words_beside_the_code_are_title_text_and_who_signed():
    item = rule(15, name="Claps")
    (text,) = scanner.pdf_text(labels("pdf", printed(item), SHEETS["5163"], mark="★").content)
    assert "Rule 15 “Claps” If a shield is played" in text
    assert "by Ben · revision 2" in text
    assert text.endswith("★")


@pytest.mark.parametrize("name", ["L7160", "L7651", "L4732", "5160"])
def test_a_title_is_not_broken_within_a_word(name):
    for title in ("6-diamond.1", "4-hexagon.1", "Great Wheels"):
        for says in ("Sing", "The next player draws a card", "Everybody swaps hands " * 4):
            item = rule(1, says, name="Toll")._replace(title=title, figure="diamond")
            made = labels("svg", printed(item), SHEETS[name]).content.decode()
            words = [word for line in re.findall(">([^<>]+)</text>", made) for word in line.split()]
            assert set(title.split()) <= set(words)


@pytest.mark.parametrize("side", [20, 22, 25, 30])
def test_a_square_label_has_room_for_its_title(side):
    sheet = LabelSheet("square", "A4", side, side, 6, 8, 10, 10, side + 1, side + 1)
    item = rule(1, "Everybody swaps hands " * 4, name="Toll")
    item = item._replace(title="1-hexagon.2", figure="hexagon")
    drawn = label(Printed(item, texts_of(item)), sheet, "★", SvgPen().measure)
    assert "1-hexagon.2" in [mark.text for mark in drawn.marks if isinstance(mark, Words)]


def test_a_number_of_which_nothing_is_told_has_lines_to_write_on():
    made = labels("svg", printed(rule(15, "")), SHEETS["L7160"])
    content = made.content.decode()
    assert content.count("<line") >= 2
    assert 'font-size="6.35" font-weight="bold"' in content  # 18 points
    assert labels("svg", printed(rule(15)), SHEETS["L7160"]).content.decode().count("<line") == 0


def test_a_label_that_is_too_small_says_the_least_size():
    small = LabelSheet("tiny", "A4", 30, 9, 5, 20, 10, 10, 32, 12)
    with pytest.raises(Invalid) as refused:
        labels("svg", printed(rule(15)), small)
    assert refused.value.message == (
        "A label of 30 × 9 mm is too small for a code: it takes at least 9.6 × 9.6 mm."
    )
    assert refused.value.hint
    assert labels("svg", [Printed(rule(15))], small).pages == 1


@pytest.mark.parametrize(
    ("width", "height"), [(9.6, 9.6), (10.9, 10.9), (13, 40), (100, 13), (25, 60)]
)
def test_a_code_fits_every_label_that_is_large_enough(width, height):
    sheet = LabelSheet("odd", "A4", width, height, 1, 1, 10, 10, width, height)
    made = labels("pdf", printed(rule(15)), sheet)
    ((code,),) = places(made.content)
    assert is_on(code, sheet, 0)


@pytest.mark.parametrize("kind", KINDS)
def test_the_calibration_page_shows_labels_and_rulers_and_how_to_measure(kind):
    made = calibration(kind, SHEETS["L7160"], alignment=Alignment(0.5, -1))
    assert made.pages == 1
    if kind == "pdf":
        (text,) = scanner.pdf_text(made.content)
        for told in ("L7160", "100 %", "100 mm long", "--shift 0.5,-1 --scale 100", "--shift 1,-2"):
            assert told in text
    if kind == "svg":
        content = made.content.decode()
        assert content.count('width="63.5" height="38.1"') == 21
        assert '<line x1="7.71" y1="14.15" x2="107.71" y2="14.15"' in content
        assert '<line x1="7.71" y1="14.15" x2="7.71" y2="114.15"' in content


def test_a_card_without_words_is_still_a_label():
    bare = Component("x", "", "Cards", revision=1)
    for kind in KINDS:
        assert labels(kind, [Printed(bare, ("CMP2 X",))], SHEETS["5167"], mark="").content
