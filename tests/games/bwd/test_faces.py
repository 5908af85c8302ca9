"""Erasing, replacing, dots and dashes, writing, and finding the face that somebody means."""

import pytest

from companion.errors import Ambiguous, Invalid, NotFound
from companion.testing.plays import refused
from tests.games.bwd.tables import table


@pytest.mark.rule("BWD-188", "BWD-189", "BWD-190", "BWD-220")
def test_any_face_of_any_die_may_be_erased():
    t = table("Ana Ben", set="V1", **{"ben.2": "investment 3", "common": "tag"})
    t.erase("ben.2:investment")
    t.erase("common")
    assert t.faces("ben.2") == "blank 3"
    assert t.faces("common") == "blank"


@pytest.mark.rule("BWD-190", "BWD-222")
def test_a_blank_face_cannot_be_erased():
    t = table("Ana Ben", **{"ana.1": "tag"})
    with refused("BWD-190", "nothing to erase"):
        t.erase("ana.1:blank")
    with refused("BWD-190"):
        t.erase("ana.1#4")
    t.house = "our Eraser takes anything"
    t.erase("ana.1#4")
    assert t.overruled == ["BWD-190"]


@pytest.mark.rule("BWD-215", "BWD-219")
def test_dots_and_dashes_go_with_the_icon():
    t = table("Ana Ben", **{"ana.1": "tag••– erase"})
    t.erase("ana.1:tag")
    assert t.faces("ana.1") == "blank erase"
    t.dash("ana.1:erase", 2)
    t.replace("ana.1:erase", "3")
    assert t.faces("ana.1") == "blank 3"


@pytest.mark.rule("BWD-216")
@pytest.mark.parametrize("kind", ["face.dotted", "face.dashed"])
def test_a_dot_goes_on_the_face_that_was_meant(kind):
    t = table("Ana Ben", **{"ana.1": "3 tag"})
    told = {"die": "ana.1", "face": 0, "icon": "tag", "count": 1}
    with refused("BWD-216", "ana.1 has no Tag there"):
        t.act(lambda action: action.add(kind, **told))
    with refused("BWD-216", "ana.1 has no blank there"):
        t.act(lambda action: action.add(kind, **{**told, "icon": None}))
    t.marks("ana.1:tag", kind, 1)


@pytest.mark.rule("BWD-212", "BWD-213", "BWD-216", "BWD-217")
def test_dots_and_dashes_are_no_tags():
    # An icon on a full die, of a card that cannot be tagged: marks go there all the same.
    t = table("Ana Ben", **{"ana.1": "tag tag tag tag tag erase"})
    t.neutralize("erase")
    t.dot("ana.1:erase")
    t.dash("ana.1:erase", 2)
    assert t.faces("ana.1") == "tag tag tag tag tag erase•––"
    assert t.state.tags == (0, 0)
    assert t.kinds == ["face.dashed"]


@pytest.mark.parametrize("count", [0, -1, 100])
def test_an_impossible_number_of_dots_is_invalid(count):
    with pytest.raises(Invalid):
        table("Ana Ben", **{"ana.1": "tag"}).dot("ana.1:tag", count)


@pytest.mark.rule("A-BW-31")
def test_a_face_with_marks_only_can_be_tagged_and_keeps_them():
    t = table("Ana Ben", **{"ana.1": "blank•"})
    t.tag("ana.1#1", "erase")
    assert t.faces("ana.1") == "erase•"


@pytest.mark.rule("A-BW-31")
def test_a_face_with_marks_only_can_be_erased():
    t = table("Ana Ben", **{"ana.1": "blank– tag"})
    t.erase("ana.1#1")
    assert t.faces("ana.1") == "blank tag"


@pytest.mark.rule("BWD-253")
def test_replacing_wipes_the_face_and_draws_anew():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment••"})
    t.replace("ana.1:investment", "3")
    assert t.faces("ana.1") == "3"
    t.replace("ana.1:3", "multitag")
    assert t.faces("ana.1") == "multitag"


@pytest.mark.rule("A-BW-17")
def test_an_empty_face_may_be_replaced_and_a_prerequisite_is_waived():
    t = table("Ana Ben", cards="window-of-opportunity")
    t.replace("ana.1:blank", "window-of-opportunity")
    assert t.faces("ana.1") == "window-of-opportunity"


@pytest.mark.rule("BWD-171", "BWD-231", "BWD-236")
def test_replacing_takes_an_active_card():
    t = table("Ana Ben", cards="opportunity", **{"ana.1": "tag"})
    with refused("BWD-236", "opportunity", "BWD-171"):
        t.replace("ana.1:tag", "the-window")
    t.neutralize("erase")
    with refused("BWD-231"):
        t.replace("ana.1:tag", "erase")
    with refused("BWD-84"):
        t.replace("ana.1:tag", "17")


@pytest.mark.rule("BWD-143")
def test_a_number_may_be_drawn_though_its_card_is_neutralized():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment"})
    t.neutralize("points")
    t.replace("ana.1:investment", "3")
    assert t.faces("ana.1") == "3"


def test_a_card_of_two_icons_is_drawn_one_icon_at_a_time():
    t = table("Ana Ben", **{"ana.1": "tag"})
    with pytest.raises(Invalid, match="several icons"):
        t.replace("ana.1:tag", "points")


# Which face


def test_a_face_is_named_by_what_is_on_it():
    t = table("Ana Ben", set="V1", **{"ana.1": "investment split-strategy -2"})
    for name in ("ana.1:inv", "a.1:Investment", "ana.1:INV", "ana.1#1"):
        t.erase(name)
        t.undo()
    t.erase("ana.1:SS")
    assert t.faces("ana.1") == "investment blank -2"
    t.erase("ana.1:−2")
    assert t.faces("ana.1") == "investment"
    t.erase("ana.1")  # Only one face is left that it can be.
    assert t.faces("ana.1") == "blank"


def test_faces_that_differ_are_asked_for():
    t = table("Ana Ben", **{"ana.1": "tag tag•"})
    with pytest.raises(Ambiguous, match="2 faces that differ"):
        t.erase("ana.1:tag")
    with pytest.raises(Invalid, match="Which face"):
        t.erase("ana.1")
    with pytest.raises(NotFound, match="on top"):
        t.erase("ana.1:active")


def test_faces_that_look_alike_differ_when_one_is_on_top():
    t = table("Ana Ben", **{"ana.1": "[tag] tag tag"})
    with pytest.raises(Ambiguous):
        t.erase("ana.1:tag")
    t.erase("ana.1:active")
    assert t.faces("ana.1") == "[blank] tag tag"


def test_writing_tells_a_die_as_it_lies_there():
    t = table("Ana Ben", set="V1")
    t.write("ana.1", "blank", "inv", "3", "-2", "+3")
    assert t.faces("ana.1") == "blank investment 3 -2 3"


def test_blanks_and_hyphens_in_the_name_of_an_icon_need_not_be_typed():
    t = table("Ana Ben", **{"ana.1": "re-roll tag -2 2"})
    t.erase("ana.1:reroll")
    assert t.faces("ana.1") == "blank tag -2 2"
    t.erase("ana.1:2")
    assert t.faces("ana.1") == "blank tag -2"
