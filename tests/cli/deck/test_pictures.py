"""Pictures of pages: a file each, so that they can be printed; nothing unnamed is written over."""

import pytest
from PIL import Image

SIX = ["l-1", "l-2", "l-3", "l-4", "l-5", "l-6"]


@pytest.fixture
def here(tmp_path, monkeypatch):
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def test_a_picture_is_one_file_a_page(friday, here):
    told = friday("deck labels friday --all --json -o l.svg").json
    assert names(here) == told["files"] == [f"{name}.svg" for name in SIX]
    assert (told["file"], told["pages"]) == ("l-1.svg", 6)
    again = friday("deck labels friday --all -o l.svg")  # its own pages may be written over
    assert "in l-1.svg to l-6.svg." in again.out


def test_every_page_is_as_large_as_its_paper_and_sharp(companion, here):
    for _ in range(2):  # Its own pages may be written over.
        companion.must("deck labels lwd --all --sheet 5163 -o l.png")
    assert names(here) == ["l-1.png", "l-2.png"]
    for name in names(here):
        with Image.open(name) as picture:
            assert picture.size == (2550, 3300)  # Letter at 300 dots to the inch
            assert round(picture.info["dpi"][0]) == 300


def test_one_page_keeps_its_name(friday, here):
    told = friday("deck labels friday --json -o l.png").json
    assert names(here) == told["files"] == ["l.png"] == [told["file"]]
    told = friday("deck print friday --parts --json -o p.svg").json
    assert told["files"] == ["p.svg"]


def test_other_kinds_hold_all_pages(friday, here):
    for kind in ("pdf", "html"):
        told = friday(f"deck labels friday --all --json -o l.{kind}").json
        assert (told["files"], told["pages"]) == ([f"l.{kind}"], 6)


def test_a_pipe_gets_one_tall_picture(friday, here):
    out = friday("deck labels friday --all -o - --as svg").out
    assert out.count("<svg") == 1
    assert out.count("<g transform") == 6
    assert names(here) == []


def test_what_nobody_named_is_not_written_over(friday, here):
    (here / "l-2.png").write_bytes(b"a photograph of the cat")
    ran = friday("deck labels lwd --all --sheet 5163 -o l.png")
    assert ran.code == 1
    assert "l-2.png exists already, and is not a page that the companion printed." in ran.err
    assert names(here) == ["l-2.png"]
    (here / "l.svg").write_text("a drawing")  # this one is named
    friday.must("deck labels friday -o l.svg")
    assert (here / "l.svg").read_text("utf-8").startswith("<svg")


def test_pages_of_an_earlier_print_are_named(friday, here):
    friday.must("deck labels friday --all -o l.svg")
    (here / "l-7.svg").write_bytes(b"the cat")
    ran = friday("deck labels friday --all --sheet L7651 -o l.svg")
    assert "! l-3.svg, l-4.svg, l-5.svg and l-6.svg are pages of an earlier print.\n" in ran.err


def test_ten_pages_sort_as_they_are(friday, here):
    friday.must("deck labels friday --all --sheet 5163 -o l.svg")
    assert names(here)[:2] + names(here)[-1:] == ["l-01.svg", "l-02.svg", "l-11.svg"]


def test_each_line_says_by_itself_that_its_blanks_count(friday, here):
    """Browsers heed it on the whole picture, other readers of SVG only on the text."""
    friday.must("deck labels friday -o l.svg")
    content = (here / "l.svg").read_text("utf-8")
    assert content.count("<text ") == content.count('<text xml:space="preserve" ') > 3
