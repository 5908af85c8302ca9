"""Help: every command has a line that says what it does and examples that work as typed."""

import re

import pytest
import typer

from companion.cli.app import StartGroup
from companion.cli.run import readable
from companion.render.plots import wide
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
    does; of the program, with `--all`. `--help` is the same. No line is wider than the screen."""
    shown = {path: companion(" ".join([*path, "-h"])) for path in COMMANDS}
    everything = companion("help --all")
    assert everything == companion("--help --all")
    for path, ran in shown.items():
        assert (ran.code, ran.err) == (0, ""), spoken(path)
        assert "Usage:" in ran.out, spoken(path)
        assert "Examples:" in ran.out, spoken(path)
        assert not home.exists(), spoken(path)
        if path:
            summary = COMMANDS[path].help.partition("\n\n")[0]
            above = shown[path[:-1]] if path[1:] else everything
            assert [path[-1], summary] in [
                line.split(maxsplit=1) for line in above.out.splitlines()
            ]
    lines = [line for ran in (everything, *shown.values()) for line in ran.out.splitlines()]
    assert [line for line in lines if wide(line) > 80] == []
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


def test_all_commands_are_named_on_one_screen(companion):
    """There is room for a prompt below them. Those of an evening come first, with what they do."""
    lines = companion("-h").out.splitlines()
    assert len(lines) < 24
    names = [path[0] for path in COMMANDS if len(path) == 1]
    said = [word.strip("·") for line in lines[lines.index("") :] for word in line.split()]
    assert set(names) <= set(said)
    assert [line.split()[0] for line in lines if line.endswith(".")][-9:-1] == names[:8]


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
        "  → For example: `companion bwd steal ana ben 3`. `companion bwd steal -h` shows how.\n"
    )
    assert companion("bwd mark ana").err.startswith("CARD[:ICON]|DIE:FACE|score is missing.")


def test_a_word_too_many_may_be_the_rest_of_a_name(companion):
    assert "in quotes" in companion("bwd neutralize junk food").err
    assert "in quotes" not in companion("table extra").err + companion("undo 3 2").err


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("next --untold", "next --skip"),
        ("bwd roll blank --untold", "bwd roll blank --skip"),
        ("import --take-back=1", "import --undo=1"),
        ("play add Azul ana ben --won ana", "play add Azul ana ben --winner ana"),
        ("deck take nothing.jpg", "deck receive nothing.jpg"),
        ("chart tracks bwd-9", "chart points bwd-9"),
    ],
)
def test_what_was_called_otherwise_once_is_understood_and_shown_nowhere(companion, old, new):
    """By both readers of lines; what looks like it is not called so."""
    ran = companion(old)
    if ran.code:  # otherwise there are two plays then, which have numbers of their own
        assert companion(new) == ran
    verb, _, option = old.partition(" --")
    name = f"--{re.split('[ =]', option)[0]}" if option else verb.split()[1]
    above = new.split(" --")[0].split()
    assert name not in companion(f"{above[0]} -h").out
    mistyped = companion(f"{above[0]} {name[:-1]}x" if option else f"{above[0]} {name}x")
    assert mistyped.code == 2
    assert f"`{name}`" not in mistyped.err
    assert f" {name}`" not in mistyped.err
