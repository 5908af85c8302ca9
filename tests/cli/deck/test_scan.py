"""`deck scan`: codes in photographs and PDFs."""

import io
from itertools import islice

import pypdfium2
import pytest
from PIL import Image, ImageFilter

from companion.printing.codes import matrix
from companion.scanning import codes_in

from .conftest import SIX
from .test_labels import SHEETS

DESK = 205
"""How light the table is that a sheet of paper lies on."""


def photographed(page: Image.Image, degrees: float = 7, blur: float = 1.0, quality: int = 60):
    """A page as a telephone sees it: turned, blurred, on a table, as JPEG."""
    turned = page.convert("L").rotate(degrees, expand=True, fillcolor=DESK, resample=3)
    content = io.BytesIO()
    turned.filter(ImageFilter.GaussianBlur(blur)).save(content, "JPEG", quality=quality)
    return content.getvalue()


def pages(file, dots: int = 200, most: int | None = None):
    with pypdfium2.PdfDocument(file) as document:
        return [page.render(scale=dots / 72).to_pil() for page in islice(document, most)]


@pytest.fixture
def six(friday, tmp_path):
    """Six cards of the Friday box on a page."""
    file = tmp_path / "six.pdf"
    friday.must(f"deck print friday {SIX} -o", str(file))
    return file


def test_photographs_are_checked_at_once(friday, six, tmp_path):
    (page,) = pages(six)
    (tmp_path / "page.jpg").write_bytes(photographed(page))
    told = friday("deck check friday --json", str(tmp_path / "page.jpg")).json
    assert len(told["found"]) == 6
    assert (told["foreign"], told["no_codes"]) == ([], [])


def test_what_is_scanned_is_text_for_the_check(friday, six, types):
    out = friday("deck scan", str(six)).out
    types(*out.splitlines())
    assert len(friday("deck check friday --json").json["found"]) == 6


def test_photographs_of_the_parts_are_taken(friday, tmp_path):
    file = tmp_path / "deck.pdf"
    friday.must("deck print friday --parts -o", str(file))
    photos = []
    for number, page in enumerate(pages(file)):
        photos.append(str(tmp_path / f"part{number}.jpg"))
        (tmp_path / f"part{number}.jpg").write_bytes(photographed(page, degrees=-5))
    friday.must("group new Other")
    assert "would be a new box" in friday("deck receive", *photos).out


def test_a_picture_that_lies_on_its_side_is_read(six, tmp_path):
    (page,) = pages(six)
    page.rotate(90, expand=True).save(tmp_path / "turned.png")
    found = codes_in(str(tmp_path / "turned.png"))
    assert len(found) == 6
    assert set(found) == set(codes_in(str(six)))


def test_as_json_every_text_has_its_file(friday, six):
    codes = friday("deck scan --json", str(six)).json["codes"]
    assert len(codes) == 6
    assert {code["file"] for code in codes} == {str(six)}


@pytest.mark.parametrize(
    ("name", "content", "said", "code"),
    [
        ("nothing.jpg", None, "There is no file", 1),
        ("empty.jpg", b"", "cannot be read as a picture", 2),
        ("text.png", b"hello", "cannot be read as a picture", 2),
        ("broken.pdf", b"%PDF-1.4 and nothing", "cannot be read as a PDF", 2),
        ("cut.png", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", "cannot be read as a picture", 2),
    ],
)
def test_what_is_no_picture_is_told(companion, tmp_path, name, content, said, code):
    if content is not None:
        (tmp_path / name).write_bytes(content)
    ran = companion("deck scan", str(tmp_path / name))
    assert ran.code == code, ran.err
    assert said in ran.err


def test_a_picture_without_a_code_says_how_to_hold_the_camera(companion, tmp_path):
    Image.new("L", (300, 200), 255).save(tmp_path / "white.png")
    ran = companion("deck scan", str(tmp_path / "white.png"))
    assert ran.code == 2
    assert "There is no code in" in ran.err
    assert "Hold the camera nearer" in ran.err


def test_one_photograph_without_a_code_does_not_spoil_the_others(friday, six, tmp_path):
    Image.new("L", (300, 200), 255).save(tmp_path / "white.png")
    ran = friday("deck scan", str(tmp_path / "white.png"), str(six))
    assert ran.code == 0
    assert ran.out.count("CMP2 ") == 6
    assert "There is no code in" in ran.err


def test_a_picture_of_too_many_pixels_is_refused(companion, tmp_path):
    Image.new("1", (8_100, 8_100), 1).save(tmp_path / "white.png")
    ran = companion("deck scan", str(tmp_path / "white.png"))
    assert ran.code == 2
    assert "too large a picture: it has 66 million pixels" in ran.err
    assert "the limit is 64 million" in ran.err


@pytest.mark.parametrize(("missing", "name"), [("zxingcpp", "a.png"), ("pypdfium2", "a.pdf")])
def test_a_library_that_is_not_installed_is_named(companion, tmp_path, monkeypatch, missing, name):
    import sys

    (tmp_path / name).write_bytes(b"")
    monkeypatch.setitem(sys.modules, missing, None)
    ran = companion("deck scan", str(tmp_path / name))
    assert ran.code == 1
    assert "is not installed" in ran.err
    assert "pip install" in ran.err


def code_of(text, scale=4):
    """A picture of one code."""
    modules = matrix(text)
    side = len(modules) + 8
    picture = Image.new("L", (side, side), 255)
    for y, row in enumerate(modules):
        for x, dark in enumerate(row):
            if dark:
                picture.putpixel((x + 4, y + 4), 0)
    return picture.resize((side * scale, side * scale), Image.Resampling.NEAREST)


def test_what_a_code_says_is_shown_and_never_obeyed(companion, tmp_path):
    code_of("\x1b[31mred\x07\n\u202eright").save(tmp_path / "evil.png")
    out = companion("deck scan", str(tmp_path / "evil.png")).out
    assert out == "\\x1b[31mred\\x07\n\\u202eright\n"


def test_a_picture_that_is_very_tall_is_looked_at_part_by_part(tmp_path):
    tall = Image.new("1", (400, 70_000), 1)
    for top, text in ((0, "first"), (8_950, "on the edge"), (69_000, "last")):
        tall.paste(code_of(text), (20, top))
    tall.save(tmp_path / "tall.png")
    assert codes_in(str(tmp_path / "tall.png")) == ["first", "on the edge", "last"]


def test_a_picture_that_is_very_wide_is_made_smaller(companion, tmp_path):
    Image.new("1", (80_000, 30), 1).save(tmp_path / "wide.png")
    assert companion("deck scan", str(tmp_path / "wide.png")).code == 2


def test_a_large_picture_says_nothing_but_what_is_in_it(companion, tmp_path, recwarn):
    large = Image.new("L", (12_000, 11_000), 255)
    large.paste(code_of("here", 12), (100, 100))
    large.save(tmp_path / "large.jpg")
    ran = companion("deck scan", str(tmp_path / "large.jpg"))
    assert (ran.out, ran.err) == ("here\n", "")
    assert not recwarn.list


def test_a_pdf_of_too_many_pages_is_refused(companion, tmp_path):
    document = pypdfium2.PdfDocument.new()
    for _ in range(101):
        document.new_page(100, 100)
    document.save(tmp_path / "many.pdf")
    ran = companion("deck scan", str(tmp_path / "many.pdf"))
    assert ran.code == 2
    assert "has 101 pages, and the limit is 25" in ran.err


@pytest.mark.parametrize("sheet", ["L7651", "L4732", "5167", "5163"])
def test_labels_small_and_large_are_read_from_a_photograph(friday, tmp_path, sheet):
    """At 150 dots to the inch, turned, blurred, as JPEG: codes of 12 mm are hard to see then."""
    file, photo = tmp_path / "labels.pdf", tmp_path / "page.jpg"
    cards = friday(f"deck labels friday --sheet {sheet} --json -o", str(file)).json["cards"]
    photo.write_bytes(photographed(pages(file, dots=150, most=1)[0], blur=0.9))
    told = friday("deck check friday --json", str(photo)).json
    assert sorted(told["found"]) == sorted(cards[: SHEETS[sheet]])
    assert (told["double"], told["no_codes"]) == ([], [])


def test_a_card_that_lies_there_twice_is_seen_twice_in_one_photograph(friday, tmp_path):
    friday.must("deck print friday --card 15 --card r1 -o", str(tmp_path / "two.png"))
    with Image.open(tmp_path / "two.png") as sharp:
        page = sharp.reduce(2)
        beside = Image.new("L", (page.width * 2, page.height), 255)
        beside.paste(page, (0, 0))
        beside.paste(page, (page.width, 0))
    (tmp_path / "twice.jpg").write_bytes(photographed(beside))
    told = friday("deck check friday --json", str(tmp_path / "twice.jpg")).json
    assert told["double"] == [{"card": "r1", "times": 2}, {"card": "r15", "times": 2}]
