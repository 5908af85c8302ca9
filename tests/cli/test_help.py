"""Help: every command has a line that says what it does and examples that work as typed."""

import re

import pytest
import typer

from companion.cli.app import StartGroup
from companion.cli.run import readable
from companion.table.plays.titles import started
from companion.testing.store import TemporaryStore
from tests.desks import Desks

from .tree import commands, examples, leaves, spoken, words

COMMANDS = commands()
EXAMPLES = {example for command in COMMANDS.values() for example in examples(command)}


def test_the_walk_finds_commands_of_every_depth():
    assert {(), ("score",), ("start", "bwd"), ("bwd", "tag"), ("bwd", "card", "set")} <= set(
        COMMANDS
    )


def test_a_command_says_in_one_line_what_it_does_and_has_examples_of_itself():
    for path, command in COMMANDS.items():
        summary = (command.help or "").partition("\n\n")[0]
        assert re.fullmatch(r".{1,79}\.", summary), spoken(path)
        assert any(words(example)[: len(path)] == [*path] for example in examples(command)), path


def test_help_is_printed_and_nothing_else_happens(companion, home):
    """In it are the example, and of a group each command with the whole line that says what it
    does. `--help` is the same."""
    shown = {path: companion(" ".join([*path, "-h"])) for path in COMMANDS}
    for path, ran in shown.items():
        assert (ran.code, ran.err) == (0, ""), spoken(path)
        assert "Usage:" in ran.out, spoken(path)
        assert "Examples:" in ran.out, spoken(path)
        assert not home.exists(), spoken(path)
        if path:
            summary = COMMANDS[path].help.partition("\n\n")[0]
            lines = [line.split(maxsplit=1) for line in shown[path[:-1]].out.splitlines()]
            assert [path[-1], summary] in lines
    for path in leaves():
        assert "--json" in shown[path].out, spoken(path)
    for path in COMMANDS.keys() - set(leaves()):
        assert companion(" ".join(path)) == shown[path], "a group alone shows its help"
    assert companion("bwd tag --help") == shown["bwd", "tag"]


def test_an_example_is_understood():
    """Its commands are there, its options too, and everything that is needed is given."""
    for example in EXAMPLES:
        command, info, rest = COMMANDS[()], "companion", [*map(readable, words(example))]
        parent = None
        desk = Desks(TemporaryStore())()
        while hasattr(command, "list_commands"):
            assert rest, f"{example} ends too early"
            name, *rest = started(desk, rest) if isinstance(command, StartGroup) else rest
            assert name in command.list_commands(None), f"{example}: there is no {name}"
            parent = typer.Context(command, parent=parent, info_name=info, obj=desk)
            command, info = command.get_command(None, name), name
            if rest in (["-h"], ["--help"]):
                break
        else:
            ctx = command.make_context(info, rest, parent=parent, obj=desk)
            assert ctx.args == [], example


def test_what_a_game_can_begin_with_is_in_its_help(companion):
    told = companion("start bwd -h").out
    for option in ("--first", "--target", "--set", "--dice", "--json", "--group"):
        assert option in told
    assert "13" in told
    assert "V1" in told
    assert "kept" in told


def test_help_lists_the_games_after_the_commands(companion):
    names = [line.split()[0] for line in companion("-h").out.splitlines() if line[:2] == "  "]
    assert names.index("start") < names.index("score") < names.index("bwd")


@pytest.mark.parametrize("width", ["40", "200"])
def test_help_fits_any_terminal(width, companion, monkeypatch):
    monkeypatch.setenv("COLUMNS", width)
    assert companion("bwd resolve -h").code == 0


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("rename Ana Zoe", "companion player rename"),
        ("play ana 4-hexagon", "companion blank play"),
        ("play shwo", "companion play show"),
        ("status", "companion table"),
        ("end", "companion finish"),
    ],
)
def test_what_people_type_for_a_command_leads_to_it(companion, typed, meant):
    refused = companion(typed)
    assert refused.code == 2
    assert f"`{meant}`" in refused.err


def test_where_something_is_missing_an_example_is_told(companion):
    assert companion("bwd steal ana").err == (
        "VICTIM is missing.\n"
        "  → Such as `companion bwd steal ana ben 3`. `companion bwd steal -h` shows how.\n"
    )
    assert companion("bwd mark ana").err.startswith("CARD[:ICON]|DIE:FACE|score is missing.")


def test_a_word_too_many_may_be_the_rest_of_a_name(companion):
    assert "in quotes" in companion("bwd neutralize junk food").err
    assert "in quotes" not in companion("table extra").err + companion("undo 3 2").err
