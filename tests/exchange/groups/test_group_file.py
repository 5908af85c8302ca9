"""The file of a group: what goes in comes out, and nothing that is wrong with it goes unseen."""

import json
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.event import Event, House
from companion.errors import CompanionError, Invalid, TooNew
from companion.exchange.groups.group_file import End, GroupLog, Head, LeftOut, group_lines, read
from tests.store.samples import moments

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.floats(allow_nan=False),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
).filter(lambda value: "Infinity" not in json.dumps(value))
documents = st.dictionaries(st.text(max_size=8), values, max_size=3)
houses = st.none() | st.builds(House, st.text(max_size=5), st.lists(st.text()).map(tuple))


@st.composite
def logs(draw: st.DrawFn) -> list[GroupLog | LeftOut]:
    found: list[GroupLog | LeftOut] = []
    for number in range(draw(st.integers(0, 4))):
        length = draw(st.integers(1, 3))
        events = [
            Event(seq, seq, "a.b", draw(documents), draw(moments), draw(houses))
            for seq in range(1, length + 1)
        ]
        found.append(GroupLog("plays", f"bwd-{number}", events))
    if draw(st.booleans()):
        found.insert(0, LeftOut("copies", "bwd", "corrupt"))
    return found


def nothing(log: GroupLog) -> LeftOut:
    raise AssertionError(log)


def lines_of(head: Head, logs: Sequence[GroupLog | LeftOut]) -> list[bytes]:
    return list(group_lines(head, logs, nothing))


def a_file() -> list[bytes]:
    events = [Event(1, 1, "play.started", {"game": "bwd"}, "2025-03-01T19:30:00Z")]
    logs = [GroupLog("plays", f"bwd-{number}", events) for number in (1, 2, 3)]
    return lines_of(Head("Friday", {"players": [{"name": "Zoë"}]}, 3), logs)


def refusal(lines: Sequence[bytes]) -> CompanionError:
    with pytest.raises(CompanionError) as refused:
        list(read(lines))
    return refused.value


@given(st.text(min_size=1).filter(str.strip), documents, logs())
def test_what_goes_in_comes_out(name, document, logs):
    head = Head(name, document, len(logs))
    first, *found, end = read(lines_of(head, logs))
    assert (first, found) == (head, logs)
    assert isinstance(end, End)
    assert end.logs + end.left_out == len(logs)


def test_a_file_is_the_same_whenever_it_is_written():
    assert a_file() == a_file()


def test_line_ends_of_another_system_and_an_editors_last_word_do_no_harm():
    whole = [line.replace(b"\n", b"\r\n") for line in a_file()]
    whole[0] = b"\xef\xbb\xbf" + whole[0]
    assert list(read([*whole, b"\r\n"])) == list(read(a_file()))


@given(st.data())
def test_a_file_that_was_cut_off_anywhere_has_no_end(data):
    whole = b"".join(a_file())
    cut = data.draw(st.integers(0, len(whole) - 2))
    part = whole[:cut].splitlines(keepends=True)
    assert isinstance(refusal(part), Invalid)


def test_a_file_that_was_cut_off_says_how_much_of_it_is_there():
    whole = a_file()
    assert refusal(whole[:3]).message == (
        "This file of a group ends in the middle: 2 of 3 logs are there."
    )
    assert "2 of 3" in refusal([*whole[:3], whole[3][:40]]).message
    assert "first line" in refusal([whole[0][:60]]).message


@given(st.data())
def test_a_sign_that_was_changed_is_found(data):
    whole = bytearray(b"".join(a_file()))
    place = data.draw(st.integers(0, len(whole) - 1))
    other = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[place]))
    whole[place] = other
    changed = bytes(whole).splitlines(keepends=True)
    try:
        found = list(read(changed))
    except (Invalid, TooNew):
        return
    # Only a line's end can be another one and mean the same.
    assert found == list(read(a_file()))
    assert {other, b"".join(a_file())[place]} <= set(b"\r\n \t")


def test_lines_that_changed_places_or_were_left_out_are_found():
    head, one, two, three, end = a_file()
    for lines in ([head, two, one, three, end], [head, one, three, end], [head, end]):
        assert "not what was written" in refusal(lines).message
    assert "goes on after its end" in refusal([head, one, two, three, end, one]).message


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"PK\x03\x04\x00\xff\xfe\n", "not a file of a group"),
        (b"[]\n", "not a file of a group"),
        (b'{"kind": "another"}\n', "not a file of a group"),
        (b'{\n "kind": "companion-copy",\n', "not a file of a group"),
        (b"[" * 100_000 + b"\n", "not a file of a group"),
        (b'{"kind": "companion-group", "version": "1"}\n', "which version"),
        (b'{"kind": "companion-group", "version": 1, "group": " "}\n', "called"),
        (b'{"kind": "companion-group", "version": 1, "group": "a", "logs": -1}\n', "first line"),
    ],
)
def test_what_is_no_file_of_a_group_is_told(content, says):
    problem = refusal(content.splitlines(keepends=True))
    assert says in problem.message
    assert problem.hint


def test_a_box_or_plays_are_sent_to_the_command_that_takes_them():
    assert "deck import" in refusal([b'{"kind": "companion-copy", "version": 1}\n']).hint
    assert "companion import" in refusal([b'{"kind": "companion-play", "version": 1}\n']).hint


def test_a_newer_file_is_left_to_a_newer_companion():
    newer = a_file()[0].replace(b'"version": 1', b'"version": 2')
    assert isinstance(refusal([newer]), TooNew)


@pytest.mark.parametrize(
    "record",
    [
        {"shelf": "plays"},
        {"shelf": "plays", "id": "bwd-1", "events": []},
        {"shelf": "plays", "id": "bwd-1", "events": [3]},
        {"shelf": "plays", "id": "bwd-1", "events": [{"seq": 2}]},
        {"shelf": "plays", "id": "bwd-1", "events": "none"},
    ],
)
def test_a_log_that_is_none_is_found_at_its_line(record):
    problem = refusal([a_file()[0], json.dumps(record).encode() + b"\n"])
    assert isinstance(problem, Invalid)
    assert "line 2" in problem.message or "entry 1" in problem.message


def test_a_log_that_no_json_can_hold_is_left_out_by_whoever_writes():
    events = [Event(1, 1, "a.b", {"n": float("nan")}, "2025-03-01T19:30:00Z")]
    gone: list[GroupLog] = []

    def left_out(log: GroupLog) -> LeftOut:
        gone.append(log)
        return LeftOut(log.shelf, log.id, "corrupt")

    lines = list(group_lines(Head("a", {}, 1), [GroupLog("plays", "bwd-1", events)], left_out))
    assert [log.id for log in gone] == ["bwd-1"]
    assert LeftOut("plays", "bwd-1", "corrupt") in list(read(lines))
