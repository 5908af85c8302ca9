"""Plays that went on in two ways on two devices, and which way is kept: `play keep`."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from companion.core.event import ADMIN_KINDS, Event
from companion.core.names import counted, listed
from companion.core.record import PlayRecord
from companion.core.reply import Reply
from companion.errors import Refused
from companion.exchange.groups.merge import relation
from companion.store.base import Document, LogRef
from companion.table.desk import PLAYS, Desk
from companion.table.groups.arrivals import computers
from companion.table.history.finished_plays import History
from companion.table.history.report import record_named
from companion.table.local_time import local
from companion.table.logged.result import summary_line
from companion.table.logged.what_counts import delete_play, restore_play
from companion.table.plays import enter
from companion.table.plays.undo import undo


class Way(NamedTuple):
    """One way in which a play went on: its record, and what was entered since they parted."""

    record: PlayRecord
    entries: int
    by: Sequence[str]
    on: Sequence[str]
    last: str

    @property
    def line(self) -> str:
        """This way as a line of an answer."""
        by = f" by {listed(list(self.by))}" if self.by else ""
        on = f" on {listed(list(self.on))}" if self.on else ""
        return (
            f"{summary_line(self.record)}; {counted(self.entries, 'entry')} of its own{by}{on}, "
            f"the last at {local(self.last)[:16]}"
        )


def list_forks(desk: Desk) -> Reply:
    """List the plays that went on in several ways and of which none was chosen yet."""
    forks = list(_forks(desk))
    lines = [
        line
        for ways in forks
        for line in (*(way.line for way in ways), f"→ {_how([way.record.play for way in ways])}")
    ]
    return Reply(
        document=lambda: {
            "group": desk.group,
            "kept": None,
            "forks": [
                [
                    {
                        "play": way.record.play,
                        "entries": way.entries,
                        "by": list(way.by),
                        "on": list(way.on),
                        "last": way.last,
                    }
                    for way in ways
                ]
                for ways in forks
            ],
        },
        lines=tuple(lines) or ("No play went on in two ways.",),
    )


def keep_play(desk: Desk, text: str) -> Reply:
    """Keep one way in which a play went on, and delete the others.

    Raises Refused if it went on in one way only.
    """
    record = record_named(desk, text)
    others = [
        play
        for play in History(desk).plays.also("uid = ?", record.uid)
        if play.play != record.play and not play.source
    ]
    if not others:
        raise Refused(
            f"{record.play} went on in one way only: there is nothing to choose.",
            "`companion play keep` lists plays that went two ways.",
        )
    if record.status == "deleted":
        restore_play(desk, record.play)
        record = record_named(desk, record.play)
        if record.status == "abandoned":  # for the way that was kept before
            _in_play(desk, record.play, lambda: undo(desk, None))
            record = record_named(desk, record.play)
    for other in others:
        if other.status == "live":
            _in_play(desk, other.play, lambda: enter.finish(desk, (), abandon=True))
        if other.status != "deleted":
            delete_play(desk, other.play)
    if record.status == "live":
        with desk.changing_group() as document:
            document["current"] = record.play
    names = [other.play for other in others]
    verb = "is" if len(names) == 1 else "are"
    return Reply(
        document=lambda: {"group": desk.group, "kept": record.play, "forks": []},
        lines=(
            f"{record.play} counts; {listed(names)} {verb} deleted.",
            f"→ `companion play keep {names[0]}` chooses otherwise.",
        ),
    )


def _in_play(desk: Desk, play: str, act: Callable[[], object]) -> None:
    before = desk.options.play
    desk.options.play = play
    try:
        act()
    finally:
        desk.options.play = before


def _forks(desk: Desk) -> Iterator[list[Way]]:
    document = desk.group_document()
    by_uid: dict[str, list[PlayRecord]] = {}
    for play in History(desk).plays:
        if not play.source and play.status in ("live", "finished"):
            by_uid.setdefault(play.uid, []).append(play)
    for plays in by_uid.values():
        if len(plays) > 1:
            logs = [desk.store.read_log(LogRef(desk.group, PLAYS, it.play)) for it in plays]
            yield [
                _way(document, it, logs[place], [*logs[:place], *logs[place + 1 :]])
                for place, it in enumerate(plays)
            ]


def _way(
    document: Document,
    record: PlayRecord,
    events: Sequence[Event],
    others: Sequence[Sequence[Event]],
) -> Way:
    common = max(relation(other, events).common for other in others)
    numbers = list(dict.fromkeys(event.action for event in events))
    own = [event for event in events if event.action in numbers[common:]]
    by = dict.fromkeys(event.source.by for event in own if event.source.by)
    at_the_table = [event.seq for event in own if event.kind not in ADMIN_KINDS]
    on = computers(document, record.play, at_the_table)
    return Way(record, len(numbers) - common, tuple(by), on, events[-1].at)


def _how(plays: Sequence[str]) -> str:
    """Which commands choose one of these plays."""
    return " or ".join(f"`companion play keep {play}`" for play in plays) + " chooses one."
