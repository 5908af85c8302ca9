"""A round: who has lost it, decks and their cards, the end. What is refused is in `*.txt`."""

import re
import shlex

import pytest

from companion.core.outcome import Outcome
from companion.errors import Refused
from companion.games.lwd.decks import Deck, DeckChange, card_matches, count_matching
from companion.games.lwd.game import GAME
from companion.games.lwd.guesses import Guess
from companion.games.lwd.state import start_command, winners_by_rules
from companion.testing.plays import refused
from companion.testing.program import Desks, typed_at
from companion.testing.store import TemporaryStore
from tests.games.lwd.tables import Table, table

NINE = "5,5,2,1,6,3,4,4,1"
"""The top cards of three players with three dice each: two fives."""


class Program:
    """The program over a store in memory: what a line answers, as a document, or its refusal."""

    def __init__(self, *lines):
        self._desks = Desks(TemporaryStore())
        for line in lines:
            self(line)

    def __call__(self, line):
        return typed_at(self._desks, shlex.split(line)).document

    def refuses(self, line):
        return typed_at(self._desks, shlex.split(line)).refusal


@pytest.mark.rule("LW-1", "LW-3", "LW-4", "LW-35", "LW-36", "LW-39", "A-LW-14", "A-LW-15")
def test_how_everybody_begins():
    """Six cards, or more; by number and then at random, or all at random; a wildcard for one."""
    t = table("Ana Ben", first="ben", cards=9)
    assert (t.cards, t.liar, t.turn) == ("ana 9 ben 9", "ben", "ben")
    for variant, steps in (
        ({}, [DeckChange("dealt", 6)]),
        ({"cards": 4}, [DeckChange("dealt", 6), DeckChange("left out", 2)]),
        ({"cards": 9}, [DeckChange("dealt", 6), DeckChange("random", 3)]),
        ({"cards": 12, "random": True}, [DeckChange("random", 12)]),
    ):
        assert [*table(**variant).state.decks[0].changes] == steps
    deck = table(wildcards=True).state.decks[0]
    assert (deck.size, deck.wildcards) == (6, 1)
    for options, least in (("", 2), ("--cards 9", 3), ("--cards 12 --min-dice 2", 2)):
        assert Program()(f"start lwd Ana Ben {options}")["min_dice"] == least


@pytest.mark.rule("A-LW-01")
def test_the_number_is_of_dice_and_a_house_may_state_fewer():
    assert table().round(6).warned == []
    assert table().round(9).state.all_dice == 18
    assert table(min_dice=1).round(1).state.all_dice == 3
    assert table().guess("2x5").round(3).state.all_dice == 9


@pytest.mark.rule("LW-28", "LW-29", "LW-30", "LW-31", "LW-32")
def test_a_guess_is_right_if_at_least_so_many_are_there():
    """Ana guesses, Ben challenges: who was wrong, loses."""
    for guess, loser in (
        *(("1x5", "ben"), ("2x5", "ben"), ("3x5", "ana")),
        *(("2x4", "ben"), ("2x3", "ana")),
    ):
        t = table().round(3).guess(guess).challenge("ben", NINE)
        assert t.loser == loser
        assert f"{loser.title()} loses" in t.said[0]
    one = table().round(3).guess("2x5").challenge("ben", "ana=5,5,2", "ben=1,6,3", "cho=4,4,1")
    other = table().round(3).guess("2x5").challenge("ben", NINE)
    assert one.state.challenged_round.hands == (("5", "5", "2"), ("1", "6", "3"), ("4", "4", "1"))
    assert one.state.challenged_round._replace(hands=()) == other.state.challenged_round


@pytest.mark.rule("LW-42", "A-LW-18", "A-LW-11")
def test_what_a_card_counts_for():
    """A wildcard is any number but no power card; a power card is its number as well."""
    for card, fives, powers in (
        *(("5", 1, 0), ("4", 0, 0), ("w", 1, 0)),
        *(("p5", 1, 1), ("p4", 0, 1), ("p", 0, 1)),
    ):
        assert card_matches(card, Guess(1, 5)) == fives
        assert card_matches(card, Guess(1, "power")) == powers
    assert count_matching(Guess(3, 2), ["5", "w", "1", "w", "2", "3"]) == 3


def test_guesses_and_cards_may_be_typed_in_several_words():
    play = Program("start lwd Ana Ben --power")
    for typed in (
        *("3x5", "3 5", "3 x 5", "ana 3x5", "ana 3 5", "ana 3 x 5"),
        *("3 fives", "ana 3x fives", "3x five"),
    ):
        assert play(f"lwd guess {typed}")["guesses"] == [{"name": "Ana", "count": 3, "number": 5}]
        play("undo")
    for typed in ("2 power", "2x power", "2 x power", "ana 2 powers"):
        assert play(f"lwd guess {typed}")["guess"] == {"count": 2, "number": "power"}
        play("undo")
    play("lwd round 3")
    play("lwd guess 2x5")
    for typed in (
        *("ben --reveal 5,1,2,5,3,4", "ben --reveal 5 1 2 5 3 4"),
        *("--reveal ana=5,1,2 ben=5,3,4", "ben 5,1,2,5,3,4", "5 1 2 5 3 4", "ana=5,1,2 ben=5,3,4"),
    ):
        document = play(f"lwd challenge {typed}")
        assert document["challenge"] == {"by": "Ben", "there": 2, "right": True, "loser": "Ben"}
        play("undo")


def test_the_cards_that_a_refusal_shows_can_be_typed():
    """A card for each die of everybody who is in, however many each has."""
    play = Program(
        *("start lwd Ana Ben Cho Dan --until last-standing", "lwd cards dan 0", "lwd cards ben 1"),
        *("lwd round 2", "lwd guess 1x1"),
    )
    for cards in ("ana=1", "5,5", "ana=1 5", '""', "5,5,2,1,7"):
        shown = re.findall("`(--reveal .*?)`", play.refuses(f"lwd challenge --reveal {cards}"))
        assert shown
        assert {"--reveal 5,2,6,3,1", "--reveal ana=5,2 ben=6 cho=3,1"}.issuperset(shown)
        for such in shown:
            play(f"lwd challenge {such}")
            play("undo")


@pytest.mark.rule("LW-33", "LW-34", "LW-58", "A-LW-13")
def test_after_a_round_all_begins_anew():
    t = table(power=True).round(2).trigger("ana", 2, extra=True)
    assert (t.state.highest, t.state.all_dice) == (7, 6)
    t.guess("2x5").challenge("ben", there=1).lose("ana", 4)
    assert (t.cards, t.liar, t.state.round) == ("ana 3 ben 7 cho 7", "ana", 2)
    assert (t.state.phase, t.state.guesses, t.state.liars_number) == ("number", (), None)
    assert [deck.aside for deck in t.state.decks] == [0, 0, 0]
    assert t.round(3).trigger("ana", 2).state.triggered == ((0, 2),)
    with refused("LW-58", "The next number up is 8, not 12"):
        t.add_fact("power.triggered", seat=0, number=4, did="", extra=12, to=[0])


def test_what_was_entered_of_the_cards_is_kept_by_the_deck():
    deck = table().cards_are("ana", 8).state.decks[0]
    assert not deck.is_plain
    assert deck.after_giving_up(99).size == 0
    aside = (
        table(power=True)
        .state.decks[0]
        .after_extra(7)
        .after_gathering()
        .after_extra(8)
        .without_aside()
    )
    assert (aside.changes[-1], aside.size) == (DeckChange("extra", 1, face=7), 7)
    assert table().state.decks[0] == Deck(6, (DeckChange("dealt", 6),))


def test_numbers_do_not_rise_for_ever():
    t = table(power=True).round(3)
    t.house = "again and again"
    for _ in range(24):
        t.trigger("ana", extra=True)
    with pytest.raises(Refused, match="Extra cards go up to 30"):
        t.trigger("ana", extra=True)


def test_a_die_in_an_older_log_does_not_hold_who_was_out():
    t = table(until="last-standing").cards_are("cho", 1).add_fact("die.lost", seat=2, cards=1)
    assert t.undo(2).cards == "ana 6 ben 6 cho 5"


def test_an_end_that_the_cards_brought_stands_as_long_as_they_do():
    t = table().lose("cho", 2).cards_are("ben", 1).lose("ben", 1)
    with pytest.raises(Refused, match="entry 4 would no longer be valid"):
        t.undo(2)
    assert t.undo().cards == "ana 6 ben 1 cho 4"


@pytest.mark.rule("LW-5", "LW-6", "LW-7", "LW-8", "A-LW-06")
def test_why_somebody_has_won():
    t = table(until="last-standing").cards_are("ben", 0)
    assert winners_by_rules(t.state) == Outcome((), "Ana and Cho have cards left")
    assert t.cards_are("ana", 0).winners == "cho"
    both = table()
    assert winners_by_rules(both.state) == Outcome((), "nobody is out of cards")
    both.house = "at once"
    both.add_fact("cards.counted", seat=0, cards=0).add_fact("cards.counted", seat=1, cards=0)
    assert winners_by_rules(both.state).why == "Ana and Ben are out; the most cards, 6"
    both.add_fact("cards.counted", seat=2, cards=0)
    assert winners_by_rules(both.state) == Outcome((), "nobody has cards left")
    none = table("Ana Ben", until="last-standing")
    none.act(lambda action: [action.add("cards.counted", seat=at, cards=0) for at in (0, 1)])
    assert winners_by_rules(none.state) == Outcome((), "nobody has cards left")
    assert none.todo == "The game is over: `companion finish`."


@pytest.mark.rule("A-LW-19")
def test_another_game_is_begun_in_words_that_a_shell_keeps():
    for names in (["Ana Lu", "Ben"], ["O'Neill", "Zoë"], ["$HOME", "a`b"]):
        command = start_command(Table(GAME, names, None, {}).state, power=True).strip("`")
        assert shlex.split(command) == ["companion", "start", "lwd", *names, "--power"]
    assert start_command(table(random=True).state, power=True) == (
        "`companion start lwd Ana Ben Cho --power`"
    )
    assert GAME.start_again(table(random=True, power=True).state) == ["--power"]
