"""Challenges in Liar's Boolean Dice: what lies there, who loses a die, where it goes, who wins."""

import pytest

from tests.games.boolean.tables_liar import Table, table


def declared(number: int, players: str = "Ana Ben Cho") -> Table:
    """Ana has declared that; it is Ben's turn."""
    return table(players).declare(f"ana {number}")


# Who loses


@pytest.mark.rule("BO-84", "BO-94", "BO-98", "BO-99", "BO-100", "BO-101", "BO-36")
def test_the_count_against_the_declaration():
    for whites, dice, pile, words in (
        (5, "ana 5 ben 4 cho 5", "6", "5 are White-up, more than declared, so Ben loses a die to"),
        (3, "ana 4 ben 5 cho 5", "6", "3 are White-up, fewer than declared, so Ana loses a die to"),
        (4, "ana 6 ben 4 cho 5", "5", "4 are White-up, exactly as declared, so Ben gives a die to"),
        (1, "ana 4 ben 5 cho 5", "6", "1 is White-up"),
        (0, "ana 4 ben 5 cho 5", "6", "none is White-up"),
    ):
        t = declared(4).challenge("ben", whites)
        assert (t.dice, t.pile, t.state.round) == (dice, pile, 2)
        assert t.said[0].startswith("Ben challenges Ana's 4: ")
        assert words in t.said[0]


@pytest.mark.rule("BO-94")
def test_a_challenge_is_about_the_newest_declaration():
    t = declared(4).declare("ben 6").challenge("cho", 5)
    assert t.dice == "ana 5 ben 4 cho 5"
    assert "Cho challenges Ben's 6" in t.said[0]


@pytest.mark.rule("BO-97", "A-BO-08")
def test_hands_are_counted_and_told():
    t = declared(4).challenge("ben", ana="wwbbb", ben="wbbbb", cho="2w3b")
    assert t.said[0] == (
        "Ben challenges Ana's 4 (Ana wwbbb; Ben wbbbb; Cho wwbbb): 5 are White-up, more than "
        "declared, so Ben loses a die to the center pile; Ben has 4 dice left"
    )
    assert t.dice == declared(4).challenge("ben", 5).dice


def lazy_table() -> Table:
    """Ana has two dice, Ben one; Ana has declared 1."""
    return table().count("ana", 2).count("ben", 1).count("cho", 0).declare("ana 1")


def test_what_may_be_done_does_not_change_with_a_secret():
    t = lazy_table()
    before = t.todo
    assert "`companion boolean challenge --white 1`" in before
    assert t.holds("ana", "6", "6").todo == before
    for whites in range(4):
        t.challenge("ben", whites).undo()


def test_a_count_unlike_the_dice_that_were_told_is_recorded_and_warned_of():
    for whites, warned in ((0, True), (1, True), (2, False), (3, False)):
        t = lazy_table().holds("ana", "6", "6").challenge("ben", whites)
        assert unlike(t) == warned * [
            f"By the dice that were entered, {whites} cannot be White-up. `companion undo` if that "
            "was a slip."
        ]


def unlike(t: Table) -> list[str]:
    """The warnings, without the one that nobody knows which die is lost."""
    return [line for line in t.warned if not line.startswith("You did not enter")]


def test_hands_unlike_the_dice_that_were_told_are_recorded_and_warned_of():
    for hand, warned in (("wwwww", True), ("bbbbb", True), ("wwbbb", False), ("wwwwb", False)):
        t = declared(9, "Ana Ben")
        t.house = "we mixed them"
        t.holds("ana", "0", "6", "3c", "3b", "5")
        t.house = None
        t.challenge("ben", ana=hand, ben="wwwbb")
        assert unlike(t) == warned * [
            f"The dice entered for Ana cannot show {hand}. `companion undo` if that was a slip."
        ]


# What is not told


def test_a_die_that_went_with_the_challenge_is_not_entered_twice():
    t = declared(4).challenge("ben", 5).lose("ben")
    assert t.warned == [
        "Ben already gave up a die with the last challenge; `companion undo` if it is the same one."
    ]
    assert declared(4).challenge("ben", 5).lose("cho").warned == []
    assert table().lose("ben").lose("ben").warned == []


# Which die it was


def test_a_die_that_goes_to_a_player_stays_a_secret():
    t = table("Ana Ben").holds("ben", "3c", "5").declare("ana 4").challenge("ben", 4, die="3c")
    assert (t.known("ana"), t.known("ben"), t.pile) == ("3w-corner", "5w", "0")
    assert "3w" not in t.said[0]
    t = table("Ana Ben").declare("ana 4").challenge("ben").lose("ben", "ana", die="3c")
    assert t.known("ana") == "3w-corner"
    assert "3w" not in t.said[0]


def test_without_its_name_the_losers_dice_are_unknown_again():
    t = table("Ana Ben").holds("ana", "3c", "5").holds("ben", "2o").declare("ana 4")
    t.challenge("ben", 3)
    assert (t.known("ana"), t.known("ben")) == ("", "2w-opposite")
    assert t.warned == [
        "You did not enter which die Ana gave up, so which of Ana's dice are left is unknown now. "
        "To enter it, `companion undo`, and add `--die`."
    ]


@pytest.mark.rule("BO-87")
def test_hidden_dice_are_nowhere_to_be_seen():
    t = table("Ana Ben").holds("ana", "3c", "5").declare("ana 4")
    assert t.said == ["Ana declares 4"]
    for told in (t.game.to_json(t.state, None), t.game.player_json(t.state, 0, None)):
        assert "3w" not in repr(told)
    assert "3w" not in repr(t.game.view(t.state, None)) + t.todo


# The end


@pytest.mark.rule("BO-104", "BO-101")
def test_the_last_die_may_be_given_to_the_winner():
    t = table("Ana Ben").count("ben", 1).declare("ana 4").challenge("ben", 4)
    assert (t.dice, t.winners) == ("ana 6 ben 0", "ana")


def test_counting_ends_the_game_too_and_mends_whose_turn_it_is():
    t = table().count("ana", 0)
    assert t.turn == "ben"
    assert t.count("ben", 0).winners == "cho"


def test_a_table_whose_dice_are_all_gone_is_still_told_what_to_do():
    t = table("Ana Ben")
    t.act(lambda action: [action.add("dice.counted", seat=seat, dice=0) for seat in (0, 1)])
    assert "Nobody has dice left. Who won?" in t.todo
