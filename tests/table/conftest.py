"""A group with a past that was made by hand."""

from collections.abc import Callable, Iterable

import pytest

from companion.core.log import Log
from companion.core.record import PlayRecord
from companion.exchange.import_log import import_made, play_drafts
from companion.store.base import LogRef
from companion.table.desk import Desk
from companion.testing.store import TemporaryStore
from tests.desks import Desks

AT = "2026-11-22T20:00:00Z"


def remembered(plays: Iterable[PlayRecord], *known: str) -> Desk:
    """A desk of a group that remembers these plays, and whose players are `known` as well."""
    store, records = TemporaryStore(), list(plays)
    store.create_group("home", {"players": [{"name": name} for name in known]})
    log = Log().extended([import_made("made up", "plays.json", len(records))], AT)
    if records:
        log = log.extended(play_drafts(records), AT)
    store.create_log(LogRef("home", "imports", "import-1"), log.events)
    return Desks(store)()


@pytest.fixture
def past() -> Callable[..., Desk]:
    """Makes the desk of a group that remembers some plays."""
    return remembered
