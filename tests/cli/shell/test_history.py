"""The file of what was typed on other evenings."""

import pytest

from companion.cli.main import make_desk
from companion.cli.shell.history import KEPT, History
from companion.cli.shell.session import Session


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "shell-history.txt"


def test_lines_are_kept_for_the_next_evening(path):
    tonight = History(path)
    assert tonight.lines() == []
    assert tonight.add("ana +3")
    assert tonight.add("tag ana.1 “Zug 骰子”")
    assert History(path).lines() == ["ana +3", "tag ana.1 “Zug 骰子”"]


@pytest.mark.parametrize("line", ["", "   ", " boolean holds ana 3c", "a\nb", "bell \x07"])
def test_some_are_not(path, line):
    assert not History(path).add(line)
    assert not path.exists()


def test_only_the_newest_are_kept(path):
    path.parent.mkdir()
    path.write_text("".join(f"line {number}\n" for number in range(3 * KEPT)))
    assert History(path).lines()[-1] == f"line {3 * KEPT - 1}"
    assert len(path.read_text().splitlines()) == KEPT


def test_a_file_that_cannot_be_read_or_written_stops_nobody(tmp_path):
    folder = History(tmp_path)
    assert folder.lines() == []
    assert folder.add("ana +3")


def test_bytes_that_are_no_text_are_passed_over(path):
    path.parent.mkdir()
    path.write_bytes(b"ana +3\n\xff\xfe\nben -2\n")
    lines = History(path).lines()
    assert (lines[0], lines[-1]) == ("ana +3", "ben -2")


def test_a_prompt_with_menus_keeps_pasted_lines_one_by_one_and_no_others(path, playing):
    pytest.importorskip("prompt_toolkit")
    from companion.cli.shell.menus import _Lines

    playing.must("start boolean Ana Ben")
    session = Session(make_desk())
    session.news()
    kept = _Lines(session, History(path))
    for line in ("call ana white right\nt", " mine ana", "holds ana 3c", "call ben roll --die=5"):
        kept.append_string(line)
    assert kept.get_strings() == ["call ana white right", "t"]
    assert History(path).lines() == ["call ana white right", "t"]
