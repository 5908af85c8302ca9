"""Spy vs. Spy: the many words in which a mission is told, and who is meant by a letter."""

import pytest

from tests.games.boolean.tables_spy import Table, formed, table


def going(orders: int = 3) -> Table:
    """The missions of Ana, who is White; Ben is Black."""
    return formed().orders(orders)


def test_a_mission_as_people_say_it():
    for words, said in (
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
    ):
        assert going().mission(words).said == [said]


@pytest.mark.rule("BO-221", "A-BO-21")
def test_for_the_turncoat_friendly_means_unfriendly():
    t = formed().agents("ana", turncoat="field").orders(3)
    t.mission("infiltrate ben unfriendly friendly turncoat")
    assert t.said == [
        "Ana's turncoat infiltrates Ben's country (black, black): Ben loses a field agent"
    ]


def test_the_turncoat_as_a_word_rests_and_is_trained():
    t = formed().agents("ana", field=3, desk=3, populace=4, turncoat="field").orders(3)
    t.mission("scout ben").mission("rest turncoat")
    assert t.said == ["Ana rests the turncoat"]
    t = formed().agents("ana", turncoat="field").orders(3).mission("train desk turncoat")
    assert t.turncoats("ana") == ("desk",)


# Letters


def test_a_letter_of_a_colour_is_never_whoever_has_the_turn():
    for words in ("infiltrate w b", "infiltrate white b", "inf w black"):
        t = table("Will Bea").agency("will white 5 2").agency("bea black 5 2").orders(3)
        assert t.mission(words).said == [
            "Will infiltrates Bea's country (white, black), but the victim is loyal"
        ]
