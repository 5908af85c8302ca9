"""Whether two logs are one and the same, which of them goes on, and where they part.

A log is the same play (or box) on two devices when it began as the same: its first entry tells of
the same, at the same second. Ids do not count, for each device numbers its own plays; so what an
entry names by id is left aside (see `references`). Neither do renamed seats: they come from beside
the table, whenever somebody corrects a name, and must not part what is one.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import ASIDE, MADE, REDONE, UNDONE, Event
from companion.exchange.groups.references import masked

Told = Callable[[Mapping[str, Any]], dict[str, Any]]
"""Puts the data of their entries as our group tells it: its ids, its people."""
BEYOND = -1
"""The number of an entry that is not there."""


class Relation(NamedTuple):
    """How their log stands to ours: what both tell, what only theirs does.

    `common` is how many of their entries both have. `parted` says that both went on from there,
    each in its own way; `ours_at` and `theirs_at` are when, ours and theirs, of the first entry
    that differs, `entry` its number in ours. Not parted, `tail` are their events that come behind
    ours, with the numbers that they have there.
    """

    common: int
    parted: bool = False
    entry: int = BEYOND
    ours_at: str = ""
    theirs_at: str = ""
    tail: tuple[Event, ...] = ()


def identity(shelf: str, first: Event) -> str:
    """What a log of that shelf goes by on every device, made of its first event."""
    told = [shelf, first.kind, masked(first.data), first.at]
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def relation(ours: Sequence[Event], theirs: Sequence[Event]) -> Relation:
    """How a log of theirs stands to one of ours that began as the same."""
    if len(theirs) <= len(ours) and all(map(_is_same, ours, theirs)):
        return Relation(len(theirs))
    our_steps, their_steps = _steps(ours), _steps(theirs)
    pairs = zip(our_steps, their_steps, strict=False)
    common = next(
        (place for place, (our, their) in enumerate(pairs) if our.tells != their.tells),
        min(len(our_steps), len(their_steps)),
    )
    if common < len(our_steps) and common < len(their_steps):
        our, their = our_steps[common].event, their_steps[common].event
        entries = len({step.event.action for step in their_steps[:common]})
        return Relation(entries, True, our.action, our.at, their.at)
    known = {id(step.event) for step in their_steps[:common]}
    numbers = {
        their.event.action: our.event.action
        for our, their in zip(our_steps[:common], their_steps[:common], strict=True)
    }
    later = [event for event in theirs if id(event) not in known and not _is_old_name(event, ours)]
    return Relation(len(set(numbers)), tail=_renumbered(later, ours, numbers))


def pooled(ours: Sequence[Event], theirs: Sequence[Event]) -> tuple[Event, ...]:
    """The entries that only theirs tells, as they come behind ours; a box begins only once.

    For logs of which each device has just one, such as that of a box that is like all others, or of
    its printed labels: what both told is one store of facts, in whatever order.
    """
    our_signs, their_signs = _signs(ours), _signs(theirs)
    left = Counter(our_signs.values())
    named = {sign: action for action, sign in our_signs.items()}
    numbers: dict[int, int] = {}
    new: list[int] = []
    for action, sign in their_signs.items():
        if left[sign] > 0:
            left[sign] -= 1
            numbers[action] = named[sign]
        else:
            new.append(action)
    later = [event for event in theirs if event.action in new and event.kind != MADE]
    return _renumbered(later, ours, numbers)


def put(events: Sequence[Event], told: Told) -> list[Event]:
    """Events of theirs with their data as our group tells it."""
    return [event._replace(data=told(event.data)) for event in events]


class _Step(NamedTuple):
    """An event with all that it tells, its number aside."""

    event: Event
    tells: tuple[Any, ...]


def _steps(events: Sequence[Event]) -> list[_Step]:
    """The events that were told at the table, in a form in which two logs are compared."""
    ranks: dict[int, int] = {}
    steps = []
    for event in events:
        if _is_aside(event, ranks):
            continue
        rank = ranks.setdefault(event.action, len(ranks))
        data = masked(event.data)
        if event.kind in (UNDONE, REDONE):
            data = {"action": ranks[event.data["action"]]}
        steps.append(_Step(event, (rank, event.kind, data, event.at, event.house)))
    return steps


def _is_aside(event: Event, ranks: Mapping[int, int]) -> bool:
    """Whether it is a seat that is called otherwise, or one that is again called as before."""
    if event.kind in (UNDONE, REDONE):
        return not _is_about(event, ranks)
    return event.kind in ASIDE


def _is_about(event: Event, entries: Mapping[int, Any]) -> bool:
    """Whether what is undone or redone is one of these entries."""
    number = event.data.get("action")
    return type(number) is int and number in entries


def _is_same(our: Event, their: Event) -> bool:
    return our == their or (
        our[:3] == their[:3]
        and our[4:] == their[4:]
        and (our.data == their.data or masked(our.data) == masked(their.data))
        and (our.kind not in ASIDE or our.data == their.data)
    )


def _is_old_name(event: Event, ours: Sequence[Event]) -> bool:
    """Whether theirs calls a seat as ours does, or did before it was called otherwise again."""
    if event.kind not in ASIDE:
        return False
    seat = event.data.get("seat")
    return any(
        our.kind in ASIDE and our.data.get("seat") == seat and our.at >= event.at for our in ours
    )


def _renumbered(
    later: Sequence[Event], ours: Sequence[Event], numbers: Mapping[int, int]
) -> tuple[Event, ...]:
    """Events of theirs as they come behind ours; `numbers` are those that entries have here."""
    known, new = dict(numbers), []
    seq, action = len(ours), ours[-1].action
    for event in later:
        data = event.data
        if event.kind in (UNDONE, REDONE):
            if not _is_about(event, known):
                continue  # It is about a renamed seat that did not come along.
            data = {**data, "action": known[data["action"]]}
        if event.action not in known:
            action += 1
            known[event.action] = action
        seq += 1
        new.append(event._replace(seq=seq, action=known[event.action], data=data))
    return tuple(new)


def _signs(events: Sequence[Event]) -> dict[int, str]:
    """For each entry, what it tells and when, its number aside."""
    signs: dict[int, str] = {}
    told: dict[int, list[Any]] = {}
    for event in events:
        data = masked(event.data)
        if event.kind in (UNDONE, REDONE):
            data = {"action": signs[event.data["action"]] if _is_about(event, signs) else ""}
        told.setdefault(event.action, []).append([event.kind, data, event.at, event.house])
        signs[event.action] = json.dumps(told[event.action], sort_keys=True)
    return signs
