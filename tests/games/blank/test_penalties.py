"""Penalties: which mistakes are late, and what older logs counted. The rest: `penalties.txt`."""

import pytest

from companion.core.event import Event
from companion.games.blank.game import GAME
from companion.games.blank.penalties import FAULTS
from tests.games.blank.tables import table

FOUR = "Ana Ben Cho Dan"
SIX_SINGS = "If a 6 is played, then everybody sings"


@pytest.mark.rule("BL-53", "BL-64", "BL-79", "BL-85", "BL-86", "BL-88", "BL-92", "BL-94", "BL-95")
def test_each_mistake_costs_a_card_and_ends_the_turn_of_whoever_has_it():
    for fault in FAULTS:
        t = table("Ana Ben Cho")
        player = "ben" if fault == "out-of-turn" else "ana"
        t.penalty(player, fault, called_by="cho")
        assert sorted(t.state.hands) == [7, 7, 8]
        assert (t.where, t.piles) == ("ana ↻" if player == "ben" else "ben ↻", "49/1")
    # What was played goes back to the hand, all of it; several mistakes cost a card each.
    for player, cards, hands in (
        ("ana", ["4-hexagon"], "Ana 8, Ben 7, Cho 7"),
        ("ana", ["3-hexagon", "4-circle"], "Ana 8, Ben 7, Cho 7"),
        ("ben", ["3-hexagon"], "Ana 7, Ben 8, Cho 7"),
        ("ben", ["4-hexagon", "4-shield"], "Ana 7, Ben 9, Cho 7"),
    ):
        t = table("Ana Ben Cho")
        t.take_back(player, *cards)
        assert (t.hands, t.top, t.state.discard_pile) == (hands, "3-circle", 1)


def missed(t, *plays):
    """The warning when Dan is said to have missed a rule, after these cards were played."""
    for number, cards in enumerate(plays):
        t.play(["ana", "ben", "cho", "dan"][number % 4], *cards.split())
    t.penalty("dan", "missed-rule", called_by="ana")
    return " ".join(t.warned)


@pytest.mark.rule("BL-74", "BL-89", "BL-90", "A-BL-05")
def test_a_rule_that_was_missed_two_plays_ago_is_warned_of():
    for plays, late in (
        (["6-circle"], False),
        (["6-circle", "5-circle"], False),  # Until then it could be followed.
        (["6-circle", "5-circle", "4-circle"], True),
        (["6-circle", "5-circle:Sing", "4-circle"], False),
        (["6-circle", "6-square", "4-square"], False),
        (["3-square", "4-square"], True),
        (["3-square"], False),  # Who knows what lay there before.
        ([], False),
    ):
        warned = missed(table(FOUR, rules=[SIX_SINGS]), *plays)
        assert ("at least two plays late" in warned) is late, plays
        assert late or warned == ""
    # What is not about cards may be missed at any time.
    for rules in (
        [],
        [SIX_SINGS, "Nobody may say no"],
        [SIX_SINGS, "If somebody laughs, then everybody draws a card"],
        ["If a 6 is played by somebody young, then sing"],
    ):
        assert missed(table(FOUR, rules=rules), "6-circle", "5-circle", "4-circle") == "", rules
    # Nor is anything late where turns were not entered.
    for way in (lambda t: t.next(), lambda t: t.give_turn("cho")):
        t = table(FOUR, rules=[SIX_SINGS])
        t.play("ana", "4-circle")
        way(t)
        t.play("cho", "5-circle")
        assert missed(t) == ""


@pytest.mark.rule("BL-74", "BL-76", "BL-89", "BL-93")
def test_a_penalty_for_the_same_rule_twice_is_warned_of():
    already = "Dan has already taken a Penalty for a missed rule"
    t = table(FOUR, rules=[SIX_SINGS])
    assert missed(t, "6-circle") == ""
    assert already in missed(t)
    t.play("ben", "5-circle")
    assert already in missed(t)
    t.penalty("cho", "missed-rule", called_by="ana")
    assert t.warned == []
    # Of two rules, each may be missed, and each costs.
    t = table(FOUR, rules=[SIX_SINGS, "If a circle is played, then clap"])
    assert missed(t, "6-circle") == missed(t) == ""
    assert already in missed(t)


@pytest.mark.rule("BL-97", "BL-98")
def test_a_card_on_which_another_one_lies_is_among_the_discards():
    t = table("Ana Ben Cho")
    t.turn_up("3-square")
    assert t.piles == "50/1"  # In setup, the first one was entered wrong.
    t.hand("ben", 7)
    for piles, *how in (
        ("50/1", "turn_up", "3-square"),
        ("50/2", "turn_up", "4-square"),
        ("50/2", "next"),
        ("50/2", "turn_up", "4-square"),  # Ana took a Penalty.
        ("50/2", "next"),
        ("50/3", "turn_up", "5-square"),
        ("50/4", "discards", "cho"),
        ("50/4", "turn_up", "6-square"),  # It is Cho's.
    ):
        getattr(t, how[0])(*how[1:])
        assert t.piles == piles, how
    t = table("Ana Ben Cho")
    t.next()
    t.reshuffle()
    t.turn_up("5-square")
    assert t.piles == "50/1", "what was shuffled is covered by no card"


@pytest.mark.rule("A-BL-18")
def test_a_card_that_lies_there_still_is_no_other_one_of_its_face():
    t = table("Ana Ben Cho")
    t.next()
    t.turn_up("3-circle")
    t.play("ben", "3-circle")
    assert t.warned == []
    t.next()
    t.turn_up("3-diamond")
    t.play("ana", "3-circle")
    assert "The third 3-circle" in t.warned[0]


def test_an_older_log_says_nothing_of_what_was_left_to_draw_or_of_discards_that_were_not_entered():
    t = table("Ana Ben")
    t.draws("ben", 57)
    penalty = {"seat": 0, "for": ["cannot-play"], "called_by": None}
    before, after = t.state, GAME.apply(t.state, Event(0, 0, "penalty.taken", penalty, ""))
    assert after.hands == before.hands
    older = GAME.opening(t.state.seats, 0, {"top": {"number": 3, "suit": "circle"}})
    for kind, data in (
        ("hand.counted", {"seat": 0, "count": 2}),
        ("card.turned", {"card": {"number": 5, "suit": "square"}}),
    ):
        assert GAME.apply(older, Event(0, 0, kind, data, "")).discard_pile == 1
