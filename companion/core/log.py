"""The log of a play or a box: append, undo, redo, and which events count.

A log only grows. Undoing appends `action.undone`, redoing appends `action.redone`; every other
event *counts* unless its action is undone. The state is the fold of these events, so undo needs no
snapshots and survives any restart.
"""

from collections.abc import Iterable

from companion.core.event import (
    ADMIN_KINDS,
    KEYBOARD,
    REDONE,
    UNDONE,
    Draft,
    Event,
    House,
    Source,
    require_recordable,
)
from companion.core.value import Value
from companion.errors import NotFound, Refused

OPENING_ACTION = 1
_CHANGES = (UNDONE, REDONE)


class Wording(Value):
    """How refusals mention a log: its commands, and what it is the log of."""

    commands: str
    as_begun: str
    beginning: str
    way_out: str


PLAY_WORDING = Wording(
    commands="companion",
    as_begun="the play stands as it began",
    beginning="the start of the play",
    way_out="`companion finish --abandon` ends a play that was begun by mistake.",
)


class Log(Value):
    """The events of one log, in order. Appending makes a new log."""

    events: tuple[Event, ...] = ()

    @property
    def next_action(self) -> int:
        """The number of the next command's entry."""
        return self.events[-1].action + 1 if self.events else OPENING_ACTION

    def extended(
        self,
        drafts: Iterable[Draft],
        at: str,
        house: House | None = None,
        source: Source = KEYBOARD,
    ) -> "Log":
        """Return the log with one more action of `drafts`, recorded at `at` (ISO 8601, UTC)."""
        action = self.next_action
        new: list[Event] = []
        for seq, draft in enumerate(drafts, len(self.events) + 1):
            require_recordable(draft)
            new.append(Event(seq, action, draft.kind, draft.data, at, house, source))
        return Log((*self.events, *new))

    def with_entries(
        self,
        entries: Iterable[tuple[Iterable[Draft], House | None]],
        at: str,
        source: Source = KEYBOARD,
    ) -> "Log":
        """Return the log with several more actions, each with the house rule by which it was
        entered.
        """
        log = self
        for drafts, house in entries:
            log = log.extended(drafts, at, house, source)
        return log

    def undone_actions(self) -> set[int]:
        """The actions that are undone now."""
        undone: set[int] = set()
        for event in self.events:
            if event.kind == UNDONE:
                undone.add(event.data["action"])
            elif event.kind == REDONE:
                undone.discard(event.data["action"])
        return undone

    def changed_by_house(self) -> dict[tuple[int, str], House]:
        """The entries that were undone or redone by a house rule that other entries needed.

        By the entry and the kind of that change; later changes are not included.
        """
        last = {event.data["action"]: event for event in self.events if event.kind in _CHANGES}
        return {
            (entry, event.kind): event.house
            for entry, event in last.items()
            if event.house is not None and event.house.rules
        }

    def has_same_entries(self, other: "Log") -> bool:
        """Whether another log has the same counting events, and no house rule that this lacks."""
        return other.changed_by_house().keys() <= self.changed_by_house().keys() and (
            other.standing() == self.standing()
        )

    @property
    def untouched(self) -> bool:
        """Whether nothing was entered after its start, except renames."""
        return all(event.action == 1 or event.kind in ADMIN_KINDS for event in self.events)

    def standing(self) -> list[Event]:
        """The events that count: those whose actions are not undone."""
        undone = self.undone_actions()
        return [
            event
            for event in self.events
            if event.action not in undone and event.kind not in (UNDONE, REDONE)
        ]

    def entry_to_undo(
        self, entry: int | None = None, say: Wording = PLAY_WORDING, last: int = 1
    ) -> int:
        """Return the action that an undo takes back: `entry`, or the first of the `last` ones.

        Raises Refused if there is not as much left to undo, NotFound for an entry not in the log.
        """
        standing = sorted({event.action for event in self.standing()})
        if entry is None:
            entered = {event.action for event in self.standing() if event.kind not in ADMIN_KINDS}
            entered.discard(OPENING_ACTION)
            if not entered:
                raise Refused(f"There is nothing to undo: {say.as_begun}.", say.way_out)
            if len(entered) < last:
                raise Refused(
                    f"Fewer than {last} entries can be undone: {len(entered)}.",
                    f"`{say.commands} undo --last {len(entered)}` takes back all of them.",
                )
            return sorted(entered)[-last]
        if entry == OPENING_ACTION:
            raise Refused(
                f"Entry 1 is {say.beginning}; all other entries depend on it.", say.way_out
            )
        if entry not in standing:
            if entry in self.undone_actions():
                back = f"`{say.commands} redo {entry}` brings it back."
                raise Refused(f"Entry {entry} is taken back already.", back)
            raise NotFound(
                f"There is no entry {entry} to take back.", f"`{say.commands} log` lists them."
            )
        return entry

    def entries_from(self, entry: int) -> tuple[int, ...]:
        """Return the action of that number and all later ones that count, except those from outside
        the table.
        """
        later = {
            event.action
            for event in self.standing()
            if event.action > entry and event.kind not in ADMIN_KINDS
        }
        return (entry, *sorted(later))

    def entry_to_redo(self, entry: int | None = None, say: Wording = PLAY_WORDING) -> int:
        """Return the action that a redo restores: `entry`, or the last that was undone.

        Without a number, only what was undone since the last new entry can be restored: after that,
        the table has moved on (`entries_to_redo` has all that one undo took). Raises Refused if
        there is nothing, NotFound for an unknown entry.
        """
        if entry is not None:
            if entry in self.undone_actions():
                return entry
            if any(event.action == entry for event in self.events):
                raise Refused(
                    f"Entry {entry} was not taken back: there is nothing to bring back.",
                    f"`{say.commands} log` shows which entries were taken back.",
                )
            raise NotFound(f"There is no entry {entry}.", f"`{say.commands} log` lists them.")
        return self.entries_to_redo(say)[-1]

    def entries_to_redo(self, say: Wording = PLAY_WORDING) -> tuple[int, ...]:
        """Return the actions that a redo without a number restores: those of the last undo, in
        order.

        Raises Refused if nothing was undone since the last new entry.
        """
        stack: dict[int, list[int]] = {}
        for event in self.events:
            if event.kind == UNDONE:
                stack.setdefault(event.action, []).append(event.data["action"])
            elif event.kind == REDONE:
                for undone in stack.values():
                    if event.data["action"] in undone:
                        undone.remove(event.data["action"])
            elif event.kind not in ADMIN_KINDS:
                stack.clear()
        left = [undone for undone in stack.values() if undone]
        if not left:
            gone = sorted(self.undone_actions())
            if gone:
                hint = f"To bring back an earlier one: `{say.commands} redo {gone[-1]}`."
                raise Refused("Nothing was undone since the newest entry.", hint)
            hint = f"`{say.commands} undo` takes the newest entry back."
            raise Refused("Nothing was undone, so there is nothing to redo.", hint)
        return tuple(sorted(left[-1]))
