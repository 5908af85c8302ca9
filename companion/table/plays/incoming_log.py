"""Replays an incoming log before any of it is written.

It is read as the next command would read it: a play or a box by its game, an import by its plays. A
log that would be damaged or too new is refused. If its game is not installed here, only the form of
a log is checked.
"""

from collections.abc import Container, Mapping, Sequence
from typing import Any, NamedTuple

from companion import games
from companion.core.event import MADE, REDONE, UNDONE, Event
from companion.core.game import Game
from companion.core.log import OPENING_ACTION, Log
from companion.core.names import short, visible
from companion.core.play import PlayState
from companion.core.record import PlayRecord
from companion.errors import CompanionError, NotFound, TooNew, Unusable
from companion.exchange.groups.references import BOXES, PLAYS
from companion.exchange.import_log import recorded_plays
from companion.reference.data import reader
from companion.table.boxes.labels import LABELS, printed_in
from companion.table.plays.replay import (
    UNREADABLE,
    Newer,
    Senseless,
    current_state,
    game_id,
    game_of,
    sound_log,
)

_DEEPEST = 30
"""How deep objects and lists in an entry may be nested: ours go five deep."""


def require_whole(events: Sequence[Event]) -> None:
    """Check that entries are numbered without gaps and not nested too deeply. Raises Senseless."""
    number = OPENING_ACTION - 1
    for event in events:
        if event.action != number:
            number += 1
            if event.action != number:
                raise Senseless(f"{_entry(event)} should be entry {number}")
        if _is_deep(event.data):
            raise Senseless(f"{_entry(event)} is nested too deeply")
        if event.kind in (UNDONE, REDONE) and type(event.data.get("action")) is not int:
            raise Senseless(f"{_entry(event)} does not say which entry it is about")


class Replay(NamedTuple):
    """What a log holds: the state of a play, or the plays of an import."""

    state: PlayState | None = None
    records: Sequence[PlayRecord] = ()


def replayed(shelf: str, log_id: str, events: Sequence[Event]) -> Replay:
    """Read a log as the next command will.

    `log_id` is its id here, or another of the same game. Raises Senseless, or Newer for what only a
    newer companion knows.
    """
    try:
        if shelf == PLAYS:
            return Replay(state=_play(events))
        if shelf == BOXES:
            _require_box(log_id, events)
        elif shelf == LABELS:
            printed_in(events)
        else:
            return Replay(records=recorded_plays(events))
    except Senseless:
        raise
    except UNREADABLE as problem:
        reason = str(problem) if type(problem) is ValueError else f"it makes no sense: {problem!r}"
        raise Senseless(reason) from None
    except CompanionError as problem:
        raise Senseless(problem.message.rstrip(".")) from None
    return Replay()


def _play(events: Sequence[Event]) -> PlayState | None:
    game = installed_game(game_id(events))
    if game is None:
        return None
    game = game_of(events)
    try:
        return current_state(game, Log(tuple(events)))
    except TooNew:
        raise _newer(events, game.all_shapes) from None


def _require_box(log_id: str, events: Sequence[Event]) -> None:
    text = events[0].data.get("game")
    if type(text) is not str or not f"{log_id}-".startswith(f"{text}-"):
        raise Senseless(f"it is not a box of the game in its id, “{short(log_id)}”")
    game = installed_game(text)
    if game is None:
        return
    try:
        standing = sound_log(game, events).standing()
    except Newer:
        raise _newer(events, {MADE, UNDONE, REDONE, *game.box_rules.kinds}) from None
    box = game.box_rules.made(reader(game.id, game.data), lambda: standing)
    game.box_rules.stock(box, ())
    for event in standing:
        if event.kind in game.box_rules.kinds:
            game.box_rules.kinds[event.kind].from_json(event.data).describe(box)


def installed_game(wanted: str) -> Game[Any] | None:
    """The game of that id; None if it is not installed here, or does not work."""
    try:
        return games.game(wanted)
    except (NotFound, Unusable):
        return None


def _is_deep(data: Mapping[str, Any]) -> bool:
    """Whether objects and lists are nested too deeply."""
    within = [value for value in data.values() if type(value) in (dict, list)]
    for _ in range(_DEEPEST):
        if not within:
            return False
        within = [
            value
            for one in within
            for value in (one.values() if type(one) is dict else one)
            if type(value) in (dict, list)
        ]
    return True


def _newer(events: Sequence[Event], known: Container[str]) -> Newer:
    unknown = next((event for event in events if event.kind not in known), events[-1])
    return Newer(f"{_entry(unknown)} is of a kind that only a newer companion knows")


def _entry(event: Event) -> str:
    return f"its entry {event.action} ({short(visible(event.kind))})"
