"""Beginning a play: the group comes into being, players join it, and names are told apart."""

import pytest

from companion.core.reply import Reply
from companion.errors import Ambiguous, Illegal, NotFound, StorageError
from companion.store.base import LogRef
from companion.table.groups import players
from companion.table.plays import enter
from companion.table.plays import start as starting
from companion.table.plays.views import table
from tests.desks import Desks


def start(desks: Desks, *names: str, first: str | None = None, **options: object) -> Reply:
    return starting.start(desks(), "bwd", names, first, options)


def roster(desks: Desks) -> list[str]:
    return [who["name"] for who in players.list_players(desks()).document()["players"]]


def test_the_first_play_makes_the_group_home_with_its_players(desks):
    document = start(desks, "Ana", "Ben").document()
    assert (document["group"], document["play"]) == ("home", "bwd-1")
    assert desks.store.groups() == ["home"]
    assert roster(desks) == ["Ana", "Ben"]


def test_plays_are_numbered_on_and_the_newest_is_the_current_one(desks):
    start(desks, "Ana", "Ben")
    start(desks, "Ana", "Cho")
    document = table(desks()).document()
    assert document["play"] == "bwd-2"
    assert [player["name"] for player in document["players"]] == ["Ana", "Cho"]
    assert roster(desks) == ["Ana", "Ben", "Cho"]


def test_what_else_goes_on_is_said_once_an_evening(desks):
    def begun() -> Reply:
        reply = start(desks, "Ana", "Ben")
        enter.score(desks(), ["ana", "+1"])
        return reply

    assert [len(begun().warnings) for _ in range(3)] == [0, 1, 0]
    for reminded, warnings in (("2025-03-01T07:30:00Z", 1), ("2025-03-01T08:00:00Z", 0), ("x", 1)):
        with desks().changing_group() as document:
            document["reminded"] = reminded
        assert len(begun().warnings) == warnings


def test_a_known_player_keeps_the_spelling_of_the_group(desks):
    start(desks, "José", "Ben")
    document = start(desks, "JOSE\u0301", "ben").document()
    assert [player["name"] for player in document["players"]] == ["José", "Ben"]
    assert roster(desks) == ["José", "Ben"]


@pytest.mark.parametrize("double", [("Ana", "Ana"), ("Ana", "Ben", "aNA")])
def test_two_players_of_one_name_are_refused_and_nothing_is_begun(desks, double):
    with pytest.raises(Ambiguous):
        start(desks, *double)
    assert desks.store.groups() == []


@pytest.mark.rule("BWD-1")
@pytest.mark.parametrize("names", [(), ("Ana",), ("A", "B", "C", "D", "E")])
def test_too_few_or_too_many_are_refused_by_the_rule_and_nothing_is_begun(desks, names):
    with pytest.raises(Illegal) as refusal:
        start(desks, *names)
    assert refusal.value.rule == "BWD-1"
    assert desks.store.groups() == []


def test_a_game_that_there_is_not_is_refused_with_those_there_are(desks):
    with pytest.raises(NotFound) as refusal:
        starting.start(desks(), "chess", ["Ana", "Ben"], None, {})
    assert "bwd" in refusal.value.hint


@pytest.mark.parametrize(("told", "holder"), [(None, "Ana"), ("ben", "Ben"), ("C", "Cho")])
def test_the_marker_begins_with_whoever_is_named_or_sits_first(desks, told, holder):
    assert start(desks, "Ana", "Ben", "Cho", first=told).document()["first_player"] == holder


def test_a_first_player_who_does_not_play_is_refused_and_nothing_is_begun(desks):
    with pytest.raises(NotFound):
        start(desks, "Ana", "Ben", first="Dee")
    assert desks.store.groups() == []


def test_options_that_the_game_cannot_open_with_are_never_stored(desks):
    with pytest.raises((KeyError, TypeError)):
        start(desks, "Ana", "Ben", set={"nonsense": 1})
    assert desks.store.groups() == []


def test_the_log_begins_with_all_that_is_needed_to_fold_it(desks):
    start(desks, "Ana", "Ben", first="Ben", target=20)
    (event,) = desks.store.read_log(LogRef("home", "plays", "bwd-1"))
    assert event.kind == "play.started"
    assert event.data == {
        "game": "bwd",
        "seats": [{"name": "Ana", "handle": "ana"}, {"name": "Ben", "handle": "ben"}],
        "first": 1,
        "options": {"target": 20},
    }
    assert event.at == "2025-03-01T19:30:00Z"


def test_a_number_that_a_file_has_already_is_passed_over(desks):
    """Somebody may have copied a play into the folder."""
    start(desks, "Ana", "Ben")
    events = desks.store.read_log(LogRef("home", "plays", "bwd-1"))
    desks.store.create_log(LogRef("home", "plays", "bwd-2"), events)
    assert start(desks, "Ana", "Ben").document()["play"] == "bwd-3"


def test_a_play_belongs_to_the_group_in_use(desks):
    players.new_group(desks(), "Friday")
    assert start(desks, "Ana", "Ben").document()["group"] == "Friday"
    players.new_group(desks(), "Sunday")
    assert starting.start(desks(group="fri"), "bwd", ["Ana", "Ben"], None, {}).document()[
        "group"
    ] == ("Friday")


def test_without_a_play_every_command_says_how_to_begin(desks):
    for command in (
        lambda: table(desks()),
        lambda: enter.pass_marker(desks()),
        lambda: enter.score(desks(), ["ana", "+3"]),
    ):
        with pytest.raises(NotFound) as refusal:
            command()
        assert "companion start" in refusal.value.hint


def test_a_group_in_use_that_is_gone_is_not_made_again_in_silence(desks):
    with desks.store.change_settings() as settings:
        settings["group"] = "Nowhere"
    for command in (lambda: table(desks()), lambda: start(desks, "Ana", "Ben")):
        with pytest.raises(NotFound, match="Nowhere"):
            command()
    assert desks.store.groups() == []


def test_a_start_that_fails_leaves_the_group_as_it_was(desks, monkeypatch):
    start(desks, "Ana", "Ben")
    before = desks.store.read_group("home")

    def full(self, ref, events):
        raise StorageError("The disk is full.")

    monkeypatch.setattr(type(desks.store), "create_log", full)
    with pytest.raises(StorageError):
        start(desks, "Zoe", "Yan")
    assert desks.store.read_group("home") == before


def test_the_same_people_play_again_where_nobody_is_named(companion):
    ran = companion("start blank")
    assert (ran.code, ran.err.splitlines()[0]) == (2, "Who plays?")
    companion.must("start bwd Ana Ben --first ben")
    again = companion.must("start blank --json").json
    assert [who["name"] for who in again["players"]] == ["Ana", "Ben"]
    assert companion.must("start bwd --json").json["play"] == "bwd-3"


@pytest.mark.parametrize("typed", ["Ana, Ben", "Ana,Ben", "Ana , Ben", "Ana ,Ben,"])
def test_commas_between_names_are_no_part_of_them(companion, typed):
    told = companion.must(f"start bwd {typed} --json").json
    assert [who["name"] for who in told["players"]] == ["Ana", "Ben"]


def test_a_known_name_with_a_comma_is_one(companion):
    companion.must("player new 'Smith, J.'")
    told = companion.must("start bwd 'smith, j.' Ben --json").json
    assert [who["name"] for who in told["players"]] == ["Smith, J.", "Ben"]


def test_points_are_nobodys_name(companion):
    for typed in ("start bwd Ana +3", "player new -3", "start lwd Ana Ben =4"):
        assert "is a number of points, not a name" in companion(typed).err
    assert companion.must("group list --json").json["groups"] == []
