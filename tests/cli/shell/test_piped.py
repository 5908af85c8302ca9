"""Lines from a file or a pipe."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.cli.shell.piped import lines_of
from companion.cli.shell.session import LONGEST_LINE
from tests.terminal import LIMIT, hears_ctrl_c, limited


def points(companion) -> list[int]:
    return [player["score"] for player in companion.must("table --json").json["players"]]


def test_faces_of_several_dice_are_told_in_a_line(piped, companion):
    ran = piped(
        "start bwd Ana Ben --set V1\nwrite a1 3 tag\nwrite a2 tag\nwrite b1 -2\nwrite b2 erase\n"
        "next --skip\nroll 3 tag -2 erase\n"
    )
    assert (ran.code, ran.err) == (0, "")
    dice = companion.must("table --json").json["dice"][:4]
    assert [die["faces"][die["active"]]["icon"] for die in dice] == ["3", "tag", "-2", "erase"]


def test_an_evening_from_a_file(piped, companion):
    ran = piped(
        "start bwd Ana Ben   # the first game\n\n"
        "tag ana.1 points\nana +3 ben -1\na+1\nu\n"
        "finish --winner ana\n"
        "start lwd Ana Ben\nround 3\nguess ana 2x5\nfinish --winner ben\n"
        "companion start boolean Ana Ben\ncall ben white right\nfinish --winner ana\n"
    )
    assert (ran.code, ran.err) == (0, "")
    plays = companion.must("plays --json").json["plays"]
    assert [(play["game"], play["winners"]) for play in plays] == [
        ("boolean", ["Ana"]),
        ("lwd", ["Ben"]),
        ("bwd", ["Ana"]),
    ]
    assert [player["score"] for player in plays[-1]["players"]] == [6, 2]


def test_who_is_renamed_is_called_so_from_the_next_line_on(piped, playing):
    ran = piped("player rename Ana Zoe\nscore zoe +1\nundo\nz+2\n")
    assert (ran.code, ran.err) == (0, "")
    assert "Zoe +2: 3 → 5\n" in ran.out
    assert "Ana +" not in ran.out


def test_lines_answer_as_commands_do(piped, playing):
    assert piped("ana +3").out == "".join(
        [
            "Ana +3: 3 → 6\n",
            "Ana 6 · Ben 3 — round 1, marker: Ana\n",
            "→ `companion next` at the end of round 1: checks for a winner, ",
            "passes the marker to Ben.\n",
        ]
    )


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        ("ana +x", 2, "“+x” is not a number of points."),
        ("zoe +3", 1, "No player here is named “zoe”."),
        ("tagg x", 2, "“tagg” is not a command here, nor the name of a player."),
        ("table --everything", 2, "There is no option “--everything” here."),
        ("--did 'open", 2, "The quotation mark in front of “open” is never closed."),
        ("shell", 1, "This is the shell already."),
        ("h nothing", 2, "There is no command “companion nothing”."),
    ],
)
def test_the_first_mistake_is_the_end_with_its_line_and_its_code(piped, playing, line, code, said):
    ran = piped(f"ana +1\n# a comment\n{line}\nana +1\n")
    assert ran.code == code
    assert ran.err.startswith(f"Line 3: `{line}`: {said}\n")
    assert "The lines before this one were entered" in ran.err
    assert points(playing) == [4, 3]


def test_a_rule_is_cited_with_the_line(piped, playing):
    playing.must("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white")
    ran = piped("seed 3\nplace ana r3 c4\n")
    assert ran.code == 1
    assert ran.err.startswith("Line 2: `place ana r3 c4`: ")
    assert "(DB-" in ran.err


def test_where_a_verb_stands_before_a_command_of_its_name_the_command_is_told(piped, companion):
    companion.must("start blank Xi Yo")
    ran = piped("play show blank-1\n")
    assert ran.code == 1
    assert "Or did you mean `companion play show blank-1`?" in ran.err
    assert piped("companion play show blank-1\n").code == 0
    assert "did you mean `companion" not in piped("play zoe 3-circle\n").err


def test_going_on_ends_with_the_first_mistakes_code(piped, playing):
    ran = piped("zoe +1\nana +1\nben +x\nana +1\n", "--keep-going")
    assert ran.code == 1
    assert [line[:7] for line in ran.err.splitlines() if line.startswith("Line")] == [
        "Line 1:",
        "Line 3:",
    ]
    assert "was not read" not in ran.err
    assert points(playing) == [5, 3]


def test_leaving_early_is_no_mistake(piped, playing):
    assert piped("ana +1\nq\nana +x\n").code == 0
    assert points(playing) == [4, 3]


def test_json_is_one_document_of_all_lines(piped, playing):
    ran = piped("\nana +1\nt\nzoe +1\n# no\nben +1\n", "--keep-going --json")
    assert ran.code == 1
    told = ran.json
    assert told["play"] == "bwd-1"
    assert [(line["line"], line["text"], line["exit"]) for line in told["lines"]] == [
        (2, "ana +1", 0),
        (3, "t", 0),
        (4, "zoe +1", 1),
        (6, "ben +1", 0),
    ]
    assert told["lines"][0]["answer"]["did"] == ["Ana +1: 3 → 4"]
    assert told["lines"][2]["error"] == {
        "message": "No player here is named “zoe”.",
        "hint": "At the table: Ana and Ben.",
        "rule": None,
    }
    assert "Line 4: `zoe +1`" in ran.err


def test_json_names_the_rule(piped, playing):
    playing.must("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white")
    told = piped("seed 3\nplace ana r3 c4\n", "--json").json["lines"][1]["error"]
    assert told["rule"].startswith("DB-")


def test_json_of_no_lines_is_a_document_too(piped):
    assert piped("", "--json").json == {"lines": [], "play": None}


def test_the_table_comes_after_every_entry(piped, playing):
    ran = piped("ana +1\n? ward\n", "--table")
    assert ran.out.count("Player  Points") == 1
    assert ran.out.index("Player  Points") < ran.out.index("Ana +1: 3 → 4")


def test_what_reads_standard_input_does_not_eat_the_lines(piped, companion):
    companion.must('blank box new "Friday box"')
    companion.must("start bwd Ana Ben")
    ran = piped("deck check friday\nana +1\n", "--keep-going")
    assert "Line 1: `deck check friday`: Standard input holds the lines of this shell." in ran.err
    assert points(companion) == [4, 3]


def test_a_play_that_is_asked_for_is_that_of_all_lines(piped, playing):
    playing.must("start bwd Cho Dan")
    ran = piped("ana +1\nresume 2\nana +1\n", "--play 1")
    assert ran.code == 0
    assert "This shell stays with bwd-1" in ran.err
    assert [it["score"] for it in playing.must("table --play 1 --json").json["players"]] == [5, 3]
    assert piped("cho +1\nbwd dice\nana +1", "--play 1").err.startswith("Line 1: `cho +1`:")


def test_a_play_that_is_resumed_is_at_hand(piped, playing):
    playing.must("start lwd Cho Dan")
    assert piped("resume bwd-1\nana +1\nresume lwd-2\nround 3\n").code == 0


def test_a_play_or_group_that_is_not_there_is_said_first(piped, playing):
    assert piped("ana +1", "--play 9").code == 1
    assert piped("ana +1", "--group nobody").code == 1
    assert points(playing) == [3, 3]


def test_house_rules_are_an_option_of_the_line(piped, playing):
    playing.must("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white")
    assert piped('seed 3\nplace ana r3 c4 --house "we always did"').code == 0
    assert "we always did" in playing.must("log").out


@pytest.mark.parametrize(
    "content",
    [
        b"ana +1\r\nben +1\r\n",
        b"\xef\xbb\xbfana +1\nben +1",
        b"ana +1\rben +1\r",
        b"ana +1\n\n\n   \nben +1\n",
    ],
)
def test_lines_of_any_system(piped, playing, content):
    assert piped(content).code == 0
    assert points(playing) == [4, 4]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"ana\xff +1", "bytes that are not text"),
        (b"an\0a +1", "No player here is named “an a”"),
        (b"x" * (LONGEST_LINE + 1), "10,001 characters"),
        (b"x" * 10_000_000, "characters"),
        ("ana +1\n".encode("utf-16"), "UTF-16"),
    ],
)
def test_what_is_no_line_is_refused(piped, playing, content, said):
    ran = piped(content)
    assert ran.code in (1, 2)
    assert said in ran.err
    assert len(ran.err) < 1000
    assert points(playing) == [3, 3]


def test_after_a_line_that_is_too_long_the_next_one_is_read(piped, playing):
    content = b"ana +1 " * 50_000 + b"\nben +1\n"
    assert piped(content, "--keep-going").code == 2
    assert points(playing) == [3, 4]


def test_no_line_is_read_before_its_turn():
    """A file may be endless, and whoever writes into a pipe waits for an answer to each line."""
    written = b"# nothing\n"
    stream = io.BytesIO(written * 1000)
    read = [(line.number, stream.tell()) for line in lines_of(stream)]
    assert read == [(number, number * len(written)) for number in range(1, 1001)]


def test_what_stands_behind_the_leaving_is_left_for_others(companion, monkeypatch):
    stream = io.BytesIO(b"h\nq\n" + b"ana +1\n" * 1000)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(stream))
    companion.must("shell")
    assert stream.read() == b"ana +1\n" * 1000


def test_processes_that_help_to_read_plays_do_so_without_a_word(playing, home):
    playing.must("finish --winner ana")
    playing.must("start lwd Ana Ben")
    playing.must("finish --winner ben")
    many = (
        "import os, sys; os.cpu_count = lambda: 2; "
        "from companion.table.history import summary; summary.MANY = 2; "
        "sys.argv = ['companion', 'shell', '--json']; "
        "from companion.cli.run import main; main()"
    )
    ran = subprocess.run(
        [sys.executable, "-c", many],
        input="stats\n",
        env={**os.environ, "COMPANION_HOME": str(home)},
        capture_output=True,
        text=True,
        timeout=LIMIT,
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert json.loads(ran.stdout)["lines"][0]["answer"]["plays"] == 2


def test_what_another_terminal_enters_meanwhile_is_kept(piped, playing, home, monkeypatch):
    """Every second line is followed by an entry of another process."""
    from companion.cli.run import run
    from companion.cli.shell.session import Session

    original = Session.run

    def with_another(self, line, sink):
        code = original(self, line, sink)
        assert run(["score", "ben", "+1"]) == 0
        return code

    monkeypatch.setattr(Session, "run", with_another)
    assert piped("ana +1\nu\nana +2\nana +2\n").code == 0
    log = playing.must("log --json").json["entries"]
    assert points(playing)[1] == 7 - 1  # `u` took back the newest entry, which was Ben's
    assert points(playing)[0] == 3 + 1 + 2 + 2
    assert len(log) == 8


@pytest.mark.parametrize(("code", "given"), [(None, 0), (0, 0), (3, 3), ("No dice here.", 1)])
def test_a_line_that_would_leave_the_program_is_only_a_line(
    piped, playing, monkeypatch, code, given
):
    """Games of other packages, and libraries, may do so."""
    monkeypatch.setattr("companion.table.plays.views.table", lambda desk: sys.exit(code))
    ran = piped("t\nana +1\n", "--keep-going")
    assert ran.code == given
    assert ran.err == ("Line 1: `t`: No dice here.\n" if given == 1 else "")
    told = playing.must("log --json").json["entries"]
    assert [entry["text"] for entry in told[1:]] == ["Ana +1: 3 → 4"]


@contextmanager
def command(home: Path, *options: str) -> Iterator[subprocess.Popen]:
    env = {**os.environ, "COMPANION_HOME": str(home)}
    shell = subprocess.Popen(
        [sys.executable, "-m", "companion", "shell", *options],
        env=env,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=hears_ctrl_c,
    )
    with limited(shell.pid), shell:
        yield shell


def test_every_answer_is_out_before_the_next_line_is_read(playing, home):
    with command(home) as shell:
        shell.stdin.write("ana +1\n")
        shell.stdin.flush()
        assert shell.stdout.readline() == "Ana +1: 3 → 4\n"
        shell.stdin.close()
        assert shell.wait() == 0


def test_ctrl_c_ends_it_and_the_document_is_whole(playing, home):
    with command(home, "--json") as shell:
        shell.stdin.write("ana +1\n")
        shell.stdin.flush()
        told = shell.stdout.readline() + shell.stdout.readline()
        shell.send_signal(signal.SIGINT)
        told += shell.communicate()[0]
        assert shell.returncode == 130
    assert [line["exit"] for line in json.loads(told)["lines"]] == [0]


def test_a_reader_that_has_gone_ends_it_without_a_word(playing, home):
    with command(home) as shell:
        shell.stdout.close()
        shell.stdin.write("log\n" * 20)
        shell.stdin.close()
        assert shell.stderr.read() == ""
        assert shell.wait() == 0
