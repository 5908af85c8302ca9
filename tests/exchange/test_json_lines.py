"""JSON lines: complete, a line a play, and every line that is none is named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import REDONE, UNDONE, Draft
from companion.core.log import Log
from companion.errors import Invalid, TooNew
from companion.exchange import import_log, json_lines, limits
from tests.exchange.plays import FULL, records


def written(*plays) -> str:
    return "".join(json_lines.lines(plays, "Friday"))


def read(text: str, latest: str = "9999-12-31T00:00:00Z"):
    return json_lines.read(text, "plays.jsonl", latest)


@given(st.lists(records(), max_size=3, unique_by=lambda play: play.uid))
def test_what_goes_out_comes_in_again(plays):
    text = written(*plays)
    assert len(text.splitlines()) >= len(plays)
    found = read(text)
    assert list(found.records) == [
        play._replace(play="", source=play.source or "companion") for play in plays
    ]
    assert found.left_out == {}


def test_a_line_is_one_object_with_the_keys_that_scripts_rely_on():
    (line,) = written(FULL).splitlines()
    document = json.loads(line)
    assert list(document) == [
        *("kind", "version", "play", "group", "uid", "game", "title", "called", "bgg_id"),
        *("started", "ended", "minutes", "rounds", "place", "comment", "source"),
        *("coop", "lowest", "players", "marks"),
    ]
    assert document["players"][0] == {
        **{"name": "Ana", "score": 13, "won": True, "first": True, "team": "", "role": ""}
    }
    assert document["marks"][0] == {
        "kind": "icon",
        "id": "investment",
        "title": "Investment",
        "player": "Ana",
    }


def test_the_same_play_twice_is_taken_once():
    found = read(written(FULL, FULL))
    assert len(found.records) == 1
    assert found.left_out == {"twice in the file": 1}


def test_names_that_differ_in_case_are_one_person():
    other = FULL._replace(
        uid=FULL.uid.replace("a", "b"), parts=(FULL.parts[0]._replace(name="ANA"),)
    )
    assert read(written(FULL, other)).people == {"Ana": "", "Ben": ""}


def test_a_line_that_was_cut_off_is_named_with_the_place():
    text = written(FULL, FULL)
    with pytest.raises(Invalid, match=r"Line 2 of plays\.jsonl stops being JSON at its character"):
        read(text[:-40])
    assert json_lines.looks_like_lines(text[: len(text) // 3])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kind": "companion-copy"}, "its `kind` is not “companion-play”"),
        ({"ended": None}, "its `ended` is not a time"),
        ({"players": None}, "its players are missing"),
        ({"ended": "1899-12-31T23:59:59Z"}, "its `ended` is before the year 1900"),
        ({"started": "0001-01-01T00:00:00Z"}, "its `started` is before the year 1900"),
        ({"version": 0}, "its `version` is not a number from 1 on"),
        ({"version": -5}, "its `version` is not a number from 1 on"),
        ({"version": True}, "its `version` is not a number from 1 on"),
        ({"version": None}, "its `version` is not a number from 1 on"),
        ({"title": " "}, "its title is missing"),
        ({"players": [{"name": "Ana"}] * 2}, "somebody is in it twice"),
        ({"players": [{"name": "Ana"}, {"name": "ANA"}]}, "somebody is in it twice"),
        ({"players": [{"name": "\x1b\u202e"}]}, "no name that can be kept"),
        ({"players": [{"name": "Ana"}, {"name": "Ana\x07"}]}, "somebody is in it twice"),
        ({"marks": [{}] * 1001}, "1,001 things stood out in it"),
        ({"comment": "x" * 1_000_000}, "more than 1,000,000 characters"),
    ],
)
def test_a_line_that_is_no_play_is_named_with_what_is_wrong(change, why):
    line = json.dumps({**json.loads(written(FULL)), **change})
    with pytest.raises(Invalid, match=r"Line 2 of plays\.jsonl is not a play: ") as problem:
        read(written(FULL) + line)
    assert why in problem.value.message


@pytest.mark.parametrize("line", ["[" * 100_000, '{"kind": ' + "9" * 5000 + "}"])
def test_what_no_parser_takes_is_a_sentence_too(line):
    with pytest.raises(Invalid, match="beyond all measure"):
        read(line)


def test_a_newer_companion_is_named():
    line = json.dumps({**json.loads(written(FULL)), "version": 2})
    with pytest.raises(TooNew, match="by a newer companion"):
        read(line)


def test_plays_of_the_future_are_left_out():
    found = read(written(FULL), "2025-01-01T00:00:00Z")
    assert (found.records, found.left_out) == ((), {"of the future": 1})


def test_signs_that_terminals_obey_are_gone():
    line = json.loads(written(FULL))
    evil = {"title": "\x1b]0;x\x07Catan", "place": "a\nb\u202ec", "comment": "one\r\ntwo\x1b[2J"}
    players = [{"name": "A\x00na"}, {"name": "B\nen"}]
    mark = {"kind": "ic\x1bon", "id": "x", "player": "A\x00na"}
    (record,) = read(json.dumps({**line, **evil, "players": players, "marks": [mark]})).records
    assert (record.title, record.place, record.comment) == ("]0;x Catan", "a bc", "one\ntwo [2J")
    assert [part.name for part in record.parts] == ["A na", "B en"]
    assert record.marks[0][:2] == ("ic on", "x")
    assert record.marks[0].seat == 0


def test_what_goes_out_has_none_either():
    evil = FULL._replace(parts=(FULL.parts[0]._replace(name="\x1b[31mAna"),), marks=())
    assert "\\u001b" not in written(evil)
    assert "\x1b" not in written(evil)


@pytest.mark.parametrize(
    ("name", "most", "what"),
    [("MOST_PLAYS", 1, "1 plays"), ("MOST_SEATS", 7, "7 players"), ("MOST_LINES", 1, "1 lines")],
)
def test_a_file_with_too_much_in_it_is_refused_with_the_number(monkeypatch, name, most, what):
    other = FULL._replace(uid=FULL.uid.replace("a", "b"))
    read(written(FULL, other))
    monkeypatch.setattr(limits, name, most)
    with pytest.raises(Invalid, match=rf"plays\.jsonl has more than {what}"):
        read(written(FULL, other))


# The log of an import: what goes in comes out, and what is none is named.


AT = "2025-03-02T10:00:00Z"


def log_of(*plays) -> Log:
    made = import_log.import_made("BG Stats", "export.json", len(plays))
    return Log().extended([made], AT).extended(import_log.play_drafts(plays), AT)


@given(st.lists(records(), max_size=3))
def test_what_was_recorded_is_read_back(plays):
    assert import_log.recorded_plays(log_of(*plays).events) == [
        play._replace(play="") for play in plays
    ]


def test_plays_that_are_taken_back_are_none_until_they_are_brought_back():
    log = log_of(FULL)
    back = log.extended([Draft(UNDONE, {"action": import_log.PLAYS_ENTRY})], AT)
    assert import_log.are_taken_back(back.events)
    assert import_log.recorded_plays(back.events) == []
    again = back.extended([Draft(REDONE, {"action": import_log.PLAYS_ENTRY})], AT)
    assert not import_log.are_taken_back(again.events)
    assert import_log.recorded_plays(again.events) == import_log.recorded_plays(log.events)


def test_what_is_unknown_takes_no_room():
    bare = FULL._replace(minutes=None, rounds=None, marks=(), bgg_id=None, place="", comment="")
    (draft,) = import_log.play_drafts([bare])
    assert {"minutes", "rounds", "marks", "bgg_id", "place", "comment"}.isdisjoint(draft.data)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"uid": "12"}, "its `uid` is not a UUID"),
        ({"title": 7}, "its title is not a text"),
        ({"ended": "yesterday"}, "its `ended` is not a time"),
        ({"ended": "2025-02-30T00:00:00Z"}, "its `ended` is not a time"),
        ({"minutes": -1}, "its `minutes` is not a whole number"),
        ({"rounds": 1.5}, "its `rounds` is not a whole number"),
        ({"minutes": True}, "its `minutes` is not a whole number"),
        ({"players": []}, "its players are missing"),
        ({"players": [{"name": str(n)} for n in range(101)]}, "it has 101 players"),
        ({"players": ["Ana"]}, "one of its players is not an object"),
        ({"players": [{"name": ""}]}, "no name that can be kept"),
        ({"players": [{"name": "\ud800"}]}, "no name that can be kept"),
        ({"players": [{"name": "Ana", "score": "7"}]}, "the score of Ana is not a number"),
        ({"players": [{"name": "Ana", "score": float("nan")}]}, "the score of Ana is not a number"),
        ({"players": [{"name": "Ana", "score": 10**400}]}, "the score of Ana is not a number"),
        ({"players": [{"name": "Ana", "won": 1}]}, "neither true nor false"),
        ({"marks": [{"player": "Zoe"}]}, "of a player that it does not have"),
        ({"marks": "many"}, "its marks are not a list"),
    ],
)
def test_an_entry_that_is_no_play_is_named_with_what_is_wrong(change, why):
    log = log_of(FULL)
    event = log.events[1]._replace(data={**log.events[1].data, **change})
    with pytest.raises(ValueError, match="its entry 2 is not a play: ") as problem:
        import_log.recorded_plays([log.events[0], event])
    assert why in str(problem.value)


def test_a_clock_that_was_put_back_costs_no_play():
    late = FULL._replace(started="2025-03-01T21:00:00Z")
    (record,) = import_log.recorded_plays(log_of(late).events)
    assert record.started == record.ended == FULL.ended


def test_another_log_is_no_import():
    log = log_of(FULL)
    with pytest.raises(ValueError, match="does not begin with"):
        import_log.recorded_plays(log.events[1:])
    with pytest.raises(ValueError, match="does not begin with"):
        import_log.recorded_plays([])
    strange = log.extended([Draft("play.forgotten", {})], AT)
    with pytest.raises(ValueError, match=r"its entry 3 is of the unknown kind “play\.forgotten”"):
        import_log.recorded_plays(strange.events)


def test_names_that_an_older_companion_kept_twice_are_told_apart():
    data = log_of(FULL).events[1].data
    for name in ("Ana", "ANA", "Ana\u200b"):
        players = [{"name": "Ana"}, {"name": "Ana 2"}, {"name": name}]
        record = import_log.record_in_log({**data, "title": "", "players": players})
        assert [part.name for part in record.parts] == ["Ana", "Ana 2", f"{name[:3]} 3"]
        assert record.title == "?"
