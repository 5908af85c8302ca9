"""Help: every command has a line that says what it does and examples that work as typed."""

import pytest
import typer

from companion.cli.app import StartGroup
from companion.cli.run import readable
from companion.store.memory import MemoryStore
from companion.table.plays.titles import started
from tests.desks import Desks

from .tree import commands, examples, leaves, spoken, words

COMMANDS = commands()
EXAMPLES = [example for command in COMMANDS.values() for example in examples(command)]

every_command = pytest.mark.parametrize("path", COMMANDS, ids=spoken)


def test_the_walk_finds_commands_of_every_depth():
    assert {(), ("score",), ("start", "bwd"), ("bwd", "tag"), ("bwd", "card", "set")} <= set(
        COMMANDS
    )


@every_command
def test_a_command_says_in_one_line_what_it_does(path):
    summary = (COMMANDS[path].help or "").partition("\n\n")[0]
    assert summary, "no help"
    assert len(summary.splitlines()) == 1
    assert len(summary) <= 80
    assert summary.endswith(".")


@every_command
def test_the_line_is_whole_in_the_list_of_commands(path, companion):
    if not path:
        return
    *above, name = path
    listing = companion(" ".join([*above, "-h"])).out
    summary = COMMANDS[path].help.partition("\n\n")[0]
    (line,) = [line for line in listing.splitlines() if line.split()[:1] == [name]]
    assert line.split(maxsplit=1)[1] == summary


@every_command
@pytest.mark.parametrize("option", ["-h", "--help"])
def test_help_is_printed_and_nothing_else_happens(path, option, companion, home):
    ran = companion(" ".join([*path, option]))
    assert ran.code == 0
    assert "Usage:" in ran.out
    assert "Examples:" in ran.out
    assert ran.err == ""
    assert not home.exists()


@every_command
def test_every_command_has_examples_of_itself(path):
    own = [
        example for example in examples(COMMANDS[path]) if words(example)[: len(path)] == [*path]
    ]
    assert own


@pytest.mark.parametrize("example", dict.fromkeys(EXAMPLES))
def test_an_example_is_understood(example):
    """Its commands are there, its options too, and everything that is needed is given."""
    command, info, rest = COMMANDS[()], "companion", [readable(word) for word in words(example)]
    parent = None
    desk = Desks(MemoryStore())()
    while hasattr(command, "list_commands"):
        assert rest, f"{example} ends too early"
        name, *rest = started(desk, rest) if isinstance(command, StartGroup) else rest
        assert name in command.list_commands(None), f"{example}: there is no {name}"
        parent = typer.Context(command, parent=parent, info_name=info, obj=desk)
        command, info = command.get_command(None, name), name
        if rest in (["-h"], ["--help"]):
            return
    ctx = command.make_context(info, rest, parent=parent, obj=desk)
    assert ctx.args == []


@pytest.mark.parametrize("path", leaves(), ids=spoken)
def test_every_command_can_answer_with_json(path, companion):
    assert "--json" in companion(" ".join([*path, "-h"])).out


@pytest.mark.parametrize("path", [path for path, it in COMMANDS.items() if path not in leaves()])
def test_a_group_of_commands_alone_shows_its_help(path, companion):
    ran = companion(" ".join(path))
    assert ran.code == 0
    assert "Usage:" in ran.out
    assert ran.err == ""


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
        ("help", "companion -h"),
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
