"""Checks of every play's log: folding, undo and redo, and its record."""

import json
from collections.abc import Mapping
from random import Random

import pytest

from companion.core.event import Event, House
from companion.core.log import Log
from companion.core.record import Mark, PlayRecord
from companion.core.shapes import first_misfit
from companion.errors import CompanionError, Illegal
from companion.table.history import summary
from companion.table.plays.replay import Senseless, current_state, entries
from companion.table.plays.undo import recheck
from companion.testing.plays import (
    HOUSE,
    Recorded,
    folded,
    redone,
    refused_without,
    undone,
)
from companion.testing.subject import Subject

Refusals = Mapping[int, CompanionError | None]
"""The refusals of undoing each entry; None if it can be undone."""


class LogChecks(Subject):
    """The part of `GameTests` about logs."""

    def check_log(self, play: Recorded) -> set[bool]:
        """Check a whole log; return whether its entries could be undone: all, none or both."""
        refusals = {
            entry: refused_without(play, undone(play.log, entry), entry)
            for entry in range(2, len(play.states) + 1)
        }
        self._check_fold(play)
        self._check_text(play)
        self._check_shapes(play)
        self._check_undo_and_redo(play)
        self._check_old_entries(play)
        self._check_undo_by_house_rule(play, refusals)
        self._check_lines_of_undone_entries(play)
        self._check_summary(play)
        return {refusal is None for refusal in refusals.values()}

    # Folding

    def _check_fold(self, play: Recorded) -> None:
        """Folded at once or step by step, the states are the same, and no plan changes the past."""
        again = folded(play)
        assert again == play.states
        assert [*map(hash, again)] == [*map(hash, play.states)]
        assert current_state(play.game, play.log) == play.states[-1]

    def _check_text(self, play: Recorded) -> None:
        """It can be written to a file and read again."""
        text = json.dumps([event.to_json() for event in play.log.events])
        again = Log(tuple(Event.from_json(record) for record in json.loads(text)))
        assert again == play.log
        assert current_state(play.game, again) == play.states[-1]

    def _check_shapes(self, play: Recorded) -> None:
        """All events have valid shapes; otherwise the log would count as damaged."""
        shapes = play.game.all_shapes
        assert {event.kind for event in play.log.events} <= set(shapes)
        assert first_misfit(play.log.events, shapes) is None
        if len(play.logs) > 2:
            assert first_misfit(redone(undone(undone(play.log))).events, shapes) is None
        for event in play.log.events:
            assert not self.entry_mistakes(event.to_json())

    # Undo and redo

    def _check_undo_and_redo(self, play: Recorded) -> None:
        """After undo and redo, the same events count as before; sometimes the state is checked."""
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

    def _check_old_entries(self, play: Recorded) -> None:
        """Undo several old entries, one after another, each in the log that the last one left."""
        random, log, now = Random(play.seed), play.log, play.states[-1]
        count = len(play.states)
        for entry in random.sample(range(2, count + 1), min(6, count - 1)):
            changed = undone(log, entry)
            try:
                state = recheck(play.game, log, changed, entry, play.reference).state
            except CompanionError as refusal:
                numbers = {str(event.action) for event in log.events if event.action > entry}
                words = refusal.message.replace(".", " ").replace(":", " ").split()
                assert numbers & set(words), refusal.message  # noqa: PT017
                continue
            assert len(entries(play.game, changed, play.reference)) == count
            document = play.open(changed, state).document()
            assert not self.document_mistakes(document)
            # Redone, it counts again, and so does everything after it.
            back = redone(changed, entry)
            again = recheck(play.game, changed, back, entry, play.reference)
            assert again.state == now
            log, now = changed, state
        assert current_state(play.game, log) == now

    def _check_undo_by_house_rule(self, play: Recorded, refusals: Refusals) -> None:
        """An entry that was undone by house rule, and redone, cannot be undone without one."""
        log, illegal = play.log, [it for it in refusals.items() if isinstance(it[1], Illegal)]
        for entry, first in illegal[play.seed % 3 :: 3]:
            assert isinstance(first, Illegal)
            taken = undone(log, entry)
            try:
                changed = recheck(play.game, log, taken, entry, play.reference, HOUSE)
            except CompanionError:
                continue
            house = House(HOUSE, changed.overruled)
            by_house = Log((*log.events, taken.events[-1]._replace(house=house)))
            back = redone(by_house, entry)
            recheck(play.game, by_house, back, entry, play.reference)
            again = undone(back, entry)
            with pytest.raises(Illegal) as second:
                recheck(play.game, back, again, entry, play.reference)
            assert second.value.rule == first.rule

    def _check_lines_of_undone_entries(self, play: Recorded) -> None:
        """Every log that still makes a state can be shown.

        Others are skipped, such as one in which somebody acts before joining.
        """
        random, count = Random(play.seed), len(play.states)
        for _ in range(4):
            taken = random.sample(range(2, count + 1), min(random.randint(1, 5), count - 1))
            log = play.log
            for entry in taken:
                log = undone(log, entry)
            try:
                current_state(play.game, log)
            except Senseless:
                continue
            shown = entries(play.game, log, play.reference)
            assert {entry.number for entry in shown if entry.undone} == set(taken)
            assert len(shown) == count

    # The record of a play

    def _check_summary(self, play: Recorded) -> None:
        """Skipping kinds of entries (`result_kinds`) gives the same record, which fits JSON."""
        for log in play.logs[::7]:
            quick = summary.summarized("x-1", log.events)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(summary, "_passed_over", lambda game: frozenset())
                assert summary.summarized("x-1", log.events) == quick
        record = summary.summarized("x-1", play.log.events)
        assert PlayRecord.unpacked(json.loads(json.dumps(record.packed()))) == record
        assert all(isinstance(mark, Mark) for mark in record.marks)
