"""What is remembered of a play, from its log."""

import pytest

from companion.core.record import Part
from companion.store.base import LogRef
from companion.store.tiny import TinyStore
from companion.table.history.summary import minutes, summarized
from companion.table.plays.replay import Senseless


def log_of(home, play):
    return TinyStore(home).read_log(LogRef("home", "plays", play))


def remembered(home, play):
    return summarized(play, log_of(home, play))


def test_a_finished_play(companion, home):
    companion.must("start bwd Ana Ben --set V1")
    for line in (
        "bwd tag ana.1 points",
        "bwd tag ana.2 points",
        "bwd tag ben.1 investment",
        "first ben",
        "score ben +3",
        "score ana +1",
        "finish",
    ):
        companion.must(line)
    record = remembered(home, "bwd-1")
    assert record.parts == (Part("Ana", 4, False, False), Part("Ben", 6, True, True))
    assert (record.game, record.called, record.status) == ("bwd", "Blank White Dice", "finished")
    assert record.winners == ("Ben",)
    assert (record.rounds, record.bgg_id) == (1, 206753)
    tagged = {(mark.id, mark.seat) for mark in record.marks if mark.kind == "icon"}
    assert ("investment", 1) in tagged
    assert len(tagged) == len(record.marks)


def test_what_was_taken_back_is_not_remembered(companion, home):
    companion.must("start bwd Ana Ben")
    companion.must("score ben +3")
    companion.must("finish")
    companion.must("undo")
    assert remembered(home, "bwd-1").status == "live"
    companion.must("undo")
    companion.must("score ana +1")
    companion.must("finish --winner ben")
    record = remembered(home, "bwd-1")
    assert [part.score for part in record.parts] == [4, 3]
    assert record.winners == ("Ben",)


@pytest.mark.parametrize(
    ("lines", "first"),
    [
        (["first cho", "score ana +1", "first ben"], "Cho"),
        (["pass", "score ana +1"], "Ben"),
        (["first cho", "first ben", "score ana +1"], "Ben"),
        (["score ana =7", "first ben"], "Ana"),
        (["score ana +1", "pass"], "Ana"),
        ([], "Ana"),
    ],
)
def test_the_marker_handed_over_before_anything_happened_says_who_begins(
    companion, home, lines, first
):
    companion.must("start bwd Ana Ben Cho")
    for line in lines:
        companion.must(line)
    record = remembered(home, "bwd-1")
    assert [part.name for part in record.parts if part.first] == [first]


def test_a_marker_that_is_handed_over_much_later_says_nothing_of_it(companion, home, monkeypatch):
    companion.must("start bwd Ana Ben Cho")
    companion.must("first cho")
    monkeypatch.setattr("companion.cli.run.now", lambda: "2031-03-01T20:00:00Z")
    companion.must("first ben")
    record = remembered(home, "bwd-1")
    assert [part.name for part in record.parts if part.first] == ["Cho"]


def test_points_that_nobody_told_are_unknown(companion, home):
    companion.must("start bwd Ana Ben")
    assert [part.score for part in remembered(home, "bwd-1").parts] == [3, 3]
    companion.must("finish --winner ana")
    assert [part.score for part in remembered(home, "bwd-1").parts] == [None, None]
    companion.must("start dicebox Ana Ben --colors ana=red,yellow ben=blue,white")
    companion.must("finish --winner ana")
    assert [part.score for part in remembered(home, "dicebox-2").parts] == [None, None]


def test_nobody_begins_where_all_play_at_once_or_alone(companion, home):
    companion.must("start boolean Ana Ben --game shut-the-box")
    companion.must("start boolean Ana")
    assert {part.first for part in remembered(home, "boolean-1").parts} == {None}
    assert {part.first for part in remembered(home, "boolean-2").parts} == {None}


def test_the_same_play_has_the_same_uid_wherever_it_lies(companion, home):
    companion.must("start bwd Ana Ben")
    events = log_of(home, "bwd-1")
    assert summarized("bwd-1", events).uid == summarized("bwd-99", events).uid
    companion.must("start bwd Ana Cho")
    assert remembered(home, "bwd-2").uid != summarized("bwd-1", events).uid


@pytest.mark.parametrize(
    ("times", "told"),
    [
        (["19:30:00", "20:15:00"], 45),
        (["19:30:00", "20:00:00", "20:15:29"], 45),
        # Two hours without an entry are thought about; a whole night is a pause.
        (["08:00:00", "10:00:00", "21:00:00", "21:30:00"], 150),
        # Told all at once, when it was over; or begun one day, and ended another.
        (["19:30:00"], None),
        (["19:30:00", "19:30:40"], None),
        (["08:00:00", "21:00:00"], None),
        (["sometime", "20:00:00"], None),
    ],
)
def test_how_long_was_played(times, told):
    assert minutes([f"2025-03-01T{time}Z" for time in times]) == told


def test_a_log_that_is_no_play_is_refused():
    with pytest.raises(Senseless):
        summarized("bwd-1", [])
