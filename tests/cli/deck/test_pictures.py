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


@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_is_one_file_a_page(friday, here, kind):
    told = friday(f"deck labels friday --all --json -o l.{kind}").json
    assert names(here) == told["files"] == [f"{name}.{kind}" for name in SIX]
    assert (told["file"], told["pages"]) == (f"l-1.{kind}", 6)
    again = friday(f"deck labels friday --all -o l.{kind}")  # its own pages may be written over
    assert f"in l-1.{kind} to l-6.{kind}." in again.out


def test_every_page_is_as_large_as_its_paper_and_sharp(friday, here):
    friday.must("deck labels friday --all --sheet 5160 -o l.png")
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
    (here / "l-4.png").write_bytes(b"a photograph of the cat")
    ran = friday("deck labels friday --all -o l.png")
    assert ran.code == 1
    assert "l-4.png is there already, and is no page that the companion printed." in ran.err
    assert names(here) == ["l-4.png"]
    (here / "l.svg").write_text("a drawing")  # this one is named
    friday.must("deck labels friday -o l.svg")
    assert (here / "l.svg").read_text("utf-8").startswith("<svg")


def test_pages_of_an_earlier_print_are_named(friday, here):
    friday.must("deck labels friday --all -o l.png")
    (here / "l-7.png").write_bytes(b"the cat")
    ran = friday("deck labels friday --all --sheet L7651 -o l.png")
    assert "! l-3.png, l-4.png, l-5.png and l-6.png are pages of an earlier print.\n" in ran.err


def test_ten_pages_sort_as_they_are(friday, here):
    friday.must("deck labels friday --all --sheet 5163 -o l.svg")
    assert names(here)[:2] + names(here)[-1:] == ["l-01.svg", "l-02.svg", "l-11.svg"]


def test_each_line_says_by_itself_that_its_blanks_count(friday, here):
    """Browsers heed it on the whole picture, other readers of SVG only on the text."""
    friday.must("deck labels friday -o l.svg")
    content = (here / "l.svg").read_text("utf-8")
    assert content.count("<text ") == content.count('<text xml:space="preserve" ') > 3
