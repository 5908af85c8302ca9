"""Pages of large codes: the whole deck comes back from the paper."""

import pytest

from companion.printing.document import KINDS, parts
from tests.printing import scanner
from tests.printing.boxes import base45_like, box

TEXTS = [base45_like(1450 - seed, seed) for seed in range(8)]


@pytest.mark.long
@pytest.mark.parametrize("paper", ["A4", "Letter"])
def test_every_part_is_read_from_a_pdf(paper):
    made = parts("pdf", box(), TEXTS, paper)
    assert made.pages == 2
    assert sorted(scanner.texts(scanner.pdf_pages(made.content))) == sorted(TEXTS)


@pytest.mark.long
def test_every_part_is_read_from_a_photograph():
    made = parts("pdf", box(), TEXTS[:6], "A4")
    (page,) = scanner.pdf_pages(made.content, 250)
    assert sorted(scanner.texts([scanner.photographed(page)])) == sorted(TEXTS[:6])


@pytest.mark.parametrize("count", [1, 2, 3])
def test_few_parts_are_larger(count):
    made = parts("pdf", box(), TEXTS[:count], "A4")
    assert made.pages == 1
    assert sorted(scanner.texts(scanner.pdf_pages(made.content, 100))) == sorted(TEXTS[:count])


def test_every_part_is_read_from_svg_png_and_html():
    for kind in ("svg", "html"):
        assert scanner.svg_codes(parts(kind, box(), TEXTS, "A4").content) == TEXTS
    picture = scanner.png_picture(parts("png", box(), TEXTS, "A4").content)
    assert sorted(scanner.texts([picture])) == sorted(TEXTS)


def test_parts_are_numbered_and_say_what_to_do():
    text = " ".join(scanner.pdf_text(parts("pdf", box(), TEXTS, "A4").content))
    assert text.startswith("Friday box ★ BLANK · owned by Ana")
    assert (
        "The whole deck, with every revision. Photograph the pages, then: "
        "companion deck receive PHOTO..." in text
    )
    for number in range(1, 9):
        assert f"Part {number} of 8" in text
    assert "Page 2 of 2" in text


@pytest.mark.parametrize("kind", KINDS)
def test_no_part_at_all_is_a_page_with_a_head(kind):
    assert parts(kind, box(), [], "A4").pages == 1
