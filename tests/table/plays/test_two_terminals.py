"""Two terminals at one table, over the same files: no entry is lost, none is made up."""

import pytest

from companion.errors import Illegal, Locked
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.groups import players
from companion.table.plays import enter, start, undo, views
from companion.table.plays.views import table
from tests.desks import Desks, scores


@pytest.fixture
def terminals(tmp_path) -> tuple[Desks, Desks]:
    """Each has a store of its own over the same home, as two processes have."""
    first = Desks(TinyStore(tmp_path / "home", patience=0.05))
    start.start(first(), "bwd", ["Ana", "Ben"], None, {})
    return first, Desks(TinyStore(tmp_path / "home", patience=0.05))


def test_entries_from_both_follow_each_other(terminals):
    first, second = terminals
    for turn in range(6):
        enter.score(terminals[turn % 2](), ["ana", "+1"])
    assert scores(table(first())) == scores(table(second())) == {"Ana": 9, "Ben": 3}
    numbers = [event.seq for event in first.store.read_log(LogRef("home", "plays", "bwd-1"))]
    assert numbers == list(range(1, 8))


def test_one_takes_back_what_the_other_entered(terminals):
    first, second = terminals
    enter.score(first(), ["ana", "+1"])
    enter.score(second(), ["ben", "+1"])
    assert scores(undo.undo(first(), None)) == {"Ana": 4, "Ben": 3}
    assert scores(undo.redo(second(), None)) == {"Ana": 4, "Ben": 4}
    assert len(views.show_log(first()).document()["entries"]) == 3


def test_a_desk_that_was_opened_earlier_enters_upon_what_is_there_now(terminals):
    first, second = terminals
    early = first()
    assert scores(table(early)) == {"Ana": 3, "Ben": 3}
    enter.score(second(), ["ana", "=10"])
    assert scores(enter.score(early, ["ana", "+1"])) == {"Ana": 11, "Ben": 3}


def test_while_an_entry_is_made_nobody_waits_and_it_is_made_anew_of_what_stands_then(terminals):
    first, second = terminals
    seen = []

    def plan(action, reference):
        seen.append((list(action.state.scores), reference))
        if len(seen) == 1:
            enter.score(second(), ["ben", "+1"])
        action.add("points.gained", seat=0, points=1)

    reply = first().act(plan)
    assert scores(reply) == scores(table(second())) == {"Ana": 4, "Ben": 4}
    (before, read), (then, again) = seen
    assert (before, then) == ([3, 3], [3, 4])
    assert read is again, "what was read of boxes was read before anybody waited"


def test_what_the_quicker_one_entered_may_stand_against_it(terminals):
    first, second = terminals
    seen = []

    def plan(action, reference):
        if not seen:
            seen.append(enter.score(second(), ["ana", "=0"]))
        action.add("points.paid", seat=0, points=1)

    with pytest.raises(Illegal) as refusal:
        first().act(plan)
    assert refusal.value.rule == "BWD-154"
    assert len(first().open().log.events) == 2


def test_while_one_is_writing_the_other_waits_and_then_is_told(terminals):
    first, second = terminals
    with first.store.change_log(LogRef("home", "plays", "bwd-1")):
        with pytest.raises(Locked):
            enter.score(second(), ["ben", "+1"])
        assert scores(table(second())) == {"Ana": 3, "Ben": 3}  # reading waits for nobody


def test_two_plays_begun_at_once_get_two_ids(terminals):
    first, second = terminals
    ids = {
        start.start(desks(), "bwd", names, None, {}).document()["play"]
        for desks, names in ((first, ["Ana", "Ben"]), (second, ["Cho", "Dee"]))
    }
    assert ids == {"bwd-2", "bwd-3"}
    roster = players.list_players(first()).document()["players"]
    assert [who["name"] for who in roster] == ["Ana", "Ben", "Cho", "Dee"]
