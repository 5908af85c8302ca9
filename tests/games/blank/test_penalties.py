"""Penalties: what brings one, who pointed it out, what it costs; and a draw pile that is out."""

import pytest

from companion.core.event import Event
from companion.errors import Illegal, Refused
from companion.games.blank.game import GAME
from companion.games.blank.penalties import FAULTS
from companion.testing.plays import refused
from tests.games.blank.tables import Evening, table

THREE = "Ana Ben Cho"


@pytest.fixture
def e(companion):
    return Evening(companion)


@pytest.mark.parametrize(
    ("fault", "called_by", "words"),
    [
        pytest.param(
            "out-of-turn", None, "played out of turn", marks=pytest.mark.rule("BL-84", "BL-85")
        ),
        pytest.param(
            "false-accusation", None, "accused somebody falsely", marks=pytest.mark.rule("BL-86")
        ),
        pytest.param(
            "no-match",
            "ana",
            "played a card that does not match, pointed out by Ana",
            marks=pytest.mark.rule("BL-87", "BL-88"),
        ),
        pytest.param(
            "missed-rule",
            "cho",
            "did not follow a rule or an effect, pointed out by Cho",
            marks=pytest.mark.rule("BL-74", "BL-79", "BL-89", "BL-90"),
        ),
        pytest.param(
            "mixed-cards",
            None,
            "played cards that do not go together",
            marks=pytest.mark.rule("BL-91", "BL-92", "A-BL-02"),
        ),
    ],
)
def test_each_mistake_costs_a_card(fault, called_by, words):
    """Ben, whose turn it is not: nothing but his hand changes, no card leaves it."""
    t = table(THREE)
    t.penalty("ben", fault, called_by=called_by)
    assert (t.hands, t.piles) == ("Ana 7, Ben 8, Cho 7", "49/1")
    assert (t.penalties, t.where, t.top) == ("Ana 0, Ben 1, Cho 0", "ana ↻", "3-circle")
    assert t.said == [f"Ben {words}: Penalty, draws 1 card, 8 in hand"]


@pytest.mark.rule("BL-62", "BL-63", "BL-64", "BL-66")
def test_whoever_has_no_card_that_fits_draws_one_as_a_penalty():
    t = table(THREE)
    t.draw()
    assert (t.hands, t.piles) == ("Ana 8, Ben 7, Cho 7", "49/1")
    assert (t.penalties, t.where) == ("Ana 1, Ben 0, Cho 0", "ben ↻")
    assert t.said == ["Ana has no card that fits: Penalty, draws 1 card, 8 in hand; the turn ends"]


@pytest.mark.rule("BL-62")
def test_nobody_else_has_to_draw_for_want_of_a_fitting_card():
    t = table(THREE)
    with refused("BL-62", "It is Ana's turn: Ben need not play now", "blank draw ben 1"):
        t.penalty("ben", "cannot-play")


@pytest.mark.rule("BL-66", "BL-95", "A-BL-04")
@pytest.mark.parametrize("fault", [fault for fault in FAULTS if fault != "out-of-turn"])
def test_every_penalty_ends_the_turn_of_whoevers_it_is(fault):
    t = table(THREE)
    t.penalty("ana", fault, called_by="ben")
    assert t.where == "ben ↻"
    assert t.said[0].endswith("; the turn ends")


@pytest.mark.rule("BL-66", "BL-48")
def test_the_turn_ends_in_the_direction_of_play():
    t = table(THREE)
    t.reverse()
    t.draw()
    assert t.where == "cho ↺"


@pytest.mark.rule("BL-75")
def test_a_rule_not_followed_costs_only_if_somebody_points_it_out():
    t = table(THREE)
    with refused("BL-75", "--called-by"):
        t.penalty("ben", "missed-rule")
    with pytest.raises(Refused, match="Ben cannot point out a mistake of Ben's"):
        t.penalty("ben", "missed-rule", called_by="ben")
    assert t.hands == "Ana 7, Ben 7, Cho 7"
    t.penalty("ben", "missed-rule", called_by="ana")
    assert t.hands == "Ana 7, Ben 8, Cho 7"


SIX_SINGS = "If a 6 is played, then everybody sings"


def missed(t, *plays, rules=(SIX_SINGS,)):
    """What the table is warned of when Dan is said to have missed a rule, behind these cards."""
    for number, cards in enumerate(plays):
        t.play(["ana", "ben", "cho", "dan"][number % 4], *cards.split())
    t.penalty("dan", "missed-rule", called_by="ana")
    return " ".join(t.warned)


@pytest.mark.rule("BL-89", "BL-90", "A-BL-05")
@pytest.mark.parametrize(
    ("plays", "late"),
    [
        (["6-circle"], False),
        (["6-circle", "5-circle"], False),  # Until then it could be followed.
        (["6-circle", "5-circle", "4-circle"], True),
        (["6-circle", "5-circle:Sing", "4-circle"], False),
        (["6-circle", "6-square", "4-square"], False),
        (["3-square", "4-square"], True),
        (["3-square"], False),  # Who knows what lay there before.
        ([], False),
    ],
)
def test_a_rule_that_was_missed_two_plays_ago_is_warned_of(plays, late):
    warned = missed(table("Ana Ben Cho Dan", rules=[SIX_SINGS]), *plays)
    assert ("what was missed is two plays ago" in warned) is late
    if not late:
        assert warned == ""


@pytest.mark.rule("BL-89")
@pytest.mark.parametrize(
    "rules",
    [
        [],
        [SIX_SINGS, "Nobody may say no"],
        [SIX_SINGS, "If somebody laughs, then everybody draws a card"],
        ["If a 6 is played by somebody young, then sing"],
    ],
)
def test_what_is_not_about_cards_may_be_missed_at_any_time(rules):
    t = table("Ana Ben Cho Dan", rules=rules)
    assert missed(t, "6-circle", "5-circle", "4-circle") == ""


@pytest.mark.rule("BL-89")
@pytest.mark.parametrize("how", ["next", "turn"])
def test_nor_is_anything_late_where_turns_went_untold(how):
    t = table("Ana Ben Cho Dan", rules=[SIX_SINGS])
    t.play("ana", "4-circle")
    t.next() if how == "next" else t.give_turn("cho")
    t.play("cho", "5-circle")
    t.penalty("dan", "missed-rule", called_by="ana")
    assert t.warned == []


@pytest.mark.rule("BL-89", "BL-74")
def test_a_penalty_for_the_same_rule_twice_is_warned_of():
    t = table("Ana Ben Cho Dan", rules=[SIX_SINGS])
    assert missed(t, "6-circle") == ""
    already = "Dan took a Penalty for a rule that was missed already"
    assert already in missed(t)
    t.play("ben", "5-circle")
    assert already in missed(t)
    t.penalty("cho", "missed-rule", called_by="ana")
    assert t.warned == []


@pytest.mark.rule("BL-76", "BL-93")
def test_two_rules_may_be_missed_and_each_of_them_costs():
    t = table("Ana Ben Cho Dan", rules=[SIX_SINGS, "If a circle is played, then clap"])
    assert missed(t, "6-circle") == ""
    assert missed(t) == ""
    assert "already" in missed(t)


@pytest.mark.rule("BL-89")
def test_the_colours_of_the_box_say_which_rules_acted(e):
    e.box()
    e("blank copy set friday --suit hexagon=red")
    e.printed("If a red card is played, then sing")
    e("start blank Ana Ben Cho --rules 1 --top 3-hexagon")
    for line in ("play 4-hexagon", "play 4-circle", "play 5-circle"):
        e(f"blank {line}")
    assert "two plays ago" in e("blank penalty ben missed --by ana").err


def test_a_table_may_count_what_nobody_pointed_out():
    t = table(THREE)
    t.house = "we are strict"
    t.penalty("ben", "missed-rule")
    assert (t.overruled, t.hands) == (["BL-75"], "Ana 7, Ben 8, Cho 7")


@pytest.mark.rule("BL-93", "BL-94")
def test_several_at_once_cost_a_card_each():
    t = table(THREE)
    t.penalty("ana", "no-match", "missed-rule", "false-accusation", called_by="ben")
    assert (t.hands, t.penalties) == ("Ana 10, Ben 7, Cho 7", "Ana 3, Ben 0, Cho 0")
    assert (t.piles, t.where) == ("47/1", "ben ↻")  # One turn ends, not three.
    assert t.said == [
        "Ana played a card that does not match, did not follow a rule or an effect and accused "
        "somebody falsely, pointed out by Ben: Penalty, draws 3 cards, 10 in hand; the turn ends"
    ]


@pytest.mark.rule("BL-93", "BL-94")
def test_they_add_up():
    t = table(THREE)
    t.penalty("ben", "out-of-turn", "no-match")
    t.penalty("ben", "out-of-turn")
    assert (t.hands, t.penalties) == ("Ana 7, Ben 10, Cho 7", "Ana 0, Ben 3, Cho 0")


@pytest.mark.rule("A-BL-02")
@pytest.mark.parametrize("faults", [("mixed-cards", "no-match"), ("no-match", "mixed-cards")])
def test_cards_that_go_together_in_no_way_cost_one_whichever_way_it_is_told(faults):
    t = table(THREE)
    t.penalty("ana", *faults)
    told = (t.hands, t.penalties, t.said)
    assert told[0] == "Ana 8, Ben 7, Cho 7"
    assert t.warned == [
        "Cards that do not go together, and do not match either, are one Penalty (A-BL-02). "
        "Another play's is told in a line of its own."
    ]
    t.undo()
    t.take_back("ana", "4-square", "5-hexagon")
    assert (t.hands, t.penalties, t.said) == told


@pytest.mark.rule("BL-94", "A-BL-02")
def test_another_mistake_beside_them_costs_another_card():
    t = table(THREE)
    t.penalty("ben", "out-of-turn", "mixed-cards", "no-match")
    assert t.hands == "Ana 7, Ben 9, Cho 7"
    t.penalty("ana", "cannot-play", "missed-rule", called_by="ben")
    assert t.hands == "Ana 9, Ben 9, Cho 7"


@pytest.mark.rule("BL-84")
def test_whoever_has_the_turn_did_not_play_out_of_it():
    t = table(THREE)
    words = ("It is Ana's turn: Ana cannot play out of turn now", "blank turn ben", "--house")
    for faults in (["out-of-turn"], ["out-of-turn", "no-match"]):
        with refused("BL-84", *words):
            t.penalty("ana", *faults, called_by="ben")
    t.give_turn("ben")
    t.penalty("ana", "out-of-turn", called_by="ben")
    assert (t.hands, t.where) == ("Ana 8, Ben 7, Cho 7", "ben ↻")
    t.house = "it was before Ben's card"
    t.penalty("ben", "out-of-turn")
    assert (t.overruled, t.where) == (["BL-84"], "cho ↻")


@pytest.mark.rule("BL-84")
def test_where_cards_went_untold_the_turn_may_have_too():
    t = table(THREE)
    t.play("ana", "3-hexagon")
    t.hand("cho", 5)
    t.penalty("ben", "out-of-turn")
    assert t.penalties == "Ana 0, Ben 1, Cho 0"
    t.play("cho", "3-square")
    with refused("BL-84"):
        t.penalty("ana", "out-of-turn")


@pytest.mark.rule("A-BL-17", "BL-74")
def test_everyone_named_in_an_accusation_draws(e):
    e("start blank Ana Ben Cho Dee --top 3-circle")
    e("blank penalty cho dee --for missed-rule --called-by ben")
    after = e.table()
    assert after["penalties"] == {"Ana": 0, "Ben": 0, "Cho": 1, "Dee": 1}
    assert [player["cards"] for player in after["players"]] == [7, 7, 8, 8]
    assert (after["turn"], after["draw_pile"]) == ("Ana", 72 - 28 - 1 - 2)
    assert e.entries() == 2


@pytest.mark.rule("A-BL-17")
def test_somebody_named_twice_draws_once(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e("blank penalty cho cho --for missed-rule --called-by ben")
    assert e.table()["penalties"] == {"Ana": 0, "Ben": 0, "Cho": 1}


@pytest.mark.rule("A-BL-17", "BL-66")
def test_an_accusation_of_several_ends_one_turn(e):
    """Ana's turn ends, for it is hers; Ben's has not begun, and so it is not over either."""
    e("start blank Ana Ben Cho Dee --top 3-circle")
    e("blank penalty ana ben --for missed-rule --called-by dee")
    after = e.table()
    assert after["penalties"] == {"Ana": 1, "Ben": 1, "Cho": 0, "Dee": 0}
    assert after["turn"] == "Ben"


@pytest.mark.rule("BL-75")
def test_one_of_those_named_cannot_be_the_one_who_calls(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e.refuses(
        "blank penalty ana ben --for missed-rule --called-by ben",
        "Ben cannot point out a mistake of Ben's",
    )
    assert e.table()["penalties"] == {"Ana": 0, "Ben": 0, "Cho": 0}


@pytest.mark.rule("BL-66", "BL-94")
def test_a_card_that_was_wrong_is_taken_back_by_whoever_has_the_turn_after_all(e):
    """Ana's turn went untold: so Ben's card was on turn, and did not match what lies there now."""
    e("start blank Ana Ben Cho --top 3-circle --first ana")
    said = e("blank play ben 4-hexagon --turn --penalty").out
    assert "Ben played a card that does not match: Penalty, draws 1 card" in said
    after = e.table()
    assert (after["penalties"]["Ben"], after["turn"], after["top"]) == (1, "Cho", None)


def test_causes_are_found_by_their_beginning(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e('blank penalty ben --for out --for "no match"')
    assert e.table()["penalties"]["Ben"] == 2
    e.refuses("blank penalty ben --for m", "could be missed-rule or mixed-cards")
    e.refuses("blank penalty ben --for talking", "out-of-turn, false-accusation", code=2)
    e.refuses("blank penalty ben", "A Penalty for what?", code=2)


def test_draw_without_a_number_is_the_penalty_and_with_one_it_is_not(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e("blank draw")
    e("blank draw ana 2")
    e('blank draw ben 1 --why "rule 15"')
    e("blank draw cho")
    after = e.table()
    assert after["penalties"] == {"Ana": 1, "Ben": 0, "Cho": 0}
    assert [player["cards"] for player in after["players"]] == [10, 8, 8]
    assert after["turn"] == "Ben"


def test_rules_about_drawing_are_shown_with_a_penalty():
    t = table(THREE, rules=["If a 6 is played, then sing", "If a card is drawn, then clap"])
    t.draw()
    assert t.triggered == "2"
    t.draws("ana", 1)
    assert t.triggered == "2"


@pytest.mark.rule("A-BL-08")
def test_a_card_that_was_taken_back_triggers_nothing():
    t = table(THREE, rules=["If a 6 is played, then sing"])
    with refused("BL-87"):
        t.play("ana", "6-square")
    t.penalty("ana", "no-match")
    assert t.triggered == ""


# The draw pile


def emptied(left=0, discards=True):
    """A table whose draw pile holds so many cards; one more lies on the discards, if there are."""
    t = table(THREE)
    if discards:
        t.play("ana", "3-hexagon")
    t.draws("cho", 50 - left)
    return t


@pytest.mark.rule("BL-97", "BL-98")
def test_the_discards_but_the_top_one_become_the_draw_pile():
    t = table(THREE)
    t.play("ana", "3-hexagon", "3-shield")
    t.play("ben", "4-shield", "5-shield")
    t.draws("cho", 50)
    assert t.piles == "0/5"
    t.reshuffle()
    assert (t.piles, t.top) == ("4/1", "5-shield")
    assert t.said == ["the discards but the top one are shuffled: 4 in the draw pile"]


@pytest.mark.rule("BL-98", "BL-99", "A-BL-09")
def test_a_draw_waits_for_the_reshuffle_and_then_goes_on():
    t = emptied()
    assert t.where == "ben ↻"
    with refused("BL-98", "The draw pile has 0 left", "blank reshuffle"):
        t.draw()
    with refused("BL-98", "has no cards by what was told, and 1 is drawn", "blank reshuffle"):
        t.draws("ana", 1)
    t.reshuffle()
    t.draw()
    assert (t.hands, t.piles, t.where) == ("Ana 6, Ben 8, Cho 57", "0/1", "cho ↻")


@pytest.mark.rule("BL-98")
def test_a_pile_too_small_for_all_is_shuffled_first():
    t = emptied(left=1)
    with refused("BL-98", "The draw pile has 1 left"):
        t.penalty("ben", "no-match", "false-accusation")
    with refused("BL-98", "The draw pile has 1 card by what was told, and 2 are drawn"):
        t.draws("ben", 2)
    t.draws("ben", 1)
    assert t.piles == "0/2"


@pytest.mark.rule("A-BL-09")
def test_an_empty_pile_hinders_nobody_who_does_not_draw():
    t = emptied()
    t.play("ben", "4-hexagon")
    assert (t.top, t.piles, t.where) == ("4-hexagon", "0/3", "cho ↻")


@pytest.mark.rule("A-BL-09")
def test_with_nothing_to_shuffle_nothing_is_drawn():
    t = emptied(discards=False)
    assert t.piles == "0/1"
    with pytest.raises(Refused, match="no discards to shuffle"):
        t.reshuffle()
    with refused("BL-98", "There is nothing to shuffle either: nobody draws (A-BL-09)"):
        t.draws("ana", 1)
    t.draw()
    assert (t.hands, t.piles, t.where) == ("Ana 7, Ben 7, Cho 57", "0/1", "ben ↻")
    assert t.penalties == "Ana 1, Ben 0, Cho 0"
    assert t.warned == [
        "There is nothing left to draw or to shuffle: that draw is skipped (A-BL-09)."
    ]


@pytest.mark.rule("A-BL-09")
def test_of_more_than_there_are_the_rest_is_skipped():
    t = emptied(left=1, discards=False)
    with refused("BL-98", "`companion blank draw ana 1`, the rest is skipped (A-BL-09)"):
        t.draws("ana", 2)
    t.draws("ana", 1)
    assert t.piles == "0/1"


@pytest.mark.rule("A-BL-09")
def test_what_nobody_drew_is_not_drawn_when_something_before_is_taken_back(e):
    e("start blank Ana Ben --first Ana --top 3-circle")
    e("blank draw ben 40")
    e("blank draw ana 17")
    e("blank draw")
    words = "entry 4 would not stand then", "Ana drew no cards as Penalty, and by what is told"
    e.refuses("undo 3", *words, "there is 1 to be drawn", rule="A-BL-09")
    assert "draws no cards" in e("log").out
    e("undo")
    e("undo 3")


@pytest.mark.rule("A-BL-09", "BL-98")
def test_what_was_drawn_is_there_to_be_drawn_still():
    """Two faults cost two cards, and there was but one: by a house rule, nobody shuffled."""
    t = emptied(left=2)
    t.draws("ana", 1)
    drawn = t.entry
    t.house = "the pile is enough"
    t.penalty("ben", "no-match", "false-accusation")
    assert (t.overruled, t.hands) == (["BL-98"], "Ana 7, Ben 8, Cho 55")
    t.house = None
    with pytest.raises(Illegal, match=r"Ben drew 1 card as Penalty.*there are 2 to be drawn"):
        t.undo(drawn)


def test_a_rule_about_drawing_acts_where_something_was_drawn():
    t = table("Ana Ben", rules=["If a card is drawn, then clap"])
    t.draws("ben", 57)
    t.draw()
    assert t.said == [
        "Ana has no card that fits: Penalty, draws no cards, 7 in hand; the turn ends"
    ]


def test_an_older_log_told_nothing_of_what_the_pile_left_over():
    t = table("Ana Ben")
    t.draws("ben", 57)
    penalty = {"seat": 0, "for": ["cannot-play"], "called_by": None}
    before, after = t.state, GAME.apply(t.state, Event(0, 0, "penalty.taken", penalty, ""))
    assert after.hands == before.hands


def test_cards_that_were_left_are_counted_in(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e("blank play ana 3-hexagon")
    assert "50 were left to draw: they are counted in" in e("blank reshuffle").err
    after = e.table()
    assert (after["draw_pile"], after["discard_pile"]) == (51, 1)


# Discards that nobody told

TEN = "Ana Ben Cho Dan Eva Fay Gil Hal Ida Jon"


def all_drawn():
    """Ten players, and the only card of the draw pile is drawn."""
    t = table(TEN)
    t.draws("ben", 1)
    assert t.piles == "0/1"
    return t


@pytest.mark.rule("BL-98", "BL-99", "A-BL-09")
def test_what_a_hand_lacks_lies_among_the_discards():
    t = all_drawn()
    t.hand("ana", 2)
    assert t.piles == "0/6"
    assert t.todo.startswith("The draw pile is out: `companion blank reshuffle`")
    with refused("BL-98", "`companion blank reshuffle` turns the discards into a new one"):
        t.draws("cho", 2)
    with refused("BL-98", "The draw pile has 0 left"):
        t.draw()
    t.reshuffle()
    assert (t.piles, t.said) == (
        "5/1",
        ["the discards but the top one are shuffled: 5 in the draw pile"],
    )
    t.draw()
    assert (t.penalties.split(",")[0], t.piles, t.warned) == ("Ana 1", "4/1", [])


@pytest.mark.rule("A-BL-09")
@pytest.mark.parametrize("then", [("ana", 7), ("dan", 12)])
def test_a_count_that_is_put_right_or_cards_in_another_hand_leave_none(then):
    t = all_drawn()
    t.hand("ana", 2)
    t.hand(*then)
    assert t.piles == "0/1"
    with pytest.raises(Refused, match="no discards to shuffle"):
        t.reshuffle()
    t.draw()
    assert t.warned == [
        "There is nothing left to draw or to shuffle: that draw is skipped (A-BL-09)."
    ]


@pytest.mark.rule("A-BL-09")
def test_with_two_boxes_twice_as_many_cards_lie_somewhere():
    t = table("Ana Ben", boxes=2)
    t.draws("ben", 144 - 14 - 1)
    with pytest.raises(Refused, match="no discards to shuffle"):
        t.reshuffle()
    t.hand("ana", 3)
    t.reshuffle()
    assert t.piles == "4/1"


@pytest.mark.rule("A-BL-09", "BL-98")
def test_that_nothing_was_drawn_follows_from_every_hand_that_was_counted():
    t = all_drawn()
    t.hand("eva", 3)
    t.hand("fay", 11)
    counted = t.entry
    t.draw()
    assert t.said[0].startswith("Ana has no card that fits: Penalty, draws no cards")
    with pytest.raises(Illegal, match=f"entry {t.entry} would not stand") as refusal:
        t.undo(counted)
    assert refusal.value.rule == "BL-98"


@pytest.mark.rule("BL-98")
def test_what_was_shuffled_follows_from_a_hand_that_was_counted():
    t = all_drawn()
    t.hand("eva", 3)
    counted = t.entry
    t.reshuffle()
    with pytest.raises(Refused, match=r"would not stand then\. There are no discards to shuffle"):
        t.undo(counted)


@pytest.mark.rule("BL-98")
@pytest.mark.parametrize("how", ["next", "turn", "top"])
def test_what_went_by_untold_may_lie_among_the_discards(how):
    """Who had a turn of which nothing was told played a card: nobody may say there is none."""
    t = all_drawn()
    {"next": t.next, "turn": lambda: t.give_turn("dan"), "top": lambda: t.turn_up("5-square")}[
        how
    ]()
    with refused("BL-98", "`companion blank reshuffle`"):
        t.draw()
    t.reshuffle()
    t.draw()
    assert (t.piles, t.warned) == ("0/1", [])


def test_a_card_on_which_another_one_lies_now_is_among_the_discards():
    t = table(THREE)
    t.turn_up("3-square")
    assert t.piles == "50/1"  # In setup, the first one was told wrong.
    t.hand("ben", 7)
    t.turn_up("3-square")
    assert t.piles == "50/1"
    t.turn_up("4-square")
    assert t.piles == "50/2"
    t.next()
    t.turn_up("4-square")  # Ana took a Penalty.
    assert t.piles == "50/2"
    t.next()
    t.turn_up("5-square")
    assert t.piles == "50/3"
    t.discards("cho")
    t.turn_up("6-square")  # It is Cho's.
    assert t.piles == "50/4"


def test_what_was_shuffled_is_covered_by_no_card_any_more():
    t = table(THREE)
    t.next()
    t.reshuffle()
    t.turn_up("5-square")
    assert t.piles == "50/1"


def test_a_card_that_lies_there_still_is_no_other_one_of_its_face():
    t = table(THREE)
    t.next()
    t.turn_up("3-circle")
    t.play("ben", "3-circle")
    assert t.warned == []
    t.next()
    t.turn_up("3-diamond")
    t.play("ana", "3-circle")
    assert "A third 3-circle" in t.warned[0]


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("hand.counted", {"seat": 0, "count": 2}),
        ("card.turned", {"card": {"number": 5, "suit": "square"}}),
    ],
)
def test_an_older_log_counted_no_discards_but_those_that_were_told(kind, told):
    t = table(THREE)
    t.hand("ben", 7)
    older = GAME.opening(t.state.seats, 0, {"top": {"number": 3, "suit": "circle"}})
    assert GAME.apply(older, Event(0, 0, kind, told, "")).discard_pile == 1


def test_the_table_shows_all_discards(e):
    e("start blank Ana Ben --top 3-circle")
    e("blank hand ana 2")
    assert e.table()["discard_pile"] == 6
    assert "discards 6" in e("table").out


def test_a_penalty_is_taken_back():
    t = table(THREE)
    before = t.state
    t.penalty("ana", "no-match", "missed-rule", called_by="ben")
    t.undo()
    assert t.state == before


@pytest.mark.rule("BL-50")
def test_an_empty_hand_plays_nothing_wrong_and_nothing_right(e):
    e("start blank Ana Ben --rules none --top 2-circle")
    e("blank hand ben 0")
    e("blank play ana 2-shield")
    for flag in ("", " --penalty"):
        e.refuses(f"blank play ben 2-hexagon{flag}", "Ben has no cards", rule="BL-50")
