"""Which rules and effects an event triggers, as far as their words can be read.

Where the words say more than can be read, a rule is told as one that may act; what is not about
cards at all is left to the table.
"""

import tomllib

import pytest

from companion.games.blank.cards import NUMBERS, SUITS
from companion.games.blank.state import Happening as Event
from companion.games.blank.state import OpenRule, Played
from companion.games.blank.triggers import triggered
from companion.reference.data import data_folder
from tests.games.blank.tables import Evening, table

FACES = [Played(number, suit) for suit in SUITS for number in NUMBERS]
RED = {"hexagon": "red", "circle": "blue", "shield": "Grün"}


def verdict(trigger, event, colours=None):
    """Whether a rule acts: True, None (perhaps), or False."""
    rules = [OpenRule("1", "", trigger)]
    surely, perhaps = triggered(event, rules, colours or {})
    assert [surely, perhaps].count(rules) + [surely, perhaps].count([]) == 2
    return True if surely else None if perhaps else False


def shown_for(trigger, colours=None, at_once=1):
    """The cards for which a rule is told: `all`, `none`, `6s`, `hexagons`; or `perhaps all`."""
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


@pytest.mark.parametrize(
    ("trigger", "cards"),
    [
        # numbers
        ("a 6 is played", "6s"),
        ("somebody plays a six", "6s"),
        ("a 1 or a 2 is played", "1s 2s"),
        ("a 5 lies on top", "5s"),
        ("A Four Is Played", "4s"),
        ("Sixes are played", "6s"),
        ("a 1 is played on another 1", "1s"),
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
        ("a card between 2 and 4 is played", "perhaps all"),
        ("a card from 2 to 4 is played", "perhaps all"),
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
    ],
)
def test_a_trigger_is_for_the_cards_that_it_names(trigger, cards):
    assert shown_for(trigger) == cards


@pytest.mark.parametrize(
    ("trigger", "told_for"),
    [
        ("two cards are played at once", [2]),
        ("3 cards are played", [3]),
        ("two or more cards are played", [2, 3, 4]),
        ("somebody plays three or more cards", [3, 4]),
        ("several cards are played at once", [2, 3, 4]),
        ("more than one card is played", [2, 3, 4]),
        ("one card is played", [1]),
        ("at most two cards are played", [1, 2]),
        ("a card is played", [1, 2, 3, 4]),
    ],
)
def test_so_many_cards_at_once_are_no_number_on_a_card(trigger, told_for):
    for at_once in (1, 2, 3, 4):
        cards = "all" if at_once in told_for else "none"
        assert shown_for(trigger, at_once=at_once) == cards


@pytest.mark.parametrize(
    ("trigger", "cards"),
    [
        ("a card is played within 3 seconds", "perhaps all"),
        ("a card is played for 2 turns", "perhaps all"),
        ("the same suit has been played three times in a row", "perhaps all"),
        ("a 5 is played two turns in a row", "perhaps 5s"),
    ],
)
def test_numbers_that_count_something_are_on_no_card(trigger, cards):
    assert shown_for(trigger) == cards


@pytest.mark.parametrize(
    ("trigger", "card", "at_once"),
    [
        # numbers that count what is no “card”
        ("two hexagons are played", "5-hexagon", 2),
        ("two red cards are played", "5-hexagon", 2),
        ("two 6s are played", "6-circle", 2),
        ("a player with two penalties plays a triangle", "5-triangle", 1),
        # “one” that is no number
        ("no one plays a hexagon", "5-hexagon", 1),
        ("a card is played on another one", "5-hexagon", 1),
        ("one of you plays a hexagon", "5-hexagon", 1),
        # limits
        ("a card higher than 4 is played", "6-circle", 1),
        ("a 5 or higher is played", "6-circle", 1),
        ("a 3 or less is played", "1-circle", 1),
        ("more than two cards are played", "5-circle", 3),
        ("at least two cards are played", "5-circle", 3),
        # exceptions
        ("a card other than a 3 is played", "6-shield", 1),
        ("a card is played that is not a circle", "6-shield", 1),
    ],
)
def test_no_card_is_left_out_that_the_words_may_mean(trigger, card, at_once):
    number, _, suit = card.partition("-")
    event = Event("played", Played(int(number), suit), at_once)
    assert verdict(trigger, event, RED) is not False


@pytest.mark.parametrize(
    "trigger",
    ["a 3 or a circle is played", "a 3 or any blue card is played", "a circle or a 3 lies on top"],
)
def test_or_between_a_number_and_a_suit_means_either(trigger):
    found = {card for card in FACES if verdict(trigger, Event("played", card), RED)}
    assert found == {card for card in FACES if card.number == 3 or card.suit == "circle"}


@pytest.mark.parametrize(
    ("trigger", "surely", "perhaps"),
    [
        ("a red 6 or a blue 5 is played", {(6, "hexagon"), (5, "circle")}, set()),
        ("a 1 of shields or a 2 of squares is played", {(1, "shield"), (2, "square")}, set()),
        (
            "a red 3 or a 4 is played",
            {(3, "hexagon"), (4, "hexagon")},
            {(4, suit) for suit in SUITS} - {(4, "hexagon")},
        ),
    ],
)
def test_each_side_of_or_has_its_own_number_and_suit(trigger, surely, perhaps):
    found = {
        (card.number, card.suit): verdict(trigger, Event("played", card), RED) for card in FACES
    }
    assert {face for face, acts in found.items() if acts} == surely
    assert {face for face, acts in found.items() if acts is None} == perhaps


@pytest.mark.parametrize(
    ("trigger", "hand"),
    [
        ("somebody has one card left", 1),
        ("somebody has only two cards left", 2),
        ("a player plays and has 3 cards in hand", 3),
        ("somebody is down to the last card", 1),
    ],
)
def test_what_is_left_in_the_hand_is_counted_where_it_was_told(trigger, hand):
    assert verdict(trigger, Event("played", FACES[0], hand=hand)) is True
    assert verdict(trigger, Event("played", FACES[0], hand=hand + 4)) is False
    assert verdict(trigger, Event("played", FACES[0])) is None


@pytest.mark.parametrize(
    "trigger", ["somebody plays their last card", "somebody puts down the last card of their hand"]
)
def test_with_the_last_card_played_no_card_is_left(trigger):
    assert verdict(trigger, Event("played", FACES[0], hand=0)) is not False


@pytest.mark.parametrize(
    ("trigger", "cards"),
    [
        ("a red card is played", "hexagons"),
        ("a BLUE card is played", "circles"),
        ("a grün card is played", "shields"),
        ("a red 4 is played", "4s hexagons"),
        ("a red or a circle is played", "hexagons circles"),
        ("a yellow card is played", "perhaps all"),  # no colour of this box: nobody can tell
        ("a hundred things are played", "perhaps all"),  # “red” is only a part of a word here
    ],
)
def test_colours_are_those_of_the_box(trigger, cards):
    assert shown_for(trigger, RED) == cards


def test_without_colours_a_colour_may_be_any_card():
    assert shown_for("a red card is played") == "perhaps all"


@pytest.mark.parametrize(
    "trigger",
    [
        "a 6 is drawn",
        "somebody draws a circle",
        "somebody draws a card while holding fewer than three",
        "somebody has to discard a 6",
        "a triangle is discarded",
    ],
)
def test_drawing_and_discarding_are_not_playing_whatever_card_it_is(trigger):
    assert shown_for(trigger) == "none"


@pytest.mark.parametrize(
    "trigger",
    [
        "a card is played onto the discard pile",
        "a card with a handmade drawing is played",
        "a card is played by somebody who has just drawn",
    ],
)
def test_a_trigger_that_speaks_of_playing_is_shown_whatever_else_it_speaks_of(trigger):
    assert shown_for(trigger) in ("all", "perhaps all")


def test_drawing_triggers_act_when_somebody_draws():
    for trigger in ("a card is drawn", "somebody draws", "anybody is drawing"):
        assert verdict(trigger, Event("drawn")) is True, trigger
    for trigger in ("a card is played", "somebody withdraws", "", "the draw pile is touched"):
        assert verdict(trigger, Event("drawn")) is False, trigger
    # Nobody says which card was drawn, or discarded.
    assert verdict("you drew a 6", Event("drawn")) is None
    assert verdict("an even card is discarded", Event("discarded")) is None


def test_penalty_triggers_act_with_a_penalty_and_not_with_any_card_drawn():
    trigger = "somebody takes a Penalty"
    assert verdict(trigger, Event("penalty")) is True
    assert verdict(trigger, Event("drawn")) is False


IDEAS = {
    entry["kind"]: entry["phrases"]
    for entry in tomllib.loads((data_folder() / "blank" / "ideas.toml").read_text("utf-8"))[
        "trigger"
    ]
}


@pytest.mark.parametrize("trigger", IDEAS["somebody plays a card"])
def test_every_idea_about_playing_is_told_for_some_card(trigger):
    assert {shown_for(trigger), shown_for(trigger, at_once=2)} != {"none"}


@pytest.mark.parametrize("trigger", IDEAS["somebody draws a card"])
def test_every_idea_about_drawing_is_told_with_a_draw(trigger):
    assert verdict(trigger, Event("drawn")) is not False


@pytest.mark.parametrize("trigger", IDEAS["something happens outside the game"])
def test_an_idea_about_the_world_outside_is_for_the_table_to_notice(trigger):
    assert shown_for(trigger) == "none"
    assert verdict(trigger, Event("drawn")) is False


# At the table

RULES = [
    "If a 6 is played, then everybody sings",
    "If a hexagon is played, then the next player draws a card",
    "If a card is drawn, then clap",
    "Nobody may say no",
]


@pytest.mark.rule("BL-55", "BL-80")
def test_only_the_card_on_top_triggers_rules():
    t = table("Ana Ben", top="6-circle", rules=RULES[:3])
    t.play("ana", "6-hexagon", "6-shield")
    assert t.triggered == "1"
    t = table("Ana Ben", top="6-circle", rules=RULES[:3])
    t.play("ana", "6-shield", "6-hexagon")
    assert t.triggered == "1 2"
    t = table("Ana Ben", top="3-hexagon", rules=RULES[:3])
    t.play("ana", "6-hexagon", "5-hexagon")
    assert t.triggered == "2"


@pytest.mark.rule("BL-38", "BL-56", "BL-78", "BL-81")
def test_only_the_effect_of_the_card_on_top_happens():
    t = table("Ana Ben")
    t.play("ana", "3-hexagon=Toll:The next player draws a card", "3-shield=Choir:Everybody sings")
    assert t.effects == ["Effect of 3-shield “Choir”: Everybody sings"]
    t.play("ben", "4-shield=Nap:Everybody sleeps", "5-shield")
    assert t.effects == []
    t.play("ana", "5-circle:Somebody sneezes")
    assert t.effects == ["Effect of 5-circle: Somebody sneezes"]


@pytest.mark.rule("BL-38", "BL-78")
def test_an_effect_does_not_happen_again_while_its_card_lies_there():
    t = table("Ana Ben")
    t.play("ana", "3-hexagon=Toll:Draw a card")
    t.draw()
    assert t.effects == []
    assert t.top == "3-hexagon “Toll”"


@pytest.mark.rule("BL-78")
def test_a_card_that_an_effect_throws_on_top_was_not_played():
    t = table("Ana Ben", rules=RULES[:2])
    t.discards("ben", top="6-hexagon:Everybody sings")
    assert (t.effects, t.triggered) == ([], "")


def test_only_rules_that_lie_open_are_shown():
    t = table("Ana Ben", top="6-circle", rules=RULES[:2])
    t.next()
    t.bury("1")
    t.play("ben", "6-hexagon")
    assert t.triggered == "2"
    t.open("If a 6 is played, then bow", 7)
    t.play("ana", "6-square")
    assert t.triggered == "7"


def test_a_rule_without_a_trigger_may_speak_of_cards_all_the_same():
    t = table("Ana Ben", rules=["Nobody may say no", "Everybody bows at each 3 played"])
    t.play("ana", "3-square")
    assert t.said == [
        "Ana plays 3-square: 6 cards left",
        "Perhaps rule 2: Everybody bows at each 3 played",
    ]


@pytest.mark.parametrize("beginning", ["Whenever", "When", "if"])
def test_a_trigger_may_begin_with_when_as_well(beginning):
    t = table("Ana Ben", rules=[f"{beginning} a 3 is played, everybody bows"])
    t.play("ana", "3-square")
    assert t.triggered == "1"
    t.play("ben", "4-square")
    assert t.triggered == ""


def test_draws_and_discards_are_counted_too():
    t = table("Ana Ben", rules=["If somebody draws two or more cards, then sing"])
    t.draws("ben", 1)
    assert t.triggered == ""
    t.draws("ben", 2)
    assert t.triggered == "1"
    t.penalty("ben", "no-match", "out-of-turn")
    assert t.triggered == "1"
    t.open("If a player discards more than one card, then bow", 2)
    t.discards("ana", 1)
    assert t.triggered == ""
    t.discards("ana", 2)
    assert t.triggered == "2"


@pytest.mark.rule("BL-76", "BL-77")
def test_of_several_the_table_agrees_on_the_order():
    t = table("Ana Ben", top="6-circle", rules=RULES[:3])
    t.play("ana", "6-hexagon")
    assert t.said[1:] == [
        "Rule 1: If a 6 is played, then everybody sings",
        "Rule 2: If a hexagon is played, then the next player draws a card",
        "Agree on the order.",
    ]
    t.play("ben", "6-square")
    assert not any("Agree" in line for line in t.said)


@pytest.mark.rule("A-BL-15")
def test_of_a_rule_and_an_effect_too():
    t = table("Ana Ben", rules=["If a 3 is played, then bow"])
    t.play("ana", "3-square:Everybody sings")
    assert t.said[1:] == [
        "Effect of 3-square: Everybody sings",
        "Rule 1: If a 3 is played, then bow",
        "Agree on the order.",
    ]


# With a box


@pytest.fixture
def e(companion):
    e = Evening(companion)
    e.box()
    e("blank copy set --suit hexagon=red --suit circle=blue")
    return e


def test_the_colours_of_the_box_are_read_in_its_rules(e):
    e.printed("If a red card is played, then bow", "If a blue card is played, then clap")
    e("start blank Ana Ben --rules 1,2 --top 3-circle")
    assert e("blank play ana red-3").out.splitlines()[:2] == [
        "Ana plays 3-hexagon: 6 cards left",
        "Rule 1: If a red card is played, then bow",
    ]


@pytest.mark.rule("BL-78", "BL-56")
def test_a_customised_card_is_played_by_its_title_and_says_its_effect(e):
    e('blank card customise 3-hexagon "The next player draws a card" --title Toll --inked')
    e('blank card customise 3-shield "Everybody sings" --title Choir --inked')
    e("start blank Ana Ben --rules none --top 3-circle")
    said = e("blank play ana toll choir").out.splitlines()
    assert said[0] == (
        "Ana plays 3-hexagon “Toll” and 3-shield “Choir”, the last one on top: 5 cards left"
    )
    assert said[1] == "Effect of 3-shield “Choir”: Everybody sings"
    assert "draws a card" not in "\n".join(said)
    assert e.table()["top"] == {
        "number": 3,
        "suit": "shield",
        "title": "Choir",
        "effect": "Everybody sings",
        "copy": "blank-friday-box",
    }


@pytest.mark.rule("BL-54")
def test_a_title_before_other_cards_is_a_card_where_nobody_is_called_so(e):
    e('blank card customise 4-hexagon "Everybody sings" --title Flood --inked')
    e("start blank Ana Ben --rules none --top 4-square")
    assert e("blank play flood 4-circle").out.startswith("Ana plays 4-hexagon “Flood” and 4-circle")
    e.refuses("blank play zoe 4-circle", "No player here is called “zoe”")
    e("blank card retire flood")
    e.refuses("blank play flood 4-circle", "4-hexagon.1 is retired")


def test_by_its_face_it_is_told_what_it_may_be(e):
    e('blank card customise 3-hexagon "Everybody sings" --title Toll --inked')
    e("start blank Ana Ben --rules none --top 3-circle")
    assert "If it is “Toll” (3-hexagon.1): Everybody sings" in e("blank play ana 3-hexagon").out
    assert e.table()["top"]["effect"] is None


@pytest.mark.rule("BL-56")
def test_of_a_card_below_not_even_that_is_told(e):
    e('blank card customise 3-hexagon "Everybody sings" --title Toll --inked')
    e("start blank Ana Ben --rules none --top 3-circle")
    assert "If it is" not in e("blank play ana 3-hexagon 3-shield").out


def test_a_customised_card_without_a_title_says_its_effect_too(e):
    e('blank card customise 3-hexagon "Everybody sings" --inked')
    e("start blank Ana Ben --rules none --top 3-circle")
    assert "If it is 3-hexagon.1: Everybody sings" in e("blank play ana 3-hexagon").out


@pytest.mark.rule("BL-117")
def test_an_effect_that_the_owner_has_not_approved_does_not_happen(e):
    e('blank card customise 3-hexagon "Everybody sings" --title Toll')
    e("start blank Ana Ben --rules none --top 3-circle")
    assert "Everybody sings" not in e("blank play ana 3-hexagon").out


@pytest.mark.parametrize(
    ("card", "words", "rule"),
    [
        ("3-hexagon.3", "There is no card 3-hexagon.3 in Friday box", ""),
        ("7-hexagon", "numbers run from 1 to 6", "BL-39"),
        ("teapot", "No game card is called “teapot”", ""),
        ("3-square.2", "3-square.2 is retired", ""),
    ],
)
def test_a_card_that_is_in_no_box_is_not_played(e, card, words, rule):
    e("blank card retire 3-square.2")
    e("start blank Ana Ben --rules none --top 3-circle")
    e.refuses(f"blank play ana {card}", words, rule=rule)
    assert e.table()["players"][0]["cards"] == 7


@pytest.mark.parametrize(
    "trigger",
    [
        "a player has two cards",
        "somebody has more than 10 cards",
        "fewer than three cards are left",
        "a player plays the same number as the last card",
        "a card is played on a 6",
        "the same suit is played three times in a row",
    ],
)
def test_what_nobody_can_count_from_one_card_is_never_sure(trigger):
    assert verdict(trigger, Event("played", FACES[2], hand=4)) is not True


def test_discarding_triggers_act_when_an_effect_lets_somebody_discard():
    t = table("Ana Ben", rules=["If a card is discarded, then bow"])
    t.discards("ben", top="6-hexagon")
    assert t.triggered == "1"
