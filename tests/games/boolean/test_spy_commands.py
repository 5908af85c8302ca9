"""The verbs of Spy vs. Spy over the whole program: the list of missions, names, short forms."""

import pytest

from companion.testing.program import Outcome, typed_at

FORMED = (
    "start boolean Ana Ben Cho --game spy",
    "boolean agency ana white 5 2",
    "boolean agency ben black 5 --field 2",
    "boolean agency cho w 5 2",
)


@pytest.fixture
def game(companion):
    for line in FORMED:
        companion.must(line)
    return companion


SITUATIONS = (
    ["boolean orders 3"],
    ["boolean orders 2", "boolean lost cho --die 2a"],
    ["boolean agents ana --populace 1", "boolean orders 3"],
    [
        "boolean agents ana --turncoat field --field 1",
        "boolean agents ben --turncoat field --field 1 --desk 1",
        "boolean orders 3",
    ],
    ["boolean agents ben --desk 0", "boolean orders", "boolean agents ana --desk 0"],
)


def enter(desks, *lines: str) -> Outcome:
    """Enter lines that are taken; how the last one went."""
    for line in lines:
        went = typed_at(desks, line.split())
        assert not went.refusal, f"{line}: {went.refusal}"
    return went


def every_mission_is_taken(desks) -> list[str]:
    """Enter every mission that is listed, as it stands there; what was entered."""
    listed = enter(desks, "boolean mission").document["missions"]
    commands = [mission["command"].removeprefix("companion ") for mission in listed]
    for command in commands:
        enter(desks, command, "undo")
    return commands


def test_every_mission_that_is_listed_can_be_entered_as_it_stands(desks):
    enter(desks, *FORMED)
    for before in SITUATIONS:
        enter(desks, *before)
        assert every_mission_is_taken(desks)
        enter(desks, *["undo"] * len(before))


def test_what_is_not_listed_is_refused(game):
    game.must("boolean orders 1")
    listed = game.must("boolean mission --json").json
    assert {mission["orders"] for mission in listed["missions"]} == {1}
    assert (listed["turn"], listed["orders_left"], listed["ready"]) == ("Ana", 1, 2)
    assert "(BO-189)" in game("boolean mission train field").err


def test_where_nothing_can_be_done_the_list_says_what_comes_instead(game):
    game.must("boolean orders 2")
    assert "General Recruiting" in game.must("boolean mission").out
    for words in ("scout ben", "scout cho"):
        game.must(f"boolean mission {words}")
    assert "Ana has no Orders left" in game.must("boolean mission").out


def test_orders_and_swaps_as_they_are_typed(game):
    for words in ("orders 2", "orders ana 2", "orders a 2"):
        game.must(f"boolean {words}")
        assert game.must("table --json").json["orders_left"] == 2
        game.must("undo")
    for words in ("swap", "swap 2", "swap ana", "swap a 1"):
        game.must(f"boolean {words}")
        assert game.must("table --json").json["turn"] == "Ben"
        game.must("undo")


def test_which_die_was_lost_is_shown_and_which_others_are_is_not_asked(game):
    game.must("boolean agents ben --turncoat field")
    game.must("boolean lost ben --die turncoat")
    game.must("boolean lost ben desk --die 3b")
    assert "the 6w and the 3w-band of Ben's" in game.must("table").out
    assert game.must("table --json").json["players"][1]["dice"] == 8


def test_the_table_in_json(game):
    game.must("boolean orders 3")
    told = game.must("table --json").json
    assert (told["phase"], told["orders"], told["ready"], told["free_agents"]) == (
        "missions",
        3,
        2,
        [],
    )
    assert told["players"][1] == {
        "name": "Ben",
        "seat": 2,
        "score": None,
        "dice": 10,
        "side": "black",
        "populace": 5,
        "desk": 3,
        "field": 2,
        "turncoats": ["populace"],
        "eliminated": False,
    }
    game.must("boolean out ben")
    out = game.must("table --json").json["players"][1]
    assert (out["dice"], out["field"], out["populace"], out["eliminated"]) == (0, 0, None, True)


def test_the_only_enemy_goes_without_saying_where_nobody_is_named_like_a_result(desks):
    for players in ("Ana Ben", "Lost Ben", "Ana Agency", "Country Loyal"):
        enter(desks, f"start boolean {players} --game spy", "boolean orders 3")
        commands = every_mission_is_taken(desks)
        assert ("boolean mission infiltrate lost" in commands) is ("Lost" not in players)


def test_where_turncoats_are_is_told_of_all_at_once(game):
    game.must("boolean agents ana --turncoat field,populace")
    assert game.must("table --json").json["players"][0]["turncoats"] == ["populace", "field"]
    assert (
        "Ana had 2 turncoats, and now has 1" in game.must("boolean agents ana --turncoat desk").err
    )
    game.must("boolean agents ana --turncoat gone")
    assert game.must("table --json").json["players"][0]["turncoats"] == []
