"""A group with one play, as the tests of the store use it."""

from datetime import datetime
from pathlib import Path

from hypothesis import strategies as st

from companion.core.event import Event
from companion.core.record import UTC_TIME
from companion.store.base import LogRef
from companion.store.tiny import TinyStore

PLAY = LogRef("Home", "plays", "bwd-1")
DOCUMENT = {"players": [{"name": "Ana"}, {"name": "Ben"}], "default": True}
moments = st.datetimes(datetime(1900, 1, 1)).map(lambda at: at.strftime(UTC_TIME))
"""Times as entries have them."""


def entry(number: int) -> Event:
    return Event(number, number, "points.gained", {"points": number}, "2025-03-01T19:30:00Z")


def store_with_play(home: Path, entries: int = 2) -> TinyStore:
    store = TinyStore(home, patience=0.05)
    store.create_group(PLAY.group, DOCUMENT)
    store.create_log(PLAY, [entry(number) for number in range(1, entries + 1)])
    return store


def append_one(store: TinyStore, ref: LogRef = PLAY) -> None:
    with store.change_log(ref) as log:
        log.append([entry(len(log.events) + 1)])


def play_file(home: Path) -> Path:
    return home / "groups" / "home" / "plays" / "bwd-1.json"
