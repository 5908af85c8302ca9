"""The document of a group: whether it is made as ours are, and which plays it says go on.

What the logs of its plays say counts. Older companions could be killed between the log and the
document; what can be worked out from the logs is put right here.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from companion.core.log import Log
from companion.core.play import ABANDONED, FINISHED
from companion.errors import Corrupt, NotFound, TooNew
from companion.store.base import Document, LogRef
from companion.table.folding import UNREADABLE
from companion.table.openplay import OpenPlay
from companion.table.rulings import RULINGS, are_sound

if TYPE_CHECKING:
    from companion.table.desk import Desk

PLAYS = "plays"


def note_status(document: Document, play: OpenPlay) -> None:
    """Keep the document up with a play that ended or was reopened."""
    others = [other for other in document.get("live", []) if other != play.ref.id]
    document["live"] = [*others, play.ref.id] if play.state.status == "live" else others
    if play.state.status != "live" and play.game.outlasts(play.state):
        document["kept"] = {**document.get("kept", {}), play.game.id: play.ref.id}


def put_right(desk: "Desk", document: Document) -> None:
    """Note the end of plays that are over, and of which the document says that they go on."""
    for play in list(_over(desk, document)):
        before = document.get("kept", {})
        note_status(document, play)
        kept = before.get(play.game.id)
        if kept is not None and _last_told(desk, kept) > play.log.events[-1].at:
            document["kept"] = before


def _over(desk: "Desk", document: Document) -> Iterator[OpenPlay]:
    for play in document.get("live", []):
        ref = LogRef(desk.group, PLAYS, play)
        try:
            events = desk.store.read_log(ref)
            standing = Log(tuple(events)).standing()
            if any(event.kind in (FINISHED, ABANDONED) for event in standing):
                yield desk.opened(ref, events)
        except (NotFound, Corrupt, TooNew, *UNREADABLE):
            continue  # whoever asks for that play is told why


def _last_told(desk: "Desk", play: str) -> str:
    """When something was told of a play last; nothing for one that cannot be read."""
    try:
        return desk.store.read_log(LogRef(desk.group, PLAYS, play))[-1].at
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
        and type(document.get("count", 0)) is int
        and are_sound(document.get(RULINGS, []))
        and _are_pairs(document)
        and _are_texts(document.get("kept", {}))
        and _is_list_of_texts(document.get("sent", []))
        and _are_lists_of_texts(document.get("boxes", {}))
        and all(type(document.get(key)) in (str, type(None)) for key in ("me", "current", "began"))
    )


def _are_pairs(document: Document) -> bool:
    if "alike" not in document:
        return True
    from companion.exchange.groups.pairs import ALIKE, are_pairs

    return are_pairs(document[ALIKE])


def _is_player(who: Any) -> bool:
    if not isinstance(who, dict) or type(who.get("name")) is not str:
        return False
    former = who.get("formerly", [])
    return isinstance(former, list) and all(
        isinstance(told, dict) and all(type(told.get(key)) is str for key in ("name", "until"))
        for told in former
    )


def _are_lists_of_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_is_list_of_texts, value.values()))


def _is_list_of_texts(value: Any) -> bool:
    return isinstance(value, list) and all(type(text) is str for text in value)


def _are_texts(value: Any) -> bool:
    return isinstance(value, dict) and all(type(text) is str for text in value.values())
