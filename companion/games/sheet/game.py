"""A score sheet as the companion sees a game: its verbs, what is legal now, what is remembered."""

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
    how_to_end,
    outcome,
    side_called,
    sides,
)

if TYPE_CHECKING:
    from companion.core.titles import Titles

VERBS = Verbs[SheetState](
    """A score sheet for any game: lines, columns, teams.

    \b
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

_SHOWN = 6
"""So many are named in the example of a line."""


def _phase(state: SheetState) -> str:
    if state.status != "live":
        return state.status
    return "full" if state.is_full else "on"


def _say_line(state: SheetState) -> Iterator[str]:
    scoring, line = state.scoring, state.round
    open_ended = scoring.target is None and scoring.lines is None
    if state.has_reached:
        yield _say_reached(state)
    for left_out in state.left_out:
        missing = _missing(state, left_out)
        if missing:
            yield f"Round {left_out} was left out: `companion sheet row {left_out} {missing}`."
    missing, what = _missing(state, line), capital(scoring.line(line))
    if not (state.has_reached or (scoring.coop and open_ended)):
        head = f"{quote(what.casefold())} " if scoring.columns else ""
        row = f"`companion sheet row {head}{missing}`"
        yield f"{what}: {row}." if missing else f"{what} is complete: `companion next`."
    if scoring.coop:
        yield "At the end: `companion finish --won`, or `companion finish --lost`."
    elif open_ended:
        yield "At the end: `companion finish`, or only who won: `companion sheet win NAME`."


def _missing(state: SheetState, line: int) -> str:
    """What is missing in a line, as it is typed."""
    return " ".join(f"{state.typed(side)}=…" for side in state.missing(line)[:_SHOWN])


def _say_reached(state: SheetState) -> str:
    reached, result = f"{state.scoring.target} is reached", outcome(state)
    if not result.winners:
        return f"{reached}, and {result.why}: `companion next` plays on."
    return f"{reached}: {_would_win(state)}"


def _would_win(state: SheetState) -> str:
    who = listed([state.side_name(side) for side in state.best()])
    return f"`companion next` ends it; now {who} would win."


def _say_full(state: SheetState) -> str:
    if outcome(state).winners and not state.scoring.coop:
        return f"The sheet is full: {_would_win(state)}"
    why = "" if state.scoring.coop else f", and {outcome(state).why}"
    return f"The sheet is full{why}: {how_to_end(state)}."


def _verbs(*names: str) -> tuple[Step[SheetState], ...]:
    return tuple(Step(name) for name in names)


LEGAL = Legal[SheetState](
    _phase,
    {
        "on": (Step("row"), Step(say=_say_line), *_verbs("win", "join", "leave", "set")),
        "full": (Step(say=_say_full), *_verbs("win", "row", "leave", "set")),
        "finished": _verbs("row", "win", "set"),
        "abandoned": (),
    },
)


class ScoreSheet(Game[SheetState]):
    """Any game, by its points: whoever has most of them, or fewest, or whom the table names."""

    id = "sheet"
    title = "Score sheet"
    fewest_players, most_players = 1, 30
    seats_rule = "SH-1"
    boxed = False
    steps = LEGAL
    view = function_of("companion.games.sheet.views")
    to_json = function_of("companion.games.sheet.views", "report")
    kinds = facts(setup, points, rows, end, scoring_change, seats)
    advance = staticmethod(end.advance)
    outcome = staticmethod(outcome)

    start_example = 'companion start sheet "Heat" Ana Ben'

    def __init__(self, title_now: str = "") -> None:
        self.title_now = title_now
        """What is played, where the group calls it otherwise than `start` recorded."""

    def under_titles(self, titles: "Titles", options: Mapping[str, Any]) -> "ScoreSheet":
        """A sheet of the title of now."""
        title = options.get("title")
        now = titles.now(title) if isinstance(title, str) else title
        return self if now == title else _sheet_of(str(now))

    def opening(
        self, seats: tuple[PlayerSeat, ...], first: int, options: Mapping[str, Any]
    ) -> SheetState:
        """An empty sheet."""
        scoring = Scoring.of(options)
        if self.title_now:
            scoring = scoring._replace(title=self.title_now)
        return SheetState(
            seats=seats,
            scores=(0,) * len(seats),
            first=first,
            scoring=scoring,
            sides=sides(seats, scoring),
        )

    def check(self, state: SheetState, event: Event, referee: Referee, reference: Any) -> None:
        """Refuse also what is about somebody who has not joined, as before an undo."""
        what = misfit(event, self.all_shapes, Context.at(state.seats))
        if what is not None:
            raise Refused(
                "Without that, somebody whom it is about would not be at the table.",
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
        """Refuse an entry that would end the sheet, and does not."""
        if len(events) == 1:
            end.require_end(states[0], events[0], states[-1], referee)
        super().check_entry(states, events, referee, reference)

    def verbs(self) -> Verbs[SheetState]:
        """Its verbs, and how a sheet begins."""
        return VERBS

    def amounts(self, state: SheetState) -> Amounts:
        """Large numbers, and decimals where `start` said so."""
        return points.amounts(state)

    def seats_called(self, state: SheetState, text: str) -> tuple[int, ...]:
        """The seats of a side, by its team or by one of its players."""
        return state.sides[side_called(state, text)]

    def score_of(self, state: SheetState, seat: int) -> int | float:
        """What a player's side has."""
        return state.points(state.scores[seat])

    def rounds_played(self, state: SheetState) -> int | None:
        """The round of now, or the last one; columns are no rounds."""
        return None if state.scoring.columns else state.round

    def scores_by_round(self, state: SheetState) -> list[list[int | float | None]] | None:
        """The sums of the lines so far, as they stand now."""
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
        """The title of what is played."""
        return state.scoring.title

    def traits(self, state: SheetState) -> Traits:
        """What histories show of it: its own title, as of a game that was imported."""
        scoring = state.scoring
        teams = tuple(state.side_name(state.side_of(seat)) for seat in range(len(state.seats)))
        return Traits(scoring.title, teams if scoring.teams else (), scoring.coop, scoring.lowest)

    def begins(self, state: SheetState) -> str:
        """How it is scored, and the teams."""
        teams = [
            f"{team.name} are {listed([state.name(seat) for seat in team.seats])}"
            for team in state.scoring.teams
        ]
        return "; ".join([*state.scoring.in_words, *teams])

    def where(self, state: SheetState) -> str:
        """The line that comes next."""
        scoring = state.scoring
        if state.is_full:
            return "full"
        of = f" of {scoring.rounds}" if scoring.rounds else ""
        return f"{scoring.line(state.round)}{of}"

    def status_line(self, state: SheetState) -> str:
        """What everybody has, and the line that comes next."""
        each = " · ".join(
            f"{short(state.side_name(side))} {score(state.points(state.total(side)))}"
            for side in range(len(state.sides))
        )
        where = self.where(state) if state.status == "live" else state.status
        marker = "" if state.scoring.columns else f", marker: {short(state.name(state.first))}"
        return f"{each} — {where}{marker if state.status == 'live' else ''}"

    def player_json(self, state: SheetState, seat: int, reference: Any) -> dict[str, Any]:
        """The team of a player, and whether that player has left."""
        side = state.side_of(seat)
        team = state.side_name(side) if state.scoring.teams else None
        return {"team": team, "left": seat in state.left}

    def started_as(self, state: SheetState) -> str:
        """Its own title behind the word."""
        return f"sheet {quote(state.scoring.title)}"

    def start_again(self, state: SheetState) -> list[str]:
        """The options that begin it so, with its teams."""
        teams = [
            f"{team.name}={','.join(state.seats[seat].handle for seat in team.seats)}"
            for team in state.scoring.teams
        ]
        return [*state.scoring.options, *(f"--team {quote(team)}" for team in teams)]


@lru_cache
def _sheet_of(title: str) -> ScoreSheet:
    """The same one for the same title: a state that is kept is that of its game."""
    return ScoreSheet(title)


GAME = ScoreSheet()
