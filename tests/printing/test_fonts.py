"""Fonts: signs of any script are drawn with a font that has them, or as □ with a warning."""

import struct
from pathlib import Path

import pytest

from companion.printing.document import labels, sheet
from companion.printing.fonts import files
from companion.printing.fonts.bidi import visual
from companion.printing.fonts.sfnt import fonts_in
from tests.printing import reading
from tests.printing.boxes import box, printed, rule, sheets

LABELS = sheets()["L7160"]
HERE = [font for font in files.candidates(files.FOLDERS, False) if font.has("★")]


@pytest.fixture
def no_fonts(monkeypatch):
    monkeypatch.setattr(files, "FOLDERS", ())


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_sign_that_no_font_has_is_a_square_and_a_warning(kind, no_fonts):
    made = labels(kind, printed(rule(1, "李明", by="")), LABELS)
    (warning,) = made.warnings
    assert warning.startswith("No font here has 李 and 明: they are printed as □. Install one ")
    assert warning.endswith("or print to .html.")


def test_one_sign_is_told_in_the_singular_and_many_are_not_all_told(no_fonts):
    (one,) = labels("pdf", printed(rule(1, "李")), LABELS).warnings
    assert one.startswith("No font here has 李: it is printed as □. Install one that has it")
    (many,) = labels("pdf", printed(rule(1, "一丁七万丈三上下不与")), LABELS).warnings
    assert "一, 丁, 七, 万, 丈, 三, 上, 下 and 2 more" in many


@pytest.mark.parametrize("kind", ["svg", "html"])
def test_who_opens_an_svg_or_a_page_has_the_fonts(kind, no_fonts):
    assert labels(kind, printed(rule(1, "李明")), LABELS).warnings == ()
    assert sheet(kind, box(), printed(rule(1, "李明")), "A4").warnings == ()


def test_latin_letters_need_no_font_of_the_computer(no_fonts):
    for kind in ("pdf", "png"):
        item = rule(1, "Ça été naïve à Zürich", title="Ærø")
        assert labels(kind, printed(item), LABELS, mark="§").warnings == ()


@pytest.mark.skipif(not HERE, reason="no font of this computer has a star")
def test_a_sign_that_a_font_of_the_computer_has_is_drawn_with_it():
    made = labels("pdf", printed(rule(1, "★ Ωμέγα Грушевий", by="")), LABELS)
    assert made.warnings == ()
    assert "★ Ωμέγα Грушевий" in reading.pdf_text(made.content)[0]


def test_arabic_is_printed_unjoined_and_says_so():
    made = labels("pdf", printed(rule(1, "سلام")), LABELS)
    assert any("Arabic letters are printed unjoined" in warning for warning in made.warnings)


def test_joiners_and_variants_are_not_missed(no_fonts):
    made = labels("pdf", printed(rule(1, "a\u200db\ufe0fc", by="")), LABELS)
    assert made.warnings == ()


@pytest.mark.parametrize(
    ("told", "drawn"),
    [
        ("abc 12", "abc 12"),
        ("שלום", "םולש"),
        ("Ana שלום Ben", "Ana םולש Ben"),
        ("שלום Ana", "Ana םולש"),
        ("(שלום)", "(םולש)"),
        ("כלל 15", "15 ללכ"),
        ("Rule 3: שלום לכם.", "Rule 3: םכל םולש."),
    ],
)
def test_hebrew_runs_from_right_to_left(told, drawn):
    assert visual(told) == drawn


def test_what_is_no_font_is_passed_over(tmp_path, monkeypatch):
    (tmp_path / "text.ttf").write_text("not a font")
    (tmp_path / "empty.ttf").write_bytes(b"")
    (tmp_path / "cut.ttc").write_bytes(b"ttcf" + struct.pack(">II", 0x10000, 3))
    (tmp_path / "liar.ttf").write_bytes(struct.pack(">IHHHH", 0x10000, 60000, 0, 0, 0))
    (tmp_path / "folder.ttf").mkdir()
    monkeypatch.setattr(files, "FOLDERS", (tmp_path, tmp_path / "nowhere"))
    for name in tmp_path.iterdir():
        assert fonts_in(name) == ()
    for kind in ("pdf", "png"):
        made = labels(kind, printed(rule(1, "李")), LABELS)
        assert made.warnings


@pytest.mark.skipif(not HERE, reason="no font of this computer has a star")
def test_a_font_that_cannot_be_embedded_is_passed_over(tmp_path, monkeypatch):
    broken = bytearray(Path(HERE[0].path).read_bytes())
    place = broken.index(b"maxp")
    broken[place : place + 4] = b"none"
    (tmp_path / "DejaVuBroken.ttf").write_bytes(bytes(broken))
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    assert labels("pdf", printed(rule(1, "★")), LABELS).warnings


def test_the_signs_of_a_font_are_those_that_its_table_tells():
    table = struct.pack(">HH", 0, 1) + struct.pack(">HHI", 3, 1, 12)
    table += struct.pack(">HHHHHHH", 4, 0, 0, 4, 0, 0, 0)
    table += struct.pack(">HH", 0x43, 0xFFFF) + b"\0\0" + struct.pack(">HH", 0x41, 0xFFFF)
    table += struct.pack(">HH", (1 - 0x41) % 0x10000, 1) + struct.pack(">HH", 0, 0)
    font = font_file(table)
    assert [sign for sign in "@ABCD" if font.has(sign)] == ["A", "B", "C"]
    table = struct.pack(">HH", 0, 1) + struct.pack(">HHI", 3, 10, 12)
    table += struct.pack(">HHIII", 12, 0, 28, 0, 1) + struct.pack(">III", 0x1F3B2, 0x1F3B3, 7)
    font = font_file(table)
    assert [sign for sign in "A🎱🎲🎳🎴" if font.has(sign)] == ["🎲", "🎳"]


def font_file(table: bytes):
    import tempfile

    head = struct.pack(">IHHHH", 0x10000, 2, 0, 0, 0)
    head += struct.pack(">4sIII", b"cmap", 0, 44, len(table))
    head += struct.pack(">4sIII", b"glyf", 0, 44, 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "made.ttf")
        path.write_bytes(head + table)
        (font,) = fonts_in(path)
    return font
