"""Replays logs: into a play's state, into entries that a person reads, into a box."""

from collections.abc import Collection, Sequence
from typing import Any

from companion import games
from companion.core.event import MADE, REDONE, UNDONE, Event, House
from companion.core.game import Game
from companion.core.log import Log
from companion.core.names import short
from companion.core.play import STARTED, PlayState
from companion.core.seats import PlayerSeat
from companion.core.shapes import first_misfit
from companion.core.value import Value
from companion.errors import TooNew

UNREADABLE = (KeyError, IndexError, TypeError, ValueError, AttributeError, StopIteration)
"""What applying an entry raises that refers to something that does not exist."""


class Senseless(Exception):
    """A log that is sound as a file holds something impossible; the text says what."""


class Newer(Senseless):
    """A log holds what only a newer companion knows."""


class Entry(Value):
    """One numbered entry of the log: its lines, its time, and whether it is undone."""

    number: int
    lines: tuple[str, ...]
    at: str
    undone: bool
    house: str = ""
    overruled: tuple[str, ...] = ()
    by: str = ""
    """The player who entered it, if that is known: on a phone that holds a seat."""
    kept: House | None = None
    """The house rule by which it was undone or redone, against later entries."""

    @classmethod
    def of(
        cls, lines: Sequence[str], first: Event, undone: bool, kept: House | None = None
    ) -> "Entry":
        """The entry that these lines describe; `first` is the first of its events."""
        house = first.house or House("")
        return cls(
            first.action,
            tuple(lines),
            first.at,
            undone,
            house.why,
            house.rules,
            first.source.by,
            kept,
        )


def game_id(events: Sequence[Event]) -> str:
    """The id of the game of a play's log. Raises Senseless if the log does not say."""
    if not events or events[0].kind != STARTED or not isinstance(events[0].data.get("game"), str):
        raise Senseless("it does not begin with the start of a play")
    return str(events[0].data["game"])


def game_of(events: Sequence[Event]) -> Game[Any]:
    """The game of a play's log; in a box with several games, the one that is played.

    Raises Senseless if the log does not say, NotFound for a game that is not installed, Unusable.
    """
    box = games.game(game_id(events))
    options = events[0].data.get("options")
    return box.playing(options if isinstance(options, dict) else {})


def opening(game: Game[Any], started: Event) -> PlayState:
    """The state before the first entry, from the log's first event."""
    data = started.data
    seats = tuple(PlayerSeat(seat["name"], seat["handle"]) for seat in data["seats"])
    state: PlayState = game.opening(seats, data["first"], data["options"])
    return state


def current_state(game: Game[Any], log: Log) -> PlayState:
    """The state after a log. Raises Senseless if an entry makes no sense to this game.

    All entries are checked first, including undone ones.
    """
    require_sense(game, log)
    started, *rest = log.standing()
    event = started
    try:
        state = opening(game, started)
        for event in rest:
            state = game.apply(state, event)
    except UNREADABLE:
        raise Senseless(f"its entry {event.action} ({event.kind}) makes no sense") from None
    return state


def require_sense(game: Game[Any], log: Log) -> None:
    """Check every entry. Raises Senseless for a malformed one, TooNew for one of a newer kind."""
    found = first_misfit(log.events, game.all_shapes)
    if found is None:
        return
    place, what = found
    event = log.events[place]
    if place:
        # An unknown entry before it may be the reason, and is reported instead.
        current_state(game, Log(log.events[:place]))
    raise Senseless(f"its entry {event.action} ({short(event.kind)}) makes no sense: {what}")


def entries(game: Game[Any], log: Log, reference: Any, only: int | None = None) -> list[Entry]:
    """The entries of a log in words, undone ones included, in order of their numbers.

    With `only`, that one entry.
    """
    undone = log.undone_actions()
    made = _states_when_made(game, log, undone if only is None else undone & {only})
    lines: dict[int, list[str]] = {}
    first: dict[int, Event] = {}
    kept: dict[int, House | None] = {}
    state = aside = opening(game, log.events[0])
    aside_action = 0
    for event in log.events:
        if event.kind in (UNDONE, REDONE):
            kept[event.data["action"]] = event.house
            continue
        first.setdefault(event.action, event)
        texts = lines.setdefault(event.action, [])
        if event.kind == STARTED:
            texts.append(_beginning(game, state, event.data.get("drawn", ())))
            continue
        standing = event.action not in undone
        if not standing and only not in (None, event.action):
            continue  # it need not make sense in the states made here
        if not standing and aside_action != event.action:
            # An undone entry is described in the state in which it was made.
            aside, aside_action = made.get(event.action, state), event.action
        before = state if standing else aside
        try:
            after = game.apply(before, event)
        except TooNew:
            if standing:
                raise
            texts.append(f"an entry of a newer companion ({short(event.kind)})")
            continue
        if only in (None, event.action):
            line = game.describe(before, event, after, reference)
            texts += [line] if line else []
        if standing:
            state = after
        else:
            aside = after
    return [
        Entry.of(lines[number], event, number in undone, kept.get(number))
        for number, event in first.items()
        if only in (None, number)
    ]


def _states_when_made(game: Game[Any], log: Log, wanted: Collection[int]) -> dict[int, PlayState]:
    """The states in which the `wanted` entries were made."""
    made: dict[int, PlayState] = {}
    undone: set[int] = set()
    state: PlayState | None = opening(game, log.events[0])
    for place, event in enumerate(log.events[1:], 1):
        if len(made) == len(wanted):
            break
        if event.kind in (UNDONE, REDONE):
            (undone.add if event.kind == UNDONE else undone.discard)(event.data["action"])
            state = None  # folded again only if needed: few entries are undone
            continue
        if event.action in wanted and event.action not in made:
            state = _state_without(game, log.events[:place], undone) if state is None else state
            made[event.action] = state
        if state is not None:
            state = _after(game, state, event)
    return made


def _state_without(game: Game[Any], events: Sequence[Event], undone: Collection[int]) -> PlayState:
    state = opening(game, events[0])
    for event in events[1:]:
        if event.action not in undone and event.kind not in (UNDONE, REDONE):
            state = _after(game, state, event)
    return state


def _after(game: Game[Any], state: PlayState, event: Event) -> PlayState:
    """The state after an event; unchanged if only a newer companion knows its kind."""
    try:
        after: PlayState = game.apply(state, event)
    except TooNew:
        return state
    return after


def _beginning(game: Game[Any], state: PlayState, drawn: Collection[str]) -> str:
    """The first line of a log: the players, the first one, and unusual options."""
    parts = [f"{game.called(state)} begins: {', '.join(seat.name for seat in state.seats)}"]
    if "seats" in drawn:
        parts.append("seats drawn")
    by_chance = ", drawn" if "first" in drawn else ""
    if game.keeps_marker or by_chance:
        parts.append(f"{state.name(state.first)} is first{by_chance}")
    parts += [options] if (options := game.begins(state)) else []
    return "; ".join(parts)


def sound_log(game: Game[Any], events: Sequence[Event]) -> Log:
    """Make the log of a box, if this game can make every entry.

    Raises Senseless, or Newer for an entry of an unknown kind.
    """
    if not events or not _makes(events[0], game):
        raise Senseless(f"it does not begin as a box of {game.title}")
    for event in events[1:]:
        try:
            known = _require_sound(event, game)
        except ValueError as problem:
            raise Senseless(f"its entry {event.action} ({short(event.kind)}) {problem}") from None
        if not known:
            raise Newer(f"it has an entry of the kind “{short(event.kind)}”")
    return Log(tuple(events))


def _makes(event: Event, game: Game[Any]) -> bool:
    if event.kind != MADE or event.data.get("game") != game.id:
        return False
    try:
        if MADE in game.box_rules.kinds:
            game.box_rules.kinds[MADE].require_sound(event.data)
    except ValueError:
        return False
    return isinstance(event.data.get("name"), str)


def _require_sound(event: Event, game: Game[Any]) -> bool:
    """Whether the game knows this kind of event. Raises ValueError for a malformed one."""
    if event.kind in (UNDONE, REDONE):
        if type(event.data.get("action")) is not int:
            raise ValueError("does not say which entry it is about")
    elif event.kind == MADE:
        raise ValueError("makes a box in the middle of another")
    elif event.kind in game.box_rules.kinds:
        game.box_rules.kinds[event.kind].require_sound(event.data)
    else:
        return False
    return True
