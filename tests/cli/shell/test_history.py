"""What was typed on other evenings, and what only one player may know."""

import os
import stat
import sys

import pytest

from companion.cli.run import make_desk
from companion.cli.shell.history import KEPT, History, is_secret
from companion.cli.shell.session import Session
from tests.marbles import PACKAGE
from tests.site import installed


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


posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no such modes there")


@posix
def test_nobody_else_may_read_what_was_typed(path):
    History(path).add("ana +3")
    assert mode(path) == 0o600
    assert mode(path.parent) == 0o700


@posix
def test_a_file_of_an_older_companion_is_shut_when_it_is_written(path):
    path.parent.mkdir()
    path.write_text("ben -2\n")
    path.chmod(0o644)
    assert History(path).lines() == ["ben -2"]
    History(path).add("ana +3")
    assert (mode(path), path.read_text()) == (0o600, "ben -2\nana +3\n")
    path.write_text("line\n" * 3 * KEPT)
    path.chmod(0o664)
    History(path).lines()
    assert (mode(path), path.read_text()) == (0o600, "line\n" * KEPT)
    assert list(path.parent.iterdir()) == [path]


@posix
def test_where_a_link_leads_to_is_written_and_the_link_stays(path, tmp_path):
    path.parent.mkdir()
    path.symlink_to(tmp_path / "kept.txt")
    (tmp_path / "kept.txt").write_text("line\n" * 3 * KEPT)
    History(path).lines()
    History(path).add("ana +3")
    assert path.is_symlink()
    assert (tmp_path / "kept.txt").read_text() == "line\n" * KEPT + "ana +3\n"


@posix
def test_a_pipe_in_its_place_stops_nobody(path):
    path.parent.mkdir()
    os.mkfifo(path)
    assert History(path).add("ana +3")
    assert History(path).lines() == []


def mode(path):
    return stat.S_IMODE(path.stat().st_mode)


SECRET = ("holds", "inverse", "--die", "--paid")


@pytest.mark.parametrize(
    "line",
    [
        "holds ana 3c 2o",
        "Holds ana 3c",
        "boolean holds ana 3c",
        "companion boolean holds ana 3c",
        "call ana white right --die 3c",
        "call ana white right --die=3c",
        "illegal --paid 5",
        "hold ana 3c",  # a slip
        "boolean hols ana 3c",
        'holds ana "3c',  # nor is it complete
        "ana holds 3c # psst",
    ],
)
def test_they_are_known(line):
    assert is_secret(line, SECRET)


@pytest.mark.parametrize("line", ["call ana white right", "ana +3", "mine ana", "", "# holds", "'"])
def test_others_are_not_among_them(line):
    assert not is_secret(line, SECRET)
    assert not is_secret("holds ana 3c", ()), "which they are, a game says"


def test_a_game_says_which_they_are_and_for_the_whole_evening(companion):
    companion.must("start boolean Ana Ben")
    session = Session(make_desk())
    session.news()
    assert session.is_secret("holds ana 3c")
    assert not session.is_secret("call ana white right")
    companion.must("start bwd Ana Ben")
    session.news()
    assert session.is_secret("holds ana 3c"), "begun while the other play was at hand"
    assert not session.is_secret("tag ana.1 points")


@pytest.mark.parametrize(
    "line", ["call white right 3c", "boolean call ben white white 3c", "call white right 5w 3c"]
)
def test_a_die_is_secret_without_its_option_as_well(companion, line):
    """What is typed is looked at as the verb takes it: the die may stand behind the verdict."""
    companion.must("start boolean Ana Ben")
    session = Session(make_desk())
    session.news()
    assert session.is_secret(line)
    assert not session.is_secret("call white right")


def test_a_game_that_is_named_says_so_too(playing):
    session = Session(make_desk())
    assert session.is_secret("boolean holds ana 3c --play boolean-7")
    assert not session.is_secret("holds ana 3c")


@pytest.fixture
def marbles(tmp_path, monkeypatch, companion):
    """A play of a game that declares what is secret: the verb `tuck`, the option `--under`."""
    with installed(tmp_path / "site", monkeypatch, PACKAGE):
        companion.must("start marbles Ana Ben")
        companion.must("marbles take ana red")
        yield companion


def test_a_game_that_declares_its_verbs_says_so_there(marbles):
    session = Session(make_desk())
    session.news()
    told = ["tuck ana 3", "marbles tuck ana 3", "companion marbles tuck", "tukc ana 3"]
    told += ["cover ana --under hat", "cover ana --under=hat", "cover ana -u hat"]
    assert [line for line in told if not session.is_secret(line)] == []
    others = ["take ana red", "cover ana", "peek ana", "give ana --to ben", "ana +3"]
    assert [line for line in others if session.is_secret(line)] == []


def test_it_says_so_of_a_line_that_names_it_while_another_game_is_played(marbles):
    marbles.must("start bwd Ana Ben")
    session = Session(make_desk())
    session.news()
    assert session.is_secret("marbles tuck ana 3 --play marbles-1")
    assert not session.is_secret("tuck ana 3")


def test_such_a_line_is_kept_in_no_history(marbles, tmp_path):
    pytest.importorskip("prompt_toolkit")
    from companion.cli.shell.menus import _Lines

    session = Session(make_desk())
    session.news()
    kept = _Lines(session, History(tmp_path / "history"))
    for line in ("take ana red", "tuck ana 3", "cover ana -u hat", "peek"):
        kept.append_string(line)
    assert History(tmp_path / "history").lines() == ["take ana red", "peek"]
