"""Pictures and PDFs that were made to harm: none fills the memory, takes long, or is a crash."""

import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image

from companion.errors import Invalid
from companion.scanning import codes_in, pictures
from tests.measured import measured

MOST_MB = 300
MOST_SECONDS = 10
LIMITED = pytest.mark.skipif(sys.platform != "linux", reason="only there memory is limited so")
A4 = "0 0 595 842"


def pdf(objects: Sequence[bytes]) -> bytes:
    """A PDF of these objects, the first of which is its catalogue."""
    content, places = b"%PDF-1.4\n", []
    for number, told in enumerate(objects, 1):
        places.append(len(content))
        content += b"%d 0 obj\n%b\nendobj\n" % (number, told)
    begins = len(content)
    content += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    content += b"".join(b"%010d 00000 n \n" % place for place in places)
    return content + b"trailer<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF" % (
        len(objects) + 1,
        begins,
    )


def packed(parts: Sequence[tuple[bytes, int]]) -> bytes:
    """A stream of texts, each so many times: it is small, however much it unpacks to."""
    packing = zlib.compressobj(1)
    content = b""
    for text, times in parts:
        at_once = 50_000
        block = text * at_once
        for _ in range(times // at_once):
            content += packing.compress(block)
        content += packing.compress(text * (times % at_once))
    content += packing.flush()
    return b"<</Length %d/Filter/FlateDecode>>stream\n%b\nendstream" % (len(content), content)


def page(
    drawn: bytes = b"<</Length 0>>stream\n\nendstream", box: str = A4, more: str = ""
) -> bytes:
    """A PDF of one page."""
    told = f"<</Type/Page/Parent 2 0 R/MediaBox[{box}]/Contents 4 0 R{more}>>"
    pages = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", pages, told.encode(), drawn])


def looping() -> bytes:
    pages = b"<</Type/Pages/Kids[2 0 R]/Count 1>>"
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", pages])


def lacking() -> bytes:
    pages = b"<</Type/Pages/Kids[3 0 R 9 0 R]/Count 2>>"
    return pdf([b"<</Type/Catalog/Pages 2 0 R>>", pages, b"<</Type/Page/Parent 2 0 R>>"])


ODD = {
    "looping": (looping(), "Page 1 of "),
    "a page that is not there": (lacking(), "Page 2 of "),
    "paper-thin": (page(box="0 0 0.001 842"), "There is no code in "),
    "no size at all": (page(box="0 0 0 0"), "There is no code in "),
    "as large as a house": (page(box="0 0 1000000000 1000000000"), "There is no code in "),
    "units of a mile": (page(box="0 0 14400 14400", more="/UserUnit 100000"), "There is no code"),
}


@pytest.mark.parametrize(("content", "says"), ODD.values(), ids=ODD)
def test_an_odd_page_is_a_sentence(tmp_path, content, says):
    (tmp_path / "odd.pdf").write_bytes(content)
    with pytest.raises(Invalid) as refused:
        codes_in(str(tmp_path / "odd.pdf"))
    assert refused.value.message.startswith(says)


def harm_lines(file: Path) -> Path:
    """A small file of thirty million lines; they took five gigabytes."""
    drawn = packed([(b"0 0 m\n", 1), (b"9 8 l 1 1 l\n", 15_000_000), (b"S\n", 1)])
    file.write_bytes(page(drawn))
    return file


def harm_blanks(file: Path) -> Path:
    """A page that unpacks to half a gigabyte of nothing."""
    file.write_bytes(page(packed([(b" ", 500_000_000)])))
    return file


@LIMITED
@pytest.mark.parametrize("harm", [harm_lines, harm_blanks])
def test_a_page_takes_no_more_memory_than_there_is(tmp_path, harm):
    ran = measured(["deck", "scan", str(harm(tmp_path / "page.pdf"))])
    assert ran.code == 2
    assert "takes too much memory for one picture" in ran.said
    assert "Traceback" not in ran.said
    assert ran.mb < MOST_MB
    assert ran.seconds < MOST_SECONDS


def white(file: Path, width: int, height: int, mode: str = "RGB", **how: bool) -> Path:
    Image.new(mode, (width, height), "white" if mode == "RGB" else 1).save(file, **how)
    return file


@LIMITED
@pytest.mark.parametrize(
    ("name", "mode", "most", "progressive"),
    [
        ("photo.jpg", "RGB", pictures.MOST_PIXELS_JPEG, False),
        ("photo.jpg", "RGB", pictures.MOST_PIXELS, True),
        ("scan.png", "L", pictures.MOST_PIXELS_GREY, False),
        ("drawn.png", "RGB", pictures.MOST_PIXELS, False),
        ("drawn.webp", "RGB", pictures.MOST_PIXELS_WEBP, False),
    ],
)
def test_the_largest_picture_that_is_read_fits(tmp_path, name, mode, most, progressive):
    how = {"progressive": True} if progressive else {}
    ran = measured(["deck", "scan", str(white(tmp_path / name, 8_000, most // 8_000, mode, **how))])
    assert "There is no code in" in ran.said
    assert ran.mb < MOST_MB
    assert ran.seconds < MOST_SECONDS


@pytest.mark.parametrize(
    ("name", "mode", "most"),
    [
        ("photo.jpg", "L", pictures.MOST_PIXELS_JPEG),
        ("scan.png", "1", pictures.MOST_PIXELS_GREY),
        ("drawn.png", "RGB", pictures.MOST_PIXELS),
        ("drawn.webp", "RGB", pictures.MOST_PIXELS_WEBP),
    ],
)
def test_one_that_is_larger_is_refused_by_its_header(tmp_path, name, mode, most):
    white(tmp_path / name, 16_000, most // 16_000 + 80, mode)
    with pytest.raises(Invalid, match=f"the limit is {most // 1_000_000} million"):
        codes_in(str(tmp_path / name))


def test_a_file_that_is_too_large_is_refused_before_it_is_opened(tmp_path):
    with (tmp_path / "large.pdf").open("wb") as file:
        file.truncate(pictures.LARGEST_FILE + 1)
    with pytest.raises(Invalid, match="the limit is 100 MB"):
        codes_in(str(tmp_path / "large.pdf"))


def test_a_folder_or_a_device_is_no_picture(tmp_path):
    (tmp_path / "folder.png").mkdir()
    for name in (str(tmp_path / "folder.png"), "/dev/zero"):
        with pytest.raises(Invalid, match="it is not a file"):
            codes_in(name)


@LIMITED
def test_what_takes_too_long_is_left(tmp_path, monkeypatch):
    """The limit is the system's: the library looks for as long as it likes."""
    import subprocess

    from companion.scanning import process

    begin = subprocess.Popen

    def slowly(command, **how):
        return begin([command[0], "-c", "while True: pass"], **how)

    monkeypatch.setattr(process.subprocess, "Popen", slowly)
    monkeypatch.setattr(process, "_PATIENCE", 0.2)
    with pytest.raises(Invalid, match="8 seconds were not enough"):
        codes_in(str(white(tmp_path / "a.png", 10, 10)))


def test_the_folder_in_which_somebody_stands_is_no_part_of_the_program(tmp_path, monkeypatch):
    for name in ("json", "PIL", "companion", "resource"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('taken over')")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(Invalid, match="There is no code"):
        codes_in(str(white(tmp_path / "a.png", 10, 10)))
