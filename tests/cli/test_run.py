"""Whatever a shell does to the program: closed streams, full disks, odd variables."""

import os
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from companion.cli.run import date_order, user_data_folder
from tests.terminal import LIMIT

if sys.platform == "win32":
    pytest.skip("these are a POSIX shell's ways", allow_module_level=True)


@pytest.fixture
def shell(tmp_path):
    """Runs a line of a shell in which `$companion` is the program; exit code, stdout, stderr."""
    environment = {
        name: value
        for name, value in os.environ.items()
        if name not in ("COLUMNS", "COMPANION_SEED", "COMPANION_TRACEBACK", "PYTHONUNBUFFERED")
    }
    environment |= {
        "COMPANION_HOME": str(tmp_path / "home"),
        "companion": f"{sys.executable} -m companion",
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }

    def run(line: str, **more: str) -> tuple[int, str, str]:
        done = subprocess.run(
            ["sh", "-c", line],
            env=environment | more,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT,
        )
        assert "Traceback" not in done.stderr
        assert "itself made a mistake" not in done.stderr
        return done.returncode, done.stdout, done.stderr

    assert run("$companion start bwd Ana Ben")[0] == 0
    run.home = str(tmp_path)
    return run


def entries(shell) -> int:
    return shell("$companion log --json")[1].count('"entry"')


@pytest.mark.parametrize("streams", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_stop_no_entry(shell, streams):
    before = entries(shell)
    assert shell(f"$companion score ana +1 {streams}")[0] == 0
    assert entries(shell) == before + 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("command", ["table", "-h", "--version", "table --json"])
def test_an_answer_that_cannot_be_printed_is_said_to_be_that(shell, command):
    code, _, said = shell(f"$companion {command} >/dev/full")
    assert code == 3
    assert "could not be printed" in said


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device here")
@pytest.mark.parametrize("command", ["score ana +1", "player new Cho", "start lwd Ana Ben --json"])
def test_what_is_done_is_no_failure_for_want_of_an_answer(shell, command):
    """Whoever hears of a failure repeats the command, and has it twice."""
    code, _, said = shell(f"$companion {command} >/dev/full")
    assert code == 0
    assert "could not be printed" in said
    assert "The command itself was carried out" in said


@pytest.mark.parametrize("command", ["table", "log", "score ana +1", "-h", "table --json"])
def test_a_reader_that_has_gone_is_no_trouble(shell, command):
    code, _, said = shell(f"($companion {command}; echo $? >&3) 3>&2 | true")
    assert said.strip() == "0"
    assert code == 0


def test_a_refusal_that_nobody_hears_is_one_still(shell):
    assert shell("$companion score zoe +1 2>&-")[0] == 1


@pytest.mark.parametrize(
    ("variable", "value"),
    [("COLUMNS", "²"), ("COLUMNS", "wide"), ("COLUMNS", "0"), ("LINES", "²"), ("TERM", "dumb")],
)
def test_sizes_that_are_none_are_passed_over(shell, variable, value):
    code, drawn, _ = shell("$companion table", **{variable: value})
    assert code == 0
    assert "Ana" in drawn


def test_a_home_that_leads_nowhere_is_said_to_be_that(shell):
    code, _, said = shell("$companion table", COMPANION_HOME="~nobodyatall/x")
    assert code == 2
    assert "COMPANION_HOME" in said


@pytest.mark.parametrize("shared", ["", "/some/where", "some/where", "~/where"])
@pytest.mark.parametrize("home", ["/home/ana", "ana", None])
def test_data_is_kept_where_the_platform_keeps_it(monkeypatch, shared, home):
    for name, value in {"XDG_DATA_HOME": shared, "HOME": home}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, value)
    assert user_data_folder() == platformdirs.user_data_dir("companion", appauthor=False)


@pytest.mark.parametrize("seed", ["7", "\udcff"])
def test_a_seed_makes_the_same_entry_roll_the_same(shell, seed):
    def roll(home: str) -> str:
        more = {"COMPANION_SEED": seed, "COMPANION_HOME": home}
        shell("$companion start bwd Ana Ben && $companion bwd write ana.1 3 -2 tag erase", **more)
        return shell("$companion bwd roll ana.1 --virtual && $companion next", **more)[1]

    homes = [os.path.join(shell.home, name) for name in ("one", "other")]
    assert roll(homes[0]) == roll(homes[1])


def test_a_seed_does_not_roll_the_same_for_ever(shell):
    shell("$companion bwd write ana.1 3 -2 tag erase")
    line = "$companion bwd roll ana.1 --virtual | grep rolled"
    assert len({shell(line, COMPANION_SEED="7")[1] for _ in range(4)}) > 1


def test_json_holds_nothing_that_a_terminal_obeys(companion, uncleaned):
    assert "\\u007f\\u202e" in companion.must("player new --json", "a\x7f\u202eb").out


@pytest.mark.parametrize(
    ("variables", "order"),
    [
        ({}, ""),
        ({"LANG": "C.UTF-8"}, ""),
        ({"LANG": "POSIX"}, ""),
        ({"LANG": "en_US.UTF-8"}, "mdy"),
        ({"LANG": "en_US.UTF-8", "LC_TIME": "de_DE.UTF-8"}, "dmy"),
        ({"LANG": "de_DE", "LC_TIME": "fr_FR", "LC_ALL": "en_US"}, "mdy"),
        ({"LANG": "en_GB.UTF-8"}, "dmy"),
        ({"LANG": "de_DE@euro"}, "dmy"),
        ({"LANG": "fr"}, "dmy"),
        ({"LANG": "ja_JP.UTF-8"}, ""),
        ({"LC_ALL": "", "LANG": "es_ES"}, "dmy"),
        ({"LC_ALL": "C", "LANG": "en_US"}, ""),
    ],
)
def test_the_place_says_whether_the_month_comes_first(monkeypatch, variables, order):
    for name in ("LC_ALL", "LC_TIME", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert date_order() == order


def test_typed_days_go_by_that(monkeypatch, companion):
    companion.must("play add Heat Ana=3 Ben=4 --on 2024-11-03")
    assert companion("plays --since 11/3/2024").code == 2
    monkeypatch.setenv("LANG", "en_US.UTF-8")
    assert "told-1" in companion.must("plays --since 11/3/2024 --until 11/3/2024").out
    monkeypatch.setenv("LC_TIME", "de_DE.UTF-8")
    assert "told-1" not in companion.must("plays --since 11/3/2024 --until 11/3/2024").out
    assert "told-1" in companion.must("plays --since 3/11/2024 --until 3/11/2024").out
