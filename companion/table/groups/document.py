"""The document of a group: whether it is made as ours are, and which plays it says go on.

What the logs of its plays say counts. Older companions could be killed between the log and the
document; what can be worked out from the logs is put right here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, Protocol

from companion.core.event import RENAMES, Event
from companion.core.log import Log
from companion.core.names import folded, unaccented
from companion.core.play import ABANDONED, FINISHED
from companion.core.titles import TITLES, are_titles
from companion.errors import Corrupt, NotFound, TooNew
from companion.store.base import Document, LogRef, Store
from companion.table.groups.rulings import RULINGS, are_sound
from companion.table.plays.open_play import OpenPlay
from companion.table.plays.replay import UNREADABLE

PLAYS = "plays"
IMPORTS = "imports"
"""The shelf of what was not followed here."""
REMINDED = "reminded"
"""The key of when the group was reminded of its other plays that go on."""
PRINTER = "printer"
"""The key of what was typed to put the printer right, by the sheet of labels."""
LOGGED_PREFIX = "told-"
"""The ids of plays that were logged by hand begin like this: each has a log of its own among
imports."""


class Opens(Protocol):
    """Where the plays of a group lie, and what makes one of its log."""

    store: Store

    @property
    def group(self) -> str:
        """The group's name."""

    def opened(self, ref: LogRef, events: Sequence[Event]) -> OpenPlay:
        """A play from its events. Raises Corrupt or NotFound."""


def player_names(document: Mapping[str, Any]) -> list[str]:
    """The names of a group's players, in the order in which they came."""
    return [who["name"] for who in document.get("players", [])]


def joined(players: Sequence[Mapping[str, Any]], names: Iterable[str]) -> list[dict[str, Any]]:
    """The group's players, with those who have not played before."""
    known = {folded(who["name"]) for who in players}
    return [*map(dict, players), *({"name": name} for name in names if folded(name) not in known)]


def note_status(document: Document, play: OpenPlay) -> None:
    """Keep the document up with a play that ended or was reopened."""
    others = [other for other in document.get("live", []) if other != play.ref.id]
    document["live"] = [*others, play.ref.id] if play.state.status == "live" else others
    if play.state.status != "live" and play.game.changes_box(play.state):
        document["kept"] = {**document.get("kept", {}), play.game.id: play.ref.id}


def live_logs(desk: Opens, document: Document) -> dict[str, Log]:
    """The logs of the plays of which the document says that they go on, as far as they can be read:
    whoever asks for another one learns why not."""
    logs = ((play, live_log(desk, play)) for play in document.get("live", []))
    return {play: log for play, log in logs if log is not None}


def live_log(desk: Opens, play: str) -> Log | None:
    """The log of a play; None where it cannot be read, or makes no sense."""
    try:
        log = Log(tuple(desk.store.read_log(LogRef(desk.group, PLAYS, play))))
        log.standing()
        return log
    except (NotFound, Corrupt, TooNew, *UNREADABLE):
        return None


def put_right(desk: Opens, document: Document, logs: Mapping[str, Log]) -> None:
    """Note the end of plays that are over, and of which the document says that they go on.

    `logs` are those of the plays of which it says so.
    """
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
    """Whether nobody has ended that play."""
    return not any(event.kind in (FINISHED, ABANDONED) for event in log.standing())


def last_entry_time(store: Store, group: str, play: str) -> str:
    """The time of the newest entry of a play; empty for one that cannot be read."""
    try:
        return store.read_log(LogRef(group, PLAYS, play))[-1].at
    except (NotFound, Corrupt, TooNew, IndexError):
        return ""


def is_sound(document: Document) -> bool:
    """Whether the document of a group is made as ours are."""
    players, live = document.get("players", []), document.get("live", [])
    return (
        isinstance(players, list)
        and all(_is_player(who) for who in players)
        and isinstance(live, list)
        and all(type(play) is str for play in live)
        and all(type(document.get(key, 0)) is int for key in ("count", RENAMES))
        and are_sound(document.get(RULINGS, []))
        and _are_pairs(document)
        and _are_sheets(document.get("sheets", {}))
        and are_titles(document.get(TITLES, {}))
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


def _are_pairs(document: Document) -> bool:
    if "alike" not in document:
        return True
    from companion.exchange.groups.merge import ALIKE, are_pairs

    return are_pairs(document[ALIKE])


def _is_player(who: Any) -> bool:
    if not isinstance(who, dict) or type(who.get("name")) is not str:
        return False
    former = who.get("formerly", [])
    return isinstance(former, list) and all(
        isinstance(entry, dict)
        and all(type(entry.get(key)) is str for key in ("name", "until"))
        and type(entry.get(RENAMES, 0)) is int
        and ("merged" not in entry or (RENAMES in entry and _is_player(entry["merged"])))
        for entry in former
    )


def _are_sheets(value: Any) -> bool:
    return isinstance(value, dict) and all(
        isinstance(sheet, dict) and type(sheet.get("title")) is str for sheet in value.values()
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


# Names that may be slips


_LONG_NAME = 5


def nearly_known(
    players: Iterable[Mapping[str, Any]], names: Sequence[str]
) -> Iterator[tuple[str, str]]:
    """The names that are new, each with that of a player whose it may be, mistyped or from before.
    Whoever is named besides is meant by nobody else."""
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
        alike = (who["name"] for who in players if _slipped(name, who["name"]))
        for candidate in (*(who for _, who in sorted(had_it, reverse=True)), *alike):
            if candidate.isprintable() and folded(candidate) not in here:
                yield name, candidate
                break


def _slipped(text: str, name: str) -> bool:
    """Whether somebody who typed `text` may have meant the name: a slip, or its beginning."""
    return unaccented(folded(name)).startswith(unaccented(folded(text))) or is_slip(text, name)


def is_slip(text: str, name: str) -> bool:
    """Whether `text` may be a name mistyped: one letter more, less or another, two exchanged, or no
    accents. In short names another letter is another."""
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
