"""What is said at the prompt, with a prompt that is played by the test."""

import os
import sys

import pytest

from companion.cli.run import make_desk
from companion.cli.shell import display, prompt
from companion.cli.shell.display import Display
from companion.cli.shell.session import Session
from companion.store.journal import Notes
from companion.table.plays import enter
from tests.table.groups.test_sync import Computers


class Typed:
    """A prompt at which these lines are typed; a function is called while somebody types."""

    shows_status = False

    def __init__(self, session, steps, puts_back) -> None:
        self._session, self._steps, self.puts_back = session, list(steps), puts_back
        self.begun_at = None
        self.put_back = []

    def rows(self) -> int:
        return 2

    def read(self, begun: str = "") -> str:
        self.put_back.append(begun)
        self.begun_at = self._session.at
        while self._steps and callable(self._steps[0]):
            self._steps.pop(0)()
        if not self._steps:
            raise EOFError
        return self._steps.pop(0)


@pytest.fixture
def talked(monkeypatch, capsys):
    """Holds a talk of these steps; what was printed, and what was put back into the prompt."""

    def hold(*steps, puts_back: bool = True, table: bool = False):
        session = Session(make_desk())
        typed = Typed(session, steps, puts_back)
        monkeypatch.setattr(prompt, "_prompt", lambda session, display: typed)
        capsys.readouterr()
        assert prompt.talk(session, table=table) == 0
        printed = capsys.readouterr()
        return printed.out, printed.err, typed.put_back

    return hold


def scores(companion, play: str = "bwd-1") -> list[int]:
    document = companion.must(f"table --json --play {play}").json
    return [player["score"] for player in document["players"]]


# Another play


def test_a_play_that_begins_elsewhere_is_told_and_no_line_slips_into_it(playing, talked):
    _, err, put_back = talked(lambda: playing.must("start bwd Ana Cho"), "ana +3", "ana +2")
    assert "from another terminal: Blank White Dice begins: Ana, Cho (bwd-2)" in err
    assert (
        "This line was begun while bwd-1 was the current play; now bwd-2 is. It was not run." in err
    )
    assert "Enter runs it now" in err
    assert put_back == ["", "ana +3", ""]
    assert scores(playing, "bwd-1") == [3, 3]
    assert scores(playing, "bwd-2") == [5, 3], "the line that was begun in it counts there"


def test_what_another_computer_sends_is_announced_once(companion, talked, tmp_path, monkeypatch):
    computers = Computers(companion, tmp_path, monkeypatch)
    computers("anas", "start bwd Ana Ben")
    computers("anas", f"group sync {computers.share}")
    computers("bens", f"group sync {computers.share} --new")
    computers("bens", "player use Ben")

    def evening(who: str) -> None:
        computers("bens", f"start lwd Ben {who}")
        computers("bens", "play add Azul ben=40 ana=38")
        computers("bens", "group sync")
        monkeypatch.setenv("COMPANION_HOME", str(tmp_path / "anas"))

    computers("anas", "table")
    _, err, _ = talked(
        lambda: (evening("Cho"), computers("anas", "group sync")),  # or `--watch`
        "ana +1",
        "ana +1",
    )
    assert err.count("came in") == 1
    assert "1 play, 1 logged play and 1 player came in from Ben's computer." in err
    evening("Ana")
    out, err, _ = talked("group sync")
    assert "From Ben's computer:" in out
    assert "came in" not in err


def test_a_prompt_that_cannot_put_a_line_back_has_it_typed_again(playing, talked):
    _, err, put_back = talked(
        lambda: playing.must("start bwd Ana Cho"), "ana +3", "ana +3", puts_back=False
    )
    assert "Type it again, if it is for that one." in err
    assert put_back == ["", "", ""]
    assert scores(playing, "bwd-2") == [6, 3]


def test_what_the_play_before_came_to_is_no_news_of_the_next(playing, talked):
    _, err, _ = talked(
        lambda: (playing.must("start lwd Ana Ben"), playing.must("resume bwd-1")), "ana +1"
    )
    assert "another terminal" not in err
    assert scores(playing) == [4, 3]


def test_going_to_another_play_here_is_no_news(playing, talked):
    _, err, _ = talked("start bwd Ana Cho", "ana +1", "resume bwd-1", "ben +1")
    assert "another terminal" not in err
    assert scores(playing, "bwd-2") == [4, 3]
    assert scores(playing, "bwd-1") == [3, 4]


def test_going_back_elsewhere_says_where(playing, talked):
    playing.must("start lwd Ana Ben")
    _, err, _ = talked(lambda: playing.must("resume bwd-1"), "")
    assert "from another terminal: on with bwd-1: Blank White Dice, Ana and Ben" in err


def test_a_first_play_that_begins_elsewhere_is_told(companion, talked):
    _, err, _ = talked(lambda: companion.must("start bwd Ana Ben"), "start bwd Ana Ben")
    assert "Blank White Dice begins: Ana, Ben (bwd-1)" in err
    assert "This line was begun before there was a play; now bwd-1 is." in err
    assert len(companion.must("plays --json").json["plays"]) == 1


def test_with_play_the_shell_stays_where_it_is(playing, monkeypatch, capsys):
    desk = make_desk()
    desk.options.play = "bwd-1"
    session = Session(desk)
    session.news()
    playing.must("start lwd Ana Ben")
    assert session.news() == []
    assert session.at.id == "bwd-1"


# Several lines at once


def test_lines_that_were_pasted_are_run_one_by_one(playing, talked):
    _, err, _ = talked("ana +1\nben +2\r\n\n ana +1\n")
    assert scores(playing) == [5, 5]
    assert "Not entered" not in err


def test_a_mistake_in_what_was_pasted_is_the_end_of_it_and_says_so(playing, talked):
    _, err, _ = talked("ana +1\nben +x\nben +2\nana +1")
    assert scores(playing) == [4, 3]
    assert err.index("is not a number of points") < err.index("Not entered:")
    assert "Not entered: `ben +2` and `ana +1`." in err


def test_of_many_lines_that_were_not_entered_some_are_named(playing, talked):
    _, err, _ = talked("zoe +1\n" + "ana +1\n" * 8)
    assert err.count("`ana +1`") == 5
    assert "and 3 lines more." in err


# Ctrl-C while a command runs


def test_a_stop_before_anything_was_entered_says_so(playing, talked, monkeypatch):
    def stopped(desk, words):
        raise KeyboardInterrupt

    monkeypatch.setattr(enter, "score", stopped)
    _, err, _ = talked("score ana +1\nben +1")
    assert "Stopped: nothing was changed." in err
    assert "Not entered: `ben +1`." in err


def test_a_stop_behind_an_entry_takes_it_along(playing, talked, monkeypatch):
    score = enter.score

    def stopped(desk, words):
        score(desk, words)
        raise KeyboardInterrupt

    monkeypatch.setattr(enter, "score", stopped)
    _, err, _ = talked("score ana +1")
    assert "Stopped: nothing was changed." in err
    assert "another terminal" not in err
    monkeypatch.setattr(enter, "score", score)
    assert scores(playing) == [3, 3]


def test_a_stop_while_it_is_answered_says_that_it_stands(playing, talked, monkeypatch):
    def stopped(self, before, logs):
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(Notes, "add", stopped)
        _, err, _ = talked("score ana +1")
    assert "It was done before you could stop it." in err
    assert scores(playing) == [4, 3]


# The table beside the prompt


@pytest.fixture
def screen(monkeypatch):
    """A terminal of that size, as far as drawing knows."""

    def of(columns: int, lines: int) -> None:
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        monkeypatch.setattr(
            display, "get_terminal_size", lambda: os.terminal_size((columns, lines))
        )
        monkeypatch.setenv("COLUMNS", str(columns))

    return of


def drawn(session, *, shows_status: bool, below=(), rows_below: int = 6) -> Display:
    shown = Display(session, table=True)
    shown.shows_status, shown.rows_below = shows_status, rows_below
    shown.draw(session.play(), below)
    return shown


def test_next_steps_stand_on_the_screen_once(playing, screen, capsys):
    screen(80, 40)
    session = Session(make_desk())
    capsys.readouterr()
    drawn(session, shows_status=True)
    assert "→" not in capsys.readouterr().out
    drawn(session, shows_status=False)
    assert "Only scores" in capsys.readouterr().out


def test_the_steps_of_another_play_stand_in_no_status_and_so_in_its_table(playing, screen, capsys):
    playing.must("start lwd Ana Ben")
    screen(80, 40)
    session = Session(make_desk())
    display = Display(session, table=True)
    display.shows_status = True
    capsys.readouterr()
    assert session.run("score ana +1 --play bwd-1", display) == 0
    assert "at the end of round 1" in capsys.readouterr().out


@pytest.mark.parametrize("lines", [14, 16, 40])
def test_a_table_that_does_not_fit_shows_its_beginning_with_the_points(
    companion, screen, capsys, lines
):
    companion.must("start bwd Ana Ben Cho")
    companion.must("bwd add 6 7 8 9 10 11 12")
    screen(50, lines)
    session = Session(make_desk())
    capsys.readouterr()
    display = drawn(session, shows_status=True, below=["Ana +3: 3 → 6"])
    shown = capsys.readouterr().out.splitlines()
    assert "Blank White Dice" in shown[0]
    assert any("Ana" in line and "●●●" in line for line in shown)
    assert len(shown) + 1 + 6 <= lines
    assert ("… `t` shows all of it." in shown) is (lines < 40)
    assert display.rows_drawn == len(shown) + 1


def test_the_last_answer_is_drawn_again_with_the_table(playing, screen, capsys):
    screen(80, 40)
    session = Session(make_desk())
    display = Display(session, table=True)
    session.run("ana +3", display)
    capsys.readouterr()
    display.draw_again()
    out = capsys.readouterr().out
    assert out.index("●●●●●●") < out.index("Ana +3: 3 → 6")


def test_a_play_that_begins_here_is_drawn(playing, talked):
    out, _, _ = talked("start bwd Xi Yo", table=True)
    assert out.index("bwd-2") < out.rindex("Xi ")
    assert "●●●" in out[out.index("bwd-2") :]
