"""Lines that tell what only one player may know."""

import pytest

from companion.cli.main import make_desk
from companion.cli.shell.discretion import is_secret
from companion.cli.shell.session import Session

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


def test_a_game_that_is_named_says_so_too(playing):
    session = Session(make_desk())
    assert session.is_secret("boolean holds ana 3c --play boolean-7")
    assert not session.is_secret("holds ana 3c")
