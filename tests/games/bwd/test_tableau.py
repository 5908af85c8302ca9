"""The tableau in play: overwriting stacks, cards face-down, discs that mark."""

import pytest

from companion.errors import NotFound, Refused
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table
from tests.games.bwd.test_copying import shown


def told(t, kind, **data):
    """One fact, as it is."""
    t.act(lambda action: action.add(kind, **data))


@pytest.mark.rule("BWD-72", "BWD-73", "BWD-234", "BWD-235")
def test_an_overwriting_card_lies_on_the_card_it_names():
    t = table("Ana Ben", cards="opportunity")
    assert t.stacks == "tag erase re-roll points the-window<opportunity"
    assert t.state.card_state("the-window") == "overwritten"
    assert "the-window" not in t.state.neutralized  # It is covered, not turned over.
    assert t.state.active_cards() == ["tag", "erase", "re-roll", "points", "opportunity"]


@pytest.mark.rule("BWD-238", "BWD-239", "BWD-240")
def test_the_newest_lies_on_top_of_the_whole_stack():
    t = table("Ana Ben", cards="zoom window-of-opportunity")
    t.add("17", over="re-roll")
    assert "re-roll<zoom<window-of-opportunity<#17" in t.stacks
    assert t.state.active_cards() == ["tag", "erase", "#17", "points", "the-window"]
    for card in ("re-roll", "zoom", "window-of-opportunity"):
        assert t.state.card_state(card) == "overwritten"


@pytest.mark.rule("BWD-238")
def test_overwriting_a_covering_card_follows_to_the_top_too():
    t = table("Ana Ben", cards="zoom window-of-opportunity")
    t.add("17", over="zoom")
    assert "re-roll<zoom<window-of-opportunity<#17" in t.stacks


@pytest.mark.rule("BWD-238", "BWD-240")
def test_cards_that_come_in_during_play_overwrite_as_well():
    t = table("Ana Ben", set="V1", **{"ana.1": "[re-roll]"})
    t.add("zoom")
    assert t.state.replacements == 0
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-230", "BWD-231")
def test_cards_are_turned_over_and_back():
    t = table("Ana Ben", set="V1")
    t.neutralize("points")
    assert "(points)" in t.stacks
    with pytest.raises(Refused, match="face-down already"):
        t.neutralize("points")
    with refused("BWD-230", "not in the tableau"):
        t.neutralize("parasite")
    t.restore("points")
    assert t.state.card_state("points") == "active"
    with pytest.raises(Refused, match="not face-down"):
        t.restore("points")


@pytest.mark.rule("BWD-230")
def test_what_is_turned_over_lies_in_the_tableau_told_or_not():
    t = table("Ana Ben")
    t.neutralize("parasite")
    assert t.added == "(parasite)"


@pytest.mark.rule("BWD-234", "BWD-238")
def test_what_a_card_covers_is_not_taken_away_from_under_it():
    t = table("Ana Ben")
    t.add("17")
    seventeen = t.entry
    t.add("18", over="17")
    eighteen = t.entry
    t.add("19", over="17")
    with refused("BWD-234", "#17 is not in the tableau"):
        t.undo(seventeen)
    with refused("BWD-234", "#18 is not in the tableau"):
        t.undo(eighteen)
    t.undo()
    t.undo(eighteen)
    assert t.added == "#17"


@pytest.mark.rule("BWD-234")
def test_nothing_is_laid_on_a_card_that_is_not_there():
    t = table("Ana Ben", set="V1")
    with refused("BWD-234", "Parasite is not in the tableau"):
        told(t, "card.added", card="zoom", over="parasite", by=None, replacement=False)


@pytest.mark.rule("BWD-234", "BWD-238")
def test_what_a_card_covers_is_known_again_when_it_comes_back():
    """Taken back: the card that 18 names; 18 lay beside the others then, and does not later."""
    t = table("Ana Ben", known={"18": {"overwrites": "17"}, "19": {"overwrites": "17"}})
    t.add("17")
    seventeen = t.entry
    t.undo()
    t.add("18")
    assert t.added == "#18"
    with refused("BWD-234", "#18 overwrites #17"):
        t.redo(seventeen)


# Read after it came in


@pytest.mark.rule("BWD-234", "A-BW-28")
def test_a_card_that_is_read_later_is_laid_on_what_it_overwrites():
    t = table("Ana Ben", cards="17 18", **{"ana.1": "[re-roll]"})
    t.mark("ana", "re-roll")
    t.describe("17", overwrites="re-roll")
    t.add("17")
    assert t.kinds == ["card.laid"]
    assert t.said == ["#17 goes over Re-roll"]
    assert "re-roll<#17" in t.stacks
    assert t.state.discs[0] == "card:#17"
    t.add("18", over="re-roll")  # Not read at all, told on the spot.
    assert "re-roll<#17<#18" in t.stacks
    t.resolve("ana.1")
    assert t.faces("ana.1") == "[blank]"


@pytest.mark.rule("BWD-234")
def test_it_takes_along_what_covers_it():
    t = table("Ana Ben", cards="17")
    t.add("18", over="17")
    t.add("17", over="tag")
    assert "tag<#17<#18" in t.stacks
    t.undo()
    assert t.added == "#17<#18"


@pytest.mark.rule("BWD-234")
def test_a_card_that_lies_where_it_belongs_stays_there():
    t = table("Ana Ben", cards="17 zoom")
    with pytest.raises(Refused, match="#17 is in the tableau already"):
        t.add("17")
    with pytest.raises(Refused, match="Zoom lies on Re-roll already"):
        t.add("zoom")
    with pytest.raises(Refused, match="its own stack"):
        t.add("17", over="17")
    with pytest.raises(Refused, match="Tag is in the tableau already"):
        t.add("tag", over="erase")
    with pytest.raises(NotFound, match="nothing covers it"):
        t.add("17", over="parasite")
    with pytest.raises(Refused, match="#21 is not in the tableau"):
        told(t, "card.laid", card="#21", over="tag")
    with refused("BWD-238", "goes on Zoom"):
        told(t, "card.laid", card="#17", over="re-roll")


@pytest.mark.rule("BWD-238")
def test_it_lies_on_what_covers_the_card_that_it_names():
    """Taken back: what covered that one. 18 names Re-roll, and not 17, which lies beside it now."""
    t = table("Ana Ben", cards="17 18")
    t.add("17", over="re-roll")
    covered = t.entry
    t.add("18", over="re-roll")
    assert "re-roll<#17<#18" in t.stacks
    with refused("BWD-238", "#18 goes on Re-roll, not on #17"):
        t.undo(covered)


# Discs


@pytest.mark.rule("BWD-226")
@pytest.mark.parametrize("on", ["parasite", "17"])
def test_a_disc_marks_nothing_outside_the_tableau(on):
    t = table("Ana Ben", set="V1")
    before = t.state
    with refused("BWD-226", "not in the tableau"):
        t.mark("ana", on)
    assert t.state == before
    t.house = "it lies in the box"
    t.mark("ana", on)
    assert t.overruled == ["BWD-226"]


@pytest.mark.rule("BWD-226")
def test_a_marked_card_is_not_taken_away_from_under_a_disc():
    t = table("Ana Ben", cards="17 18")
    t.add("19")
    t.mark("ben", "19")
    with refused("BWD-226", "#19 is not in the tableau"):
        t.undo(t.entry - 1)


@pytest.mark.rule("BWD-226")
def test_where_nobody_told_the_tableau_a_disc_may_mark_any_card():
    t = table("Ana Ben")
    t.mark("ana", "parasite")
    assert t.state.discs == ("card:parasite", None)


@pytest.mark.rule("BWD-226", "BWD-227", "BWD-229", "BWD-268")
def test_a_disc_marks_one_thing_at_a_time():
    t = table("Ana Ben", set="V1", **{"ben.1": "tag"})
    for on, disc in [
        ("investment", "card:investment"),
        ("points:3", "card:points:3"),
        ("ben.1:tag", "face:ben.1#1"),
        ("score", "score"),
    ]:
        t.mark("ana", on)
        assert t.state.discs == (disc, None)
    t.unmark("ana")
    assert t.state.discs == (None, None)
    with pytest.raises(Refused, match="marks nothing"):
        t.unmark("ana")


@pytest.mark.rule("BWD-229", "A-BW-22")
def test_marking_again_means_another_place_or_none():
    t = table("Ana Ben", set="V1")
    t.mark("ana", "investment")
    with refused("BWD-229", "A-BW-22"):
        t.mark("ana", "investment")
    t.mark("ben", "investment")  # Two discs may lie there.
    assert t.state.discs == ("card:investment",) * 2


@pytest.mark.rule("A-BW-28")
def test_discs_move_to_the_card_that_covers():
    t = table("Ana Ben Cho", set="V1", **{"ana.1": "[blank]"})
    t.mark("ana", "re-roll")
    t.mark("ben", "points:3")
    t.mark("cho", "investment")
    t.add("zoom")
    t.add("17", over="points")
    assert t.state.discs == ("card:zoom", "card:#17", "card:investment")
    t.add("18", over="re-roll")
    assert t.state.discs == ("card:#18", "card:#17", "card:investment")


def test_a_marked_face_goes_by_what_is_drawn_on_it():
    t = table("Ana Ben", **{"ana.1": "3 tag"})
    t.mark("ana", "ana.1#2")
    assert t.said == ["Ana marks the Tag on ana.1"]
    assert "Ana's marks the Tag on ana.1" in shown(t)
    t.erase("ana.1:tag")
    assert "Ana's marks a blank face on ana.1" in shown(t)
    t.mark("ben", "ana.1#6")
    assert t.said == ["Ben marks a blank face on ana.1"]


def test_scripts_are_told_what_a_disc_marks():
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
