"""`sheet leave`: somebody goes home, and the others play on."""

from typing import Annotated, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.offer import people
from companion.core.param import player
from companion.core.shapes import SEAT
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.sheet.end import settle_now
from companion.games.sheet.state import SheetState, with_closed


class SeatLeft(TypedDict):
    """A player has left: no points are awaited any more, and the marker passes that seat over."""

    seat: Annotated[int, SEAT]


def _check_left(state: SheetState, data: SeatLeft, referee: Referee) -> None:
    name = state.name(data["seat"])
    if data["seat"] in state.left:
        raise Refused(f"{name} has left already.", "`companion table` shows who is there.")
    if len(state.left) + 1 == len(state.seats):
        raise Refused(
            f"Nobody would be left without {name}.",
            "`companion finish` ends the play, `companion finish --abandon` breaks it off.",
        )


def _apply_left(state: SheetState, data: SeatLeft) -> SheetState:
    after = replace(state, left=state.left | {data["seat"]})
    if after.first == data["seat"]:
        after = replace(after, first=after.left_of(after.first))
    for line in range(1, len(after.lines) + 1):
        if not after.missing(line):
            after = with_closed(after, line)
    return after


SEAT_LEFT = Kind(
    "seat.left",
    SeatLeft,
    apply=_apply_left,
    tell=lambda before, data, after: f"{before.name(data['seat'])} has left",
    check=_check_left,
)


def leave(action: Action[SheetState], seat: int) -> None:
    """Enter that somebody has left; where only those points were missing, the line is over."""
    closed = action.state.closed
    action.add(SEAT_LEFT, SeatLeft(seat=seat))
    if action.state.closed != closed:
        settle_now(action)


_WHO = player(
    help="Who has left.",
    candidates=lambda trial, args: people(
        trial.state,
        [seat for seat in range(len(trial.state.seats)) if seat not in trial.state.left],
    ),
)

LEAVE_VERB = Verb[SheetState](
    name="leave",
    about="somebody goes home; the others play on",
    help="""Somebody goes home, and the others play on.

    The points so far stay, and the play counts for everybody; only those who are still there can
    win by points.

    \b
    Examples:
      companion sheet leave ben
    """,
    params=(_WHO,),
    plan=lambda action, args: leave(action, args[_WHO]),
)
