"""Sessions at a terminal that a person can read, and that the program still answers in that way."""

import difflib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.app import root
from tests.cli.tree import play_verbs
from tests.golden.session import played, session
from tests.golden.transcript import Transcript, parsed, words

HERE = Path(__file__).parent
FILES = sorted(HERE.rglob("*.txt"))


def name_of(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def difference(path: Path, home: Path, *, regold: bool = False) -> str:
    """How the program's answers differ from a transcript; with `regold`, they go into the file."""
    written = parsed(path.read_text("utf-8"))
    now = played(written, home)
    if regold:
        path.write_text(now.text(), "utf-8")
        return ""
    return "\n".join(
        difflib.unified_diff(
            path.read_text("utf-8").split("\n"),
            now.text().split("\n"),
            f"{path.name} as written",
            f"{path.name} as the program answers",
            lineterm="",
        )
    )


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_the_program_answers_as_written(path: Path, tmp_path: Path, regold: bool) -> None:
    found = difference(path, tmp_path / "home", regold=regold)
    if found:
        pytest.fail(f"{found}\n\n`pytest tests/golden --regold` accepts all of it.", pytrace=False)


def all_steps() -> Iterator[tuple[str, list[str], tuple[str, ...]]]:
    """File, arguments and what was said, for every command of the program in a transcript.

    Of a pipe, only the last command has said something.
    """
    for path in FILES:
        for step in parsed(path.read_text("utf-8")).steps:
            last = step.command.rpartition(" | ")[2]
            if last.startswith("companion"):
                yield name_of(path), words(last)[1:], step.lines


def command_paths(group: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Every command that the program has, as one types it."""
    for name in group.list_commands(None):
        command = group.get_command(None, name)
        if hasattr(command, "list_commands"):
            yield from command_paths(command, (*path, name))
        else:
            yield (*path, name)


def test_every_command_is_in_a_transcript() -> None:
    done = [argv for _, argv, lines in all_steps() if not any("[exit" in line for line in lines)]
    missing = [
        " ".join(path)
        for path in command_paths(root())
        if path not in play_verbs()
        and not any(tuple(argv[: len(path)]) == path for argv in done)
        # They go on until somebody ends them: see `tests/web/test_serve.py`, `test_terminal.py`.
        and path not in (("serve",), ("clock",))
    ]
    assert not missing


def refusals() -> Iterator[tuple[str, list[str], tuple[str, ...]]]:
    """All but those of a shell: of its lines, only one was refused, and others were done."""
    refused = (step for step in all_steps() if step[2] and step[2][-1].startswith("[exit "))
    return (step for step in refused if step[1][:1] != ["shell"])


def test_every_refusal_is_a_sentence_with_a_hint() -> None:
    bad = []
    for file, argv, lines in refusals():
        told = "\n".join(line[3:] for line in lines if line.startswith("2> "))
        if not is_sentence_with_hint(told):
            bad.append(f"{file}: companion {' '.join(argv)[:80]}: {told!r}")
    assert not bad, "\n".join(bad)


def is_sentence_with_hint(told: str) -> bool:
    sentence, _, hint = re.sub("\n *→", "\n→", told).partition("\n→ ")
    return sentence.endswith((".", "?", ")")) and bool(hint)


def test_a_refusal_says_nothing_on_standard_output() -> None:
    bad = [
        f"{file}: {argv}"
        for file, argv, lines in refusals()
        if not all(line.startswith(("2> ", "[")) for line in lines)
    ]
    assert not bad


def test_a_refusal_changes_nothing() -> None:
    bad = [
        f"{file}: {argv}: {line}"
        for file, argv, lines in refusals()
        for line in lines
        if line.startswith("[changed ")
    ]
    assert not bad


def test_no_transcript_shows_a_mistake_of_the_program() -> None:
    bad = [
        f"{file}: {argv}: {line}"
        for file, argv, lines in all_steps()
        for line in lines
        if "itself made a mistake" in line or "Traceback" in line
    ]
    assert not bad


EXAMPLE = """\
# columns: 60
# Two players begin.
$ companion start bwd Ana Ben --json
$ companion score zoe +1
"""


def test_a_wrong_transcript_fails(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text(EXAMPLE, "utf-8")
    found = difference(path, tmp_path / "home")
    assert "+2> No player here is named “zoe”." in found
    assert "+[exit 1]" in found


def test_a_rewritten_transcript_passes(tmp_path: Path) -> None:
    path = tmp_path / "right.txt"
    path.write_text(EXAMPLE, "utf-8")
    difference(path, tmp_path / "one", regold=True)
    assert difference(path, tmp_path / "two") == ""
    again = parsed(path.read_text("utf-8"))
    assert again == parsed(again.text())


def test_one_wrong_word_of_a_right_transcript_is_found(tmp_path: Path) -> None:
    path = tmp_path / "right.txt"
    path.write_text(EXAMPLE, "utf-8")
    difference(path, tmp_path / "one", regold=True)
    path.write_text(path.read_text("utf-8").replace("[exit 1]", "[exit 2]"), "utf-8")
    assert "-[exit 2]" in difference(path, tmp_path / "two")


def test_a_command_that_is_refused_and_changes_something_shows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(argv: list[str]) -> int:
        (tmp_path / "home" / "left.json").write_text("{}")
        return 1

    monkeypatch.setattr("companion.cli.run.run", run)
    with session(tmp_path / "home", {}) as terminal:
        assert terminal.type("companion table").lines() == ["[changed left.json]", "[exit 1]"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("companion score ana -2", ["companion", "score", "ana", "-2"]),
        (
            r"companion player new $'A\x1b[31m\u0301'",
            ["companion", "player", "new", "A\x1b[31m\u0301"],
        ),
        ("companion player new $(repeat é 3)", ["companion", "player", "new", "ééé"]),
    ],
)
def test_words_of_a_command(typed: str, meant: list[str]) -> None:
    assert words(typed) == meant


def test_text_and_back() -> None:
    text = "# seed: 7\n\n# A comment.\n$ companion table\nout\n\nmore\n2> err\n[exit 1]\n"
    transcript = parsed(text)
    assert transcript.settings == {"seed": "7"}
    assert transcript.text() == text
    assert Transcript(transcript.settings, transcript.steps) == transcript
