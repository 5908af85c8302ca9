"""The end: whose hand is empty, who has won, and the prize, which two logs tell of."""

import pytest

from companion.errors import Illegal, Refused, StorageError
from companion.store.database import HeldLog
from companion.store.tiny import TinyStore
from companion.table.desk import PLAYS
from companion.testing.plays import refused
from tests.games.blank.tables import Evening, table

THREE = "Ana Ben Cho"
SING = "If a 6 is played, then all players sing"
SLEEP = "If a 1 is played, then all players sleep"


@pytest.fixture
def e(companion):
    return Evening(companion)


@pytest.fixture
def won(e):
    """A box of Cho's, and a game with it that Ana has won."""
    e.box(owner="Cho")
    assert e.won() == "blank-1"
    return e


def prize_of(e):
    """The prize that the play at hand knows: what, box, card, revision."""
    prize = e.table()["prize"]
    return tuple(prize[key] for key in ("what", "copy", "card", "revision"))


# Winning


@pytest.mark.rule("BL-4", "BL-100")
def test_whoever_has_no_cards_left_wins():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-hexagon")
    assert t.hands == "Ana 0, Ben 7"
    t.win("ana")
    assert (t.state.status, t.winners) == ("finished", "Ana")
    assert t.said == ["Ana has won: no cards left"]


@pytest.mark.rule("BL-4")
def test_seven_cards_that_are_all_played_at_once_win():
    t = table("Ana Ben")
    t.play("ana", *["3-square"] * 2, *["3-hexagon"] * 2, *["3-shield"] * 2, "3-circle")
    t.win()
    assert t.winners == "Ana"


@pytest.mark.rule("BL-100")
def test_with_cards_in_hand_nobody_wins():
    t = table("Ana Ben")
    t.play("ana", "3-hexagon")
    with refused("BL-100", "Ana has 6 cards", "blank win ana --empty"):
        t.win("ana")
    t.hand("ana", 1)
    with refused("BL-100", "Ana has 1 card by what was told"):
        t.win("ana")
    with pytest.raises(Refused, match="nobody's hand is empty"):
        t.win()
    assert t.state.status == "live"
    t.hand("ana", 0)
    t.win("ana")


@pytest.mark.rule("BL-4")
def test_whose_hand_is_empty_is_told_and_never_guessed(e):
    e("start blank Ana Ben Cho --first ana")
    e("blank play 3-circle")
    e.refuses("blank win --empty", "nobody's hand is empty", "blank win ana --empty")
    e("blank hand ben 0")
    assert e("blank win --empty").out.startswith("Ben has won")


@pytest.mark.rule("BL-101", "BL-100")
def test_a_hand_counts_when_all_effects_are_done():
    """Her last card makes Ana draw two: she plays on with these."""
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-hexagon:Draw two cards")
    t.draws("ana", 2)
    with refused("BL-100", "Ana has 2 cards"):
        t.win("ana")
    t.play("ben", "3-square")
    t.play("ana", "4-square", "5-square")
    t.win("ana")
    assert t.winners == "Ana"


@pytest.mark.rule("A-BL-06", "BL-101")
def test_a_rule_that_was_missed_comes_before_the_win():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-hexagon")
    t.penalty("ana", "missed-rule", called_by="ben")
    with refused("BL-100", "Ana has 1 card"):
        t.win("ana")


@pytest.mark.rule("BL-4")
def test_an_effect_may_empty_the_hand_of_somebody_else():
    t = table(THREE)
    t.hand("ben", 2)
    t.play("ana", "3-hexagon:The next player discards two cards")
    t.discards("ben", 2)
    t.win()
    assert t.winners == "Ben"


@pytest.mark.rule("BL-4")
def test_a_game_is_not_passed_on_behind_its_end():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-hexagon")
    with refused("BL-4", "Ana has no cards left: that is the end"):
        t.next()


def both_empty(first="ana"):
    """Ana's last card empties the hands of Ben and Cho as well."""
    t = table(THREE, first=first)
    for player in ("ana", "ben", "cho"):
        t.hand(player, 1)
    t.play("ana", "3-hexagon:Everybody discards a card")
    return t


@pytest.mark.rule("A-BL-07")
def test_of_several_empty_hands_that_of_the_active_player_counts():
    t = both_empty()
    t.discards("ben")
    t.discards("cho")
    t.win()
    assert t.winners == "Ana"
    assert t.warned == [
        "Ben and Cho have no cards left either: the player whose turn it was comes first, then the "
        "others clockwise (A-BL-07)."
    ]


@pytest.mark.rule("A-BL-07")
def test_then_they_count_clockwise():
    t = both_empty()
    t.give("ben", "ana")
    t.discards("cho")
    t.win()
    assert t.winners == "Ben"
    assert t.warned[0].startswith("Cho has no cards left either")


@pytest.mark.rule("A-BL-07")
def test_clockwise_whichever_way_round_play_goes():
    t = table(THREE)
    t.reverse()
    for player in ("ana", "ben", "cho"):
        t.hand(player, 1)
    t.play("ana", "3-hexagon:Everybody else discards a card")
    t.draws("ana", 1)
    t.discards("cho")
    t.discards("ben")
    t.win()
    assert t.winners == "Ben"


@pytest.mark.rule("A-BL-07")
def test_the_active_player_comes_first_when_the_next_one_is_skipped_too():
    t = both_empty()
    t.discards("ben")
    t.give_turn("cho")
    t.win()
    assert t.winners == "Ana"


@pytest.mark.rule("A-BL-07")
def test_the_active_player_comes_first_when_the_way_round_changes_too():
    t = both_empty()
    t.reverse()
    t.discards("ben")
    t.win()
    assert t.winners == "Ana"


@pytest.mark.rule("A-BL-07")
def test_nobody_wins_behind_an_empty_hand_that_comes_first():
    t = both_empty()
    t.discards("ben")
    with refused(
        "A-BL-07", "Ana has no cards left either, and comes before Ben", "blank win ana", "hand ana"
    ):
        t.win("ben")
    with refused("A-BL-07", "Ana and Ben have no cards left either, and come before Cho"):
        t.win("cho", empty=True)
    t.win("ana")
    assert t.winners == "Ana"


@pytest.mark.rule("BL-4")
def test_whoever_was_first_to_have_no_cards_comes_first():
    """Ana's last card lies there; nobody said so, and Ben played his last one as well."""
    t = table(THREE)
    t.hand("ana", 1)
    t.hand("ben", 1)
    t.play("ana", "3-hexagon")
    t.play("ben", "3-square")
    with refused("BL-4", "Ana has no cards left either", "first to have none", "blank win ana"):
        t.win("ben")
    with refused("BL-4", "Ana and Ben have no cards left either, and come before Cho"):
        t.win("cho", empty=True)
    t.win()
    assert t.winners == "Ana"


@pytest.mark.rule("BL-4")
def test_a_hand_that_was_filled_again_is_empty_anew():
    t = table(THREE)
    t.hand("ana", 1)
    t.hand("ben", 1)
    t.play("ana", "3-hexagon")
    t.draws("ana", 1)
    t.play("ben", "3-square")
    t.discards("ana")
    t.win()
    assert t.winners == "Ben"


@pytest.mark.rule("A-BL-07", "BL-4")
def test_of_those_behind_it_is_told_of_each_why():
    t = table("Ana Ben Cho")
    t.hand("ana", 1)
    t.hand("ben", 0)
    t.hand("cho", 0)
    t.play("ana", "3-square")
    t.win("ben")
    assert t.warned == [
        "Cho has no cards left either: the player whose turn it was comes first, then the others "
        "clockwise (A-BL-07).",
        "Ana has no cards left either: whoever is first to have none has won (BL-4).",
    ]


@pytest.mark.rule("A-BL-07")
def test_the_first_of_the_empty_hands_may_have_been_told_wrong():
    t = both_empty()
    t.discards("ben")
    t.hand("ana", 1)
    t.win("ben")
    assert t.winners == "Ben"


@pytest.mark.rule("A-BL-07")
def test_so_it_is_when_the_end_is_told_by_name(e):
    e("start blank Ana Ben Cho --top 3-circle")
    e("blank hand ana 0")
    for line in ("finish --winner ben", "blank win ben --empty"):
        e.refuses(line, "Ana has no cards left either", rule="A-BL-07")
    e("finish --winner ben", "--house", "Ana gave up")
    assert e.table()["winners"] == ["Ben"]


# What is still to be drawn


def last_card(effect="", *, rules=(), players=THREE, at_once=1, **how):
    """Ana's last card lies on the discards: the 6 of circles, with an effect or without."""
    t = table(players, rules=rules, **how)
    t.hand("ana", at_once)
    cards = ["3-circle"] * (at_once - 1)
    t.play("ana", *cards, f"6-circle:{effect}" if effect else "6-circle")
    return t


@pytest.mark.rule("BL-101")
@pytest.mark.parametrize(
    "then",
    [
        "all players draw a card",
        "everybody draws two cards",
        "each player must draw 1 card from the draw pile",
        "draw a card",
        "you draw one more card",
        "the player draws a card",
        "the player who played it draws a card as a Penalty.",
        "that player has to draw a card",
        "the person who played it draws 2",
        "everyone draws two more",
    ],
)
def test_whoever_has_still_to_draw_for_sure_has_not_won(then):
    effect = then[0].upper() + then[1:]
    for t in (last_card(effect), last_card(rules=[f"If a 6 is played, then {then}"])):
        due = 2 if "two" in then or "2" in then else 1
        with refused(
            "BL-101",
            "Ana has still to draw",
            then[1:].rstrip("."),
            f"`companion blank draw ana {due}`",
        ):
            t.win("ana")
        with refused("BL-101"):
            t.win("ana", empty=True)
        t.draws("ana", 2)
        with refused("BL-100"):
            t.win("ana")
        t.give("ana", "ben", 2)
        t.win("ana")
        assert t.winners == "Ana"


@pytest.mark.rule("BL-101")
@pytest.mark.parametrize(
    "then",
    [
        "the next player draws a card",
        "everybody else draws a card",
        "all players sing",
        # More than can be read: the table says.
        "all players draw a card or sing",
        "all players draw a picture",
        "all players draw a",
        "some players draw a card",
        "you and every other player draw a card",
    ],
)
def test_what_others_do_or_nobody_can_read_keeps_nobody_from_winning(then):
    for t in (last_card(then), last_card(rules=[f"If a 6 is played, then {then}"])):
        t.win("ana")
        assert t.winners == "Ana"


@pytest.mark.rule("BL-101")
@pytest.mark.parametrize(
    ("trigger", "sure"),
    [
        ("a 6 is played", True),
        ("a 5 is played", False),
        ("two cards are played at once", False),
        ("a 6 is played by the youngest", False),  # perhaps
        ("somebody laughs", False),
    ],
)
def test_only_what_acts_for_sure_is_due(trigger, sure):
    t = last_card(rules=[f"If {trigger}, then all players draw a card"])
    if not sure:
        t.win("ana")
        return
    with refused("BL-101", "rule 1: If"):
        t.win("ana")


@pytest.mark.rule("BL-101")
def test_what_the_next_player_draws_is_due_from_whoever_that_is():
    t = table(THREE, rules=["If a 6 is played, then the next player draws two cards"])
    t.hand("ben", 1)
    t.play("ana", "6-circle:The next player discards a card")
    t.discards("ben")
    with refused("BL-101", "Ben has still to draw (rule 1: If a 6 is played"):
        t.win("ben")
    t.reverse()
    t.win("ben")  # Who is next now, the table knows.


@pytest.mark.rule("BL-101")
def test_a_rule_about_discards_is_due_as_well():
    t = table(THREE, rules=["If a card is discarded, then that player draws a card"])
    t.hand("ben", 1)
    t.play("ana", "4-circle")
    t.discards("ben")
    with refused("BL-101", "Ben has still to draw"):
        t.win("ben")


@pytest.mark.rule("BL-101")
def test_a_later_card_settles_what_nobody_pointed_out():
    t = last_card("All players draw a card")
    t.play("ben", "5-circle")
    t.win("ana")
    assert t.winners == "Ana"


FOUR_DRAWS = "If a 4 is played, then the player who played it draws a card"


@pytest.mark.rule("BL-75", "BL-89", "BL-101")
@pytest.mark.parametrize("plays", [["ben 4-square"], ["ben 4-square", "cho 5-square"]])
def test_what_the_winner_never_drew_is_told_once_it_counts_no_more(plays):
    t = table(THREE, rules=[FOUR_DRAWS], top="4-hexagon")
    t.hand("ana", 1)
    t.play("ana", "4-circle")
    for line in plays:
        t.play(*line.split())
    t.win("ana")
    assert (t.winners, t.warned) == (
        "Ana",
        [
            "Ana had to draw before the next card was played, and nothing is told of it "
            f"(rule 1: {FOUR_DRAWS}). Nobody pointed it out: it does not count (BL-75)."
        ],
    )


@pytest.mark.rule("BL-75")
@pytest.mark.parametrize(
    "then",
    [
        lambda t: (t.draws("ana", 1), t.play("ben", "4-square"), t.hand("ana", 0)),
        lambda t: (t.accuse("ana", by="ben"), t.play("ben", "4-square"), t.hand("ana", 0)),
        lambda t: (t.draws("ana", 1), t.discards("ana"), t.play("ben", "4-circle")),
    ],
)
def test_what_the_winner_drew_is_not_told(then):
    t = table(THREE, rules=[FOUR_DRAWS], top="4-hexagon")
    t.hand("ana", 1)
    t.play("ana", "4-circle")
    then(t)
    t.win("ana")
    assert t.warned == []


@pytest.mark.rule("BL-75")
def test_what_a_hand_with_cards_went_without_is_not_told_at_the_end():
    """Ana had cards then: what was told of her hand later may have counted what she drew."""
    t = table(THREE, rules=[FOUR_DRAWS], top="4-hexagon")
    t.play("ana", "4-circle")
    t.play("ben", "4-square")
    t.hand("ana", 0)
    t.win("ana")
    assert t.warned == []


NEXT_DRAWS = "If a 5 is played, then the next player draws a card"
PREVIOUS_DRAWS = "If a 3 is played, then the previous player draws a card"
PENALTY_DRAWS = "If somebody takes a Penalty, then all players draw a card"


def ana_is_done(*rules, cho=1):
    """Ana's last card lies there, and makes nobody draw; Cho has so many left."""
    t = table(THREE, rules=rules)
    t.hand("ana", 1)
    t.hand("cho", cho)
    t.play("ana", "3-square")
    return t


def only_ana_wins(t):
    """Whether it is said, offered and accepted that Ana has won, with a command to spare."""
    assert t.todo.startswith("Ana has no cards left. Once all effects are done:")
    assert t.words("win").split()[0] == "ana"
    with pytest.raises(Illegal, match="Ana has no cards left either, and comes before Cho") as no:
        t.win("cho", empty=True)
    assert no.value.rule == ("BL-4" if t.state.turns > 1 else "A-BL-07")
    for winner, empty in (("ana", False), ("ana", True), (None, False)):
        t.win(winner, empty)
        assert t.winners == "Ana"
        t.undo()
    return True


@pytest.mark.rule("BL-4", "BL-101")
def test_a_later_card_takes_a_win_from_nobody():
    """The next player behind Cho is Ana, who has won by then."""
    t = ana_is_done(NEXT_DRAWS)
    assert only_ana_wins(t)
    t.play("ben", "3-hexagon")
    assert only_ana_wins(t)
    t.play("cho", "5-hexagon")
    assert t.hands == "Ana 0, Ben 6, Cho 0"
    assert only_ana_wins(t)
    t.win()
    assert t.warned == [
        "Cho has no cards left either: whoever is first to have none has won (BL-4)."
    ]


@pytest.mark.rule("BL-4", "BL-101")
def test_nor_does_it_give_one_back():
    t = ana_is_done(PREVIOUS_DRAWS)
    assert only_ana_wins(t)
    t.play("ben", "3-hexagon")  # The player before Ben is Ana.
    assert only_ana_wins(t)
    t.play("cho", "4-hexagon")
    assert only_ana_wins(t)
    t.win("ana")
    assert "had to draw" not in " ".join(t.warned)


@pytest.mark.rule("BL-4", "BL-101")
@pytest.mark.parametrize(
    "later",
    [
        lambda t: t.draw(),
        lambda t: t.take_back("ben", "4-circle"),
        lambda t: t.take_back("cho", "3-circle"),
        lambda t: t.penalty("cho", "out-of-turn", called_by="ben"),
        lambda t: t.penalty("ben", "false-accusation"),
    ],
)
def test_nor_does_a_later_penalty(later):
    t = ana_is_done(PENALTY_DRAWS)
    later(t)
    assert only_ana_wins(t)
    t.play(t.where.split()[0], "3-diamond")
    assert only_ana_wins(t)


@pytest.mark.rule("BL-101", "A-BL-06")
def test_a_rule_of_that_card_that_was_missed_is_an_effect_of_it():
    t = ana_is_done(PENALTY_DRAWS)
    t.penalty("cho", "missed-rule", called_by="ben")
    with refused("BL-101", "Ana has still to draw (rule 1: If somebody takes a Penalty"):
        t.win("ana")


@pytest.mark.rule("BL-4", "BL-101")
def test_what_a_later_card_discards_makes_nobody_draw_who_has_won():
    t = ana_is_done("If a card is discarded, then all players draw a card", cho=2)
    t.play("ben", "3-hexagon:The next player discards a card")
    t.discards("cho")
    assert only_ana_wins(t)


@pytest.mark.rule("BL-101")
def test_what_is_due_of_the_card_that_emptied_a_hand_counts_until_the_next_one():
    t = table(THREE, rules=[NEXT_DRAWS])
    t.hand("ben", 1)
    t.play("ana", "5-circle:The next player discards a card")
    t.discards("ben")
    with refused("BL-101", "Ben has still to draw (rule 1:"):
        t.win("ben")


@pytest.mark.rule("BL-101")
def test_a_hand_that_was_filled_by_a_later_card_counts_anew():
    t = ana_is_done(PREVIOUS_DRAWS)
    t.play("ben", "3-hexagon:The previous player draws a card")
    t.draws("ana", 1)
    t.discards("ana")
    with refused("BL-101", "Ana has still to draw"):
        t.win("ana")


def ben_is_done_first(*, then=()):
    """Ana's last card empties Ben's hand as well, and makes Ana draw, who does not.

    `then` Cho plays these cards, one by one.
    """
    t = table(THREE, rules=[FOUR_DRAWS], top="4-hexagon")
    t.hand("ana", 1)
    t.hand("ben", 1)
    t.play("ana", "4-circle:The next player discards a card")
    t.discards("ben")
    for card in then:
        t.give_turn("cho")
        t.play("cho", card)
    return t


@pytest.mark.rule("BL-4", "BL-75", "BL-101")
@pytest.mark.parametrize("then", [[], ["4-square"], ["4-square", "4-circle"]])
@pytest.mark.parametrize("turned", [False, True])
def test_what_nobody_pointed_out_gives_no_win_before_whoever_was_done(then, turned):
    t = ben_is_done_first(then=then)
    if turned and then:
        t.reverse()  # By a later card: what was due by then is what it was.
    if then:
        assert "Ben has no cards left" in t.todo
        with refused("BL-4", "Ben has no cards left either, and comes before Ana", "to draw"):
            t.win("ana")
        t.win()
    else:
        with refused("BL-101", "Ana has still to draw"):
            t.win("ana")
        t.win("ben")
    assert t.winners == "Ben"
    assert t.warned == [
        "Ana has no cards left either: a hand counts once all effects are done (BL-101)."
    ]


@pytest.mark.rule("BL-4", "BL-101")
def test_a_rule_that_lay_open_after_all_was_due_then_as_well():
    t = table(THREE, rules=["Hum", "Sing", "Clap"], top="4-hexagon")
    t.hand("ana", 1)
    t.hand("ben", 1)
    t.play("ana", "4-circle:The next player discards a card")
    t.discards("ben")
    t.give_turn("cho")
    t.play("cho", "4-square")
    t.open_instead(FOUR_DRAWS, "Hum", "Sing")
    t.win()
    assert t.winners == "Ben"


@pytest.mark.rule("BL-101", "A-BL-09")
def test_with_nothing_left_to_draw_nothing_is_due():
    t = last_card("All players draw a card", players="Ana Ben")
    t.draws("ben", t.state.draw_pile)
    with refused("BL-101"):
        t.win("ana")
    t.reshuffle()
    t.draws("ben", t.state.draw_pile)
    t.win("ana")


@pytest.mark.rule("BL-101")
def test_of_a_hand_that_was_told_anew_nothing_is_due_but_of_whoever_played():
    """Ben's turns went untold: who knows what he has drawn since."""
    t = table("Ana Ben", rules=["If a 6 is played, then all players draw a card"])
    t.play("ana", "6-circle")
    t.win("ben", empty=True)
    assert t.winners == "Ben"


@pytest.mark.rule("BL-101", "A-BL-07")
def test_whoever_has_still_to_draw_comes_before_nobody():
    t = last_card("Draw a card")
    t.hand("ben", 0)
    t.win("ben")
    assert t.winners == "Ben"


@pytest.mark.rule("BL-101")
def test_what_is_due_is_told_as_the_next_step_and_offered_to_nobody():
    t = last_card("All players draw a card")
    assert t.todo == (
        "Ana has no cards left, and has still to draw (the effect of 6-circle: All players draw a "
        "card): `companion blank draw ana 1`."
    )
    assert "ana" not in t.words("win").split()


@pytest.mark.rule("BL-101")
@pytest.mark.parametrize("then", ["every player draws 3 cards", "draw three cards"])
def test_as_many_are_asked_for_as_the_words_give(then):
    t = last_card(rules=[f"If a 6 is played, then {then}"])
    assert "`companion blank draw ana 3`" in t.todo
    t.draws("ana", 1)
    assert t.todo.startswith("Ana has still to draw 2 cards (rule 1: If a 6 is played, then")
    assert "`companion blank draw ana 2`" in t.todo
    with refused("BL-101", "`companion blank draw ana 2`"):
        t.win("ana", empty=True)
    t.draws("ana", 2)
    assert "still to draw" not in t.todo
    t = table(THREE, rules=[f"If a 6 is played, then {then}"], top="6-square")
    t.play("ana", "6-circle")
    t.draw()  # Ben's Penalty, whatever else he draws.
    assert "still to draw" not in t.todo


@pytest.mark.rule("BL-101", "A-BL-09")
def test_no_more_are_asked_for_than_there_are():
    t = table("Ana Ben", top="6-square", rules=["If a 6 is played, then draw three cards"])
    t.give("ana", "ben", 6)
    t.draws("ben", t.state.draw_pile)
    t.play("ana", "6-circle")
    assert "`companion blank draw ana 1`" in t.todo


@pytest.mark.rule("BL-101")
def test_where_an_empty_hand_settles_it_that_is_said():
    t = table("Ana Ben", rules=["If a 6 is played, then all players draw a card"], top="6-square")
    t.play("ana", "6-circle")
    with refused("BL-101", "If the hand is empty all the same: `companion blank win ben --empty`"):
        t.win("ben")
    t.win("ben", empty=True)
    assert t.winners == "Ben"
    t = last_card("Draw a card")
    with pytest.raises(Illegal) as refusal:
        t.win("ana")
    assert "--empty" not in refusal.value.hint


@pytest.mark.rule("BL-101")
def test_the_colours_of_the_box_count(e):
    e.box()
    e("blank copy set friday --suit hexagon=red")
    e.printed("If a red card is played, then all players draw a card")
    e("start blank Ana Ben --rules 1 --top 3-circle")
    e("blank hand ana 1")
    e("blank play ana 3-hexagon")
    e.refuses("blank win ana", "Ana has still to draw (rule 1: If a red", rule="BL-101")


def test_a_hand_that_nobody_followed_is_not_doubted():
    t = table("Ana Ben")
    t.win("ben")
    assert t.winners == "Ben"


def test_a_table_may_crown_somebody_with_cards():
    t = table("Ana Ben")
    t.hand("ana", 3)
    t.house = "it got late"
    t.win("ana")
    assert (t.overruled, t.winners) == (["BL-100"], "Ana")
    assert t.said == ["Ana has won: named by the table"]


@pytest.mark.rule("BL-100")
def test_finish_asks_for_an_empty_hand_as_well(e):
    e("start blank Ana Ben --top 3-circle")
    e.refuses("finish", "Nobody has won by the rules: everybody has cards left")
    e("blank play ana 3-hexagon")
    e.refuses("finish --winner ana", "Ana has 6 cards", rule="BL-100")
    e("blank hand ana 0")
    e("finish")
    assert e.table()["winners"] == ["Ana"]


def test_after_the_end_nothing_is_entered(won):
    won.refuses("blank play ana 3-hexagon", "This play is finished")
    won.refuses("blank win ben", "This play is finished")


# The prize


@pytest.mark.rule("BL-7", "BL-102")
def test_the_winner_is_offered_two_prizes(won):
    todo = won.table()["todo"]
    assert len(todo) == 2
    assert todo[0].startswith("Ana's prize, a new rule: `companion blank rule add ")
    assert todo[1].startswith("An effect on a game card instead: `companion blank card customise ")
    won("blank rule add", SING, "--prize")
    assert won.table()["todo"] == []


@pytest.mark.rule("BL-7", "BL-8", "BL-103", "BL-105")
def test_a_new_rule_and_both_logs_point_at_each_other(won):
    told = won("blank rule add --json", SING, "--prize").json
    assert told["play"] == "blank-1"
    assert told["prize"] == won.table()["prize"]
    assert prize_of(won) == ("rule", "blank-friday-box", "r15", 1)
    rule = won.rule("15")
    assert (rule["says"], rule["by"], rule["play"], rule["status"]) == (
        SING,
        "Ana",
        "blank-1",
        "proposed",
    )
    line = won("log --json").json["entries"][-1]["text"]
    assert line.startswith("Ana writes rule 15 of Friday box")
    assert "prize" in line
    assert won("blank copy log --json").json["entries"][-1]["text"] == (
        f"rule 15, by Ana (prize of blank-1): {SING}"
    )


@pytest.mark.rule("BL-7", "BL-104", "BL-105", "BL-119", "BL-122")
def test_an_effect_on_a_game_card_and_both_logs_point_at_each_other(won):
    won('blank card customise 4-hexagon "The next player draws a card" --title Toll --prize')
    assert prize_of(won) == ("card", "blank-friday-box", "4-hexagon.1", 1)
    card = won("blank card show toll --json").json
    assert (card["id"], card["by"], card["play"]) == ("4-hexagon.1", "Ana", "blank-1")
    assert (card["title"], card["says"]) == ("Toll", "The next player draws a card")
    line = won("log --json").json["entries"][-1]["text"]
    assert line.startswith("Ana customises 4-hexagon.1 of Friday box")
    assert "prize" in line


def test_the_winner_may_sign_with_another_name(won):
    won("blank rule add", SING, "--prize", "--by", "Anna Maria")
    assert won.rule("15")["by"] == "Anna Maria"


@pytest.mark.rule("BL-108", "BL-117")
@pytest.mark.parametrize(
    ("prize", "noun", "card", "rule"),
    [
        (f'blank rule add "{SING}" --prize', "rule", "15", "BL-108"),
        ("blank card customise 4-hexagon Sing --title Toll --prize", "card", "toll", "BL-117"),
    ],
)
def test_the_owner_has_the_last_word(won, prize, noun, card, rule):
    won(prize)
    won.refuses(f"blank {noun} ink {card}", "Cho has not approved it", rule=rule)
    won.refuses(f"blank {noun} approve {card} --by Ana", "only Cho approves", rule=rule)
    won(f"blank {noun} approve {card} --by cho")
    won(f"blank {noun} ink {card}")
    assert won(f"blank {noun} show {card} --json").json["revisions"][0]["approved_by"] == "Cho"


@pytest.mark.rule("BL-102")
@pytest.mark.parametrize("status", ["--approved", "--inked"])
def test_a_second_prize_is_refused(won, status):
    won("blank rule add", SING, "--prize", status)
    for again in (
        f'blank rule add "{SLEEP}" --prize',
        "blank card customise 4-hexagon Sing --title Toll --prize",
    ):
        won.refuses(again, "The prize of this play is taken: rule 15")
    assert won.table()["prize"]["card"] == "r15"
    assert won.companion("blank rule show 16").code == 1


@pytest.mark.rule("BL-102")
def test_a_second_prize_is_refused_in_the_other_box_of_a_mix_as_well(e):
    e.box()
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e.won()
    e("blank rule add", SING, "--prize", "--approved", "--copy", "friday")
    e.refuses(f'blank rule add "{SLEEP}" --prize --copy cellar', "The prize of this play is taken")
    assert e.table()["prize"]["copy"] == "blank-friday-box"
    assert e.companion("blank rule show 15 --copy cellar").code == 1


@pytest.mark.rule("A-BL-13")
def test_a_prize_in_one_box_makes_way_for_one_in_the_other(e):
    e.box()
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e.won()
    e("blank rule add", SING, "--prize", "--copy", "friday")
    e("blank rule add", SLEEP, "--prize", "--copy", "cellar")
    assert e.table()["prize"]["copy"] == "blank-cellar"
    assert e.rule("15", "friday")["revisions"][0]["status"] == "declined"


@pytest.mark.rule("A-BL-13")
def test_a_prize_that_is_only_proposed_makes_way_for_another(won):
    won("blank rule add", SING, "--prize")
    won("blank rule add", SLEEP, "--prize")
    assert won.rule("15")["revisions"][0]["status"] == "declined"
    assert (won.rule("16")["says"], won.table()["prize"]["card"]) == (SLEEP, "r16")
    won("blank card customise 4-hexagon Sing --title Toll --prize --approved")
    assert won.rule("16")["revisions"][0]["status"] == "declined"
    assert won.table()["prize"]["card"] == "4-hexagon.1"
    assert won("blank copy show --json").json["rule_cards"]["plain_left"] == 24


@pytest.mark.rule("A-BL-13", "BL-102")
@pytest.mark.parametrize(
    ("prize", "edit", "card"),
    [
        (f'blank rule add "{SING}" --prize', f'blank rule edit 15 "{SLEEP}"', "r15"),
        (
            "blank card customise 4-hexagon Sing --title Toll --prize",
            "blank card edit toll Sleep",
            "4-hexagon.1",
        ),
    ],
)
def test_a_proposed_prize_that_is_reworded_is_still_the_prize(won, prize, edit, card):
    noun = "rule" if card == "r15" else "card"
    name = card.removeprefix("r")
    won(prize)
    won(edit)
    shown = won(f"blank {noun} show {name} --json").json
    assert [revision["play"] for revision in shown["revisions"]] == ["blank-1", "blank-1"]
    won(f"blank {noun} approve {name}")
    won.refuses('blank rule add "If you hum, then draw" --prize', "The prize of this play is taken")
    won("blank copy undo")  # the approval: it makes way now
    won('blank rule add "If you hum, then draw" --prize')
    shown = won(f"blank {noun} show {name} --json").json
    assert [revision["status"] for revision in shown["revisions"]] == ["declined", "declined"]


@pytest.mark.rule("A-BL-13", "BL-102")
@pytest.mark.parametrize("how", ["decline", "retire"])
def test_what_made_way_for_another_prize_does_not_come_back_as_one(won, how):
    won("blank rule add", SING, "--prize")
    won(f"blank rule {how} 15")
    assert "prize" in " ".join(won.table()["todo"])
    won("blank card customise 4-hexagon Sing --title Toll --prize --approved")
    if how == "retire":
        won.refuses("blank rule return 15", "was to be the prize of blank-1")
    else:
        won("blank rule edit 15", SLEEP)
        assert won.rule("15")["revisions"][1]["play"] is None


@pytest.mark.rule("A-BL-13")
def test_an_effect_that_was_declined_is_reworked_by_its_face(won):
    won("blank card customise 4-hexagon.2 Sing --title Toll --prize")
    won("blank card decline 4-hexagon.2")
    assert "declined" in won("blank card show 4-hexagon").out
    won("blank card edit 4-hexagon Sleep")
    shown = won("blank card show toll --json").json
    assert (shown["id"], shown["says"], shown["by"]) == ("4-hexagon.2", "Sleep", "Ana")
    assert shown["revisions"][1]["play"] == "blank-1"


@pytest.mark.rule("A-BL-13", "BL-102")
def test_of_two_prizes_that_an_undo_left_one_is_approved(e):
    e.box()
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e.won()
    e("blank rule add", SING, "--prize", "--copy", "friday")
    e("blank rule add", SLEEP, "--prize", "--copy", "cellar", "--approved")
    e("blank copy undo --copy friday")
    e.refuses("blank rule approve 15 --copy friday", "The prize of blank-1 is rule 15 of Cellar")
    e("blank copy undo --copy cellar")
    e("blank rule approve 15 --copy friday")


@pytest.mark.rule("BL-102")
def test_a_prize_that_was_taken_out_of_its_box_is_to_be_had_again(won):
    assert "prize" in " ".join(won.table()["todo"])
    won("blank rule add", SING, "--prize", "--inked")
    assert won.table()["todo"] == []
    won("blank copy undo")
    assert "prize" in " ".join(won.table()["todo"])
    assert "(taken out again)" in " ".join(won("table").out.split())
    won("blank rule add 'If a 9 is played, then rest' --by Ben")
    assert "rest" not in won("table").out, "on the same card, but no prize"


@pytest.mark.rule("A-BL-13", "BL-102")
def test_where_another_prize_is_taken_back_the_one_before_stands_again(won):
    won("blank rule add", SING, "--prize")
    won("blank rule add", SLEEP, "--prize")
    won("blank copy undo")
    assert f"rule 15 of Friday box: {SING} (proposed)" in " ".join(won("table").out.split())
    assert won.table()["todo"] == []


@pytest.mark.rule("A-BL-13", "BL-102")
def test_what_becomes_of_prizes_in_two_boxes_is_told_of_both(e):
    e.box()
    e("blank copy new Cellar --mark #")
    e("blank mix friday cellar")
    e.won()
    e("blank rule add", SING, "--prize", "--copy", "friday")
    e("blank rule retire 15 --copy friday")
    e("blank rule add", SLEEP, "--prize", "--copy", "cellar")
    e.refuses("blank rule return 15 --copy friday", "was to be the prize of blank-1")
    e("blank copy undo --copy cellar")
    e("blank rule return 15 --copy friday")
    said = e("blank rule add", SLEEP, "--prize", "--copy", "cellar").out
    assert "Friday box: rule 15 declined: another prize instead" in said
    e("blank copy undo --copy cellar")
    assert "prize" in " ".join(e.table()["todo"])
    e("blank rule restore 15 1 --copy friday")
    assert e.table()["todo"] == []
    e("blank rule approve 15 --copy friday")
    e.refuses(
        f'blank rule add "{SLEEP}" --prize --copy cellar',
        "The prize of this play is taken",
        "--copy friday-box",
    )


@pytest.mark.rule("A-BL-13")
def test_after_the_owner_said_no_the_winner_reworks_it_or_switches(won):
    won("blank rule add", SING, "--prize")
    won("blank rule decline 15 --why loud")
    assert won.table()["prize"]["card"] == "r15"
    won("blank card customise 4-hexagon Hum --title Choir --prize")
    assert prize_of(won) == ("card", "blank-friday-box", "4-hexagon.1", 1)
    assert won.rule("15")["revisions"][0]["declined"] == "loud"


def test_the_same_prize_told_twice_is_one(won):
    won("blank rule add", SING, "--prize")
    won.companion(f'blank rule add "{SING}" --prize')
    rules = won("blank rule list --json").json["cards"]
    assert [rule["id"] for rule in rules] == ["r15"]
    assert won.table()["prize"]["card"] == "r15"


def test_before_a_win_there_is_no_prize(e):
    e.box()
    e("start blank Ana Ben --rules none")
    e.refuses(f'blank rule add "{SING}" --prize', "Nobody has won this play yet")
    e("finish --abandon")
    e.refuses(f'blank rule add "{SING}" --prize', "Nobody has won this play yet")
    e.refuses("blank card customise 4-hexagon Sing --prize", "Nobody has won this play yet")
    assert e("blank copy log --json").json["entries"][1:] == []


def test_the_prize_goes_into_the_box_that_was_played_with(won):
    won("blank copy new Cellar --mark #")
    won.refuses(
        f'blank rule add "{SING}" --prize --copy cellar', "This play was not played with Cellar"
    )
    won("blank copy use cellar")
    won("blank rule add", SING, "--prize")
    assert won.table()["prize"]["copy"] == "blank-friday-box"


def test_so_does_an_effect_on_a_game_card(won):
    won("blank copy new Cellar --mark #")
    won("blank copy use cellar")
    won("blank card customise 4-hexagon Sing --title Toll --prize")
    assert won.table()["prize"]["copy"] == "blank-friday-box"


def test_an_idea_can_be_the_prize(won):
    ideas = won("blank idea --seed 3 --json").json["ideas"]
    won("blank idea --seed 3 --propose 2 --prize")
    rule = won.rule("15")
    assert (rule["says"], rule["by"], rule["play"]) == (ideas[1]["says"], "Ana", "blank-1")
    assert won.table()["prize"]["card"] == "r15"


def test_the_prize_of_an_earlier_play_is_told_by_its_number(won):
    won.won(winner="ben")
    won("blank rule add", SING, "--prize", "--play", "1")
    assert won.rule("15")["by"] == "Ana"
    assert won.table("1")["prize"]["card"] == "r15"
    assert won.table("2")["prize"] is None
    won("blank rule add", SLEEP, "--prize")
    assert won.table("2")["prize"]["card"] == "r16"


# Without a box


def test_without_a_box_the_winner_is_told_how_to_have_one(e):
    e.won()
    assert len(e.table()["todo"]) == 1
    assert "`companion blank copy new " in e.table()["todo"][0]
    e.refuses(f'blank rule add "{SING}" --prize', "no box of BLANK yet", "blank copy new")
    e.box()
    e("blank rule add", SING, "--prize")
    assert prize_of(e) == ("rule", "blank-friday-box", "r15", 1)
    assert e.table()["todo"] == []


def test_in_another_game_there_is_no_such_prize(e):
    e.box()
    e("start bwd Ana Ben")
    e("finish --winner ana")
    e.refuses(f'blank rule add "{SING}" --prize', "Blank White Dice")


# Between the two writes


@pytest.fixture
def failing(monkeypatch):
    """Lets plays fail to be written, until called with False."""
    append = HeldLog.append

    def fail(self, events):
        if any(event.kind == "prize.taken" for event in events):
            raise StorageError("The disk is full.")
        return append(self, events)

    def switch(on):
        monkeypatch.setattr(HeldLog, "append", fail if on else append)

    return switch


PRIZES = [
    pytest.param(f'blank rule add "{SING}" --prize', "r15", id="rule"),
    pytest.param(
        'blank card customise 4-hexagon "Sing" --title Toll --prize', "4-hexagon.1", id="card"
    ),
]


@pytest.mark.parametrize(("line", "card"), PRIZES)
def test_a_prize_is_in_the_box_and_in_the_play_or_in_neither(won, failing, line, card):
    before = won("blank copy log --json").json["entries"]
    failing(True)
    ran = won.companion(line)
    assert ran.code == 3
    assert "The disk is full." in ran.err
    assert won.table()["prize"] is None
    assert won("blank copy log --json").json["entries"] == before
    failing(False)
    won(line)
    assert won.table()["prize"]["card"] == card
    assert len(won("blank copy log --json").json["entries"]) == len(before) + 1


@pytest.mark.parametrize(("line", "card"), PRIZES)
def test_a_prize_that_the_play_does_not_know_is_found_again(won, line, card):
    won(f"{line} --approved")
    won("undo")
    assert won.table()["prize"] is None
    before = len(won("blank copy log --json").json["entries"])
    won(f"{line} --approved")
    assert (won.table()["prize"]["card"], won.table()["prize"]["revision"]) == (card, 1)
    assert len(won("blank copy log --json").json["entries"]) == before


def test_another_prize_instead_makes_the_unknown_one_go(won):
    won(f'blank rule add "{SING}" --prize')
    won("undo")
    won("blank rule add", SLEEP, "--prize")
    assert won.rule("15")["revisions"][0]["status"] == "declined"
    assert won.table()["prize"]["card"] == "r16"


def test_a_box_that_cannot_be_written_leaves_the_play_alone(won, monkeypatch):
    change = TinyStore.change_log

    def fail(self, ref):
        if ref.shelf != PLAYS:
            raise StorageError("The disk is full.")
        return change(self, ref)

    monkeypatch.setattr(TinyStore, "change_log", fail)
    assert won.companion(f'blank rule add "{SING}" --prize').code == 3
    monkeypatch.setattr(TinyStore, "change_log", change)
    assert won.table()["prize"] is None
    assert won.entries() == 2


# Taking back


def test_a_win_is_taken_back():
    t = table("Ana Ben")
    t.hand("ana", 1)
    t.play("ana", "3-hexagon")
    before = t.state
    t.win("ana")
    t.undo()
    assert t.state == before
    t.draws("ana", 1)
    with refused("BL-100"):
        t.win("ana")


def test_what_a_win_rests_on_is_not_taken_back_behind_it():
    t = table("Ana Ben")
    t.play("ana", "3-hexagon")
    t.hand("ana", 0)
    counted = t.entry
    t.win("ana")
    with pytest.raises(Illegal) as refusal:
        t.undo(counted)
    assert refusal.value.rule == "BL-100"
    assert f"entry {t.entry} would not stand" in refusal.value.message


def test_a_prize_is_taken_back_in_the_play(won):
    won("blank rule add", SING, "--prize")
    won("undo")
    after = won.table()
    assert (after["status"], after["winners"], after["prize"]) == ("finished", ["Ana"], None)
    assert len(after["todo"]) == 2
    assert won.rule("15")["status"] == "proposed"  # The box has a log of its own.
    won("blank rule add", SING, "--prize")
    assert won.table()["prize"]["card"] == "r15"


def test_a_win_is_not_taken_back_from_under_its_prize(won):
    won("blank rule add", SING, "--prize")
    won.refuses("undo 2", "This play is finished: entry 2 cannot be changed behind its end")
    won("undo")
    won("undo")
    assert (won.table()["status"], won.table()["winners"]) == ("live", [])


def test_after_another_win_another_prize(won):
    """It was Ben after all: Ana's rule was only proposed, and makes way."""
    won("blank rule add", SING, "--prize")
    won("undo")
    won("undo")
    won("blank win ben")
    won("blank rule add", SLEEP, "--prize")
    assert (won.rule("16")["by"], won.table()["prize"]["card"]) == ("Ben", "r16")
    assert won.rule("15")["revisions"][0]["status"] == "declined"


def test_a_prize_whose_card_was_taken_back_in_the_box_can_be_told_again(won):
    won("blank rule add", SING, "--prize")
    won("blank copy undo")
    won("blank rule add", SLEEP, "--prize")
    assert won.rule("15")["says"] == SLEEP
    prize = won.table()["prize"]
    assert (prize["card"], prize["revision"]) == ("r15", won.rule("15")["revision"])


# Over is over, whatever else is wrong with a line


@pytest.mark.parametrize(
    "line",
    [
        "play zoe 4-circle",
        "play ana 9-star",
        "play ana",
        "top nothing",
        "draw zoe x",
        "discard ana x",
        "give ana ana",
        "hand zoe x",
        "reshuffle",
        "penalty zoe",
        "turn zoe",
        "skip zoe",
        "reverse",
        "win zoe",
        "open 99",
        "open 99 --instead",
        "swap-rule 99",
        "swap-rule 1 1",
        "swap-rule 1 2 --draw",
    ],
)
def test_a_play_that_is_over_says_so_first(won, line):
    won.refuses(f"blank {line}", "This play is finished: nothing more can be entered.")


def test_so_does_a_rule_that_is_to_lie_open_in_it(won):
    ran = won.companion('blank rule add "Everybody sings" --printed --open')
    assert "This play is finished: nothing more can be entered." in ran.err


@pytest.mark.rule("BL-98", "BL-101")
def test_who_has_to_draw_from_a_pile_that_is_out_is_told_to_shuffle(e):
    e("start blank A B C D E F G H I J --rules none --top 3-circle")
    e('blank open "If a 3 is played, then all players draw a card"')
    e("blank draw A 1")
    e("blank give A B 7")
    e("blank play A 3-hexagon")
    way = "`companion blank reshuffle`, then `companion blank draw a 1`"
    assert way in " ".join(e("table").out.split())
    e.refuses("blank win a", way, rule="BL-101")
    e("blank reshuffle")
    e("blank draw a 1")
