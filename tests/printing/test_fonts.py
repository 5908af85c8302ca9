"""Fonts: signs of any script are drawn with a font that has them, or as □ with a warning."""

import re
import struct
import sys
from pathlib import Path

import pytest
import reportlab

from companion.printing.document import labels, sheet
from companion.printing.fonts import choice, files
from companion.printing.fonts.bidi import bidi_runs, is_right_to_left, visual
from companion.printing.fonts.choice import Choice
from companion.printing.fonts.files import fonts_in
from companion.printing.page import Words
from companion.printing.pens import pdf
from companion.printing.pens.pdf import PdfPen
from companion.printing.pens.png import PngPen
from companion.printing.text import Style, column, wrapped
from tests.printing import scanner
from tests.printing.boxes import box, printed, rule, sheets

LABELS = sheets()["L7160"]
HERE = [font for font in files.candidates(files.FOLDERS, False) if font.has("★")]
ARABIC = [font for font in files.candidates(files.FOLDERS, False) if font.has("س")]
VERA = Path(reportlab.__file__).parent / "fonts" / "Vera.ttf"


@pytest.fixture
def no_fonts(monkeypatch):
    monkeypatch.setattr(files, "FOLDERS", ())


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_a_sign_that_no_font_has_is_a_square_and_a_warning(kind, no_fonts):
    made = labels(kind, printed(rule(1, "李明", by="")), LABELS)
    (warning,) = made.warnings
    assert warning.startswith("No font here has 李 and 明: they are printed as □ (there are none).")
    assert re.search(r"Install Noto Sans CJK \(.*\), or print to \.html\.$", warning)


@pytest.mark.parametrize(
    ("sign", "named"),
    [
        ("⬡", "Noto Sans Symbols 2, DejaVu Sans and Symbola"),
        ("✓", "Noto Sans Symbols 2, DejaVu Sans and Symbola"),
        ("🎲", "Symbola, Noto Emoji and Segoe UI Emoji"),
        ("。", "Noto Sans CJK, Droid Sans Fallback and Source Han Sans"),
        ("글", "Noto Sans CJK, Malgun Gothic and Apple SD Gothic Neo"),
        ("س", "Noto Sans Arabic, DejaVu Sans and Arial"),
        ("ह", "Noto Sans Devanagari, Noto Serif Devanagari and Noto Sans"),
        ("ა", "Noto Sans Georgian, Noto Serif Georgian and Noto Sans"),
        ("ω", "DejaVu Sans, Noto Sans and Arial"),
    ],
)
def test_the_fonts_that_were_looked_for_are_named(sign, named, tmp_path, monkeypatch):
    made_font(tmp_path / "other.ttf", "x")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    (warning,) = labels("pdf", printed(rule(1, sign, by="")), LABELS).warnings
    assert f"(looked for {named}, and then among all 1)" in warning


@pytest.mark.parametrize(
    ("system", "sign", "how"),
    [
        ("linux", "⬡", "Install Noto Sans Symbols 2 (`apt install fonts-noto-core`)"),
        ("linux", "🎲", "Install Symbola (`apt install fonts-symbola`)"),
        ("darwin", "李", "Install Noto Sans CJK (it is free: fonts.google.com/noto)"),
        ("win32", "ω", "Install DejaVu Sans (it is free)"),
    ],
)
def test_what_would_mend_it_is_told_for_this_computer(system, sign, how, no_fonts, monkeypatch):
    monkeypatch.setattr(sys, "platform", system)
    (warning,) = labels("pdf", printed(rule(1, sign, by="")), LABELS).warnings
    assert how in warning


def test_what_is_there_already_is_not_to_be_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    steps = ("Noto Emoji (it is free: fonts.google.com/noto)", "DejaVu Sans (it is free)")
    for name, step in zip(("Symbola_hint", "NotoEmoji-Regular"), steps, strict=True):
        made_font(tmp_path / f"{name}.ttf", "x")
        files._all.cache_clear()
        files._ordered.cache_clear()
        (warning,) = labels("pdf", printed(rule(1, "🦺", by="")), LABELS).warnings
        assert f"Install {step}, or print to .html." in warning
    for name in ("DejaVuSans", "NotoSansSymbols2"):
        made_font(tmp_path / f"{name}.ttf", "x")
    files._all.cache_clear()
    files._ordered.cache_clear()
    (warning,) = labels("pdf", printed(rule(1, "🦺", by="")), LABELS).warnings
    assert warning.endswith("and then among all 4). Print to .html: a browser may find another.")


def test_signs_of_two_scripts_are_told_apart(no_fonts):
    symbols, han = labels("pdf", printed(rule(1, "⬡李△", by="")), LABELS).warnings
    assert symbols.startswith("No font here has ⬡ and △: they are printed")
    assert han.startswith("No font here has 李: it is printed")


def test_fonts_that_are_made_for_a_sign_are_asked_before_all_others(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_MOST_OPENED", 2)
    for name in ("Arial", "DejaVuSans-Bold", "Liberation Sans", "SegUIsym", "Zapf"):
        made_font(tmp_path / f"{name}.ttf", "⬡" if name in ("SegUIsym", "Zapf") else "x")
    made_font(tmp_path / "notocoloremoji.ttf", "🎲")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    files._ordered.cache_clear()
    font = Choice(lambda sign: False, lambda font: True).runs("⬡", False)[0].face
    assert font.path.stem == "SegUIsym"
    assert Choice(lambda sign: False, lambda font: True).runs("🎲", False)[0].face == "none"


def test_one_sign_is_told_in_the_singular_and_many_are_not_all_told(no_fonts):
    (one,) = labels("pdf", printed(rule(1, "李")), LABELS).warnings
    assert one.startswith("No font here has 李: it is printed as □ (")
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
    assert "★ Ωμέγα Грушевий" in scanner.pdf_text(made.content)[0]


def test_letters_that_join_are_apart_without_harfbuzz_and_it_is_said(tmp_path, monkeypatch):
    made_font(tmp_path / "made.ttf", "سلام")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(choice, "has_harfbuzz", lambda: False)
    made = labels("pdf", printed(rule(1, "سلام", by="")), LABELS)
    assert made.warnings == (
        "Letters that join are printed apart (س, ل and ا). "
        "`pip install uharfbuzz` joins them in a PDF; .html sets them properly, too.",
    )
    assert "سلام" in scanner.pdf_text(made.content)[0]


def test_letters_that_join_are_drawn_as_they_are_put_together(tmp_path, monkeypatch):
    made_font(tmp_path / "made.ttf", "سلام")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    pen = PdfPen()
    (run,) = pen._fonts.runs("سلام", False)
    assert (run.text, run.shaped, run.right) == ("سلام", True, True)
    letters = [choice.shaped(run.face, sign, True) for sign in "ماسل"]
    together = choice.shaped(run.face, "سلام", True)
    assert together.width == pytest.approx(sum(it.width for it in letters), rel=0.05)
    assert [glyph.x for glyph in together.glyphs] == sorted(glyph.x for glyph in together.glyphs)
    assert together.glyphs[-1].number == choice.shaped(run.face, "س", True).glyphs[0].number
    assert pen.measure("سلام", 10) == pytest.approx(together.width * 10 * 25.4 / 72)
    made = labels("pdf", printed(rule(1, "سلام", by="")), LABELS)
    assert made.warnings == ()
    assert ink(made.content) > ink(labels("pdf", printed(rule(1, " ", by="")), LABELS).content)


@pytest.mark.skipif(not ARABIC, reason="no font of this computer has Arabic letters")
@pytest.mark.parametrize("pen", [PdfPen, PngPen])
def test_arabic_is_joined(pen):
    drawn = pen()
    if not drawn._fonts._shapes:
        pytest.skip("uharfbuzz is not installed")
    # Lam and alef become one letter; at a word's end, a letter is wider than within it.
    apart = sum(drawn.measure(sign, 10) for sign in "لا")
    assert drawn.measure("لا", 10) < apart * 0.95
    assert drawn.warnings() == ()


def test_a_font_that_cannot_be_embedded_is_drawn_by_its_outlines(tmp_path, monkeypatch):
    made_font(tmp_path / "NotoSansCJK.ttf", "李明")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(pdf, "_is_embeddable", lambda font: False)
    monkeypatch.setattr(pdf, "_is_traceable", choice.can_open)
    monkeypatch.setattr(pdf, "_is_traced", lambda run: run.face not in ("base", "none"))
    rows = printed(rule(1, "李明李明李", by=""))
    made = labels("pdf", rows, LABELS)
    assert made.warnings == ()
    assert made.content.count(b"/Subtype /Form") == 2  # each letter is in the file once
    assert made.content == labels("pdf", rows, LABELS).content
    assert ink(made.content) > ink(labels("pdf", printed(rule(1, " ", by="")), LABELS).content)


def test_a_font_that_only_harfbuzz_could_draw_is_named(tmp_path, monkeypatch):
    made_font(tmp_path / "NotoSansCJK-Regular.otf", "李明", outlines=b"CFF ")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    monkeypatch.setattr(choice, "has_harfbuzz", lambda: False)
    (warning,) = labels("pdf", printed(rule(1, "李明", by="")), LABELS).warnings
    assert warning == (
        "李 and 明 could not be printed, they are □: NotoSansCJK-Regular has them, and only "
        "uharfbuzz can put it into a PDF (`pip install uharfbuzz`). Or print to .html."
    )


@pytest.mark.parametrize(
    ("told", "right"), [("שלום Ana", True), ("Ana שלום", False), ("15. and more", False)]
)
def test_a_paragraph_stands_where_it_is_read_from(told, right):
    assert is_right_to_left(told) is right
    paragraph = wrapped(f"{told} {told} {told}", Style(10), 20, PdfPen().measure)
    expected = (25, "right", True) if right else (5, "left", False)
    found = column([paragraph], 5, 0, 20)
    assert len(found) > 1
    assert {(words.x, words.align, words.right) for words in found} == {expected}


def test_a_line_runs_as_its_paragraph_does():
    line = "Ana שלום."
    assert [run for run, _ in bidi_runs(line)] == ["Ana ", "שלום", "."]
    assert [run for run, _ in bidi_runs(line, True)] == [" שלום.", "Ana"]
    told = svg_of(Words(30, 5, line, 10, align="right", right=True))
    assert 'x="30" y="5" direction="rtl"' in told


def test_joiners_and_variants_are_not_missed(no_fonts):
    made = labels("pdf", printed(rule(1, "a\u200db\ufe0fc", by="")), LABELS)
    assert made.warnings == ()


def test_a_mark_and_its_letter_are_of_one_font(tmp_path, monkeypatch):
    made_font(tmp_path / "made.ttf", "xyz\u030c\u0323")
    monkeypatch.setattr(files, "FOLDERS", (tmp_path,))
    fonts = PdfPen()._fonts
    told = [
        (run.text, run.face == "base", run.shaped) for run in fonts.runs("axy\u030c\u0323z", False)
    ]
    assert told == [("ax", True, False), ("y\u030c\u0323", False, True), ("z", True, False)]
    # Of a letter that the font lacks, it has the mark alone.
    assert [run.text for run in fonts.runs("q\u030c", False)] == ["q", "\u030c"]


@pytest.mark.parametrize(
    ("told", "drawn"), [("1\ufe0f\u20e3 card", "1 card"), ("a\U0001f3fd b", "a b")]
)
def test_keys_and_colours_of_skin_leave_no_boxes_behind(told, drawn, no_fonts):
    pen = PdfPen()
    assert "".join(run.text for run in pen._fonts.runs(told, False)) == drawn
    assert pen.warnings() == ()


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
        ("שלום (2). Ana", "Ana .(2) םולש"),
        ("abc שלום 15 def", "abc 15 םולש def"),
        ("שלום 1,5 - 10%", "10% - 1,5 םולש"),
        ("Ana 15% שלום", "Ana 15% םולש"),
        ("שָׁלוֹם", "םוֹלשָׁ"),
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


def svg_of(words: Words) -> str:
    from companion.printing.page import Page
    from companion.printing.pens.svg import SvgPen

    return SvgPen().contents(Page(40, 10, (words,)))


def ink(content: bytes) -> int:
    """How dark the first page is."""
    return sum(255 - value for value in scanner.pdf_pages(content)[0].convert("L").tobytes())


def made_font(path: Path, signs: str, outlines: bytes = b"glyf") -> None:
    """A font that has these signs and no others, drawn as the letters from A on."""
    whole = VERA.read_bytes()
    count = struct.unpack_from(">H", whole, 4)[0]
    tables = {}
    for place in range(count):
        name, _, start, length = struct.unpack_from(">4sIII", whole, 12 + 16 * place)
        tables[outlines if name == b"glyf" else name] = whole[start : start + length]
    groups = b"".join(
        struct.pack(">III", ord(sign), ord(sign), 36 + place)
        for place, sign in enumerate(sorted(set(signs)))
    )
    length = len(groups) // 12
    format_12 = struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, length) + groups
    tables[b"cmap"] = struct.pack(">HHHHI", 0, 1, 3, 10, 12) + format_12
    start = 12 + 16 * len(tables)
    head, body = struct.pack(">IHHHH", 0x10000, len(tables), 0, 0, 0), b""
    for name, content in sorted(tables.items()):
        head += struct.pack(">4sIII", name, 0, start + len(body), len(content))
        body += content + b"\0" * (-len(content) % 4)
    path.write_bytes(head + body)


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
