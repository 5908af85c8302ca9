"""A copy as a document of JSON primitives, with every revision and every entry (contract).

`to_json` is what `deck export` writes, a key a thing; `packed` is the same for the codes of a whole
deck, short. Both are read back to the very log that they were made of.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import Event
from companion.core.names import is_text
from companion.errors import Invalid, TooNew

VERSION = 1
KIND = "companion-copy"
MOST_EVENTS = 100_000
_ENTRY = ("at", "facts", "house")


class Archive(NamedTuple):
    """A copy that was taken out of some group: its id there, its game's id, and its whole log."""

    copy: str
    game: str
    events: tuple[Event, ...]

    def to_json(self) -> dict[str, Any]:
        """The archive as `deck export` writes it."""
        return {
            "kind": KIND,
            "version": VERSION,
            "copy": self.copy,
            "game": self.game,
            "events": [event.to_json() for event in self.events],
        }

    def packed(self) -> list[Any]:
        """The archive with nothing twice: `[version, copy, game, entries]`, an entry being
        `[time, [[kind, data], …]]` and, where a house rule was used, `[why, rules]`."""
        entries: list[list[Any]] = []
        for event in self.events:
            if event.action > len(entries):
                house = [[event.house.why, list(event.house.rules)]] if event.house else []
                entries.append([event.at, [], *house])
            entries[-1][1].append([event.kind, dict(event.data)])
        return [VERSION, self.copy, self.game, entries]


def from_json(document: Any) -> Archive:
    """The archive of a document. Raises Invalid for what is none, TooNew for a newer one's."""
    if not isinstance(document, dict) or document.get("kind") != KIND:
        raise _no_archive()
    _require_known(document.get("version"))
    copy, game, records = (document.get(key) for key in ("copy", "game", "events"))
    if not isinstance(records, list) or not all(isinstance(one, Mapping) for one in records):
        raise _no_archive()
    return _made(copy, game, [_event(record, seq) for seq, record in enumerate(records, 1)])


def unpacked(document: Any) -> Archive:
    """The archive of a packed document. Raises Invalid for what is none, TooNew for a newer one."""
    if not isinstance(document, list) or len(document) != 4:
        raise _no_archive()
    _require_known(document[0])
    events: list[Event] = []
    try:
        for action, entry in enumerate(document[3], 1):
            at, facts, why = entry if len(entry) == len(_ENTRY) else (*entry, None)
            house = None if why is None else dict(zip(("why", "rules"), why, strict=True))
            for kind, data in facts:
                told = {"seq": len(events) + 1, "action": action, "kind": kind, "data": data}
                events.append(_event({**told, "at": at, "house": house}, action))
    except (ValueError, TypeError, AttributeError):
        raise _no_archive() from None
    return _made(document[1], document[2], events)


def _event(record: Mapping[str, Any], number: int) -> Event:
    """An entry's fact. Raises Invalid, with the entry's number, for what is none."""
    try:
        return Event.from_json(record)
    except ValueError:
        raise _no_archive(f"its entry {number} is not as it should be") from None


def _made(copy: Any, game: Any, events: Sequence[Event]) -> Archive:
    if not isinstance(copy, str) or not isinstance(game, str) or not events:
        raise _no_archive()
    if len(events) > MOST_EVENTS:
        raise _no_archive(f"it tells {len(events):,} facts of one box")
    if not is_text(json.dumps([event.to_json() for event in events], ensure_ascii=False)):
        raise _no_archive("it holds halves of characters")
    action = 0
    for seq, event in enumerate(events, 1):
        if event.seq != seq or event.action not in (action, action + 1) or not event.action:
            raise _no_archive(f"its entry {event.action} is out of place")
        action = event.action
    return Archive(copy, game, tuple(events))


def _require_known(version: Any) -> None:
    if type(version) is not int:
        raise _no_archive()
    if version > VERSION:
        raise TooNew(
            "This copy was exported by a newer companion.",
            "Update the companion: pip install --upgrade companion",
        )
    if version != VERSION:
        raise _no_archive()


def _no_archive(why: str = "") -> Invalid:
    return Invalid(
        f"This is no copy that a companion exported{f': {why}' if why else ''}.",
        "`companion deck export COPY -o FILE.json` makes one.",
    )
