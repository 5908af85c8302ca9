"""The desk: what a command works with, and how it makes entries in the current play.

An entry is always made of the log as it is under the lock, so two terminals at one table never lose
one. The rules are checked before the lock is taken, so nobody waits for another's check.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from companion.core.action import Action
from companion.core.amendments import require_not_deleted
from companion.core.event import KEYBOARD, Event, House, Source
from companion.core.reply import Reply
from companion.core.value import replace
from companion.errors import Ambiguous, NotFound, Refused
from companion.store.base import Appender, Document, LogRef, Store
from companion.table.current import HOME_GROUP, CommonOptions, Current, StateCache
from companion.table.groups.document import PLAYS as PLAYS
from companion.table.groups.document import goes_on, live_log, note_status
from companion.table.plays.open_play import OpenPlay, answer

if TYPE_CHECKING:
    from random import Random

    from companion.core.terminal import Bar, LiveTerminal, Tick

MOST_SENT = 200
"""How many ids of lines that changed the group's document are kept in it."""

Plan = Callable[[Action[Any], Any], None]
"""Adds facts to an action; the second argument is the game's reference."""
Change = Callable[[OpenPlay], tuple[OpenPlay, Reply]]
"""Makes the changed play, and the answer. May be called twice."""


@contextmanager
def unseen(what: str) -> "Iterator[Tick]":
    """A progress bar that shows nothing."""
    yield lambda done, of: None


class Desk(Current):
    """What a command works with.

    `now` gives the time (ISO 8601, UTC), `chance` a Random for the entry of that number, `live` a
    terminal that reads single keys (without one, it raises Invalid with the sentence given).
    `state_cache` is shared by the desks of one process. `source` is noted with every entry. `bar`
    shows progress. `date_order` says how 11/3 is written here: `dmy`, `mdy`, empty if unknown.
    """

    def __init__(
        self,
        store: Store,
        now: Callable[[], str],
        chance: "Callable[[int], Random]",
        options: CommonOptions,
        live: "Callable[[str], LiveTerminal]",
        state_cache: StateCache | None = None,
        source: Source = KEYBOARD,
        bar: "Bar" = unseen,
        date_order: str = "",
    ) -> None:
        super().__init__(store, options, state_cache)
        self.now = now
        self.chance = chance
        self.live = live
        self.source = source
        self.bar = bar
        self.date_order = date_order

    @cached_property
    def house(self) -> str | None:
        """The reason given with `--house`, if any. Raises NotFound or Refused for a ruling."""
        if self.options.house is None:
            return None
        from companion.table.plays.house_rules import reason

        return reason(self)

    def _overruled(self, house: House | None) -> tuple[House | None, Sequence[str]]:
        """Complete an entry's house rule, and describe it. Raises Refused for a ruling about
        something else.
        """
        if house is None:
            return None, ()
        from companion.table.plays import house_rules

        house = house_rules.of(self, house)
        return house, house_rules.describe(self, house)

    @contextmanager
    def changing_group(self) -> Iterator[Document]:
        """Lock the group's document for a change. Raises NotFound if there is no such group."""
        with self.store.change_group(self.group) as document:
            yield self._sound(document)
            if self.source.id:
                document["sent"] = [*document.get("sent", []), self.source.id][-MOST_SENT:]

    def change(self, make: Change, ref: LogRef | None = None) -> Reply:
        """Write what `make` makes of the current play, or of `ref`; return its answer.

        The play is read and changed before the lock is taken. If another terminal was quicker,
        `make` runs again on the log as it is now, with the boxes as read before.
        """
        ref = ref or self.play_ref()
        play = self._of_the_game(self.opened(ref, self.store.read_log(ref)))
        require_not_deleted(ref.id, play.log.events)
        after, reply = make(play)
        with self.store.change_log(ref) as held:
            if not same(held.events, play.log.events):
                now = self._of_the_game(self.opened(ref, held.events))
                play = replace(now, reference=play.reference)
                after, reply = make(play)
            return self._enter(play, held, after, reply)

    def act(self, plan: Plan, ref: LogRef | None = None) -> Reply:
        """Make one entry of what `plan` adds, in the current play or in `ref`; all or nothing."""

        def make(play: OpenPlay) -> tuple[OpenPlay, Reply]:
            action = Action(
                play.game,
                play.state,
                play.reference,
                self.house,
                play.log.next_action,
                chance=self.chance,
                holder=self.source.by,
                play=play.ref.id,
            )
            action.make(lambda made: plan(made, play.reference))
            if not action.drafts:
                raise Refused("Nothing has changed, so nothing was entered.", "`companion table`")
            house, house_lines = self._overruled(action.house_rule)
            log = play.log.with_entries(action.by(house), self.now(), self.source)
            after = play.after(log, action.state)
            reply = answer(after, action.lines, action.warnings, house_lines)
            return after, reply.settled(self.options.as_json)

        return self.change(make, ref)

    def _enter(self, play: OpenPlay, held: Appender, after: OpenPlay, reply: Reply) -> Reply:
        """Write the new events of a locked play, and return the answer, which is completed first.

        If the play ended, was reopened, or was not listed, the group's document changes, too.
        """
        reply = reply.settled(self.options.as_json)
        if play.state.status == after.state.status and not self._is_overlooked(after):
            self.append(play, held, after)
            return reply
        with self.changing_group() as document:
            self.append(play, held, after)
            note_status(document, after)
        other = None if after.state.status == "live" else self._still_going_on(document)
        if other is None:
            return reply
        warning = f"{other} is still going on: `companion resume {other}`."
        return replace(reply, warnings=(*reply.warnings, warning))

    def _still_going_on(self, document: Document) -> str | None:
        """The newest live play."""
        for play in reversed(document.get("live", [])):
            log = live_log(self, play)
            if log is None or goes_on(log):
                return str(play)
        return None

    def _is_overlooked(self, play: OpenPlay) -> bool:
        """Whether a live play is missing from the group's document.

        It was put away untouched, or an older companion was killed in between.
        """
        going_on = play.state.status == "live"
        return going_on and play.ref.id not in self.group_document().get("live", [])

    def append(self, play: OpenPlay, held: Appender, after: OpenPlay) -> None:
        """Write the new events of a locked play, and note that they were entered here."""
        fresh = after.since(play)
        held.append(fresh)
        self.state_cache.keep(after, entered=fresh)

    def ensure_group(self) -> None:
        """Make the group `home` if it does not exist yet. Raises NotFound for any other."""
        if self.group == HOME_GROUP and not self._has_group():
            with suppress(Ambiguous):  # another terminal was quicker
                self.store.create_group(HOME_GROUP, {})
        self.group_document()

    def _has_group(self) -> bool:
        try:
            self.store.read_group(self.group)
        except NotFound:
            return False
        return True


def same(events: Sequence[Event], before: Sequence[Event]) -> bool:
    """Whether a log is unchanged since it was read: it only ever grows."""
    return len(events) == len(before) and events[-1] == before[-1]
