"""JSON lines: complete, a line a play, and every line that is none is named."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import Invalid, TooNew
from companion.exchange import jsonlines

from .plays import FULL, records


def written(*plays) -> str:
    return "".join(jsonlines.lines(plays, "Friday"))


@given(st.lists(records(), max_size=3, unique_by=lambda play: play.uid))
def test_what_goes_out_comes_in_again(plays):
    text = written(*plays)
    assert len(text.splitlines()) >= len(plays)
    told = jsonlines.read(text, "plays.jsonl")
    assert list(told.records) == [
        play._replace(play="", source=play.source or "companion") for play in plays
    ]
    assert told.left_out == {}


def test_a_line_is_one_object_with_the_keys_that_scripts_rely_on():
    (line,) = written(FULL).splitlines()
    document = json.loads(line)
    assert list(document) == [
        *("kind", "version", "play", "group", "uid", "game", "title", "called", "bgg_id"),
        *("started", "ended", "minutes", "rounds", "place", "comment", "source"),
        *("players", "marks"),
    ]
    assert document["players"][0] == {"name": "Ana", "score": 13, "won": True, "first": True}
    assert document["marks"][0] == {
        "kind": "icon",
        "id": "investment",
        "title": "Investment",
        "player": "Ana",
    }


def test_the_same_play_twice_is_taken_once():
    told = jsonlines.read(written(FULL, FULL), "plays.jsonl")
    assert len(told.records) == 1
    assert told.left_out == {"twice in the file": 1}


def test_names_that_differ_in_case_are_one_person():
    other = FULL._replace(
        uid=FULL.uid.replace("a", "b"), parts=(FULL.parts[0]._replace(name="ANA"),)
    )
    assert jsonlines.read(written(FULL, other), "x").people == {"Ana": "", "Ben": ""}


def test_a_line_that_was_cut_off_is_named_with_the_place():
    text = written(FULL, FULL)
    with pytest.raises(Invalid, match=r"Line 2 of plays\.jsonl stops being JSON at its character"):
        jsonlines.read(text[:-40], "plays.jsonl")
    assert jsonlines.begins(text[: len(text) // 3])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"kind": "companion-copy"}, "its `kind` is not “companion-play”"),
        ({"ended": None}, "its `ended` is no time"),
        ({"players": None}, "its players are missing"),
    ],
)
def test_a_line_that_is_no_play_is_named_with_what_is_wrong(change, why):
    line = json.dumps({**json.loads(written(FULL)), **change})
    with pytest.raises(Invalid, match=r"Line 2 of plays\.jsonl is no play: ") as problem:
        jsonlines.read(written(FULL) + line, "plays.jsonl")
    assert why in problem.value.message


@pytest.mark.parametrize("line", ["[" * 100_000, '{"kind": ' + "9" * 5000 + "}"])
def test_what_no_parser_takes_is_a_sentence_too(line):
    with pytest.raises(Invalid, match="beyond all measure"):
        jsonlines.read(line, "plays.jsonl")


def test_a_newer_companion_is_named():
    line = json.dumps({**json.loads(written(FULL)), "version": 2})
    with pytest.raises(TooNew, match="by a newer companion"):
        jsonlines.read(line, "plays.jsonl")
