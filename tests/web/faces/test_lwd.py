"""The round on a phone: guesses that rise, challenges, dice that are given up, odds for all."""

import re
from html import unescape

import pytest

from companion.web.page import Seen
from companion.web.views import face_of
from tests.web.room import WATCH, Served, served

START = ("start", "lwd", "Ana", "Ben", "Cho")


def drawn(table: Served, role=None) -> str:
    """The face, as a phone shows it."""
    phone = table.phone() if role is None else table.phone(role=role)
    play = table.prompt.desk().open()
    return face_of(Seen(table.room, phone, play), play.document())


def lines(html: str, verb: str = "") -> list[str]:
    """The lines on the buttons and in the list."""
    found = [unescape(line) for line in re.findall(r'(?:"line"|<option) value="([^"]*)"', html)]
    return [line for line in found if line.startswith(verb)]


def say(table: Served, *told: str) -> None:
    """Enter lines that are taken."""
    for line in told:
        answer = table.say(line)
        assert answer.status == 200, answer.text


def test_the_liar_states_how_many_dice():
    with served(*START) as table:
        html = drawn(table)
        assert lines(html, "round") == [f"round {number}" for number in range(2, 7)]
        assert "9 dice on the table" in html
        say(table, lines(html, "round")[1])


def test_the_first_guess_that_is_offered_is_the_least_that_rises():
    with served(*START) as table:
        say(table, "round 3", "guess 2x5")
        guesses = lines(drawn(table), "guess")
        assert guesses[0] == "guess ben 2x6"
        assert "guess ben 3x5" in guesses
        assert "guess ben 2x5" not in guesses
        say(table, guesses[0])


@pytest.mark.parametrize("at", range(0, 16, 3))
def test_every_guess_in_the_list_is_taken(at):
    with served(*START, "--power") as table:
        say(table, "round 3", "guess 2x5")
        guesses = lines(drawn(table), "guess")
        say(table, guesses[at % len(guesses)])


def test_a_challenge_says_who_loses():
    with served(*START) as table:
        say(table, "round 3", "guess 2x5")
        html = drawn(table)
        there = lines(html, "challenge ben --there ")
        assert len(there) == 10
        assert html.index("Ana loses the round") < html.index(there[0]) < html.index(there[1])
        assert html.index(there[1]) < html.index("Ben loses the round") < html.index(there[2])
        say(table, there[1])
        lost = lines(drawn(table), "lose")
        assert lost == ["lose ana 2"]
        say(table, *lost)


def test_top_cards_are_counted_for_each_player():
    with served(*START, "--wildcards") as table:
        say(table, "round 2", "guess 2x5")
        html = drawn(table)
        assert 'data-line="challenge ben --reveal"' in html
        hands = re.findall(r'data-hand="(\w+)" data-dice="(\d)"', html)
        assert hands == [("ana", "2"), ("ben", "2"), ("cho", "2")]
        assert 'data-card="w"' in html
        say(table, "challenge ben --reveal ana=5,w ben=1,2 cho=3,4")


def test_who_lost_may_be_all_that_is_told():
    with served(*START) as table:
        lost = lines(drawn(table), "lose")
        assert "lose ben 2" in lost
        say(table, "lose ben 2")
        assert "lose ben 3" not in lines(drawn(table), "lose")


def test_an_unsettled_challenge_asks_who_lost():
    with served(*START) as table:
        say(table, "round 3", "guess 2x5")
        plain = [line for line in lines(drawn(table), "challenge") if "--" not in line]
        assert plain == ["challenge ben"]
        say(table, *plain)
        lost = lines(drawn(table), "lose")
        assert {line.split()[1] for line in lost} >= {"ana", "ben"}
        say(table, lost[0])


def test_a_card_is_swapped_and_power_cards_act_where_the_play_has_them():
    with served(*START, "--wildcards", "--power") as table:
        say(table, "round 2")
        assert "trigger ana 3 --extra" in lines(drawn(table), "trigger")
        say(table, "trigger ana 3 --extra", "guess 2x5", "challenge --there 2", "lose 2")
        assert lines(drawn(table), "swap") == ["swap ben"]
        say(table, "swap ben")
    with served(*START) as table:
        say(table, "round 2")
        assert not lines(drawn(table), "trigger")


def test_odds_are_told_after_a_round_and_not_in_it():
    with served(*START) as table:
        say(table, "round 3", "guess 2x5")
        assert "Odds of" not in drawn(table)
        say(table, "challenge --there 1")
        for role in (None, WATCH):
            assert "Odds of round 1" in drawn(table, role)
        say(table, "lose")
        assert "Odds of round 1" in drawn(table)
        say(table, "round 2")
        assert "Odds of" not in drawn(table, WATCH)


def test_who_watches_sees_the_guess_and_enters_nothing():
    with served(*START) as table:
        say(table, "round 3", "guess 2x5")
        html = drawn(table, WATCH)
        for sign in ("<button", "<select", "href=", "data-reveal"):
            assert sign not in html
        assert "2 × 5" in html
        assert '<b class="role">Liar</b>' in table.get("/play/lwd-1/live").text


def test_a_play_that_is_over_takes_nothing():
    with served(*START) as table:
        say(table, "lose ben 3", "lose ben 2", "lose ben 1")
        assert table.get("/api/table").json["status"] == "finished"
        assert not lines(drawn(table))


def test_names_are_no_tags():
    with served("start", "lwd", "<b>x</b>", "\"y\" & 'z'") as table:
        for line in ("round 3", "guess 2x5", "challenge --there 0"):
            html = drawn(table)
            assert "<b>x" not in html
            assert "&lt;b&gt;x&lt;/b&gt;" in html
            assert '"y" &' not in html
            say(table, line)
