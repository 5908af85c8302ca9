"""A turn: what may be played on what, whose turn it is next, and which way round."""

from itertools import combinations

import pytest

from companion.errors import CompanionError, Illegal, Invalid, NotFound, Refused
from companion.games.blank.cards import NUMBERS, SUITS
from companion.games.blank.penalties import misplay
from companion.games.blank.state import Played
from companion.testing.plays import refused
from tests.games.blank.tables import Evening, table

THREE = "Ana Ben Cho"


@pytest.fixture
def e(companion):
    return Evening(companion)


# The deal


@pytest.mark.rule("BL-19", "BL-22", "BL-28", "BL-21")
@pytest.mark.parametrize(
    ("players", "boxes", "piles"),
    [
        ("Ana Ben", 0, "57/1"),
        ("Ana Ben Cho", 1, "50/1"),
        ("Ana Ben Cho", 2, "122/1"),
        ("A B C D E F G H I J", 1, "1/1"),
    ],
)
def test_seven_cards_to_each_and_one_turned_up(players, boxes, piles):
    t = table(players, boxes=boxes)
    assert t.state.hands == (7,) * len(players.split())
    assert t.piles == piles
    assert t.top == "3-circle"


@pytest.mark.rule("A-BL-01")
@pytest.mark.parametrize("players", ["Ana", "A B C D E F G H I J K"])
def test_two_to_ten_players(players):
    with refused("A-BL-01", "2 to 10"):
        table(players)


@pytest.mark.rule("A-BL-01")
def test_many_players_are_warned(e):
    assert "A-BL-01" not in e("start blank A B C D E F G H").err
    assert (
        "With 9 players few cards are left to draw (A-BL-01)"
        in e("start blank A B C D E F G H I").err
    )


@pytest.mark.rule("BL-24")
def test_the_youngest_begins():
    assert table(THREE).where == "ana ↻"
    assert table(THREE, first="cho").where == "cho ↻"


# What may be played


@pytest.mark.rule("BL-51")
@pytest.mark.parametrize("card", ["1-circle", "3-circle", "6-circle"])
def test_a_card_of_the_same_colour_fits(card):
    t = table(THREE)
    t.play("ana", card)
    assert t.top == card


@pytest.mark.rule("BL-52")
@pytest.mark.parametrize("suit", SUITS)
def test_a_card_of_the_same_number_fits(suit):
    t = table(THREE)
    t.play("ana", f"3-{suit}")
    assert t.top == f"3-{suit}"


@pytest.mark.rule("BL-50")
def test_a_card_goes_from_the_hand_onto_the_discards():
    t = table(THREE)
    t.play("ana", "3-hexagon")
    assert (t.hands, t.piles) == ("Ana 6, Ben 7, Cho 7", "50/2")


@pytest.mark.rule("BL-87", "BL-88", "BL-51", "BL-52")
@pytest.mark.parametrize("card", ["4-hexagon", "2-shield", "1-diamond"])
def test_a_card_that_fits_by_neither_stays_in_the_hand(card):
    t = table(THREE)
    before = t.state
    with refused("BL-87", "it goes back to the hand, with a card as Penalty", "`--penalty`"):
        t.play("ana", card)
    assert t.state == before


@pytest.mark.rule("BL-53", "BL-55")
def test_several_cards_in_one_turn_the_last_one_on_top():
    t = table(THREE)
    t.play("ana", "3-hexagon", "3-shield", "3-square")
    assert (t.top, t.hands, t.piles) == ("3-square", "Ana 4, Ben 7, Cho 7", "50/4")
    assert t.where == "ben ↻"
    t.play("ben", "6-square", "1-square")
    assert t.top == "1-square"


@pytest.mark.rule("BL-59", "BL-60")
def test_there_is_no_limit_to_how_many():
    t = table(THREE)
    t.play("ana", *(f"{number}-circle" for number in range(1, 7)))
    assert t.hands == "Ana 1, Ben 7, Cho 7"
    t = table(THREE)
    t.play("ana", *(f"3-{suit}" for suit in SUITS))
    assert t.hands == "Ana 1, Ben 7, Cho 7"


@pytest.mark.rule("BL-61", "BL-91", "BL-92", "A-BL-02")
def test_a_mixture_is_refused_and_everything_goes_back():
    """The rulebook's example: on a red 4, a green 4 and a red 2 are no combination."""
    t = table(THREE, top="4-hexagon")
    before = t.state
    with refused("BL-91", "share neither number nor suit", "they go back to the hand, with a card"):
        t.play("ana", "4-square", "2-hexagon")
    assert t.state == before
    t.play("ana", "4-square", "4-circle")


@pytest.mark.rule("BL-54")
@pytest.mark.parametrize(
    "cards",
    [
        ("3-hexagon", "4-hexagon"),  # they agree in the suit, but only one of them fits
        ("2-circle", "2-square"),
        ("4-square", "5-square"),  # none fits
    ],
)
def test_each_of_several_has_to_fit_on_the_top_card(cards):
    t = table(THREE)
    with refused("BL-87", "they go back to the hand"):
        t.play("ana", *cards)


FACES = [Played(number, suit) for number in NUMBERS for suit in SUITS]


@pytest.mark.rule("BL-51", "BL-52", "BL-54", "BL-61")
@pytest.mark.parametrize("count", [1, 2])
def test_what_fits_is_exactly_what_the_rulebook_says(count):
    """All by the colour of the top card, or all by its number: nothing else, for every top card."""
    for top in FACES:
        for cards in combinations(FACES, count):
            by_suit = all(card.suit == top.suit for card in cards)
            by_number = all(card.number == top.number for card in cards)
            assert (misplay(top, cards) is None) == (by_suit or by_number), (top, cards)


def test_on_a_card_that_nobody_told_only_mixtures_are_refused():
    t = table(THREE, top=None)
    with refused("BL-91"):
        t.play("ana", "4-square", "2-hexagon")
    t.play("ana", "4-square", "4-hexagon")
    assert t.top == "4-hexagon"


@pytest.mark.rule("BL-49")
def test_at_least_one_card_is_played(e):
    e("start blank Ana Ben --top 3-circle")
    e.refuses("blank play ana", "What does Ana play?", code=2)
    assert e.table()["turn"] == "Ana"
    t = table(THREE)
    with pytest.raises(ValueError, match=r"cards\.played"):
        t.tell("cards.played", seat=0, cards=[])


@pytest.mark.rule("A-BL-18")
def test_more_than_two_of_a_face_are_warned_of_and_not_refused():
    t = table(THREE)
    t.play("ana", "3-square", "3-square", "3-square")
    assert t.warned == ["A third 3-square, where there are 2 (A-BL-18)."]
    assert t.top == "3-square"
    t = table(THREE, boxes=2)
    t.play("ana", "3-square", "3-square", "3-square")
    assert t.warned == []


@pytest.mark.rule("A-BL-18")
def test_of_a_face_they_are_counted_until_the_next_shuffle():
    t = table(THREE)
    for player in ("ana", "ben"):
        t.play(player, "3-square")
        assert t.warned == []
    t.play("cho", "3-square")
    assert t.warned == ["A third 3-square, where there are 2 (A-BL-18)."]
    t.play("ana", "3-circle")  # The one that was turned up, and this one: two.
    assert t.warned == []
    t.reshuffle()
    t.play("ben", "3-square", "3-square")
    assert t.warned == []


@pytest.mark.rule("BL-50")
def test_nobody_plays_more_cards_than_are_in_a_hand_that_was_told():
    t = table(THREE)
    t.hand("ana", 1)
    for play in (t.play, t.take_back):
        with refused("BL-50", "Ana has 1 card, and cannot play 2", "`companion blank hand ana N`"):
            play("ana", "3-square", "4-hexagon")
    t.hand("ana", 2)
    t.play("ana", "3-square", "3-hexagon")
    assert t.hands == "Ana 0, Ben 7, Cho 7"
    t = table(THREE)
    t.play("ana", *(f"3-{suit}" for suit in SUITS), "3-square", "3-shield")
    assert t.warned == []  # Nobody had told of Ana's hand.


@pytest.mark.rule("BL-39")
@pytest.mark.parametrize("text", ["7-hexagon", "0-hexagon", "12-hexagon"])
def test_numbers_run_from_one_to_six(text):
    with pytest.raises(Illegal) as refusal:
        table(THREE).play("ana", text)
    assert refusal.value.rule == "BL-39"


def test_what_is_no_card_is_said_to_be_none():
    t = table(THREE)
    with pytest.raises(NotFound, match="No suit is called “star”"):
        t.play("ana", "3-star")
    with pytest.raises(Invalid, match="“three of hearts” is no game card"):
        t.play("ana", "three of hearts")


# Whose turn it is


@pytest.mark.rule("BL-48", "BL-47")
def test_turns_go_clockwise():
    t = table(THREE, first="ben")
    order = []
    for _ in range(5):
        order.append(t.where)
        t.play(t.where.split()[0], "3-circle")
    assert order == ["ben ↻", "cho ↻", "ana ↻", "ben ↻", "cho ↻"]


@pytest.mark.rule("BL-84", "BL-85")
def test_a_card_out_of_turn_goes_back_and_costs():
    t = table(THREE)
    before = t.state
    with refused("BL-84", "It is Ana's turn, not Ben's", "with `--turn`", "with `--penalty`"):
        t.play("ben", "3-hexagon")
    assert t.state == before
    t.penalty("ben", "out-of-turn")
    assert (t.hands, t.where, t.top) == ("Ana 7, Ben 8, Cho 7", "ana ↻", "3-circle")


@pytest.mark.rule("BL-84", "BL-87", "BL-93")
def test_a_wrong_card_out_of_turn_is_two_mistakes():
    t = table(THREE)
    t.take_back("ben", "4-hexagon")
    assert (t.hands, t.penalties) == ("Ana 7, Ben 9, Cho 7", "Ana 0, Ben 2, Cho 0")
    assert (t.where, t.top) == ("ana ↻", "3-circle")


@pytest.mark.rule("BL-87", "BL-88", "BL-91", "BL-92")
def test_what_was_wrong_is_taken_back_with_its_penalty():
    t = table(THREE)
    t.take_back("ana", "4-hexagon")
    assert (t.hands, t.where) == ("Ana 8, Ben 7, Cho 7", "ben ↻")
    t.take_back("ben", "3-hexagon", "4-circle")
    assert (t.hands, t.where) == ("Ana 8, Ben 8, Cho 7", "cho ↻")
    with pytest.raises(Refused, match="Nothing is wrong with that"):
        t.take_back("cho", "3-hexagon")


def test_a_rule_card_may_let_somebody_jump_in():
    t = table(THREE)
    t.house = "rule 7 lets anybody jump in"
    t.play("cho", "3-hexagon")
    assert t.overruled == ["BL-84"]
    assert (t.top, t.where) == ("3-hexagon", "ana ↻")
    t.house = "rule 7 allows anything"
    t.play("cho", "6-square")
    assert t.overruled == ["BL-84", "BL-87"]
    t.house = "rule 7 allows anything"
    t.play("ana", "6-square")
    assert t.overruled == []


def test_play_without_a_name_is_by_whoever_has_the_turn(e):
    e("start blank Ana Ben Cho --top 3-circle")
    assert (
        "Ana plays 3-hexagon and 3-shield, the last one on top: 5 cards left"
        in e("blank play 3-hexagon 3-shield").out
    )
    assert "Ben plays 4-shield" in e("blank play 4-shield").out
    e.refuses("blank play ben 4-square", "It is Cho's turn, not Ben's", rule="BL-84")


def test_a_turn_of_which_nothing_is_told_is_passed():
    t = table(THREE)
    t.next()
    assert (t.where, t.hands, t.top) == ("ben ↻", "Ana 7, Ben 7, Cho 7", "")
    t.reverse()
    t.next()
    t.next()
    assert t.where.endswith("↺")


def test_somebody_is_skipped_or_goes_again():
    t = table(THREE)
    t.play("ana", "3-hexagon")
    t.give_turn("cho")
    assert t.where == "cho ↻"
    t.play("cho", "3-square")
    t.give_turn("cho")
    t.play("cho", "3-diamond")
    assert t.where == "ana ↻"
    with pytest.raises(Refused, match="It is Ana's turn already"):
        t.give_turn("ana")


@pytest.mark.rule("BL-48")
def test_nobody_is_skipped_whose_turn_has_not_come():
    t = table("Ana Ben Cho Dan")
    t.play("ana", "3-hexagon")
    with refused(
        "BL-48",
        "It is Ben's turn; Dan's would come after Ben's and Cho's, which would be passed over.",
        "`companion blank skip` is about Ben",
        "`companion blank turn dan`",
    ):
        t.skip("dan")
    t.skip("ben")
    assert (t.where, t.said) == ("cho ↻", ["Ben is skipped"])
    t.give_turn("dan")
    assert t.said == ["it is Dan's turn, nothing told of Cho's"]
    t.reverse()
    t.house = "the card says so"
    t.skip("ben")
    assert t.said == ["Ben is skipped, and so are Dan and Cho"]
    assert (t.overruled, t.where) == (["BL-48"], "ana ↺")


def test_the_way_round_changes_after_a_card():
    t = table("Ana Ben Cho Dee")
    t.play("ana", "3-hexagon")
    assert t.where == "ben ↻"
    t.reverse()
    assert t.where == "dee ↺"
    t.play("dee", "4-hexagon")
    t.play("cho", "5-hexagon")
    assert t.where == "ben ↺"
    t.reverse()
    assert t.where == "dee ↻"


def test_with_two_players_the_other_way_round_is_the_same():
    t = table("Ana Ben")
    t.play("ana", "3-hexagon")
    t.reverse()
    assert t.where == "ben ↺"
    t.play("ben", "3-square")
    assert t.where == "ana ↺"


def test_before_the_first_card_the_same_player_begins_either_way_round():
    t = table(THREE)
    t.reverse()
    assert t.where == "ana ↺"
    t.play("ana", "3-hexagon")
    assert t.where == "cho ↺"


def test_before_the_first_card_it_is_no_matter_whose_hand_was_counted():
    """A count of a hand, or a card drawn by a rule, is no turn."""
    t = table(THREE)
    t.hand("ben", 6)
    t.reverse()
    assert t.where == "ana ↺"


def test_the_way_round_changes_after_a_turn_of_which_nothing_was_told():
    """A turn that was passed with `next` is over like any other."""
    t = table(THREE)
    t.next()
    t.reverse()
    assert t.where == "cho ↺"


# Hands, as far as told


def test_hands_are_counted_by_what_is_told():
    t = table(THREE)
    t.draws("ben", 2, "rule 7")
    t.give("ben", "cho", 3)
    t.discards("cho", 2)
    t.hand("ana", 4)
    assert (t.hands, t.piles) == ("Ana 4, Ben 6, Cho 8", "48/6")
    assert t.where == "ana ↻"
    with pytest.raises(Refused, match="Ana has 4 by what was told"):
        t.hand("ana", 4)


def test_a_discard_by_an_effect_may_change_the_top_card():
    t = table(THREE)
    t.discards("ben", 1)
    assert t.top == ""  # Nobody told which card it was.
    t.discards("ben", 1, top="5-shield")
    assert (t.top, t.where) == ("5-shield", "ana ↻")
    t.play("ana", "5-circle")


def test_drawing_by_an_effect_is_no_penalty_and_ends_no_turn():
    t = table(THREE)
    t.draws("ana", 2)
    assert (t.hands, t.penalties) == ("Ana 9, Ben 7, Cho 7", "Ana 0, Ben 0, Cho 0")
    assert t.where == "ana ↻"


def test_the_card_on_top_can_be_told_later():
    t = table(THREE, top=None)
    t.turn_up("5-diamond")
    assert t.top == "5-diamond"
    with refused("BL-87"):
        t.play("ana", "3-circle")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("blank draw ben x", "“x” is no number of cards"),
        ("blank hand ben -1", "is no number of cards"),
        ("blank hand ben many", "“many” is no number of cards"),
        ("blank give ana ana", "From one hand to another"),
        ("blank discard ben 3-star", "No suit is called “star”"),
    ],
)
def test_what_is_typed_wrong_changes_nothing(e, line, words):
    e("start blank Ana Ben --top 3-circle")
    ran = e.companion(line)
    assert ran.code in (1, 2)
    assert words in ran.err
    assert e.entries() == 1


# What lies on top, behind turns of which nothing was told


@pytest.mark.rule("BL-49", "BL-62", "BL-87")
@pytest.mark.parametrize(
    "untold",
    [
        lambda t: t.give_turn("cho"),
        lambda t: (t.next(), t.next()),
        lambda t: (t.play("ana", "3-square"), t.give_turn("cho")),
        lambda t: (t.skip("ana"), t.next()),
        lambda t: (t.give_turn("cho"), t.reverse()),
    ],
)
def test_behind_a_turn_that_went_untold_nobody_knows_what_lies_on_top(untold):
    t = table(THREE)
    untold(t)
    assert t.top == ""
    assert "Which game card lies on top?" in t.todo
    t.play(t.where.split()[0], "5-hexagon")
    assert t.top == "5-hexagon"


@pytest.mark.rule("BL-87", "BL-91")
def test_cards_that_do_not_go_together_are_refused_on_whatever_lies_there():
    t = table(THREE)
    t.next()
    with refused("BL-91"):
        t.play("ben", "5-hexagon", "4-circle")


@pytest.mark.rule("BL-87")
@pytest.mark.parametrize(
    "told",
    [
        lambda t: t.skip("ben"),
        lambda t: t.give_turn("ana"),
        lambda t: t.reverse(),
        lambda t: t.draw(),
        lambda t: t.draws("cho", 2),
    ],
)
def test_behind_what_was_told_the_same_card_lies_on_top(told):
    t = table(THREE)
    t.play("ana", "3-square")
    told(t)
    assert t.top == "3-square"
    with refused("BL-87"):
        t.play(t.where.split()[0], "5-hexagon")


@pytest.mark.rule("BL-87", "BL-88")
@pytest.mark.parametrize("untold", [lambda t: t.next(), lambda t: t.discards("cho")])
def test_what_does_not_match_a_card_that_nobody_told_is_taken_back(untold):
    """Only the table sees what lies there: `play ben 3-hexagon --penalty`."""
    t = table(THREE)
    untold(t)
    player = t.where.split()[0]
    t.take_back(player, "3-hexagon")
    assert "played a card that does not match: Penalty, draws 1 card" in t.said[0]
    t.take_back(t.where.split()[0], "3-hexagon", "4-circle")
    assert "played cards that do not go together: Penalty, draws 1 card" in t.said[0]


@pytest.mark.rule("BL-84", "BL-87")
def test_a_card_out_of_turn_on_one_that_nobody_told_is_one_mistake_for_sure():
    t = table(THREE)
    t.next()
    t.take_back("ana", "3-hexagon")
    assert "Ana played out of turn: Penalty, draws 1 card" in t.said[0]


@pytest.mark.rule("BL-87")
def test_what_was_played_behind_an_untold_turn_has_to_match_without_it():
    t = table(THREE)
    t.play("ana", "3-square")
    t.next()
    untold = t.entry
    t.skip("cho")
    t.play("ana", "5-hexagon")
    with pytest.raises(Illegal) as refusal:
        t.undo(untold)
    assert refusal.value.rule == "BL-48"  # Cho was on turn, and was skipped then.
    t = table("Ana Ben")
    t.next()
    untold = t.entry
    t.give_turn("ana")
    t.play("ana", "5-hexagon")
    with pytest.raises(CompanionError, match="would not stand"):
        t.undo(untold)


def test_by_the_program_the_old_top_card_is_held_against_nobody(e):
    e("start blank Ana Ben Cho --rules none --top 3-circle")
    said = e("blank play cho 5-hexagon --turn").out
    assert "it is Cho's turn, nothing told of Ana's and Ben's" in said
    assert "Cho plays 5-hexagon: 6 cards left" in said
    e("undo")
    assert e.table()["top"]["number"] == 3
    e("blank turn cho")
    assert e.table()["top"] is None
    assert "On top: not told" in e("table").out
    e("blank play cho 5-hexagon")
    e("undo")
    e("undo")
    assert "does not match: Penalty" in e("blank play cho 3-hexagon --penalty --turn").out


# Taking back


def test_a_card_is_taken_back():
    t = table(THREE)
    before = t.state
    t.play("ana", "3-hexagon", "3-shield")
    t.undo()
    assert t.state == before


def test_a_card_on_which_others_lie_is_not_pulled_out():
    t = table(THREE)
    t.play("ana", "3-hexagon")
    first = t.entry
    t.play("ben", "4-hexagon")
    with pytest.raises(Illegal) as refusal:
        t.undo(first)
    assert refusal.value.rule in ("BL-84", "BL-87")
    assert f"entry {t.entry} would not stand" in refusal.value.message


@pytest.mark.rule("BL-65", "BL-66", "BL-84")
def test_a_turn_that_a_penalty_ended_goes_on_only_once_the_others_had_theirs(e):
    """What it brought is not played: the hint leads past the others, whose cards nobody told."""
    e("start blank Ana Ben --top 3-circle")
    e("blank draw")
    e.refuses("blank play ana 5-hexagon", "Ana's turn is over", "`companion next`", rule="BL-84")
    e("next")
    assert "Ana plays 5-hexagon: 7 cards left" in e("blank play ana 5-hexagon").out
