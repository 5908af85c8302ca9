"""Lines that are read without Typer: as Typer would read them, or they are left to Typer."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import games
from companion.cli.app import root
from companion.cli.declared import find_command
from companion.cli.quick import Words
from companion.cli.run import readable
from companion.cli.verbs import line_of
from companion.core.offer import Line
from companion.errors import Invalid
from companion.table.current import CommonOptions
from tests.cli import tree
from tests.cli.tree import leaves
from tests.docs.documents import DOCUMENTS, GUIDES, blocks
from tests.games import scenes
from tests.golden.test_transcripts import FILES, all_steps, difference, name_of
from tests.golden.transcript import words

ROOT = root()


def commands():
    """Every command that is read so, by how it is typed, with its declaration."""
    for path in leaves():
        command = tree.commands()[path]
        if path[0] in games.OWN:
            yield path, command.verb
        elif path[0] == "start":
            yield path, command.start
        else:
            yield path, command.declared


DECLARED = dict(commands())
WORDS = ["ana", "ben", "3", "−2", "+3", "ana.1", "a=b", "", " ", "-", "--", "-h", "-x", "x\u202ey"]
OPTIONS = ["--json", "--group", "--play", "--house", "--foo", "--house=why", "--play=", "--json=1"]


@st.composite
def lines(draw) -> tuple[tuple[str, ...], list[str]]:
    """A command, and words behind it that may be right."""
    path = draw(st.sampled_from(sorted(DECLARED)))
    own = [name for it in DECLARED[path].options for name in (*it.names, it.opposite) if name]
    names = [*OPTIONS, *own, *own, *(f"{name}=3" for name in own), *(name[:-1] for name in own)]
    return path, draw(st.lists(st.sampled_from([*WORDS[:7], *WORDS, *names]), max_size=7))


class Desk:
    """As much of a desk as the parser needs."""

    def __init__(self) -> None:
        self.options = CommonOptions()


def by_typer(desk: Desk, path: Sequence[str], words: list[str]) -> Line:
    """What Typer reads; the common options are kept at the desk."""
    command = ROOT
    for name in path:
        command = command.get_command(None, name)
    context = command.make_context(" ".join(path), list(words), obj=desk)
    return line_of(context.params, DECLARED[tuple(path)].params)


def by_us(desk: Desk, read: Words) -> Line:
    """What is read without Typer."""
    read.keep(desk)
    return read.line


def outcome(read: Callable[..., Line], *args: Any) -> Any:
    """A line with its common options; or the refusal of one of these."""
    desk = Desk()
    try:
        return read(desk, *args), vars(desk.options)
    except Invalid as problem:
        return problem.message, problem.hint


@given(lines())
def test_what_is_read_without_typer_is_what_typer_reads(line):
    path, words = line
    read = Words(DECLARED[path], words)
    if read.are_right:
        assert outcome(by_us, read) == outcome(by_typer, path, words)


def test_every_command_is_found_by_its_words():
    for path, declared in DECLARED.items():
        if path[0] not in ("start", *games.OWN):
            assert find_command([*path, "ana"]) == (declared, ["ana"])


def test_examples_are_read_without_typer_and_as_typer_reads_them():
    for path in DECLARED:
        for example in tree.examples(tree.commands()[path]):
            found = find_command([readable(word) for word in tree.words(example)])
            if found is not None:
                command, words = found
                read = Words(command, words)
                assert read.are_right, example
                assert outcome(by_us, read) == outcome(by_typer, command.path.split(), words)


def written_lines() -> Iterator[list[str]]:
    """Every line that is typed in a transcript, a guide or a scene."""
    yield from (argv for _, argv, _ in all_steps())
    for name, file in DOCUMENTS.items():
        for block in blocks(file) if name in (*GUIDES, "README") else ():
            lines = block.text.splitlines() if block.holds_commands else []
            yield from (
                tree.words(line.split("   ")[0]) for line in lines if line[:10] == "companion "
            )
    for file in scenes.FILES:
        for scene in scenes.scenes_in(file):
            yield from (words(line.typed) for line in scene.lines if line.typed[:1] != "#")


def test_lines_of_transcripts_guides_and_scenes_are_read_as_typer_reads_them():
    count = 0
    for argv in written_lines():
        line = [readable(word) for word in argv]
        lengths = (at for at in (3, 2, 1) if tuple(line[:at]) in DECLARED)
        length = next(lengths, 0)
        path, words = tuple(line[:length]), line[length:]
        read = Words(DECLARED[path], words) if length else None
        if read is not None and read.are_right:
            count += 1
            assert outcome(by_us, read) == outcome(by_typer, path, words), argv
    assert count > 5000


@pytest.mark.long
@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_transcript_is_the_same_where_typer_reads_it(path, tmp_path, monkeypatch):
    """All that is printed, and the exit code."""
    monkeypatch.setattr("companion.cli.quick.understood", lambda desk, argv: None)
    assert difference(path, tmp_path / "home") == ""


RIGHT = (
    *(
        "start bwd Ana Ben",
        "score ana +3",
        "bwd dice",
        "table",
        "log",
        "plays",
        "play show",
        "stats",
    ),
    *("ratings", "player list", "group list", "title list", "ruling list", "deck list", "guide"),
    *(
        "deck sheet list",
        "play add Azul ana=3 ben=4",
        "export",
        "lookup ward",
        "roll 2d6",
        "resume",
    ),
)


MODULES = 152
"""That `score` may import in a play of Blank White Dice: a number that only falls."""


def in_a_new_process(home, lines: Sequence[str], **variables: str) -> list[str]:
    """The exit codes of some lines, whether Typer was imported, and how many modules were."""
    program = (
        "import sys; import companion.__main__; from companion.cli.run import run\n"
        f"codes = [run(line.split()) for line in {lines}]\n"
        "print(*codes, 'typer' in sys.modules, len(sys.modules), file=sys.stderr)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        env={**os.environ, "COMPANION_HOME": str(home), **variables},
    )
    return ran.stderr.splitlines()[-1].split()


def test_right_lines_import_no_typer_and_score_few_modules(tmp_path):
    found = in_a_new_process(tmp_path, RIGHT)
    assert found[:-1] == ["0"] * len(RIGHT) + ["False"]
    in_a_new_process(tmp_path, ["start bwd Ana Ben --set V1", "bwd tag ana.1 points"])
    code, typer, modules = in_a_new_process(tmp_path, ["score ana +3"])
    assert (code, typer) == ("0", "False")
    assert int(modules) <= MODULES


def test_a_profile_says_what_took_the_time(tmp_path):
    """By part, by module and by function, the longest first. What cannot be written is said."""
    file = tmp_path / "profile.txt"
    in_a_new_process(tmp_path, ["play add Azul ana=3 ben=4", "stats"], COMPANION_PROFILE=str(file))
    _, parts, modules, functions = file.read_text("utf-8").split("\n\n")
    shares = [float(line.split()[2].rstrip("%")) for line in parts.splitlines()[1:]]
    assert shares == sorted(shares, reverse=True)
    assert 90 < sum(shares) < 101
    assert "importing modules" in parts
    assert "companion/cli/run.py" in modules
    assert "←" in functions
    (tmp_path / "folder").mkdir()
    last = in_a_new_process(tmp_path, ["stats"], COMPANION_PROFILE=str(tmp_path / "folder"))
    assert " ".join(last).endswith("folder cannot be written (Is a directory).")
