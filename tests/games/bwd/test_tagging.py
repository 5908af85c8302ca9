"""Tagging: which icon goes on which face of which die, and what may not."""

import pytest

from companion.errors import Illegal, Invalid, NotFound
from companion.testing.plays import refused
from tests.games.bwd.tables import table

FULL = "tag tag tag tag tag tag"
FIVE = "tag tag tag tag tag"


@pytest.mark.rule("BWD-85", "BWD-262")
def test_an_icon_is_drawn_on_a_blank_face_of_the_die():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "investment")
    assert t.faces("ana.1") == "investment"
    t.tag("ana.1", "junk")
    assert t.faces("ana.1") == "investment junk-food"


@pytest.mark.rule("BWD-29", "BWD-85", "BWD-88", "BWD-195", "BWD-196")
def test_points_are_two_icons_on_two_faces():
    t = table("Ana Ben")
    t.tag("ana.1", "points")
    assert t.faces("ana.1") == "3 -2"


@pytest.mark.rule("BWD-196")
def test_two_icons_cannot_share_a_face():
    t = table("Ana Ben")
    with refused("BWD-196", "one face"):
        t.tag("ana.1", "points", "3=ana.1#2", "-2=ana.1#2")
    t.tag("ana.1", "points", "3=ana.1:blank", "-2=ana.1:blank")
    assert t.faces("ana.1") == "3 -2"


@pytest.mark.rule("BWD-32")
def test_the_tagger_says_which_icon_goes_where():
    t = table("Ana Ben", **{"ana.1": "tag [blank]"})
    t.tag("ana.1", "points", "-2=ana.1:active")
    assert t.faces("ana.1") == "tag [-2] 3"


def test_the_active_face_is_tagged_last_unless_it_is_named():
    t = table("Ana Ben", **{"ana.1": "[blank] tag tag tag tag", "ana.2": "[blank]"})
    t.tag("ana.1", "points")
    assert t.faces("ana.1") == "[-2] tag tag tag tag 3"
    t.tag("ana.2:active", "points")
    assert t.faces("ana.2") == "[3] -2"


@pytest.mark.rule("BWD-85")
def test_a_face_with_an_icon_is_not_drawn_over():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment"})
    with refused("BWD-85", "blank faces", "replace"):
        t.tag("ana.1:investment", "tag")
    t.house = "he insists"
    t.tag("ana.1:investment", "tag")
    assert t.faces("ana.1") == "tag"
    assert t.overruled == ["BWD-85"]


@pytest.mark.rule("BWD-85")
def test_a_face_that_is_not_blank_is_named_so_that_it_can_be_replaced():
    t = table("Ana Ben", **{"ana.1": "[3] 3 -2", "ana.2": "[tag]"})
    with refused("BWD-85", "companion bwd replace ana.1:active …"):
        t.tag("ana.1:active", "erase")
    with refused("BWD-85", "companion bwd replace ana.1#2 …"):
        t.tag("ana.1#2", "erase")
    with refused("BWD-85", "companion bwd replace ana.1:-2 …"):
        t.tag("ana.1:-2", "erase")


@pytest.mark.rule("BWD-85", "A-BW-03")
def test_a_full_die_cannot_be_chosen_to_make_everything_surplus():
    t = table("Ana Ben", **{"ana.1": FULL})
    with refused("BWD-85", "A-BW-03", "ana.2"):
        t.tag("ana.1", "points")


@pytest.mark.rule("BWD-85", "BWD-30")
def test_icons_of_one_card_stay_on_one_die_while_there_is_room():
    t = table("Ana Ben")
    with refused("BWD-85", "still has a blank face"):
        t.tag("ana.1", "points", "-2=ana.2")


@pytest.mark.rule("BWD-30", "BWD-89", "BWD-263", "A-BW-01")
def test_surplus_goes_to_other_dice_of_the_controller():
    t = table("Ana Ben", **{"ana.1": "[tag]", "ben.1": FIVE})
    t.tag("ben.1", "points", by="ana")
    assert t.faces("ben.1") == f"{FIVE} 3"
    assert t.faces("ben.2") == "-2"


@pytest.mark.rule("BWD-263")
def test_surplus_does_not_jump_over_the_controllers_dice():
    t = table("Ana Ben", **{"ben.1": FIVE})
    with refused("BWD-263", "ben.2"):
        t.tag("ben.1", "points", "-2=ana.1")


@pytest.mark.rule("BWD-90", "BWD-263")
def test_the_common_die_is_among_its_holders_dice():
    t = table("Ana Ben", holder="ana", **{"ana.1": FIVE, "ana.2": FULL})
    t.tag("ana.1", "points")
    assert t.faces("common") == "-2"


@pytest.mark.rule("BWD-90", "BWD-91", "BWD-264")
def test_surplus_beyond_the_controllers_dice_goes_on_any_die():
    full = {"ana.1": FIVE, "ana.2": FULL}
    t = table("Ana Ben", **full)
    t.tag("ana.1", "points")
    assert t.faces("ben.1") == "-2"
    t = table("Ana Ben", **full)
    t.tag("ana.1", "points", "-2=common")
    assert (t.faces("ben.1"), t.faces("common")) == ("blank", "-2")


@pytest.mark.rule("BWD-31", "BWD-92", "BWD-265")
def test_what_finds_no_room_is_not_drawn_and_that_is_said():
    dice = dict.fromkeys(("ana.2", "ben.1", "ben.2", "common"), FULL)
    t = table("Ana Ben", **{"ana.1": FIVE, **dice})
    t.tag("ana.1", "points")
    assert t.faces("ana.1") == f"{FIVE} 3"
    assert t.said == ["Ana tags Points: ana.1 gets 3; no room for −2, not drawn"]


@pytest.mark.rule("BWD-264")
def test_nothing_stays_undrawn_while_there_is_room():
    t = table("Ana Ben", **{"ana.1": FIVE})
    with refused("BWD-264"):
        t.act(
            lambda action: action.add(
                "card.tagged",
                card="points",
                die="ana.1",
                by=0,
                placed=[["ana.1", 5, "3"]],
                undrawn=["-2"],
                needs=[],
            )
        )


@pytest.mark.rule("A-BW-02")
def test_surplus_of_a_die_that_nobody_has_is_asked_for():
    t = table("Ana Ben", common=FIVE)
    with pytest.raises(Invalid, match="A-BW-02"):
        t.tag("common", "points")
    t.tag("common", "points", "-2=ben.2")
    assert (t.faces("common"), t.faces("ben.2")) == (f"{FIVE} 3", "-2")
    dice = dict.fromkeys(("ana.1", "ana.2", "ben.2"), FULL)
    t = table("Ana Ben", common=FIVE, **dice)
    t.tag("common", "points")  # Only one die is left: nothing to ask.
    assert t.faces("ben.1") == "-2"


@pytest.mark.rule("BWD-185", "BWD-186")
def test_any_die_may_be_tagged():
    t = table("Ana Ben", set="V1", **{"ana.1": "[tag]"})
    for die in ("ben.2", "common"):
        t.tag(die, "multitag", by="ana")
        assert t.faces(die) == "multitag"


# Which cards


@pytest.mark.rule("BWD-84")
def test_a_card_outside_the_tableau_cannot_be_tagged():
    t = table("Ana Ben", set="V1")
    with refused("BWD-84", "Parasite is not in the tableau"):
        t.tag("ana.1", "parasite")
    with refused("BWD-84"):
        t.tag("ana.1", "17")


@pytest.mark.rule("BWD-84")
def test_where_nobody_told_the_tableau_every_card_may_be_in_it():
    t = table("Ana Ben")
    t.tag("ana.1", "parasite")
    t.tag("ana.1", "17")
    assert t.faces("ana.1") == "parasite #17"


@pytest.mark.rule("BWD-231")
def test_a_neutralized_card_cannot_be_tagged_until_it_is_turned_up_again():
    t = table("Ana Ben", set="V1")
    t.neutralize("investment")
    with refused("BWD-231", "Investment is neutralized"):
        t.tag("ana.1", "investment")
    t.restore("investment")
    t.tag("ana.1", "investment")
    assert t.faces("ana.1") == "investment"


@pytest.mark.rule("BWD-231")
def test_a_neutralized_card_of_an_untold_tableau_cannot_be_tagged_either():
    t = table("Ana Ben")
    t.neutralize("investment")
    with refused("BWD-231"):
        t.tag("ana.1", "investment")


@pytest.mark.rule("BWD-171", "BWD-235", "BWD-236")
def test_a_covered_card_cannot_be_tagged_and_the_top_one_is_offered():
    t = table("Ana Ben", cards="opportunity")
    with refused("BWD-236", "covered by Opportunity", "`opportunity`", "BWD-171"):
        t.tag("ana.1", "the-window")
    t.tag("ana.1", "opportunity")
    assert t.faces("ana.1") == "opportunity"


@pytest.mark.rule("A-BW-20")
def test_neutralizing_the_top_does_not_free_what_it_covers():
    t = table("Ana Ben", cards="opportunity")
    t.neutralize("opportunity")
    assert any("The Window below it stays covered" in sentence for sentence in t.warned)
    with refused("BWD-236"):
        t.tag("ana.1", "the-window")
    with refused("BWD-231"):
        t.tag("ana.1", "opportunity")


# Prerequisites


@pytest.mark.rule("BWD-245", "BWD-246")
def test_a_complex_icon_replaces_its_prerequisite():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "tag the-window••"})
    t.tag("ana.1", "window-of-opportunity")
    assert t.faces("ana.1") == "tag window-of-opportunity"


@pytest.mark.rule("BWD-245")
def test_a_complex_icon_goes_on_no_blank_and_on_no_other_icon():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "tag"})
    for face in ("ana.1", "ana.1:tag", "ana.1:blank", "ana.2"):
        with refused("BWD-245", "The Window"):
            t.tag(face, "window-of-opportunity")


@pytest.mark.rule("BWD-247", "BWD-248", "A-BW-21")
def test_what_covers_the_prerequisite_serves_as_well_and_so_does_the_covered_one():
    t = table(
        "Ana Ben",
        cards="opportunity window-of-opportunity",
        **{"ana.1": "opportunity", "ana.2": "the-window"},
    )
    t.tag("ana.1", "window-of-opportunity")
    t.tag("ana.2", "window-of-opportunity")
    assert t.faces("ana.1") == t.faces("ana.2") == "window-of-opportunity"


@pytest.mark.rule("BWD-247")
def test_a_card_elsewhere_does_not_serve():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": "opportunity"})
    with refused("BWD-245"):  # Here Opportunity covers nothing.
        t.tag("ana.1:opportunity", "window-of-opportunity")


@pytest.mark.rule("BWD-247")
def test_what_the_prerequisite_itself_covers_does_not_serve():
    known = {"17": {"prerequisite": ["opportunity"]}}
    t = table("Ana Ben", cards="opportunity 17", known=known, **{"ana.1": "the-window opportunity"})
    with refused("BWD-245"):
        t.tag("ana.1:the-window", "17")
    t.tag("ana.1", "17")
    assert t.faces("ana.1") == "the-window #17"


@pytest.mark.rule("BWD-244", "BWD-245")
def test_one_of_several_prerequisites_is_enough():
    known = {"17": {"prerequisite": ["tag", "erase"]}}
    t = table("Ana Ben", cards="17", known=known, **{"ana.1": "3 erase"})
    t.tag("ana.1", "17")
    assert t.faces("ana.1") == "3 #17"


@pytest.mark.rule("BWD-246")
def test_a_full_die_may_take_a_complex_icon():
    t = table("Ana Ben", cards="window-of-opportunity", **{"ana.1": f"{FIVE} the-window"})
    t.tag("ana.1", "window-of-opportunity")
    assert t.faces("ana.1") == f"{FIVE} window-of-opportunity"


# Typing


def test_faces_and_cards_are_found_or_the_nearest_are_named():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment -2"})
    with pytest.raises(NotFound, match="no “parasite” on it"):
        t.tag("ana.1:parasite", "tag")
    with pytest.raises(NotFound, match="No card"):
        t.tag("ana.1", "zebra")
    with pytest.raises(NotFound, match="no die 3"):
        t.tag("ana.3", "tag")
    with pytest.raises(NotFound, match="no “2” on it") as refusal:
        t.tag("ana.1:2", "tag")  # A bare number is an icon, never a place.
    assert "ana.1#2" in refusal.value.hint
    with pytest.raises(Invalid, match="which icon goes where"):
        t.tag("ana.1", "points", "7=ana.1")


def test_a_tag_that_is_refused_changes_nothing():
    t = table("Ana Ben", set="V1", **{"ana.1": FULL})
    before = t.state
    with pytest.raises(Illegal):
        t.tag("ana.1", "investment")
    assert t.state == before


def test_whoever_has_the_turn_tags():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.tag("ben.1", "tag")
    assert t.said == ["Ben tags Tag: ben.1 gets Tag"]
    t.next()
    t.tag("ben.1", "tag")
    assert t.said == ["Ana tags Tag: ben.1 gets Tag"]


@pytest.mark.rule("BWD-264")
def test_where_surplus_went_is_said_when_it_might_have_gone_elsewhere():
    t = table("Ana Ben", **{"ana.1": "3 3 3 3 3", "ana.2": FULL})
    t.tag("ana.1", "points")
    assert any("−2" in s or "-2" in s for s in t.warned if "--put" in s)


@pytest.mark.parametrize(
    ("typed", "tagged"),
    [
        ("time warp", ["time-warp"]),
        ("time warp tag", ["time-warp", "tag"]),
        ("tag predator and prey erase", ["tag", "predator-and-prey", "erase"]),
        ("knowledge sw", ["knowledge-swap"]),
        ("the window tag", ["the-window", "tag"]),
        ("time time", ["time-warp", "time-warp"]),
        ("time tag", ["time-warp", "tag"]),
    ],
)
def test_words_of_one_name_are_one_card(companion, typed, tagged):
    companion.must("start bwd Ana Ben --set V2")
    (die, *_) = companion.must(f"bwd tag ana.1 {typed} --json").json["dice"]
    assert [face["icon"] for face in die["faces"] if face] == tagged
