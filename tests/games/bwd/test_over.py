"""A play that is over says so before anything else that may be wrong with a line."""

from companion.games.bwd.game import GAME as BWD

LINES = (
    *("tag ana.1 tag tag --put 3=ana.1", "tag nobody.1 tag", "roll ana.1", "erase ana.1:tag"),
    *("replace ana.1:tag 3", "dot ana.1:tag many", "dash ana.1", "write ana.1 nothing"),
    *("claim nobody", "swap ana.1 ana.2", "resolve ana.2", "resolve ben.1 --nothing --fizzle"),
    *("again nobody", "steal ana ana 3", "pay ana many", "neutralize nothing", "restore tag"),
    *("mark ana nothing", "unmark ben", "add nothing", "deal", "fill"),
)


def test_a_play_that_is_over_says_so_first(companion):
    companion.must("start bwd Ana Ben")
    for die in ("a1", "a2", "b1", "b2"):
        companion.must(f"bwd write {die} 3")
    companion.must("bwd roll 3 3 3 3")
    companion.must("bwd resolve a1")
    companion.must("finish --winner ana")
    for line in LINES:
        ran = companion(f"bwd {line}")
        assert (ran.code, ran.out) == (1, "")
        assert ran.err.startswith("This play is finished: nothing more can be entered."), line


def test_every_verb_that_enters_something_was_tried():
    enters = {name for name, verb in BWD.verbs().by_name.items() if verb.is_entry}
    assert enters == {line.split()[0] for line in LINES}
