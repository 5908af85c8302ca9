"""Players who go home, join in the middle, or come back, while the others play on."""

from typing import Any

from companion.core.action import Action
from companion.core.box import Shelf
from companion.core.command import flag, number, player, text, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Seat
from companion.core.names import folded, proper_name
from companion.core.offer import people
from companion.core.play import JOINED
from companion.core.reply import Reply
from companion.core.seats import PlayerSeat, is_somebody, one_more
from companion.core.shapes import COUNT, NAME, PLAYER, maybe
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.sheet.end import end_if_over
from companion.games.sheet.points import MOST_POINTS, POINTS, to_units
from companion.games.sheet.state import SheetState, Team, close_line, find_side, write_cells

# A player goes home


class SeatLeft(Fact[SheetState], kind="seat.left"):
    """A player has left: that seat needs no points any more, and the marker skips it."""

    seat: Seat

    def check(self, state: SheetState, referee: Referee) -> None:
        name = state.name(self.seat)
        if self.seat in state.left:
            raise Refused(f"{name} has already left.", "`companion table` shows who is there.")
        if len(state.left) + 1 == len(state.seats):
            raise Refused(
                f"Nobody would be left without {name}.",
                "`companion finish` ends the play, `companion finish --abandon` gives it up.",
            )

    def apply(self, state: SheetState) -> SheetState:
        after = replace(state, left=state.left | {self.seat})
        if after.first == self.seat:
            after = replace(after, first=after.left_of(after.first))
        for line in range(1, len(after.lines) + 1):
            if not after.missing(line):
                after = close_line(after, line)
        return after

    def describe(self, before: SheetState, after: SheetState) -> str:
        return f"{before.name(self.seat)} has left"


Leaver = Annotated[
    int,
    player(
        help="Who has left.",
        candidates=lambda trial, args: people(
            trial.state,
            [seat for seat in range(len(trial.state.seats)) if seat not in trial.state.left],
        ),
    ),
]


@verb("a player goes home; the others play on")
def leave(action: Action[SheetState], player: Leaver) -> None:
    """Enter that a player goes home; the others play on.

    The points so far stay, and the play counts for everybody; only players who are still there can
    win by points. `sheet join` brings a player back.

    Examples:
      companion sheet leave ben
    """
    closed = action.state.closed
    action.add(SeatLeft(seat=player))
    if action.state.closed != closed:  # only this player's points were missing
        end_if_over(action)


# A player joins, or comes back


class SeatJoined(Fact[SheetState], kind=JOINED):
    """A new player takes the last seat, with `points` for the rounds before, or without.

    `team` is the team that the player joins. `renames` is how many renames the group had made.
    """

    name: Annotated[str, PLAYER]
    handle: Annotated[str, PLAYER]
    points: Annotated[float | None, maybe(POINTS)] = None
    team: Annotated[str | None, maybe(NAME)] = None
    renames: Annotated[int, COUNT] = 0

    def check(self, state: SheetState, referee: Referee) -> None:
        if is_somebody(state.seats, self.name) or is_somebody(state.seats, self.handle):
            raise Refused(
                f"{self.name} is already at the table.", "`companion table` shows who is."
            )
        teams = [team.name for team in state.scoring.teams]
        if teams and self.team not in teams:
            raise Invalid(
                f"Which team does {self.name} join?",
                f"`companion sheet join {self.handle} --team {teams[0]}`",
            )
        if self.points is not None and (teams or state.scoring.coop):
            raise Invalid(f"{self.name} shares the points of the others.", "Leave out `--points`.")
        if self.points is not None and (state.round == 1 or state.scoring.columns):
            raise Invalid(
                "There is no earlier round for these points.",
                f"`companion score {self.handle} +20` once {self.name} has joined.",
            )

    def apply(self, state: SheetState) -> SheetState:
        seat, scoring = len(state.seats), state.scoring
        seats = (*state.seats, PlayerSeat(self.name, self.handle))
        if scoring.coop:
            everybody = (*state.sides[0], seat)
            return replace(
                state, seats=seats, sides=(everybody,), scores=(*state.scores, state.scores[0])
            )
        if scoring.teams:
            teams = tuple(
                Team(team.name, (*team.seats, seat)) if team.name == self.team else team
                for team in scoring.teams
            )
            sides = tuple(team.seats for team in teams)
            with_team = next(team for team in teams if team.name == self.team)
            return replace(
                state,
                seats=seats,
                sides=sides,
                scoring=scoring._replace(teams=teams),
                scores=(*state.scores, state.scores[with_team.seats[0]]),
            )
        side = len(state.sides)
        after = replace(
            state,
            seats=seats,
            sides=(*state.sides, (seat,)),
            lines=tuple((*cells, None) for cells in state.lines),
            scores=(*state.scores, 0),
            first_lines=state.first_lines_with(side, 1 if scoring.columns else state.round),
        )
        if self.points is None:
            return after
        # They are written into the round before, so that sums and charts have them.
        return write_cells(
            after, state.round - 1, {side: to_units(state, self.points)}, added=False
        )

    def describe(self, before: SheetState, after: SheetState) -> str:
        team = f" {self.team}" if self.team else ""
        points = "" if self.points is None else f" with {self.points:g} points"
        return f"{self.name} joins{team}{points}"


class SeatReturned(Fact[SheetState], kind="seat.returned"):
    """A player who had left is back."""

    seat: Seat

    def check(self, state: SheetState, referee: Referee) -> None:
        if self.seat not in state.left:
            name = state.name(self.seat)
            raise Refused(f"{name} is already at the table.", "`companion table` shows who is.")

    def apply(self, state: SheetState) -> SheetState:
        side = state.side_of(self.seat)
        first_lines = state.first_lines
        if side not in state.present_sides and not state.scoring.columns:
            first_lines = state.first_lines_with(side, state.round)
        return replace(state, left=state.left - {self.seat}, first_lines=first_lines)

    def describe(self, before: SheetState, after: SheetState) -> str:
        return f"{before.name(self.seat)} is back"


def join(
    action: Action[SheetState],
    name: str,
    points: float | None = None,
    team: str | None = None,
    renames: int = 0,
) -> None:
    """Add a player who joins in the middle, or comes back."""
    state = action.state
    here = [folded(seat.name) for seat in state.seats]
    if folded(name) in here:
        if points is not None or team is not None:
            raise Invalid(
                f"{name} already has a seat and points.", "Leave out `--points` and `--team`."
            )
        action.add(SeatReturned(seat=here.index(folded(name))))
        return
    if team is not None and state.scoring.teams:
        team = state.side_name(find_side(state, team))
    seat = one_more(state.seats, name, action.game.reserved_handles)
    action.add(
        SeatJoined(name=seat.name, handle=seat.handle, points=points, team=team, renames=renames)
    )


NewName = Annotated[str, text(help="Who joins.")]
StartPoints = Annotated[
    int | None,
    number(
        -MOST_POINTS,
        MOST_POINTS,
        what="number of points",
        metavar="N",
        help="Points for the rounds before.",
    ),
]
TeamName = Annotated[str | None, text(metavar="NAME", help="The team to join.")]
IsNew = Annotated[bool, flag("Allow a name close to an existing player's.")]


@verb(
    "a player joins in the middle",
    name="join",
    when=lambda trial: trial.state is not None and trial.state.status == "live",
)
def join_play(
    shelf: Shelf[Any],
    name: NewName,
    *,
    points: StartPoints = None,
    team: TeamName = None,
    new: IsNew = False,
) -> Reply:
    """Add a player from this round on, or one who comes back.

    A new player gets the last seat. `--points` are for the rounds before.

    Examples:
      companion sheet join zoe
      companion sheet join zoe --points 20
      companion sheet join zoe --team reds
      companion sheet join ben                 Ben had left, and comes back
    """
    name = proper_name(name, "player")
    shelf.play()  # refuses a play of another game
    known_name, renames = shelf.welcome(name, new=new)
    return shelf.enter(lambda action: join(action, known_name, points, team, renames))
