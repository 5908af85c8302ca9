"""How a round ends, and a sheet: by its target, its last line, or by naming the winners."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from companion.core.action import Action
from companion.core.command import verb, words
from companion.core.event import Event, Referee
from companion.core.fact import Fact, Text
from companion.core.numbers import score
from companion.core.offer import is_word
from companion.core.outcome import Outcome, finish_if_over, require_same_winners
from companion.core.param import A_PLAYER, Arguments, Candidate, everybodys
from companion.core.play import FINISHED, require_live
from companion.core.shapes import SEAT, list_of, maybe, one_of
from companion.core.value import Annotated, replace
from companion.errors import Refused
from companion.games.sheet.points import require_line
from companion.games.sheet.state import (
    SheetState,
    close_line,
    end_command,
    find_side,
    is_over,
    outcome,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A round


class RoundEnded(Fact[SheetState], kind="round.ended"):
    """A line is complete; `first` gets the marker, instead of the player to the left."""

    why: Text
    first: Annotated[int | None, maybe(SEAT)] = None

    def check(self, state: SheetState, referee: Referee) -> None:
        require_line(state, state.round, referee)

    def apply(self, state: SheetState) -> SheetState:
        return close_line(state, state.round, self.first)

    def describe(self, before: SheetState, after: SheetState) -> str:
        handed = "" if after.first == before.first else f"; marker to {after.name(after.first)}"
        return f"{before.scoring.line(before.round)} is over{handed}"


# How it ends


class PlayFinished(Fact[SheetState], kind=FINISHED, after_end=True):
    """The play is over; `by` is `sheet` if the target or the last line ended it."""

    winners: Annotated[Sequence[int], list_of(SEAT)]
    by: Annotated[Literal["sheet"] | None, one_of("sheet")] = None

    def check(self, state: SheetState, referee: Referee) -> None:
        """Players against the game win or lose together."""
        if self.by == "sheet":
            require_same_winners(
                state, self.winners, outcome(state), "`companion table` shows the sheet."
            )
        if state.scoring.coop:
            only_some = 0 < len(self.winners) < len(state.seats)
            referee.require(
                not only_some,
                "SH-4",
                f"In {state.scoring.title}, all win together or lose together.",
                "`companion finish --won`, or `--lost`",
            )

    def apply(self, state: SheetState) -> SheetState:
        """The last round is the last one that has points."""
        written = [
            line
            for line in range(1, state.round + 1)
            if any(cell is not None for cell in state.cells(line))
        ]
        over = replace(state, status="finished", winners=tuple(self.winners))
        columns = len(state.scoring.columns)
        return replace(
            over, round=min(state.round, columns) if columns else max(written, default=1)
        )


def advance(action: Action[SheetState]) -> None:
    """Complete the line (`next`); or end the play after the last line, if somebody has won."""
    state = action.state
    require_live(state)
    if state.is_full and is_over(state):
        end_if_over(action)
        return
    if state.is_full:
        coop = state.scoring.coop
        raise Refused(
            f"The sheet of {state.scoring.title} is full"
            f"{'' if coop else f', and {outcome(state).why}'}.",
            f"{end_command(state)}"
            if coop
            else f"{end_command(state)} names the winner; several may share the win.",
        )
    action.add(RoundEnded(why="told"))
    end_if_over(action)


def end_if_over(action: Action[SheetState]) -> None:
    """End the play if the target or the last line does."""
    finish_if_over(action, outcome(action.state), "sheet", over=is_over(action.state))


def update_end(action: Action[SheetState], before: SheetState) -> None:
    """End a play, or correct its winners, after an earlier line or the scoring was changed.

    A live play ends only if no round has begun since: the points of that round would be lost.
    """
    if before.status != "live":
        _update_winners(action, before)
    elif not action.state.is_round_begun:
        end_if_over(action)


def require_end(before: SheetState, event: Event, after: SheetState, referee: Referee) -> None:
    """Refuse an entry that would have ended a sheet that went on."""
    if after.status != "live" or not is_over(after):
        return
    line_done = event.kind == RoundEnded.kind or after.closed != before.closed
    corrected = event.kind == "scoring.changed" or event.data.get("line") in before.closed
    referee.require(
        not line_done and not (corrected and not after.is_round_begun),
        "SH-5",
        f"The sheet would have ended with that: {outcome(after).why}.",
        "`companion log` shows what came after it.",
    )


def _update_winners(action: Action[SheetState], before: SheetState) -> None:
    """Find out again who has won a finished play, unless a player who was behind was named.

    All who are tied have won.
    """
    now, by_points = action.state, set(before.winners) <= set(before.leaders())
    if now.scoring.coop:
        by_points = (
            now.scoring.target is not None and bool(before.winners) is before.has_reached_target
        )
    was_over, over = (it.has_reached_target or it.is_full for it in (before, now))
    if was_over and not over:
        action.warn(
            "By these points, the play would not be over. To play on, take back its end and what "
            "came after it: `companion log` has the number, `companion undo NUMBER --onwards`."
        )
    result = outcome(now)
    if not (result.winners or now.scoring.coop):
        tied = f"tied at {score(now.points(now.total(now.best_sides()[0])))}"
        result = Outcome(now.leaders(), tied)
        if before.leaders() == now.leaders():
            return
    if not by_points or set(result.winners) == set(now.winners):
        return
    action.add(FINISHED, winners=list(result.winners), why=result.why)
    if len(now.best_sides()) > 1:
        action.warn("If only one of them has won: `companion sheet win NAME`.")


# `sheet win`


def _who_may_win(trial: "Trial[SheetState]", args: Arguments[SheetState]) -> Iterator[Candidate]:
    state = trial.state
    named = {find_side(state, word) for word in args.words_of("winners")}
    for side in range(len(state.sides)):
        if is_word(state.side_word(side)) and side not in named:
            yield state.side_word(side), state.side_name(side)


def _read_winners(state: SheetState, words: Sequence[str]) -> list[int]:
    return [find_side(state, word) for word in words]


Winners = Annotated[
    Sequence[int],
    words(
        _read_winners,
        name="NAME...",
        sort=A_PLAYER,
        candidates=_who_may_win,
        help="Who has won; several share the win.",
        whose=everybodys,
    ),
]


@verb("who has won, without points", after_end=True)
def win(action: Action[SheetState], winners: Winners) -> None:
    """Name the winner and end the play, whatever the points are.

    Examples:
      companion sheet win ben
      companion sheet win reds
    """
    action.referee.require(
        not action.state.scoring.coop,
        "SH-4",
        f"In {action.state.scoring.title}, all win together or lose together.",
        "`companion finish --won`, or `--lost`",
    )
    seats = action.state.seats_of(dict.fromkeys(winners))
    action.add(FINISHED, winners=list(seats), why="named by the table")
