"""Facts in a log: some that no command makes are refused, older ones stand as they are."""

import pytest

from companion.errors import Refused
from companion.games.bwd import points, rounds
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import Table, table


def add(t: Table, kind: str, **data: object) -> None:
    """One fact, as it is."""
    t.act(lambda action: action.add(kind, **data))


def in_main(t: Table, **resolved: object) -> None:
    def plan(action):
        action.add("phase.begun", phase="main", turn=0)
        action.add("die.resolved", die="ana.1", seat=0, how="", **resolved)

    t.act(plan)


# What no command makes


@pytest.mark.rule("BWD-102", "BWD-105", "BWD-110", "BWD-162")
def test_no_phase_goes_back_and_no_turn_is_left_out():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.next()
    for phase, turn in (("roll", None), ("first", 0), ("main", 0), ("main", 1)):
        with refused("BWD-102", "next"):
            add(t, "phase.begun", phase=phase, turn=turn)
    phases = {"20": {"phases": ["first"]}, "21": {"phases": ["last"]}}
    for rule, icon, turn in (("BWD-105", "#20", 0), ("BWD-110", "3", 1)):
        t = table("Ana Ben", cards="20", known=phases, **{"ana.1": f"[{icon}]"})
        with refused(rule, "next"):
            t.act(lambda action, turn=turn: rounds.begin(action, "main", turn))
    t = table("Ana Ben", cards="21", known=phases, **{"ben.1": "[#21]"})
    t.next()
    t.next()
    with refused("BWD-162", "Ben's turn of “Last”"):
        t.act(lambda action: rounds.begin(action, "check", None))


@pytest.mark.rule("BWD-38")
def test_no_round_ends_where_somebody_has_won():
    t = table("Ana Ben", points="ana=14")
    with refused("BWD-38", "Ana has 14"):
        t.act(lambda action: points.end_round(action))
    t = table("Ana Ben")
    with refused("BWD-38", "nobody has 13 points"):
        add(t, "play.finished", winners=[0], why="13, and leads by 10")
    add(t, "play.finished", winners=[0], why="named by the table")


@pytest.mark.rule("BWD-114", "BWD-139", "BWD-199")
def test_a_die_resolves_for_whose_it_is_with_what_it_shows():
    t = table("Ana Ben", **{"ana.1": "[3] -2", "ben.1": "[3]"})
    with refused("BWD-114", "does not show −2"):
        in_main(t, face="-2")
    with refused("BWD-114", "ana.1 came up 3", "bwd dice"):
        add(t, "dice.rolled", faces={"ana.1": 1}, shows={"ana.1": "3"})
    t.next()
    with refused("BWD-139", "ben.1 is not Ana's"):
        add(t, "die.resolved", die="ben.1", seat=0, how="", face="3")
    t = table("Ana Ben", holder="ana", common="[3]", **{"ana.1": "[the-window]"})
    with refused("BWD-199", "rolls the common die"):
        in_main(t, face="the-window", told=[])


@pytest.mark.rule("BWD-75", "BWD-216", "BWD-234", "BWD-238", "BWD-264")
def test_cards_and_marks_go_where_they_may():
    t = table("Ana Ben", set="all")
    fact = {"number": 55, "over": None, "by": 0, "replacement": False}
    with refused("BWD-75", "6 to 54"):
        add(t, "card.added", card="#55", **fact)
    t = table("Ana Ben", set="V1", **{"ana.1": "3 3 3 3 3"})
    with refused("BWD-234", "Parasite is not in the tableau"):
        add(t, "card.added", card="zoom", over="parasite", by=None, replacement=False)
    for kind, icon, words in (
        ("face.dotted", "tag", "ana.1 has no Tag there"),
        ("face.dashed", None, "ana.1 has no blank there"),
    ):
        with refused("BWD-216", words):
            add(t, kind, die="ana.1", face=0, icon=icon, count=1)
    fact = {"placed": [["ana.1", 5, "3"]], "undrawn": ["-2"], "needs": []}
    with refused("BWD-264"):
        add(t, "card.tagged", card="points", die="ana.1", by=0, **fact)
    t = table("Ana Ben", cards="17 zoom")
    with pytest.raises(Refused, match="#21 is not in the tableau"):
        add(t, "card.laid", card="#21", over="tag")
    with refused("BWD-238", "goes on Zoom"):
        add(t, "card.laid", card="#17", over="re-roll")


def test_an_entry_that_says_how_a_face_was_named_says_what_was_on_it():
    tagged = {"card": "tag", "die": "ana.1", "undrawn": [], "needs": [], "over": []}
    for kind, data in (
        ("face.erased", {"die": "ana.1", "face": 0, "meant": "icon"}),
        ("face.replaced", {"die": "ana.1", "face": 0, "icon": "3", "card": None, "meant": "top"}),
        ("disc.placed", {"seat": 0, "on": "score", "icon": None, "meant": "icon"}),
        ("disc.placed", {"seat": 0, "on": "face:ana.1#1", "meant": "icon"}),
        ("dice.rolled", {"faces": {"ana.1": 0}, "shows": {"ana.1": None}, "meant": {}}),
        ("card.tagged", {**tagged, "placed": [["ana.1", 0, "tag"]], "meant": ["any"]}),
    ):
        with pytest.raises(ValueError, match=kind):
            add(table("Ana Ben"), kind, **data)


# What an older companion wrote


@pytest.mark.rule("BWD-100")
def test_the_common_die_was_rolled_when_it_was():
    t = table("Ana Ben", set="V1")
    t.tag("common", "tag")
    add(t, "dice.rolled", faces={"common": 0}, shows={"common": "tag"})
    assert t.faces("common") == "[tag]"


@pytest.mark.rule("A-BW-23")
def test_the_die_that_granted_a_turn_is_done():
    t = table("Ana Ben", set="V2", **{"ana.1": "[time-warp] 3"})
    t.resolve("ana.1", did="another turn")
    add(t, "turn.repeated", seat=0, by="ana.1")
    t.roll("ana.1=3")
    assert t.pending == ""


def test_an_entry_that_says_in_words_alone_what_happened_is_taken_at_its_word():
    t = table("Ana Ben", points="ana=1", **{"ana.1": "[-2]"})
    t.score("ana", -1)
    scored = t.entry

    def as_it_was(action):
        action.add("phase.begun", phase="main", turn=0)
        action.add("die.resolved", die="ana.1", seat=0, how="", face="-2")
        action.add("face.erased", die="ana.1", face=0, by="itself", why="no effect")

    t.act(as_it_was)
    t.undo(scored)
    assert (t.scores, t.faces("ana.1")) == ("Ana 1, Ben 3", "[blank]")


def test_an_entry_that_does_not_say_how_a_face_was_named_means_that_face():
    t = table("Ana Ben")
    t.tag("ana.1", "erase")
    t.erase("ana.1:erase")
    erased = t.entry
    fact = {"undrawn": [], "needs": [], "placed": [["ana.1", 0, "tag"]]}
    add(t, "card.tagged", card="tag", die="ana.1", by=0, **fact)
    with refused("BWD-85", "ana.1 has Erase there"):
        t.undo(erased)


def test_what_dice_showed_that_the_companion_rolled_they_still_show():
    t = table("Ana Ben", **{"ana.1": "erase"})
    t.erase("ana.1:erase")
    erased = t.entry
    t.tag("ana.1", "tag")
    for seed in range(30):
        t.roll("ana.1", seed=seed, untold=True)
        if t.faces("ana.1") == "[tag]":
            break
    t.undo(erased)
    assert t.faces("ana.1") == "erase [tag]"


# Other programs


def test_scripts_see_what_a_disc_marks():
    t = table("Ana Ben Cho", **{"ana.1": "3 tag"})
    t.mark("ana", "points:3")
    t.mark("ben", "ana.1#2")
    t.mark("cho", "score")
    assert GAME.to_json(t.state, t.catalogue)["discs"] == {
        "Ana": {"on": "card", "card": "Points", "icon": "3"},
        "Ben": {"on": "face", "die": "ana.1", "face": 2},
        "Cho": {"on": "score"},
    }
    t.mark("ana", "erase")
    assert GAME.to_json(t.state, t.catalogue)["discs"]["Ana"]["icon"] is None
