"""`declare` as people type it, and how Liar's Boolean Dice speaks of one die and of several."""

from tests.games.boolean.tables_liar import table

SHOWN = "Ben declares 8 and Displays all: ○○· lie open, 2 dice rolled again and hidden"


def test_dice_that_stay_open_may_be_told_in_several_words(companion):
    for typed in (
        "8 --show wwb",
        "8 --show 2w 1b",
        "8 --show w w b",
        "8 --show 2 white 1 black",
        "ben 8 --show 2w 1b",
        "ben=8 --show 2w 1b",
        "b 8 --show w w b",
        "--show 2w 1b 8",
        "--show 2w 1b ben 8",
    ):
        companion("start boolean Ana Ben --game liar")
        companion("boolean declare ana 1")
        ran = companion(f"boolean declare {typed}")
        assert (ran.code, SHOWN in ran.out) == (0, True), ran.err


def test_a_player_may_be_called_as_a_die_shows(companion):
    companion("start boolean 1b Ben --game liar --first ben")
    companion("boolean declare ben 1")
    assert "1b declares 8 and Displays all: ○" in companion("boolean declare 1b 8 --show w").out


# One and several


def test_one_die_that_is_left_is_unknown():
    t = table("Ana Ben").count("ben", 2).holds("ben", "3c", "5").declare("ana 1")
    assert "which of Ben's dice is left is unknown now" in t.challenge("ben", 4).warned[0]


def test_no_die_that_can_be_white_is_none():
    t = table("Ana Ben").count("ana", 1).count("ben", 1).declares("ana 1", "ben 2")
    t.declare("ana 3", show="b").declare("ben 4", show="b")
    assert t.warned == ["None of the 2 dice can be White-up, so 4 is impossible (A-BO-10)."]
