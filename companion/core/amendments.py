"""Corrections of a finished play: where and when it was, and whether it was deleted.

Such entries are about the play, not part of it: no rule checks them, and the state does not change.
They are ordered by time, not by place in the log, so that two groups with different corrections
come to the same result when they are merged.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.event import DELETED, EDITED, RESTORED, Event
from companion.core.value import Value, replace
from companion.errors import Refused

AMENDING = frozenset({EDITED, DELETED, RESTORED})
UID = "uid"
"""The key that names the play, in the log of an import, which holds many."""
BY_IMPORT = "import"
"""The key that names the later import, by its uid, whose record of the play differs."""
TIMES = ("started", "ended", "minutes")
TEXTS = ("place", "comment")


class Amendment(Value):
    """What was corrected, by the keys of a play, and whether the play was deleted."""

    changed: Mapping[str, Any]
    deleted: bool = False


AS_RECORDED = Amendment({})


def amendments(events: Iterable[Event]) -> dict[str, Amendment]:
    """Return the corrections by the uid of the play; under the empty uid, in the log of a play."""
    found: dict[str, Amendment] = {}
    for event in sorted((it for it in events if it.kind in AMENDING), key=lambda it: it.at):
        uid = event.data.get(UID, "")
        before = found.get(uid, AS_RECORDED)
        if event.kind == EDITED:
            corrected = {
                key: value for key, value in event.data.items() if key not in (UID, BY_IMPORT)
            }
            found[uid] = replace(before, changed={**before.changed, **corrected})
        else:
            found[uid] = replace(before, deleted=event.kind == DELETED)
    return found


def require_of_play(events: Iterable[Event]) -> None:
    """Refuse to undo an entry that is about the play and not part of it. Raises Refused."""
    for event in events:
        if event.kind in AMENDING:
            hint = "`companion play edit -h` says how to correct that."
            raise Refused(f"Entry {event.action} is about the play, not part of it.", hint)


def require_not_deleted(play: str, events: Iterable[Event]) -> None:
    """Refuse to continue a play that was deleted. Raises Refused."""
    if amendments(events).get("", AS_RECORDED).deleted:
        raise Refused(f"{play} is deleted.", f"`companion play restore {play}` brings it back.")


def amendment_line(event: Event) -> str:
    """Return such an entry as a line of a log."""
    by = " by a later import" if BY_IMPORT in event.data else ""
    if event.kind == DELETED:
        return f"the play is deleted{by}: it no longer counts"
    if event.kind == RESTORED:
        return f"the play is restored{by}: it counts again"
    title = event.data.get("called") or event.data.get("title")
    parts = [] if title is None else [f"a play of {title}"]
    parts += [
        f"{key} “{event.data[key]}”" if event.data[key] else f"no {key}"
        for key in TEXTS
        if key in event.data
    ]
    parts += ["when it was"] if "started" in event.data or "ended" in event.data else []
    parts += [f"{event.data['minutes']} min"] if event.data.get("minutes") else []
    parts += ["who played, and how it ended"] if "players" in event.data else []
    parts += [f"{event.data['rounds']} rounds"] if event.data.get("rounds") else []
    return f"put right{by}: {', '.join(parts) or 'what else is noted of it'}"
