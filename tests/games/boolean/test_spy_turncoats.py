"""Spy vs. Spy: how often turncoats go, where they can be lost, how they are counted and swapped."""

import pytest

from companion.errors import Invalid, Refused
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def afield(orders: int = 4, *, desk: int = 4, field: int = 3) -> Table:
    """Ana's missions; her turncoat is in the field beside others."""
    t = formed().agents("ana", populace=3, desk=desk, field=field, turncoat="field")
    return t.orders(orders)


def won(die: str | None = "0w", orders: int = 4) -> Table:
    """Ana, who is White, has won a free agent in this turn; her own turncoat is not recruited."""
    t = formed().agents("ben", populace=1, desk=5, field=4, turncoat="gone").lost("ben", die=die)
    return t.agents("ana", populace=1, desk=6, field=3).orders(orders).mission("free yes")


# One mission in a turn


@pytest.mark.rule("BO-188", "BO-221")
def test_a_turncoat_goes_on_one_mission_in_a_turn():
    t = afield().mission("infiltrate ben loyal", turncoat=True)
    with refused(
        "BO-188", "Ana's turncoat has had", "mission rest --turncoat`", "infiltrate ben lost`"
    ):
        t.mission("infiltrate ben lost", turncoat=True)
    assert t.mission("infiltrate ben lost").field == "ana 3 ben 1 cho 2"


@pytest.mark.rule("BO-188")
def test_without_orders_for_a_rest_the_turncoat_is_not_offered_one():
    t = afield(2).mission("infiltrate ben loyal", turncoat=True)
    with refused("BO-188", "nother agent: `companion boolean mission infiltrate ben lost`") as _:
        t.mission("infiltrate ben lost", turncoat=True)


@pytest.mark.rule("BO-217", "BO-218")
@pytest.mark.parametrize("turncoat", [True, False])
def test_after_a_rest_the_turncoat_may_go_again(turncoat):
    """Where others have had a mission as well, a plain Rest may have been the turncoat's."""
    t = afield().mission("infiltrate ben loyal", turncoat=True).mission("scout ben")
    t.mission("rest", turncoat=turncoat)
    assert t.said == [f"Ana rests {'the turncoat' if turncoat else 'a field agent'}"]
    assert t.mission("infiltrate ben lost", turncoat=True).free == [("ben", None)]


def test_a_rest_is_the_turncoats_where_no_other_has_been_on_a_mission():
    t = afield().mission("infiltrate ben loyal", turncoat=True).mission("rest")
    assert t.said == ["Ana rests the turncoat"]


@pytest.mark.rule("BO-217")
def test_a_turncoat_that_is_not_in_the_field_does_not_rest():
    t = formed().orders(3).mission("scout ben")
    with refused("BO-217", "no turncoat that has been on a mission"):
        t.mission("rest", turncoat=True)
    assert t.mission("rest").left == 1


@pytest.mark.rule("BO-217")
def test_a_turncoat_that_was_not_on_a_mission_does_not_rest():
    """Whoever is recruited by a mission did not carry it out, nor any before it."""
    t = table().agency("ana white 6 1").agency("ben black 5 2").orders(5).mission("turncoat field")
    with refused("BO-217", "no turncoat that has been on a mission"):
        t.mission("rest", turncoat=True)
    t.mission("infiltrate ben lost", turncoat=True).mission("rest", turncoat=True)
    with refused("BO-217", "no turncoat"):
        t.mission("rest", turncoat=True)
    assert t.mission("rest").left == 0


@pytest.mark.rule("BO-217")
@pytest.mark.parametrize("words", ["infiltrate ben loyal", "infiltrate ben failed"])
def test_where_another_agent_went_it_is_not_the_turncoat_that_rests(words):
    t = afield().mission(words)
    with refused("BO-217", "no turncoat that has been on a mission"):
        t.mission("rest", turncoat=True)
    assert t.mission("scout ben").mission("rest", turncoat=True).left == 1, "it may have scouted"


@pytest.mark.rule("BO-217", "BO-226")
def test_a_turncoat_that_was_trained_for_the_field_was_not_on_that_mission():
    t = formed().agents("ana", populace=2, desk=5, field=3, turncoat="desk").orders(4)
    t.mission("train field", turncoat=True)
    with refused("BO-217"):
        t.mission("rest", turncoat=True)
    t.mission("scout ben")
    assert t.mission("rest", turncoat=True).left == 0


def test_a_turncoat_that_is_told_to_be_in_the_field_may_have_been_on_a_mission():
    t = formed().orders(3).mission("scout ben").agents("ana", turncoat="field")
    assert t.mission("rest", turncoat=True).left == 1


@pytest.mark.rule("BO-188")
def test_a_turncoat_of_which_nobody_told_is_one_once_it_has_gone():
    t = table().orders().mission("infiltrate ben lost", turncoat=True)
    assert t.turncoats("ana") == ("field",)
    with refused("BO-188"):
        t.mission("infiltrate ben lost", turncoat=True)
    t.mission("rest").mission("infiltrate ben lost", turncoat=True)
    t.next().next().orders().mission("infiltrate ben lost", turncoat=True)


def test_two_turncoats_go_on_a_mission_each():
    t = (
        afield()
        .agents("ana", turncoat="field,field")
        .mission("infiltrate ben loyal", turncoat=True)
    )
    t.mission("infiltrate ben loyal", turncoat=True)
    with refused("BO-188", "Ana's 2 turncoats have had"):
        t.mission("infiltrate ben lost", turncoat=True)


def test_a_house_may_send_it_twice():
    t = afield().mission("infiltrate ben loyal", turncoat=True)
    t.house = "it is quick"
    t.mission("infiltrate ben lost", turncoat=True)
    assert t.overruled == ["BO-188"]


# Free agents that are turncoats


@pytest.mark.rule("BO-225", "A-BO-24")
@pytest.mark.parametrize("die", ["0w", None])
def test_a_free_agent_that_is_a_turncoat_waits_for_the_next_turn(die):
    t = won(die)
    with refused("BO-225", "in which it was won", "infiltrate ben lost`"):
        t.mission("infiltrate ben lost", turncoat=True)
    t.swap(1).out("ben").next().orders(2)
    assert t.mission("infiltrate cho loyal", turncoat=True).said[0].startswith("Ana's turncoat")
    assert "field" in t.turncoats("ana")


@pytest.mark.rule("BO-225", "BO-188")
def test_ones_own_turncoat_goes_once_while_the_other_waits():
    t = won(orders=6).agents("ana", turncoat="field,field")
    t.mission("infiltrate ben loyal", turncoat=True)
    with refused("BO-188", "Ana's turncoat has had", "waits for the next one (BO-225)"):
        t.mission("infiltrate ben lost", turncoat=True)


@pytest.mark.rule("BO-4", "BO-224")
def test_colours_of_a_free_agent_are_kept_and_are_on_its_faces():
    t = formed().lost("ben", die="0w").orders(2)
    for die in (None, "0w"):
        with refused("BO-4", "0w has no white face"):
            t.mission("free white white", die=die)
    t.mission("free black black")
    assert t.said[0].startswith("Ana recruits the free agent 0w (black, black) into the field")
    t = formed().lost("ben", die="0w").orders(2).mission("free white black")
    assert t.said == ["Ana tries to recruit the free agent 0w (white, black), in vain"]


@pytest.mark.rule("BO-224", "BO-219")
def test_what_two_colours_say_does_not_change_behind_them():
    t = formed().lost("ben").orders(2)
    for won_it, colours in ((True, ["white", "black"]), (False, ["white", "white"])):
        with refused("BO-224"):
            t.tell("free_agent.approached", seat=0, won=won_it, colours=colours, die=None)
    t = formed().agents("ana", field=1, turncoat="field").lost("ben").orders(2)
    with refused("BO-219", "never shows white"):
        t.mission("free white white")
    assert t.mission("free black black").free == []


@pytest.mark.parametrize(("die", "won_over"), [("6w", "6w"), ("0w", "0w")])
def test_a_turncoat_among_the_free_agents_is_named_so(die, won_over):
    t = formed().agents("ben", turncoat="field").lost("cho", die="2a").lost("ben", die=die)
    t.orders(3).mission("free yes", die="turncoat")
    assert t.said[0].startswith(f"Ana recruits the free agent {won_over}")


def test_of_two_turncoats_or_none_the_table_is_asked_which():
    t = formed().agents("ben", turncoat="field").lost("ben", die="6w").lost("cho", die="6w")
    t.agents("ana", turncoat="field").lost("ana", die="0w").orders(3)
    with pytest.raises(Invalid, match="the 0w or the 6w") as asked:
        t.mission("free yes", die="turncoat")
    assert "`companion boolean mission free yes --die 6w`" in asked.value.hint
    with pytest.raises(Invalid, match="Which turncoat"):
        formed().lost("ben").orders(2).mission("free no", die="turncoat")


# Where it can be lost


def test_a_turncoat_is_lost_where_it_is():
    t = formed().orders(3)
    for plan in (
        lambda: t.mission("infiltrate ben lost", die="turncoat"),
        lambda: t.lost("ben", die="6w"),
        lambda: t.lost("ben", "desk", die="6w"),
    ):
        with pytest.raises(Refused, match="Ben's turncoat, which is in the populace") as slip:
            plan()
        assert "companion boolean agents ben --turncoat" in slip.value.hint
    t.agents("ben", turncoat="field").mission("infiltrate ben lost", die="turncoat")
    assert (t.free, t.turncoats("ben")) == ([("ben", "6w")], ())
    with pytest.raises(Refused, match="which was lost"):
        t.lost("ben", die="6w")


def test_what_told_where_the_turncoat_is_stays_while_its_loss_does():
    t = formed().agents("ben", turncoat="field")
    entry = t.entry
    with pytest.raises(Refused, match="taken back"):
        t.lost("ben", die="6w").undo(entry)


@pytest.mark.parametrize("die", ["0w", None])
def test_another_of_the_free_agents_may_be_lost_beside_it(die):
    t = won(die).lost("ana", die="0w")
    assert (t.turncoats("ana"), t.free[-1]) == (("populace",), ("ana", "0w"))
    with pytest.raises(Refused, match="Ana's turncoat, which is in the populace"):
        t.lost("ana", die="0w")


def test_where_nobody_knows_which_was_lost_there_are_still_two_at_most():
    t = afield().agents("ana", turncoat="field,field").lost("ana")
    assert t.turncoats("ana") is None
    for _ in range(2):
        t.mission("infiltrate ben loyal", turncoat=True)


# Counted


def test_where_all_turncoats_are_is_told_together():
    t = formed().agents("ana", turncoat="desk,populace")
    assert t.turncoats("ana") == ("populace", "desk")
    assert t.said == ["Ana: turncoats in the populace and at a desk"]
    t.agents("ana", turncoat="field")
    assert "`companion boolean agents ana --turncoat populace,desk`" in t.warned[0]
    assert t.agents("ana", turncoat="gone").warned == []


def test_there_are_no_more_turncoats_than_agents_or_sets():
    with pytest.raises(Refused, match="2 in the field, and so no 3 turncoats") as slip:
        formed().agents("ana", turncoat="field,field,field")
    assert "--field 3 --turncoat field,field,field" in slip.value.hint
    with pytest.raises(Refused, match="3 turncoats for Ana: there is one in each set, and 2 sets"):
        formed("Ana Ben").agents("ana", turncoat="desk,desk,desk")


# Swapped


@pytest.mark.rule("BO-194")
def test_a_swap_that_may_have_been_the_turncoats_says_so():
    t = afield().swap(1)
    assert "Ana's turncoat is taken to be in the field still" in t.warned[0]
    assert "`companion boolean swap 1 --turncoat desk`" in t.warned[0]
    assert t.undo().swap(1, "desk").warned == []
    assert "swap 2 --turncoat desk" in afield().swap(2).warned[0]
    assert afield(1, desk=1).swap(1).warned == []  # One desk agent does not replace it.
    assert afield(1, desk=1).next().warned == []
    t = formed().agents("ana", turncoat="desk").swap(2)
    assert "`companion boolean swap 2 --turncoat field`" in t.warned[0]
    assert formed().swap(2).warned == []


def test_the_step_of_swaps_tells_how_the_turncoat_goes():
    how = "companion boolean swap 1 --turncoat desk"
    assert how in afield().todo
    assert how in afield(0).todo
    assert how not in afield(1, desk=1).todo
    assert how not in formed().orders(2).todo
    assert how in table().agents("ana", desk=3, field=2).orders(2).todo  # It may be there.
    assert how not in table().orders(2).todo  # Nothing was told at all.


def test_a_free_agent_that_may_be_a_turncoat_is_swapped_as_one():
    t = won(None).swap(1, "desk")
    assert t.turncoats("ana") == ("populace", "desk")


# Told


def test_the_missions_of_a_turncoat_are_offered():
    t = afield()
    assert "`--turncoat` if the turncoat goes" in t.todo
    assert t.todo.count("infiltrate,") == 1
    t.mission("infiltrate ben loyal", turncoat=True)
    assert "--turncoat`" not in t.todo.split("The turn ends")[0]
    assert "--turncoat" not in formed().orders(2).todo


def test_a_colour_that_looks_like_failing_may_be_the_turncoats():
    with pytest.raises(Invalid, match="not got in") as slip:
        afield().mission("infiltrate ben agency black black")
    assert (
        "`companion boolean mission infiltrate ben agency black black --turncoat`"
        in slip.value.hint
    )
    with pytest.raises(Invalid, match="not got in") as slip:
        formed().orders(3).mission("infiltrate ben black black")
    assert "--turncoat" not in slip.value.hint


@pytest.mark.rule("BO-221")
def test_the_only_turncoat_never_shows_its_own_colour():
    t = formed().agents("ana", field=1, turncoat="field").orders(3)
    with refused("BO-221", "always comes up unfriendly"):
        t.mission("infiltrate ben white black")
    with pytest.raises(Invalid, match="Which colour did the victim show") as asked:
        t.mission("infiltrate ben black")
    assert "infiltrate ben black white --turncoat`" in asked.value.hint


@pytest.mark.rule("BO-222", "BO-194")
def test_ones_own_loyal_agent_comes_back_as_no_turncoat():
    t = table().agency("ana white 8 3").agency("ben black 7 2").orders(5)
    t.mission("infiltrate ben agency lost").swap(1).orders(4)
    with refused("BO-222", "The 6w is not among the free agents"):
        t.mission("free yes", die="6w")
    t.mission("free yes")
    with refused("BO-194"):
        t.swap(1, turncoat="desk")
    assert "--turncoat" not in t.todo


@pytest.mark.rule("A-BO-24", "BO-222", "BO-194")
def test_an_agent_of_a_rival_is_a_turncoat_only_if_a_turncoat_won_it():
    """The die without a black face is always friendly to Black, and so is no ordinary loss."""
    t = table("Ana Ben").agency("ana white 9 4").agency("ben black 6 3").orders(5)
    t.mission("infiltrate ben lost")
    with refused("BO-222", "The 0w is not among the free agents"):
        t.mission("free yes", die="0w")
    t.mission("free yes")
    assert t.state.agencies[0].strangers == 0
    with refused("BO-194"):
        t.swap(1, turncoat="desk")
    t = table("Ana Ben").agency("ana white 9 4").agency("ben black 6 3")
    t.agents("ana", turncoat="field").orders(5).mission("infiltrate ben lost", turncoat=True)
    turned = t.entry
    t.mission("infiltrate ben lost").mission("free yes", die="0w")
    with refused("BO-222", "would not stand then. The 0w is not among the free agents"):
        t.undo(turned)
