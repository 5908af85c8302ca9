"""The log: it only grows, and undo and redo are entries like any other."""

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from companion.core.event import REDONE, UNDONE, Draft, House
from companion.core.log import Log
from companion.errors import NotFound, Refused

AT = "2025-03-01T19:30:00Z"


def begun() -> Log:
    return Log().extended([Draft("play.started", {})], AT)


def note(log: Log, *texts: str) -> Log:
    """The log with one more entry of as many facts as there are texts."""
    return log.extended([Draft("note.added", {"text": text}) for text in texts], AT)


def undo(log: Log, entry: int | None = None) -> Log:
    return log.extended([Draft(UNDONE, {"action": log.entry_to_undo(entry)})], AT)


def redo(log: Log, entry: int | None = None) -> Log:
    return log.extended([Draft(REDONE, {"action": log.entry_to_redo(entry)})], AT)


def told(log: Log) -> list[str]:
    """What stands."""
    return [event.data["text"] for event in log.standing() if event.kind == "note.added"]


# Growing


def test_events_are_numbered_on_and_share_the_number_of_their_entry():
    log = note(note(begun(), "a", "b"), "c")
    assert [(event.seq, event.action) for event in log.events] == [(1, 1), (2, 2), (3, 2), (4, 3)]
    assert {event.at for event in log.events} == {AT}


def test_a_longer_log_leaves_the_shorter_one_as_it_was():
    short = note(begun(), "a")
    long = undo(note(short, "b"))
    assert told(short) == ["a"]
    assert long.events[: len(short.events)] == short.events


def test_a_house_rule_stands_on_every_event_of_its_entry():
    house = House("we agreed", ("BWD-85",))
    log = begun().extended([Draft("a.b", {}), Draft("c.d", {})], AT, house)
    assert [event.house for event in log.events] == [None, house, house]


def test_what_is_not_json_never_gets_into_a_log():
    with pytest.raises(ValueError, match="JSON"):
        begun().extended([Draft("note.added", {"text": ("a", "tuple")})], AT)


# Undo


def test_undo_takes_back_the_newest_entry_as_a_whole():
    assert told(undo(note(note(begun(), "a"), "b", "c"))) == ["a"]


def test_undo_goes_back_one_entry_at_a_time_until_the_beginning():
    log = note(note(begun(), "a"), "b")
    assert told(undo(undo(log))) == []
    with pytest.raises(Refused, match="nothing to undo"):
        undo(undo(undo(log)))


def test_one_old_entry_can_be_taken_back_alone():
    log = note(note(note(begun(), "a"), "b"), "c")
    assert told(undo(log, 3)) == ["a", "c"]


def test_the_beginning_cannot_be_taken_back():
    with pytest.raises(Refused, match="Entry 1"):
        undo(note(begun(), "a"), 1)


def test_what_is_taken_back_already_cannot_be_again_and_the_hint_is_redo():
    log = undo(note(begun(), "a"), 2)
    with pytest.raises(Refused) as refusal:
        undo(log, 2)
    assert "redo 2" in refusal.value.hint


@pytest.mark.parametrize("entry", [0, 3, 99, -1])
def test_an_entry_that_is_no_entry_is_not_found(entry):
    with pytest.raises(NotFound, match=str(entry)):
        undo(undo(note(begun(), "a")), entry)


# Redo


def test_redo_brings_back_what_was_undone_last():
    log = undo(undo(note(note(begun(), "a"), "b")))
    assert told(redo(log)) == ["a"]
    assert told(redo(redo(log))) == ["a", "b"]
    with pytest.raises(Refused):
        redo(redo(redo(log)))


def test_after_a_new_entry_the_table_has_moved_on_and_redo_needs_a_number():
    log = note(undo(note(begun(), "a")), "b")
    with pytest.raises(Refused) as refusal:
        redo(log)
    assert "redo 2" in refusal.value.hint
    assert told(redo(log, 2)) == ["a", "b"]


def test_an_entry_comes_back_at_its_own_place():
    log = undo(note(note(begun(), "a"), "b"), 2)
    assert told(redo(note(log, "c"), 2)) == ["a", "b", "c"]


def test_what_stands_cannot_be_brought_back():
    with pytest.raises(Refused, match="Entry 2 was not taken back"):
        redo(note(begun(), "a"), 2)
    with pytest.raises(NotFound, match="77"):
        redo(begun(), 77)
    with pytest.raises(Refused, match="nothing to redo"):
        redo(begun())


def test_an_entry_can_go_back_and_forth_for_ever():
    log = note(begun(), "a")
    for _ in range(3):
        log = undo(log)
        assert told(log) == []
        log = redo(log)
        assert told(log) == ["a"]
    assert len(log.events) == 2 + 6


# Any order of all of it, against the plainest model


class LogMachine(RuleBasedStateMachine):
    """A list of [number, text, stands], and a stack of what a plain redo would bring back."""

    def __init__(self) -> None:
        super().__init__()
        self.log = begun()
        self.entries: list[list] = []
        self.stack: list[int] = []
        self.count = 1

    def standing(self) -> list[int]:
        return [number for number, _, stands in self.entries if stands]

    def undone(self) -> list[int]:
        return [number for number, _, stands in self.entries if not stands]

    def turn(self, number: int, stands: bool) -> None:
        next(entry for entry in self.entries if entry[0] == number)[2] = stands
        self.count += 1
        if stands:
            self.stack = [other for other in self.stack if other != number]
        else:
            self.stack.append(number)

    @rule(text=st.text(max_size=3))
    def a_new_entry(self, text):
        self.log = note(self.log, text)
        self.count += 1
        self.entries.append([self.count, text, True])
        self.stack = []

    @rule()
    def plain_undo(self):
        if self.standing():
            self.log = undo(self.log)
            self.turn(self.standing()[-1], False)
        else:
            with pytest.raises(Refused):
                undo(self.log)

    @rule()
    def plain_redo(self):
        if self.stack:
            self.log = redo(self.log)
            self.turn(self.stack[-1], True)
        else:
            with pytest.raises(Refused):
                redo(self.log)

    @precondition(lambda self: self.standing())
    @rule(data=st.data())
    def undo_one_of_them(self, data):
        number = data.draw(st.sampled_from(self.standing()))
        self.log = undo(self.log, number)
        self.turn(number, False)

    @precondition(lambda self: self.undone())
    @rule(data=st.data())
    def redo_one_of_them(self, data):
        number = data.draw(st.sampled_from(self.undone()))
        self.log = redo(self.log, number)
        self.turn(number, True)

    @precondition(lambda self: self.standing())
    @rule()
    def undo_and_redo_lead_nowhere(self):
        assert redo(undo(self.log)).standing() == self.log.standing()

    @rule()
    def undoing_everything_leaves_the_beginning(self):
        log = self.log
        for _ in self.standing():
            log = undo(log)
        assert log.standing() == [self.log.events[0]]

    @invariant()
    def what_stands_is_what_the_model_says(self):
        assert told(self.log) == [text for _, text, stands in self.entries if stands]
        assert self.log.undone_actions() == set(self.undone())
        assert self.log.next_action == self.count + 1

    @invariant()
    def the_fold_depends_on_nothing_that_was_taken_back(self):
        kept = set(self.standing()) | {1}
        never_was = Log(tuple(event for event in self.log.events if event.action in kept))
        assert told(never_was) == told(self.log)


TestAnyOrder = LogMachine.TestCase
TestAnyOrder.settings = settings(max_examples=50, stateful_step_count=25, deadline=None)
