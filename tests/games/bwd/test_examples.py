"""The examples of the rulebook, played."""

import pytest

from companion.testing.plays import refused
from tests.games.bwd.tables import table


@pytest.mark.rule("BWD-119", "BWD-116", "BWD-117")
def test_two_blank_faces_are_tagged_and_not_resolved():
    t = table(
        "Ana Ben", cards="flexibility opportunity", **{"ana.1": "[blank]", "ana.2": "[blank]"}
    )
    t.resolve("ana.1", tag="flexibility")
    t.resolve("ana.2", tag="opportunity")
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("[flexibility]", "[opportunity]")
    assert t.pending == ""
    assert t.die("common").owner is None


@pytest.mark.rule("BWD-120", "BWD-121", "BWD-122", "BWD-123", "BWD-126")
def test_flexibility_tags_erases_and_the_three_resolves():
    dice = {"ana.1": "[flexibility]", "ana.2": "opportunity [blank]"}
    t = table("Ana Ben", cards="flexibility opportunity", **dice)
    t.next()
    assert t.pending == "ana.1 ana.2"
    t.resolve("ana.1", tag="points", on="ana.2:active")
    assert t.faces("ana.2") == "opportunity [3] -2"
    t.pay("ana", 1)
    t.erase("ana.2:-2")
    assert t.faces("ana.2") == "opportunity [3]"
    assert t.pending == "ana.2"
    t.resolve("ana.2")
    assert t.scores == "Ana 5, Ben 3"


@pytest.mark.rule("BWD-121", "BWD-122")
def test_flexibility_in_one_entry():
    t = table("Ana Ben", cards="flexibility", **{"ana.1": "[flexibility]", "ana.2": "[blank]"})
    t.resolve("ana.1", tag="points", on="ana.2:active", erase="ana.2:-2", points="-1")
    assert (t.faces("ana.2"), t.scores) == ("[3]", "Ana 2, Ben 3")


@pytest.mark.rule("BWD-127", "BWD-126")
def test_minus_two_on_an_opponents_blank_active_face():
    t = table("Ana Ben", **{"ana.1": "[tag]", "ben.1": "tag [blank]"})
    t.resolve("ana.1", tag="points", on="ben.1", puts=["-2=ben.1:active"])
    assert t.faces("ben.1") == "tag [-2] 3"
    t.resolve("ben.1")
    assert t.scores == "Ana 3, Ben 1"


@pytest.mark.rule("BWD-128", "BWD-129")
def test_the_opponent_erases_the_minus_two_and_resolves_a_blank():
    t = table("Ana Ben", set="V1", **{"ben.1": "[-2]", "ben.2": "[erase]"})
    t.next()
    t.next()
    t.resolve("ben.2", erase="ben.1:-2")
    with refused("BWD-116"):
        t.resolve("ben.1")
    t.resolve("ben.1", tag="investment")
    assert t.faces("ben.1") == "[investment]"
    assert t.scores == "Ana 3, Ben 3"


@pytest.mark.rule("BWD-239", "BWD-240")
def test_zoom_and_window_of_opportunity_on_reroll():
    t = table("Ana Ben", cards="zoom")
    assert "re-roll<zoom" in t.stacks
    t.add("window of opportunity")
    assert "re-roll<zoom<window-of-opportunity" in t.stacks


@pytest.mark.rule("BWD-248")
def test_opportunity_is_a_prerequisite_of_window_of_opportunity():
    t = table("Ana Ben", cards="opportunity window-of-opportunity", **{"ana.1": "opportunity"})
    t.tag("ana.1:opportunity", "window of opp")
    assert t.faces("ana.1") == "window-of-opportunity"


@pytest.mark.rule("BWD-177", "BWD-179", "A-BW-25")
def test_teleport_moves_an_icon_and_an_opponent_loses_three():
    dice = {"ana.1": "[teleport]", "ana.2": "[blank]", "ben.1": "[3] tag"}
    t = table("Ana Ben Cho", cards="teleport", points="cho=2", **dice)
    t.resolve("ana.1", tag="tag", on="ana.2:active", erase="ben.1:tag", points="cho=-3")
    assert (t.faces("ana.2"), t.faces("ben.1")) == ("[tag]", "[3]")
    assert t.scores == "Ana 3, Ben 3, Cho 0"
    assert any("Cho −2" in line for line in t.said)
