"""How a round ends, and a sheet: by its target or its last line, or as the table names who won."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Event, Referee
from companion.core.fact import Fact, Text
from companion.core.numbers import score
from companion.core.offer import is_word
from companion.core.outcome import Outcome, finish_if_over, require_same_end
from companion.core.param import A_PLAYER, Arguments, Candidate, everybodys
from companion.core.play import FINISHED, require_live
from companion.core.shapes import SEAT, list_of, maybe, one_of
from companion.core.value import replace
from companion.errors import Refused
from companion.games.sheet.points import require_line
from companion.games.sheet.state import (
    Cells,
    SheetState,
    how_to_end,
    is_over,
    outcome,
    side_called,
    with_closed,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A round


class RoundEnded(Fact[SheetState], kind="round.ended"):
    """A line is done; `first` gets the marker, in place of the player to the left."""

    why: Text
    first: Annotated[int | None, maybe(SEAT)] = None

    def check(self, state: SheetState, referee: Referee) -> None:
        require_line(state, state.round, referee)

    def apply(self, state: SheetState) -> SheetState:
        return with_closed(state, state.round, self.first)

    def describe(self, before: SheetState, after: SheetState) -> str:
        handed = "" if after.first == before.first else f"; marker to {after.name(after.first)}"
        return f"{before.scoring.line(before.round)} is over{handed}"


# How it ends


class PlayFinished(Fact[SheetState], kind=FINISHED, after_end=True):
    """`by` is `sheet` where the target or the last line ended the play, and not the table."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    by: Annotated[Literal["sheet"] | None, one_of("sheet")] = None

    def check(self, state: SheetState, referee: Referee) -> None:
        """All against the game win or lose together; the sheet's own end is right as long as the
        sheet is the same."""
        require_same_end(
            state, self.to_json(), "sheet", outcome(state), "`companion table` shows the sheet."
        )
        if state.scoring.coop:
            some = 0 < len(self.winners) < len(state.seats)
            referee.require(
                not some,
                "SH-4",
                f"In {state.scoring.title}, all win together or lose together.",
                "`companion finish --won`, or `--lost`.",
            )

    def apply(self, state: SheetState) -> SheetState:
        """The play is over: in the last round in which something was entered."""
        written = [line for line in range(1, state.round + 1) if any(_known(state.cells(line)))]
        over = replace(state, status="finished", winners=tuple(self.winners))
        columns = len(state.scoring.columns)
        return replace(
            over, round=min(state.round, columns) if columns else max(written, default=1)
        )


def _known(cells: Cells) -> Iterator[bool]:
    return (cell is not None for cell in cells)


def advance(action: Action[SheetState]) -> None:
    """What `next` does: the line is done; or it was the last one, and somebody has won."""
    state = action.state
    require_live(state)
    if state.is_full and is_over(state):
        settle_now(action)
        return
    if state.is_full:
        coop = state.scoring.coop
        raise Refused(
            f"The sheet of {state.scoring.title} is full"
            f"{'' if coop else f', and {outcome(state).why}'}.",
            f"{how_to_end(state)} says {'how it went' if coop else 'who has won'}"
            f"{'' if coop else '; several may share it'}.",
        )
    action.add(RoundEnded(why="told"))
    settle_now(action)


def settle_now(action: Action[SheetState]) -> None:
    """End it where the target or the last line does."""
    finish_if_over(action, outcome(action.state), "sheet", over=is_over(action.state))


def settle_after_change(action: Action[SheetState], before: SheetState) -> None:
    """Settle a play in which something was changed afterwards. A live one ends only if no round has
    begun since: its points would be lost."""
    if before.status != "live":
        _settle_again(action, before)
    elif not action.state.is_begun:
        settle_now(action)


def require_end(before: SheetState, event: Event, after: SheetState, referee: Referee) -> None:
    """Refuse an entry that would end the sheet, and does not, as something before it has changed:
    the same entries settle it where they are made."""
    if after.status != "live" or not is_over(after):
        return
    line_done = event.kind == RoundEnded.kind or after.closed != before.closed
    corrected = event.kind == "scoring.changed" or event.data.get("line") in before.closed
    referee.require(
        not line_done and not (corrected and not after.is_begun),
        "SH-5",
        f"The sheet would be over with that: {outcome(after).why}.",
        "`companion log` shows what came after it.",
    )


def _settle_again(action: Action[SheetState], before: SheetState) -> None:
    """Work out again who has won a finished play, unless the table named somebody who was behind.

    Of those who are tied now, all have won.
    """
    now, by_points = action.state, set(before.winners) <= set(before.leaders())
    if now.scoring.coop:
        by_points = now.scoring.target is not None and bool(before.winners) is before.has_reached
    was_over, over = (it.has_reached or it.is_full for it in (before, now))
    if was_over and not over:
        action.warn(
            "This play would not be over now. To play on, take back its end and what came after "
            "it: `companion log` numbers the entries, `companion undo ENTRY --onwards`."
        )
    result = outcome(now)
    if not (result.winners or now.scoring.coop):
        tied = f"tied at {score(now.points(now.total(now.best()[0])))}"
        result = Outcome(now.leaders(), tied)
        if before.leaders() == now.leaders():
            return
    if not by_points or set(result.winners) == set(now.winners):
        return
    action.add(FINISHED, winners=list(result.winners), why=result.why)
    if len(now.best()) > 1:
        action.warn("If only one of them has won: `companion sheet win NAME`.")


# `sheet win`


def _who_may_win(trial: "Trial[SheetState]", args: Arguments[SheetState]) -> Iterator[Candidate]:
    state = trial.state
    named = {side_called(state, word) for word in args.words_of("winners")}
    for side in range(len(state.sides)):
        if is_word(state.typed(side)) and side not in named:
            yield state.typed(side), state.side_name(side)


def _read_winners(state: SheetState, words: Sequence[str]) -> list[int]:
    return [side_called(state, word) for word in words]


Winners = Annotated[
    Sequence[int],
    words(
        _read_winners,
        name="NAME...",
        sort=A_PLAYER,
        candidates=_who_may_win,
        help="Who has won; several share it.",
        whose=everybodys,
    ),
]


@verb("who has won, and nothing else", after_end=True)
def win(action: Action[SheetState], winners: Winners) -> None:
    """Say who has won, and end it, whatever the points are.

    \b
    Examples:
      companion sheet win ben
      companion sheet win reds
    """
    action.referee.require(
        not action.state.scoring.coop,
        "SH-4",
        f"In {action.state.scoring.title}, all win together or lose together.",
        "`companion finish --won`, or `--lost`.",
    )
    seats = action.state.seats_of(dict.fromkeys(winners))
    action.add(FINISHED, winners=list(seats), why="named by the table")
