"""A copy as a document: out and in again, the very same."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.boxes.archive import Archive, from_json, unpacked
from companion.core.event import Draft, House
from companion.core.log import Log
from companion.errors import Invalid, TooNew

facts = st.lists(
    st.builds(
        Draft,
        st.sampled_from(["card.written", "card.inked", "action.undone"]),
        st.dictionaries(st.text(max_size=5), st.text() | st.integers() | st.none(), max_size=3),
    ),
    min_size=1,
    max_size=4,
)
houses = st.none() | st.builds(House, st.text(), st.lists(st.text(), max_size=2).map(tuple))


@st.composite
def archives(draw):
    log = Log()
    for number, drafts in enumerate(draw(st.lists(facts, min_size=1, max_size=5))):
        log = log.extended(drafts, f"2026-11-20T10:00:{number:02}Z", draw(houses))
    return Archive("blank-friday", "blank", log.events)


@given(archives())
def test_an_export_is_read_back_to_the_very_log(archive):
    assert from_json(json.loads(json.dumps(archive.to_json()))) == archive


@given(archives())
def test_a_packed_deck_is_read_back_to_the_very_log(archive):
    assert unpacked(json.loads(json.dumps(archive.packed()))) == archive


EXPORT = Archive("c", "blank", Log().extended([Draft("copy.made", {"n": 1})], "t").events).to_json()
EVENT = EXPORT["events"][0]


@pytest.mark.parametrize(
    "document",
    [
        None,
        [],
        "text",
        {},
        {**EXPORT, "kind": "something else"},
        {**EXPORT, "version": None},
        {**EXPORT, "version": True},
        {**EXPORT, "copy": 3},
        {**EXPORT, "events": []},
        {**EXPORT, "events": [3]},
        {**EXPORT, "events": [{**EVENT, "seq": 2}]},
        {**EXPORT, "events": [{**EVENT, "action": 0}]},
        {**EXPORT, "events": [EVENT, {**EVENT, "seq": 2, "action": 3}]},
        {**EXPORT, "events": [{**EVENT, "data": None}]},
    ],
)
def test_what_no_companion_exported_is_refused(document):
    with pytest.raises(Invalid, match="no copy that a companion exported"):
        from_json(document)


@pytest.mark.parametrize(
    "document",
    [
        None,
        {},
        [1, "c", "blank"],
        [1, "c", "blank", None],
        [1, "c", "blank", []],
        [1, "c", "blank", [["t"]]],
        [1, "c", "blank", [["t", [["copy.made"]]]]],
        [1, "c", "blank", [["t", [["copy.made", None]]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why"]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why", "rules"]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], {"0": 1}]]],
        [1, "c", "blank", [["t", [["copy.made", {}]], ["why", []], "more"]]],
        [1, "c", "blank", [["t", [["copy.made", {"name": "\ud800"}]]]]],
        [1, "c", "blank", [["t", [["copy.made", {}]] * 100_001]]],
        [1, None, "blank", [["t", [["copy.made", {}]]]]],
    ],
)
def test_a_packed_deck_that_makes_no_sense_is_refused(document):
    with pytest.raises(Invalid, match="no copy that a companion exported"):
        unpacked(document)


def test_what_a_newer_companion_made_says_so():
    with pytest.raises(TooNew):
        from_json({**EXPORT, "version": 2})
    with pytest.raises(TooNew):
        unpacked([2, "c", "blank", []])
