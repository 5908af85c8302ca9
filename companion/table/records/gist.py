"""From a play's log to what is remembered of it: quick enough for thousands of plays."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from itertools import pairwise

from companion import games
from companion.core.event import Event
from companion.core.game import Game
from companion.core.log import Log
from companion.core.play import ABANDONED, FINISHED, PlayState
from companion.core.record import Part, PlayRecord, uid_of
from companion.core.shapes import Shapes
from companion.table.folding import UNREADABLE, Senseless, game_id, opening, require_sense

PAUSE = 3 * 3600
"""Seconds without an entry after which nobody was playing: an evening may go on the next day."""

_UNDERWAY = frozenset({"points.gained", "points.lost", "round.ended", "marker.passed"})
_ENDS = (FINISHED, ABANDONED)


def gist(play_id: str, events: Sequence[Event]) -> PlayRecord:
    """What is remembered of a play, as far as it has come.

    Raises Senseless for a log that is no play, TooNew, NotFound or Unusable for its game.
    """
    game = games.game(game_id(events))
    log = Log(tuple(events))
    require_sense(game, log, _looked_at(game))
    started, *rest = standing = log.standing()
    try:
        opened = opening(game, started)
        state, first, ended = _folded(game, opened, rest)
        marks = tuple(game.marks(standing))
    except UNREADABLE as problem:
        raise Senseless(f"it makes no sense: {problem!r}") from None
    return PlayRecord(
        uid=uid_of(started),
        play=play_id,
        game=game.id,
        title=game.title,
        called=game.called(state),
        started=started.at,
        ended=ended or events[-1].at,
        minutes=minutes([event.at for event in events if not ended or event.at <= ended]),
        rounds=state.round if game.keeps_rounds else None,
        parts=tuple(
            Part(
                who.name,
                game.score_of(state, seat),
                seat in state.winners,
                None if first is None else seat == first,
            )
            for seat, who in enumerate(state.seats)
        ),
        marks=marks,
        bgg_id=game.bgg_id,
        status=state.status,
    )


def _folded(
    game: Game[PlayState], opened: PlayState, rest: Sequence[Event]
) -> tuple[PlayState, int | None, str]:
    """The state in the end, who began (None where nobody did), and when it was over (or nothing).

    A marker that is handed over before anything has happened says who begins.
    """
    state, first, ended = opened, game.begun_by(opened), ""
    underway = first is None
    passed = _passed_over(game)
    for event in rest:
        kind = event.kind
        if kind in passed:
            continue
        state = game.record(state, event)
        if kind in _ENDS:
            ended = event.at
        elif not underway:
            underway = kind in _UNDERWAY
            first = first if underway else state.first
    return state, first, ended


@cache
def _passed_over(game: Game[PlayState]) -> frozenset[str]:
    """The kinds of entries that a result does not depend on; none that the game does not know."""
    if game.gist_kinds is None:
        return frozenset()
    return frozenset(game.all_shapes) - game.gist_kinds


@cache
def _looked_at(game: Game[PlayState]) -> Shapes:
    """The shapes of the entries on which the result depends; others cannot spoil it."""
    passed = _passed_over(game)
    return {kind: shape for kind, shape in game.all_shapes.items() if kind not in passed}


def minutes(times: Sequence[str]) -> int | None:
    """How long was played: the time between entries, without the long pauses.

    None where a time cannot be read.
    """
    try:
        first, last = datetime.fromisoformat(times[0]), datetime.fromisoformat(times[-1])
        whole = (last - first).total_seconds()
        if not 0 <= whole <= PAUSE:  # A pause can only be in here then.
            told = [datetime.fromisoformat(time) for time in times]
            gaps = [(b - a).total_seconds() for a, b in pairwise(told)]
            whole = sum(gap for gap in gaps if 0 < gap <= PAUSE)
    except (ValueError, TypeError, IndexError):
        return None
    return round(whole / 60)
