"""Dice that change hands: claimed, swapped, in every phase, and what is owed then."""

import pytest

from companion.errors import Invalid, Refused
from companion.testing.plays import refused
from tests.games.bwd.tables import table

LATE = {"21": {"name": "Late", "phases": ["last"]}, "22": {"phases": ["first", "main", "last"]}}


def owner(t, die):
    seat = t.die(die).owner
    return None if seat is None else t.state.name(seat)


@pytest.mark.rule("BWD-130")
def test_a_die_that_changes_hands_keeps_its_face():
    t = table("Ana Ben", common="[3] tag", **{"ana.1": "tag [erase]", "ben.1": "[3]"})
    t.claim("ben")
    assert (owner(t, "common"), t.faces("common")) == ("Ben", "[3] tag")
    t.swap("ana.1", "ben.1")
    assert (owner(t, "ana.1"), t.faces("ana.1")) == ("Ben", "tag [erase]")
    assert (owner(t, "ben.1"), t.faces("ben.1")) == ("Ana", "[3]")


def test_one_takes_what_one_does_not_have_and_swaps_with_somebody_else():
    t = table("Ana Ben", holder="ana")
    with pytest.raises(Refused, match="has the common die already"):
        t.claim("ana")
    with pytest.raises(Refused, match="same player"):
        t.swap("ana.1", "common")


@pytest.mark.rule("BWD-202")
def test_the_common_die_stays_with_its_holder_until_another_claims_it():
    t = table("Ana Ben", common="[tag]", holder="ana", **{"ana.1": "[blank]"})
    for _ in range(4):
        t.next(untold=True)
    assert (t.where, owner(t, "common")) == ("2 roll", "Ana")
    t.roll(seed=1)
    assert "common" in t.does("dice.rolled")[0]["faces"]
    t.claim("ben")
    assert owner(t, "common") == "Ben"


@pytest.mark.rule("BWD-131")
def test_a_die_gained_in_ones_turn_is_owed():
    t = table("Ana Ben", common="[3]", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.claim("ana")
    assert t.pending == "common"
    t.resolve("common")
    assert t.scores == "Ana 9, Ben 3"


@pytest.mark.rule("BWD-131")
def test_a_die_gained_in_ones_turn_is_owed_in_last_as_well():
    t = table(
        "Ana Ben", cards="21 22", known=LATE, common="[#22]", holder="ben", **{"ana.1": "[3]"}
    )
    t.resolve("common", did="first")
    t.resolve("ana.1")
    t.claim("ana")
    t.resolve("common", did="main")
    t.next()
    t.next()
    assert (t.where, t.pending) == ("1 last ana", "common")


@pytest.mark.rule("BWD-131", "BWD-136")
def test_a_die_gained_before_ones_turn_is_owed_in_it():
    t = table("Ana Ben", holder="ana", common="[3]", **{"ana.1": "[blank]"})
    t.next()
    t.claim("ben")
    assert t.pending == "ana.1"
    t.resolve("ana.1", tag="erase")
    t.next()
    assert (t.where, t.pending) == ("1 main ben", "common")


@pytest.mark.rule("BWD-136", "BWD-137")
def test_the_common_die_resolves_for_each_who_has_it_in_turn():
    t = table("Ana Ben Cho", holder="ana", common="[3]", **{"ana.1": "[re-roll]"})
    t.resolve("common")
    t.resolve("ana.1", did="rolled nothing")
    t.next()
    for name in ("ben", "cho"):
        t.claim(name)
        t.resolve("common")
        with refused("BWD-132"):
            t.resolve("common")
        t.next()
    assert t.scores == "Ana 6, Ben 6, Cho 6"


@pytest.mark.rule("BWD-132")
def test_a_die_that_comes_back_does_not_resolve_again():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.resolve("ana.1")
    t.swap("ana.1", "ben.1")
    assert t.pending == "ben.1"
    t.swap("ana.1", "ben.1")
    assert t.pending == ""


@pytest.mark.rule("A-BW-10")
def test_a_die_received_after_ones_turn_is_owed_in_last_only():
    t = table(
        "Ana Ben", cards="21", known=LATE, **{"ana.1": "[3]", "ben.1": "[#21]", "ben.2": "[-2]"}
    )
    t.resolve("ana.1")
    t.next()
    t.swap("ana.1", "ben.1")  # In Ben's turn: Ana gets Late, Ben gets the 3.
    assert t.pending == "ana.1 ben.2"
    with refused("BWD-110", "Ben's turn"):
        t.resolve("ben.1", did="too early")
    t.resolve("ana.1")
    t.resolve("ben.2")
    t.next()
    assert (t.where, t.pending) == ("1 last ana", "ben.1")


@pytest.mark.rule("BWD-139")
def test_nobody_resolves_a_die_of_somebody_else():
    t = table("Ana Ben", **{"ana.1": "[3]", "ben.1": "[3]"})
    t.next()
    with refused("BWD-139", "ben.1 is not Ana's"):
        t.act(lambda action: action.add("die.resolved", die="ben.1", seat=0, how="", face="3"))


@pytest.mark.rule("BWD-90")
def test_dice_left_at_the_end_go_on_with_whoever_held_them():
    t = table("Ana Ben", common="tag", **{"ana.1": "3•", "ben.2": "erase"})
    t.swap("ana.1", "ben.2")
    again = table("Ben Cho Ana", kept=t)
    assert sorted([again.faces("ben.1"), again.faces("ben.2")]) == ["3•", "blank"]
    assert sorted([again.faces("ana.1"), again.faces("ana.2")]) == ["blank", "erase"]
    assert again.faces("cho.1") == "blank"
    assert again.faces("common") == "tag"
    assert again.where == "1 setup"


def test_the_dice_of_who_sits_out_stay_in_the_box():
    first = table("Ana Ben", **{"ben.1": "tag", "ben.2": "3"})
    second = table("Ana Cho", kept=first)
    assert second.faces("cho.1") == "blank"
    third = table("Ana Ben", kept=second)
    assert (third.faces("ben.1"), third.faces("ben.2")) == ("tag", "3")


def test_nobody_goes_on_with_more_than_two_dice_and_surplus_goes_home():
    t = table("Ana Ben", **{"ana.1": "tag", "ben.1": "erase", "ben.2": "3"})
    t.claim("ana", "ben.1")
    again = table("Ana Ben", kept=t)
    assert (again.faces("ana.1"), again.faces("ana.2")) == ("tag", "blank")
    assert (again.faces("ben.1"), again.faces("ben.2")) == ("3", "erase")


def test_a_disc_marks_a_face_by_its_number_too():
    t = table("Ana Ben", **{"ana.1": "3 tag"})
    t.mark("ana", "ana.1#2")
    assert t.state.discs[0] == "face:ana.1#2"


def test_a_die_does_not_show_two_faces():
    t = table("Ana Ben", **{"ana.1": "3 tag"})
    with pytest.raises(Invalid, match="two faces"):
        t.roll("ana.1=3", "a1=tag")
