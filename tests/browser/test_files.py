"""Pages that are kept as files: read on a phone, with a screen reader, and printed.

They are looked at as they were written, without a server.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.core.blocks import Column, Paragraph, Table
from companion.printing.document import calibration, chart, labels, parts, report, sheet
from tests.browser.served import expect
from tests.browser.test_pages import TAGS
from tests.charts import CHARTS
from tests.printing.boxes import DIE, base45_like, box, printed, rule, sheets
from tests.printing.test_blocks import ALL

ITEMS = (rule(1), rule(2, name="Claps"), rule(3, "word " * 40), DIE)
LABELS = sheets()["L7160"]
MADE = {
    "sheet": lambda: sheet("html", box(*ITEMS), printed(*ITEMS), "A4"),
    "labels": lambda: labels("html", printed(*ITEMS[:3]), LABELS, skip=range(20), mark="★"),
    "calibration": lambda: calibration("html", LABELS),
    "parts": lambda: parts("html", box(*ITEMS), [base45_like(1500), base45_like(900)], "A4"),
    "chart": lambda: chart("html", CHARTS["four"]),
    "bars": lambda: chart("html", CHARTS["wins"]),
    "report": lambda: report("An evening", "22 November 2026", ALL),
}


@pytest.fixture
def phone(browser: Any) -> Iterator[Any]:
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True
    )
    yield context.new_page()
    context.close()


def opened(page: Any, folder: Path, name: str) -> Any:
    path = folder / f"{name}.html"
    path.write_bytes(MADE[name]().content)
    page.goto(path.as_uri())
    return page


@pytest.mark.parametrize("name", MADE)
def test_a_page_is_no_wider_than_a_phone(name, phone, tmp_path):
    page = opened(phone, tmp_path, name)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate("innerWidth") == 390  # a phone zooms out where something is wider


@pytest.mark.parametrize("name", MADE)
def test_a_page_can_be_listened_to(name, phone, axe, tmp_path):
    page = opened(phone, tmp_path, name)
    expect(page.get_by_role("main")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    page.evaluate(axe)
    found = page.evaluate(
        "(tags) => axe.run({runOnly: {type: 'tag', values: tags}}).then((it) => it.violations)",
        TAGS,
    )
    assert [(it["id"], it["nodes"][0]["html"][:120]) for it in found] == []


def test_every_code_says_whose_it_is(phone, tmp_path):
    for name, titles in (
        ("sheet", ["Code of Rule 1", "Code of Rule 2 “Claps”", "Code of Rule 3"]),
        ("labels", ["Code of Rule 1", "Code of Rule 2 “Claps”", "Code of Rule 3"]),
        ("parts", ["Code, part 1 of 2: Friday box ★", "Code, part 2 of 2: Friday box ★"]),
    ):
        page = opened(phone, tmp_path, name)
        for title in titles:
            expect(page.get_by_role("img", name=title, exact=True)).to_have_count(1)


def test_what_is_there_is_ticked_by_its_box_or_its_title(phone, tmp_path):
    page = opened(phone, tmp_path, "sheet")
    first = page.get_by_role("checkbox", name="Rule 1", exact=True)
    first.tap()
    expect(first).to_be_checked()
    page.get_by_text("Rule 2 “Claps”", exact=True).tap()
    expect(page.get_by_role("checkbox", name="Rule 2 “Claps”")).to_be_checked()
    expect(page.get_by_role("checkbox", name="White die")).not_to_be_checked()
    drawn = "(it) => getComputedStyle(it, '::after').content"
    page.emulate_media(media="print")
    assert first.evaluate(drawn) == '""'
    assert page.get_by_role("checkbox", name="White die").evaluate(drawn) == "none"


def test_a_dies_faces_lie_as_a_cross(phone, tmp_path):
    page = opened(phone, tmp_path, "sheet")
    expect(page.get_by_role("img", name="Its faces, unfolded: white, white, black")).to_be_visible()
    places = page.evaluate(
        """() => { const all = [...document.querySelectorAll(".net span")]
            .map((it) => it.getBoundingClientRect());
          const [left, top] = [Math.min(...all.map((it) => it.left)),
            Math.min(...all.map((it) => it.top))];
          return all.map((it) => [Math.round((it.left - left) / 18.9),
            Math.round((it.top - top) / 18.9)]); }"""
    )
    assert places == [[1, 0], [0, 1], [1, 1], [2, 1], [3, 1], [1, 2]]


def test_labels_are_printed_to_their_measure(phone, tmp_path):
    """On a screen they are drawn smaller; a millimetre on paper stays one."""
    page = opened(phone, tmp_path, "labels")
    width = "() => document.querySelector('.page svg').getBoundingClientRect().width"
    assert page.evaluate(width) <= 390
    page.emulate_media(media="print")
    assert page.evaluate(width) == pytest.approx(210 * 96 / 25.4, abs=0.1)
    pdf = tmp_path / "printed.pdf"
    page.pdf(path=pdf, prefer_css_page_size=True)
    import pypdfium2

    with pypdfium2.PdfDocument(pdf) as document:
        sizes = [tuple(round(side / 72 * 25.4) for side in it.get_size()) for it in document]
    assert sizes == [(210, 297), (210, 297)]


def test_a_table_is_printed_on_the_page_of_its_title(phone, tmp_path):
    """However much stands before it: the title alone would be at the foot of a page."""
    import pypdfium2

    table = Table((Column("What"),), (("the first of its rows",), ("another",)), "Of a title")
    for lines in range(36, 48):
        page = [Paragraph(f"line {line}") for line in range(lines // 2)]
        path, pdf = tmp_path / "report.html", tmp_path / "report.pdf"
        path.write_bytes(report("An evening", "", [*page, table]).content)
        phone.goto(path.as_uri())
        phone.pdf(path=pdf, prefer_css_page_size=True)
        with pypdfium2.PdfDocument(pdf) as document:
            texts = [it.get_textpage().get_text_range() for it in document]
        assert any("Of a title" in text and "the first of its rows" in text for text in texts)
