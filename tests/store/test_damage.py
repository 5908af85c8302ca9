"""Every kind of damage, in every kind of file, and what every command does then.

It works, or says in a sentence which file is damaged; and what did not work has changed nothing.
A share of it is tried each time; all of it with

    python -m pytest tests/store/test_damage.py -n 0 --hypothesis-profile long
"""

import io
import json
import os
import shlex
import shutil
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli.run import run
from companion.web.keys import Keys
from tests.bench.elsewhere import export
from tests.faults.commands import ATTACKED, ELSEWHERE, HOME, MORE, SHEET
from tests.store.damage import damage
from tests.terminal import LIMIT

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes and alarms")

READING = """
table
log
plays
plays --all
plays --player ana
play show bwd-3
stats
stats ana
ratings
lookup ward
lookup --here
guide bwd
formats
next
chart points
chart wins
chart ratings
chart growth
play show lwd-1 -o r.html
ruling list
player list
group list
group export -o g.jsonl
export --as jsonl
export
export bwd-3 --qr
export -o a.bgsplay
import --list
deck list
deck show friday
blank hand ana --play blank
deck print friday --card 15
deck sheet list
deck labels friday -o l.html
deck check friday
deck export friday
bwd card list
blank box show
blank box list
blank box log
blank box story
blank rule list
blank rule show 15
blank rule history 15
blank rule export
blank card list
resume lwd
dicebox legal --play dicebox
dicebox board --play dicebox
shell
lwd cards ana --play lwd
lwd odds --play lwd
table --play dicebox
log --play lwd
table --group Friday
plays --group Friday --json
stats --json
table --json
""".strip().splitlines()
OTHER_PLAYS = (
    "blank-5 boolean-6 boolean-7 boolean-8 boolean-9 boolean-10 boolean-11 lwd dicebox bwd-3"
)
OF_PLAYS = [
    line.format(play) if "{}" in line else f"{line} --play {play}"
    for play in OTHER_PLAYS.split()
    for line in ("table", "log", "next", "undo", "finish", "finish --abandon", "play show {}")
]
MORE_PLAYS = """
blank rule add 'If a 3 is played, then hum'
blank rule approve 16
blank box undo
bwd card set 17 --name Medkit
deck sheet add Mine --like L7160 --left 7.5
start blank Ana Ben Cho
start boolean Ana Ben --game liar
start boolean Ana Ben --game stack
start boolean Ana Ben --game box
start boolean Ana --game sort
start boolean Ana Ben
start boolean Ana Ben --game spy
resume bwd
""".strip().splitlines()
"""A play of each game that goes on, a book of a box, sheets of one's own, something taken back."""
WRITING = [it.line for it in ATTACKED if not it.empty]
COMMANDS = [*READING, *WRITING, *OF_PLAYS]
INCOMING = (
    [line for line in WRITING if "{files}" in line]
    + """
import {files}/sheet.csv --check
import {files}/more.csv --dates dmy --same
import {files}/plays.jsonl --same --check
import {files}/bgstats.json --same --check
group import {files}/friday.jsonl --as New --same
group import {files}/friday.jsonl --check --into home --same
deck receive {files}/cellar.json
deck check friday {files}/cellar.json
deck import {files}/friday-box.json
blank rule import {files}/rules.csv --check
boolean puzzle mandala --links {files}/links.txt
deck scan {files}/labels.png
deck check friday {files}/labels.png
""".strip().splitlines()
)
"""What takes something in from elsewhere."""
LABELS = "deck labels friday --card 15 -o {files}/labels.png"
LINKS = "top: second\nsecond: left right\nleft right\n"


class Made:
    """A home in which everything lies that there is, and files that were made elsewhere."""

    def __init__(self, top: Path) -> None:
        self.top = top / "made"
        self.tried = top / "tried"
        home, files = self.top / "home", self.top / "files"
        files.mkdir(parents=True)
        os.chdir(top)
        (files / "sheet.csv").write_text(SHEET, "utf-8")
        (files / "more.csv").write_text(MORE, "utf-8")
        (files / "bgstats.json").write_text(json.dumps(export(3)), "utf-8")
        (files / "links.txt").write_text(LINKS, "utf-8")
        self.lines(
            self.top, [*HOME, *MORE_PLAYS, "deck labels friday --card 15 -o {files}/labels.png"]
        )
        other = shutil.copytree(self.top, top / "other")
        self.lines(other, ELSEWHERE)
        shutil.copytree(other / "files", files, dirs_exist_ok=True)
        self.lines(self.top, ["lookup ward", "stats", "ratings", "stats --group Friday"])
        self.lines(self.top, ["shell"], "score ana +1\nundo\n")
        keys = Keys(str(home / "cache" / "home.serving.json"))
        keys.port = 8477
        keys.save()
        (home / "shell-history.txt").write_text("table\nlog\n", "utf-8")
        # Large, and made anew in a moment: the tests keep what is in it.
        (home / "cache" / "lookup.db").unlink()
        ours = sorted(path for path in self.top.rglob("*") if path.is_file())
        self.names = [str(path.relative_to(self.top)) for path in ours]

    def lines(self, folder: Path, lines, typed: str = "") -> None:
        for line in lines:
            code, out, err = self.ran(folder, line, typed)
            assert code == 0, (line, out, err)

    def ran(self, folder: Path, line: str, typed: str = "") -> tuple[int, str, str]:
        """A command, with the home and the files of a folder: its exit code, what was printed."""
        words = shlex.split(line.replace("{files}", str(folder / "files")))
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "replace") for _ in range(2))
        stdin = io.TextIOWrapper(io.BytesIO(typed.encode()))
        with (
            patch.dict(os.environ, {"COMPANION_HOME": str(folder / "home")}),
            patch.multiple(sys, stdin=stdin, stdout=out, stderr=err),
            at_most(round(LIMIT)),
        ):
            code = run(words)
            outputs = []
            for stream in (out, err):
                stream.flush()
                outputs.append(stream.buffer.getvalue().decode())
        return code, outputs[0], outputs[1]

    def copy(self) -> Path:
        """Home and files as they were made."""
        shutil.rmtree(self.tried, ignore_errors=True)
        return Path(shutil.copytree(self.top, self.tried))


@contextmanager
def at_most(seconds: int) -> Iterator[None]:
    """Ends what waits for ever."""

    def ended(*_) -> None:
        raise AssertionError(f"it hangs: nothing came for {seconds} seconds")

    before = signal.signal(signal.SIGALRM, ended)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def kept_in(folder: Path) -> dict[str, object]:
    """What lies in a home and in the files, but for what anybody may throw away."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        passed_over = path.suffix == ".lock" or path.name in ("lock", "nowhere")
        if passed_over or name.startswith("home/cache"):
            continue
        if path.is_symlink():
            found[name] = os.readlink(path)
        if path.is_file():
            found[f"{name} holds"] = path.read_bytes()
    return found


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Made:
    top = tmp_path_factory.mktemp("damage")
    before = Path.cwd()
    with patch.dict(os.environ, {"COMPANION_TRACEBACK": "1", "COMPANION_SEED": "7"}):
        made = Made(top)
    os.chdir(before)
    return made


@settings(max_examples=settings().max_examples // 3, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_every_command_works_or_names_what_is_damaged(made, data, tmp_path, monkeypatch):
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    monkeypatch.chdir(tmp_path)

    def pick(among):
        return data.draw(st.sampled_from(among))

    name = pick(made.names)
    folder = made.copy()
    damaged = damage(folder / name, pick)
    before = kept_in(folder)
    for _ in range(8):
        line = pick(INCOMING if name.startswith("files") else COMMANDS)
        try:
            code, out, err = made.ran(folder, line, "table\n" if line == "shell" else "")
        except BaseException as problem:
            problem.add_note(f"`{line}` where {name} is damaged, {damaged}")
            raise
        what = f"`{line}` where {name} is damaged, {damaged}: {code}\n{out[-500:]}\n{err}"
        assert code in (0, 1, 2, 3), what
        assert "made a mistake" not in err, what
        after = kept_in(folder)
        if code:
            assert err.strip(), what
            assert after == before, what
        before = after
