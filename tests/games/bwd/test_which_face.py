"""Which face an entry means after something before it was taken back: nobody numbers faces."""

import pytest

from companion.errors import Illegal
from companion.testing.plays import refused
from tests.games.bwd.tables import table


def test_an_icon_goes_on_another_blank_face_where_nobody_named_one():
    t = table("Ana Ben")
    t.tag("ana.1", "tag")
    t.tag("ana.1", "points")
    t.tag("ana.1", "erase")
    t.erase("ana.1:tag")
    erased = t.entry
    t.tag("ana.1", "re-roll")
    t.undo(erased)
    assert t.faces("ana.1") == "tag 3 -2 erase re-roll"
    assert t.said == ["ana.1: draw the Tag again."]


def test_what_is_brought_back_takes_no_face_away():
    t = table("Ana Ben")
    t.tag("ana.1", "points")
    tagged = t.entry
    t.undo()
    t.tag("ana.1", "tag")
    t.redo(tagged)
    assert t.faces("ana.1") == "3 -2 tag"
    assert t.said == ["ana.1: draw the 3 and the −2 again."]


def moved(**faces):
    """A die with a Tag that went to the first face, while something else is on it again."""
    t = table("Ana Ben", **{"ana.1": "erase", **faces})
    t.erase("ana.1:erase")
    erased = t.entry
    t.tag("ana.1", "tag")
    return t, erased


def test_what_is_named_by_its_icon_is_found_where_it_is_now():
    t, erased = moved()
    t.roll("ana.1=tag", untold=True)
    t.dot("ana.1:tag", 2)
    t.mark("ana", "ana.1:tag")
    t.undo(erased)
    assert t.faces("ana.1") == "erase [tag••]"
    assert t.state.discs[0] == "face:ana.1#2"
    t.redo()
    t.replace("ana.1:tag", "3")
    t.erase("ana.1:3")
    t.undo(erased)
    assert t.faces("ana.1") == "erase [blank]"


def test_what_resolves_is_what_lies_on_top_wherever_it_is():
    t, erased = moved(**{"ana.2": "[erase]"})
    t.roll("ana.1=tag", untold=True)
    t.resolve("ana.1", tag="points", on="ana.1")
    t.resolve("ana.2", erase="ana.1:active")
    t.undo(erased)
    assert t.faces("ana.1") == "erase [blank] 3 -2"


def test_a_blank_face_that_came_up_is_any_blank_one():
    t = table("Ana Ben", **{"ana.1": "erase"})
    t.erase("ana.1:erase")
    erased = t.entry
    t.roll("ana.1=blank", untold=True)
    t.resolve("ana.1", tag="tag")
    t.undo(erased)
    assert t.faces("ana.1") == "erase [tag]"


def test_a_blank_face_that_was_named_is_any_but_that_on_top():
    for entered in ("dot", "mark", "replace"):
        t, _ = moved(**{"ana.2": "[3]"})
        t.roll("ana.1=blank", untold=True)
        t.erase("ana.1:tag")
        gone = t.entry
        if entered == "replace":
            t.replace("ana.1:blank", "3")
        elif entered == "dot":
            t.dot("ana.1:blank", 1)
        else:
            t.mark("ana", "ana.1:blank")
        t.undo(gone)
        assert "tag" in t.faces("ana.1"), entered


def test_nobody_draws_on_top_without_saying_so():
    t = table("Ana Ben", **{"ana.1": "3"})
    t.roll("ana.1=blank")
    rolled = t.entry
    t.undo()
    t.tag("ana.1", "tag", by="ana")
    t.redo(rolled)
    assert t.faces("ana.1") == "3 [blank] tag"


def test_a_face_that_is_named_as_on_top_is_the_one_on_top():
    t = table("Ana Ben", **{"ana.1": "[3]"})
    t.roll("ana.1=blank")
    rolled = t.entry
    t.tag("ana.1:active", "tag")
    with pytest.raises(Illegal) as refusal:
        t.undo(rolled)
    assert refusal.value.rule == "BWD-85"


def test_a_complex_icon_goes_over_its_prerequisite():
    t, erased = moved(**{"ben.1": "[3]"})
    t.describe("50", name="Master", prerequisite=["tag"])
    t.add("50")
    t.tag("ana.1", "50")
    t.undo(erased)
    assert t.faces("ana.1") == "erase #50"


def test_what_was_copied_is_what_lies_on_top():
    t = table("Ana Ben", **{"ana.1": "erase", "ben.1": "3"})
    t.describe("36", name="Mirror", copies=True)
    t.add("36")
    t.write("ben.1", "36")
    t.erase("ana.1:erase")
    erased = t.entry
    t.tag("ana.1", "points")
    t.roll("ana.1=3", "ben.1=36", untold=True)
    t.next(untold=True)
    t.next(untold=True)
    t.resolve("ben.1", copies="ana.1")
    t.undo(erased)
    assert (t.scores, t.faces("ana.1")) == ("Ana 3, Ben 6", "erase [3] -2")


# What was named otherwise


def test_a_face_that_is_named_by_its_number_is_that_one():
    t = table("Ana Ben")
    t.tag("ana.1#1", "points")
    tagged = t.entry
    t.undo()
    t.tag("ana.1#1", "tag")
    with refused("BWD-85", "ana.1 has 3 there"):
        t.redo(tagged)
    t.undo()
    t.tag("ana.1", "tag")
    t.redo(tagged)
    assert t.faces("ana.1") == "3 -2 tag"


@pytest.mark.rule("BWD-190", "BWD-253", "BWD-226")
def test_what_was_named_has_to_be_there():
    """Were it another icon by now, that one would go, and nobody said so."""
    for rule, later in (
        ("BWD-190", lambda t: t.erase("ana.1:3")),
        ("BWD-253", lambda t: t.replace("ana.1:3", "-2")),
        ("BWD-226", lambda t: t.mark("ana", "ana.1:3")),
    ):
        t = table("Ana Ben", **{"ana.1": "tag"})
        t.replace("ana.1:tag", "3")
        replaced = t.entry
        later(t)
        with refused(rule, "ana.1 has no 3 there"):
            t.undo(replaced)


def test_what_dice_showed_that_the_companion_rolled_they_still_show():
    t, erased = moved()
    for seed in range(30):
        t.roll("ana.1", seed=seed, untold=True)
        if t.faces("ana.1") == "[tag]":
            break
    t.undo(erased)
    assert t.faces("ana.1") == "erase [tag]"


def test_older_logs_do_not_say_how_a_face_was_named():
    t = table("Ana Ben")
    old = {"card": "tag", "die": "ana.1", "by": 0, "undrawn": [], "needs": []}
    t.tag("ana.1", "erase")
    t.erase("ana.1:erase")
    erased = t.entry
    t.act(lambda action: action.add("card.tagged", placed=[["ana.1", 0, "tag"]], **old))
    with refused("BWD-85", "ana.1 has Erase there"):
        t.undo(erased)


# What a house rule overrules is said


def test_a_house_rule_says_what_is_lost():
    full = "tag tag tag tag tag"
    t = table("Ana Ben", **{"ana.1": full, "ana.2": "3"})
    t.tag("ana.1", "erase")
    tagged = t.entry
    t.undo()
    t.tag("ana.1", "re-roll")
    with refused("BWD-85", "ana.1 has Erase there"):
        t.redo(tagged)
    t.house = "whatever"
    t.redo(tagged)
    assert t.said == ["ana.1: the Re-roll is drawn over the Erase, which is lost."]


def test_a_house_rule_takes_nothing_away_that_nobody_named():
    for later, faces, line in (
        (lambda t: t.erase("ana.1:3"), "tag", "3 on ana.1 erased, which is not there: nothing"),
        (lambda t: t.replace("ana.1:3", "-2"), "tag -2", "−2 replaces 3 on ana.1, which is not"),
    ):
        t = table("Ana Ben", **{"ana.1": "tag"})
        t.replace("ana.1:tag", "3")
        replaced = t.entry
        later(t)
        event = t.log.events[-1]
        t.house = "whatever"
        t.undo(replaced)
        assert t.faces("ana.1") == faces
        assert line in t.game.describe(t.state, event, t.state, t.catalogue)


def test_a_house_rule_says_what_came_up_and_what_was_told():
    t = table("Ana Ben", **{"ana.1": "3"})
    t.tag("ana.1", "tag")
    tagged = t.entry
    t.roll("ana.1=tag", untold=True)
    t.house = "whatever"
    t.undo(tagged)
    event, game = t.log.events[-2], t.game
    assert event.kind == "dice.rolled"
    line = game.describe(t.state, event, t.state, t.catalogue)
    assert line == "rolled: ana.1 blank (told: Tag)"


# What a log has to say


@pytest.mark.parametrize(
    ("kind", "data"),
    [
        ("face.erased", {"die": "ana.1", "face": 0, "meant": "icon"}),
        ("face.replaced", {"die": "ana.1", "face": 0, "icon": "3", "card": None, "meant": "top"}),
        ("disc.placed", {"seat": 0, "on": "score", "icon": None, "meant": "icon"}),
        ("disc.placed", {"seat": 0, "on": "face:ana.1#1", "meant": "icon"}),
        ("dice.rolled", {"faces": {"ana.1": 0}, "shows": {"ana.1": None}, "meant": {}}),
        (
            "card.tagged",
            {
                **{"card": "tag", "die": "ana.1", "undrawn": [], "needs": []},
                **{"placed": [["ana.1", 0, "tag"]], "meant": ["any"], "over": []},
            },
        ),
    ],
)
def test_an_entry_that_says_how_a_face_was_named_says_what_was_on_it(kind, data):
    t = table("Ana Ben")
    with pytest.raises(ValueError, match=kind):
        t.act(lambda action: action.add(kind, **data))
