"""`declare` as people type it, and how Liar's Boolean Dice speaks of one die and of several."""

import pytest

from companion.errors import Refused
from companion.testing.plays import refused
from tests.games.boolean.tables_liar import table

SHOWN = "Ben declares 8 and Displays all: ○○· lie open, 2 dice rolled again and hidden"


@pytest.mark.parametrize(
    "typed",
    [
        "8 --show wwb",
        "8 --show 2w 1b",
        "8 --show w w b",
        "8 --show 2 white 1 black",
        "ben 8 --show 2w 1b",
        "ben=8 --show 2w 1b",
        "b 8 --show w w b",
        "--show 2w 1b 8",
        "--show 2w 1b ben 8",
    ],
)
def test_dice_that_stay_open_may_be_told_in_several_words(companion, typed):
    companion("start boolean Ana Ben --game liar")
    companion("boolean declare ana 1")
    ran = companion(f"boolean declare {typed}")
    assert (ran.code, SHOWN in ran.out) == (0, True), ran.err


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("8 9 --show wwb", "No player here is called “8”"),
        ("ben 8 9 --show wwb", "One declaration at a time"),
        ("8 --show wwb zoe", "“wwb zoe” is not what dice show"),
        ("8 1b", "No player here is called “8”"),
        ("4.5 --show wwb", "“4.5” is no number to declare"),
        ("--show wwb", "N is missing"),
    ],
)
def test_what_is_no_dice_is_not_taken_for_some(companion, typed, why):
    companion("start boolean Ana Ben --game liar")
    companion("boolean declare ana 1")
    ran = companion(f"boolean declare {typed}")
    assert ran.code
    assert why in ran.err


def test_a_player_may_be_called_as_a_die_shows(companion):
    companion("start boolean 1b Ben --game liar --first ben")
    companion("boolean declare ben 1")
    assert "1b declares 8 and Displays all: ○" in companion("boolean declare 1b 8 --show w").out


@pytest.mark.parametrize("line", ["lose", "declare 3", "challenge"])
def test_where_nobody_has_dice_a_line_is_refused_like_any_other(companion, line):
    companion.must("start boolean Ana Ben Cho --game liar")
    companion.must("boolean lose ana")
    companion.must("boolean count ana 0 ben 0 cho 0")
    ran = companion(f"boolean {line}")
    assert ran.code in (1, 2)
    assert "ana" in ran.err, "somebody is named as an example"


# One and several


def test_one_open_die_is_one():
    t = table("Ana Ben").declare("ana 1").declare("ben 2", show="w").declare("ana 3")
    with refused("BO-96", "Of Ben's dice, 1 white lies open until", "bbbbb is without it"):
        t.challenge("ben", ana="wwwww", ben="bbbbb")
    t = table("Ana Ben").declare("ana 0").declare("ben 1", show="w")
    assert t.warned == ["1 cannot be missed: 1 White-up lies open already."]


def test_one_die_that_somebody_has_is_one():
    t = table("Ana Ben").count("ben", 1).declare("ana 1")
    with refused("BO-97", "Ben has one die and shows it, not 2."):
        t.challenge("ben", ana="wwwww", ben="ww")
    with pytest.raises(Refused, match="Ben has one die hidden, so 2 cannot stay open"):
        t.declare("ben 2", show="ww")
    t.declare("ben 2", show="w").declare("ana 3")
    with refused("A-BO-09", "Every die of Ben lies open already"):
        t.declare("ben 4", show="")


def test_who_has_no_dice_shows_none():
    t = table().count("cho", 0).declare("ana 1")
    with refused("BO-97", "Cho has no dice and shows none, not 1."):
        t.challenge("ben", ana="wwwww", ben="wwwww", cho="w")


def test_one_die_that_is_left_is_unknown():
    t = table("Ana Ben").count("ben", 2).holds("ben", "3c", "5").declare("ana 1")
    assert "which of Ben's dice is left is unknown now" in t.challenge("ben", 4).warned[0]


def test_no_die_that_can_be_white_is_none():
    t = table("Ana Ben").count("ana", 1).count("ben", 1).declares("ana 1", "ben 2")
    t.declare("ana 3", show="b").declare("ben 4", show="b")
    assert t.warned == ["None of all 2 dice can be White-up, so 4 cannot be reached (A-BO-10)."]
