"""Which rules and effects an event triggers, as far as their words can be read.

Where the words say more than can be read, a rule is shown as one that may act; what is not about
cards at all is left to the table. At the table: `triggers.txt`.
"""

import tomllib

import pytest

from companion.games.blank.cards import NUMBERS, SUITS
from companion.games.blank.state import Act as Event
from companion.games.blank.state import OpenRule, PlayedCard
from companion.games.blank.triggers import find_triggered
from companion.reference.data import data_folder
from tests.games.blank.tables import table

FACES = [PlayedCard(number, suit) for suit in SUITS for number in NUMBERS]
RED = {"hexagon": "red", "circle": "blue", "shield": "Grün"}


def verdict(trigger, event, colours=None):
    """Whether a rule acts: True, None (perhaps), or False."""
    rules = [OpenRule("1", "", trigger)]
    surely, perhaps = find_triggered(event, rules, colours or {})
    assert [surely, perhaps].count(rules) + [surely, perhaps].count([]) == 2
    return True if surely else None if perhaps else False


def shown_for(trigger, colours=None, at_once=1):
    """The cards for which a rule is shown: `all`, `none`, `6s`, `hexagons`; or `perhaps all`."""
    found = {card: verdict(trigger, Event("played", card, at_once), colours) for card in FACES}
    surely = _faces([card for card in FACES if found[card]])
    perhaps = _faces([card for card in FACES if found[card] is None])
    return surely if perhaps == "none" else f"{surely}, perhaps {perhaps}".removeprefix("none, ")


def _faces(faces):
    if len(faces) in (0, len(FACES)):
        return "all" if faces else "none"
    numbers = {card.number for card in faces}
    suits = {card.suit for card in faces}
    assert len(faces) == len(numbers) * len(suits)
    said = [f"{number}s" for number in sorted(numbers)] if len(numbers) < 6 else []
    said += [f"{suit}s" for suit in SUITS if suit in suits] if len(suits) < 6 else []
    return " ".join(said)


def test_a_trigger_is_for_the_cards_that_it_names():
    for trigger, cards in (
        # numbers
        ("a 6 is played", "6s"),
        ("somebody plays a six", "6s"),
        ("a 1 or a 2 is played", "1s 2s"),
        ("a 5 lies on top", "5s"),
        ("A Four Is Played", "4s"),
        ("Sixes are played", "6s"),
        ("a 1 is played on another 1", "perhaps 1s"),
        ("an odd number is played", "1s 3s 5s"),
        ("an even card is put down", "2s 4s 6s"),
        # suits
        ("a shield is played", "shields"),
        ("a player plays a circle or a square", "squares circles"),
        ("hexagons are on top", "hexagons"),
        ("a 3 of triangles is played", "3s triangles"),
        ("a 4 hexagon card is played", "4s hexagons"),
        ("a 6 card is played", "6s"),
        ("a 1 or 2 card is played", "1s 2s"),
        ("at least one 6 is played", "6s"),
        ("a 6 or two cards are played", "perhaps all"),
        ("a card is placed on the pile", "all"),
        ("a 4 is placed", "4s"),
        ("the top card is a 4", "4s"),
        # limits
        ("at least a 4 is played", "4s 5s 6s"),
        ("at most a 2 is played", "1s 2s"),
        ("a card higher than 4 is played", "5s 6s"),
        ("a card lower than 3 is played", "1s 2s"),
        ("a 5 or higher is played", "5s 6s"),
        ("a card between 2 and 5 is played", "3s 4s, perhaps 2s 5s"),
        ("a card from 2 to 4 is played", "2s 3s 4s"),
        # any card
        ("a card is played", "all"),
        ("somebody plays a pair", "perhaps all"),
        # what is not about cards
        ("", "none"),
        ("somebody laughs", "none"),
        ("a player says no", "none"),
        # what is no playing
        ("a card is drawn", "none"),
        ("somebody draws from the draw pile", "none"),
        ("somebody discards a card", "none"),
        ("a card is discarded", "none"),
        ("somebody takes a Penalty", "none"),
        ("a 6 is drawn", "none"),
        ("somebody draws a circle", "none"),
        ("somebody draws a card while holding fewer than three", "none"),
        ("somebody has to discard a 6", "none"),
        ("a triangle is discarded", "none"),
        # numbers that count something, and are on no card
        ("a card is played within 3 seconds", "perhaps all"),
        ("a card is played for 2 turns", "perhaps all"),
        ("the same suit has been played three times in a row", "perhaps all"),
        ("a 5 is played two turns in a row", "perhaps all"),
        # colours are those of the box, and without any a colour may be any card
        ("a red card is played", "perhaps all"),
    ):
        assert shown_for(trigger) == cards, trigger
    for trigger, cards in (
        ("a red card is played", "hexagons"),
        ("a BLUE card is played", "circles"),
        ("a grün card is played", "shields"),
        ("a red 4 is played", "4s hexagons"),
        ("a red or a circle is played", "hexagons circles"),
        ("a yellow card is played", "perhaps all"),  # no colour of this box: nobody can tell
        ("a hundred things are played", "perhaps all"),  # “red” is only a part of a word here
    ):
        assert shown_for(trigger, RED) == cards, trigger
    # What speaks of playing is shown, whatever else it speaks of.
    for trigger in (
        "a card is played onto the discard pile",
        "a card with a handmade drawing is played",
        "a card is played by somebody who has just drawn",
    ):
        assert shown_for(trigger) in ("all", "perhaps all"), trigger


def test_so_many_cards_at_once_are_no_number_on_a_card():
    for trigger, *counts in (
        ("two cards are played at once", 2),
        ("3 cards are played", 3),
        ("two or more cards are played", 2, 3, 4),
        ("somebody plays three or more cards", 3, 4),
        ("several cards are played at once", 2, 3, 4),
        ("more than one card is played", 2, 3, 4),
        ("one card is played", 1),
        ("at most two cards are played", 1, 2),
        ("a card is played", 1, 2, 3, 4),
    ):
        shown = [count for count in (1, 2, 3, 4) if shown_for(trigger, at_once=count) == "all"]
        assert shown == counts, trigger
        others = {shown_for(trigger, at_once=it) for it in (1, 2, 3, 4) if it not in counts}
        assert others <= {"none"}


def test_no_card_is_left_out_that_the_words_may_mean():
    for trigger, number, suit, at_once in (
        # numbers that count what is no “card”
        ("two hexagons are played", 5, "hexagon", 2),
        ("two red cards are played", 5, "hexagon", 2),
        ("two 6s are played", 6, "circle", 2),
        ("a player with two penalties plays a triangle", 5, "triangle", 1),
        # “one” that is no number
        ("no one plays a hexagon", 5, "hexagon", 1),
        ("a card is played on another one", 5, "hexagon", 1),
        ("one of you plays a hexagon", 5, "hexagon", 1),
        # limits
        ("a card higher than 4 is played", 6, "circle", 1),
        ("a 5 or higher is played", 6, "circle", 1),
        ("a 3 or less is played", 1, "circle", 1),
        ("more than two cards are played", 5, "circle", 3),
        ("at least two cards are played", 5, "circle", 3),
        # exceptions
        ("a card other than a 3 is played", 6, "shield", 1),
        ("a card is played that is not a circle", 6, "shield", 1),
    ):
        event = Event("played", PlayedCard(number, suit), at_once)
        assert verdict(trigger, event, RED) is not False, trigger


def test_each_side_of_or_has_its_own_number_and_suit():
    for trigger in (
        *("a 3 or a circle is played", "a 3 or any blue card is played"),
        "a circle or a 3 lies on top",
    ):
        found = {card for card in FACES if verdict(trigger, Event("played", card), RED)}
        assert found == {card for card in FACES if card.number == 3 or card.suit == "circle"}
    for trigger, surely, perhaps in (
        ("a red 6 or a blue 5 is played", {(6, "hexagon"), (5, "circle")}, set()),
        ("a 1 of shields or a 2 of squares is played", {(1, "shield"), (2, "square")}, set()),
        (
            "a red 3 or a 4 is played",
            {(3, "hexagon"), (4, "hexagon")},
            {(4, suit) for suit in SUITS} - {(4, "hexagon")},
        ),
    ):
        verdicts = {
            (it.number, it.suit): verdict(trigger, Event("played", it), RED) for it in FACES
        }
        assert {face for face, acts in verdicts.items() if acts} == surely
        assert {face for face, acts in verdicts.items() if acts is None} == perhaps


def test_what_is_left_in_the_hand_is_counted_where_it_was_entered():
    for trigger, hand in (
        ("somebody has one card left", 1),
        ("somebody has only two cards left", 2),
        ("a player plays and has 3 cards in hand", 3),
        ("somebody is down to the last card", 1),
    ):
        assert verdict(trigger, Event("played", FACES[0], hands=(hand,))) is True
        assert verdict(trigger, Event("played", FACES[0], hands=(hand + 4,))) is False
        assert verdict(trigger, Event("played", FACES[0])) is None
    for trigger in (
        *("somebody plays their last card", "somebody puts down the last card of their hand"),
    ):
        assert verdict(trigger, Event("played", FACES[0], hands=(0,))) is not False
    # What nobody can count from one card is never sure.
    for trigger in (
        "a player has two cards",
        "somebody has more than 10 cards",
        "fewer than three cards are left",
        "a player plays the same number as the last card",
        "a card is played on a 6",
        "the same suit is played three times in a row",
    ):
        assert verdict(trigger, Event("played", FACES[2], hands=(4,))) is not True


def test_drawing_and_penalty_triggers_act_with_a_draw_and_a_penalty():
    for trigger in ("a card is drawn", "somebody draws", "anybody is drawing"):
        assert verdict(trigger, Event("drawn")) is True, trigger
    for trigger in ("a card is played", "somebody withdraws", "", "the draw pile is touched"):
        assert verdict(trigger, Event("drawn")) is False, trigger
    # Nobody says which card was drawn, or discarded.
    assert verdict("you drew a 6", Event("drawn")) is None
    assert verdict("an even card is discarded", Event("discarded")) is None
    assert verdict("somebody takes a Penalty", Event("penalty")) is True
    assert verdict("somebody takes a Penalty", Event("drawn")) is False


def test_every_idea_is_shown_with_what_it_is_about():
    ideas = tomllib.loads((data_folder() / "blank" / "ideas.toml").read_text("utf-8"))["trigger"]
    phrases = {entry["kind"]: entry["phrases"] for entry in ideas}
    for trigger in phrases["somebody plays a card"]:
        assert {shown_for(trigger), shown_for(trigger, at_once=2)} != {"none"}, trigger
    for trigger in phrases["somebody draws a card"]:
        assert verdict(trigger, Event("drawn")) is not False, trigger
    for trigger in phrases["something happens outside the game"]:
        assert shown_for(trigger) == "none", trigger
        assert verdict(trigger, Event("drawn")) is False, trigger


@pytest.mark.rule("BL-38", "BL-55", "BL-56", "BL-78", "BL-80", "BL-81")
def test_only_the_card_on_top_triggers_rules_and_has_its_effect():
    rules = ["If a 6 is played, then sing", "If a hexagon is played, then hum"]
    agree = "Agree on the order."
    for cards, said in (
        (["6-hexagon:Draw", "6-shield:Clap"], ["Effect of 6-shield: Clap", "1", agree]),
        (["6-shield:Clap", "6-hexagon"], ["1", "2", agree]),
        (["6-hexagon:Draw", "5-hexagon"], ["2"]),
    ):
        t = table("Ana Ben", top="3-hexagon" if "5-hexagon" in cards else "6-circle", rules=rules)
        t.play("ana", *cards)
        shown = [line.removeprefix("Rule ").partition(": If")[0] for line in t.said[1:]]
        assert shown == said
        # Nor does anything happen again while the card lies there, or where one is only discarded.
        t.discards("ben", top="6-hexagon:Sing")
        assert len(t.said) == 1
