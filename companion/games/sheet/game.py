"""The score sheet as a game: its verbs, and what can be done when."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from shlex import quote
from typing import TYPE_CHECKING, Any

from companion.core.event import Event, Referee
from companion.core.fact import facts
from companion.core.game import Game, function_of
from companion.core.legal import Legal, Step
from companion.core.names import capital, listed, short
from companion.core.numbers import Amounts, score
from companion.core.outcome import Traits
from companion.core.seats import PlayerSeat
from companion.core.shapes import Context, misfit
from companion.core.verbs import Verbs
from companion.errors import Refused
from companion.games.sheet import end, points, rows, scoring_change, seats, setup
from companion.games.sheet.state import (
    Scoring,
    SheetState,
    end_command,
    find_side,
    make_sides,
    outcome,
)

if TYPE_CHECKING:
    from companion.core.titles import Titles

VERBS = Verbs[SheetState](
    """A score sheet for any game: lines, columns, teams.

    Examples:
      companion start "Heat" Ana Ben Cho
      companion sheet row ana=12 ben=9 cho=0
      companion sheet win ben
    """,
    setup.begin,
    (
        rows.write_row,
        end.win,
        seats.join_play,
        seats.leave,
        scoring_change.change_scoring,
    ),
)


# What can be done now

_MOST_IN_EXAMPLE = 6
"""Up to this many sides are named in the example of a line."""


def _phase(state: SheetState) -> str:
    if state.status != "live":
        return state.status
    return "full" if state.is_full else "on"


def _say_line(state: SheetState) -> Iterator[str]:
    scoring, line = state.scoring, state.round
    open_ended = scoring.target is None and scoring.lines is None
    if state.has_reached_target:
        yield _say_reached(state)
    for reopened in state.reopened_rounds:
        missing = _missing(state, reopened)
        if missing:
            yield f"Round {reopened} is incomplete: `companion sheet row {reopened} {missing}`."
    missing, name = _missing(state, line), capital(scoring.line(line))
    if not (state.has_reached_target or (scoring.coop and open_ended)):
        head = f"{quote(name.casefold())} " if scoring.columns else ""
        row = f"`companion sheet row {head}{missing}`"
        yield f"{name}: {row}." if missing else f"{name} is complete: `companion next`."
    if scoring.coop:
        yield "At the end: `companion finish --won`, or `companion finish --lost`."
    elif open_ended:
        yield "At the end: `companion finish`, or only who won: `companion sheet win NAME`."


def _missing(state: SheetState, line: int) -> str:
    """What to type for the points that are missing in a line."""
    return " ".join(f"{state.side_word(side)}=…" for side in state.missing(line)[:_MOST_IN_EXAMPLE])


def _say_reached(state: SheetState) -> str:
    reached, result = f"{state.scoring.target} is reached", outcome(state)
    if not result.winners:
        return f"{reached}, and {result.why}: `companion next` plays on."
    return f"{reached}: {_would_win(state)}"


def _would_win(state: SheetState) -> str:
    who = listed([state.side_name(side) for side in state.best_sides()])
    return f"`companion next` ends it; now {who} would win."


def _say_full(state: SheetState) -> str:
    if outcome(state).winners and not state.scoring.coop:
        return f"The sheet is full: {_would_win(state)}"
    why = "" if state.scoring.coop else f", and {outcome(state).why}"
    return f"The sheet is full{why}: {end_command(state)}."


def _steps(*names: str) -> tuple[Step[SheetState], ...]:
    return tuple(Step(name) for name in names)


LEGAL = Legal[SheetState](
    _phase,
    {
        "on": (Step("row"), Step(say=_say_line), *_steps("win", "join", "leave", "set")),
        "full": (Step(say=_say_full), *_steps("win", "row", "leave", "set")),
        "finished": _steps("row", "win", "set"),
        "abandoned": (),
    },
)


class ScoreSheet(Game[SheetState]):
    """Any game: the most points win, or the fewest, or the players who are named."""

    id = "sheet"
    title = "Score sheet"
    fewest_players, most_players = 1, 30
    seats_rule = "SH-1"
    boxed = False
    steps = LEGAL
    view = function_of("companion.games.sheet.views:view")
    to_json = function_of("companion.games.sheet.views:report")
    kinds = facts(setup, points, rows, end, scoring_change, seats)
    advance = staticmethod(end.advance)
    outcome = staticmethod(outcome)

    start_example = 'companion start sheet "Heat" Ana Ben'

    def __init__(self, title_now: str = "") -> None:
        self.title_now = title_now
        """The title now, if the group renamed it after `start` recorded it."""

    def under_titles(self, titles: "Titles", options: Mapping[str, Any]) -> "ScoreSheet":
        """The sheet under the title that the group uses now."""
        title = options.get("title")
        now = titles.now(title) if isinstance(title, str) else title
        return self if now == title else _sheet_of(str(now))

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> SheetState:
        scoring = Scoring.from_options(options)
        if self.title_now:
            scoring = scoring._replace(title=self.title_now)
        return SheetState(
            seats=seats,
            scores=(0,) * len(seats),
            first=first,
            scoring=scoring,
            sides=make_sides(seats, scoring),
        )

    def check(self, state: SheetState, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse also an entry about a player who has not joined any more, after an undo."""
        what = misfit(event, self.all_shapes, Context.at(state.seats))
        if what is not None:
            raise Refused(
                "This entry is about a player who would not be at the table any more.",
                "`companion log` has the numbers for `companion undo`.",
            )
        super().check(state, event, referee, reference)

    def check_entry(
        self,
        states: Sequence[SheetState],
        events: Sequence[Event],
        referee: Referee,
        reference: Any,
    ) -> None:
        """Refuse an entry that would have ended a sheet that went on."""
        if len(events) == 1:
            end.require_end(states[0], events[0], states[-1], referee)
        super().check_entry(states, events, referee, reference)

    def verbs(self) -> Verbs[SheetState]:
        return VERBS

    def amounts(self, state: SheetState) -> Amounts:
        return points.amounts(state)

    def seats_called(self, state: SheetState, text: str) -> tuple[int, ...]:
        return state.sides[find_side(state, text)]

    def score_of(self, state: SheetState, seat: int) -> int | float:
        return state.points(state.scores[seat])

    def rounds_played(self, state: SheetState) -> int | None:
        """The round that comes next, or the last one; None on a score pad with columns."""
        return None if state.scoring.columns else state.round

    def scores_by_round(self, state: SheetState) -> list[list[int | float | None]] | None:
        """The sums after each line."""
        sums = [
            [
                sum(cells[side] or 0 for cells in state.lines[:count])
                for side in range(len(state.sides))
            ]
            for count in range(1, len(state.lines) + 1)
        ]
        seats = range(len(state.seats))
        return [[state.points(row[state.side_of(seat)]) for seat in seats] for row in sums]

    def called(self, state: SheetState) -> str:
        return state.scoring.title

    def traits(self, state: SheetState) -> Traits:
        scoring = state.scoring
        teams = tuple(state.side_name(state.side_of(seat)) for seat in range(len(state.seats)))
        return Traits(scoring.title, teams if scoring.teams else (), scoring.coop, scoring.lowest)

    def begins(self, state: SheetState) -> str:
        teams = [
            f"{team.name} are {listed([state.name(seat) for seat in team.seats])}"
            for team in state.scoring.teams
        ]
        return "; ".join([*state.scoring.in_words, *teams])

    def where(self, state: SheetState) -> str:
        scoring = state.scoring
        if state.is_full:
            return "full"
        of = f" of {scoring.rounds}" if scoring.rounds else ""
        return f"{scoring.line(state.round)}{of}"

    def status_line(self, state: SheetState) -> str:
        each = " · ".join(
            f"{short(state.side_name(side))} {score(state.points(state.total(side)))}"
            for side in range(len(state.sides))
        )
        where = self.where(state) if state.status == "live" else state.status
        marker = "" if state.scoring.columns else f", marker: {short(state.name(state.first))}"
        return f"{each} — {where}{marker if state.status == 'live' else ''}"

    def player_json(self, state: SheetState, seat: int, reference: Any) -> dict[str, Any]:
        side = state.side_of(seat)
        team = state.side_name(side) if state.scoring.teams else None
        return {"team": team, "left": seat in state.left}

    def started_as(self, state: SheetState) -> str:
        return f"sheet {quote(state.scoring.title)}"

    def start_again(self, state: SheetState) -> list[str]:
        teams = [
            f"{team.name}={','.join(state.seats[seat].handle for seat in team.seats)}"
            for team in state.scoring.teams
        ]
        return [*state.scoring.options, *(f"--team {quote(team)}" for team in teams)]


@lru_cache
def _sheet_of(title: str) -> ScoreSheet:
    """One game for each title, so that a cached state belongs to the same game."""
    return ScoreSheet(title)


GAME = ScoreSheet()
