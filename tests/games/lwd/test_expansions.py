"""Wildcards, power cards, numbers above six, bigger decks."""

import pytest

from companion.errors import Invalid, Refused
from companion.games.lwd.decks import Deck, Step, counts, showing
from companion.games.lwd.game import GAME
from companion.games.lwd.guesses import Guess
from companion.games.lwd.state import start_with
from companion.testing.plays import refused
from tests.games.lwd.tables import table

# Wildcards


@pytest.mark.rule("LW-39")
def test_everybody_begins_with_one_wildcard_for_another_card():
    deck = table(wildcards=True).state.decks[0]
    assert (deck.cards, deck.wildcards) == (6, 1)


@pytest.mark.rule("LW-42", "A-LW-18", "A-LW-11")
@pytest.mark.parametrize(
    ("card", "fives", "powers"),
    [("5", 1, 0), ("4", 0, 0), ("w", 1, 0), ("p5", 1, 1), ("p4", 0, 1), ("p", 0, 1)],
)
def test_what_a_card_counts_for(card, fives, powers):
    """A wildcard is any number but no power card; a power card is its number as well."""
    assert counts(card, Guess(1, 5)) == fives
    assert counts(card, Guess(1, "power")) == powers


@pytest.mark.rule("LW-42")
def test_a_wildcard_is_the_number_that_was_guessed():
    t = table("Ana Ben", wildcards=True).round(3).guess("3x5").challenge("ben", "5,w,1,w,2,3")
    assert t.loser == "ben"
    assert showing(Guess(3, 2), ["5", "w", "1", "w", "2", "3"]) == 3


@pytest.mark.rule("LW-43", "A-LW-16")
def test_the_loser_may_swap_once_after_the_discard_and_nobody_else():
    t = table(wildcards=True).round(3).guess("2x5").challenge("ben", there=0)
    with refused("LW-43", "nobody may now"):
        t.swap("ana")
    t.lose()
    with refused("LW-43", "that is Ana"):
        t.swap("ben")
    t.swap("ana")
    assert t.state.decks[0].wildcards == 2
    with refused("LW-43"):
        t.swap("ana")
    with refused("LW-43"):
        table(wildcards=True).lose("ana", 2).round(2).swap("ana")


@pytest.mark.rule("LW-38")
def test_without_wildcards_nothing_is_swapped():
    with refused("LW-38", "--wildcards"):
        table().lose("ana", 2).swap("ana")


def test_who_is_out_swaps_nothing():
    t = table(wildcards=True, until="last-standing").lose("ana", 2).cards_are("ana", 0)
    with pytest.raises(Refused, match="no cards left to swap"):
        t.swap("ana")
    assert "swap" not in t.todo


def test_more_wildcards_than_came_into_the_game_are_a_slip():
    t = (
        table("Ana Ben", wildcards=True)
        .round(2)
        .guess("2x5")
        .challenge("ben", "ana=w,w", "ben=1,2")
    )
    assert t.warned == ["Ana shows 2 wildcards, of a deck with 1."]
    t = table("Ana Ben", wildcards=True).round(2).guess("2x5").challenge("ben", "w,w,w,1")
    assert t.warned == ["There are 3 wildcards, and 2 came into the game."]
    for told in (["w,w,1,2"], ["ana=w,1", "ben=w,2"]):
        t = table("Ana Ben", wildcards=True).round(2).guess("2x5").challenge("ben", *told)
        assert t.warned == []


# Power cards


def powers(**variant):
    return table(power=True, **variant).round(3)


@pytest.mark.rule("LW-45", "LW-52")
def test_power_cards_are_guessed_where_there_are_some():
    with refused("LW-45", "no power cards in this game"):
        table().round(3).guess("2xpower")
    t = powers().guess("2xpower").challenge("ben", "p1,p2,3,4,5,6,1,2,3")
    assert t.loser == "ben"


@pytest.mark.rule("LW-54", "LW-56", "A-LW-10")
def test_going_over_to_power_cards_and_back_by_halves_and_doubles():
    t = powers().guess("3x5")
    with refused("LW-54", "more than half of 5, rounded down, so more than 2", "3×power"):
        t.guess("2xpower")
    t.guess("3xpower")
    with refused("LW-56", "more than twice 3, so more than 6", "7×1"):
        t.guess("6x6")
    with refused("A-LW-10", "the count must rise", "4×power"):
        t.guess("3xpower")
    t.guess("7x1")
    assert t.turn == "ana"


def test_a_power_card_without_its_number_may_be_the_number_that_was_guessed():
    t = powers().guess("2x5")
    with pytest.raises(Refused, match="also the number on it"):
        t.challenge("ben", "p,5,1,2,3,4,6,1,2")
    assert t.challenge("ben", "p5,5,1,2,3,4,6,1,2").loser == "ben"
    assert powers().guess("1xp").challenge("ben", "p,5,1,2,3,4,6,1,2").loser == "ben"


@pytest.mark.rule("LW-49", "A-LW-17")
def test_a_power_card_is_triggered_in_one_s_own_turn_before_the_guess():
    t = powers()
    with refused("LW-49", "now it is Ana's"):
        t.trigger("ben", 4)
    t.trigger("ana", 4)
    assert t.turn == "ana"
    t.guess("ana 2x5")
    with refused("LW-49"):
        t.trigger("ana", 3)
    untold = table(power=True)
    with refused("LW-49", "now it is Ana's"):
        untold.trigger("ben", 3)
    assert untold.trigger("ana", 3).guess("ana 2x5").turn == "ben", "the number went untold"
    assert powers().trigger("ana", 4).guess("ana 2x5").undo(2).state.dice_count is None


@pytest.mark.rule("LW-50")
def test_a_power_card_is_triggered_once_a_round():
    t = powers().trigger("ana", 4)
    with refused("LW-50", "with the 4 was triggered in this round already"):
        t.trigger("ana", 4)
    t.trigger("ana", 5).trigger("ana")
    t.guess("1x1").challenge("ben", there=0).lose().round(3)
    assert t.trigger("ana", 4).state.triggered == ((0, 4),)


@pytest.mark.rule("LW-45", "LW-46")
def test_power_cards_that_there_are_not():
    with refused("LW-45"):
        table().round(3).trigger("ana", 4)
    for number in (7, 9):
        with refused("LW-46", f"No power card shows {number}"):
            powers().trigger("ana", number)
    assert powers().trigger("ana", 1).trigger("ana", 6).state.triggered == ((0, 1), (0, 6))


@pytest.mark.rule("LW-57", "LW-58", "A-LW-12", "A-LW-13")
def test_an_extra_number_comes_to_all_and_lies_aside_until_the_next_split():
    t = powers().trigger("ana", 2, extra=True)
    assert (t.cards, t.state.highest, t.state.all_dice) == ("ana 7 ben 7 cho 7", 7, 9)
    assert t.said == ["Ana triggers a power card with a 2; everybody gets one more card, number 7"]
    t.guess("ana 1x7")  # At once.
    with refused("LW-24", "numbers are 1 to 7"):
        t.guess("ben 1x8")
    t.challenge("ben", there=0)
    with refused("LW-33", "6 cards in 3 dice"):
        t.lose("ana", 3)
    t.lose("ana", 2)
    assert (t.cards, [deck.aside for deck in t.state.decks]) == ("ana 5 ben 7 cho 7", [0, 0, 0])
    t.round(2)
    assert t.state.dice(1) == 2


@pytest.mark.rule("LW-58")
def test_the_next_number_up_comes_and_no_other():
    t = powers().trigger("ana", 2, extra=True).trigger("ana", 3, extra=True)
    assert t.state.highest == 8
    with refused("LW-58", "The next number up is 9, not 12"):
        t.tell("power.triggered", seat=0, number=4, did="", extra=12, to=[0])


@pytest.mark.rule("LW-59")
def test_where_there_are_too_few_whoever_triggered_it_says_who_gets_one():
    t = powers().trigger("ana", 2, extra=True, to="ana cho")
    assert t.cards == "ana 7 ben 6 cho 7"
    assert t.said[0].endswith("Ana and Cho get one more card, number 7")
    with pytest.raises(Invalid, match="--to"):
        t.trigger("ana", 3, to="ben")


def test_numbers_do_not_rise_for_ever():
    t = powers()
    t.house = "again and again"
    for _ in range(24):
        t.trigger("ana", extra=True)
    with pytest.raises(Refused, match="No cards go that high"):
        t.trigger("ana", extra=True)


def test_what_comes_before_the_split_is_in_the_dice():
    t = table(power=True)
    t.house = "before the number"
    t.trigger("ana", 4, extra=True).round(3)
    assert [deck.in_dice for deck in t.state.decks] == [7, 7, 7]


def test_in_a_deck_that_may_hold_two_alike_both_may_be_triggered():
    t = table(power=True, cards=12).round(3).trigger("ana", 4).trigger("ana", 4)
    assert t.state.triggered == ((0, 4), (0, 4))


def test_a_power_card_that_was_triggered_and_is_not_there_is_a_slip():
    t = table("Ana Ben", power=True).round(2).trigger("ana", 4).guess("1x1")
    t.challenge("ben", "ana=1,2", "ben=3,4")
    assert t.warned == ["Ana triggered a power card with a 4, and shows none."]
    t.undo().challenge("ben", "ana=p5,2", "ben=3,p4")
    assert t.warned == ["Ana triggered a power card with a 4, and shows none."]
    assert t.undo().challenge("ben", "ana=p4,2", "ben=3,4").warned == []
    t = table("Ana Ben", power=True).round(2).trigger("ana", 4).guess("1xpower")
    assert t.challenge("ben", "ana=p,2", "ben=3,4").warned == []


@pytest.mark.rule("A-LW-13")
def test_a_number_that_lies_aside_is_not_on_top():
    t = table("Ana Ben", power=True).round(2).trigger("ana", 3, extra=True).guess("1x7")
    t.challenge("ben", "ana=7,p3", "ben=1,2")
    assert t.warned == [
        "Ana shows a 7, which came in this round and lies aside until the next split (A-LW-13)."
    ]
    assert t.undo().challenge("ben", "7,p3,1,2").warned == [
        "A 7 is shown, and all of them came in this round and lie aside until the next split "
        "(A-LW-13)."
    ]
    t.lose("ben", 3).round(2).guess("1x7").challenge("ana", "ana=7,1", "ben=7,2")
    assert t.warned == []


@pytest.mark.rule("LW-58")
def test_who_is_out_gets_no_extra_card():
    t = table(power=True, until="last-standing").cards_are("cho", 0).round(3)
    assert t.trigger("ana", 2, extra=True).cards == "ana 7 ben 7 cho 0"
    with refused("LW-58", "Cho is out"):
        t.trigger("ana", 3, extra=True, to="cho")


# Decks


@pytest.mark.rule("LW-35", "LW-36", "A-LW-14")
def test_decks_may_be_bigger_or_random_or_both():
    assert table(cards=9).cards == "ana 9 ben 9 cho 9"
    assert table().state.decks[0] == Deck(6, (Step("dealt", 6),))
    assert table(cards=4).state.decks[0].steps == (Step("dealt", 6), Step("left out", 2))
    assert table(cards=9).state.decks[0].steps == (Step("dealt", 6), Step("random", 3))
    assert table(cards=12, random=True).state.decks[0].steps == (Step("random", 12),)


@pytest.mark.rule("LW-36", "A-LW-15")
def test_bigger_decks_begin_with_three_dice_at_least_unless_the_table_says_otherwise(companion):
    def least(options):
        return companion.must(f"start lwd Ana Ben {options} --json").json["min_dice"]

    assert [least(options) for options in ("", "--cards 9", "--cards 12 --min-dice 2")] == [2, 3, 2]
    ran = companion("start lwd Ana Ben --cards 7")
    assert ran.code == 1
    assert "6, 9 or 12 cards, not 7. (LW-36)" in ran.err
    told = companion.must('start lwd Ana Ben --cards 7 --house "it is late"').out
    assert "House rule (against LW-36): it is late" in told
    assert "LW-36" in companion.must("log").out
    assert companion.must("start lwd Ana Ben --min-dice 1 --house solitary").out.count("1 die")


@pytest.mark.rule("LW-47")
def test_power_cards_are_dealt_by_number_and_not_at_random(companion):
    ran = companion("start lwd Ana Ben --power --deal random")
    assert (ran.code, "a card of each number, and none at random. (LW-47)" in ran.err) == (1, True)
    assert "--cards 9" in ran.err
    companion.must("start lwd Ana Ben --power --cards 9")
    told = companion.must("start lwd Ana Ben --power --deal random --house 'all shuffled'").out
    assert "House rule (against LW-47): all shuffled" in told
    again = start_with(table(random=True).state, power=True)
    assert again == "`companion start lwd Ana Ben Cho --power`"
    assert GAME.start_again(table(random=True, power=True).state) == ["--power"]


@pytest.mark.rule("A-LW-19")
def test_more_than_twelve_play_by_a_house_rule(companion):
    crowd = " ".join(f"P{number}" for number in range(13))
    assert "--house" in companion(f"start lwd {crowd}").err
    told = companion.must(f"start lwd {crowd} --house 'the whole club'")
    assert "against A-LW-19" in told.out
    companion.must("lwd round 3")
    companion.must("table")


# What is easily got wrong


def test_a_swap_is_over_when_the_next_round_begins_and_none_is_offered_to_who_is_out():
    t = table(wildcards=True).lose("ana", 2).guess("1x1")
    assert t.state.swapper is None
    t = table(wildcards=True, until="last-standing").cards_are("ana", 1).lose("ana", 1)
    assert t.state.swapper is None


def test_no_power_card_is_triggered_after_a_challenge_by_any_house_rule():
    t = table("Ana Ben", power=True).round(2).guess("1x1").challenge("ben", there=0)
    t.house = "late"
    with pytest.raises(Refused, match="This round is over"):
        t.trigger("ana", 4)


def test_a_deck_that_was_counted_may_hold_any_card():
    deck = table().cards_are("ana", 8).state.decks[0]
    assert not deck.is_plain
    assert deck.given(99).cards == 0


def test_what_lies_aside_is_what_came_last():
    deck = table(power=True).state.decks[0].with_extra(7).gathered().with_extra(8)
    assert deck.as_split().steps[-1] == Step("extra", 7)
    assert deck.as_split().cards == 7


def test_random_decks_get_no_advice_on_piles_and_no_warning_of_doubles():
    t = table("Ana Ben", random=True, power=True)
    assert "of each number" not in t.todo
    t.round(2).guess("2x5").challenge("ben", "ana=5,5", "ben=5,5")
    assert t.warned == []


@pytest.mark.rule("LW-57")
def test_two_extra_numbers_after_each_other():
    t = powers().trigger("ana", 2, extra=True).trigger("ana", 3, extra=True)
    assert t.state.highest == 8
    assert t.cards == "ana 8 ben 8 cho 8"


def test_triggered_power_cards_that_are_not_among_all_are_a_slip():
    t = table("Ana Ben", power=True).round(3).trigger("ana", 4).guess("1x5")
    t.trigger("ben").challenge("ben", "5,p4,3,2,1,6")
    assert t.warned == ["2 power cards were triggered, and 1 is shown."]


def test_more_power_cards_than_dice_are_a_slip():
    t = table("Ana Ben", power=True).round(2).trigger("ana", 1).trigger("ana", 2)
    assert t.warned == []
    assert t.trigger("ana", 3).warned == ["Ana has 2 dice, and so 2 cards to trigger at most."]


@pytest.mark.rule("LW-49")
def test_before_somebody_else_s_power_card_comes_the_guess_of_who_has_the_turn():
    t = table("Ana Ben", power=True).round(3)
    with refused("LW-49", "First what Ana guesses; `companion next`"):
        t.trigger("ben", 4)
