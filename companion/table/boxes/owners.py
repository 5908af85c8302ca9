"""Whose a box is: the same person, whatever name they have by now."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.event import RENAMES, Draft, Event, with_renames
from companion.core.names import folded

OWNER = "owner"
"""The key of a box's entry for the name of its owner."""


def noted(draft: Draft, document: Mapping[str, Any]) -> Draft:
    """A fact of a box with the group's count of renames, where it names the owner."""
    if not draft.data.get(OWNER):
        return draft
    return draft._replace(data={**draft.data, **with_renames(document.get(RENAMES, 0))})


def owned(events: Sequence[Event], document: Mapping[str, Any]) -> Sequence[Event]:
    """The events of a box, its owner named as the group calls that person now.

    An older companion noted no count of renames: then the time decides.
    """
    named = any(event.data.get(OWNER) for event in events)
    if not named or not any(who.get("formerly") for who in document.get("players", ())):
        return events
    from companion.table.history.records import now_called

    former = now_called(document["players"])
    return [
        event._replace(data={**event.data, OWNER: _now(event, former)})
        if event.data.get(OWNER)
        else event
        for event in events
    ]


def _now(event: Event, former: Mapping[str, Sequence[Sequence[Any]]]) -> str:
    name, renames = str(event.data[OWNER]), event.data.get(RENAMES)
    for until, now, number in former.get(folded(name), ()):
        if renames < number if renames is not None and number else event.at <= until:
            return str(now)
    return name
