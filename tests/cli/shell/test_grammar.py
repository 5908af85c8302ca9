"""What lines of the shell mean."""

import pytest

from companion.cli.shell.grammar import Explain, Here, Leave, Run, Unknown, meaning
from companion.core.seats import seats_for
from companion.errors import Refused

COMMANDS = {"score", "table", "undo", "pass", "lookup", "start", "bwd", "lwd", "deck", "shell"}


def here(*names: str) -> Here:
    verbs = ["tag", "roll", "deck"]
    return Here(COMMANDS, "bwd", verbs, {"draw": "tag"}, seats_for(names or ("Ana", "Ben")))


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        # points
        ("ana +3", "score ana +3"),
        ("ben -2", "score ben -2"),
        ("ben −2", "score ben −2"),
        ("ana =7", "score ana =7"),
        ("ana =-1", "score ana =-1"),
        ("ana +3 ben -2", "score ana +3 ben -2"),
        ("a+3", "score a +3"),
        ("a+3 b-2", "score a +3 b -2"),
        ("ana + 3", "score ana +3"),
        ("ana+1, ben+2", "score ana +1 ben +2"),
        ("a+1,b-2 , ana =3,", "score a +1 b -2 ana =3"),
        ("+3", "score +3"),
        ("-2", "score -2"),
        ("=7", "score =7"),
        ("ana 3", "score ana 3"),
        ("zoe +3", "score zoe +3"),
        ("ana", "score ana"),
        ("ana three", "score ana three"),
        # verbs of the game, also where the program has a command of that name
        ("tag ana.1 investment", "bwd tag ana.1 investment"),
        ("Tag ana.1 investment", "bwd tag ana.1 investment"),
        ("roll ana.1=3 ben.1=-2", "bwd roll ana.1=3 ben.1=-2"),
        ("deck", "bwd deck"),
        ("companion deck", "deck"),
        ("bwd tag ana.1 points", "bwd tag ana.1 points"),
        ("draw ana.1", "bwd draw ana.1"),
        # the program's commands
        ("score ana +3", "score ana +3"),
        ("companion score ana +3", "score ana +3"),
        ("score +3", "score +3"),
        ("table --json", "table --json"),
        ("companion", "-h"),
        ("-h", "-h"),
        # the shortest
        ("u", "undo"),
        ("u 5", "undo 5"),
        ("r", "redo"),
        ("t", "table"),
        ("n", "next"),
        ("? ward", "lookup ward"),
        ("?ward", "lookup ward"),
        ("?take another turn", "lookup take another turn"),
    ],
)
def test_a_line_means_a_command(line, argv):
    assert meaning(line.split(), here()) == Run(argv.split())


@pytest.mark.parametrize("line", ["q", "quit", "exit", "Q"])
def test_leaving(line):
    assert meaning([line], here()) == Leave()


@pytest.mark.parametrize(
    ("line", "argv"),
    [
        ("h", ""),
        ("help", ""),
        ("help tag", "bwd tag -h"),
        ("h score", "score -h"),
        ("h u", "undo -h"),
        ("h companion deck", "deck -h"),
    ],
)
def test_asking_for_help(line, argv):
    assert meaning(line.split(), here()) == Explain(argv.split())


@pytest.mark.parametrize("line", ["tagg ana.1 points", "foo", "tagg ana.1 --points -1", "q now"])
def test_what_nothing_is_called(line):
    assert meaning(line.split(), here()) == Unknown(line.split()[0])


def test_somebody_may_be_called_like_a_command():
    at_table = here("Pass", "Undo", "Tag", "U")
    assert meaning(["pass"], at_table) == Run(["pass"])
    assert meaning(["pass", "+3"], at_table) == Run(["score", "pass", "+3"])
    assert meaning(["tag", "-2"], at_table) == Run(["score", "tag", "-2"])
    assert meaning(["u", "+1"], at_table) == Run(["score", "u", "+1"])
    assert meaning(["u"], at_table) == Run(["undo"])


def test_a_command_is_no_beginning_of_a_name():
    assert meaning(["pass", "+3"], here("Passepartout", "Ben")) == Run(["pass", "+3"])


def test_without_a_play_only_the_programs_commands_are_known():
    nothing = Here(COMMANDS)
    assert meaning(["tag", "ana.1"], nothing) == Unknown("tag")
    assert meaning(["bwd", "tag", "ana.1"], nothing) == Run(["bwd", "tag", "ana.1"])
    assert meaning(["ana", "+3"], nothing) == Run(["score", "ana", "+3"])


@pytest.mark.parametrize("line", ["shell", "companion shell", "Shell --table"])
def test_a_shell_in_the_shell_is_refused(line):
    with pytest.raises(Refused):
        meaning(line.split(), here())
