"""The end of a play: who has won, what the group keeps, and taking the end back."""

import re

import pytest

from companion.core.outcome import won
from companion.core.seats import seats_for
from companion.errors import Invalid, NotFound, Refused
from companion.games.bwd import dice
from companion.games.bwd.start import dice_left
from companion.store.base import LogRef
from companion.table.history import play_list
from companion.table.plays import enter, start
from companion.table.plays.undo import redo, undo
from companion.table.plays.views import table
from tests.desks import Desks, scores

COPY = LogRef("home", "copies", "bwd")


@pytest.fixture
def begun(desks) -> Desks:
    start.start(desks(), "bwd", ["Ana", "Ben", "Cho"], None, {})
    return desks


def live(desks: Desks) -> list[str]:
    """The plays that the group's document lists as live."""
    return desks.store.read_group("home")["live"]


def finish(desks: Desks, *winners: str, abandon: bool = False) -> dict:
    return enter.finish(desks(), winners, abandon).document()


# Who has won


def test_the_table_says_why_whoever_has_won_has(begun):
    def said() -> str:
        (sentence,) = won(begun().open())
        return "".join(part if isinstance(part, str) else part.text for part in sentence.text)

    assert won(begun().open()) == []
    enter.score(begun(), ["ben", "=14"])
    finish(begun)
    assert said() == "Ben has won: Ben has 14 (13 are needed), and leads by 11."
    undo(begun(), None)
    finish(begun, "ana")
    assert said() == "Ana has won: named by the table."
    undo(begun(), None)
    enter.score(begun(), ["ben", "=9"])
    finish(begun)
    assert said() == "Ben has won: ended early: nobody has 13 points, Ben led."


def test_whoever_the_rules_name_has_won(begun):
    enter.score(begun(), ["ben", "=14"])
    document = finish(begun)
    assert (document["status"], document["winners"]) == ("finished", ["Ben"])
    assert "early" not in document["did"][0]


def test_a_play_that_ends_early_is_won_by_whoever_leads(begun):
    enter.score(begun(), ["cho", "+1"])
    document = finish(begun)
    assert document["winners"] == ["Cho"]
    assert "early" in document["did"][0]


@pytest.mark.parametrize("game", ["bwd", "dicebox", "lwd"])
def test_whoever_was_made_the_winner_unasked_is_named_with_the_way_to_say_otherwise(
    companion, game
):
    companion.must("start lwd Cho Dee")
    companion.must("lwd lose cho 1")
    companion.must(f"start {game} Ana 'Ben B'")
    companion.must("lwd lose ben 2" if game == "lwd" else "score ana +2")
    companion.must("resume 1")
    said = companion.must("finish --play 2").err
    assert "so Ana won. If that is wrong" in said
    for command in re.findall("`companion ((?:undo|finish)[^`]*)`", said):
        companion.must(command)
    assert companion.must("table --play 2 --json").json["winners"] == ["Ben B"]
    companion.must("undo --play 2")
    assert "Nobody was named" not in companion.must("finish --winner ana --play 2").err


@pytest.mark.parametrize("points", ["=3", "=14"])
def test_a_tie_is_nobodys_and_the_ways_out_are_named(begun, points):
    enter.score(begun(), ["ana", points, "ben", points])
    with pytest.raises(Refused) as refusal:
        finish(begun)
    assert "--winner ana" in refusal.value.hint
    assert "--winner ben" in refusal.value.hint
    assert "--abandon" in refusal.value.hint
    assert table(begun()).document()["status"] == "live"


def test_the_table_may_name_the_winners_itself(begun):
    assert finish(begun, "cho", "ana", "CHO")["winners"] == ["Cho", "Ana"]


def test_a_winner_has_to_sit_at_the_table(begun):
    with pytest.raises(NotFound):
        finish(begun, "dee")
    assert live(begun) == ["bwd-1"]


def test_an_abandoned_play_has_no_winner(begun):
    for winners, abandon, together, why in (
        (["ana"], True, None, "An abandoned play has no winner"),
        (["ana"], False, True, "`--won` says how it ended"),
        ([], True, False, "`--lost` says how it ended"),
    ):
        with pytest.raises(Invalid, match=why):
            enter.finish(begun(), winners, abandon, together)
    document = finish(begun, abandon=True)
    assert (document["status"], document["winners"]) == ("abandoned", [])
    assert not begun.store.has_log(COPY)


@pytest.mark.parametrize("abandon", [False, True])
def test_after_the_end_nothing_more_can_be_entered(begun, abandon):
    enter.score(begun(), ["ana", "+1"])
    finish(begun, abandon=abandon)
    for command in (
        lambda: enter.score(begun(), ["ana", "+1"]),
        lambda: enter.go_on(begun()),
        lambda: finish(begun),
        lambda: finish(begun, abandon=True),
    ):
        with pytest.raises(Refused) as refusal:
            command()
        assert "undo" in refusal.value.hint


# Live plays


def test_the_list_of_live_plays_follows_the_end_and_its_undo(begun):
    enter.score(begun(), ["ana", "+1"])
    start.start(begun(), "bwd", ["Ana", "Dee"], None, {})
    assert live(begun) == ["bwd-1", "bwd-2"]
    finish(begun, "ana")
    assert live(begun) == ["bwd-1"]
    assert undo(begun(), None).document()["status"] == "live"
    assert sorted(live(begun)) == ["bwd-1", "bwd-2"]
    redo(begun(), None)
    assert live(begun) == ["bwd-1"]
    assert table(begun()).document()["winners"] == ["Ana"]


def test_an_end_that_is_taken_back_lets_the_play_go_on(begun):
    enter.score(begun(), ["ben", "=13"])
    enter.go_on(begun())
    reopened = undo(begun(), None).document()
    assert (reopened["status"], reopened["winners"]) == ("live", [])
    assert scores(enter.score(begun(), ["ben", "-1"]))["Ben"] == 12
    assert enter.go_on(begun()).document()["status"] == "live"


def test_a_play_that_ended_is_still_listed_and_shown(begun):
    finish(begun, "ben")
    (play,) = play_list.list_plays(begun(), False).document()["plays"]
    assert (play["status"], play["winners"], play["current"]) == ("finished", ["Ben"], True)
    assert table(begun()).document()["status"] == "finished"


# What the group keeps


def written(desk, die, *icons):
    desk.act(lambda action, _: dice.write(action, die, icons))


def icons_of(faces):
    return [face["icon"] for face in faces if face is not None]


def test_the_next_play_can_begin_with_the_dice_of_the_last(begun):
    written(begun(), "ana.1", "investment", "3")
    written(begun(), "common", "tag")
    finish(begun, "ana")
    left = dice_left(begun().kept_play("bwd").state, seats_for(["ana", "Eve"])).dice
    assert icons_of(left["ana.1"]) == ["investment", "3"]
    assert icons_of(left["common"]) == ["tag"]
    assert "eve.1" not in left
    reply = start.start(begun(), "bwd", ["Ana", "Eve"], None, {"dice": left})
    assert icons_of(reply.document()["dice"][0]["faces"]) == ["investment", "3"]


def test_a_die_that_changed_hands_stays_with_who_held_it_last(begun):
    written(begun(), "ana.1", "tag")
    begun().act(lambda action, _: dice.swap(action, "ana.1", "ben.2"))
    finish(begun, "ben")
    left = dice_left(begun().kept_play("bwd").state, seats_for(["Ben"])).dice
    assert icons_of(left["ben.1"]) == ["tag"]


def test_a_play_without_dice_leaves_the_kept_ones_alone(begun):
    finish(begun, "ana")
    assert begun().kept_play("bwd") is None


def test_the_newest_finished_play_counts_and_no_command_reads_older_ones(begun):
    for icon in ("tag", "erase"):
        start.start(begun(), "bwd", ["Ana", "Ben"], None, {})
        written(begun(), "ana.1", icon)
        finish(begun, "ana")
    kept = begun().kept_play("bwd")
    assert icons_of(face.to_json() for face in kept.state.die("ana.1").faces) == ["erase"]
    assert not begun.store.has_log(COPY), "the group's file points to the play: no log grows"


def test_nothing_is_changed_behind_an_end(begun):
    enter.score(begun(), ["ben", "+10"])
    enter.go_on(begun())
    for change in (lambda: undo(begun(), "2"), lambda: redo(begun(), "2")):
        with pytest.raises(Refused):
            change()
    assert table(begun()).document()["status"] == "finished"
    undo(begun(), None)
    undo(begun(), "2")
    assert scores(table(begun()))["Ben"] == 3


def test_several_winners_may_stand_in_one_word(companion):
    companion.must("start bwd Ana Ben Cho")
    assert companion.must("finish --winner ana,ben --json").json["winners"] == ["Ana", "Ben"]
