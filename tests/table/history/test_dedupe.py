"""A play that two devices followed counts once, and the same one everywhere; two plays are two."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.record import Part, PlayRecord
from companion.exchange.groups.merge import SAME, TWO, add_pairs, are_pairs, pair, pairs_in
from companion.table.history.dedupe import each_once, looks_like, may_be_one
from tests.exchange.plays import uid

SCORES = (13, 9)


def play(number: int, began: str, ended: str, scores=SCORES, winner="Ana", **more) -> PlayRecord:
    """A play of one evening, followed from then to then."""
    told = PlayRecord(
        uid=uid(number),
        play=f"bwd-{number}",
        game="bwd",
        title="Blank White Dice",
        called="Blank White Dice",
        started=f"2026-11-20T{began}:00Z",
        ended=f"2026-11-20T{ended}:00Z",
        minutes=None,
        rounds=7,
        parts=tuple(
            Part(name, score, name == winner)
            for name, score in zip(("Ana", "Ben"), scores, strict=True)
        ),
    )
    return told._replace(**more)


LAPTOP = play(1, "19:00", "20:10")


def once(*plays: PlayRecord, pairs=None):
    """Which of some plays count, all pairs of them being noted where none are told."""
    every = [pair(a.uid, b.uid) for a in plays for b in plays if a.uid < b.uid]
    counted, doubles = each_once(plays, every if pairs is None else pairs)
    return {one.play for one in counted}, doubles


# What looks like one


@pytest.mark.parametrize(
    "other",
    [
        play(2, "19:03", "20:12"),
        play(2, "19:40", "20:11"),  # began to follow late
        play(2, "19:00", "19:30"),  # told how it ended before it did
        play(2, "18:55", "20:30", (12, 9)),  # a point was missed
        play(2, "19:01", "20:08", (None, None)),  # only who won
        play(2, "20:10", "20:10"),  # noted when it was over
        play(2, "19:03", "20:12")._replace(parts=(Part("ben", 9), Part("ANA", 13, True))),
    ],
)
def test_one_evening_on_two_devices_looks_like_one_play(other):
    assert looks_like(LAPTOP, other)
    assert looks_like(other, LAPTOP)


@pytest.mark.parametrize(
    "other",
    [
        play(2, "20:11", "21:00"),  # the next one
        play(2, "20:09", "21:00"),  # begun while the other laptop noted the end
        play(2, "18:00", "19:01"),  # the one before
        play(2, "19:40", "20:11", (12, 9)),  # late, and otherwise
        play(2, "19:40", "20:11", (None, None)),  # late, and of points nothing
        play(2, "19:03", "20:12", winner="Ben"),
        play(2, "19:03", "20:12")._replace(parts=(Part("Ana", 13, True), Part("Cho", 9))),
        play(2, "19:03", "20:12", game="lwd"),
        play(2, "19:03", "20:12", called="Blank White Dice: another"),
        play(2, "19:03", "20:12", status="live"),
        play(2, "19:03", "20:12", status="abandoned"),
        play(2, "19:03", "20:12", source="BG Stats"),
        play(2, "19:03", "20:12")._replace(ended="2026-11-22T20:12:00Z"),  # left open for days
        play(1, "19:00", "20:10"),  # the very play
        play(2, "19:00", "20:10")._replace(started="soon"),
    ],
)
def test_what_differs_is_another_play(other):
    assert not looks_like(LAPTOP, other)
    assert not looks_like(other, LAPTOP)


def test_a_play_that_goes_on_may_turn_out_to_be_one():
    assert may_be_one(LAPTOP, play(2, "19:03", "19:05", status="live"))
    assert not may_be_one(LAPTOP, play(2, "20:30", "20:35", status="live"))


# What counts


def test_a_pair_counts_once_and_as_it_was_followed_the_longest():
    late = play(2, "19:40", "20:11")
    assert once(LAPTOP, late) == ({"bwd-1"}, {"bwd-2": "bwd-1"})
    fuller = play(3, "19:03", "20:12")
    bare = play(2, "19:00", "20:12", (None, None))
    assert once(bare, fuller) == ({"bwd-3"}, {"bwd-2": "bwd-3"})


def test_plays_of_one_device_are_never_compared():
    """Whoever reopens a play to put it right ends it after the next one."""
    assert once(LAPTOP, play(2, "19:03", "20:12"), pairs=[]) == ({"bwd-1", "bwd-2"}, {})


def test_two_short_plays_are_not_both_the_one_that_was_left_open():
    open_ = play(1, "19:00", "21:00")
    first, second = play(2, "19:01", "19:40"), play(3, "19:45", "20:30")
    counted, doubles = once(open_, first, second, pairs=[
        pair(uid(1), uid(2)), pair(uid(1), uid(3)),
    ])  # fmt: skip
    assert len(counted) == 2
    assert doubles == {"bwd-3": "bwd-1"}  # the nearer of the two, by its beginning and its end


def test_three_devices_make_one_play():
    three = LAPTOP, play(2, "19:03", "20:12"), play(3, "19:05", "20:09")
    assert once(*three) == ({"bwd-1"}, {"bwd-2": "bwd-1", "bwd-3": "bwd-1"})


def test_what_people_say_comes_first():
    other, later = play(2, "19:03", "20:12"), play(3, "21:00", "22:00")
    assert once(LAPTOP, other, pairs=[pair(uid(1), uid(2), TWO, "x")])[1] == {}
    assert once(LAPTOP, later, pairs=[pair(uid(1), uid(3), SAME, "x")])[1] == {"bwd-3": "bwd-1"}
    told = [pair(uid(1), uid(2)), pair(uid(2), uid(3), SAME, "x"), pair(uid(1), uid(3), TWO, "x")]
    assert once(LAPTOP, other, later, pairs=told)[1] == {"bwd-3": "bwd-2"}


def test_a_double_of_one_that_went_two_ways_counts_with_it():
    again = LAPTOP._replace(play="bwd-9", ended="2026-11-20T20:30:00Z")
    phone = play(2, "18:59", "20:12")
    counted, doubles = once(LAPTOP, again, phone)
    assert counted == {"bwd-2"}
    assert doubles == {"bwd-1": "bwd-2", "bwd-9": "bwd-2"}


minutes = st.integers(0, 59).map(lambda minute: f"19:{minute:02}")
evenings = st.lists(
    st.tuples(minutes, minutes, st.sampled_from([SCORES, (12, 9), (None, None)])),
    min_size=2,
    max_size=5,
)


@given(evenings, st.data())
def test_every_device_chooses_the_same_whatever_its_order_and_its_numbers(told, data):
    plays = [
        play(number, *sorted((began, ended)), scores)
        for number, (began, ended, scores) in enumerate(told, 1)
    ]
    pairs = [
        pair(a.uid, b.uid, data.draw(st.sampled_from(["", "", SAME, TWO])))
        for at, a in enumerate(plays)
        for b in plays[at + 1 :]
    ]
    counted, doubles = each_once(plays, pairs)
    assert {one.play for one in plays} == {one.play for one in counted} | doubles.keys()
    for order in list(permutations(range(len(plays))))[:24]:
        there = [plays[place]._replace(play=f"there-{place}") for place in order]
        again, _ = each_once(there, data.draw(st.permutations(pairs)))
        assert {one.uid for one in again} == {one.uid for one in counted}


# Kept in the group's document


def test_what_was_said_last_of_a_pair_stays():
    document: dict = {}
    add_pairs(document, [pair("b", "a", "", "2026-01-01")])
    add_pairs(document, [pair("a", "b", TWO, "2026-01-02"), pair("a", "b", SAME, "2026-01-03")])
    add_pairs(document, [pair("a", "b", "", "2026-01-04"), pair("a", "b", TWO, "2026-01-02")])
    assert document == {"alike": [{"plays": ["a", "b"], "said": "same", "at": "2026-01-03"}]}
    assert pairs_in(document) == [pair("a", "b", SAME, "2026-01-03")]
    assert are_pairs(document["alike"])


@pytest.mark.parametrize(
    "told",
    [
        None,
        {},
        [1],
        [{}],
        [{"plays": ["a"], "at": "x"}],
        [{"plays": ["a", "b"], "said": 1, "at": ""}],
    ],
)
def test_what_is_no_list_of_pairs_is_known(told):
    assert not are_pairs(told)
