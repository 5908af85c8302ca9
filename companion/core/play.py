"""What all plays share: seats, points, a first-player marker, rounds, an end.

These are the facts of score-only play. A game's own state extends `PlayState`, and its own events
are added to the kinds recorded here.
"""

from collections.abc import Collection, Sequence
from typing import Literal, TypeVar, dataclass_transform

from companion.core.amendments import amendment_line
from companion.core.event import ADMIN_KINDS, Event
from companion.core.names import listed
from companion.core.seats import PlayerSeat, renamed
from companion.core.value import Value, replace
from companion.errors import Refused, TooNew

Status = Literal["live", "finished", "abandoned"]

HIGHEST_AMOUNT = 9999

STARTED = "play.started"
FINISHED = "play.finished"
ABANDONED = "play.abandoned"
DRAW = "a draw"
"""The beginning of the reason of a draw, in which several share the end and nobody has won."""
JOINED = "seat.joined"
"""A player joins during a play, at the end of the row: a game that allows it has such a kind of
entry, with the `name` and the `handle` of that seat.
"""


@dataclass_transform(kw_only_default=True, frozen_default=True)
class PlayState(Value):
    """The part of a play's state that all games share. Seats are numbered from 0, clockwise.

    `scores` may be empty in a game that keeps no points. `first` is the seat with the first-player
    marker, or just the one that begins if there is no marker.
    """

    seats: tuple[PlayerSeat, ...]
    scores: tuple[int, ...]
    first: int
    round: int = 1
    status: Status = "live"
    winners: tuple[int, ...] = ()

    def name(self, seat: int) -> str:
        """Return the name of the player at a seat."""
        return self.seats[seat].name

    def left_of(self, seat: int) -> int:
        """The next seat clockwise."""
        return (seat + 1) % len(self.seats)

    def order(self) -> tuple[int, ...]:
        """All seats in turn order, from the first-player marker."""
        count = len(self.seats)
        return tuple((self.first + step) % count for step in range(count))

    def leaders(self) -> tuple[int, ...]:
        """The seats with the most points: several in a tie, none if points are not kept."""
        top = max(self.scores, default=0)
        return tuple(seat for seat, score in enumerate(self.scores) if score == top)


S = TypeVar("S", bound=PlayState)


def check_play(state: PlayState, event: Event) -> None:
    """Refuse an entry in a finished play, except a rename. Raises Refused."""
    if event.kind not in ADMIN_KINDS:
        require_live(state)


def require_live(state: PlayState) -> None:
    """Refuse to go on in a finished play. Raises Refused."""
    if state.status != "live":
        raise Refused(
            f"This play is {state.status}: nothing more can be entered.",
            "`companion undo` takes its end back; `companion start` begins another.",
        )


def apply_play(state: S, event: Event, lowest: int | None, reserved: Collection[str] = ()) -> S:
    """Return the state after one of the shared kinds; scores stop at `lowest`.

    A renamed player gets none of the `reserved` handles. The end of a round may name the `first`
    player of the next one; by default it is the player to the left. Raises TooNew for an unknown
    kind, which a newer companion wrote.
    """
    data = event.data
    match event.kind:
        case "points.gained":
            return scored(state, data["seat"], data["points"], lowest)
        case "points.lost":
            return scored(state, data["seat"], -data["points"], lowest)
        case "points.set":
            return scored(state, data["seat"], data["points"] - state.scores[data["seat"]], lowest)
        case "marker.passed":
            return replace(state, first=state.left_of(state.first))
        case "marker.given":
            return replace(state, first=data["seat"])
        case "round.ended":
            named = data.get("first")
            first = state.left_of(state.first) if named is None else named
            return replace(state, first=first, round=state.round + 1)
        case "play.finished":
            return replace(state, status="finished", winners=tuple(data["winners"]))
        case "play.abandoned":
            return replace(state, status="abandoned")
        case "roll.noted":
            return state
        case "time.noted":
            return state
        case "seat.renamed":
            return replace(state, seats=renamed(state.seats, data["seat"], data["name"], reserved))
        case "play.edited":
            return state
        case "play.deleted":
            return state
        case "play.restored":
            return state
    raise TooNew(
        f"This play has an entry of the kind “{event.kind}”, which this companion does not know.",
        "A newer companion wrote it: update this one.",
    )


def scored(state: S, seat: int, points: int, lowest: int | None) -> S:
    """Return the state after a gain (or, below 0, a loss); scores stop at `lowest`."""
    score = state.scores[seat] + points
    if lowest is not None:
        score = max(lowest, score)
    return replace(state, scores=(*state.scores[:seat], score, *state.scores[seat + 1 :]))


def describe_play(before: PlayState, event: Event, after: PlayState, *, marker: bool = True) -> str:
    """Return a shared kind as a line of the log, with the actual amount of a loss.

    It mentions a `marker` only in a game that has one.
    """
    data = event.data
    match event.kind:
        case "points.gained" | "points.lost" | "points.set":
            return _points_line(before, event, after)
        case "marker.passed" | "marker.given":
            drawn = ", drawn" if data.get("drawn") else ""
            return f"first-player marker to {after.name(after.first)}{drawn}"
        case "round.ended":
            handed = f"; marker to {after.name(after.first)}" if marker else ""
            return f"round {before.round} ends: {data['why']}{handed}"
        case "play.finished":
            return "".join(result_words([after.name(seat) for seat in after.winners], data["why"]))
        case "play.abandoned":
            return "the play is abandoned"
        case "roll.noted":
            from companion.core.dice import roll_words

            return f"rolled {' · '.join(map(roll_words, data['rolls']))}"
        case "time.noted":
            from companion.core.clocks import clock_line

            return clock_line(data, [seat.name for seat in after.seats])
        case "seat.renamed":
            return f"{before.name(data['seat'])} is now called {data['name']}"
        case "play.edited" | "play.deleted" | "play.restored":
            return amendment_line(event)
    return event.kind


def result_words(winners: Sequence[str], why: str) -> tuple[str, str]:
    """Return who has won, and the rest of the sentence: `Ana has won` and `: the biggest tally,
    20`.

    Several whose `why` is a draw have not won: `a draw between Ana and Ben` and ` at 20`.
    """
    names = listed(winners)
    if len(winners) > 1 and why.startswith(DRAW):
        return f"{DRAW} between {names}", why.removeprefix(DRAW)
    return f"{names or 'Nobody'} {'have' if len(winners) > 1 else 'has'} won", f": {why}"


def _points_line(before: PlayState, event: Event, after: PlayState) -> str:
    seat = event.data["seat"]
    old, new, lost = before.scores[seat], after.scores[seat], event.data["points"]
    line = f"{after.name(seat)} {signed(new - old)}: {old} → {new}"
    if event.kind == "points.lost" and old - new < lost:
        line += f" ({signed(-lost)} asked, no more to lose)"
    return line


def signed(number: int) -> str:
    """Format a change of points: `+3`, `−2`, `±0`."""
    if number == 0:
        return "±0"
    return f"+{number}" if number > 0 else f"−{-number}"
