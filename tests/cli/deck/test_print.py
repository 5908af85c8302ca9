"""`deck print`: a box on the screen, and on paper of every kind, scanned back again."""

import io
import os
import re
import stat
import sys
from itertools import product

import pytest
import zxingcpp
from PIL import Image
from rich.console import Console

from companion.boxes import codes as cardcode
from companion.core.blocks import Paragraph, QrCode, Span
from companion.printing.codes import matrix
from companion.render.terminal import draw
from companion.scanning import codes_in


def cards_in(texts):
    """The cards that codes are about."""
    return [cardcode.read(text.split("\n")[-1]).card for text in texts]


BLOCKS = {"█": (1, 1), "▀": (1, 0), "▄": (0, 1)}
COLOURS = re.compile(r"(\x1b\[[0-9;]*m)")
BLACK_ON_WHITE = re.compile(r"\x1b\[(30;107|38;5;16;48;5;231|38;2;0;0;0;48;2;255;255;255)m")


def drawn(out, ink=0, paper=255):
    """Half blocks as a picture. Without colours: `ink` on `paper`, as it is seen there."""
    lines = [COLOURS.split(line) for line in out.splitlines()]
    width = max(len(COLOURS.sub("", line)) for line in out.splitlines())
    picture = Image.new("L", (width, 2 * len(lines)), paper)
    for y, parts in enumerate(lines):
        x, told = 0, (paper, ink)
        for part in parts:
            if part.startswith("\x1b"):
                told = (255, 0) if BLACK_ON_WHITE.fullmatch(part) else (paper, ink)
                continue
            for sign in part:
                for below, block in enumerate(BLOCKS.get(sign, (0, 0))):
                    picture.putpixel((x, 2 * y + below), told[block])
                x += 1
    return picture.resize((picture.width * 5, picture.height * 5), Image.Resampling.NEAREST)


def read_screen(out, **seen):
    """What a scanner reads that knows no codes in light on dark, as many do not."""
    found = zxingcpp.read_barcodes(drawn(out, **seen), try_invert=False)
    return [bytes(code.bytes).decode() for code in found]


# The screen


@pytest.mark.parametrize(("width", "lines"), [(80, 3), (50, 2), (40, 1)])
def test_a_code_on_the_screen_says_as_much_as_there_is_room_for(friday, monkeypatch, width, lines):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    out = friday("deck print friday --card 15").out
    assert all(len(line) <= width for line in out.splitlines())
    (text,) = read_screen(out)
    assert len(text.split("\n")) == lines
    assert cards_in([text]) == ["r15"]


def test_a_code_is_no_higher_than_a_terminal_if_a_shorter_text_will_do():
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, no_color=True)
    texts = ("x" * 200, "x" * 60, "x" * 10)
    draw([QrCode(texts, matrix)], console)
    lines = console.file.getvalue().splitlines()
    assert 10 <= len(lines) <= 21
    (found,) = read_screen("\n".join(lines))
    assert found == "x" * 60


def test_a_screen_that_is_too_narrow_for_any_code_says_so(friday, monkeypatch):
    monkeypatch.setenv("COLUMNS", "30")
    for line in ("--card 15", "--parts", ""):
        ran = friday(f"deck print friday {line}")
        assert (ran.code, ran.out) == (1, "")
        assert re.search(r"30 columns wide, and the codes need \d+", ran.err)


def test_all_cards_are_shown_where_none_is_named(friday, monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    out = friday("deck print friday").out
    assert len(re.findall(r"^    █▀▀▀▀▀█ .* █▀▀▀▀▀█    $", out, re.MULTILINE)) == 110


def test_at_a_terminal_codes_are_shown_only_where_they_are_asked_for(friday, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "█" not in friday("deck print friday").out
    assert "█" in friday("deck print friday --card 15").out
    assert len(friday("deck print friday --codes").out.splitlines()) > 110 * 10


def test_cards_without_text_are_left_out_where_most_have_none(friday, tmp_path):
    file = str(tmp_path / "sheet.svg")
    ran = friday.must("deck print friday -o", file)
    assert "5 codes" in ran.out
    assert ran.err == "! 105 of 110 cards have no text and are left out: `--all` prints them too.\n"
    told = friday.must("deck print friday --all --json -o", file).json
    assert (told["printed"], told["left_out"]) == (110, [])
    # Where no card has text, none is left out, and nor is one that is named.
    assert friday.must("deck print lwd --json -o", file).json["printed"] == 14
    assert friday.must("deck print friday --card r2 --json -o", file).json["printed"] == 1
    assert friday.must("deck print lwd --known --json -o", file).json["printed"] == 0


def test_a_code_in_colour_is_black_on_white(friday, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    out = friday("deck print friday --card 15").out
    assert "\x1b[" in out
    assert len(read_screen(out)) == len(read_screen(out, ink=255, paper=0)) == 1


def test_a_code_is_dark_on_light_in_a_dark_terminal_and_in_a_light_one():
    for colours, no_color in product(("standard", "256", "truecolor"), (False, True)):
        out = shown(force_terminal=True, no_color=no_color, color_system=colours)
        for seen in ({"ink": 255, "paper": 0}, {"ink": 0, "paper": 255}):
            assert read_screen(out, **seen) == ["abc"]


def test_a_terminal_without_colours_is_taken_to_be_dark_and_a_file_to_be_paper():
    terminal = shown(force_terminal=True, color_system=None)
    assert "\x1b" not in terminal
    assert read_screen(terminal, ink=255, paper=0) == ["abc"]
    file = shown(force_terminal=False)
    assert "\x1b" not in file
    assert read_screen(file) == ["abc"]


def test_no_color_leaves_words_without_colour():
    console = Console(file=io.StringIO(), force_terminal=True, no_color=True, color_system="256")
    draw([Paragraph(Span("red", "bad")), QrCode(("abc",), matrix)], console)
    words, _, *code = console.file.getvalue().splitlines()
    assert words == "red"
    assert {len(COLOURS.findall(line)) for line in code} == {2}


def shown(**console):
    console = Console(file=io.StringIO(), width=80, height=40, **console)
    draw([QrCode(("abc",), matrix)], console)
    return console.file.getvalue()


@pytest.mark.parametrize("width", [40, 50, 80, 140])
def test_a_whole_deck_on_the_screen_is_as_many_parts_as_fit(friday, monkeypatch, types, width):
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    out = friday("deck print friday --parts").out
    assert all(len(line) <= width for line in out.splitlines())
    found = [text for block in out.split("Part ")[1:] for text in read_screen(block)]
    assert len(found) == out.count("Part ")
    types(*found)
    friday.must("group new Other")
    assert "would be a new box" in friday("deck receive").out


# Files


@pytest.mark.long
def test_a_sheet_is_scanned_back_card_by_card(friday, tmp_path):
    told = friday("deck print lwd --json -o", str(tmp_path / "sheet.png")).json
    assert (told["printed"], told["kind"], len(told["files"])) == (14, "png", told["pages"])
    cards = [item["id"] for item in friday("deck show lwd --json").json["items"]]
    found = [card for name in told["files"] for card in cards_in(codes_in(name))]
    assert sorted(found) == sorted(card for card in cards if card in found)
    assert len(found) == 14


@pytest.mark.long
def test_what_is_scanned_from_a_sheet_is_what_was_printed(friday, friday_sheet):
    told = friday("deck print friday --json").json["codes"]
    assert len(told) == 110
    codes = friday("deck scan --json", str(friday_sheet)).json["codes"]
    assert sorted(code["text"] for code in codes) == sorted(code["text"] for code in told)


def test_a_sheet_checks_its_own_box(friday, types):
    types(*(code["text"] for code in friday("deck print friday --json").json["codes"]))
    told = friday("deck check friday --json").json
    assert (told["missing"], told["foreign"], told["double"]) == ([], [], [])
    assert told["should_be_out"] == ["r17"]  # it is on the sheet, and says that it is retired


def test_every_kind_may_go_to_standard_output(friday, monkeypatch):
    begins = {"pdf": b"%PDF-", "svg": b"<svg", "png": b"\x89PNG", "html": b"<!DOCTYPE html>"}
    for kind, begin in begins.items():
        paper = io.TextIOWrapper(io.BytesIO())
        monkeypatch.setattr(sys, "stdout", paper)
        friday(f"deck print friday --card 15 -o - --as {kind}")
        assert begin.lower() in paper.buffer.getvalue()[:120].lower()


def test_a_pdf_is_the_same_from_run_to_run(friday, tmp_path):
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    friday.must("deck print friday -o", str(one))
    friday.must("deck print friday -o", str(other))
    assert one.read_bytes() == other.read_bytes()


def test_letter_is_another_paper(friday, tmp_path):
    import pypdfium2

    file = tmp_path / "sheet.pdf"
    friday.must("deck print friday --paper letter -o", str(file))
    with pypdfium2.PdfDocument(file) as document:
        assert document[0].get_size() == pytest.approx((612, 792))


@pytest.mark.long
def test_a_name_in_any_script_is_printed_or_said_to_be_replaced(companion, tmp_path):
    companion.must(
        "blank box new", "李明的盒子 Коробка קופסה صندوق 📦", "--mark", "★", "--owner", "Ελένη"
    )
    companion.must("blank rule add", "If 李 plays, then Дмитрий sings 👩‍👩‍👧", "--by", "אורי")
    for kind in ("pdf", "svg", "png", "html"):
        file = str(tmp_path / f"sheet.{kind}")
        ran = companion("deck print blank --card 15 --card r1 -o", file)
        assert ran.code == 0, ran.err
        assert "No font" in ran.err or kind != "pdf" or "李" not in ran.err
    assert "r15" in cards_in(codes_in(str(tmp_path / "sheet.pdf")))
    assert "李明的盒子" in (tmp_path / "sheet.html").read_text("utf-8")


# The printer


@pytest.fixture
def printer(tmp_path, monkeypatch):
    """A printer that keeps what it gets in a file; the file's name."""
    folder, paper = tmp_path / "bin", tmp_path / "paper"
    folder.mkdir()
    command = folder / "lp"
    command.write_text(f"#!/bin/sh\n/bin/cat > {paper}\n")
    command.chmod(command.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", str(folder))
    return paper


def test_the_systems_printer_gets_a_pdf(friday, printer):
    told = friday("deck print friday --print").out
    assert "with the printer" in told
    assert printer.read_bytes().startswith(b"%PDF-")


def test_a_printer_that_refuses_is_quoted(friday, printer, tmp_path):
    (tmp_path / "bin" / "lp").write_text(
        "#!/bin/sh\n/bin/cat > /dev/null; echo 'out of paper' >&2; exit 1\n"
    )
    ran = friday("deck print friday --print")
    assert ran.code == 1
    assert "out of paper" in ran.err


def test_without_a_printer_a_file_is_offered(friday, monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = friday("deck print friday --print")
    assert ran.code == 1
    assert "No printer found" in ran.err
    assert "-o sheet.pdf" in ran.err


# What cannot be


def test_what_cannot_be_printed_leaves_no_file(friday, tmp_path, monkeypatch):
    """What is refused, and why, is in `tests/games/boxes/refusals.txt`."""
    monkeypatch.chdir(tmp_path)
    for line, code in (
        *(("-o sheet", 2), ("-o sheet.pdf --as docx", 2), ("-o sheet.pdf --print", 2)),
        *(("-o nowhere/at/all.pdf", 3), ("-o sheet.pdf --card 99", 1)),
        *(("-o sheet.pdf --paper A3", 2), ("-o sheet.pdf --parts --card 15", 2)),
    ):
        ran = friday(f"deck print friday {line}")
        assert (ran.code, ran.out) == (code, ""), ran.err
    assert [file.name for file in tmp_path.iterdir() if file.name != "home"] == []


def test_standard_output_that_is_closed_takes_nothing(friday, tmp_path, monkeypatch):
    with open(os.devnull, "w", encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "stdout", nothing)
        ran = friday("deck labels friday -o - --as svg")
    assert ran.code == 2
    assert "Standard output is closed" in ran.err
    monkeypatch.undo()


@pytest.mark.parametrize(
    ("missing", "line", "said"),
    [
        ("reportlab", "-o sheet.pdf", "PDFs need reportlab"),
        ("pypdfium2", "-o sheet.png", "PNGs need pypdfium2"),
    ],
)
def test_a_library_that_is_not_installed_is_named(
    friday, tmp_path, monkeypatch, missing, line, said
):
    monkeypatch.chdir(tmp_path)
    for name in [name for name in sys.modules if name.partition(".")[0] == missing]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, missing, None)
    ran = friday(f"deck print friday {line}")
    assert ran.code == 1
    assert said in ran.err
    assert f"pip install {missing}" in ran.err
    assert friday("deck print friday -o sheet.svg").code == 0
    assert friday("deck print friday -o sheet.html").code == 0
