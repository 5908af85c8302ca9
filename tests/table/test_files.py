"""Text files that people hand in: from any machine, or refused with what is wrong where."""

import io
import os
import sys
from pathlib import Path

import pytest

from companion.errors import Invalid, NotFound, StorageError
from companion.store.tiny import TinyStore
from companion.table import files
from companion.table.files import (
    Lines,
    read_sheet,
    read_text,
    require_file,
    require_not_ours,
    write_bytes,
    write_text,
)
from tests.golden.breaking import contents


@pytest.fixture
def file(tmp_path):
    """Writes bytes into a file, and gives its name."""

    def made(content, name="rules.txt"):
        (tmp_path / name).write_bytes(content)
        return str(tmp_path / name)

    return made


# Read


@pytest.mark.parametrize("ends", [b"\n", b"\r\n", b"\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_any_line_ends_and_a_mark_at_the_beginning_will_do(file, mark, ends):
    name = file(mark + ends.join(["Ana sings ★".encode(), b"", b"Ben", b""]))
    assert read_text(name) == "Ana sings ★\n\nBen\n"


def test_only_the_mark_at_the_beginning_is_taken_away(file):
    assert read_text(file("\ufeffAna\ufeff".encode())) == "Ana\ufeff"


def test_mixed_line_ends_are_all_the_same_then(file):
    assert read_text(file(b"a\r\nb\rc\n\r\rd")) == "a\nb\nc\n\n\nd"


def test_an_empty_file_is_an_empty_text(file):
    assert read_text(file(b"")) == read_text(file(b"\xef\xbb\xbf")) == ""


@pytest.mark.parametrize(
    ("before", "line"),
    [(b"", 1), (b"Ana sings\n", 2), (b"Ana\r\nBen\r\n\r\nCho ", 4), ("★\n★ ".encode(), 2)],
)
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_latin_1_is_refused_with_its_line_and_byte(file, mark, before, line):
    name = file(mark + before + "café\nthé\n".encode("latin-1"))
    with pytest.raises(Invalid) as refusal:
        read_text(name)
    assert refusal.value.message == (
        f"{name} is not in UTF-8: line {line} holds the byte 0xe9; Latin-1, perhaps."
    )
    assert "iconv -f latin1 -t utf-8" in refusal.value.hint


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_that_says_so_is_read(file, encoding):
    text = "Ana sings ★\r\nBen" if encoding == "utf-16" else "\ufeffAna sings ★\r\nBen"
    name = file(text.encode(encoding))
    assert read_text(name) == "Ana sings ★\nBen"
    assert read_sheet(name) == ("Ana sings ★\nBen", "utf-16")
    cut = file(text.encode(encoding)[:-1])
    with pytest.raises(Invalid, match="is not valid UTF-16 to the end: perhaps it was cut off"):
        read_text(cut)


def test_a_sheet_may_be_in_windows_1252(file):
    assert read_sheet(file("Müller – 3 €\r\n".encode("cp1252"))) == (
        "Müller – 3 €\n",
        "windows-1252",
    )
    assert read_sheet(file("Müller\n".encode())) == ("Müller\n", "utf-8")


def test_a_sheet_may_be_as_old_spreadsheets_save_it_in_japan(file):
    text = "日付,ゲーム,太郎\n2024/5/1,カタン,8\n"
    assert read_sheet(file(text.encode("cp932"))) == (text, "shift-jis")


@pytest.mark.parametrize("begins", [b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1"])
def test_a_workbook_is_known_for_one(file, begins):
    with pytest.raises(Invalid, match="is a workbook") as refusal:
        read_sheet(file(begins + bytes(range(256))))
    assert "save the page with the plays as CSV" in (refusal.value.hint or "")


@pytest.mark.parametrize(
    "content",
    [
        "[“Müller”]".encode("cp1252"),  # JSON is in UTF-8
        b"\x89PNG\r\n\x1a\n\x00\xff",  # a picture
        b"title,date\nM\x81ller\n",  # a byte that is no sign there
    ],
)
def test_what_is_no_sheet_is_not_guessed_at(file, content):
    with pytest.raises(Invalid, match="is not in UTF-8: line"):
        read_sheet(file(content))


def test_a_file_that_is_not_there_is_not_found(tmp_path):
    name = str(tmp_path / "rules.csv")
    with pytest.raises(NotFound) as refusal:
        read_text(name)
    assert refusal.value.message == f"There is no file {name}."


@pytest.mark.skipif(sys.platform == "win32", reason="a folder is refused in other words there")
def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(Invalid, match=r"cannot be read \(Is a directory\)"):
        read_text(str(tmp_path))


def test_what_is_too_large_is_refused_before_it_is_read_as_text(file, monkeypatch):
    most = files.Most(1_000_000)
    assert read_text(file(b"1" * 1_000_000), most) == "1" * 1_000_000
    with pytest.raises(Invalid, match=r"has 2\.0 MB; at most 1 MB can be read"):
        read_text(file(b"1" * 2_000_000), most)


def test_a_text_may_have_so_many_lines(file):
    most = files.Most(1_000_000, 3)
    assert read_text(file(b"1\n2\n3\n"), most) == "1\n2\n3\n"
    with pytest.raises(Invalid, match="has more than 3 lines, the most that can be read"):
        read_text(file(b"1\n2\n3\n4\n"), most)


def test_a_group_that_comes_through_a_pipe_may_be_so_large(monkeypatch):
    monkeypatch.setattr(files, "LARGEST_GROUP", 1_000_000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1\n" * 600_000)))
    with pytest.raises(Invalid, match="standard input has more than 1 MB"):
        list(files.Lines("-", 100))


def test_of_standard_input_only_so_much_is_read(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"1" * 2_000_000)))
    with pytest.raises(Invalid, match="- has more than 1 MB; at most 1 MB can be read"):
        read_text("-", files.Most(1_000_000))


def test_a_dash_is_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("★\r\nAna\r\n".encode())))
    assert read_text("-") == "★\nAna\n"


def test_standard_input_in_latin_1_is_refused_as_well(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ana\ncaf\xe9\n")))
    with pytest.raises(Invalid, match="line 2 holds the byte 0xe9"):
        read_text("-")


# Written


def test_a_text_is_written_as_it_is_in_utf_8(tmp_path):
    write_text(str(tmp_path / "rules.csv"), "Ana ★\nBen\r\n")
    assert (tmp_path / "rules.csv").read_bytes() == "Ana ★\nBen\r\n".encode()


def test_a_file_that_cannot_be_replaced_leaves_nothing_behind(tmp_path, monkeypatch):
    (tmp_path / "rules.txt").write_text("Sing.", encoding="utf-8")

    def no_space(self, target):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", no_space)
    with pytest.raises(StorageError, match="No space left on device"):
        write_text(str(tmp_path / "rules.txt"), "Hum.")
    assert [path.name for path in tmp_path.iterdir()] == ["rules.txt"]
    assert (tmp_path / "rules.txt").read_text(encoding="utf-8") == "Sing."


def test_what_is_written_is_read_again(tmp_path):
    name = str(tmp_path / "rules.csv")
    write_text(name, "rule,text\nr15,“Straße”\n")
    assert read_text(name) == "rule,text\nr15,“Straße”\n"


def test_where_nothing_can_be_written_that_is_said(tmp_path):
    name = str(tmp_path / "nowhere" / "rules.csv")
    with pytest.raises(StorageError) as refusal:
        write_text(name, "")
    assert refusal.value.message.startswith(f"{name} cannot be written (")
    assert "-o FILE" in refusal.value.hint


# Names


NO_NAMES = ["a\0b.csv", "half \ud800.csv"]


@pytest.mark.parametrize("name", NO_NAMES)
def test_what_is_no_name_of_a_file_is_said(tmp_path, name):
    for use in (read_text, read_sheet, lambda told: list(Lines(told, 10)), require_file):
        with pytest.raises(Invalid, match="is not a valid file name"):
            use(str(tmp_path / name))
    for use in (lambda told: write_text(told, ""), require_not_ours):
        with pytest.raises(Invalid, match="is not a valid file name"):
            use(str(tmp_path / name))


@pytest.mark.skipif(sys.platform == "win32", reason="names may be longer there")
def test_a_name_that_is_too_long_wants_another_one(tmp_path):
    name = str(tmp_path / f"{'n' * 252}.csv")
    with pytest.raises(Invalid, match=r"cannot be read \(File name too long\)"):
        read_text(name)
    with pytest.raises(Invalid, match=r"cannot be written \(File name too long\)"):
        write_text(name, "")
    longest = str(tmp_path / f"{'n' * 251}.csv")
    write_text(longest, "Ana sings")
    assert read_text(longest) == "Ana sings"


def test_a_folder_is_no_file_to_be_written(tmp_path):
    with pytest.raises(Invalid, match="is a folder"):
        write_text(str(tmp_path), "")


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such files there")
def test_a_pipe_that_lies_somewhere_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    for use in (read_text, read_sheet, lambda told: list(Lines(told, 10)), require_file):
        with pytest.raises(Invalid, match="is a pipe, not a file"):
            use(str(tmp_path / "pipe.txt"))


@pytest.mark.skipif(not os.path.exists("/dev/fd"), reason="pipes have no names here")
def test_a_pipe_that_was_named_on_purpose_is_read():
    """`companion import <(curl …)`; what is looked through twice is put aside."""
    for use in (read_text, twice):
        ours, theirs = os.pipe()
        os.write(theirs, b"Ana sings\nBen\n")
        os.close(theirs)
        assert use(f"/dev/fd/{ours}") in ("Ana sings\nBen\n", "Ana sings\nBen\n" * 2)
        os.close(ours)


def twice(name):
    lines = Lines(name, 100)
    return b"".join([*lines, *lines]).decode()


# Not over the companion's own


@pytest.fixture
def kept(home, tmp_path):
    """A home with a play, some of it elsewhere, reached by links as well."""
    plays = home / "groups" / "friday" / "plays"
    plays.mkdir(parents=True)
    (home / "cache").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / "sunday" / "plays").mkdir(parents=True)
    for file in (
        *(plays / "bwd-1.json", home / "settings.json", home / "intent.json", home / "lock"),
        *(home / "shell-history.txt", home / "cache" / "serving.json"),
        *(tmp_path / "elsewhere" / name for name in ("bwd-2.json", "sunday/plays/bwd-1.json")),
    ):
        file.write_text("ours")
    (plays / "bwd-2.json").symlink_to(tmp_path / "elsewhere" / "bwd-2.json")
    (home / "groups" / "sunday").symlink_to(tmp_path / "elsewhere" / "sunday")
    (tmp_path / "link").symlink_to(home)
    (tmp_path / "play.csv").symlink_to(plays / "bwd-1.json")
    return tmp_path


OURS = [
    *("home/groups/friday/plays/bwd-1.json", "home/groups/new/plays.csv", "home/settings.json"),
    *("home/settings.json.bak", "home/intent.json", "home/lock", "home/shell-history.txt"),
    *("home/cache/serving.json", "home/cache/new.csv", "home/groups", "play.csv"),
    *("link/groups/friday/plays/bwd-1.json", "home/../link/lock", "link/cache/../settings.json"),
    *("elsewhere/bwd-2.json", "elsewhere/sunday/plays/bwd-1.json", "elsewhere/sunday/new.csv"),
]


@pytest.mark.skipif(sys.platform == "win32", reason="links want a right of their own there")
@pytest.mark.parametrize("named", OURS)
@pytest.mark.parametrize("home_is", ["home", "link", "link/../home"])
def test_no_file_of_the_home_is_written_over(kept, monkeypatch, named, home_is):
    TinyStore(kept / home_is)
    before = contents(kept)
    with pytest.raises(Invalid, match="keeps its own files"):
        require_not_ours(str(kept / named))
    with pytest.raises(Invalid):
        write_bytes(str(kept / named), b"theirs")
    monkeypatch.chdir(kept)
    with pytest.raises(Invalid, match="keeps its own files"):
        require_not_ours(named)
    assert contents(kept) == before


def test_what_lies_beside_them_is_written(kept):
    """Somebody may keep the home where other things of the evening are."""
    TinyStore(kept / "home")
    for named in ("home/plays.csv", "home/sheets/a.pdf", "home/locker.csv", "elsewhere/plays.csv"):
        (kept / named).parent.mkdir(exist_ok=True)
        write_bytes(str(kept / named), b"theirs")
        assert (kept / named).read_bytes() == b"theirs"


@pytest.mark.skipif(sys.platform == "win32", reason="links want a right of their own there")
def test_another_name_of_a_play_is_written_and_the_play_stays(kept):
    play = kept / "home" / "groups" / "friday" / "plays" / "bwd-1.json"
    os.link(play, kept / "twin.csv")
    write_bytes(str(kept / "twin.csv"), b"theirs")
    assert play.read_text() == "ours"


@pytest.mark.parametrize("name", ["rules.html", "rules.SVG", "rules.pdf"])
def test_a_text_is_no_page(tmp_path, name):
    """A double click would open it in a browser, which runs what somebody is called."""
    with pytest.raises(Invalid, match="page or a picture"):
        write_text(str(tmp_path / name), "<script>")
    assert list(tmp_path.iterdir()) == []
