"""The document of a group: its players, its live plays, and whether it is well-formed.

The logs of plays decide. Older companions could be killed between writing a log and the document;
what follows from the logs is corrected here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from companion.core.event import RENAMES, Event
from companion.core.log import Log
from companion.core.names import folded, unaccented
from companion.core.play import ABANDONED, FINISHED
from companion.core.value import Protocol
from companion.errors import Corrupt, NotFound, TooNew
from companion.store.base import Document, LogRef, Store
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import UNREADABLE

PLAYS = "plays"
IMPORTS = "imports"
"""The shelf of plays that were not followed here."""
REMINDED = "reminded"
"""The key for when the group was last reminded of other live plays."""
PRINTER = "printer"
"""The key for the printer's alignment, by sheet of labels."""
BY_HAND = "hand"
"""The source of plays that were logged by hand."""
LOGGED_PREFIX = "told-"
"""The ids of plays that were logged by hand begin with this; each has a log among imports."""


class Opens(Protocol):
    """Opens plays of a group."""

    store: Store

    @property
    def group(self) -> str:
        """The group's name."""

    def opened(self, ref: LogRef, events: Sequence[Event]) -> OpenPlay:
        """Fold a play from its events. Raises Corrupt or NotFound."""


def player_names(document: Mapping[str, Any]) -> list[str]:
    """The names of a group's players, in the order in which they were added."""
    return [who["name"] for who in document.get("players", [])]


def joined(players: Sequence[Mapping[str, Any]], names: Iterable[str]) -> list[dict[str, Any]]:
    """The group's players, with new ones added."""
    known = {folded(who["name"]) for who in players}
    return [*map(dict, players), *({"name": name} for name in names if folded(name) not in known)]


def note_status(document: Document, play: OpenPlay) -> None:
    """Note in the document that a play ended or was reopened."""
    others = [other for other in document.get("live", []) if other != play.ref.id]
    document["live"] = [*others, play.ref.id] if play.state.status == "live" else others
    if play.state.status != "live" and play.game.box_rules.is_changed_by(play.state):
        document["kept"] = {**document.get("kept", {}), play.game.id: play.ref.id}


def live_logs(desk: Opens, document: Document) -> dict[str, Log]:
    """The logs of the plays listed as live, as far as they can be read."""
    logs = ((play, live_log(desk, play)) for play in document.get("live", []))
    return {play: log for play, log in logs if log is not None}


def live_log(desk: Opens, play: str) -> Log | None:
    """The log of a play; None if it cannot be read."""
    try:
        log = Log(tuple(desk.store.read_log(LogRef(desk.group, PLAYS, play))))
        log.standing()
        return log
    except (NotFound, Corrupt, TooNew, *UNREADABLE):
        return None


def put_right(desk: Opens, document: Document, logs: Mapping[str, Log]) -> None:
    """Note the end of plays listed as live that are over; `logs` are those of the live plays."""
    for play, log in logs.items():
        if not goes_on(log):
            with suppress(NotFound, Corrupt, TooNew):
                before = document.get("kept", {})
                over = desk.opened(LogRef(desk.group, PLAYS, play), log.events)
                note_status(document, over)
                kept = before.get(over.game.id)
                if (
                    kept is not None
                    and last_entry_time(desk.store, desk.group, kept) > log.events[-1].at
                ):
                    document["kept"] = before


def goes_on(log: Log) -> bool:
    """Whether a play has not ended."""
    return not any(event.kind in (FINISHED, ABANDONED) for event in log.standing())


def last_entry_time(store: Store, group: str, play: str) -> str:
    """The time of the newest entry of a play; empty if it cannot be read."""
    try:
        return store.read_log(LogRef(group, PLAYS, play))[-1].at
    except (NotFound, Corrupt, TooNew, IndexError):
        return ""


_CHECKED_BY = {
    "alike": ("companion.exchange.groups.merge", "are_pairs"),
    "people": ("companion.exchange.groups.people", "are_people"),
    "rulings": ("companion.table.groups.rulings", "are_sound"),
    "titles": ("companion.core.titles", "are_titles"),
}
"""Parts that few groups have, and what checks them: imported only for these groups."""


def is_sound(document: Document) -> bool:
    """Whether the document of a group is well-formed."""
    players, live = document.get("players", []), document.get("live", [])
    return (
        isinstance(players, list)
        and all(_is_player(who) for who in players)
        and isinstance(live, list)
        and all(type(play) is str for play in live)
        and all(type(document.get(key, 0)) is int for key in ("count", RENAMES))
        and all(
            getattr(import_module(module), name)(document[key])
            for key, (module, name) in _CHECKED_BY.items()
            if key in document
        )
        and _are_sheets(document.get("sheets", {}))
        and _is_sync(document.get("sync"))
        and _are_texts(document.get("kept", {}))
        and _are_alignments(document.get(PRINTER, {}))
        and _is_list_of_texts(document.get("sent", []))
        and _are_lists_of_texts(document.get("boxes", {}))
        and _are_lists_of_texts(document.get("handed", {}))
        and all(
            type(document.get(key)) in (str, type(None))
            for key in ("me", "current", "began", REMINDED)
        )
    )


def _is_player(who: Any) -> bool:
    if not isinstance(who, dict) or type(who.get("name")) is not str:
        return False
    former = who.get("formerly", [])
    return (
        type(who.get("person", "")) is str
        and isinstance(former, list)
        and all(
            isinstance(entry, dict)
            and all(type(entry.get(key)) is str for key in ("name", "until"))
            and type(entry.get(RENAMES, 0)) is int
            and ("merged" not in entry or (RENAMES in entry and _is_player(entry["merged"])))
            for entry in former
        )
    )


def _are_sheets(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(sheet, dict) and type(sheet.get("title")) is str for sheet in value.values()
    )


def _is_sync(value: Any) -> bool:
    if value is None:
        return True
    return (
        isinstance(value, dict)
        and all(type(value.get(key)) is str for key in ("group", "folder", "device", "sha256"))
        and all(type(value.get(key)) is str for key in ("document",))
        and type(value.get("sent")) is int
        and type(value.get("auto", False)) is bool
        and type(value.get("passphrase", "")) is str
        and isinstance(value.get("read"), dict)
        and all(type(number) is int for number in value["read"].values())
        and _are_arrivals(value.get("arrived", []))
        and isinstance(value.get("came", {}), dict)
        and all(
            isinstance(it, dict) and type(it.get("by")) is str and type(it.get("events")) is int
            for it in value.get("came", {}).values()
        )
    )


def _are_arrivals(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(arrival, dict)
        and type(arrival.get("by")) is str
        and type(arrival.get("number")) is int
        and all(type(it) is int for key, it in arrival.items() if key != "by")
        for arrival in value
    )


def _are_alignments(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(alignment, dict)
        and isinstance(alignment.get("shift"), list)
        and len(alignment["shift"]) == len("xy")
        and all(
            type(number) in (int, float) for number in (*alignment["shift"], alignment.get("scale"))
        )
        for alignment in value.values()
    )


def _are_lists_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_list_of_texts, value.values()))


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(type(text) is str for text in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(type(text) is str for text in value.values())


# Names that may be mistyped


_LONG_NAME = 5


def nearly_known(
    players: Iterable[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The new ones of these names, each with the player that it may be a slip or a former name of.

    A player who is also named is not a candidate.
    """
    here = {folded(name) for name in names}
    known = {folded(who["name"]) for who in players}
    for name in names:
        if folded(name) in known:
            continue
        had_it = [
            (former["until"], who["name"])
            for who in players
            for former in who.get("formerly", ())
            if folded(former["name"]) == folded(name)
        ]
        alike = (who["name"] for who in players if _may_mean(name, who["name"]))
        for candidate in (*(who for _, who in sorted(had_it, reverse=True)), *alike):
            if candidate.isprintable() and folded(candidate) not in here:
                yield name, candidate
                break


def _may_mean(text: str, name: str) -> bool:
    """Whether `text` may be a slip for a name, or a prefix of it."""
    return unaccented(folded(name)).startswith(unaccented(folded(text))) or is_slip(text, name)


def is_slip(text: str, name: str) -> bool:
    """Whether `text` may be a name mistyped: one letter more, fewer or different, two exchanged, or
    without accents. In short names, a different letter makes another name."""
    typed, known = unaccented(folded(text)), unaccented(folded(name))
    if typed == known:
        return True
    if len(typed) != len(known):
        short_one, long_one = sorted((typed, known), key=len)
        return len(short_one) > 2 and any(
            long_one[:place] + long_one[place + 1 :] == short_one for place in range(len(long_one))
        )
    wrong = [place for place, sign in enumerate(typed) if sign != known[place]]
    if len(wrong) == 1:
        return len(typed) >= _LONG_NAME
    first, last = wrong[0], wrong[-1]
    turned = typed[first:][:2] == known[first:][:2][::-1]
    return len(wrong) == 2 and last == first + 1 and turned
