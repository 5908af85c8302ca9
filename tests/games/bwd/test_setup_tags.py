"""The tags of setup: four each on one's own dice, then the common die, and only then a round."""

import pytest

from companion.errors import Illegal
from companion.games.bwd.game import GAME
from companion.testing.plays import refused
from tests.games.bwd.tables import table

FULL = "tag tag tag tag tag tag"


def tagging(players="Ana Ben", cards="points investment tag erase", **more):
    """A table at which everybody has tagged his or her own dice with these cards."""
    t = table(players, set="V1", **more)
    for seat in t.state.seats:
        for card in cards.split():
            t.tag(f"{seat.handle}.1", card)
    return t


@pytest.mark.rule("BWD-83", "BWD-93", "BWD-95")
def test_everybody_tags_four_times_and_no_fifth_time():
    t = table("Ana Ben", set="V1")
    for die, card in [("1", "points"), ("1", "investment"), ("1", "investment"), ("2", "tag")]:
        t.tag(f"ana.{die}", card)
    assert t.state.tags == (4, 0)
    for die in ("ana.1", "ana.2"):
        with refused("BWD-83", "Ana has tagged four times", "write"):
            t.tag(die, "tag")
    t.house = "five each"
    t.tag("ana.2", "tag")
    assert t.overruled == ["BWD-83"]


@pytest.mark.rule("BWD-83")
def test_everybody_tags_his_or_her_own_dice():
    t = table("Ana Ben", set="V1")
    with refused("BWD-83", "ben.1 is not Ana's", "tag ana.1 points"):
        t.tag("ben.1", "points", by="ana")
    t.tag("ana.2", "points", by="ana")
    assert t.state.tags == (1, 0)


@pytest.mark.rule("BWD-83")
def test_in_play_any_die_is_tagged_as_often_as_an_icon_says():
    t = tagging(cards="tag tag tag")
    t.next(untold=True)
    for _ in range(2):
        t.tag("ben.2", "tag", by="ana")
    assert t.faces("ben.2") == "tag tag"


@pytest.mark.rule("BWD-97")
def test_the_common_die_is_tagged_once_by_each_in_turn_order():
    t = tagging("Ana Ben Cho", first="ben")
    t.tag("common", "tag")
    assert [t.does("card.tagged")[0]["by"], sorted(t.state.common_tags)] == [1, [1]]
    with refused("BWD-97", "Cho's tag", "--by cho"):
        t.tag("common", "erase", by="ana")
    with refused("BWD-97", "Ben has tagged the common die", "Cho is next"):
        t.tag("common", "erase", by="ben")
    t.tag("common", "erase")
    t.tag("common", "erase", by="ana")
    assert sorted(t.state.common_tags) == [0, 1, 2]
    with refused("BWD-97", "Everybody has tagged the common die"):
        t.tag("common", "erase")


@pytest.mark.rule("BWD-97")
def test_the_common_die_comes_last():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    with refused("BWD-97", "Ana 3, Ben 4", "tag ana.1 CARD"):
        t.tag("common", "tag")
    t = table("Ana Ben", set="V1")
    t.tag("common", "tag")  # Nobody told of any other tag: maybe all have theirs.
    with refused("BWD-97", "comes last", "write ben.1"):
        t.tag("ben.1", "tag")


@pytest.mark.rule("BWD-99")
def test_a_common_die_without_an_empty_face_is_not_tagged_any_more():
    t = tagging("Ana Ben Cho Dee")
    for _ in range(3):
        t.tag("common", "points")
    assert len(t.state.common_tags) == 3
    with refused("BWD-99", "no empty face"):
        t.tag("common", "points")
    assert "one tag each" not in t.todo
    t.roll("ana.1=3")
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-99")
def test_not_even_by_an_icon_that_would_replace_another():
    t = tagging(known={"17": {"prerequisite": ["tag"]}})
    t.house = "one more card"
    t.add("17")
    t.house = None
    t.write("common", *FULL.split())
    with refused("BWD-99", "no empty face"):
        t.tag("common", "17")


# A round begins


def ways_to_begin(t):
    return (lambda: t.next(), lambda: t.roll("ana.1=tag"), lambda: t.roll(seed=3))


@pytest.mark.rule("BWD-83")
def test_a_round_does_not_begin_while_tags_are_missing():
    t = table("Ana Ben", set="V1")
    for _ in range(4):
        t.tag("ana.1", "tag")
    t.tag("ben.2", "tag")
    before = t.state
    for begin in ways_to_begin(t):
        with refused("BWD-83", "To go: Ben 3", "`companion bwd tag ben.1 CARD`", "--untold"):
            begin()
    assert t.state == before


@pytest.mark.rule("BWD-97")
def test_nor_while_the_common_die_wants_a_tag():
    t = tagging()
    for begin in ways_to_begin(t):
        with refused("BWD-97", "Ana and Ben", "tag common CARD", "--untold"):
            begin()
    t.tag("common", "tag")
    with refused("BWD-97", "To go: Ben."):
        t.next()
    t.tag("common", "points")
    t.next()
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-69", "A-BW-26")
def test_nor_while_the_tableau_lacks_cards_that_could_be_told():
    t = table("Ana Ben Cho", set="6-29")
    t.add("6", by="ana")
    with refused("BWD-69", "lacks 3 cards", "add NUMBER --by ben", "--untold"):
        t.roll("ana.1=blank")
    t.add("7", by="ben")
    t.add("8", by="cho")
    with refused("BWD-69", "lacks 1 card", "`companion bwd add NUMBER`"):
        t.roll("ana.1=blank")
    t.add("9")
    t.roll("ana.1=blank")
    t = table("Ana Ben Cho", set="6-29")
    t.deal()
    with refused("BWD-69", "lacks 4 cards"):
        t.roll("ana.1=blank")
    t.roll("ana.1=blank", untold=True)
    t = table("Ana Ben Cho", set="6-29")
    t.roll("ana.1=blank")  # Nobody told of any card.
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-69")
@pytest.mark.parametrize("die", ["ana.1", "common"])
def test_dice_are_tagged_when_the_tableau_is_full(die):
    t = table("Ana Ben Cho", set="6-29")
    t.tag(die, "tag")  # Nobody told of any card.
    t = table("Ana Ben Cho", set="6-29")
    t.deal()
    for hand in t.state.hands:
        t.add(hand[0])
    with refused("BWD-69", "lacks 1 card, and dice are tagged when", "`companion bwd fill`"):
        t.tag(die, "tag")
    t.fill()
    filled = t.entry
    t.tag(die, "tag")
    with refused("BWD-69", "lacks 1 card"):
        t.undo(filled)


@pytest.mark.rule("BWD-83", "BWD-97")
def test_what_was_tagged_and_never_told_holds_nobody_up():
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    t.next(untold=True)
    assert (t.where, t.does("phase.begun")[0]["untold"]) == ("1 roll", True)
    t = table("Ana Ben", set="V1")
    t.tag("ana.1", "tag")
    t.roll("ana.1=tag", untold=True)
    assert (t.where, t.faces("ana.1")) == ("1 roll", "[tag]")


@pytest.mark.rule("BWD-83")
@pytest.mark.parametrize("told", ["nothing", "dice as they lie", "dice of an earlier play"])
def test_where_no_tag_was_told_of_none_is_missed(told):
    if told == "dice as they lie":
        t = table("Ana Ben", **{"ana.1": "tag 3"})
    elif told == "dice of an earlier play":
        t = table("Ana Ben", kept=table("Ana Ben", **{"ana.1": "tag", "common": "3"}))
    else:
        t = table("Ana Ben")
    t.roll("ana.1=blank")
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-83")
def test_whoever_has_written_dice_has_no_tags_to_go():
    t = table("Ana Ben", **{"ben.2": "tag erase"})
    for card in ("points", "tag", "tag", "tag"):
        t.tag("ana.1", card)
    assert GAME.todo(t.state, t.catalogue)[0].startswith("The common die")
    t.tag("common", "tag")


@pytest.mark.rule("BWD-83", "BWD-85")
def test_whoever_has_no_empty_face_left_has_no_tags_to_go():
    t = table("Ana Ben", known={"17": {"icons": ["a", "b", "c", "d", "e", "f"]}}, cards="17")
    for name in ("ana", "ben"):
        t.tag(f"{name}.1", "17")
        t.tag(f"{name}.2", "17")
    assert t.state.tags == (2, 2)
    with refused("BWD-97"):
        t.next()
    t.tag("common", "17")
    t.next()
    assert t.where == "1 roll"


# Taking back


@pytest.mark.rule("BWD-83", "BWD-97")
def test_a_tag_is_taken_back_only_where_all_that_came_after_it_still_stands():
    t = tagging()
    fourth = t.entry
    t.tag("common", "tag")
    t.tag("common", "points")
    t.next()
    with refused("BWD-97", "comes last"):
        t.undo(fourth)
    with refused("BWD-97", "Ana's tag"):
        t.undo(fourth + 1)
    with refused("BWD-97", "Ben"):
        t.undo(fourth + 2)
    t.undo()
    t.undo()
    assert sorted(t.state.common_tags) == [0]


@pytest.mark.rule("BWD-97")
def test_the_marker_is_not_taken_back_behind_the_common_die():
    t = tagging()
    t.pass_marker()
    passed = t.entry
    t.tag("common", "tag")
    assert t.does("card.tagged")[0]["by"] == 1
    with refused("BWD-97", "Ana's tag"):
        t.undo(passed)


@pytest.mark.rule("BWD-83", "BWD-85")
def test_what_is_proposed_next_has_room_and_is_ones_own():
    """Three times 3 and −2 fill Ana's first die."""
    t = table("Ana Ben", set="V1")
    for _ in range(3):
        t.tag("ana.1", "points")
    assert "tag ana.2 CARD" in t.todo
    with refused("BWD-85", "room on ana.2 (A-BW-03)"):
        t.tag("ana.1", "tag")
    with refused("BWD-83", "tag ana.2 tag"):
        t.tag("ben.1", "tag", by="ana")
    with refused("BWD-97", "tag ana.2 CARD"):
        t.tag("common", "tag", by="ana")


# The common die before its turn


def test_whoever_tells_of_the_common_die_alone_goes_on_with_it():
    t = table("Ana Ben", set="V1")
    t.tag("common", "wheels")
    rest = "Nobody told what is on the other dice: `companion bwd write ana.1 …`."
    for step in (
        "The common die, one tag each: Ben: `companion bwd tag common CARD`.",
        "Roll the common die: `companion bwd roll common=…`.",
    ):
        assert t.todo == f"{step}\n{rest}"
        with refused("BWD-97", "companion log", "companion undo N", "companion bwd write ana.1"):
            t.tag("ana.1", "tag")
        t.tag("common", "wheels") if "Ben" in step else t.roll("common=wheels")
    words = "ana.1=… ana.2=… ben.1=… ben.2=…"
    assert t.todo == f"Everyone rolls: `companion bwd roll {words}`.\n{rest}"
    t.write("ana.1", "tag")
    assert t.todo.endswith("write ben.1 …`.")
    t.roll("ana.1=tag")
    assert t.where == "1 roll"


def house_lets_the_common_die_come_first():
    """Ben has a tag to go, and Ana has tagged the common die."""
    t = tagging(cards="tag tag tag")
    t.tag("ana.2", "tag")
    t.tag("ben.2", "tag")
    last = t.entry
    t.tag("common", "tag")
    t.house = "three will do"
    t.undo(last)
    t.house = None
    return t


def test_a_way_out_is_one_that_is_open():
    t = house_lets_the_common_die_come_first()
    assert t.todo == (
        "Tags to go: Ben 1, and the common die is tagged already: `companion next --untold` begins "
        "the round without them."
    )
    for rule, act in (
        ("BWD-97", lambda: t.tag("common", "tag")),
        ("BWD-100", lambda: t.roll("common=blank")),
        ("BWD-83", t.next),
    ):
        with pytest.raises(Illegal) as refusal:
            act()
        assert refusal.value.rule == rule
        assert "companion undo N" in refusal.value.hint
        assert "bwd tag" not in refusal.value.hint
    t.next(untold=True)
    assert t.where == "1 roll"


@pytest.mark.rule("BWD-97")
def test_the_order_of_the_common_die_is_one_rule():
    """Whose turn of it is, too: an entry that was let off that rule is let off all of it."""
    t = house_lets_the_common_die_come_first()
    first = t.entry - 1
    t.house = "also"
    t.tag("common", "tag")
    assert t.overruled == ["BWD-97"]
    t.house = None
    t.undo(first)
    assert t.faces("common") == "blank tag"
