"""What a stay in the shell knows of what was entered in it, and of what came from elsewhere."""

import pytest

from companion.cli.run import make_desk
from companion.cli.shell.display import Display
from companion.cli.shell.session import Session


@pytest.fixture
def two_plays(playing):
    """bwd-1 is at hand, bwd-2 goes on as well."""
    playing.must("start bwd Cho Dan")
    playing.must("resume 1")
    return playing


@pytest.fixture
def session(two_plays) -> Session:
    """A stay that has seen how bwd-1 stands."""
    session = Session(make_desk())
    session.news()
    return session


def test_an_entry_in_another_play_hides_none_of_another_terminals(session, two_plays):
    """Both entries have the same number, each in its play."""
    assert session.run("score cho +1 --play 2", Display(session, table=False)) == 0
    two_plays.must("score ben +2")
    assert session.news() == ["from another terminal: Ben +2: 3 → 5"]


def test_our_own_entries_are_no_news(session):
    assert session.run("ana +1", Display(session, table=False)) == 0
    assert session.news() == []


def test_what_was_entered_is_the_play_of_the_line(session):
    entered = []

    class Asking(Display):
        def answer(self, reply, *, as_json):
            entered.append(session.entered())

    session.run("score cho +1 --play 2", Asking(session, table=False))
    session.news()
    session.run("table", Asking(session, table=False))
    assert [play and play.ref.id for play in entered] == ["bwd-2", None]


def test_the_status_of_another_play_stands_nowhere_and_is_said(session, capsys):
    display = Display(session, table=False)
    display.shows_status = True
    session.run("score cho +1 --play 2", display)
    assert "Cho 4 · Dan 3 — round 1, marker: Cho" in capsys.readouterr().out
    session.news()
    session.run("ana +1", display)
    assert "marker: Ana" not in capsys.readouterr().out
