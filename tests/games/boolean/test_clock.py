"""The chess clock: its times, its keys, and what the log keeps of them."""

from companion.games.boolean.wbr.clock import ChessClock, run_clock, stop_clock, time_words
from tests.desks import FakeTerminal
from tests.games.boolean.tables_wbr import table

NAMES = ("Ana", "Ben")


def test_only_one_time_runs_and_a_press_hands_it_over():
    clock = ChessClock((60.0, 60.0), 1)
    assert clock.times_at(5) == (60, 60)
    clock = clock.pressed(10)
    assert clock.times_at(13) == (60, 57)
    clock = clock.pressed(14)
    assert clock.times_at(20) == (54, 56)


def test_a_pause_costs_nobody_time():
    clock = ChessClock((60.0, 60.0), 0).pressed(0).paused(7)
    assert clock.times_at(1000) == (53, 60)
    assert clock.paused(1000).times_at(1003) == (50, 60)
    assert clock.pressed(1000).times_at(1003) == (50, 60)


def test_a_time_that_is_not_up_is_never_told_as_none():
    clock = ChessClock((1.0, 60.0), 0).pressed(0)
    assert clock.whole_times(0.5) == (1, 60)
    assert clock.side_out_of_time(0.5) is None
    assert clock.side_out_of_time(1.0) == 0
    assert clock.whole_times(9.0) == (0, 60)


def test_times_are_shown_as_on_a_clock():
    for seconds, words in (
        (300, "5:00"),
        (299.2, "5:00"),
        (61, "1:01"),
        (20, "0:20"),
        (19.25, "0:19.2"),
        (0, "0:00"),
    ):
        assert time_words(seconds) == words


def test_it_stands_until_the_first_press_and_stops_by_key():
    terminal = FakeTerminal(None, None, " ", None, " ", "p", None, None, "q")
    assert run_clock(ChessClock((60.0, 60.0), 1), terminal, NAMES) == ((59, 58), 0)
    assert terminal.shown[:2] == [
        "space: hit it · p: pause · q: stop",
        "paused   Ana 1:00  ▸ Ben 1:00",
    ]
    assert terminal.shown[-1] == "left"


def test_it_stops_by_itself_when_a_time_is_up():
    terminal = FakeTerminal(" ", *[None] * 9)
    assert run_clock(ChessClock((60.0, 5.0), 1), terminal, NAMES) == ((60, 0), 1)
    assert len(terminal.keys) == 4


def test_ctrl_c_and_the_end_of_input_lose_no_time():
    for key in ("ctrl-c", "q", "\x04"):
        terminal = FakeTerminal(" ", None, key)
        assert run_clock(ChessClock((60.0, 60.0), 0), terminal, NAMES) == ((58, 60), 0)
        assert terminal.shown[-1] == "left"


def test_other_keys_do_nothing():
    terminal = FakeTerminal(" ", "x", "é", "q")
    assert run_clock(ChessClock((60.0, 60.0), 0), terminal, NAMES) == ((57, 60), 0)


def test_it_goes_on_with_the_side_that_was_running():
    """The Viewer's time may run while it is the other's turn."""
    t = table(minutes=5)
    t.act(lambda action: stop_clock(action, (300, 290), 0))
    assert t.turn == "ben"
    assert t.state.side == 0
    assert t.clock(300, 280).state.side is None
