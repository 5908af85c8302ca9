"""A round: the number, the challenge and what is revealed, the die that is lost; the end."""

import re
import shlex

import pytest

from companion.errors import Invalid, Refused
from companion.games.lwd.game import GAME
from companion.games.lwd.state import outcome, start_with
from companion.testing.plays import refused
from tests.games.lwd.tables import Table, table

NINE = "5,5,2,1,6,3,4,4,1"
"""The top cards of three players with three dice each: two fives."""


@pytest.mark.rule("A-LW-19")
@pytest.mark.parametrize("players", ["Ana", " ".join(f"P{number}" for number in range(13))])
def test_two_to_twelve_players(players):
    with refused("A-LW-19", "2 to 12"):
        table(players)


@pytest.mark.rule("LW-1", "LW-3", "LW-4")
def test_everybody_begins_with_six_cards_and_somebody_is_the_liar():
    t = table("Ana Ben", first="ben")
    assert (t.cards, t.liar, t.turn) == ("ana 6 ben 6", "ben", "ben")


# The number


@pytest.mark.rule("LW-11")
@pytest.mark.parametrize("number", [0, 1])
def test_the_liar_states_more_than_one(number):
    with refused("LW-11", "too few", "more than 1"):
        table().round(number)


@pytest.mark.rule("LW-11")
def test_no_table_begins_with_a_least_of_one(companion):
    ran = companion("start lwd Ana Ben --min-dice 1")
    assert (ran.code, "A Liar states more than 1" in ran.err, "(LW-11)" in ran.err) == (1, 1, 1)
    companion.must("start lwd Ana Ben --min-dice 2")
    assert companion("lwd round 1").code == 1
    companion.must("lwd round 2")


@pytest.mark.rule("LW-37", "A-LW-15")
def test_the_least_may_be_three():
    with refused("LW-37", "3 or more, not 2"):
        table(min_dice=3).round(2)
    assert table(min_dice=3).round(3).state.dice_count == 3


@pytest.mark.rule("A-LW-01")
def test_there_is_no_greatest_number():
    t = table().round(9)
    assert t.state.all_dice == 18
    assert t.warned == ["Nobody has 9 cards: all dice are single cards (A-LW-01)."]


def test_the_number_is_stated_once_a_round():
    with pytest.raises(Refused, match="3 dice already"):
        table().round(3).round(2)


def test_the_number_may_be_told_late_or_never():
    t = table().guess("2x5").round(3)
    assert t.state.all_dice == 9
    t = table().guess("2x5").challenge("ben", "5,1,1,1,2,3").lose("ana", 4)
    assert t.cards == "ana 2 ben 6 cho 6"


# The challenge


@pytest.mark.rule("LW-28", "LW-29", "LW-30", "LW-31", "LW-32")
@pytest.mark.parametrize(
    ("guess", "loser"),
    [("1x5", "ben"), ("2x5", "ben"), ("3x5", "ana"), ("2x4", "ben"), ("2x3", "ana")],
)
def test_a_guess_is_right_if_at_least_so_many_are_there(guess, loser):
    """Ana guesses, Ben challenges: who was wrong, loses."""
    t = table().round(3).guess(guess).challenge("ben", NINE)
    assert t.loser == loser
    assert f"{loser.title()} loses" in t.said[0]


@pytest.mark.rule("LW-29")
def test_hand_by_hand_or_all_together_it_is_the_same():
    hands = ("ana=5,5,2", "ben=1,6,3", "cho=4,4,1")
    one = table().round(3).guess("2x5").challenge("ben", *hands)
    other = table().round(3).guess("2x5").challenge("ben", NINE)
    assert one.state.showdown.hands == (("5", "5", "2"), ("1", "6", "3"), ("4", "4", "1"))
    assert one.state.showdown._replace(hands=()) == other.state.showdown
    assert one.warned == [
        "Ana shows 5 twice, of a deck with each number once.",
        "Cho shows 4 twice, of a deck with each number once.",
    ]


@pytest.mark.rule("LW-29")
def test_there_are_as_many_top_cards_as_dice():
    t = table().round(3).guess("2x5")
    for cards in (f"{NINE},1", NINE[:-2]):
        with refused("LW-29", "There are 9 dice (Ana 3, Ben 3, Cho 3)"):
            t.challenge("ben", cards)
    with refused("LW-29", "Ben has 3 dice", "not 2"):
        t.challenge("ben", "ana=5,1,2", "ben=1,6", "cho=4,3,1")
    with refused("LW-29", "Cho has 3 dice", "not 0"):
        t.challenge("ben", "ana=5,1,2", "ben=1,6,2")
    with refused("LW-29", "9 dice"):
        t.challenge("ben", there=10)
    assert t.challenge("ben", there=2).loser == "ben"


def test_more_of_a_number_than_there_are_decks_is_a_slip():
    t = table("Ana Ben").round(3).guess("2x5").challenge("ben", "5,5,5,5,1,1")
    assert t.warned == ["4 cards show 5, and each of 2 decks has it once."]
    t = table("Ana Ben", random=True).round(3).guess("2x5").challenge("ben", "5,5,5,5,1,1")
    assert t.warned == []


@pytest.mark.parametrize(
    "typed",
    [
        *("3x5", "3 5", "3 x 5", "ana 3x5", "ana 3 5", "ana 3 x 5"),
        *("3 fives", "ana 3x fives", "3x five"),
    ],
)
def test_a_guess_may_be_typed_in_several_words(companion, typed):
    companion.must("start lwd Ana Ben")
    told = companion.must(f"lwd guess {typed} --json").json
    assert told["guesses"] == [{"name": "Ana", "count": 3, "number": 5}]


@pytest.mark.parametrize(
    "typed",
    [
        *("ben --reveal 5,1,2,5,3,4", "ben --reveal 5 1 2 5 3 4", "--reveal ana=5,1,2 ben=5,3,4"),
        *("ben 5,1,2,5,3,4", "5 1 2 5 3 4", "ana=5,1,2 ben=5,3,4"),
    ],
)
def test_what_is_revealed_may_be_typed_in_several_words(companion, typed):
    companion.must("start lwd Ana Ben")
    companion.must("lwd round 3")
    companion.must("lwd guess 2x5")
    told = companion.must(f"lwd challenge {typed} --json").json
    assert told["challenge"] == {"by": "Ben", "there": 2, "right": True, "loser": "Ben"}


def test_letters_beside_other_cards_are_cards_and_else_they_are_players(companion):
    companion.must("start lwd Ana Wim --wildcards")
    companion.must("lwd round 2")
    companion.must("lwd guess 2x5")
    assert companion.must("lwd challenge w --json").json["challenge"]["by"] == "Wim"
    companion.must("undo")
    assert companion.must("lwd challenge 5 w 1 2 --json").json["challenge"]["there"] == 2


def test_after_the_end_nobody_loses_any_more(companion):
    companion.must("start lwd Ana Ben")
    companion.must("finish --winner ana")
    assert "This play is finished" in companion("lwd lose").err


def test_cards_and_how_many_there_are_is_once_too_often():
    with pytest.raises(Invalid, match="The cards say"):
        table().round(3).guess("2x5").challenge("ben", NINE, there=2)


@pytest.mark.rule("LW-28")
def test_without_a_guess_there_is_nothing_to_challenge():
    with refused("LW-28", "no guess yet"):
        table().round(3).challenge("ana", NINE)


@pytest.mark.rule("LW-21")
def test_only_who_has_the_turn_challenges():
    with refused("LW-21", "Ben's turn"):
        table().round(3).guess("2x5").challenge("cho", NINE)


def test_a_guess_that_was_not_told_cannot_be_judged():
    t = table().round(3).guess("2x5").next()
    with pytest.raises(Refused, match="not told"):
        t.challenge("cho", NINE)
    t.challenge("cho")
    assert t.loser is None
    assert t.lose("ben", 2).cards == "ana 6 ben 4 cho 6"


@pytest.mark.rule("LW-31", "LW-32")
def test_a_challenge_of_which_no_cards_are_told_is_between_the_two():
    t = table("Ana Ben Cho Dan").round(3).guess("3x5").challenge("ben")
    with refused("LW-32", "Ana or Ben has lost this round, and not Dan"):
        t.lose("dan", 2)
    assert t.lose("ana", 2).liar == "ana"


@pytest.mark.rule("LW-29")
def test_without_the_liar_s_number_there_is_a_card_for_each_die_that_there_may_be():
    t = table().guess("3x5")
    with refused("LW-29", "Ben has 2 to 6 dice", "not 0"):
        t.challenge("ben", "ana=5,2")
    with refused("LW-29", "There are 6 to 18 dice (Ana 2 to 6, Ben 2 to 6, Cho 2 to 6)", "not 1"):
        t.challenge("ben", "5")
    with refused("LW-29", "There are 18 dice at most"):
        t.challenge("ben", there=50)
    with pytest.raises(Invalid, match="No card is revealed"):
        t.challenge("ben", "")
    assert t.challenge("ben", "ana=5,2", "ben=5,1", "cho=5,3").loser == "ben"


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (["5,x"], "“x” is no card"),
        (["5,-1"], "“-1” is no card"),
        (["ana=5,2", "3,1"], "player by player"),
        (["5,5.5"], "is no card"),
        (["5,0"], "is no card"),
    ],
)
def test_what_is_no_card(told, message):
    with pytest.raises(Invalid, match=message):
        table().round(3).guess("2x5").challenge("ben", *told)


@pytest.mark.parametrize("told", ["ana=1", "5,5", "ana=1 5", '""', "5,5,2,1,7"])
def test_the_cards_that_a_refusal_shows_can_be_typed(companion, told):
    """A card for each die of everybody who is in, however many each has."""
    lines = (
        "start lwd Ana Ben Cho Dan --until last-standing",
        "lwd cards dan 0",
        "lwd cards ben 1",
    )
    for line in (*lines, "lwd round 2", "lwd guess 1x1"):
        companion.must(line)
    shown = re.findall("`(--reveal .*?)`", companion(f"lwd challenge --reveal {told}").err)
    assert {"--reveal 5,2,6,3,1", "--reveal ana=5,2 ben=6 cho=3,1"}.issuperset(shown)
    for cards in shown:
        companion.must(f"lwd challenge {cards}")
        companion.must("undo")
    assert shown


@pytest.mark.rule("LW-24", "LW-38", "LW-45")
@pytest.mark.parametrize(("card", "rule"), [("7", "LW-24"), ("w", "LW-38"), ("p5", "LW-45")])
def test_cards_that_are_not_in_this_game(card, rule):
    with refused(rule):
        table().round(3).guess("2x5").challenge("ben", f"{card}{NINE[1:]}")


# The die that is lost


@pytest.mark.rule("LW-33", "LW-34")
def test_the_loser_gives_up_a_die_and_is_the_next_liar():
    t = table().round(2).guess("2x5").challenge("ben", there=1)
    t.lose("ana", 4)
    assert (t.cards, t.liar, t.state.round) == ("ana 2 ben 6 cho 6", "ana", 2)
    assert t.said == ["Ana gives up a die with 4 cards: 2 cards left, and is the Liar"]
    assert (t.state.phase, t.state.guesses, t.state.dice_count) == ("number", (), None)


@pytest.mark.rule("LW-31", "LW-32")
def test_who_has_not_lost_gives_up_nothing():
    wrong = table().round(3).guess("3x5").challenge("ben", NINE)
    with refused(
        "LW-32", "Ana has lost this round, and not Ben", "3×5 was not right, 2 were there"
    ):
        wrong.lose("ben", 2)
    right = table().round(3).guess("2x5").challenge("ben", NINE)
    with refused("LW-31", "Ben has lost this round, and not Ana", "2×5 was right"):
        right.lose("ana", 2)


@pytest.mark.rule("LW-33", "LW-14")
def test_a_die_cannot_hold_what_the_split_did_not_allow():
    t = table().round(2).guess("2x5").challenge("ben", there=0)
    with refused("LW-14", "cannot hold 1", "2, 3 or 4 cards"):
        t.lose("ana", 1)
    with refused("LW-33", "cannot hold 5", "6 cards in 2 dice"):
        t.lose("ana", 5)
    with refused("LW-33", "there is one card in one die, and each die has 1 card."):
        table().cards_are("ana", 1).round(2).guess("1x5").challenge("ben", there=0).lose("ana", 2)
    t.house = "she gave up all"
    with pytest.raises(Refused, match="so 7 cannot be given up"):
        t.lose("ana", 7)
    t.lose("ana", 6)
    assert (t.cards, t.overruled) == ("ana 0 ben 6 cho 6", ["LW-33"])


@pytest.mark.rule("LW-15", "A-LW-02")
def test_single_cards_may_be_lost_where_they_had_to_be():
    t = table().round(4).guess("2x5").challenge("ben", there=0)
    with refused("LW-33", "1 or 2 cards"):
        t.lose("ana", 3)
    assert t.lose("ana", 1).cards == "ana 5 ben 6 cho 6"


def test_where_all_dice_are_alike_the_number_goes_without_saying():
    t = table().round(3).guess("2x5").challenge("ben", there=0).lose()
    assert t.cards == "ana 4 ben 6 cho 6"
    with pytest.raises(Invalid, match="How many cards were in the die that Ana gave up"):
        t.round(2).cards_are("ana", 5).guess("2x5").challenge("ben", there=0).lose()
    with pytest.raises(Invalid, match="Who has lost"):
        table().lose()


@pytest.mark.rule("LW-11", "LW-14")
def test_a_table_may_tell_the_losses_alone():
    """At two dice or more, a die of six cards has four at most."""
    t = table().lose("ben", 4)
    with refused("LW-33", "cannot hold 5", "1 to 4 cards"):
        t.lose("ana", 5)
    t.lose("ana", 1).lose("ben", 1).lose("ben", 1)
    assert t.cards == "ana 5 ben 0 cho 6"
    assert t.winners == "cho"


def test_a_loser_who_is_counted_out_ends_the_round():
    t = table(until="last-standing").round(3).guess("3x5").challenge("ben", there=0)
    t.cards_are("ana", 0)
    assert (t.state.phase, t.liar, t.state.round) == ("number", "ben", 2)
    t = table(until="last-standing").round(3).guess("3x5").cards_are("ana", 0)
    t.challenge("ben", there=0)
    assert (t.state.phase, t.liar) == ("number", "ben")
    assert "Ana's 3×5 was not right and Ana loses" in t.said[0]
    t = table(until="last-standing").round(3).guess("2x6").challenge("ben", there=0).lose()
    t.guess("ana 3x5").cards_are("ana", 0).challenge("ben", there=0)
    assert "Ana's 3×5 was not right" in t.said[0]


def test_the_next_round_waits_for_the_die():
    t = table().round(3).guess("2x5").challenge("ben", NINE)
    for act in (lambda: t.round(3), lambda: t.guess("9x6"), t.next):
        with pytest.raises(Refused, match="round"):
            act()


@pytest.mark.rule("A-LW-05")
def test_a_liar_without_cards_hands_on_to_the_next_who_has_some():
    t = table("Ana Ben Cho Dan", until="last-standing").cards_are("ben", 0)
    t.cards_are("ana", 1).lose("ana", 1)
    assert (t.liar, t.turn) == ("cho", "cho")
    assert "Ana gives up a die with 1 card: none left, and is out; Cho is the Liar" in t.said[0]
    t.round(2).guess("1x1").guess("2x1")
    assert t.turn == "cho"
    with pytest.raises(Refused, match="Ana has no cards left and is out"):
        t.guess("ana 3x1")
    with pytest.raises(Refused, match="is out"):
        t.lose("ben", 1)


def test_how_many_cards_somebody_has_can_be_put_right():
    t = table().cards_are("ana", 4)
    assert (t.cards, t.said) == ("ana 4 ben 6 cho 6", ["Ana has 4 cards"])
    with pytest.raises(Refused, match="4 cards already"):
        t.cards_are("ana", 4)
    t.cards_are("ana", 5).undo(2)
    assert t.cards == "ana 5 ben 6 cho 6"


def test_whoever_is_counted_out_hands_on_what_was_theirs_and_nothing_else():
    t = table("Ana Ben Cho Dan", until="last-standing").round(3)
    assert (t.cards_are("cho", 0).liar, t.turn) == ("ana", "ana")
    t.guess("2x5")
    assert (t.cards_are("ben", 0).liar, t.turn) == ("ana", "dan")
    assert (t.cards_are("ana", 0).liar, t.turn) == ("dan", "dan")


def test_what_nobody_has_any_more_is_over():
    t = table("Ana Ben Cho", until="last-standing").cards_are("ana", 0).cards_are("ben", 0)
    assert t.winners == "cho"
    left = table().cards_are("ana", 9)
    left.house = "all of them"
    left.lose("ana", 6).undo(2)
    assert left.todo == "The game is over by the cards: `companion finish`."


# The end


@pytest.mark.rule("LW-5", "LW-6")
def test_the_quick_game_ends_with_the_first_who_is_out_and_the_most_cards_win():
    t = table().lose("cho", 2).cards_are("ben", 1).lose("ben", 1)
    assert (t.state.status, t.winners) == ("finished", "ana")
    assert t.said[-1] == "Ana has won: Ben is out; the most cards, 6"


@pytest.mark.rule("A-LW-06")
def test_the_most_cards_may_be_shared():
    t = table().cards_are("ben", 1).lose("ben", 1)
    assert t.winners == "ana cho"
    assert "share the most cards, 6" in t.said[-1]


@pytest.mark.rule("LW-7", "LW-8")
def test_the_long_game_ends_with_the_last_who_has_cards():
    t = table(until="last-standing").cards_are("ben", 0)
    assert t.state.status == "live"
    assert outcome(t.state) == ((), "Ana and Cho have cards left")
    t.cards_are("ana", 0)
    assert (t.winners, t.said[-1]) == ("cho", "Cho has won: the last one with cards")


@pytest.mark.parametrize(
    ("until", "why"),
    [("first-out", "anybody was out"), ("last-standing", "one alone had cards")],
)
def test_a_table_that_ends_the_play_early_goes_by_the_most_cards(companion, until, why):
    companion.must(f"start lwd Ana Ben Cho --until {until}")
    companion.must("lwd lose ana 2")
    ran = companion("finish")
    assert (ran.code, "Ben and Cho are tied at 6 cards" in ran.err) == (1, True)
    companion.must("lwd lose ben 2")
    told = f"Cho has won: the most cards, 6; ended before {why}"
    assert told in companion.must("finish").out
    assert told in companion.must("table").out
    companion.must("undo")
    companion.must("finish --winner ana")
    assert "Ana has won: named by the table" in companion.must("table").out


def test_an_end_that_the_cards_brought_stands_as_long_as_they_do():
    t = table().lose("cho", 2).cards_are("ben", 1).lose("ben", 1)
    with pytest.raises(Refused, match="entry 4 would not stand"):
        t.undo(2)
    t.undo()
    assert (t.state.status, t.cards) == ("live", "ana 6 ben 1 cho 4")


def test_an_entry_on_which_another_rests_is_not_taken_back():
    t = table().round(3).guess("2x5").guess("3x5")
    with refused("LW-20", "entry 4 would not stand"):
        t.undo(3)


# What is easily got wrong


def test_as_many_dice_as_somebody_has_cards_is_no_warning():
    assert table().round(6).warned == []


def test_the_first_wrong_loser_that_is_offered_may_have_lost():
    t = table().round(3).guess("2x5").guess("3x5").challenge("cho")
    assert "companion lwd lose ben 2" in t.todo
    t.lose("ben", 2)


def test_when_several_are_out_all_are_named():
    t = table("Ana Ben Cho", until="last-standing").cards_are("ana", 0).cards_are("ben", 0)
    assert t.winners == "cho"
    both = table("Ana Ben Cho")
    both.house = "at once"
    both.tell("cards.counted", seat=0, cards=0).tell("cards.counted", seat=1, cards=0)
    assert outcome(both.state).why.startswith("Ana and Ben are out")
    both.tell("cards.counted", seat=2, cards=0)
    assert outcome(both.state) == ((), "nobody has cards left")
    none = table("Ana Ben", until="last-standing")
    none.act(lambda action: [action.add("cards.counted", seat=at, cards=0) for at in (0, 1)])
    assert outcome(none.state) == ((), "nobody has cards left")
    assert none.todo == "The game is over by the cards: `companion finish`."


def test_a_house_that_begins_with_fewer_dice_may_state_them():
    assert table(min_dice=1).round(1).state.all_dice == 3
    with refused("LW-11"):
        table(min_dice=1).round(0)


def test_a_number_that_was_stated_wrongly_is_taken_back_as_long_as_it_is_the_newest():
    t = table().round(2)
    with pytest.raises(Refused) as refusal:
        t.round(3)
    assert "`companion undo` takes that back" in refusal.value.hint
    t.guess("3x5")
    with pytest.raises(Refused) as refusal:
        t.round(3)
    assert "`companion log` has the number" in refusal.value.hint


@pytest.mark.rule("LW-37", "A-LW-15")
def test_another_game_is_begun_with_what_this_one_was_begun_with():
    t = table("Ana Ben", first="ben", cards=9, min_dice=3, wildcards=True, until="last-standing")
    again = "`companion start lwd Ana Ben --first ben --cards 9 --min-dice 2 --wildcards --until"
    with refused("LW-37", again):
        t.round(2)
    with refused("LW-45", "start lwd Ana Ben --first ben --cards 9 --wildcards --power --until"):
        t.guess("ben 2xpower")


@pytest.mark.parametrize("names", [["Ana Lu", "Ben"], ["O'Neill", "Zoë"], ["$HOME", "a`b"]])
def test_names_in_a_command_are_typed_so_that_a_shell_keeps_them(names):
    state = Table(GAME, names, None, {}).state
    command = start_with(state, power=True).strip("`")
    assert shlex.split(command) == ["companion", "start", "lwd", *names, "--power"]


def test_a_challenge_that_was_told_wrongly_can_be_taken_back():
    t = table("Ana Ben").round(3).guess("2x5").challenge("ben", "5,5,1,2,3,4")
    with pytest.raises(Refused) as refusal:
        t.challenge("ben", "5,6,1,2,3,4")
    assert "`companion undo` if the challenge was told wrongly" in refusal.value.hint


@pytest.mark.parametrize(("there", "were"), [(0, "none were there"), (1, "one was there")])
def test_how_many_were_there_is_told_to_who_names_somebody_else(there, were):
    t = table().round(3).guess("2x5").challenge("ben", there=there)
    with refused("LW-32", were):
        t.lose("ben", 2)


def test_who_is_out_has_no_die_to_give_up_whatever_was_in_it():
    t = table("Ana Ben Cho", until="last-standing").cards_are("ben", 0)
    with pytest.raises(Refused, match="Ben has no cards left and is out"):
        t.lose("ben")


@pytest.mark.parametrize("told", ["12,6,3,4,2,1", "ana=12 ben=3,4,5"])
def test_a_card_without_its_comma_is_no_card(told):
    t = table("Ana Ben").round(3).guess("2x5")
    with refused("LW-24", "No card shows 12", "commas"):
        t.challenge("ben", *told.split())


@pytest.mark.rule("LW-21")
def test_who_is_counted_in_again_guesses_in_turn():
    t = table("Ana Ben Cho", until="last-standing").round(3).cards_are("ben", 0).guess("ana 2x5")
    assert t.state.turn == t.seat("cho")
    assert t.cards_are("ben", 4).state.turn == t.seat("ben")
    assert t.guess("ben 3x5").cards_are("ana", 0).state.turn == t.seat("cho")
