"""Lines that tell what only one player may know."""

import pytest

from companion.cli.main import make_desk
from companion.cli.shell.discretion import is_secret
from companion.cli.shell.history import History
from companion.cli.shell.session import Session
from tests.marbles import PACKAGE
from tests.site import installed

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
