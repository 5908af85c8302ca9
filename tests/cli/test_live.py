"""A terminal that is looked at while time goes by: the chess clock in a real one."""

import os
import sys

import pytest


@pytest.fixture
def clock(companion, home):
    """`boolean clock` in a terminal of its own, of a play with ten minutes each."""
    pexpect = pytest.importorskip("pexpect")
    companion.must("start boolean Ana Ben --minutes 10")
    env = {**os.environ, "COMPANION_HOME": str(home), "NO_COLOR": "1", "TERM": "xterm"}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "companion", "boolean", "clock"],
        env=env,
        encoding="utf-8",
        dimensions=(24, 60),
        timeout=20,
    )
    yield child
    child.close(force=True)


def times(companion) -> list[int]:
    return companion.must("table --json").json["clock"]


def test_keys_hand_the_time_over_and_the_log_keeps_what_is_left(clock, companion):
    clock.expect("space: hit it")
    clock.expect("paused")
    clock.send(" ")
    clock.expect(r"▸ Ben 9:5[0-9]")
    clock.send(" ")
    clock.expect(r"▸ Ana 9:5[0-9]")
    clock.send("p")
    clock.expect("paused")
    clock.send("q")
    clock.expect("Clock: Ana 9:5")
    clock.expect_exact("→")
    assert all(580 < left < 600 for left in times(companion))


def test_ctrl_c_keeps_the_times_as_well(clock, companion):
    clock.expect("paused")
    clock.send("\x1b[A")  # an arrow is no key of the clock
    clock.send(" ")
    clock.expect(r"▸ Ben 9:5")
    clock.sendintr()
    clock.expect("Clock: Ana 10:00, Ben 9:5")
    clock.wait()
    assert clock.exitstatus == 0
    assert times(companion)[0] == 600


def test_what_is_typed_afterwards_is_seen_again(clock):
    """The terminal echoes as before."""
    import termios

    clock.expect("paused")
    clock.send("q")
    clock.expect("Clock: ")
    clock.wait()
    assert termios.tcgetattr(clock.child_fd)[3] & termios.ECHO
    assert termios.tcgetattr(clock.child_fd)[3] & termios.ICANON


def test_without_a_terminal_it_says_what_to_type_instead(companion):
    companion.must("start boolean Ana Ben --minutes 10")
    ran = companion("boolean clock")
    assert ran.code == 2
    assert "needs a terminal" in ran.err
    companion.must("boolean clock ana 4:30 ben 5:10")
    assert times(companion) == [270, 310]
