"""Spy vs. Spy: infiltrations, their results and colours, turncoats on both sides, the end."""

import pytest

from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def going(players: str = "Ana Ben Cho") -> Table:
    """The missions of Ana, who is White; Ben is Black."""
    return formed(players).orders(3)


def turncoat_going() -> Table:
    """Ana's turncoat is in the field, beside another."""
    return formed().agents("ana", turncoat="field").orders(3)


def ben_guards(*, post: str = "field") -> Table:
    """Ben has only has the turncoat there."""
    return formed().agents("ben", **{post: 1, "turncoat": post}).orders(3)


# Results


@pytest.mark.rule("BO-206", "BO-207", "BO-208", "BO-212", "BO-213", "BO-214")
def test_a_victim_that_is_lost_becomes_a_free_agent():
    for result, left in (("failed", 2), ("loyal", 2), ("lost", 1)):
        t = going().mission(f"infiltrate ben {result}")
        assert t.field == f"ana 2 ben {left} cho 2"
        assert t.free == ([("ben", None)] if result == "lost" else [])
        assert (t.left, t.state.ready) == (2, 1)


@pytest.mark.rule("BO-196", "BO-197", "BO-170")
def test_who_loses_the_last_field_agent_is_eliminated_and_the_last_one_wins():
    t = formed("Ana Ben").agents("ben", field=1).orders(1).mission("infiltrate ben lost")
    assert (t.field, t.winners, t.state.status) == ("ana 2 ben out", "ana", "finished")
    t = formed().agents("ben", field=1, desk=1).orders(3).mission("infiltrate ben agency lost")
    assert t.field == "ana 2 ben 1 cho 2"  # Without desk agents one is still in.


# Words


def test_an_infiltration_as_it_is_typed():
    for words in (
        "infiltrate ben lost",
        "inf ben lost",
        "i b los",
        "ana infiltrate ben lost",
        "infiltrate ben country lost",
        "infiltrate ben lost country",
        "infiltrate BEN LOST",
    ):
        assert going().mission(words).field == "ana 2 ben 1 cho 2"


def test_a_player_may_be_called_like_a_result_or_a_mission():
    t = table("Lost Rest", first="Rest").orders(3).mission("rest infiltrate lost lost")
    assert t.said == ["Rest infiltrates Lost's country: Lost loses a field agent"]
    assert t.mission("rest").said == ["Rest rests a field agent"]


# Colours


@pytest.mark.rule("BO-173", "BO-174", "BO-207", "BO-208", "BO-212", "BO-213")
def test_colours_say_what_came_of_it():
    """White is friendly to Ana, black to Ben."""
    for colours, left in (("black", 2), ("white black", 2), ("white white", 1)):
        t = going().mission(f"infiltrate ben {colours}")
        assert t.field == f"ana 2 ben {left} cho 2"
        t = formed(first="ben").orders(3)
        opposite = {"black": "white", "white": "black"}
        t.mission(f"infiltrate ana {' '.join(opposite[word] for word in colours.split())}")
        assert t.field == f"ana {left} ben 2 cho 2"


def test_colours_between_players_of_one_side():
    assert going().mission("infiltrate cho white black").field == "ana 2 ben 2 cho 1"
    assert going().mission("infiltrate cho white white").field == "ana 2 ben 2 cho 2"


@pytest.mark.rule("BO-207", "BO-208", "BO-212", "BO-213")
def test_what_colours_say_does_not_change_behind_them():
    for rule, result, rolled, shown in (
        ("BO-207", "lost", "black", None),
        ("BO-208", "failed", "white", None),
        ("BO-212", "lost", "white", "black"),
        ("BO-213", "loyal", "white", "white"),
    ):
        told = {"enemy": 1, "target": "country", "die": None, "turncoat": False}
        with refused(rule):
            going().add_fact(
                "enemy.infiltrated", seat=0, result=result, rolled=rolled, shown=shown, **told
            )


# The turncoat attacks


@pytest.mark.rule("BO-221", "A-BO-21")
def test_for_the_turncoat_all_rolls_are_reversed():
    for colours, left in (("black black", 1), ("black white", 2)):
        t = turncoat_going().mission(f"infiltrate ben {colours}", turncoat=True)
        assert t.field == f"ana 2 ben {left} cho 2"


@pytest.mark.rule("BO-187", "BO-221")
def test_the_turncoat_goes_where_it_is_in_the_field_and_has_to_where_nobody_else_is():
    with refused("BO-187", "no turncoat in the field"):
        going().mission("infiltrate ben lost", turncoat=True)
    t = formed().agents("ana", field=1, turncoat="field").orders(3)
    assert t.mission("infiltrate ben lost").said[0].startswith("Ana's turncoat infiltrates")
    t = formed().agents("ana", field=1, turncoat="field").orders(3)
    with refused("BO-221", "only has the turncoat", "--turncoat"):
        t.add_fact("enemy.infiltrated", seat=0, enemy=1, target="country", result="lost",
               rolled=None, shown=None, die=None, turncoat=False)  # fmt: skip


# The turncoat is attacked


def test_which_die_was_lost_says_whether_it_was_the_turncoat():
    def guarded() -> Table:
        return formed().agents("ben", turncoat="field").orders(3)

    t = guarded().mission("infiltrate ben lost", die="turncoat")
    assert (t.free, t.turncoats("ben"), t.warned) == ([("ben", "6w")], (), [])
    t = guarded().mission("infiltrate ben lost", die="2a")
    assert (t.turncoats("ben"), t.warned) == (("field",), [])
    t = guarded().mission("infiltrate ben lost")
    assert t.turncoats("ben") is None
    assert "Was it Ben's turncoat?" in t.warned[0]
    t = guarded().agents("ana", turncoat="field")
    assert t.mission("infiltrate ben lost", turncoat=True).turncoats("ben") == ("field",)


# What is told, and to whom


def test_the_table_shows_where_turncoats_are_only_once_it_is_told():
    t = table("Ana Ben")
    assert t.turncoats("ana") is None
    assert t.game.player_json(t.state, 0, None)["turncoats"] is None


@pytest.mark.rule("BO-215")
def test_free_agents_are_shown_to_all():
    t = going().mission("infiltrate ben lost", die="3b")
    assert t.said == ["Ana infiltrates Ben's country: Ben loses a field agent, the 3w-band"]
    assert t.game.to_json(t.state, None)["free_agents"] == [{"of": "Ben", "die": "3w-band"}]


def alone(name: str):
    """That player has one agent, which is the die that is friendly in every roll; Ana's turn."""
    t = formed("Ana Ben")
    t.agency(f"{name} {t.state.agencies[t.seat(name)].side} 1 1", rerolled=True)
    return t
