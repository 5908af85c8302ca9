"""The end: what the winner still has to draw, and a prize that one of two logs cannot be written.

Who wins: `end.txt`; the prize: `prize.txt`.
"""

import pytest

from companion.errors import Illegal, StorageError
from companion.store.database import HeldLog
from companion.store.tiny import TinyStore
from companion.table.desk import PLAYS
from companion.testing.plays import refused
from tests.games.blank.tables import Evening, table

THREE = "Ana Ben Cho"
SING = "If a 6 is played, then all players sing"


def last_card(effect="", *, rules=()):
    """Ana's last card lies on the discards: the 6 of circles, with an effect or without."""
    t = table(THREE, rules=rules)
    t.hand("ana", 1)
    t.play("ana", f"6-circle:{effect}" if effect else "6-circle")
    return t


@pytest.mark.rule("BL-4", "BL-101")
def test_whoever_has_still_to_draw_for_sure_has_not_won():
    for then, due in (
        ("all players draw a card", 1),
        ("everybody draws two cards", 2),
        ("each player must draw 1 card from the draw pile", 1),
        ("draw a card", 1),
        ("you draw one more card", 1),
        ("the player draws a card", 1),
        ("the player who played it draws a card as a Penalty.", 1),
        ("that player has to draw a card", 1),
        ("the person who played it draws 2", 2),
        ("everyone draws two more", 2),
        ("draw three cards", 3),
    ):
        effect = then[0].upper() + then[1:]
        for t in (last_card(effect), last_card(rules=[f"If a 6 is played, then {then}"])):
            draws = f"`companion blank draw ana {due}`"
            assert t.todo.startswith("Ana has no cards left, and still has to draw (")
            assert draws in t.todo
            assert "ana" not in t.words("win").split()
            with refused("BL-101", "Ana still has to draw", then[1:].rstrip("."), draws):
                t.win("ana")
            with refused("BL-101"):
                t.win("ana", empty=True)
            t.draws("ana", 3)
            with refused("BL-100"):
                t.win("ana")
            t.give("ana", "ben", 3)
            t.win("ana")
            assert t.winners == "Ana"


@pytest.mark.rule("BL-101")
def test_what_others_do_or_nobody_can_read_keeps_nobody_from_winning():
    for then in (
        "the next player draws a card",
        "everybody else draws a card",
        "all players sing",
        # More than can be read: the table says.
        "all players draw a card or sing",
        "all players draw a picture",
        "all players draw a",
        "some players draw a card",
        "you and every other player draw a card",
    ):
        for t in (last_card(then), last_card(rules=[f"If a 6 is played, then {then}"])):
            t.win("ana")
            assert t.winners == "Ana", then
    # So it is with what may act, or does not.
    for trigger in ("a 5 is played", "two cards are played at once", "somebody laughs"):
        last_card(rules=[f"If {trigger}, then all players draw a card"]).win("ana")
    last_card(rules=["If a 6 is played by the youngest, then all players draw a card"]).win("ana")


NEXT_DRAWS = "If a 5 is played, then the next player draws a card"
PREVIOUS_DRAWS = "If a 3 is played, then the previous player draws a card"
PENALTY_DRAWS = "If somebody takes a Penalty, then all players draw a card"
DISCARD_DRAWS = "If a card is discarded, then all players draw a card"


def ana_is_done(rule, cho=1):
    """Ana's last card lies there, and makes nobody draw; Cho has so many left."""
    t = table(THREE, rules=[rule])
    t.hand("ana", 1)
    t.hand("cho", cho)
    t.play("ana", "3-square")
    return t


@pytest.mark.rule("BL-4", "BL-101")
def test_what_comes_later_takes_a_win_from_nobody_and_gives_none():
    for rule, *steps in (
        (NEXT_DRAWS, ("play", "ben", "3-hexagon"), ("play", "cho", "5-hexagon")),
        (PREVIOUS_DRAWS, ("play", "ben", "3-hexagon"), ("play", "cho", "4-hexagon")),
        (PENALTY_DRAWS, ("draw",), ("play", "cho", "3-diamond")),
        (PENALTY_DRAWS, ("take_back", "ben", "4-circle"), ("play", "cho", "3-diamond")),
        (PENALTY_DRAWS, ("take_back", "cho", "3-circle"), ("play", "ben", "3-diamond")),
        (PENALTY_DRAWS, ("penalty", "cho", "out-of-turn"), ("play", "ben", "3-diamond")),
        (PENALTY_DRAWS, ("penalty", "ben", "false-accusation"), ("play", "cho", "3-diamond")),
        (DISCARD_DRAWS, ("play", "ben", "3-hexagon"), ("discards", "cho")),
    ):
        t = ana_is_done(rule, cho=2 if rule == DISCARD_DRAWS else 1)
        for how, *arguments in (("",), *steps):
            if how:
                getattr(t, how)(*arguments)
            assert t.todo.startswith("Ana has no cards left. Once all effects are done:")
            assert t.words("win").split()[0] == "ana"
            with pytest.raises(Illegal, match="Ana has no cards left either, and comes befo") as no:
                t.win("cho", empty=True)
            assert no.value.rule == ("BL-4" if t.state.turn_count > 1 else "A-BL-07")
            for winner, empty in (("ana", False), ("ana", True), (None, False)):
                t.win(winner, empty)
                assert t.winners == "Ana"
                assert "had to draw" not in " ".join(t.warned)
                t.undo()


@pytest.mark.rule("BL-101")
def test_a_hand_that_was_filled_by_a_later_card_counts_anew():
    t = ana_is_done(PREVIOUS_DRAWS)
    t.play("ben", "3-hexagon:The previous player draws a card")
    t.draws("ana", 1)
    t.discards("ana")
    with refused("BL-101", "Ana still has to draw"):
        t.win("ana")


def test_what_is_due_of_a_rule_by_numbers_needs_no_box():
    t = table("Ana Ben", rules=["If a 6 is played, then that player draws a card"], top="6-circle")
    t.hand("ana", 1)
    t.play("ana", "6-hexagon")
    t.open_instead("Hum")
    t.win("ana")
    t.undo()
    t.undo()
    with refused("BL-101"):
        t.win("ana")


def test_a_play_that_is_over_says_so_first_whatever_else_is_wrong(companion):
    companion.must("start blank Ana Ben --top 3-circle")
    companion.must("blank win ana")
    for line in (
        *("play zoe 4-circle", "play ana 9-star", "play ana", "play ana 3-hexagon", "top nothing"),
        *("draw zoe x", "discard ana x", "give ana ana", "hand zoe x", "reshuffle"),
        *("penalty zoe", "turn zoe", "skip zoe", "reverse", "win zoe", "win ana"),
        *("open 99", "open 99 --instead", "swap-rule 99", "swap-rule 1 1"),
        "swap-rule 1 2 --draw",
    ):
        ran = companion(f"blank {line}")
        assert ran.code == 1, line
        assert "This play is finished: nothing more can be entered." in ran.err, line


# Between the two writes


@pytest.fixture
def won(companion):
    """A box of Cho's, and a game with it that Ana has won."""
    e = Evening(companion)
    e.box(owner="Cho")
    assert e.won() == "blank-1"
    return e


@pytest.mark.rule("BL-102", "BL-103", "BL-104")
@pytest.mark.parametrize(
    ("line", "card"),
    [
        (f'blank rule add "{SING}" --prize', "r15"),
        ('blank card customise 4-hexagon "Sing" --title Toll --prize', "4-hexagon.1"),
    ],
)
def test_a_prize_is_in_the_box_and_in_the_play_or_in_neither(won, monkeypatch, line, card):
    append, change = HeldLog.append, TinyStore.change_log

    def fail_in_play(self, events):
        if any(event.kind == "prize.taken" for event in events):
            raise StorageError("The disk is full.")
        return append(self, events)

    def fail_in_box(self, ref):
        if ref.shelf != PLAYS:
            raise StorageError("The disk is full.")
        return change(self, ref)

    before = won("blank box log --json").json["entries"]
    for where, name, fail in (
        (HeldLog, "append", fail_in_play),
        (TinyStore, "change_log", fail_in_box),
    ):
        with monkeypatch.context() as failing:
            failing.setattr(where, name, fail)
            ran = won.companion(line)
            assert (ran.code, "The disk is full." in ran.err) == (3, True)
        assert (won.table()["prize"], won.entries()) == (None, 2)
        assert won("blank box log --json").json["entries"] == before
    told = won(line, "--json").json
    assert told["prize"] == won.table()["prize"]
    assert (told["play"], told["prize"]["card"], told["prize"]["revision"]) == ("blank-1", card, 1)
    assert len(won("blank box log --json").json["entries"]) == len(before) + 1
