"""Spy vs. Spy: the many words in which a mission is told, and who is meant by a letter."""

import pytest

from companion.errors import Ambiguous, Invalid
from companion.testing.plays import refused
from tests.games.boolean.tables_spy import Table, formed, table


def going(orders: int = 3) -> Table:
    """The missions of Ana, who is White; Ben is Black."""
    return formed().orders(orders)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("infiltrate ben desk lost", "Ana infiltrates Ben's agency: Ben loses a desk agent"),
        ("infiltrate ben lost desk", "Ana infiltrates Ben's agency: Ben loses a desk agent"),
        ("infiltrate ben field lost", "Ana infiltrates Ben's country: Ben loses a field agent"),
        ("infiltrate ben f", "Ana infiltrates Ben's country and fails"),
        ("infiltrate ben unfriendly", "Ana infiltrates Ben's country (black) and fails"),
        (
            "infiltrate ben friendly unfriendly",
            "Ana infiltrates Ben's country (white, white): Ben loses a field agent",
        ),
        (
            "infiltrate ben fri fri",
            "Ana infiltrates Ben's country (white, black), but the victim is loyal",
        ),
        (
            "infiltrate ben white unfriendly",
            "Ana infiltrates Ben's country (white, white): Ben loses a field agent",
        ),
        ("scout ben desk", "Ana scouts Ben's agency"),
        ("scout ben field", "Ana scouts Ben's country"),
        (
            "recruit 4 field",
            "Ana rolls the populace and recruits 4: 4 into the field",
        ),
        ("recruit 4 desk", "Ana rolls the populace and recruits 4: 4 to desks"),
        ("recruit 4 1", "Ana rolls the populace and recruits 4: 1 into the field, 3 to desks"),
        ("nudge yes", "Ana Nudges one of the populace, who goes to a desk"),
        ("ana nudge field", "Ana Nudges one of the populace, who goes into the field"),
    ],
)
def test_a_mission_as_people_say_it(words, said):
    assert going().mission(words).said == [said]


def test_without_sides_friendly_and_unfriendly_still_say_what_came_of_it():
    t = table().orders().mission("infiltrate ben friendly unfriendly")
    assert t.said == ["Ana infiltrates Ben's country: Ben loses a field agent"]
    with pytest.raises(Invalid, match="How was the victim") as asked:
        t.mission("infiltrate ben friendly")
    assert "`companion boolean mission infiltrate ben friendly unfriendly`" in asked.value.hint


@pytest.mark.rule("BO-221", "A-BO-21")
def test_for_the_turncoat_friendly_means_unfriendly():
    t = formed().agents("ana", turncoat="field").orders(3)
    t.mission("infiltrate ben unfriendly friendly turncoat")
    assert t.said == [
        "Ana's turncoat infiltrates Ben's country (black, black): Ben loses a field agent"
    ]


def test_the_turncoat_as_a_word_is_who_went_or_who_was_lost():
    t = formed().agents("ana", turncoat="field").orders(3)
    assert t.mission("infiltrate ben lost turncoat").said[0].startswith("Ana's turncoat")
    t = formed().agents("ben", turncoat="field").orders(3)
    assert t.mission("infiltrate ben lost turncoat").free == [("ben", "6w")]
    t = formed().agents("ben", turncoat="field").agents("ana", turncoat="field").orders(3)
    with pytest.raises(Invalid, match="that went, or the one that was lost") as asked:
        t.mission("infiltrate ben lost turncoat")
    assert "lost --die turncoat` if it was lost" in asked.value.hint
    assert t.mission("infiltrate ben loyal turncoat").said[0].startswith("Ana's turncoat")
    with refused("BO-187", "no turncoat in the field"):
        going().mission("infiltrate ben lost turncoat")


def test_the_turncoat_as_a_word_rests_and_is_trained():
    t = formed().agents("ana", field=3, desk=3, populace=4, turncoat="field").orders(3)
    t.mission("scout ben").mission("rest turncoat")
    assert t.said == ["Ana rests the turncoat"]
    t = formed().agents("ana", turncoat="field").orders(3).mission("train desk turncoat")
    assert t.turncoats("ana") == ("desk",)


# Letters


@pytest.mark.parametrize("words", ["infiltrate w b", "infiltrate white b", "inf w black"])
def test_a_letter_of_a_colour_is_never_whoever_has_the_turn(words):
    t = table("Will Bea").agency("will white 5 2").agency("bea black 5 2").orders(3)
    assert t.mission(words).said == [
        "Will infiltrates Bea's country (white, black), but the victim is loyal"
    ]


def test_a_letter_is_another_player_before_it_is_a_colour():
    t = table("Will Bea Wes").agency("bea black 5 2").orders(3).mission("infiltrate w lost")
    assert t.said == ["Will infiltrates Wes's country: Wes loses a field agent"]
    t = table("Wim Bea Wes Will").orders(3)
    with pytest.raises(Ambiguous, match="Wes or Will"):
        t.mission("infiltrate w lost")


def test_a_name_in_full_is_who_it_is():
    t = table("Will Bea").orders(3)
    with refused("BO-205", "own enemy"):
        t.mission("infiltrate will lost")


def test_hints_keep_what_was_said():
    t = table("Will Bea").orders(3)
    with pytest.raises(Invalid) as slip:
        t.mission("infiltrate agency")
    assert slip.value.hint == "`companion boolean mission infiltrate bea agency lost`"
    t = table("Will Bea Wes").orders(3)
    with pytest.raises(Invalid, match="Against whom") as slip:
        t.mission("scout agency")
    assert slip.value.hint == "`companion boolean mission scout bea agency`"
    t.agency("will white").agency("bea black")
    with pytest.raises(Invalid, match="Which colour did the victim") as slip:
        t.mission("infiltrate bea desk white")
    assert slip.value.hint == "`companion boolean mission infiltrate bea agency white white`"
