"""Groups and players: made, listed, found, renamed, chosen."""

import re

import pytest

from companion.errors import Ambiguous, CompanionError, Invalid, NotFound, Refused
from companion.table.groups import players as people
from companion.table.history import play_list
from companion.table.plays import enter, start
from companion.table.plays.undo import undo
from companion.table.plays.views import table
from tests.desks import Desks, scores


def groups(desks: Desks) -> dict[str, bool]:
    return {
        group["name"]: group["in_use"] for group in people.list_groups(desks()).document()["groups"]
    }


def players(desks: Desks) -> dict[str, bool]:
    return {
        who["name"]: who["in_use"] for who in people.list_players(desks()).document()["players"]
    }


# Groups


def test_a_new_group_is_in_use(desks):
    people.new_group(desks(), "Friday table")
    assert groups(desks) == {"Friday table": True}
    people.new_group(desks(), "Attic")
    assert groups(desks) == {"Attic": True, "Friday table": False}


@pytest.mark.parametrize("double", ["friday", "FRIDAY", " Friday "])
def test_a_group_of_that_name_in_any_case_is_refused(desks, double):
    people.new_group(desks(), "Friday")
    people.new_group(desks(), "Attic")
    with pytest.raises(Ambiguous):
        people.new_group(desks(), double)
    assert groups(desks) == {"Attic": True, "Friday": False}


@pytest.mark.parametrize("impossible", ["", "  ", "x" * 201])
def test_a_name_that_is_none_makes_no_group(desks, impossible):
    with pytest.raises(Invalid):
        people.new_group(desks(), impossible)
    assert groups(desks) == {}


def test_a_group_is_chosen_by_the_beginning_of_its_name(desks):
    people.new_group(desks(), "Friday")
    people.new_group(desks(), "Attic")
    people.use_group(desks(), "fri")
    assert groups(desks) == {"Attic": False, "Friday": True}
    with pytest.raises(NotFound):
        people.use_group(desks(), "Sunday")
    people.new_group(desks(), "Frisbee")
    with pytest.raises(Ambiguous):
        people.use_group(desks(), "fri")


def test_a_command_about_another_group_leaves_the_one_in_use(desks):
    people.new_group(desks(), "Friday")
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    people.new_group(desks(), "Attic")
    assert table(desks(group="F")).document()["group"] == "Friday"
    with pytest.raises(NotFound):
        table(desks())
    with pytest.raises(NotFound):
        table(desks(group="Cellar"))


def test_a_renamed_group_keeps_its_plays_and_stays_in_use(desks):
    people.new_group(desks(), "Friday")
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    people.rename_group(desks(), "fri", "Saturday")
    assert groups(desks) == {"Saturday": True}
    document = table(desks()).document()
    assert (document["group"], document["play"]) == ("Saturday", "bwd-1")


def test_the_group_home_can_be_renamed_before_any_was_chosen(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    people.rename_group(desks(), "home", "Friday")
    assert groups(desks) == {"Friday": True}
    assert scores(table(desks())) == {"Ana": 3, "Ben": 3}


def test_renaming_another_group_does_not_change_which_is_in_use(desks):
    people.new_group(desks(), "Friday")
    people.new_group(desks(), "Attic")
    people.rename_group(desks(), "Friday", "Sunday")
    assert groups(desks) == {"Attic": True, "Sunday": False}


def test_a_group_cannot_take_the_name_of_another_but_another_spelling_of_its_own(desks):
    people.new_group(desks(), "Friday")
    people.new_group(desks(), "Attic")
    with pytest.raises(Ambiguous):
        people.rename_group(desks(), "Friday", "ATTIC")
    people.rename_group(desks(), "Friday", "FRIDAY")
    assert groups(desks) == {"Attic": True, "FRIDAY": False}


# Players


def test_players_can_join_before_any_play(desks):
    people.new_player(desks(), "Ana")
    assert players(desks) == {"Ana": False}
    document = start.start(desks(), "bwd", ["ana", "Ben"], None, {}).document()
    assert [player["name"] for player in document["players"]] == ["Ana", "Ben"]
    assert players(desks) == {"Ana": False, "Ben": False}


@pytest.mark.parametrize("double", ["Ana", "ANA", " ana "])
def test_a_player_of_that_name_in_any_case_is_refused(desks, double):
    people.new_player(desks(), "Ana")
    with pytest.raises(Ambiguous):
        people.new_player(desks(), double)
    assert players(desks) == {"Ana": False}


def test_the_player_in_use_is_marked(desks):
    people.new_player(desks(), "Ana")
    people.new_player(desks(), "Ben")
    people.use_player(desks(), "b")
    assert players(desks) == {"Ana": False, "Ben": True}
    with pytest.raises(NotFound):
        people.use_player(desks(), "Cho")


def test_a_renamed_player_is_renamed_in_live_plays_and_not_in_finished_ones(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.finish(desks(), ["ana"], False)
    start.start(desks(), "bwd", ["Cho", "Ana"], None, {})
    enter.score(desks(), ["cho", "+1"])
    start.start(desks(), "bwd", ["Cho", "Dee"], None, {})
    people.use_player(desks(), "Ana")
    people.rename_player(desks(), "ana", "Ann")
    assert players(desks) == {"Ann": True, "Ben": False, "Cho": False, "Dee": False}
    names = {
        play: [player["name"] for player in table(desks(play=play)).document()["players"]]
        for play in ("bwd-1", "bwd-2", "bwd-3")
    }
    assert names == {"bwd-1": ["Ana", "Ben"], "bwd-2": ["Cho", "Ann"], "bwd-3": ["Cho", "Dee"]}
    # Lists and statistics tell of people, who are called what they are called now.
    (oldest,) = play_list.list_plays(desks(), True).document()["plays"][2:]
    assert [player["name"] for player in oldest["players"]] == ["Ann", "Ben"]
    play_list.resume(desks(), "2")
    assert scores(enter.score(desks(), ["+2"])) == {"Cho": 4, "Ann": 5}


def test_the_dice_of_a_renamed_player_go_by_the_new_name(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    people.rename_player(desks(), "Ana", "Zoë")
    document = table(desks()).document()
    assert document["dice"][0]["id"] == "zoë.1"
    assert document["dice"][0]["owner"] == "Zoë"


def test_a_name_that_is_taken_is_refused_and_nothing_is_renamed(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    for wrong, kind in (("BEN", Ambiguous), ("", Invalid)):
        with pytest.raises(kind):
            people.rename_player(desks(), "Ana", wrong)
    with pytest.raises(NotFound):
        people.rename_player(desks(), "Zzz", "Cho")
    assert list(players(desks)) == ["Ana", "Ben"]
    assert list(scores(table(desks()))) == ["Ana", "Ben"]


# Names that were mistyped


def test_who_was_mistyped_at_the_start_is_made_one_with_whom_was_meant(companion):
    companion.must("start bwd Ana Ben")
    companion.must("finish --winner ben")
    companion.must("start bwd Ana Bne --new")
    companion.must("score bne +2")
    (command,) = re.findall("`companion (player[^`]+)`", companion("player rename Bne Ben").err)
    assert command == "player merge Bne Ben"
    assert companion(command).code == 1
    companion.must(f"{command} --yes")
    assert companion.must("player list --json").json["players"] == [
        {"name": "Ana", "in_use": False},
        {"name": "Ben", "in_use": False},
    ]
    assert companion.must("table --json").json["players"][1]["name"] == "Ben"
    companion.must("finish --winner ben")
    players = companion.must("stats --json").json["games"][0]["players"]
    assert {it["name"]: it["wins"] for it in players} == {"Ana": 0, "Ben": 2}


def test_what_somebody_was_called_in_plays_that_are_over_counts_for_the_one_of_now(companion):
    companion.must("start bwd Ana Bne")
    companion.must("finish --winner bne")
    companion.must("player new Ben")
    companion.must("player use bne")
    (command, _) = re.findall(
        "`companion (player[^`]+)`", companion("player rename Bne Ben --same").err
    )
    companion.must(command)
    (game,) = companion.must("stats ben --json").json["games"]
    assert game["wins"] == 1
    companion.must("start bwd Ana Ben")
    companion.must("score +1")
    assert companion.must("table --json").json["players"][1]["score"] == 4


def test_two_who_met_in_a_play_are_never_made_one(companion):
    companion.must("start bwd Ana Ben")
    for _ in range(2):
        for line in ("player rename Ana Ben --same", "player merge ana ben"):
            said = companion(line)
            assert said.code == 1
            assert (
                "Ana and Ben sat at the same table, so they are two people: bwd-1 of 20" in said.err
            )
        companion("finish --winner ana")
    assert companion("player rename Ana Zoe --same").code == 1
    assert "`companion player merge Ana Ben`" in companion("player rename Ana Ben").err


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        *(("Bne", "Ben"), ("Benn", "Ben"), ("B", "Ben"), ("José", "Jose"), ("Anita", "Aníta")),
        *(("Maxin", "Maxim"), ("ben", None), ("Len", None), ("Zoe", None), ("Ana", None)),
    ],
)
def test_a_new_name_that_is_nearly_somebodys_is_named(companion, name, meant):
    for known in ("Ben", "Jose", "Aníta", "Maxim", "Ana"):
        companion.must(f"player new {known}")
    line = f"start lwd Ana {name}" if name != "Ana" else "start lwd Ana Ben"
    said = companion(line)
    if meant is None:
        assert (said.code, said.err) == (0, "")
        return
    assert said.code == 1
    assert said.err.splitlines() == [
        f"{name} is new here; did you mean {meant}?",
        "  → If so, type it like that; if not, add `--new`.",
    ]
    assert companion.must("plays --json").json["plays"] == []
    assert name not in companion.must("player list").out.split()
    assert companion.must(f"{line} --new").err == ""
    assert companion.must("table --json").json["players"][1]["name"] == name


def test_all_names_that_may_be_mistyped_are_asked_about_at_once(companion):
    companion.must("player new Ben")
    companion.must("player new Chloe")
    said = companion("start bwd Ana Bne Chleo").err
    assert said.startswith(
        "Bne is new here; did you mean Ben? Chleo is new here; did you mean Chloe?\n"
    )
    assert companion.must("player list --json").json["players"][2:] == []
    companion.must("start bwd Ana Bne Chleo --new")
    companion.must("start bwd Ana Bne Chleo")  # known by now


def test_where_nobody_is_known_nobody_is_asked_about(companion):
    assert companion.must("start bwd Ben Bne").err == ""


@pytest.mark.parametrize("game", ["bwd", "lwd", "blank", "dicebox", "boolean liar"])
def test_every_game_asks_before_it_begins(companion, game):
    companion.must("player new Ben")
    assert companion(f"start {game} Ana Bne").err.startswith("Bne is new here; did you mean Ben?")
    companion.must(f"start {game} Ana Bne --new")


def test_nobody_who_sits_at_the_table_is_taken_for_somebody_else_there(companion):
    companion.must("start bwd Ana Ben")
    assert companion.must("start bwd Ben Bne").err == ""


def test_a_name_may_change_its_spelling_alone(desks):
    start.start(desks(), "bwd", ["ana", "Ben"], None, {})
    people.rename_player(desks(), "ana", "Ana")
    assert list(scores(table(desks()))) == ["Ana", "Ben"]


def test_a_live_play_that_is_gone_stops_nobody(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    with desks.store.change_group("home") as document:
        document["live"] = ["bwd-99", *document["live"]]
    people.rename_player(desks(), "Ana", "Ann")
    assert list(scores(table(desks()))) == ["Ann", "Ben"]


def test_players_belong_to_one_group(desks):
    people.new_group(desks(), "Friday")
    people.new_player(desks(), "Ana")
    people.new_group(desks(), "Attic")
    assert players(desks) == {}
    people.new_player(desks(group="Friday"), "Ben")
    people.use_group(desks(), "Friday")
    assert players(desks) == {"Ana": False, "Ben": False}


def test_every_refusal_says_what_to_do(desks):
    people.new_player(desks(), "Ana")
    people.new_group(desks(), "Friday")
    for attempt in (
        lambda: people.new_player(desks(group="home"), "ana"),
        lambda: people.use_player(desks(), "Zzz"),
        lambda: people.use_group(desks(), "Zzz"),
        lambda: people.new_group(desks(), "friday"),
        lambda: people.new_group(desks(), ""),
    ):
        with pytest.raises(CompanionError) as refusal:
            attempt()
        assert refusal.value.hint


def test_a_new_name_does_not_stand_between_an_entry_and_its_undo(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.score(desks(), ["ana", "+3"])
    people.rename_player(desks(), "Ana", "Anna")
    document = undo(desks(), None).document()
    assert [(who["name"], who["score"]) for who in document["players"]] == [("Anna", 3), ("Ben", 3)]
    with pytest.raises(Refused, match="nothing to undo"):
        undo(desks(), None)


def test_a_play_that_is_reopened_knows_the_new_name(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    enter.finish(desks(), ["ana"], False)
    people.rename_player(desks(), "Ana", "Anna")
    document = undo(desks(), None).document()
    assert document["status"] == "live"
    assert document["players"][0]["name"] == "Anna"


def test_who_takes_the_former_name_of_another_keeps_the_plays_of_before(companion):
    companion.must("start bwd Ana Anna")
    companion.must("score ana +3")
    companion.must("finish --winner ana")
    companion.must("player rename Ana Anja")
    companion.must("player rename Anna Ana")
    (play,) = companion.must("plays --json").json["plays"]
    assert [(who["name"], who["score"]) for who in play["players"]] == [("Anja", 6), ("Ana", 3)]
    (game,) = companion.must("stats --json").json["games"]
    assert {it["name"]: it["wins"] for it in game["players"]} == {"Anja": 1, "Ana": 0}


def test_a_play_that_is_gone_back_to_knows_what_people_are_called_now(companion):
    companion.must("start bwd Ana Anna")
    companion.must("start lwd Ana Anna")  # the other one is put away
    companion.must("player rename Ana Anja")
    companion.must("player rename Anna Ana")
    told = companion.must("resume bwd-1 --json").json
    assert [who["name"] for who in told["players"]] == ["Anja", "Ana"]
    companion.must("score ana +2")
    companion.must("player rename Ana Zoe")
    told = companion.must("table --json").json
    assert [(who["name"], who["score"]) for who in told["players"]] == [("Anja", 3), ("Zoe", 5)]


def test_a_play_that_is_put_away_stays_so_when_somebody_in_it_was_renamed(desks):
    start.start(desks(), "bwd", ["Ana", "Ben"], None, {})
    people.rename_player(desks(), "Ana", "Anna")
    start.start(desks(), "bwd", ["Anna", "Ben"], None, {})
    told = play_list.list_plays(desks(), False).document()["plays"]
    assert [play["play"] for play in told] == ["bwd-2"]


def test_who_had_that_name_last_is_meant_before_whoever_is_called_nearly_so(companion):
    companion.must("start bwd Ana Anna Andrea")
    companion.must("player rename Ana Zoe")
    said = companion("start bwd Ana Anna").err
    assert said.startswith("Ana is new here; did you mean Zoe?")
    assert "Andrea" not in said
