"""Wards and always-effects are brought to mind when someone's dice or points are targeted."""

import pytest

from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table

CARDS = "camouflage medkit 33"
KNOWN = {"33": {"name": "Beacon", "always": "All others pay 1 more."}}


def guarded(**more):
    faces = {"ben.1": "[camouflage] 3", "ben.2": "medkit [beacon]", "ana.1": "[tag] 3"}
    return table("Ana Ben", cards=CARDS, known=KNOWN, **faces, **more)


def reminded(t):
    """Whose wards the newest entry brought to mind: `Ben Camouflage, …`."""
    return ", ".join(
        f"{who} {what.split(' on ')[0]}"
        for who, has, what in (sentence.partition(" has ") for sentence in t.warned)
        if has
    )


@pytest.mark.rule("BWD-173", "BWD-180", "BWD-269", "BWD-205")
def test_targeting_a_die_brings_wards_and_always_effects_to_mind():
    t = guarded()
    t.resolve("ana.1", tag="erase", on="ben.1")
    assert reminded(t) == "Ben Camouflage, Ben Beacon"
    assert "dot on this face" in t.warned[0]


@pytest.mark.rule("BWD-269")
@pytest.mark.parametrize("how", ["erase", "replace", "claim", "swap"])
def test_so_does_all_else_that_is_done_to_dice(how):
    t = guarded()
    t.next()
    if how == "erase":
        t.erase("ben.1:3")
    elif how == "replace":
        t.replace("ben.1:3", "tag")
    elif how == "claim":
        t.claim("ana", "ben.1")
    else:
        t.swap("ana.2", "ben.1")
    assert "Ben Camouflage" in reminded(t)


@pytest.mark.rule("BWD-269")
def test_a_reroll_and_the_window_target_dice():
    t = guarded(holder="ben", common="[3]")
    t.write("ana.1", "re-roll", "the-window")
    t.roll("ana.1=re-roll")
    t.resolve("ana.1", reroll="ben.1=3")
    assert "Ben Camouflage" in reminded(t)
    t = guarded(holder="ben", common="[3]")
    t.write("ana.1", "re-roll", "the-window")
    t.roll("ana.1=the-window")
    t.resolve("ana.1", reroll="common=3")
    assert "Ben Camouflage" in reminded(t)


@pytest.mark.rule("BWD-174", "BWD-181")
def test_points_that_somebody_loses_bring_wards_to_mind():
    t = guarded()
    t.steal("ana", "ben", 1)
    assert "Ben Camouflage" in reminded(t)
    t.score("ben", -1)
    assert "Ben Camouflage" in reminded(t)
    t.score("ben", 1)
    assert reminded(t) == ""


@pytest.mark.rule("BWD-179", "BWD-180", "BWD-181", "A-BW-25")
def test_a_loss_that_targets_nobody_is_no_matter_for_a_ward_against_targeting():
    t = table("Ana Ben Cho", cards="camouflage teleport medkit", **{
        "ana.1": "[teleport] 3", "ben.1": "[camouflage]", "cho.1": "[medkit]"
    })  # fmt: skip
    t.score("ben", 5)
    t.resolve("ana.1", "ben=-3", did="moved the 3")
    assert reminded(t) == "Cho Medkit"


@pytest.mark.rule("BWD-174", "BWD-175")
@pytest.mark.parametrize(
    ("text", "losers", "whose"),
    [
        ("Pick an opponent, who loses 2.", ["ben"], "Ben Camouflage"),
        ("Target player loses 2.", ["ben"], "Ben Camouflage"),
        ("", ["ben"], "Ben Camouflage"),
        ("Choose a die: re-roll it. An opponent loses 2.", ["ben"], ""),
        ("All opponents lose 2.", ["ben", "cho"], ""),
        ("", ["ben", "cho"], ""),
    ],
)
def test_one_who_is_picked_to_lose_points_is_targeted_and_all_together_are_not(text, losers, whose):
    known = {"17": {"name": "Storm", "text": text}}
    faces = {"ana.1": "[storm]", "ben.1": "[camouflage]"}
    t = table("Ana Ben Cho", cards="17 camouflage", known=known, **faces)
    t.resolve("ana.1", " ".join(f"{loser}=-2" for loser in losers))
    assert reminded(t) == whose


@pytest.mark.rule("BWD-181")
def test_ones_own_losses_can_be_warded_off_too():
    t = table("Ana Ben", cards=CARDS, **{"ana.1": "[-2]", "ana.2": "[medkit]"})
    t.resolve("ana.1")
    assert reminded(t) == "Ana Medkit"


@pytest.mark.rule("A-BW-24")
def test_a_payment_is_no_loss_and_needs_no_ward():
    t = guarded()
    t.pay("ben", 1)
    assert t.warned == []


@pytest.mark.rule("BWD-269")
def test_a_ward_that_is_not_on_top_or_whose_card_does_not_work_is_silent():
    t = guarded()
    t.roll("ben.1=3")
    t.neutralize("beacon")
    t.next()
    t.erase("ben.1:camouflage")
    assert reminded(t) == ""


@pytest.mark.rule("BWD-269")
def test_nobody_needs_a_ward_for_ones_own_dice():
    t = guarded()
    t.next()
    t.next(untold=True)
    t.erase("ben.1:3")
    assert reminded(t) == ""


@pytest.mark.rule("BWD-273")
def test_a_ward_tagged_on_a_blank_face_works_at_once():
    t = table("Ana Ben", cards=CARDS, **{"ana.1": "[blank]", "ben.1": "[erase]"})
    t.resolve("ana.1", tag="camouflage")
    t.resolve("ben.1", erase="ana.1:camouflage")
    assert reminded(t) == "Ana Camouflage"


@pytest.mark.rule("BWD-207", "BWD-272")
def test_using_a_ward_leaves_the_die_unresolved():
    t = guarded()
    t.dot("ben.1:camouflage")
    assert t.faces("ben.1") == "[camouflage•] 3"
    assert t.die("ben.1").resolved == frozenset()


@pytest.mark.rule("BWD-173")
def test_claiming_the_common_die_and_drawing_dashes_target_dice_too():
    t = guarded(holder="ben", common="[3]")
    t.next()
    t.dash("ben.1:3")
    assert "Ben Camouflage" in reminded(t)
    t.claim("ana")
    assert "Ben Camouflage" in reminded(t)
    t.dot("ben.1:camouflage")  # That is Ben using the ward.
    assert reminded(t) == ""


# An effect that fizzles


PLAIN = {"phases": ["main"], "ward": ""}
READ = {"17": {"text": "Gain 2."}, "18": PLAIN}


def asked(known, cards="17 18", **faces):
    faces = faces or {"ana.1": "[3] #17", "ben.1": "[#18] 3"}
    t = table("Ana Ben", cards=cards, known=known, **faces)
    t.resolve("ana.1", fizzled=True)
    return t


@pytest.mark.rule("BWD-223", "BWD-269")
def test_nothing_fizzles_where_every_card_was_read_and_none_is_a_ward():
    with refused("BWD-269", "none is a ward", "--fizzle"):
        asked(READ)
    t = table("Ana Ben", cards="17", known=READ, **{"ana.1": "[3]"})
    t.house = "we felt for him"
    t.resolve("ana.1", fizzled=True)
    assert t.overruled == ["BWD-269"]


@pytest.mark.rule("BWD-223", "BWD-225", "BWD-269")
@pytest.mark.parametrize(
    "known",
    [
        {"17": {"ward": "No."}, "18": PLAIN},  # It may have erased itself by now.
        {"17": {"text": "Gain 2."}},  # Nobody has read 18.
        {"17": {"text": "Gain 2.", "always": "You may stop an effect."}, "18": PLAIN},
        {"17": {"text": "The next effect fizzles."}, "18": PLAIN},
    ],
)
def test_what_may_stop_an_effect_is_left_to_the_table(known):
    t = asked(known)
    assert (t.scores, t.faces("ana.1")) == ("Ana 3, Ben 3", "[3] #17")


@pytest.mark.rule("BWD-269")
def test_so_is_a_tableau_that_nobody_told_and_an_icon_whose_card_is_elsewhere():
    assert asked({}, cards="", **{"ana.1": "[3]"}).scores == "Ana 3, Ben 3"
    t = asked(READ, **{"ana.1": "[3]", "ben.1": "medkit"})
    assert t.scores == "Ana 3, Ben 3"


@pytest.mark.rule("BWD-269")
def test_a_card_that_stopped_an_effect_is_not_taken_back():
    t = table("Ana Ben", cards="17", known=READ, **{"ana.1": "[3]"})
    t.add("medkit")
    added = t.entry
    t.resolve("ana.1", fizzled=True)
    with refused("BWD-269", "Nothing in play"):
        t.undo(added)


@pytest.mark.rule("BWD-269")
def test_what_is_read_later_changes_nothing_of_what_fizzled():
    t = table("Ana Ben", cards="17 medkit", known=READ, **{"ana.1": "[3]"})
    t.score("ben", 1)
    scored = t.entry
    t.resolve("ana.1", fizzled=True)
    t.describe("medkit", ward="", text="More.")
    t.undo(scored)
    assert t.scores == "Ana 3, Ben 3"


# What a ward can ward


@pytest.mark.rule("BWD-180", "BWD-181", "BWD-269")
@pytest.mark.parametrize(
    ("ward", "against"),
    [
        ("When somebody targets you, you may put a dot on this face; it fizzles.", "erase steal"),
        ("Nobody erases a face of yours.", "erase steal"),
        ("Erase this icon: no points are lost.", "steal -2"),
        ("You may erase it; then an effect that makes anybody lose points fizzles.", "steal -2"),
        ("Nothing happens to you.", "erase steal -2"),
        ("Your dice are not rolled, and you lose no points.", "erase steal -2"),
    ],
)
def test_a_ward_comes_to_mind_for_what_it_can_ward(ward, against):
    reminders = []
    for what in ("erase", "steal", "-2"):
        faces = {"ana.1": "[-2]", "ben.1": "[#17] 3", "ben.2": "[-2]"}
        t = table("Ana Ben", cards="17", known={"17": {"ward": ward, "phases": ["last"]}}, **faces)
        if what == "erase":
            t.erase("ben.1:3")
        elif what == "steal":
            t.steal("ana", "ben", 1)
        else:
            t.resolve("ana.1")
            t.resolve("ben.2")
        if reminded(t):
            reminders.append(what)
    assert " ".join(reminders) == against


@pytest.mark.rule("BWD-261", "BWD-269")
def test_where_no_point_is_lost_no_ward_stops_it():
    t = table("Ana Ben", cards=CARDS, points="ana=0", **{"ana.1": "[-2]", "ben.1": "[medkit]"})
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"
    assert reminded(t) == ""


@pytest.mark.rule("BWD-179", "BWD-180")
def test_whoever_is_not_the_target_is_not_reminded_of_a_ward_against_targeting():
    t = table("Ana Ben Cho", cards=CARDS, **{"ana.1": "[3]", "cho.1": "[camouflage]"})
    t.steal("ana", "ben", 1)
    assert reminded(t) == ""
    t.steal("ana", "cho", 1)
    assert reminded(t) == "Cho Camouflage"


def test_anybodys_ward_may_stop_a_loss():
    t = table("Ana Ben Cho", known=KNOWN, **{"ana.1": "[medkit]", "ben.1": "[-2]", "cho.1": "3"})
    t.next()
    t.next()
    t.resolve("ben.1")
    assert any("Ana has Medkit" in sentence for sentence in t.warned)
    assert any("--fizzle" in sentence for sentence in t.warned)


def test_what_its_card_does_is_not_offered_while_it_does_not_work():
    t = table(
        "Ana Ben",
        known={"17": {"name": "Bang", "text": "Gain 2."}},
        cards="17",
        **{"ana.1": "[#17]"},
    )
    t.next()
    assert any("Gain 2." in step for step in GAME.todo(t.state, t.catalogue))
    t.neutralize("17")
    steps = GAME.todo(t.state, t.catalogue)
    assert "erases itself" in steps[0]
    assert not any("Gain 2." in step or "--points" in step for step in steps)
