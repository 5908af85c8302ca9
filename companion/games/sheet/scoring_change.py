"""`sheet set`: how a game is scored, where `start` did not say it, or said something else."""

from collections.abc import Sequence
from typing import Annotated, Any

from companion.core.action import Action
from companion.core.box import SHEETS, Shelf
from companion.core.command import number, verb
from companion.core.event import Referee
from companion.core.fact import Fact, Flag
from companion.core.names import counted, folded
from companion.core.numbers import score
from companion.core.param import Incomplete
from companion.core.shapes import NAME, list_of, maybe, whole_from
from companion.core.value import replace
from companion.errors import Invalid, Refused
from companion.games.sheet.end import settle_after_change
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.setup import Columns, Decimals, Lowest, columns_of
from companion.games.sheet.state import Scoring, SheetState, next_line

KEPT: Any = object()
"""The default of what was not changed; null is no target, or no number of rounds."""


class ScoringChanged(Fact[SheetState], kind="scoring.changed", after_end=True):
    """How the sheet is scored from now on, as far as that was changed: see `Scoring`."""

    target: Annotated[int | None, maybe(whole_from(1, MOST_POINTS))] = KEPT
    lowest: Flag = KEPT
    rounds: Annotated[int | None, maybe(whole_from(1, MOST_LINES))] = KEPT
    columns: Annotated[Sequence[str], list_of(NAME)] = KEPT
    decimals: Flag = KEPT

    @property
    def changes(self) -> dict[str, Any]:
        """What was changed, by the names of `Scoring`."""
        return self.to_json()

    def rescored(self, scoring: Scoring) -> Scoring:
        """The scoring after the change."""
        changes = self.changes
        if "columns" in changes:
            changes["columns"] = tuple(self.columns)
        return scoring._replace(**changes)

    def check(self, state: SheetState, referee: Referee) -> None:
        """Refuse what does not go with what is on the sheet."""
        after = self.rescored(state.scoring)
        written = len(state.lines)
        if after.lines is not None and after.lines < written:
            noun = "column" if state.scoring.columns else "round"
            raise Refused(
                f"{counted(written, noun)} are on the sheet, more than {after.lines}.",
                "`companion table` shows them; `companion undo` takes back what is too much.",
            )
        if after.coop and after.lowest:
            raise Refused(
                f"All win or lose {after.title} together, so nobody has the fewest points.",
                "`companion finish --won`, or `--lost`.",
            )
        if not after.decimals:
            for cell in (cell for cells in state.lines for cell in cells if cell is not None):
                if cell % state.scoring.unit:
                    raise Refused(
                        f"{score(state.points(cell))} is on the sheet, which is not whole.",
                        "Correct it first: `companion sheet row -h`.",
                    )

    def apply(self, state: SheetState) -> SheetState:
        scoring = self.rescored(state.scoring)

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
            words.append(scoring.extent or "as many rounds as it takes")
        if "decimals" in self.changes:
            words.append("with decimals" if scoring.decimals else "whole points")
        return f"scoring changed: {', '.join(words)}"


def _remember(shelf: Shelf[Any], action: Action[SheetState]) -> None:
    """The group scores the game like that the next time, too."""
    before, now = action.before.scoring, action.state.scoring
    kept = shelf.remembered(SHEETS) or {}
    known = Scoring.of(kept.get(folded(now.title), {"title": now.title}))
    changed = {key: value for key, value in now._asdict().items() if value != getattr(before, key)}
    shelf.remember(SHEETS, {**kept, folded(now.title): known._replace(**changed).recorded})


# `sheet set`: the words

NewTarget = Annotated[
    int | None,
    number(
        0,
        MOST_POINTS,
        what="number of points",
        metavar="N",
        help="The first with so many points at the end of a round ends it; 0 for no target.",
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
        help="It ends after so many; 0 for as many as it takes.",
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
    """Change how this game is scored, also when the play is over.

    What is on the sheet stays, the winner follows, and the group remembers it for the next time.

    \b
    Examples:
      companion sheet set --lowest
      companion sheet set --target 66 --lowest
      companion sheet set --rounds 10
      companion sheet set --count Fields,Pastures,Family,Bonus
    """
    if rounds is not None and count is not None:
        raise Invalid("Rounds, or columns?", "Leave out `--rounds` or `--count`.")
    lines = rounds is not None or count is not None
    changed = ScoringChanged(
        target=KEPT if target is None else target or None,
        lowest=KEPT if lowest is None else lowest,
        rounds=(rounds or None) if lines else KEPT,
        columns=(list(columns_of(count)) if count is not None else []) if lines else KEPT,
        decimals=KEPT if decimals is None else decimals,
    )
    before = action.state
    if not changed.changes:
        raise Incomplete("What is scored otherwise?", "`companion sheet set --lowest`")
    if changed.rescored(before.scoring) == before.scoring:
        raise Invalid("It is scored like that already.", "`companion table` shows how.")
    action.add(changed)
    settle_after_change(action, before)
    action.afterwards(lambda shelf: _remember(shelf, action))
