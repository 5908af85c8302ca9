"""Whatever the transcripts tell people to type is a command that there is, with such options."""

import re
import shlex
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperGroup

from companion.cli.run import readable
from tests.cli.tree import commands, leaves
from tests.games.scenes import FILES, scenes_in
from tests.golden.transcript import parsed

USAGE = typer.BadParameter.__base__
"""What Typer raises where words are none that it knows."""
_HELP = ("-h", "--help", "--all", "--json")
NO_COMMAND = "companion chess"
"""What a transcript tells of a game that is not there."""


@cache
def told() -> dict[str, str]:
    """Everything that stands between backticks in an answer, with a transcript where it does."""
    found: dict[str, str] = {}
    for path in sorted(Path(__file__).parent.rglob("*.txt")):
        for step in parsed(path.read_text("utf-8")).steps:
            # Shells and JSON write it otherwise, and a puzzle's links are no commands.
            if step.command and not re.search(r"--json|shell|guide|puzzle", step.command):
                for words in quoted(line.removeprefix("2> ") for line in step.lines):
                    found.setdefault(words, f"{path.stem}: {step.command}")
    for path in FILES:
        for line in (line for scene in scenes_in(path) for line in scene.lines):
            for words in quoted(line.answer):
                found.setdefault(words, f"{path.stem}: {line.typed}")
    return found


def quoted(lines: Iterable[str]) -> list[str]:
    """All between backticks, but for a verb alone that is nearly the one that was typed."""
    told = (line.strip() for line in lines if "Did you mean" not in line)
    return re.findall(r"`([^`]+)`", " ".join(told))


def wrong(words: str) -> str:
    """What is wrong with a command that is told; empty where it can be typed so."""
    try:
        _, *rest = map(readable, shlex.split(words))
    except ValueError as problem:
        return str(problem)
    path, command = _command(rest)
    if isinstance(command, TyperGroup):
        asks = [word for word in rest[len(path) :] if word not in _HELP]
        return f"no command {' '.join(asks)}" if asks else ""
    if "-h" in rest:
        return ""
    context = command.context_class(command)
    try:
        given, _, _ = command.make_parser(context).parse_args(rest[len(path) :])
    except USAGE as problem:
        return problem.format_message()
    missing = [
        parameter.name
        for parameter in command.params
        if parameter.required and not given.get(parameter.name)
    ]
    return f"without {missing}" if missing and "…" not in words else ""


def _command(words: list[str]) -> tuple[tuple[str, ...], Any]:
    known = commands()
    length = max(n for n in range(len(words) + 1) if tuple(words[:n]) in known)
    return tuple(words[:length]), known[tuple(words[:length])]


def test_every_command_that_is_told_can_be_typed_so() -> None:
    faults = {
        words: f"{problem} ({where})"
        for words, where in told().items()
        if words.startswith("companion ") and not words.startswith(NO_COMMAND)
        if (problem := wrong(words))
    }
    assert faults == {}


def test_every_command_is_told_in_full() -> None:
    """`companion boolean call ana roll`, not `ana roll` or `call ana roll`."""
    verbs = {path[-1] for path in leaves()} | {path[-2] for path in leaves() if len(path) > 1}
    short = {words: where for words, where in told().items() if _is_cut(words, verbs)}
    assert short == {}


def _is_cut(words: str, verbs: set[str]) -> bool:
    first, *rest = words.split() or [""]
    name = re.fullmatch(r"(ana|ben|cho|dan|cho-ling)", first)
    return bool(rest) and "=" not in rest and (first in verbs or name is not None)
