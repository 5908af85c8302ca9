"""A clock at the table: its keys, what is told, and what the log keeps."""

import pytest

from companion.errors import Invalid, NotFound, Refused
from companion.table.plays import enter, tools, undo
from companion.table.plays import start as starting
from companion.table.plays.tools import TableClock
from companion.table.plays.views import show_log
from tests.desks import Desks, FakeTerminal

NAMES = ["Ana", "Ben", "Cho"]


def at_keys(desks: Desks, *keys: str | None) -> FakeTerminal:
    """A terminal at which these keys are pressed, one a second, in place of the desks'."""
    desks.keys = keys
    return FakeTerminal(*keys)


def entries(desks: Desks) -> list:
    return show_log(desks()).document()["entries"]


def test_the_next_side_runs_after_a_press_and_nobody_in_a_pause():
    face = TableClock((0.0, 0.0, 0.0), 1)
    assert face.used(9) == (0, 0, 0)
    face = face.pressed(10).pressed(14).paused(15)
    assert face.used(99) == (0, 4, 1)
    face = face.pressed(100).pressed(102)
    assert face.side == 0
    assert face.used(105) == (3, 4, 3)


def test_a_clock_that_runs_down_goes_below_nothing_and_turns_add_to_it():
    face = TableClock((0.0, 0.0), start=10, added=5).pressed(0)
    assert face.shown(12) == (-2, 10)
    assert face.pressed(12).shown(13) == (3, 9)


def test_without_a_play_one_clock_runs_and_nothing_is_noted(desks):
    at_keys(desks, None, None, "q")
    reply = tools.run_clock(desks(), False, None, None)
    assert reply.lines == ("Clock: 0:03.",)
    assert reply.document() == {"total": 3, "players": [], "from": None, "add": 0, "play": None}


def test_the_times_of_all_players_go_into_the_log_and_undo_takes_them_out(desks):
    starting.start(desks(), "bwd", NAMES, "ben", {})
    at_keys(desks, None, " ", None, None, "\r", "p", None, None, "p", "q")
    reply = tools.run_clock(desks(), True, None, None)
    assert reply.document() == {
        "total": 5,
        "players": [
            {"name": "Ana", "seconds": 0},
            {"name": "Ben", "seconds": 3},
            {"name": "Cho", "seconds": 2},
        ],
        "from": None,
        "add": 0,
        "play": "bwd-1",
    }
    assert reply.lines == ("Clock: Ana 0:00 · Ben 0:03 · Cho 0:02; noted in bwd-1.",)
    assert "clock: Ana 0:00 · Ben 0:03 · Cho 0:02" in str(entries(desks)[-1])
    undo.undo(desks(), None, False)
    assert entries(desks)[-1]["undone"]


def test_whose_time_is_up_is_told_and_the_clock_goes_on(desks):
    starting.start(desks(), "bwd", NAMES, None, {})
    desk = desks()
    terminal = FakeTerminal(" ", *[None] * 6, "q")
    desk.live = lambda instead: terminal
    reply = tools.run_clock(desk, True, "3s", None)
    assert "time is up! ▸ Ana −0:03   Ben 0:03   Cho 0:03" in terminal.shown
    assert reply.lines[0].startswith("Clock from 0:03: Ana 0:07 · Ben 0:00")
    assert "time was up for Ana" in reply.lines[0]


def test_one_clock_in_a_play_is_noted_as_one(desks):
    starting.start(desks(), "bwd", NAMES, "ben", {})
    at_keys(desks, None, "ctrl-c")
    assert tools.run_clock(desks(), False, None, None).document()["play"] == "bwd-1"
    assert "clock: 0:02" in str(entries(desks)[-1])


def test_a_clock_that_never_ran_is_no_entry(desks):
    starting.start(desks(), "bwd", NAMES, None, {})
    at_keys(desks, "q")
    assert tools.run_clock(desks(), True, None, None).document()["play"] is None
    assert len(entries(desks)) == 1


def test_a_play_that_ends_meanwhile_keeps_nothing_and_the_times_are_told(desks):
    starting.start(desks(), "bwd", NAMES, None, {})
    desk = desks()

    class Ending(FakeTerminal):
        def __exit__(self, *problem: object) -> None:
            enter.finish(desks(), ["ana"], False)

    desk.live = lambda instead: Ending(None, None, "q")
    reply = tools.run_clock(desk, False, None, None)
    assert reply.lines == ("Clock: 0:03.",)
    assert "finished" in reply.warnings[0]


def test_what_cannot_be_is_refused_before_the_clock_runs(desks):
    with pytest.raises(NotFound, match="needs a play"):
        tools.run_clock(desks(), True, None, None)
    for start in ("0", "soon"):
        with pytest.raises(Invalid):
            tools.run_clock(desks(), False, start, None)
    with pytest.raises(Invalid, match="--add"):
        tools.run_clock(desks(), False, "10:00", "5s")
    starting.start(desks(), "bwd", NAMES, None, {})
    enter.finish(desks(), ["ana"], False)
    with pytest.raises(Refused):
        tools.run_clock(desks(), True, None, None)
