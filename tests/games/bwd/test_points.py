"""Points: gained, lost, stolen, paid."""

import pytest

from companion.testing.plays import refused
from tests.games.bwd.tables import table


@pytest.mark.rule("BWD-25", "BWD-148")
def test_nobody_goes_below_nothing_and_the_log_says_what_was_lost():
    t = table("Ana Ben")
    t.score("ana", -5)
    assert t.scores == "Ana 0, Ben 3"
    assert t.said == ["Ana −3: 3 → 0 (−5 asked, no more to lose)"]
    t.score("ana", 2)
    assert t.scores == "Ana 2, Ben 3"


@pytest.mark.rule("BWD-25")
def test_points_cannot_be_set_below_nothing():
    t = table("Ana Ben")
    with refused("BWD-25"):
        t.act(lambda action: action.add("points.set", seat=0, points=-1))


@pytest.mark.rule("BWD-149", "BWD-150", "BWD-259", "BWD-260")
def test_stealing_three_from_one_point_moves_one():
    t = table("Ana Ben", points="ben=1")
    t.steal("ana", "ben", 3)
    assert t.scores == "Ana 4, Ben 0"
    assert t.said == ["Ana steals 1 of 3 from Ben: Ana 4, Ben 0"]


@pytest.mark.rule("BWD-261")
def test_stealing_from_nothing_gains_nothing():
    t = table("Ana Ben", points="ben=0")
    t.steal("ana", "ben", 3)
    assert t.scores == "Ana 3, Ben 0"


@pytest.mark.rule("BWD-258")
def test_nobody_steals_from_themselves():
    with pytest.raises(Exception, match="Nobody steals"):
        table("Ana Ben").steal("ana", "ana", 1)


@pytest.mark.rule("BWD-151", "BWD-152", "BWD-154")
def test_a_price_is_paid_whole_or_not_at_all():
    t = table("Ana Ben")
    with refused("BWD-154", "cannot pay 4"):
        t.pay("ana", 4)
    assert t.scores == "Ana 3, Ben 3"
    t.pay("ana", 3)
    assert t.scores == "Ana 0, Ben 3"


@pytest.mark.rule("BWD-155", "BWD-156", "BWD-157", "BWD-158", "BWD-152")
def test_opportunity_is_paid_and_cocoon_loses():
    dice = {"ana.1": "[opportunity]", "ben.1": "[cocoon]"}
    t = table("Ana Ben", cards="opportunity cocoon", points="ana=1 ben=0", common="[tag] 3", **dice)
    t.claim("ana")
    with refused("BWD-154"):
        t.pay("ana", 2)
    t.resolve("ana.1", reroll="common=3")  # So the die is rolled.
    t.resolve("common")
    assert (t.faces("common"), t.scores) == ("tag [3]", "Ana 4, Ben 0")
    # With no points to lose, Cocoon is replaced all the same.
    t.resolve("ben.1", points="-2", did="becomes a 3")
    t.replace("ben.1:cocoon", "3")
    assert (t.faces("ben.1"), t.scores) == ("[3]", "Ana 4, Ben 0")


@pytest.mark.rule("BWD-152", "BWD-154")
def test_opportunity_keeps_the_face_for_two_points():
    t = table("Ana Ben", cards="opportunity", common="[3]", **{"ana.1": "[opportunity]"})
    t.claim("ana")
    t.pay("ana", 2)
    t.resolve("ana.1", did="paid 2")
    t.resolve("common")
    assert t.scores == "Ana 4, Ben 3"
    assert t.faces("ana.1") == "[opportunity]"
