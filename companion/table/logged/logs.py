"""Where a play lies that is to be put right: in a log of its own, or in that of an import."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from companion.core.amendments import UID
from companion.core.event import Draft, Event
from companion.core.log import Log
from companion.core.names import folded
from companion.core.record import PlayRecord
from companion.errors import NotFound, Refused
from companion.exchange.import_log import recorded_plays
from companion.store.base import Appender, LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.history.records import Names
from companion.table.history.report import followed_record, is_logged_id
from companion.table.history.summary import IMPORTS, LOGGED_PREFIX
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import current_state

_LIST = "`companion plays --all` lists them."


class FoundPlay(NamedTuple):
    """A play: its log as it stands, and what is remembered of it, under the names of today. `play`
    is the followed one, None for one that was logged afterwards."""

    ref: LogRef
    held: Appender
    record: PlayRecord
    play: OpenPlay | None = None

    def write(self, desk: Desk, drafts: Sequence[Draft]) -> PlayRecord:
        """Put facts about the play into its log, as one entry; what is remembered of it then."""
        before = self.play.log if self.play else Log(tuple(self.held.events))
        if self.play is None:
            named = [it._replace(data={UID: self.record.uid, **it.data}) for it in drafts]
            log = before.extended(named, desk.now())
            record = _recorded_play(desk, self.ref, log.events, self.record.play)
            self.held.append(log.events[len(before.events) :])
            return record
        log = before.extended(drafts, desk.now(), source=desk.source)
        after = self.play.after(log, current_state(self.play.game, log))
        record = followed_record(desk, self.ref.id, log.events)
        desk.append(self.play, self.held, after)
        return record


@contextmanager
def held(desk: Desk, text: str | None) -> Iterator[FoundPlay]:
    """The play that is named, or that at hand, its log held for a change.

    Raises NotFound, Ambiguous, and what reading the play raises.
    """
    if text is not None and is_logged_id(text):
        ref, play = _place(desk, folded(text))
        with desk.store.change_log(ref) as log:
            yield FoundPlay(ref, log, _recorded_play(desk, ref, log.events, play))
        return
    ref = desk.play_ref() if text is None else LogRef(desk.group, PLAYS, desk.find_play(text))
    desk.opened(ref, desk.store.read_log(ref))  # while nobody is held up: it takes longest
    with desk.store.change_log(ref) as log:
        opened = desk.opened(ref, log.events)
        yield FoundPlay(ref, log, followed_record(desk, ref.id, log.events), opened)


def _place(desk: Desk, play: str) -> tuple[LogRef, str]:
    """The log in which a logged play lies, and its id in full. Raises NotFound."""
    log = play if play.startswith(LOGGED_PREFIX) else play.rpartition(".")[0]
    ref = LogRef(desk.group, IMPORTS, log)
    if not desk.group_document() or not desk.store.has_log(ref):
        raise NotFound(f"There is no play {play}.", _LIST)
    return ref, play


def _recorded_play(desk: Desk, ref: LogRef, events: Sequence[Event], play: str) -> PlayRecord:
    """The play of that id in the log of an import. Raises NotFound, Refused or Corrupt."""
    try:
        records = recorded_plays(events)
    except ValueError as problem:
        raise desk.store.damaged(ref, str(problem)) from None
    number = "1" if ref.id == play else play.rpartition(".")[2]
    if not records:
        raise Refused(
            f"{ref.id} is taken back, with all its plays.",
            f"`companion import --bring-back {ref.id}` brings them back.",
        )
    place = int(number) if number.isdecimal() and len(number) < 9 else 0
    if not 1 <= place <= len(records):
        raise NotFound(f"There is no play {play}.", _LIST)
    return Names.of(desk.group_document()).with_names_now(records[place - 1]._replace(play=play))
