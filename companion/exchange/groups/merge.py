"""Merge two groups: their logs, their documents, and pairs of plays that may be the same.

Pairs of plays that were recorded on two devices are kept in the group's document:

    "alike": [{"plays": [uid, uid], "said": null | "same" | "two", "at": time}]

A merge notes pairs that may be the same play (`said` is null); what users say about a pair takes
precedence, and the latest statement counts.
"""

import copy
import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.event import ADMIN_KINDS, MADE, REDONE, RENAMED, RENAMES, UNDONE, Event
from companion.core.names import folded
from companion.core.titles import TITLES, joined_titles
from companion.exchange.groups.people import PEOPLE, PLAYERS, People
from companion.exchange.groups.references import BOXES, PLAYS, Follow, masked

ALIKE = "alike"
SAME, TWO = "same", "two"


class Pair(NamedTuple):
    """Two plays by their uids, the smaller first; what users said about them, and when.

    `verdict` is empty if nobody did: then `at` is when they were found.
    """

    first: str
    second: str
    verdict: str = ""
    at: str = ""

    @property
    def uids(self) -> tuple[str, str]:
        """Return both uids."""
        return self.first, self.second


def pair(one: str, other: str, verdict: str = "", at: str = "") -> Pair:
    """Return the pair of two uids, given in any order."""
    first, second = sorted((one, other))
    return Pair(first, second, verdict, at)


def pairs_in(document: Mapping[str, Any]) -> list[Pair]:
    """Return the pairs in a group's document."""
    return [
        pair(recorded["plays"][0], recorded["plays"][1], recorded.get("said") or "", recorded["at"])
        for recorded in document.get(ALIKE, [])
    ]


def add_pairs(document: dict[str, Any], found: Iterable[Pair]) -> None:
    """Add pairs to a group's document. For a known pair, the latest statement of users counts."""
    known = {one.uids: one for one in pairs_in(document)}
    for one in found:
        known[one.uids] = max(known.get(one.uids, one), one, key=_counts)
    if known:
        _keep(document, known)


def put_pair(document: dict[str, Any], decided: Pair) -> None:
    """Record in a group's document what a user says about a pair."""
    _keep(document, {**{one.uids: one for one in pairs_in(document)}, decided.uids: decided})


def _keep(document: dict[str, Any], pairs: Mapping[tuple[str, str], Pair]) -> None:
    document[ALIKE] = [
        {"plays": list(one.uids), "said": one.verdict or None, "at": one.at}
        for one in sorted(pairs.values())
    ]


def are_pairs(data: Any) -> bool:
    """Whether the data is a list of pairs as stored."""
    return isinstance(data, list) and all(map(_is_pair, data))


def _counts(one: Pair) -> tuple[bool, str, str]:
    # Of pairs that were only found, the earliest stays.
    return (True, one.at, one.verdict) if one.verdict else (False, "", "")


def _is_pair(data: Any) -> bool:
    plays: Sequence[Any] = data.get("plays", ()) if isinstance(data, dict) else ()
    return (
        isinstance(plays, list)
        and len(plays) == 2
        and all(type(uid) is str for uid in plays)
        and data.get("said") in (None, SAME, TWO)
        and type(data.get("at")) is str
    )


Translate = Callable[[str, Mapping[str, Any]], dict[str, Any]]
"""Translates data of an entry of theirs, by its kind, into the ids and people of our group."""
BEYOND = -1
"""The number of an entry that does not exist here."""


class Relation(NamedTuple):
    """How their log relates to ours: which entries both have, and which only theirs has.

    `common` is how many of their entries both have. `parted` says that both logs continue
    differently after these; `ours_at` and `theirs_at` are then the times of the first entry that
    differs, ours and theirs, and `entry` is its number in ours. Otherwise, `tail` are their further
    events, with their numbers.
    """

    common: int
    parted: bool = False
    entry: int = BEYOND
    ours_at: str = ""
    theirs_at: str = ""
    tail: tuple[Event, ...] = ()


def identity(shelf: str, first: Event) -> str:
    """Return what identifies a log of that shelf on every device, made from its first event."""
    contents = [shelf, first.kind, masked(first.data), first.at]
    return hashlib.sha256(json.dumps(contents, sort_keys=True).encode()).hexdigest()


def are_same(ours: Sequence[Event], theirs: Sequence[Event]) -> bool:
    """Whether two logs hold the same entries, in the same order."""
    here, there = ([step.contents for step in _steps(log)] for log in (ours, theirs))
    return len(ours) == len(theirs) and here == there


def relation(ours: Sequence[Event], theirs: Sequence[Event]) -> Relation:
    """Compare a log of theirs with one of ours that began with the same event."""
    if list(theirs) == list(ours[: len(theirs)]):
        return Relation(len(theirs))
    our_steps, their_steps = _steps(ours), _steps(theirs)
    pairs = zip(our_steps, their_steps, strict=False)
    common = next(
        (place for place, (our, their) in enumerate(pairs) if our.contents != their.contents),
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
    later = [event for event in theirs if id(event) not in known and not _is_recorded(event, ours)]
    return Relation(len(set(numbers)), tail=_renumbered(later, ours, numbers))


def pooled(ours: Sequence[Event], theirs: Sequence[Event]) -> tuple[Event, ...]:
    """Return the entries that only theirs has, to be appended to ours; a box begins only once.

    For logs of which each device has just one, such as a standard box's or that of its printed
    labels: both together are one collection of facts, in any order.
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


def translated(events: Sequence[Event], translate: Translate) -> list[Event]:
    """Return their events with the ids and people of our group."""
    return [event._replace(data=translate(event.kind, event.data)) for event in events]


class _Step(NamedTuple):
    """An event, and its contents without its number."""

    event: Event
    contents: tuple[Any, ...]


def _steps(events: Sequence[Event]) -> list[_Step]:
    """Return the events that were entered at the table, in a form that can be compared."""
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
    """Whether an event came from outside the table: a renamed seat, a corrected play."""
    if event.kind in (UNDONE, REDONE):
        return not _is_about(event, ranks)
    return event.kind in ADMIN_KINDS


def _is_about(event: Event, entries: Mapping[int, Any]) -> bool:
    """Whether an undo or redo concerns one of these entries."""
    number = event.data.get("action")
    return type(number) is int and number in entries


def _uncounted(event: Event) -> dict[str, Any]:
    """Return an entry's data without the count of renames, which each group has for itself."""
    return {key: value for key, value in event.data.items() if key != RENAMES}


def _is_recorded(event: Event, ours: Sequence[Event]) -> bool:
    """Whether ours has this event from outside the table; or a later rename of the same seat."""
    if event.kind != RENAMED:
        return event.kind in ADMIN_KINDS and any(
            (our.kind, our.at) == (event.kind, event.at) and _uncounted(our) == _uncounted(event)
            for our in ours
        )
    seat = event.data.get("seat")
    return any(
        our.kind == RENAMED and our.data.get("seat") == seat and our.at >= event.at for our in ours
    )


def _renumbered(
    later: Sequence[Event], ours: Sequence[Event], numbers: Mapping[int, int]
) -> tuple[Event, ...]:
    """Renumber their events to follow ours; `numbers` maps their entries' numbers to ours."""
    known, new = dict(numbers), []
    seq, action = len(ours), ours[-1].action
    for event in later:
        data = event.data
        if event.kind in (UNDONE, REDONE):
            if not _is_about(event, known):
                continue  # It concerns a renamed seat that was not merged.
            data = {**data, "action": known[data["action"]]}
        if event.action not in known:
            action += 1
            known[event.action] = action
        seq += 1
        new.append(event._replace(seq=seq, action=known[event.action], data=data))
    return tuple(new)


def _signs(events: Sequence[Event]) -> dict[int, str]:
    """Return, for each entry, its contents and time as a text, without its number."""
    signs: dict[int, str] = {}
    contents: dict[int, list[Any]] = {}
    for event in events:
        data = masked(event.data)
        if event.kind in (UNDONE, REDONE):
            data = {"action": signs[event.data["action"]] if _is_about(event, signs) else ""}
        contents.setdefault(event.action, []).append([event.kind, data, event.at, event.house])
        signs[event.action] = json.dumps(contents[event.action], sort_keys=True)
    return signs


# The documents of both: players, rulings, settings


RULINGS = "rulings"
SYNC = "sync"
"""The key for what this device has sent to a shared folder, and read from there."""
OF_THIS_DEVICE = ("me", "current", "sent", "handed", "printer", "reminded", SYNC)
_OF_PLAYS = ("live", "count", "kept", "boxes", RENAMES)


class MergedDocument(NamedTuple):
    """A document with theirs merged into it, and what to report.

    `players` are new names, `rulings` pairs of their number and ours for new rulings, `retired` our
    numbers of rulings that are in force here but not there.
    """

    document: dict[str, Any]
    players: Sequence[str]
    rulings: Sequence[tuple[int, int]]
    retired: Sequence[int]


def merged_documents(
    ours: Mapping[str, Any], theirs: Mapping[str, Any], follow: Follow, people: People
) -> MergedDocument:
    """Merge the contents of their document into ours.

    `people` are theirs and ours, matched. Documents do not decide which plays are live, or after
    which play the state of a box was kept: `live` is ours; `kept` is ours, too, with theirs where
    ours has nothing.
    """
    document: dict[str, Any] = copy.deepcopy(dict(ours))
    theirs = copy.deepcopy(dict(theirs))
    new = people.join(document)
    called = people.called
    rulings, retired = _join_rulings(document, theirs.get(RULINGS, []), follow, called)
    if theirs.get("count", 0) > document.get("count", 0):
        document["count"] = theirs["count"]
    kept = {game: follow(PLAYS, play) for game, play in theirs.get("kept", {}).items()}
    boxes = {
        game: [follow(BOXES, box) for box in used] for game, used in theirs.get("boxes", {}).items()
    }
    for key, added in (("kept", kept), ("boxes", boxes)):
        if added:
            document[key] = {**added, **document.get(key, {})}
    add_pairs(document, pairs_in(theirs))
    if TITLES in theirs:
        document[TITLES] = joined_titles(document.get(TITLES, {}), theirs[TITLES])
    for key, value in theirs.items():
        if key in (PLAYERS, PEOPLE, RULINGS, ALIKE, TITLES, *OF_THIS_DEVICE, *_OF_PLAYS):
            continue
        if isinstance(value, dict) and isinstance(document.get(key), dict):
            document[key] = {**value, **document[key]}
        else:
            document.setdefault(key, value)
    return MergedDocument(document, new, rulings, retired)


def _join_rulings(
    document: dict[str, Any],
    theirs: Sequence[dict[str, Any]],
    follow: Follow,
    called: Callable[[str], str],
) -> tuple[list[tuple[int, int]], list[int]]:
    rulings = document.get(RULINGS, [])
    number = max((known["number"] for known in rulings), default=0)
    new: list[tuple[int, int]] = []
    retired: list[int] = []
    for ruling in theirs:
        on = [_item_id(full_id, follow) for full_id in ruling["on"]]
        adopted = {**ruling, "on": on, "agreed_by": [called(name) for name in ruling["agreed_by"]]}
        if type(ruling.get("play")) is str:
            adopted["play"] = follow(PLAYS, ruling["play"])
        same = [known for known in rulings if _statement(known) == _statement(adopted)]
        if not same:
            number += 1
            rulings.append({**adopted, "number": number})
            new.append((ruling["number"], number))
        elif ruling.get("retired") and not any(known.get("retired") for known in same):
            retired.append(same[-1]["number"])
    if rulings:
        document[RULINGS] = rulings
    return new, retired


def follow_document(document: Mapping[str, Any], follow: Follow) -> None:
    """Follow the ids of all logs in a group's document."""
    current = document.get("current")
    for play in (*document.get("live", ()), *document.get("kept", {}).values(), current):
        if type(play) is str:
            follow(PLAYS, play)
    for used in document.get("boxes", {}).values():
        for box in used:
            follow(BOXES, box)
    for ruling in document.get(RULINGS, ()):
        if type(ruling.get("play")) is str:
            follow(PLAYS, ruling["play"])
        for full_id in ruling["on"]:
            _item_id(full_id, follow)


def _statement(ruling: Mapping[str, Any]) -> tuple[str, frozenset[str]]:
    return folded(ruling["text"]), frozenset(ruling["on"])


def _item_id(full_id: str, follow: Follow) -> str:
    """Return what a ruling is about; the id of a card follows its box's id here."""
    game, _, item = full_id.partition("/")
    box, slash, card = item.partition("/")
    if not slash:
        return full_id
    here = follow(BOXES, f"{game}-{box}").removeprefix(f"{game}-")
    return f"{game}/{here}/{card}"
