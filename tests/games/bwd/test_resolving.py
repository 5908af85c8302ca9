"""Resolving a die: blanks, numbers, the core icons, and what erases itself."""

import pytest

from companion.errors import Illegal, Invalid
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table

FULL = "tag tag tag tag tag tag"


def full_dice(*but):
    """Every die full of tags, except those named."""
    every = ("ana.1", "ana.2", "ben.1", "ben.2", "common")
    return {die: FULL for die in every if die not in but}


# Blank faces


@pytest.mark.rule("BWD-22", "BWD-116")
def test_a_blank_face_has_to_be_tagged():
    t = table("Ana Ben", set="V1", **{"ana.1": "3 [blank]"})
    with refused("BWD-116", "--tag", "Investment"):
        t.resolve("ana.1")
    with refused("BWD-116"):
        t.resolve("ana.1", nothing=True)
    t.resolve("ana.1", tag="investment")
    assert t.faces("ana.1") == "3 [investment]"


@pytest.mark.rule("BWD-22", "BWD-116")
def test_it_is_that_face_that_is_tagged():
    t = table("Ana Ben", **{"ana.1": "tag [blank]"})
    with refused("BWD-116", "--put"):
        t.resolve("ana.1", tag="points", puts=["3=ana.1#4", "-2=ana.1#5"])
    with pytest.raises(Invalid, match="blank face"):
        t.resolve("ana.1", tag="erase", on="ana.2")
    t.resolve("ana.1", tag="points", puts=["-2=ana.1:active"])
    assert t.faces("ana.1") == "tag [-2] 3"


@pytest.mark.rule("BWD-23", "BWD-24", "BWD-117", "BWD-118", "BWD-132")
def test_what_was_tagged_so_does_not_resolve():
    t = table("Ana Ben", **{"ana.1": "[blank]"})
    t.resolve("ana.1", tag="points")
    assert t.faces("ana.1") == "[3] -2"
    assert t.scores == "Ana 3, Ben 3"
    assert t.pending == ""
    with refused("BWD-132", "resolved ana.1 in this phase already"):
        t.resolve("ana.1")


@pytest.mark.rule("BWD-116")
def test_a_blank_face_does_nothing_else():
    t = table("Ana Ben", **{"ana.1": "[blank]", "ben.1": "tag"})
    for choice in ({"erase": "ben.1:tag"}, {"reroll": "ben.1"}, {"points": "+2"}):
        with pytest.raises(Invalid, match="no more"):
            t.resolve("ana.1", tag="erase", **choice)


@pytest.mark.rule("A-BW-18")
def test_with_no_card_to_tag_nothing_happens_and_the_die_is_resolved():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "[blank]"})
    for card in ("tag", "erase", "points", "the-window"):
        t.neutralize(card)
    t.next()
    resolves = "`companion bwd resolve ana.1`; no card is left to tag it with"
    assert f"Ana has to resolve ana.1 (blank): {resolves}." in t.todo
    with pytest.raises(Invalid) as refusal:
        t.resolve("ana.1", fizzled=True)
    assert refusal.value.hint == "`companion bwd resolve ana.1`"
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"
    assert t.pending == ""
    assert "nothing was done (A-BW-18)" in t.warned[-1]


@pytest.mark.rule("BWD-116", "BWD-245")
def test_a_blank_face_is_no_place_for_a_complex_icon():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "the-window [blank]"})
    t.next()
    with refused("BWD-245", "ana.1 shows a blank one", "Another card: `companion bwd resolve"):
        t.resolve("ana.1", tag="window-of-opportunity")
    for elsewhere in ("ana.1:the-window", "ana.2", "ana.1#5"):
        with pytest.raises(Invalid, match="tags that face and does no more"):
            t.resolve("ana.1", tag="window-of-opportunity", on=elsewhere)
    t.house = "we draw what we like"
    t.resolve("ana.1", tag="window-of-opportunity", on="a.1:blank")
    assert t.faces("ana.1") == "the-window [window-of-opportunity]"
    assert t.overruled == ["BWD-245"]


@pytest.mark.rule("BWD-245")
def test_where_a_complex_icon_could_go_instead():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "[tag]", "ben.2": "the-window"})
    t.next()
    with refused("BWD-245", "Name a face that has it, such as `ben.2:the-window`."):
        t.resolve("ana.1", tag="window-of-opportunity", on="ben.1")
    t.resolve("ana.1", tag="window-of-opportunity", on="ben.2:the-window")
    t.next()
    with refused("BWD-245", "There is no such face to be tagged now: choose another card."):
        t.tag("ana.2", "window-of-opportunity")


@pytest.mark.rule("BWD-170")
def test_a_blank_face_is_no_icon():
    t = table("Ana Ben", **{"ana.1": "[blank]"})
    assert t.die("ana.1").top.icon is None
    with refused("BWD-245"):  # Nothing that could be a prerequisite.
        t.add("window-of-opportunity")
        t.tag("ana.1:active", "window-of-opportunity")


# Once per phase


@pytest.mark.rule("BWD-33", "BWD-132", "BWD-134", "BWD-135", "BWD-194", "BWD-256")
def test_a_reroll_is_no_second_resolution():
    t = table("Ana Ben", **{"ana.1": "[3] -2", "ana.2": "[re-roll]"})
    t.resolve("ana.1")
    t.resolve("ana.2", reroll="ana.1=-2")
    assert t.faces("ana.1") == "3 [-2]"
    with refused("BWD-132", "no second time"):
        t.resolve("ana.1")
    t.roll("ana.1=3")
    with refused("BWD-132"):
        t.resolve("ana.1")
    assert t.scores == "Ana 6, Ben 3"


@pytest.mark.rule("BWD-193")
def test_a_reroll_of_an_unresolved_die_counts():
    t = table("Ana Ben", **{"ana.1": "[-2] 3", "ana.2": "[re-roll]"})
    t.resolve("ana.2", reroll="ana.1=3")
    t.resolve("ana.1")
    assert t.scores == "Ana 6, Ben 3"


@pytest.mark.rule("BWD-132")
def test_a_house_may_resolve_twice():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.house = "our double die"
    t.resolve("ana.1")
    assert (t.overruled, t.scores) == (["BWD-132"], "Ana 9, Ben 3")


@pytest.mark.rule("BWD-114")
def test_a_die_resolves_with_what_it_shows():
    t = table("Ana Ben", **{"ana.1": "[3] -2"})
    with refused("BWD-114", "does not show −2"):
        t.act(
            lambda action: (
                action.add("phase.begun", phase="main", turn=0),
                action.add("die.resolved", die="ana.1", seat=0, how="", face="-2"),
            )
        )


# Taking another turn


@pytest.mark.rule("BWD-35", "BWD-36", "BWD-266", "BWD-267")
def test_another_turn_opens_all_dice_as_they_lie():
    t = table("Ana Ben", set="V2", **{"ana.1": "[3]", "ana.2": "[-2]", "ben.1": "[3]"})
    t.resolve("ana.1")
    t.resolve("ana.2")
    t.again("ana")
    assert (t.pending, t.kinds) == ("ana.1 ana.2", ["turn.repeated"])
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("[3]", "[-2]")
    t.resolve("ana.1")
    t.resolve("ana.2")
    assert t.scores == "Ana 5, Ben 3"
    with refused("BWD-132"):
        t.resolve("ana.1")


@pytest.mark.rule("A-BW-23")
def test_the_icon_that_grants_the_turn_does_not_resolve_in_it():
    t = table("Ana Ben", set="V2", **{"ana.1": "[3]", "ana.2": "[time-warp]"})
    t.resolve("ana.1")
    t.resolve("ana.2", did="another turn")
    t.again("ana", by="ana.2")
    assert t.pending == "ana.1"


@pytest.mark.rule("A-BW-23", "BWD-22")
def test_it_is_the_icon_that_is_done_and_not_the_die():
    known = {"17": {"name": "Encore", "one_shot": True}}
    t = table("Ana Ben", cards="encore", known=known, **{"ana.1": "[#17] 3", "ana.2": "[re-roll]"})
    t.resolve("ana.1", did="another turn")  # It is for use once, and gone.
    t.again("ana", by="ana.1")
    assert t.pending == "ana.1 ana.2"
    assert "ana.1 (blank) is to be resolved again" in t.warned[0]
    t.resolve("ana.1", tag="tag")
    assert t.faces("ana.1") == "[tag] 3"


@pytest.mark.rule("A-BW-23")
def test_a_die_that_was_rolled_again_shows_another_icon():
    t = table("Ana Ben", set="V2", **{"ana.1": "[time-warp] 3", "ana.2": "[re-roll]"})
    t.resolve("ana.1", did="another turn")
    t.again("ana", by="ana.1")
    assert t.pending == "ana.2"
    t.resolve("ana.2", reroll="ana.1=3")
    assert t.pending == "ana.1"
    t.roll("ana.1=time-warp")  # The same icon: that one is done.
    assert t.pending == ""
    with refused("BWD-132"):
        t.resolve("ana.1", did="another turn")
    t.erase("ana.1:active")
    assert t.pending == "ana.1"


@pytest.mark.rule("A-BW-23", "BWD-117", "BWD-139", "BWD-170")
def test_what_grants_another_turn_is_an_icon_of_ones_own_once():
    dice = {"ana.1": "[time-warp]", "ana.2": "[blank]", "ben.1": "[time-warp]", "ben.2": "[3]"}
    t = table("Ana Ben", set="V2", **dice)
    t.resolve("ana.1", did="another turn")
    with refused("BWD-170", "blank"):
        t.again("ana", by="ana.2")
    with refused("BWD-139", "ben.1 is not Ana's"):
        t.again("ana", by="ben.1")
    t.resolve("ana.2", tag="time-warp")
    with refused("BWD-117", "ana.2 has resolved no icon"):
        t.again("ana", by="ana.2")
    t.again("ana", by="ana.1")
    with refused("A-BW-23", "ana.1 has granted Ana a turn"):
        t.again("ana", by="ana.1")


GRANTS = {"ana.1": "[time-warp] 3", "ana.2": "[tag] 3 -2", "ben.1": "[3] -2", "ben.2": "3 [0]"}


@pytest.mark.rule("A-BW-23", "BWD-132", "BWD-143", "BWD-145")
def test_neither_a_core_icon_nor_a_number_grants_another_turn():
    t = table("Ana Ben", set="V2", **GRANTS)
    t.next()
    with refused("BWD-132", "Tag on ana.2 does what its card says", "resolve ana.2"):
        t.again("ana", by="ana.2")
    t.resolve("ana.2", tag="tag", on="ben.2")
    with refused("BWD-132", "Tag on ana.2"):
        t.again("ana", by="ana.2")
    t.resolve("ana.1", did="nothing of note")
    t.next()
    with refused("BWD-143", "3 on ben.1 scores", "`companion bwd resolve ben.1`"):
        t.again("ben", by="ben.1")
    with refused("BWD-145", "0 on ben.2 only erases itself"):
        t.again("ben", by="ben.2")
    t.resolve("ben.1")
    t.resolve("ben.2")
    with refused("BWD-143"):
        t.again("ben", by="ben.1")
    with refused("BWD-145"):
        t.again("ben", by="ben.2")
    t.house = "a 3 is a turn"
    t.again("ben", by="ben.1")
    assert (t.overruled, t.pending) == (["BWD-143"], "ben.2")


@pytest.mark.rule("A-BW-23", "BWD-223", "BWD-26")
@pytest.mark.parametrize(
    ("told", "rule"),
    [({"fizzled": True}, "BWD-223"), ({"nothing": True}, "BWD-26"), ({"points": "-2"}, "BWD-26")],
)
def test_what_had_no_effect_granted_nothing(told, rule):
    t = table("Ana Ben", set="V2", points="ana=0", **GRANTS)
    t.resolve("ana.1", **told)
    with refused(rule, "Time Warp on ana.1", "granted nothing", "resolve it with `--did`"):
        t.again("ana", by="ana.1")
    t.undo()
    t.resolve("ana.1", did="another turn")
    t.again("ana", by="ana.1")
    assert t.pending == "ana.2"


@pytest.mark.rule("A-BW-23", "BWD-142")
def test_an_icon_whose_card_does_not_work_grants_nothing():
    t = table("Ana Ben", set="V2", **GRANTS)
    t.next()
    t.neutralize("time-warp")
    with refused("BWD-142", "only erases itself", "`companion bwd resolve ana.1`"):
        t.again("ana", by="ana.1")
    t.resolve("ana.1")
    with refused("BWD-142", "its card is neutralized: it granted nothing"):
        t.again("ana", by="ana.1")
    assert t.faces("ana.1") == "[blank] 3"


def test_what_cannot_resolve_now_is_not_proposed():
    known = {"20": {"name": "Twice"}, "21": {"phases": ["last"]}, "22": {"one_shot": True}}
    dice = {"ana.1": "[#20]", "ana.2": "[#22]", "ben.1": "[#21]", "ben.2": "[3]"}
    t = table("Ana Ben", cards="20 21 22", known=known, **dice)
    t.resolve("ana.1", did="another turn")
    t.neutralize("20")
    for _ in range(2):
        t.next(untold=True)
    t.resolve("ben.1", did="it works")
    assert t.where == "1 last ben"
    for die, rule in (("ana.1", "BWD-142"), ("ana.2", "A-BW-05"), ("ben.2", "BWD-143")):
        with pytest.raises(Illegal) as refusal:
            t.again(t.state.seats["ab".index(die[0])].name, by=die)
        assert refusal.value.rule == rule
        assert "resolve" not in refusal.value.hint


@pytest.mark.rule("A-BW-23")
def test_what_has_not_resolved_yet_resolves_by_granting_a_turn_if_it_can():
    known = {"20": {"phases": ["first"]}, "21": {"phases": ["last"]}, "22": {"one_shot": True}}
    dice = {"ana.1": "[#20]", "ana.2": "[#21]", "ben.1": "[#22]", "ben.2": "[#23]"}
    t = table("Ana Ben", cards="20 21 22 23", known=known, **dice)
    t.next(untold=True)
    t.next(untold=True)
    for die, position in (("ana.1", "A-BW-06"), ("ana.2", "A-BW-05")):
        with refused(position, "nothing to resolve in the Main phase"):
            t.again("ana", by=die)
    t.next()
    with refused("BWD-233", "for use once", "`companion bwd resolve ben.1 --did TEXT` first"):
        t.again("ben", by="ben.1")
    t.again("ben", by="ben.2")
    assert t.pending == "ben.1"


@pytest.mark.rule("A-BW-23", "BWD-209")
def test_what_copies_grants_a_turn_if_the_copied_face_can():
    known = {"17": {"name": "Mirror", "copies": True}}
    dice = {"ana.1": "[#17]", "ana.2": "[#17]", "ben.1": "[3]", "ben.2": "[time-warp]"}
    t = table("Ana Ben", cards="17 time-warp", known=known, **dice)
    t.resolve("ana.1", copies="ben.1")
    with refused("BWD-143", "Mirror as 3 on ana.1 scores"):
        t.again("ana", by="ana.1")
    t.resolve("ana.2", copies="ben.2", did="another turn")
    t.again("ana", by="ana.2")
    with refused("BWD-143", "Mirror as 3 on ana.1 scores"):  # It still works as that.
        t.again("ana", by="ana.1")
    assert t.pending == "ana.1"


@pytest.mark.rule("BWD-110", "BWD-266")
def test_another_turn_passes_over_nobodys_dice_in_silence():
    t = table("Ana Ben Cho", **{"ana.1": "[3]", "ben.1": "[3]", "cho.1": "[3]"})
    t.next()
    with refused("BWD-110", "ana.1 (3)", "of Ana", "again ben --untold"):
        t.again("ben")
    with refused("BWD-110", "ana.1 (3)", "of Ana", "again ben --by ben.2 --untold"):
        t.again("ben", by="ben.2")
    t.resolve("ana.1")
    with refused("BWD-110", "ben.1 (3) and ben.2 (not told)", "of Ben"):
        t.again("cho")
    t.again("ben")  # Nobody is passed over.
    assert t.where == "1 main ben"
    with refused("BWD-110", "ben.1 (3)"):
        t.again("ana")
    t.again("cho", untold=True)
    assert t.said == ["Cho takes another turn (ben.1 was resolved, nobody told)"]
    assert (t.where, t.pending) == ("1 main cho", "cho.1")


@pytest.mark.rule("A-BW-23")
def test_in_older_logs_the_die_that_granted_a_turn_is_done():
    t = table("Ana Ben", set="V2", **{"ana.1": "[time-warp] 3"})
    t.resolve("ana.1", did="another turn")
    t.act(lambda action: action.add("turn.repeated", seat=0, by="ana.1"))
    t.roll("ana.1=3")
    assert t.pending == ""


@pytest.mark.rule("BWD-266")
def test_another_turn_in_a_phase_opens_that_phase_only():
    known = {"22": {"name": "Thrice", "phases": ["first", "main"]}}
    t = table("Ana Ben", cards="thrice", known=known, **{"ana.1": "[#22]", "ana.2": "[3]"})
    t.resolve("ana.1", did="first")
    t.again("ana")
    assert (t.where, t.pending) == ("1 first ana", "ana.1")
    t.resolve("ana.1", did="first again")
    t.resolve("ana.2")
    assert (t.where, t.pending) == ("1 main ana", "ana.1")


@pytest.mark.rule("BWD-266")
def test_another_turn_for_somebody_who_has_passed_on_too_early():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.resolve("ana.1")
    t.next()
    assert t.where == "1 main ben"
    t.again("ana")
    assert (t.where, t.pending) == ("1 main ana", "ana.1")
    t.resolve("ana.1")
    t.next()
    assert t.where == "1 main ben"


@pytest.mark.rule("BWD-266")
def test_there_is_no_turn_to_take_again_before_dice_resolve():
    with refused("BWD-266"):
        table("Ana Ben", **{"ana.1": "[3]"}).again("ana")


# Numbers


@pytest.mark.rule("BWD-25", "BWD-27", "BWD-146", "BWD-147", "BWD-197", "BWD-198")
def test_numbers_gain_and_lose_and_stay():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[-2]", "ben.1": "[-2]"}, points="ben=1")
    t.resolve("ana.1")
    t.resolve("ana.2")
    t.resolve("ben.1")
    assert t.scores == "Ana 4, Ben 0"
    assert [t.faces(die) for die in ("ana.1", "ana.2", "ben.1")] == ["[3]", "[-2]", "[-2]"]


@pytest.mark.rule("BWD-26", "BWD-27", "BWD-141")
def test_minus_two_at_nothing_erases_itself():
    t = table("Ana Ben", points="ana=0", **{"ana.1": "[-2] tag"})
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank] tag"
    assert t.scores == "Ana 0, Ben 3"


@pytest.mark.rule("BWD-144", "BWD-145")
def test_a_zero_always_erases_itself():
    t = table("Ana Ben", **{"ana.1": "[0]", "ana.2": "[0]"})
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"
    with refused("BWD-145", "without `--points`"):
        t.resolve("ana.2", points="+2")
    with refused("BWD-145", "without `--fizzle`"):
        t.resolve("ana.2", fizzled=True)
    t.resolve("ana.2", did="somebody hoped it would count")
    assert t.faces("ana.2") == "[blank]"


@pytest.mark.rule("BWD-143")
@pytest.mark.parametrize("told", [{"nothing": True}, {"points": "+0"}])
def test_a_number_always_scores_and_nobody_declines(told):
    t = table("Ana Ben", points="ana=1 ben=0", **{"ana.1": "[3]", "ana.2": "[-2]", "ben.1": "[-2]"})
    with refused("BWD-143", "3 on ana.1 brings 3 to Ana", "`companion bwd resolve ana.1`"):
        t.resolve("ana.1", **told)
    with refused("BWD-143", "−2 on ana.2 takes 2 from Ana", "`--points` with `--did`"):
        t.resolve("ana.2", **told)
    t.resolve("ana.1")
    t.resolve("ana.2")
    t.resolve("ben.1", **told)  # With nothing to lose, that is how it is.
    assert (t.scores, t.faces("ben.1")) == ("Ana 2, Ben 0", "[blank]")


@pytest.mark.rule("BWD-143")
def test_a_house_may_decline():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[0]"})
    t.house = "a 3 is a may"
    t.resolve("ana.1", nothing=True)
    assert (t.overruled, t.faces("ana.1"), t.scores) == (["BWD-143"], "[blank]", "Ana 3, Ben 3")
    t.resolve("ana.2", fizzled=True)
    assert (t.overruled, t.faces("ana.2")) == (["BWD-145"], "[0]")


@pytest.mark.rule("BWD-28", "BWD-190", "A-BW-32")
def test_tag_and_erase_are_not_declined_while_they_can_do_something():
    t = table("Ana Ben", **{"ana.1": "[tag]", "ana.2": "[erase]"})
    with refused("BWD-28", "ana.1 has to tag", "--tag CARD --on DIE"):
        t.resolve("ana.1", nothing=True)
    with refused("BWD-190", "ana.2 has to erase a face", "--erase DIE:FACE"):
        t.resolve("ana.2", nothing=True)
    t.neutralize("tag")
    t.resolve("ana.1", nothing=True)
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-142", "BWD-232")
def test_what_does_not_work_does_not_fizzle_either():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]"})
    t.neutralize("investment")
    with refused("BWD-142", "only erases itself", "without `--fizzle`"):
        t.resolve("ana.1", fizzled=True)


@pytest.mark.rule("BWD-142")
def test_what_an_icon_did_whose_card_does_not_work_did_not_happen():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]"})
    t.neutralize("investment")
    with refused("BWD-142", "only erases itself", "resolve ana.1`, without what it did"):
        t.resolve("ana.1", did="gained two")
    t.house = "we like it"
    t.resolve("ana.1", did="gained two")
    assert (t.overruled, t.faces("ana.1")) == (["BWD-142"], "[investment]")
    t.undo()
    t.house = None
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-143", "A-BW-08")
@pytest.mark.parametrize("what", ["neutralized", "overwritten", "absent"])
def test_numbers_score_whatever_becomes_of_their_card(what):
    # The 7 is an icon of a card that is not in the tableau at all.
    known = {"30": {"icons": ["7"]}, "31": {"overwrites": "points"}}
    cards = "31" if what == "overwritten" else "17"
    t = table("Ana Ben", cards=cards, known=known, **{"ana.1": "[3]", "ana.2": "[-2]"})
    if what == "neutralized":
        t.neutralize("points")
    if what == "absent":
        t.write("ana.1", "7")
        t.roll("ana.1=7")
    t.resolve("ana.1")
    assert t.state.scores[0] == (10 if what == "absent" else 6)
    t.resolve("ana.2")
    assert t.state.scores[0] == (8 if what == "absent" else 4)
    assert t.faces("ana.2") == "[-2]"


@pytest.mark.rule("BWD-143", "BWD-26", "A-BW-08")
def test_a_neutralized_number_still_erases_itself_when_it_changes_nothing():
    t = table("Ana Ben", points="ana=0", **{"ana.1": "[-2]"})
    t.neutralize("points")
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"


def test_a_cards_printed_number_is_no_points():
    t = table("Ana Ben", cards="17", **{"ana.1": "[#17]"})
    t.resolve("ana.1", did="whatever it says")
    assert t.scores == "Ana 3, Ben 3"


def test_a_number_that_something_changes_scores_what_the_table_says():
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[-2]"})
    t.resolve("ana.1", points="+6", did="doubled")
    assert t.scores == "Ana 9, Ben 3"
    with pytest.raises(Invalid, match="number"):
        t.resolve("ana.2", erase="ana.1:3")


@pytest.mark.rule("BWD-143")
@pytest.mark.parametrize(
    ("die", "points"),
    [("ana.1", "-3"), ("ana.1", "ben=+3"), ("ana.1", "+3 ben=-1"), ("ana.2", "+2")],
)
def test_a_number_scores_other_points_only_where_it_is_said_why(die, points):
    t = table("Ana Ben", **{"ana.1": "[3]", "ana.2": "[-2]"})
    with refused("BWD-143", "nothing was told that would change this", "`--points` with `--did`"):
        t.resolve(die, points=points)
    t.resolve(die, points=points, did="turned around")
    assert t.faces(die) in ("[3]", "[-2]")


@pytest.mark.rule("BWD-143", "A-BW-07")
def test_what_a_number_scores_may_be_told_as_well():
    t = table("Ana Ben", points="ana=1 ben=0", **{"ana.1": "[-2]", "ana.2": "[3]", "ben.1": "[-3]"})
    t.resolve("ana.1", points="-1")  # All that there was to lose.
    t.resolve("ana.2", points="+3")
    t.resolve("ben.1", points="-3")
    assert (t.scores, t.faces("ben.1")) == ("Ana 3, Ben 0", "[blank]")


@pytest.mark.rule("A-BW-09")
def test_a_fizzled_icon_is_not_erased():
    t = table("Ana Ben", set="V1", **{"ana.1": "[-2]", "ana.2": "[investment]"})
    t.resolve("ana.1", points="+0", did="fizzled")
    t.resolve("ana.2", did="fizzled")
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("[-2]", "[investment]")
    assert t.scores == "Ana 3, Ben 3"


# Cards that do not work


@pytest.mark.rule("BWD-142", "BWD-232", "BWD-237")
def test_an_icon_of_a_card_that_does_not_work_erases_itself():
    t = table(
        "Ana Ben",
        cards="opportunity 17",
        **{"ana.1": "[tag]", "ana.2": "[the-window]", "ben.1": "[parasite] #17", "ben.2": "[#17]"},
    )
    t.neutralize("tag")
    t.resolve("ana.1")
    t.resolve("ana.2")
    t.resolve("ben.1")
    assert [t.faces(die) for die in ("ana.1", "ana.2", "ben.1")] == [
        "[blank]",
        "[blank]",
        "[blank] #17",
    ]
    assert t.die("common").owner is None
    t.resolve("ben.2", did="works")
    assert t.faces("ben.2") == "[#17]"


@pytest.mark.rule("BWD-142")
def test_a_card_that_does_not_work_brings_nothing_unless_the_house_says_so():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment]"})
    t.neutralize("investment")
    with refused("BWD-142", "Investment does not work"):
        t.resolve("ana.1", points="+2")
    t.house = "we ignore that"
    t.resolve("ana.1", points="+2")
    assert (t.overruled, t.scores) == (["BWD-142"], "Ana 5, Ben 3")
    assert t.faces("ana.1") == "[investment]"


@pytest.mark.rule("BWD-142")
def test_a_neutralized_card_of_an_untold_tableau_does_not_work():
    t = table("Ana Ben", **{"ana.1": "[investment]", "ana.2": "[multitag]"})
    t.neutralize("investment")
    t.resolve("ana.1")
    t.resolve("ana.2", did="works")
    assert (t.faces("ana.1"), t.faces("ana.2")) == ("[blank]", "[multitag]")


@pytest.mark.rule("BWD-26", "BWD-141")
def test_what_changed_nothing_erases_itself():
    t = table("Ana Ben", set="V1", **{"ana.1": "[investment••]"})
    t.resolve("ana.1", nothing=True)
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-233")
def test_a_one_shot_erases_itself_when_it_is_done():
    known = {"17": {"name": "Bang", "one_shot": True}}
    t = table("Ana Ben", cards="bang", known=known, **{"ana.1": "[#17] 3"})
    t.resolve("ana.1", points="+2 ben=-1")
    assert t.scores == "Ana 5, Ben 2"
    assert t.faces("ana.1") == "[blank] 3"


@pytest.mark.rule("BWD-233")
def test_a_one_shot_that_has_been_replaced_already_leaves_the_new_icon():
    known = {"17": {"one_shot": True}}
    t = table("Ana Ben", cards="17", known=known, **{"ana.1": "[#17]"})
    t.resolve("ana.1", erase="ana.1:active", tag="erase", on="ana.2")
    assert t.faces("ana.1") == "[blank]"


# Core icons


@pytest.mark.rule("BWD-126", "BWD-184", "BWD-185", "BWD-187")
def test_tag_draws_a_card_on_any_die():
    t = table("Ana Ben", set="V1", **{"ana.1": "[tag]", "ben.1": "[blank]", "ben.2": "[3]"})
    t.resolve("ana.1", tag="points", on="ben.1", puts=["-2=ben.1:active"])
    assert t.faces("ben.1") == "[-2] 3"
    t.resolve("ben.1")
    assert t.scores == "Ana 3, Ben 1"


@pytest.mark.rule("BWD-28")
def test_tag_with_every_face_full_erases_itself():
    t = table("Ana Ben", **full_dice("ana.1"), **{"ana.1": f"[tag]{FULL[3:]}"})
    t.resolve("ana.1")
    assert t.faces("ana.1") == f"[blank]{FULL[3:]}"


@pytest.mark.rule("BWD-28")
def test_tag_with_room_somewhere_is_asked_what_it_drew():
    t = table("Ana Ben", **full_dice("ana.1", "common"), **{"ana.1": f"[tag]{FULL[3:]}"})
    with pytest.raises(Invalid, match="what was done with it"):
        t.resolve("ana.1")
    with refused("BWD-85", "common"):
        t.resolve("ana.1", tag="erase", on="ana.2")
    t.resolve("ana.1", tag="erase", on="common")
    assert t.faces("ana.1") == f"[tag]{FULL[3:]}"


@pytest.mark.rule("A-BW-19")
def test_tag_over_a_prerequisite_is_possible_with_every_face_full():
    dice = {**full_dice("ana.1", "ben.1"), "ben.1": FULL.replace("tag", "the-window", 1)}
    t = table("Ana Ben", cards="window-of-opportunity", **dice, **{"ana.1": f"[tag]{FULL[3:]}"})
    with pytest.raises(Invalid, match="what was done with it"):
        t.resolve("ana.1")
    t.resolve("ana.1", tag="window-of-opportunity", on="ben.1")
    assert t.faces("ben.1").startswith("window-of-opportunity tag")
    assert t.faces("ana.1") == f"[tag]{FULL[3:]}"


@pytest.mark.rule("BWD-128", "BWD-190", "BWD-191")
def test_erase_wipes_any_face():
    t = table("Ana Ben", **{"ana.1": "[erase]", "ana.2": "[erase]", "ben.1": "[3] -2"})
    with refused("BWD-190"):
        t.resolve("ana.1", erase="ben.1#5")
    with pytest.raises(Invalid, match="what was done with it"):
        t.resolve("ana.1")
    t.resolve("ana.1", erase="ben.1:active")
    t.resolve("ana.2", erase="ben.1:-2")
    assert t.faces("ben.1") == "[blank]"
    with refused("BWD-116"):
        t.resolve("ben.1")


@pytest.mark.rule("A-BW-32")
def test_erase_may_choose_itself():
    t = table("Ana Ben", **{"ana.1": "[erase]"})
    t.resolve("ana.1", erase="ana.1:active")
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-34", "BWD-192", "BWD-254", "BWD-255")
def test_reroll_rolls_any_die_and_stays():
    t = table("Ana Ben", **{"ana.1": "[re-roll]", "ana.2": "[3]", "ben.1": "[3] tag"})
    with pytest.raises(Invalid, match="what was done with it"):
        t.resolve("ana.1")
    t.resolve("ana.1", reroll="ben.1=tag")
    assert t.faces("ben.1") == "3 [tag]"
    assert t.faces("ana.1") == "[re-roll]"
    assert t.pending == "ana.2"


def test_a_reroll_may_be_rolled_here_or_told_later():
    t = table("Ana Ben", **{"ana.1": "[re-roll]", "ana.2": "[re-roll]", "ben.1": "[3] tag"})
    t.resolve("ana.1", reroll="ben.1", seed=4)
    assert t.die("ben.1").active in range(6)
    t.resolve("ana.2", reroll="ben.1")
    assert t.die("ben.1").active is None
    assert any("What does ben.1 show now?" in sentence for sentence in t.warned)


@pytest.mark.rule("BWD-199", "BWD-200", "A-BW-11", "A-BW-13")
def test_the_window_rolls_the_common_die_and_then_takes_it():
    t = table("Ana Ben", holder="ben", common="[tag] 3", **{"ana.1": "[the-window]"})
    t.resolve("ana.1", reroll="common=3")
    assert [kind for kind in t.kinds if kind in ("dice.rolled", "die.claimed")] == [
        "dice.rolled",
        "die.claimed",
    ]
    assert t.faces("common") == "tag [3]"
    assert t.state.name(t.die("common").owner) == "Ana"
    assert t.pending == "common"
    t.resolve("common")
    assert t.scores == "Ana 6, Ben 3"


@pytest.mark.rule("BWD-199", "BWD-202")
def test_the_window_rolls_ones_own_common_die_too():
    t = table("Ana Ben", holder="ana", common="[tag] 3", **{"ana.1": "[the-window]"})
    t.resolve("ana.1", reroll="3")
    assert t.faces("common") == "tag [3]"
    assert "die.claimed" not in t.kinds


@pytest.mark.rule("BWD-201")
def test_the_common_die_need_not_be_next():
    t = table("Ana Ben", common="[3]", **{"ana.1": "[the-window]", "ana.2": "[3]"})
    t.resolve("ana.1", reroll="common=3")
    t.resolve("ana.2")
    assert t.pending == "common"


@pytest.mark.rule("BWD-203")
def test_the_window_on_the_common_die_wastes_it():
    t = table("Ana Ben", holder="ana", common="[the-window] 3", **{"ben.1": "[3]"})
    t.resolve("common", reroll="common=3")
    assert t.faces("common") == "the-window [3]"
    assert t.pending == ""


def test_the_window_rolls_no_other_die():
    t = table("Ana Ben", **{"ana.1": "[the-window]", "ben.1": "3"})
    with pytest.raises(Invalid, match="rolls the common die"):
        t.resolve("ana.1", reroll="ben.1=3")
    t.resolve("ana.1")
    assert t.die("common").owner == 0
    assert any("common=…" in step for step in GAME.todo(t.state, t.catalogue))


@pytest.mark.parametrize(
    ("icon", "foreign"),
    [
        ("tag", {"reroll": "ben.1=3"}),
        ("tag", {"tag": "points", "erase": "ben.1:3"}),
        ("erase", {"reroll": "common"}),
        ("re-roll", {"tag": "points"}),
        ("the-window", {"tag": "points"}),
    ],
)
def test_a_core_icon_does_what_it_says_and_no_more(icon, foreign):
    t = table("Ana Ben", **{"ana.1": f"[{icon}]", "ben.1": "3"})
    before = t.state
    with pytest.raises(Invalid, match="does something else"):
        t.resolve("ana.1", **foreign)
    assert t.state == before


@pytest.mark.rule("BWD-34")
@pytest.mark.parametrize("icon", ["re-roll", "the-window"])
def test_a_roll_is_never_nothing(icon):
    t = table("Ana Ben", **{"ana.1": f"[{icon}]"})
    with refused("BWD-34"):
        t.resolve("ana.1", nothing=True)


@pytest.mark.rule("A-BW-07", "BWD-26")
@pytest.mark.rule("BWD-26", "A-BW-07")
def test_points_that_change_nothing_are_no_effect_unless_the_table_says_more():
    t = table("Ana Ben", set="V2", points="ben=0", **{"ana.1": "[parasite]", "ana.2": "[parasite]"})
    t.resolve("ana.1", points="ben=-2")
    assert t.faces("ana.1") == "[blank]"
    assert "`--did" in t.warned[-1]
    t.resolve("ana.2", points="ben=-2", did="and drew a dash")
    assert (t.faces("ana.2"), t.warned) == ("[parasite]", [])


@pytest.mark.rule("A-BW-07")
def test_points_that_nobody_has_to_lose_erase_the_icon():
    t = table("Ana Ben", set="V2", points="ben=0", **{"ben.2": "[parasite]", "ana.1": "[3]"})
    t.resolve("ana.1")
    t.resolve("ben.2", points="-3")
    assert (t.faces("ben.2"), t.scores) == ("[blank]", "Ana 6, Ben 0")


# Effects that were made to fizzle


@pytest.mark.rule("A-BW-09")
def test_what_fizzled_has_happened_to_nobody_and_the_icon_stays():
    t = table("Ana Ben", **{"ana.1": "[-2]", "ben.1": "[tag]"})
    t.resolve("ana.1", fizzled=True, did="Medkit")
    assert t.scores == "Ana 3, Ben 3"
    assert t.faces("ana.1") == "[-2]"
    assert any("fizzled: Medkit" in line for line in t.said)
    with refused("BWD-132"):
        t.resolve("ana.1")


def test_a_blank_face_does_not_fizzle():
    t = table("Ana Ben", **{"ana.1": "3 [blank]"})
    with pytest.raises(Invalid, match="fizzles"):
        t.resolve("ana.1", fizzled=True)


@pytest.mark.rule("BWD-132")
@pytest.mark.parametrize("choice", [{"fizzled": True}, {"erase": "ana.2:3"}, {"copies": "ana.2"}])
@pytest.mark.parametrize("shown", ["blank", "3"])
def test_what_has_resolved_is_not_told_how_to_resolve_again(shown, choice):
    t = table("Ana Ben", **{"ana.1": f"[{shown}]", "ana.2": "[3]"})
    t.resolve("ana.1", **({"tag": "tag"} if shown == "blank" else {}))
    if shown == "blank":
        t.erase("ana.1:active")
    with refused("BWD-132", "has resolved ana.1 in this phase already"):
        t.resolve("ana.1", **choice)
