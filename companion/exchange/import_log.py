"""The log of an import: `import.made`, then `play.recorded`, then corrections.

An import is two entries: that it was made, and its plays. So undoing or redoing the second removes
or restores all its plays at once. A play that was logged afterwards has such a log of its own.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from companion.core.amendments import AMENDING, AS_RECORDED, UID, Amendment, amendments
from companion.core.event import RENAMES, Draft, Event, with_renames
from companion.core.log import OPENING_ACTION, Log
from companion.core.names import cleaned_line, folded
from companion.core.record import PlayRecord
from companion.exchange.json_lines import play_object, record_of
from companion.exchange.limits import numbered

IMPORT_MADE = "import.made"
PLAY_RECORDED = "play.recorded"
PLAYS_UPDATED = "plays.updated"
PLAYS_ENTRY = OPENING_ACTION + 1
"""The entry of an import that holds its plays."""


def import_made(source: str, file: str, plays: int, renames: int = 0, uid: str = "") -> Draft:
    """Return the first fact of an import.

    It holds the program and the file, the number of plays, the group's count of renames, and the
    `uid` by which its updates refer to it, if any.
    """
    data = {"source": source, "file": file, "plays": plays, **({UID: uid} if uid else {})}
    return Draft(IMPORT_MADE, {**data, **with_renames(renames)})


def plays_updated(plays: int) -> Draft:
    """Return the fact that an import has updated plays of earlier ones."""
    return Draft(PLAYS_UPDATED, {"plays": plays})


def play_drafts(records: Iterable[PlayRecord]) -> list[Draft]:
    """Return the plays as facts of the log. Empty or unknown values are left out."""
    return [Draft(PLAY_RECORDED, shortened(play_object(record))) for record in records]


def recorded_plays(events: Sequence[Event]) -> list[PlayRecord]:
    """Return the plays of an import's log, with corrections; none if they were undone.

    They have no id in the group; deleted ones stay in their places, with that status. Raises
    ValueError, with what is wrong, for an event that does not belong into such a log.
    """
    if not events or events[0].kind != IMPORT_MADE:
        raise ValueError(f"it does not begin with {IMPORT_MADE}")
    standing = [event for event in Log(tuple(events)).standing() if event.kind != IMPORT_MADE]
    put_right = amendments(standing)
    found = []
    for event in standing:
        if event.kind in AMENDING or event.kind == PLAYS_UPDATED:
            continue
        if event.kind != PLAY_RECORDED:
            raise ValueError(f"its entry {event.seq} is of the unknown kind “{event.kind}”")
        amendment = put_right.get(str(event.data.get(UID, "")), AS_RECORDED)
        try:
            record = _amended(event.data, amendment)
        except ValueError as problem:
            raise ValueError(f"its entry {event.seq} is not a play: {problem}") from None
        renames = amendment.changed.get(RENAMES, events[0].data.get(RENAMES))
        if type(renames) is int:
            record = record._replace(renames=(renames,) * len(record.parts))
        found.append(record)
    return found


def _amended(data: Mapping[str, Any], amendment: Amendment) -> PlayRecord:
    """Apply an amendment to the record of a play. Marks of removed players are left out."""
    amended = {**data, **amendment.changed}
    if "players" in amendment.changed and amended.get("marks"):
        names = {part.name for part in record_in_log({**amended, "marks": []}).parts}
        amended["marks"] = [it for it in amended["marks"] if it.get("player") in (None, *names)]
    record = record_in_log(amended)
    return record._replace(status="deleted") if amendment.deleted else record


def record_in_log(data: Mapping[str, Any]) -> PlayRecord:
    """Return the record of a play in a log. Raises ValueError if it is not a play.

    Companions up to 0.17 kept two names that only differed in spelling as one name twice, and an
    invisible title as none: the second name gets a number, and the title is “?”.
    """
    try:
        return record_of(data, cleaned_line)
    except ValueError:
        return record_of(_with_distinct_names(data), cleaned_line)


def _with_distinct_names(data: Mapping[str, Any]) -> dict[str, Any]:
    title, players = data.get("title", ""), data.get("players")
    taken: set[str] = set()
    mended = []
    for who in players if type(players) is list else ():
        if type(who) is dict and type(who.get("name")) is str:
            name = shown = cleaned_line(who["name"])
            number = 1
            while folded(shown) in taken:
                number += 1
                shown = numbered(name, number)
            taken.add(folded(shown))
            who = {**who, "name": shown}
        mended.append(who)
    untitled = type(title) is str and not cleaned_line(title)
    return {**data, "players": mended, "title": "?" if untitled else title}


def named_at(events: Sequence[Event]) -> str:
    """Return when the players of such a log were last named (UTC)."""
    return max(event.at for event in events if event.kind == IMPORT_MADE or "players" in event.data)


def are_taken_back(events: Sequence[Event]) -> bool:
    """Whether the plays of an import's log are undone at the moment."""
    return PLAYS_ENTRY in Log(tuple(events)).undone_actions()


_NO = ("coop", "lowest")
"""Keys that are left out where they are false."""


def shortened(data: dict[str, Any]) -> dict[str, Any]:
    """Return the object without unknown or empty values, also in the objects of its lists."""
    return {
        key: [shortened(item) for item in value] if type(value) is list else value
        for key, value in data.items()
        if value is not None and value != "" and value != [] and not (value is False and key in _NO)
    }
