"""`sheet set`: change how a game is scored."""

from collections.abc import Sequence
from typing import Any

from companion.core.action import Action
from companion.core.box import SHEETS, Shelf
from companion.core.command import number, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Flag
from companion.core.names import counted, folded
from companion.core.numbers import score
from companion.core.param import Incomplete
from companion.core.shapes import NAME, list_of, maybe, whole_from
from companion.core.value import Annotated, replace
from companion.errors import Invalid, Refused
from companion.games.sheet.end import update_end
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.setup import Columns, Decimals, Lowest, read_columns
from companion.games.sheet.state import Scoring, SheetState, next_line

UNCHANGED: Any = object()
"""The default of a field that is not changed: null means no target, or no number of rounds."""


class ScoringChanged(Fact[SheetState], kind="scoring.changed", after_end=True):
    """How the sheet is scored changes; the fields are those of `Scoring`."""

    target: Annotated[int | None, maybe(whole_from(1, MOST_POINTS))] = UNCHANGED
    lowest: Flag = UNCHANGED
    rounds: Annotated[int | None, maybe(whole_from(1, MOST_LINES))] = UNCHANGED
    columns: Annotated[Sequence[str], list_of(NAME)] = UNCHANGED
    decimals: Flag = UNCHANGED

    @property
    def changes(self) -> dict[str, Any]:
        """The fields of `Scoring` that change."""
        return self.to_json()

    def change(self, scoring: Scoring) -> Scoring:
        """The scoring after the change."""
        changes = self.changes
        if "columns" in changes:
            changes["columns"] = tuple(self.columns)
        return scoring._replace(**changes)

    def check(self, state: SheetState, referee: Referee) -> None:
        after = self.change(state.scoring)
        written = len(state.lines)
        if after.lines is not None and after.lines < written:
            noun = "column" if state.scoring.columns else "round"
            raise Refused(
                f"The sheet already has {counted(written, noun)}, more than {after.lines}.",
                "`companion table` shows them; `companion undo` takes back the last one.",
            )
        if after.coop and after.lowest:
            raise Refused(
                f"In {after.title}, all win or lose together: nobody wins by the fewest points.",
                "Leave out `--lowest`.",
            )
        if not after.decimals:
            for cell in (cell for cells in state.lines for cell in cells if cell is not None):
                if cell % state.scoring.unit:
                    raise Refused(
                        f"The sheet has {score(state.points(cell))}, which is not a whole number.",
                        "Correct it first: `companion sheet row -h`",
                    )

    def apply(self, state: SheetState) -> SheetState:
        scoring = self.change(state.scoring)

        def scaled(units: int) -> int:
            return units * scoring.unit // state.scoring.unit

        lines = tuple(
            tuple(None if cell is None else scaled(cell) for cell in cells) for cells in state.lines
        )
        after = replace(
            state,
            scoring=scoring,
            lines=lines,
            scores=tuple(scaled(units) for units in state.scores),
        )
        now = next_line(scoring, state.closed) if state.status == "live" else state.round
        return replace(after, round=now)

    def describe(self, before: SheetState, after: SheetState) -> str:
        scoring, words = after.scoring, []
        if "target" in self.changes:
            words.append(f"to {scoring.target}" if scoring.target else "no target")
        if "lowest" in self.changes:
            words.append(f"the {'fewest' if scoring.lowest else 'most'} points win")
        if "rounds" in self.changes or "columns" in self.changes:
            words.append(scoring.extent or "any number of rounds")
        if "decimals" in self.changes:
            words.append("with decimals" if scoring.decimals else "whole points")
        return f"scoring changed: {', '.join(words)}"


def _remember(shelf: Shelf[Any], action: Action[SheetState]) -> None:
    """Have the group score the game in this way the next time, too."""
    before, now = action.before.scoring, action.state.scoring
    kept = shelf.remembered(SHEETS) or {}
    known = Scoring.from_options(kept.get(folded(now.title), {"title": now.title}))
    changed = {key: value for key, value in now._asdict().items() if value != getattr(before, key)}
    shelf.remember(SHEETS, {**kept, folded(now.title): known._replace(**changed).to_options()})


# What is typed

NewTarget = Annotated[
    int | None,
    number(
        0,
        MOST_POINTS,
        what="number of points",
        metavar="N",
        help="Ends after a round in which somebody has reached N points; 0: no target.",
        candidates=lambda trial, args: [(str(points), "") for points in (50, 100, 200, 0)],
    ),
]
NewRounds = Annotated[
    int | None,
    number(
        0,
        MOST_LINES,
        what="number of rounds",
        metavar="N",
        help="Ends after N rounds; 0: any number.",
        candidates=lambda trial, args: [(str(count), "") for count in (3, 5, 10, 0)],
    ),
]


@verb("how it is scored: the fewest points win, a target", name="set", after_end=True)
def change_scoring(
    action: Action[SheetState],
    *,
    target: NewTarget = None,
    lowest: Lowest = None,
    rounds: NewRounds = None,
    count: Columns = None,
    decimals: Decimals = None,
) -> None:
    """Change how this game is scored, also after the end.

    The points stay, the winner may change, and the group remembers it for the next time.

    Examples:
      companion sheet set --lowest
      companion sheet set --target 66 --lowest
      companion sheet set --rounds 10
      companion sheet set --count Fields,Pastures,Family,Bonus
    """
    if rounds is not None and count is not None:
        raise Invalid(
            "A sheet has rounds or columns, not both.", "Leave out `--rounds` or `--count`."
        )
    lines = rounds is not None or count is not None
    changed = ScoringChanged(
        target=UNCHANGED if target is None else target or None,
        lowest=UNCHANGED if lowest is None else lowest,
        rounds=(rounds or None) if lines else UNCHANGED,
        columns=(list(read_columns(count)) if count is not None else []) if lines else UNCHANGED,
        decimals=UNCHANGED if decimals is None else decimals,
    )
    before = action.state
    if not changed.changes:
        raise Incomplete("What should change?", "`companion sheet set --lowest`")
    if changed.change(before.scoring) == before.scoring:
        raise Invalid("It is already scored like that.", "`companion table` shows how.")
    action.add(changed)
    update_end(action, before)
    action.afterwards(lambda shelf: _remember(shelf, action))
