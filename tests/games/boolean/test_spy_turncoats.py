"""Spy vs. Spy: how often turncoats go, where they can be lost, how they are counted and swapped."""

import pytest

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


@pytest.mark.rule("BO-217", "BO-218")
def test_after_a_rest_the_turncoat_may_go_again():
    """Where others have had a mission as well, a plain Rest may have been the turncoat's."""
    for turncoat in (True, False):
        t = afield().mission("infiltrate ben loyal", turncoat=True).mission("scout ben")
        t.mission("rest", turncoat=turncoat)
        assert t.said == [f"Ana rests {'the turncoat' if turncoat else 'a field agent'}"]
        assert t.mission("infiltrate ben lost", turncoat=True).free == [("ben", None)]


def test_a_rest_is_the_turncoats_where_no_other_has_been_on_a_mission():
    t = afield().mission("infiltrate ben loyal", turncoat=True).mission("rest")
    assert t.said == ["Ana rests the turncoat"]


def test_a_turncoat_that_is_told_to_be_in_the_field_may_have_been_on_a_mission():
    t = formed().orders(3).mission("scout ben").agents("ana", turncoat="field")
    assert t.mission("rest", turncoat=True).left == 1


def test_a_house_may_send_it_twice():
    t = afield().mission("infiltrate ben loyal", turncoat=True)
    t.house = "it is quick"
    t.mission("infiltrate ben lost", turncoat=True)
    assert t.overruled == ["BO-188"]


# Free agents that are turncoats


@pytest.mark.rule("BO-224", "BO-219")
def test_what_two_colours_say_does_not_change_behind_them():
    t = formed().lost("ben").orders(2)
    for won_it, colours in ((True, ["white", "black"]), (False, ["white", "white"])):
        with refused("BO-224"):
            t.add_fact("free_agent.approached", seat=0, won=won_it, colours=colours, die=None)
    t = formed().agents("ana", field=1, turncoat="field").lost("ben").orders(2)
    with refused("BO-219", "never shows white"):
        t.mission("free white white")
    assert t.mission("free black black").free == []


def test_a_turncoat_among_the_free_agents_is_named_so():
    for die, won_over in (("6w", "6w"), ("0w", "0w")):
        t = formed().agents("ben", turncoat="field").lost("cho", die="2a").lost("ben", die=die)
        t.orders(3).mission("free yes", die="turncoat")
        assert t.said[0].startswith(f"Ana recruits the free agent {won_over}")


# Where it can be lost


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


# Swapped


@pytest.mark.rule("BO-194")
def test_a_swap_that_may_have_been_the_turncoats_says_so():
    t = afield().swap(1)
    assert "Ana's turncoat stays in the field" in t.warned[0]
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
