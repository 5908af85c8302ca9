"""A play that is over says so before anything else that may be wrong with a line."""

import pytest

from companion.games.bwd.game import GAME as BWD

LINES = (
    "tag ana.1 tag tag --put 3=ana.1",
    "tag nobody.1 tag",
    "roll ana.1",
    "erase ana.1:tag",
    "replace ana.1:tag 3",
    "dot ana.1:tag many",
    "dash ana.1",
    "write ana.1 nothing",
    "claim nobody",
    "swap ana.1 ana.2",
    "resolve ana.2",
    "resolve ben.1 --nothing --fizzle",
    "again nobody",
    "steal ana ana 3",
    "pay ana many",
    "neutralize nothing",
    "restore tag",
    "mark ana nothing",
    "unmark ben",
    "add nothing",
    "deal",
    "fill",
)


@pytest.fixture
def over(companion):
    """A round in the middle, and the table ended the play."""
    dice = ("ana.1", "ana.2", "ben.1", "ben.2")
    companion("start bwd Ana Ben")
    for die in dice:
        companion(f"bwd write {die} 3")
    companion("bwd roll " + " ".join(f"{die}=3" for die in dice))
    companion("bwd resolve ana.1")
    assert companion("finish --winner ana").code == 0
    return companion


@pytest.mark.parametrize("line", LINES)
def test_a_play_that_is_over_says_so_first(over, line):
    ran = over(f"bwd {line}")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("This play is finished: nothing more can be entered.")


def test_every_verb_that_enters_something_was_tried():
    enters = {name for name, verb in BWD.verbs().by_name.items() if verb.plan is not None}
    assert enters == {line.split()[0] for line in LINES}
