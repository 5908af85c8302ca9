"""The state of a sheet: how it is scored, what is in its cells, and what follows from that."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from shlex import quote
from typing import Any, NamedTuple

from companion.core.names import counted, found, listed
from companion.core.numbers import score
from companion.core.outcome import Lead, Outcome
from companion.core.play import PlayState
from companion.core.seats import PlayerSeat, find_seat, is_somebody
from companion.core.value import replace
from companion.errors import NotFound

UNIT, HUNDREDTHS = 1, 100
"""What cells count in: points, or hundredths of them, so that sums of decimals are exact."""

ALL = "all"
"""The name of the side of a cooperative game."""
Cells = tuple[int | None, ...]
"""A line: what each side has in it; None where nothing was entered."""


class Team(NamedTuple):
    """A side of several players, by their seats."""

    name: str
    seats: tuple[int, ...]


class Scoring(NamedTuple):
    """How a game is scored: by the options of `start`, or as the group scored it the last time.

    `target` are the points that end it; `rounds`, how many lines there are; or the lines are the
    `columns` of a score pad, filled in any order. With `coop`, all players are one side.
    """

    title: str
    target: int | None = None
    lowest: bool = False
    rounds: int | None = None
    columns: tuple[str, ...] = ()
    coop: bool = False
    decimals: bool = False
    teams: tuple[Team, ...] = ()

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> "Scoring":
        """The scoring that `start` recorded."""
        teams = tuple(Team(one["name"], tuple(one["seats"])) for one in options.get("teams", ()))
        columns = tuple(options.get("columns", ()))
        return cls(**{**options, "columns": columns, "teams": teams})

    def to_options(self) -> dict[str, Any]:
        """What `start` records: all that differs from a plain sheet, without teams."""
        unusual = {key: value for key, value in self._asdict().items() if value and key != "teams"}
        return {**unusual, "columns": list(self.columns)} if self.columns else unusual

    @property
    def lines(self) -> int | None:
        """How many lines there are; None for as many as it takes."""
        return len(self.columns) or self.rounds

    @property
    def unit(self) -> int:
        """How many units make a point; cells count units."""
        return HUNDREDTHS if self.decimals else UNIT

    def line(self, number: int) -> str:
        """The name of a line: `round 3`, `Farms`."""
        if not self.columns:
            return f"round {number}"
        return self.columns[number - 1] if number <= len(self.columns) else "besides"

    @property
    def options(self) -> list[str]:
        """The options of `start` that begin it, without teams."""
        options = [
            (self.target, f"--target {self.target}"),
            (self.lowest, "--lowest"),
            (self.rounds, f"--rounds {self.rounds}"),
            (self.columns, f"--count {quote(','.join(self.columns))}"),
            (self.coop, "--coop"),
            (self.decimals, "--decimals"),
        ]
        return [option for wanted, option in options if wanted]

    @property
    def extent(self) -> str:
        """How many rounds there are, or which columns, in a few words; empty if that is open."""
        if self.columns:
            return f"counts {listed(self.columns)}"
        return counted(self.rounds, "round") if self.rounds else ""

    @property
    def in_words(self) -> list[str]:
        """How it is scored, in a few words each."""
        parts = [
            (self.target, f"to {self.target}"),
            (self.lowest, "the fewest points win"),
            (self.lines, self.extent),
            (self.coop, "all together"),
            (self.decimals, "with decimals"),
        ]
        return [words for wanted, words in parts if wanted]


class SheetState(PlayState):
    """A sheet: `lines` of cells, a cell for each side.

    `closed` are the numbers of the complete lines, from 1; `round` is the line that comes next.
    `scores` count in the sheet's unit. `left` are the seats of players who went home; `first_lines`
    has the first line of each side, if a player joined in the middle.
    """

    scoring: Scoring
    sides: tuple[tuple[int, ...], ...]
    lines: tuple[Cells, ...] = ()
    closed: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    first_lines: tuple[int, ...] = ()

    def left_of(self, seat: int) -> int:
        """The next seat clockwise of a player who is still there."""
        after = super().left_of(seat)
        while after in self.left and after != seat:
            after = super().left_of(after)
        return after

    def order(self) -> tuple[int, ...]:
        """The seats of all who are still there, in turn order."""
        return tuple(seat for seat in super().order() if seat not in self.left)

    @property
    def present_sides(self) -> list[int]:
        """The sides that have a player who is still there."""
        return [at for at, seats in enumerate(self.sides) if not self.left.issuperset(seats)]

    def first_line(self, side: int) -> int:
        """The first line of a side: later than 1 if its player joined in the middle."""
        return self.first_lines[side] if self.first_lines else 1

    def first_lines_with(self, side: int, line: int) -> tuple[int, ...]:
        """The first lines of all sides, if one of them begins with that line."""
        lines = {at: self.first_line(at) for at in range(len(self.sides))} | {side: line}
        return tuple(lines.values())

    def missing(self, line: int) -> list[int]:
        """The sides that have no points in a line yet, and should."""
        cells = self.cells(line)
        there = (side for side in self.present_sides if line >= self.first_line(side))
        return [side for side in there if cells[side] is None]

    def side_of(self, seat: int) -> int:
        """The number of the side to which a seat belongs."""
        return next(side for side, seats in enumerate(self.sides) if seat in seats)

    def side_name(self, side: int) -> str:
        """The name of a side: its team's, or its player's."""
        teams = self.scoring.teams
        if teams:
            return teams[side].name
        return ALL if self.scoring.coop else self.name(self.sides[side][0])

    def side_word(self, side: int) -> str:
        """What is typed for a side in a line."""
        alone = not (self.scoring.teams or self.scoring.coop)
        return self.handle(side) if alone else quote(self.side_name(side))

    def handle(self, side: int) -> str:
        """The handle of the first player of a side."""
        return self.seats[self.sides[side][0]].handle

    def cells(self, line: int) -> Cells:
        """The cells of a line, by its number from 1."""
        if line <= len(self.lines):
            return self.lines[line - 1]
        return (None,) * len(self.sides)

    def total(self, side: int) -> int:
        """The sum of a side's cells, in the sheet's unit."""
        return sum(cells[side] or 0 for cells in self.lines)

    def points(self, units: int) -> int | float:
        """Units as points."""
        whole, rest = divmod(units, self.scoring.unit)
        return units / self.scoring.unit if rest else whole

    @property
    def is_written(self) -> bool:
        """Whether any points are on the sheet."""
        return any(cell is not None for cells in self.lines for cell in cells)

    @property
    def is_full(self) -> bool:
        """Whether all of its lines are complete, if their number is known."""
        lines = self.scoring.lines
        return lines is not None and all(line in self.closed for line in range(1, lines + 1))

    @property
    def existing_lines(self) -> range:
        """The lines of a finished sheet, which can still be corrected: every column, or the rounds
        that have points."""
        return range(1, max(len(self.scoring.columns), len(self.lines)) + 1)

    @property
    def open_lines(self) -> list[int]:
        """The lines that can be written now, or corrected."""
        last = len(self.scoring.columns) or min(self.round, self.scoring.rounds or self.round)
        return list(self.existing_lines if self.status != "live" else range(1, last + 1))

    @property
    def lines_with_room(self) -> list[int]:
        """The lines that can be written now because a cell is empty."""
        return [line for line in self.open_lines if self.missing(line)]

    @property
    def is_round_begun(self) -> bool:
        """Whether the line that comes next has some points already."""
        return any(cell is not None for cell in self.cells(self.round))

    @property
    def reopened_rounds(self) -> list[int]:
        """The rounds before this one that are open again, because an entry was taken back."""
        if self.scoring.columns:
            return []
        return [line for line in range(1, self.round) if line not in self.closed]

    @property
    def has_reached_target(self) -> bool:
        """Whether a side has the points that end it."""
        target = self.scoring.target
        totals = map(self.total, self.present_sides)
        return target is not None and any(one >= target * self.scoring.unit for one in totals)

    def best_sides(self) -> list[int]:
        """The sides with the most points, or the fewest if these win; of those still there."""
        totals = {side: self.total(side) for side in self.present_sides}
        top = min(totals.values()) if self.scoring.lowest else max(totals.values())
        return [side for side, total in totals.items() if total == top]

    def leaders(self) -> tuple[int, ...]:
        """The seats of the best sides."""
        return self.seats_of(self.best_sides())

    def seats_of(self, sides: Iterable[int]) -> tuple[int, ...]:
        """The seats of some sides, clockwise."""
        return tuple(sorted(seat for side in sides for seat in self.sides[side]))


def make_sides(seats: Sequence[PlayerSeat], scoring: Scoring) -> tuple[tuple[int, ...], ...]:
    """The sides: teams, all players together, or each alone."""
    if scoring.teams:
        return tuple(team.seats for team in scoring.teams)
    everybody = range(len(seats))
    return (tuple(everybody),) if scoring.coop else tuple((seat,) for seat in everybody)


def find_side(state: SheetState, text: str) -> int:
    """The number of the side that a text names: a team, or one of its players. Raises NotFound or
    Ambiguous."""
    teams = state.scoring.teams
    if state.scoring.coop and text == ALL:
        return 0
    if teams and not is_somebody(state.seats, text):
        named = found(text, teams, lambda team: (team.name,))
        if named is not None:
            return teams.index(named)
    try:
        return state.side_of(find_seat(state.seats, text))
    except NotFound as problem:
        if not teams:
            raise
        there = f"The teams are {listed([team.name for team in teams])}. {problem.hint}"
        raise NotFound(problem.message, there) from None


def write_cells(
    state: SheetState, line: int, entered: Mapping[int, int], *, added: bool
) -> SheetState:
    """The sheet with these units in a line; with `added`, on top of what is there.

    A line that is complete is closed, unless points were `added` one by one.
    """
    cells = list(state.cells(line))
    for side, units in entered.items():
        cells[side] = units + ((cells[side] or 0) if added else 0)
    empty = (None,) * len(state.sides)
    lines = [*state.lines, *[empty] * (line - len(state.lines))]
    lines[line - 1] = tuple(cells)
    after = replace(state, lines=tuple(lines))
    totals = [after.total(side) for side in range(len(after.sides))]
    scores = tuple(totals[after.side_of(seat)] for seat in range(len(after.seats)))
    after = replace(after, scores=scores)
    return after if added or after.missing(line) else close_line(after, line)


def close_line(state: SheetState, line: int, first: int | None = None) -> SheetState:
    """The sheet with a complete line; after a round, the marker goes to the left, or to `first`."""
    if line in state.closed:
        return state
    closed = state.closed | {line}
    if state.status != "live":
        return replace(state, closed=closed)
    now = next_line(state.scoring, closed)
    holder = state.first if state.scoring.columns else state.left_of(state.first)
    return replace(state, closed=closed, round=now, first=holder if first is None else first)


def next_line(scoring: Scoring, closed: Collection[int]) -> int:
    """The line that comes next: the first open column, or the round after the last closed one."""
    now, lines = 1 if scoring.columns else max(closed, default=0) + 1, scoring.lines
    # A round that was taken back is entered again by its number; later ones keep their numbers.
    if scoring.columns or (lines is not None and now > lines):
        now = next(number for number in range(1, len(closed) + 2) if number not in closed)
    return now


def outcome(state: SheetState) -> Outcome:
    """Who wins if it ends now: by the target or the last line, or by the points so far."""
    scoring = state.scoring
    if scoring.coop:
        if state.has_reached_target:
            return Outcome(state.seats_of([0]), f"{scoring.target} reached together")
        return Outcome((), "lost together")
    best = state.best_sides()
    if not state.is_written:
        return Outcome((), "no points were entered")
    if len(best) > 1:
        names = listed([state.side_name(side) for side in best])
        return Outcome((), f"{names} are tied at {score(state.points(state.total(best[0])))}")
    winners = state.seats_of(best)
    most = "fewest points" if scoring.lowest else "most points"
    if scoring.teams:
        most = f"{most} for {state.side_name(best[0])}"
    if state.has_reached_target:
        return Outcome(winners, f"{scoring.target} reached, {most}")
    if state.is_full:
        over = "the sheet is full" if scoring.columns else "the last round is over"
        return Outcome(winners, f"{over}, {most}")
    if scoring.target is not None or scoring.lines is not None:
        return Lead(winners, f"ended early, {most}")
    return Outcome(winners, most)


def end_command(state: SheetState) -> str:
    """The command that ends a play whose sheet is full."""
    if state.scoring.coop:
        return "`companion finish --won`, or `companion finish --lost`"
    if not outcome(state).winners:
        return f"`companion sheet win {state.side_word(state.best_sides()[0])}`"
    return "`companion finish`"


def is_over(state: SheetState) -> bool:
    """Whether the target or the last line has ended it, and somebody has won."""
    return (state.has_reached_target or state.is_full) and bool(outcome(state).winners)
