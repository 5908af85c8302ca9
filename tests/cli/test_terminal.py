"""A terminal that is looked at while time goes by: the chess clock in a real one."""

import signal

import pytest

from tests.terminal import program

TEN_TIMES_AS_FAST = (
    "from companion.cli import terminal",
    "seconds = terminal.monotonic",
    "terminal.monotonic = lambda: 10 * seconds()",
)


@pytest.fixture
def clock(companion, terminal):
    """`boolean clock` in a terminal of its own, of a play with ten minutes each."""
    companion.must("start boolean Ana Ben --minutes 10")
    return terminal("boolean", "clock", program=program(*TEN_TIMES_AS_FAST), columns=60)


def times(companion) -> list[int]:
    return companion.must("table --json").json["clock"]


def test_keys_hand_the_time_over_and_the_log_keeps_what_is_left(clock, companion):
    clock.shows("space: hit it", "paused")
    clock.send(" ")
    clock.shows("▸ Ben 9:")
    clock.send(" ")
    clock.shows("▸ Ana 9:")
    clock.send("p")
    clock.shows("paused")
    clock.send("q")
    clock.shows("Clock: Ana 9:", "→")
    clock.ends()
    assert all(0 < left < 600 for left in times(companion))


def test_keys_that_are_pressed_at_once_all_count(clock, companion):
    clock.shows("paused")
    clock.send("\x1b[A  ")  # an arrow is no key of the clock
    clock.shows("▸ Ana 9:")
    clock.send("pq")
    clock.shows("Clock: ")
    clock.ends()


def test_ctrl_c_keeps_the_times_as_well(clock, companion):
    clock.shows("paused")
    clock.send(" ")
    clock.shows("▸ Ben 9:")
    clock.ctrl_c()
    clock.shows("Clock: Ana 10:00, Ben 9:")
    clock.ends()
    assert times(companion)[0] == 600


@pytest.mark.parametrize("ending", [signal.SIGHUP, signal.SIGTERM])
def test_a_closed_window_keeps_the_times_as_well(clock, companion, ending):
    clock.shows("paused")
    clock.send(" ")
    clock.shows("▸ Ben 9:")
    clock.kill(ending)
    clock.ends()
    assert times(companion)[0] == 600
    assert 0 < times(companion)[1] < 600


def test_what_is_typed_afterwards_is_seen_again(clock):
    """The terminal echoes as before."""
    import termios

    clock.shows("paused")
    clock.send("q")
    clock.shows("Clock: ")
    clock.ends()
    assert clock.modes() & termios.ECHO
    assert clock.modes() & termios.ICANON


def test_without_a_terminal_it_says_what_to_type_instead(companion):
    companion.must("start boolean Ana Ben --minutes 10")
    ran = companion("boolean clock")
    assert ran.code == 2
    assert "needs a terminal" in ran.err
    companion.must("boolean clock ana 4:30 ben 5:10")
    assert times(companion) == [270, 310]


def test_any_game_has_a_clock_that_hands_over_and_is_noted(companion, terminal):
    companion.must("start bwd Ana Ben")
    clock = terminal("clock", "--each", program=program(*TEN_TIMES_AS_FAST), columns=60)
    clock.shows("space: the next player", "paused")
    clock.send(" ")
    clock.shows("▸ Ana 0:01")
    clock.send("\r")
    clock.shows("▸ Ben 0:01")
    clock.send("q")
    clock.shows("Clock: Ana 0:0", "noted in bwd-1")
    clock.ends()
    assert "clock: Ana 0:0" in companion.must("log").out


def test_without_a_terminal_no_clock_runs(companion):
    ran = companion("clock")
    assert ran.code == 2
    assert "needs a terminal" in ran.err
