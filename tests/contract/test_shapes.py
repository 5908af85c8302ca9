"""The format of the logs: every kind has its shape, and what games record is of it."""

import ast
import inspect

import pytest

from companion import games
from companion.core import play as core_play
from companion.core.action import Action
from companion.core.event import REDONE, UNDONE, Event
from companion.core.play import STARTED
from companion.core.seats import PlayerSeat
from companion.core.shapes import (
    AMOUNT,
    ENTRY,
    FLAG,
    NAME,
    SEAT,
    SHARED,
    TEXT,
    TOGETHER,
    WHOLE,
    Context,
    each_seat,
    first_misfit,
    list_of,
    mapping_of,
    maybe,
    merged,
    misfit,
    object_of,
    one_of,
    tuple_of,
)
from companion.testing.plays import AT, recorded
from tests.contract.players import PLAYERS
from tests.desks import table_of

TWO = Context.at([PlayerSeat("Ana", "ana"), PlayerSeat("Ben", "ben")])
every_game = pytest.mark.parametrize("game_id", games.game_ids())


# The table of shapes is complete, and true


def test_every_kind_that_all_games_share_has_a_shape():
    cases = [node for node in ast.walk(tree_of(core_play.apply_play)) if is_case(node)]
    kinds = {case.pattern.value.value for case in cases}
    assert len(kinds) > 7
    assert kinds | {STARTED, UNDONE, REDONE} == set(SHARED)


def tree_of(function):
    return ast.parse(inspect.getsource(function))


def is_case(node):
    return isinstance(node, ast.match_case) and isinstance(node.pattern, ast.MatchValue)


# Checkers


@pytest.mark.parametrize(
    ("checker", "fitting", "wrong"),
    [
        (WHOLE, [0, -5, 10**9], [None, True, 1.0, "1", [1], {}, 10**10, -(10**4300)]),
        (AMOUNT, [0, 9999], [-1, 10000, None, False, 1.0, float("inf"), "1"]),
        (SEAT, [0, 1], [2, -1, None, True, 1.0, "0"]),
        (ENTRY, [2, 99], [1, 0, -2, None, True, 2.0, "2", [2]]),
        (TEXT, ["", "a"], [None, 1, ["a"], {}]),
        (NAME, ["a"], ["", None, 1, ["a"]]),
        (FLAG, [True, False], [0, 1, None, "true"]),
        (one_of("a", "b"), ["a"], ["c", "", None, 1, ["a"]]),
        (maybe(SEAT), [None, 0], [2, "0", False]),
        (list_of(SEAT), [[], [0, 1, 1]], [None, {}, "01", [2], [0, None]]),
        (tuple_of(SEAT, TEXT), [[1, "a"]], [[], [1], [1, "a", 2], ["a", 1], None, "ab"]),
        (each_seat(TEXT), [["a", "b"]], [[], ["a"], ["a", "b", "c"], ["a", 1], None, "ab"]),
        (mapping_of(NAME, SEAT), [{}, {"a": 1}], [{"a": 2}, {"": 1}, [], None]),
        (
            object_of({"a": SEAT, "b?": TEXT}),
            [{"a": 0}, {"a": 0, "b": "", "c": 5}],
            [{"a": 0, "b": 1}, {"b": ""}, {}, [], None],
        ),
    ],
)
def test_a_checker_lets_pass_what_fits_and_nothing_else(checker, fitting, wrong):
    assert [value for value in fitting if checker(value, TWO) is not None] == []
    assert [value for value in wrong if checker(value, TWO) is None] == []


# What is said of a misfit


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"seat": 0, "points": 3}, None),
        ({"seat": 0, "points": 3, "mood": "happy"}, None),
        ({"seat": 0, "points": 1.5}, "its points are 1.5"),
        ({"seat": 9, "points": 1}, "its seat is 9"),
        ({"seat": 0}, "its points are missing"),
        ({"seat": "x" * 99, "points": 1}, f'its seat is "{"x" * 28}…'),
    ],
)
def test_a_misfit_is_told_in_a_few_words(data, said):
    event = Event(1, 1, "points.gained", data, AT)
    assert misfit(event, merged({}), TWO) == said


def test_a_name_is_not_empty_and_a_time_is_one():
    renamed = Event(1, 1, "seat.renamed", {"seat": 0, "name": ""}, AT)
    assert misfit(renamed, merged({}), TWO) == 'its name is ""'
    edited = Event(1, 1, "play.edited", {"started": "yesterday"}, AT)
    assert misfit(edited, merged({}), TWO) == 'its started is "yesterday"'


def test_what_is_wrong_deep_within_is_named():
    shapes = merged({"cards.dealt": {"hands": list_of(object_of({"card": TEXT}))}})
    event = Event(1, 1, "cards.dealt", {"hands": [{"card": "a"}, {"card": 5}]}, AT)
    assert misfit(event, shapes, TWO) == "its hands[1].card is 5"


def test_a_kind_without_a_shape_is_left_to_the_game():
    assert misfit(Event(1, 1, "spaceship.launched", {"x": 1}, AT), merged({}), TWO) is None


# A game's own over the shared ones


def test_a_game_asks_for_more_or_less_of_a_shared_kind_and_adds_its_own():
    shapes = merged(
        {"round.ended": {"why?": TEXT, "weather": TEXT}, "tea.poured": {"cups": AMOUNT}}
    )
    for kind, data, said in (
        ("round.ended", {"weather": "rain"}, None),
        ("round.ended", {"why": "over"}, "its weather is missing"),
        ("round.ended", {"weather": "rain", "first": 5}, "its first is 5"),
        ("tea.poured", {"cups": -1}, "its cups are -1"),
        ("points.gained", {"seat": 0}, "its points are missing"),
    ):
        assert misfit(Event(1, 1, kind, data, AT), shapes, TWO) == said


def test_data_is_looked_at_as_a_whole_once_all_its_keys_are_sound():
    def rising(data, context):
        return None if data["from"] <= data["to"] else ("to", data["to"])

    shapes = merged({"tea.poured": {TOGETHER: rising, "from": WHOLE, "to": WHOLE}})
    for data, said in (
        ({"from": 1, "to": 2}, None),
        ({"from": 3, "to": 2}, "its to is 2"),
        ({"from": 3, "to": None}, "its to is null"),
    ):
        assert misfit(Event(1, 1, "tea.poured", data, AT), shapes, TWO) == said


@every_game
@pytest.mark.parametrize("kind", ["points.gained", "points.lost", "points.set"])
def test_no_entry_is_about_points_where_none_are_kept(game_id, kind):
    game = games.game(game_id)
    found = misfit(Event(1, 1, kind, {"seat": 0, "points": 1}, AT), game.all_shapes, TWO)
    assert (found is None) is game.keeps_points


def test_what_could_not_be_read_again_is_not_entered():
    """That is a mistake in the program, and it shows before anything is written."""
    action = Action(games.game("bwd"), table_of("Ana", "Ben"))
    with pytest.raises(ValueError, match=r"points\.gained: its points are -1"):
        action.add("points.gained", seat=0, points=-1)
    assert action.drafts == []


def test_entries_are_numbered_from_one_without_a_gap():
    play = recorded(PLAYERS["lwd"], 0)
    for first, said in ((0, 1), (2, 3)):
        events = [
            event._replace(action=event.action + (place >= first))
            for place, event in enumerate(play.log.events)
        ]
        assert first_misfit(events, play.game.all_shapes) == (first, f"it should be entry {said}")
