"""Copying: an icon works as an active face, until the phase ends or that face changes."""

import pytest

from companion.core.blocks import Span
from companion.errors import CompanionError, Invalid, Refused
from companion.games.bwd.game import GAME
from companion.games.bwd.wards import wards_of
from companion.testing.plays import refused
from tests.games.bwd.tables import table

KNOWN = {
    "17": {"name": "Mirror", "copies": True},
    "18": {"name": "Echo", "copies": True},
    "19": {"name": "Bang", "one_shot": True},
}


def mirroring(shown, own="[#17]", cards="17 18 19", known=KNOWN, players="Ana Ben", **more):
    """Ana's first die shows Mirror, Ben's first one what there is to copy."""
    faces = {"ana.1": f"{own} tag", "ben.1": f"[{shown}] tag erase"} | more.pop("faces", {})
    return table(players, cards=cards, known=known, **more, **faces)


def shown(t):
    """The table as text, every piece of it."""
    return "".join(map(str, words(GAME.view(t.state, t.catalogue))))


def words(part):
    if isinstance(part, str):
        yield part
    elif isinstance(part, Span):
        yield part.text
    elif isinstance(part, tuple | list):
        for each in part:
            yield from words(each)


@pytest.mark.rule("BWD-208", "BWD-209", "BWD-173")
def test_a_number_that_is_copied_scores_for_whoever_copies():
    t = mirroring("3")
    t.resolve("ana.1", copies="ben.1")
    assert t.said[-2:] == ["Ana resolves ana.1 (Mirror) as ben.1 (3)", "Ana +3: 3 → 6"]
    assert (t.scores, t.faces("ana.1")) == ("Ana 6, Ben 3", "[#17] tag")
    assert "ana.1 [Mirror] as 3 ✓" in shown(t)
    t.resolve("ben.1")
    assert t.scores == "Ana 6, Ben 6"


@pytest.mark.rule("BWD-209", "BWD-27", "BWD-145")
@pytest.mark.parametrize(("shown", "points"), [("-2", "ana=0"), ("0", "ana=3")])
def test_what_would_erase_itself_there_erases_the_icon_that_copies(shown, points):
    t = mirroring(shown, points=points)
    t.resolve("ana.1", copies="ben.1")
    assert (t.faces("ana.1"), t.faces("ben.1")) == ("[blank] tag", f"[{shown}] tag erase")


@pytest.mark.rule("BWD-209")
def test_a_core_icon_that_is_copied_does_what_it_does():
    t = mirroring("erase")
    with pytest.raises(Invalid, match="what was done with it"):
        t.resolve("ana.1", copies="ben.1")
    t.resolve("ana.1", copies="ben.1", erase="ben.1:tag")
    assert (t.faces("ana.1"), t.faces("ben.1")) == ("[#17] tag", "[erase] blank erase")
    t = mirroring("the-window", faces={"common": "3 tag"})
    t.resolve("ana.1", copies="ben.1", reroll="tag")
    assert (t.state.die("common").owner, t.faces("common")) == (0, "3 [tag]")


@pytest.mark.parametrize(
    ("shown", "told", "rest"),
    [
        ("3", {"points": "+5"}, "`; `--points`"),
        ("0", {"points": "+2"}, "`, without `--points`"),
        ("3", {"tag": "points"}, "`; `--points`"),
        ("tag", {"nothing": True}, " --tag CARD --on DIE`"),
        ("erase", {"nothing": True}, ""),
        ("erase", {}, "` with `--erase DIE:FACE`"),
        ("re-roll", {"nothing": True}, " --reroll DIE=ICON`"),
    ],
)
def test_what_to_type_instead_copies_too(shown, told, rest):
    t = mirroring(shown)
    with pytest.raises(CompanionError) as refusal:
        t.resolve("ana.1", copies="ben.1", **told)
    assert f"companion bwd resolve ana.1 --copies ben.1{rest}" in refusal.value.hint


@pytest.mark.rule("BWD-209", "BWD-142", "BWD-232")
def test_a_neutralized_icon_that_is_copied_does_nothing_and_the_copy_goes():
    t = mirroring("parasite", cards="17 parasite")
    t.neutralize("parasite")
    t.resolve("ana.1", copies="ben.1")
    assert (t.faces("ana.1"), t.faces("ben.1")) == ("[blank] tag", "[parasite] tag erase")


@pytest.mark.rule("BWD-142")
def test_an_icon_of_a_neutralized_card_copies_nothing():
    t = mirroring("3")
    t.neutralize("mirror")
    with refused("BWD-142", "copies nothing"):
        t.resolve("ana.1", copies="ben.1")
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank] tag"


@pytest.mark.rule("A-BW-16", "BWD-233")
def test_an_icon_that_copied_a_one_shot_is_erased_and_that_one_stays():
    t = mirroring("#19")
    t.resolve("ana.1", copies="ben.1", did="Bang!")
    assert (t.faces("ana.1"), t.faces("ben.1")) == ("[blank] tag", "[#19] tag erase")


@pytest.mark.rule("BWD-252")
def test_a_complex_icon_may_be_copied():
    t = mirroring("window-of-opportunity", cards="17 window-of-opportunity")
    t.resolve("ana.1", copies="ben.1", points="+1")
    assert t.scores == "Ana 4, Ben 3"


# What is not copied


@pytest.mark.rule("BWD-210")
@pytest.mark.parametrize(
    ("die", "why"), [("ben.1", "copies"), ("ana.1", "itself"), ("ben.2", "is of the same card")]
)
def test_no_icon_that_copies_is_copied(die, why):
    known = {**KNOWN, "17": {"name": "Mirror"}}
    t = mirroring("#18", known=known, faces={"ben.2": "[#17]"})
    with refused("BWD-210", "copies as well"):
        t.resolve("ana.1", copies=die)


@pytest.mark.rule("BWD-210")
def test_nor_one_that_is_a_copy_at_the_moment():
    known = {"17": {"name": "Mirror"}, "18": {"name": "Echo"}}  # Nobody told what they do.
    t = mirroring("#18", known=known, cards="17 18", faces={"ana.2": "[3]"})
    t.resolve("ana.1", copies="ana.2")
    t.resolve("ana.2")
    t.next()  # Ben's turn of the same phase
    with refused("BWD-210", "ana.1 (Mirror) copies as well"):
        t.resolve("ben.1", copies="ana.1")


@pytest.mark.rule("A-BW-15", "BWD-170")
def test_a_blank_face_is_not_copied():
    with refused("A-BW-15", "blank face"):
        mirroring("blank").resolve("ana.1", copies="ben.1")


def test_an_icon_that_is_known_to_copy_nothing_copies_nothing():
    t = mirroring("3", known={"17": {"name": "Mirror", "copies": False}})
    with pytest.raises(Invalid, match="nothing that copies"):
        t.resolve("ana.1", copies="ben.1")


def test_what_nobody_told_is_not_copied_and_numbers_and_core_icons_copy_nothing():
    t = mirroring("3", faces={"ana.2": "[3]"})
    with pytest.raises(Refused, match=r"what ben\.2 shows"):
        t.resolve("ana.1", copies="ben.2")
    with pytest.raises(Invalid, match="nothing that copies"):
        t.resolve("ana.2", copies="ben.1")


@pytest.mark.rule("A-BW-05", "BWD-209")
def test_a_copy_resolves_only_in_the_phases_of_what_it_copies():
    known = {**KNOWN, "19": {"name": "Sweep", "phases": ["last"]}}
    with refused("A-BW-05", "ben.1 (Sweep) has nothing to resolve in the Main phase"):
        mirroring("#19", known=known).resolve("ana.1", copies="ben.1", did="swept")


def test_the_common_die_that_nobody_has_may_be_copied():
    t = mirroring("tag", faces={"common": "[3]"})
    t.resolve("ana.1", copies="common")
    assert t.scores == "Ana 6, Ben 3"


# Where copying ends


@pytest.mark.rule("BWD-209")
def test_a_copy_stands_until_the_phase_ends_in_another_turn_as_well():
    t = mirroring("3", faces={"ana.2": "[-2]"})
    t.resolve("ana.1", copies="ben.1")
    t.resolve("ana.2")
    t.again("ana")
    assert "ana.1 (Mirror) and ana.2 (−2): `companion bwd resolve ana.1`." in t.todo
    with refused("BWD-209", "works as 3 on ben.1"):
        t.resolve("ana.1", copies="ana.2")
    t.resolve("ana.1")
    assert (t.scores, t.does("die.resolved")[0]["copies"]["die"]) == ("Ana 7, Ben 3", "ben.1")
    t.resolve("ana.2")
    t.resolve("ben.1")
    t.next()
    assert t.state.copies == ()


@pytest.mark.rule("BWD-209")
def test_what_is_to_be_told_of_a_copy_that_stands_is_what_the_copied_face_does():
    t = mirroring("tag")
    t.next()
    assert "resolve ana.1 --copies DIE`, and what that does." in t.todo
    t.resolve("ana.1", copies="ben.1", tag="tag", on="ana.1")
    t.again("ana")
    assert "ana.1 (Mirror): `companion bwd resolve ana.1 --tag CARD --on DIE`." in t.todo
    t.neutralize("mirror")
    assert "its card does not work now, so it erases itself" in t.todo


@pytest.mark.rule("BWD-142", "BWD-209")
def test_a_copy_whose_card_is_turned_over_erases_itself_in_another_turn():
    t = mirroring("3")
    t.resolve("ana.1", copies="ben.1")
    t.neutralize("mirror")
    t.again("ana")
    t.resolve("ana.1")
    assert (t.scores, t.faces("ana.1")) == ("Ana 6, Ben 3", "[blank] tag")


@pytest.mark.rule("BWD-209")
def test_a_copy_stands_though_what_it_copies_copies_as_well_by_now():
    known = {"17": {"name": "Mirror"}, "18": {"name": "Echo"}}
    t = mirroring("#18", known=known, cards="17 18", faces={"ana.2": "[3]"})
    t.resolve("ana.1", copies="ben.1", did="as Ben's")
    t.resolve("ana.2")
    t.next()
    t.resolve("ben.1", copies="ana.2")
    t.again("ana")
    t.resolve("ana.1", did="as Ben's once more")
    assert t.does("die.resolved")[0]["copies"]["die"] == "ben.1"


@pytest.mark.rule("BWD-211")
@pytest.mark.parametrize(
    "change", ["erase", "roll", "same roll", "replace", "write", "dot", "own roll", "own erase"]
)
def test_a_copy_ends_when_the_face_changes(change):
    t = mirroring("3")
    t.resolve("ana.1", copies="ben.1")
    assert len(t.state.copies) == 1
    match change:
        case "erase":
            t.erase("ben.1:3")
        case "roll" | "same roll":
            t.roll(f"ben.1={'tag' if change == 'roll' else '3'}")
        case "replace":
            t.replace("ben.1:3", "tag")
        case "write":
            t.write("ben.1", "3", "tag", "erase")
        case "dot":
            t.dot("ben.1:3")
        case "own roll":
            t.roll("ana.1=mirror")
        case "own erase":
            t.erase("ana.1:mirror")
    assert t.state.copies == ()


@pytest.mark.rule("BWD-211")
def test_other_faces_may_change_and_the_die_may_pass_on():
    t = mirroring("3")
    t.resolve("ana.1", copies="ben.1")
    t.erase("ben.1:tag")
    t.dot("ana.1:mirror")
    t.swap("ana.2", "ben.1")
    assert len(t.state.copies) == 1


@pytest.mark.rule("BWD-209", "BWD-269")
def test_what_copies_a_ward_wards():
    known = {**KNOWN, "19": {"name": "Shield", "ward": "Nothing happens to it."}}
    t = mirroring("#19", known=known)
    t.resolve("ana.1", copies="ben.1")
    assert [die.id for die, _ in wards_of(t.state, t.catalogue, 0)] == ["ana.1"]
    t.erase("ben.1:shield")
    assert [die.id for die, _ in wards_of(t.state, t.catalogue, 0)] == []


@pytest.mark.rule("BWD-173")
def test_whose_face_is_copied_is_targeted():
    t = mirroring("camouflage", cards="17 camouflage")
    t.resolve("ana.1", copies="ben.1")
    assert any("Ben has Camouflage" in sentence for sentence in t.warned)


# Taking back


@pytest.mark.rule("BWD-208", "BWD-211")
def test_what_was_copied_has_to_be_what_lay_there():
    t = mirroring("3", faces={"ben.1": "3 tag"})
    t.roll("ben.1=3")
    rolled = t.entry
    t.resolve("ana.1", copies="ben.1")
    with refused("BWD-208", "ben.1 does not show 3"):
        t.undo(rolled)


@pytest.mark.rule("BWD-27", "BWD-209")
def test_what_followed_from_a_copy_has_to_follow_still():
    t = mirroring("-2", points="ana=0")
    t.score("ana", 1)
    scored = t.entry
    t.resolve("ana.1", copies="ben.1")
    assert (t.scores, t.faces("ana.1")) == ("Ana 0, Ben 3", "[#17] tag")
    with refused("BWD-26", "changes no points of Ana's"):
        t.undo(scored)


def test_where_a_card_is_known_to_copy_that_is_offered():
    t = mirroring("3", faces={"ana.2": "[tag]", "ben.2": "[blank]"})
    t.next()
    assert t.words("resolve ana.1").split()[0] == "--copies"
    assert t.words("resolve ana.1 --copies") == "ana.2 ben.1"
    assert "--copies" not in t.words("resolve ana.2")
    assert "--tag" in t.words("resolve ana.1 --copies ana.2").split()
    assert "--copies DIE" in t.todo
