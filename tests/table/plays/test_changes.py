"""What another terminal entered meanwhile, and what one desk leaves to the next."""

import pytest

from companion.table.current import CommonOptions, StateCache
from companion.table.desk import Desk
from companion.table.groups.players import rename_player
from companion.table.plays import enter, replay
from companion.table.plays.changes import news
from companion.table.plays.start import start
from companion.table.plays.undo import redo, undo
from tests.desks import chance


@pytest.fixture
def play(desks):
    start(desks(), "bwd", ["Ana", "Ben"], None, {})
    return desks


def test_each_entry_is_a_line(play):
    before = play().open()
    enter.score(play(), ["ana", "+3", "ben", "-1"])
    enter.pass_marker(play())
    assert news(before, play().open()) == [
        "Ana +3: 3 → 6; Ben −1: 3 → 2",
        "first-player marker to Ben",
    ]


def test_what_is_taken_back_says_so(play):
    enter.score(play(), ["ana", "+3"])
    before = play().open()
    undo(play(), None)
    redo(play(), None)
    assert news(before, play().open()) == [
        "entry 2 is taken back: Ana +3: 3 → 6",
        "entry 2 stands again: Ana +3: 3 → 6",
    ]


def test_what_is_taken_back_at_once_is_one_piece_of_news(play):
    enter.score(play(), ["ana", "+3"])
    enter.score(play(), ["ben", "+1"])
    before = play().open()
    undo(play(), "2", onwards=True)
    redo(play(), None)
    assert news(before, play().open()) == [
        "entry 2 and 1 more, up to 3, are taken back: Ana +3: 3 → 6",
        "entry 2 and 1 more, up to 3, stand again: Ana +3: 3 → 6",
    ]


def test_our_own_entries_are_no_news(play):
    before = play().open()
    enter.score(play(), ["ana", "+3"])
    enter.score(play(), ["ben", "+1"])
    assert news(before, play().open(), ours={2}) == ["Ben +1: 3 → 4"]
    assert news(play().open(), play().open()) == []


def at(desks, state_cache: StateCache) -> Desk:
    return Desk(desks.store, desks().now, chance, CommonOptions(), desks().live, state_cache)


def test_a_play_that_nobody_touched_is_folded_once(play, monkeypatch):
    state_cache, folded = StateCache(), []
    fold = replay.current_state
    monkeypatch.setattr(
        "companion.table.current.current_state", lambda *told: folded.append(1) or fold(*told)
    )
    for _ in range(3):
        enter.score(at(play, state_cache), ["ana", "+1"])
        at(play, state_cache).open()
    assert len(folded) == 1
    enter.score(play(), ["ana", "+1"])  # another terminal
    del folded[:]
    assert at(play, state_cache).open().state.scores == (7, 3)
    assert len(folded) == 1


def test_what_is_recalled_is_what_the_log_says(play):
    state_cache = StateCache()
    enter.score(at(play, state_cache), ["ana", "+1"])
    undo(at(play, state_cache), None)
    enter.score(at(play, state_cache), ["ben", "-1"])
    rename_player(at(play, state_cache), "ana", "Anna")
    redo(at(play, state_cache), "2")
    recalled, read = at(play, state_cache).open(), play().open()
    assert (recalled.log, recalled.state) == (read.log, read.state)


def test_it_knows_what_was_entered_at_its_desks(play):
    state_cache = StateCache()
    enter.score(at(play, state_cache), ["ana", "+1"])
    enter.score(play(), ["ana", "+1"])
    enter.score(at(play, state_cache), ["ana", "+1", "ben", "+1"])
    ref = at(play, state_cache).play_ref()
    assert state_cache.entered == {(ref, 2), (ref, 4), (ref, 5)}


def test_another_play_is_not_mistaken_for_it(play):
    state_cache = StateCache()
    at(play, state_cache).open()
    start(play(), "bwd", ["Cho", "Dan"], None, {})
    assert [seat.name for seat in at(play, state_cache).open().state.seats] == ["Cho", "Dan"]
