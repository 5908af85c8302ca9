"""What holds for the log of every play: folding it, undo and redo, what is remembered of it."""

import json
from itertools import groupby
from operator import attrgetter
from random import Random
from typing import Any

import pytest

from companion.core.event import Event, House
from companion.core.log import Log
from companion.core.record import Mark, PlayRecord
from companion.core.shapes import first_misfit
from companion.errors import Ambiguous, CompanionError, Illegal, Invalid, NotFound, Refused
from companion.table.history import summary
from companion.table.plays.replay import current_state, entries
from companion.table.plays.undo import stand_again
from companion.testing.players import RandomPlayer
from companion.testing.plays import (
    HOUSE,
    Recorded,
    folded,
    plays,
    recorded,
    redone,
    refused_without,
    undone,
)
from companion.testing.subject import FEW, Subject


def _licences(events: list[Event]) -> tuple[str, ...]:
    house = events[0].house
    return () if house is None else house.rules


class LogTests(Subject):
    """The part of `GameTests` that is about logs."""

    # Folding

    def test_the_state_is_the_fold_of_the_log_every_time(self, play: Recorded) -> None:
        """Twice, as whole plays are read and as they are made; no plan has changed the past."""
        again = folded(play)
        assert again == play.states
        assert [*map(hash, again)] == [*map(hash, play.states)]
        assert current_state(play.game, play.log) == play.states[-1]

    def test_a_log_survives_being_text(self, play: Recorded) -> None:
        """As a file holds it."""
        text = json.dumps([event.to_json() for event in play.log.events])
        again = Log(tuple(Event.from_json(record) for record in json.loads(text)))
        assert again == play.log
        assert current_state(play.game, again) == play.states[-1]

    def test_what_is_played_is_of_its_shapes(self, play: Recorded) -> None:
        """A log that is otherwise is taken for damaged."""
        shapes = play.game.all_shapes
        assert {event.kind for event in play.log.events} <= set(shapes)
        assert first_misfit(play.log.events, shapes) is None
        if len(play.logs) > 2:
            assert first_misfit(redone(undone(undone(play.log))).events, shapes) is None
        for event in play.log.events:
            assert not self.entry_mistakes(event.to_json())

    # Undo and redo

    def test_undo_goes_back_through_every_state_and_redo_forth_again(self, play: Recorded) -> None:
        """What stands is that of before, event by event, so the state is as well; some are made."""
        made, log = set(range(play.seed % 7, len(play.states), 7)), play.log
        for entry in reversed(range(len(play.states) - 1)):
            log = undone(log)
            self._stands_as_after(play, log, entry, entry in made)
        for entry in range(1, len(play.states)):
            log = redone(log)
            self._stands_as_after(play, log, entry, entry in made)

    def _stands_as_after(self, play: Recorded, log: Log, entry: int, made: bool) -> None:
        assert log.standing() == list(play.logs[entry].events)
        if made:
            assert current_state(play.game, log) == play.states[entry]

    def test_an_old_entry_is_taken_back_cleanly_or_the_refusal_names_the_one_in_the_way(
        self, play: Recorded
    ) -> None:
        """Several, one after another, each out of what the ones before it have left."""
        random, log, now = Random(play.seed), play.log, play.states[-1]
        count = len(play.states)
        for entry in random.sample(range(2, count + 1), min(12, count - 1)):
            changed = undone(log, entry)
            try:
                state = stand_again(play.game, log, changed, entry, play.reference).state
            except CompanionError as refusal:
                numbers = {str(event.action) for event in log.events if event.action > entry}
                words = refusal.message.replace(".", " ").replace(":", " ").split()
                assert numbers & set(words), refusal.message  # noqa: PT017
                continue
            assert len(entries(play.game, changed, play.reference)) == count
            told = play.open(changed, state).document()
            assert not self.document_mistakes(told)
            # Brought back, it stands again, and so does all that came after it.
            back = redone(changed, entry)
            again = stand_again(play.game, changed, back, entry, play.reference)
            assert again.state == now
            log, now = changed, state
        assert current_state(play.game, log) == now

    def test_an_undo_by_house_rule_licenses_nothing_afterwards(self, early: Recorded) -> None:
        """Taken back by house rule and brought back, an entry cannot be taken back without one."""
        log = early.log
        for entry in range(2, len(early.states) + 1):
            first = refused_without(early, undone(log, entry), entry)
            if not isinstance(first, Illegal):
                continue
            try:
                changed = stand_again(
                    early.game, log, undone(log, entry), entry, early.reference, HOUSE
                )
            except CompanionError:
                continue
            taken = undone(log, entry)
            house = House(HOUSE, changed.overruled)
            by_house = Log((*log.events, taken.events[-1]._replace(house=house)))
            back = redone(by_house, entry)
            stand_again(early.game, by_house, back, entry, early.reference)
            again = undone(back, entry)
            with pytest.raises(Illegal) as second:
                stand_again(early.game, back, again, entry, early.reference)
            assert second.value.rule == first.rule

    def test_what_an_undo_leaves_could_be_entered_as_it_stands(self, play: Recorded) -> None:
        """On a fresh table, told in the same words, with the same licences: the same follows."""
        random, log = Random(play.seed), play.log
        assert not self._told_otherwise(play, log), "told twice, it is the same"
        over = play.states[-1].status != "live"
        numbers = [] if over else range(2, len(play.states) + 1)
        for entry in random.sample(numbers, min(12, len(numbers))):
            changed = undone(log, entry)
            if refused_without(play, changed, entry) is None:
                assert not self._told_otherwise(play, changed), f"without entry {entry}"

    def _told_otherwise(self, play: Recorded, log: Log) -> str:
        """The first entry of a log that would be another if it were told anew, and how."""
        standing = {
            number: list(events)
            for number, events in groupby(log.standing()[1:], key=attrgetter("action"))
        }
        state = play.states[0]
        for told in play.told:
            entries = [standing[number] for number in told.entries if number in standing]
            facts = [(event.kind, dict(event.data)) for events in entries for event in events]
            if len(entries) == len(told.entries):
                rules = {rule for events in entries for rule in _licences(events)}
                try:
                    action = told.again(play, state, rules)
                    again = [(draft.kind, dict(draft.data)) for draft in action.drafts]
                    refusal = ""
                except (Illegal, Refused) as problem:
                    again, refusal = None, problem.message
                except (Invalid, NotFound, Ambiguous):
                    again = facts  # Said in words that would mean nothing now.
                if not play.player.same(state, facts, again):
                    return f"{told.entries}: {facts}, and again {again} {refusal}"
            for events in entries:
                for event in events:
                    state = play.game.apply(state, event)
        return ""

    def test_taking_back_old_entries_is_both_possible_and_refused_in_these_plays(
        self, player: RandomPlayer
    ) -> None:
        """Otherwise the test above would show only half of what it says."""
        outcomes = set()
        for play in plays(player, range(FEW)):
            for entry in range(2, len(play.states) + 1):
                outcomes.add(refused_without(play, undone(play.log, entry), entry) is None)
        assert outcomes == ({True, False} if player.rests else {True})

    def test_every_entry_reads_as_lines_also_with_some_taken_back(
        self, player: RandomPlayer
    ) -> None:
        """Not every log may be left so, but every log can be read.

        Hypothesis looks for a play, and for the fewest entries of it, that cannot be.
        """
        pytest.importorskip("hypothesis")
        from hypothesis import given, settings
        from hypothesis import strategies as st

        @settings(max_examples=40, deadline=None, database=None, derandomize=True)
        @given(seed=st.integers(0, player.plays - 1), data=st.data())
        def reads(seed: int, data: Any) -> None:
            play = recorded(player, seed)
            taken = data.draw(st.sets(st.integers(2, len(play.states)), max_size=5))
            log = play.log
            for entry in sorted(taken, key=lambda entry: (entry * 7) % 5):
                log = undone(log, entry)
            told = entries(play.game, log, play.reference)
            assert {entry.number for entry in told if entry.undone} == taken
            assert len(told) == len(play.states)

        reads()

    # What is remembered

    def test_what_is_remembered_of_a_play_is_the_same_read_quickly(
        self, early: Recorded, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """`result_kinds`: as where every entry is looked at; and it is kept as JSON."""
        for log in early.logs[::7]:
            quick = summary.summarized("x-1", log.events)
            with monkeypatch.context() as patch:
                patch.setattr(summary, "_passed_over", lambda game: frozenset())
                assert summary.summarized("x-1", log.events) == quick
        record = summary.summarized("x-1", early.log.events)
        assert PlayRecord.unpacked(json.loads(json.dumps(record.packed()))) == record
        assert all(isinstance(mark, Mark) for mark in record.marks)
