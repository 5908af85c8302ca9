"""Spy vs. Spy: infiltrations, their results and colours, turncoats on both sides, the end."""

import pytest

from companion.errors import Invalid, Refused
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def going(players: str = "Ana Ben Cho") -> Table:
    """The missions of Ana, who is White; Ben is Black."""
    return formed(players).orders(3)


def turncoat_going() -> Table:
    """Ana's turncoat is in the field, beside another."""
    return formed().agents("ana", turncoat="field").orders(3)


def ben_guards(*, post: str = "field") -> Table:
    """Ben has nobody but the turncoat there."""
    return formed().agents("ben", **{post: 1, "turncoat": post}).orders(3)


# Results


@pytest.mark.rule("BO-206", "BO-207", "BO-208", "BO-212", "BO-213", "BO-214")
@pytest.mark.parametrize(("result", "left"), [("failed", 2), ("loyal", 2), ("lost", 1)])
def test_a_victim_that_is_lost_becomes_a_free_agent(result, left):
    t = going().mission(f"infiltrate ben {result}")
    assert t.field == f"ana 2 ben {left} cho 2"
    assert t.free == ([("ben", None)] if result == "lost" else [])
    assert (t.left, t.state.ready) == (2, 1)


@pytest.mark.rule("BO-227")
def test_an_agency_is_attacked_at_its_desks():
    t = going().mission("infiltrate ben agency lost")
    assert t.dice("ben") == "5 populace 2 desk 2 field"
    assert t.left == 1
    t = formed().agents("ben", desk=0).orders(3)
    with refused("BO-227", "nobody at a desk"):
        t.mission("infiltrate ben agency lost")


@pytest.mark.rule("BO-196", "BO-197", "BO-170")
def test_who_loses_the_last_field_agent_is_eliminated_and_the_last_one_wins():
    t = formed("Ana Ben").agents("ben", field=1).orders(1).mission("infiltrate ben lost")
    assert (t.field, t.winners, t.state.status) == ("ana 2 ben out", "ana", "finished")
    t = formed().agents("ben", field=1, desk=1).orders(3).mission("infiltrate ben agency lost")
    assert t.field == "ana 2 ben 1 cho 2"  # Without desk agents one is still in.


@pytest.mark.rule("BO-205")
def test_the_enemy_is_another_player_of_either_side():
    with refused("BO-205", "own enemy"):
        going().mission("infiltrate ana lost")
    assert going().mission("infiltrate cho lost").field == "ana 2 ben 2 cho 1"
    t = formed().out("ben").orders(3)
    with pytest.raises(Refused, match="out of the game"):
        t.mission("infiltrate ben lost")


# Words


@pytest.mark.parametrize(
    "words",
    [
        "infiltrate ben lost",
        "inf ben lost",
        "i b los",
        "ana infiltrate ben lost",
        "infiltrate ben country lost",
        "infiltrate ben lost country",
        "infiltrate BEN LOST",
    ],
)
def test_an_infiltration_as_it_is_typed(words):
    assert going().mission(words).field == "ana 2 ben 1 cho 2"


def test_the_only_enemy_need_not_be_named():
    assert going("Ana Ben").mission("infiltrate lost").field == "ana 2 ben 1"
    assert going("Ana Ben").mission("infiltrate agency lost").dice("ben").endswith("2 desk 2 field")
    with pytest.raises(Invalid, match="Against whom"):
        going().mission("infiltrate lost")


def test_a_player_may_be_called_like_a_result_or_a_mission():
    t = table("Lost Rest", first="Rest").orders(3).mission("rest infiltrate lost lost")
    assert t.said == ["Rest infiltrates Lost's country: Lost loses a field agent"]
    assert t.mission("rest").said == ["Rest rests a field agent"]


# Colours


@pytest.mark.rule("BO-173", "BO-174", "BO-207", "BO-208", "BO-212", "BO-213")
@pytest.mark.parametrize(
    ("colours", "left"), [("black", 2), ("white black", 2), ("white white", 1)]
)
def test_colours_say_what_came_of_it(colours, left):
    """White is friendly to Ana, black to Ben."""
    t = going().mission(f"infiltrate ben {colours}")
    assert t.field == f"ana 2 ben {left} cho 2"
    t = formed(first="ben").orders(3)
    opposite = {"black": "white", "white": "black"}
    t.mission(f"infiltrate ana {' '.join(opposite[word] for word in colours.split())}")
    assert t.field == f"ana {left} ben 2 cho 2"


def test_colours_between_players_of_one_side():
    assert going().mission("infiltrate cho white black").field == "ana 2 ben 2 cho 1"
    assert going().mission("infiltrate cho white white").field == "ana 2 ben 2 cho 2"


def test_colours_are_asked_for_and_need_sides():
    with pytest.raises(Invalid, match="Which colour did the victim show"):
        going().mission("infiltrate ben white")
    with pytest.raises(Invalid, match="no victim was rolled"):
        going().mission("infiltrate ben black white")
    with pytest.raises(Refused, match="Whether Ana is White or Black was not told"):
        table("Ana Ben").orders().mission("infiltrate ben white white")
    with pytest.raises(Invalid, match="a word too many"):
        going().mission("infiltrate ben white white white")
    with pytest.raises(Invalid, match="a word too many"):
        going().mission("infiltrate ben lost white")


@pytest.mark.rule("BO-207", "BO-208", "BO-212", "BO-213")
@pytest.mark.parametrize(
    ("rule", "result", "rolled", "shown"),
    [
        ("BO-207", "lost", "black", None),
        ("BO-208", "failed", "white", None),
        ("BO-212", "lost", "white", "black"),
        ("BO-213", "loyal", "white", "white"),
    ],
)
def test_what_colours_say_does_not_change_behind_them(rule, result, rolled, shown):
    told = {"enemy": 1, "target": "country", "die": None, "turncoat": False}
    with refused(rule):
        going().tell("enemy.infiltrated", seat=0, result=result, rolled=rolled, shown=shown, **told)


# The turncoat attacks


@pytest.mark.rule("BO-221", "A-BO-21")
@pytest.mark.parametrize(("colours", "left"), [("black black", 1), ("black white", 2)])
def test_for_the_turncoat_all_rolls_are_reversed(colours, left):
    t = turncoat_going().mission(f"infiltrate ben {colours}", turncoat=True)
    assert t.field == f"ana 2 ben {left} cho 2"


@pytest.mark.rule("BO-221")
def test_the_turncoat_always_gets_in():
    with refused("BO-221", "it has got in"):
        turncoat_going().mission("infiltrate ben failed", turncoat=True)


@pytest.mark.rule("BO-187", "BO-221")
def test_the_turncoat_goes_where_it_is_in_the_field_and_has_to_where_nobody_else_is():
    with refused("BO-187", "no turncoat in the field"):
        going().mission("infiltrate ben lost", turncoat=True)
    t = formed().agents("ana", field=1, turncoat="field").orders(3)
    assert t.mission("infiltrate ben lost").said[0].startswith("Ana's turncoat infiltrates")
    t = formed().agents("ana", field=1, turncoat="field").orders(3)
    with refused("BO-221", "nobody but the turncoat", "--turncoat"):
        t.tell("enemy.infiltrated", seat=0, enemy=1, target="country", result="lost",
               rolled=None, shown=None, die=None, turncoat=False)  # fmt: skip


# The turncoat is attacked


@pytest.mark.rule("A-BO-23")
@pytest.mark.parametrize(("post", "where"), [("field", ""), ("desk", "agency ")])
def test_a_turncoat_as_the_victim_is_always_lost(post, where):
    with refused("A-BO-23", "always lost", "lost`"):
        ben_guards(post=post).mission(f"infiltrate ben {where}loyal")
    t = ben_guards(post=post).mission(f"infiltrate ben {where}lost")
    assert t.free == [("ben", "6w")]


@pytest.mark.rule("A-BO-21", "A-BO-23")
def test_against_a_turncoat_a_turncoat_is_loyal():
    t = ben_guards().agents("ana", turncoat="field")
    with refused("A-BO-21", "that is loyal"):
        t.mission("infiltrate ben lost", turncoat=True)
    assert "infiltrate ben lost" in t.todo
    t.agents("ana", field=1)
    assert "infiltrate ben loyal" in t.todo
    assert t.mission("infiltrate ben loyal").free == []


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


@pytest.mark.rule("BO-213", "A-BO-21")
def test_a_die_is_lost_by_a_face_that_it_has():
    with refused("BO-213", "0w has no white face"):
        going().mission("infiltrate ben lost", die="0w")
    with refused("A-BO-21", "6w has no black face"):
        turncoat_going().mission("infiltrate ben lost", die="6w", turncoat=True)
    assert turncoat_going().mission("infiltrate ben lost", die="0w", turncoat=True).free


@pytest.mark.rule("BO-4")
def test_each_die_is_there_once_for_each_player():
    t = formed("Ana Ben").agents("ben", field=4, desk=1).lost("ben", die="2a")
    with refused("BO-4", "Ben has lost the 2w-adjacent already: there is one in each set"):
        t.lost("ben", die="2a")
    with refused("BO-4", "Ben has lost the 2w-adjacent already"):
        t.orders(3).mission("infiltrate ben lost", die="2a")
    t.agents("ben", field=3, populace=5).lost("ben", die="2a")
    with refused("BO-4", "Every 2w-adjacent there is is a free agent already"):
        t.lost("ben", die="2a")


@pytest.mark.parametrize(("won", "may_lose"), [("2a", True), (None, True), ("2o", False)])
def test_a_die_that_was_won_may_be_the_second_of_its_kind(won, may_lose):
    t = formed("Ana Ben").agents("ana", field=4, desk=1).lost("ana").lost("ana", die="2o")
    t.lost("ben", die="2a").orders(1).swap()
    t.orders(3, "ben").mission("free yes", die=won)
    if may_lose:
        assert t.lost("ben", die="2a").free[-1] == ("ben", "2w-adjacent")
    else:
        with refused("BO-4", "Ben has lost the 2w-adjacent already"):
            t.lost("ben", die="2a")


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


@pytest.mark.rule("BO-212", "BO-180")
def test_the_die_that_is_always_friendly_is_a_loyal_victim():
    t = alone("ben").orders(3)
    with refused("BO-212", "Ben has one agent", "infiltrate ben loyal"):
        t.mission("infiltrate ben lost")
    assert "infiltrate loyal" in t.todo
    assert t.mission("infiltrate ben loyal").field == "ana 2 ben 1"
    t.agents("ana", turncoat="field")
    with refused("A-BO-21", "against a turncoat it is lost"):
        t.mission("infiltrate ben loyal", turncoat=True)
    assert t.mission("infiltrate ben lost", turncoat=True).winners == "ana"


@pytest.mark.rule("BO-208")
def test_it_gets_in_always():
    t = alone("ana").agents("ana", populace=8, desk=1).orders(1).agents("ana", populace=9, desk=0)
    with refused("BO-208", "Ana has one agent"):
        t.mission("infiltrate ben failed")


def test_where_it_may_have_been_lost_nobody_knows():
    t = formed("Ana Ben").lost("ben").agents("ben", desk=0, field=1).orders(2)
    assert t.mission("infiltrate ben lost").winners == "ana"
    t = formed("Ana Ben").lost("ben", die="3c").agents("ben", desk=0, field=1).orders(2)
    with refused("BO-212"):
        t.mission("infiltrate ben lost")


@pytest.mark.rule("BO-205", "BO-189")
def test_whom_and_for_what_is_said_before_what_came_of_it():
    t = formed("Ana Ben").orders(1)
    for words, rule in (("ana black black", "BO-205"), ("ben agency black black", "BO-189")):
        with refused(rule):
            t.mission(f"infiltrate {words}")
