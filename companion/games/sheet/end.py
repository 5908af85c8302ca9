"""How a round ends, and a sheet: by its target or its last line, or as the table names who won."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.numbers import score
from companion.core.offer import is_word
from companion.core.outcome import Outcome, require_same_end, settle
from companion.core.param import A_PLAYER, Arguments, Candidate, several
from companion.core.play import FINISHED, require_live
from companion.core.shapes import SEAT, list_of, one_of
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Refused
from companion.games.sheet.points import require_line
from companion.games.sheet.state import (
    Cells,
    SheetState,
    is_over,
    outcome,
    side_called,
    with_closed,
)

if TYPE_CHECKING:
    from companion.core.offer import Trial

# A round


class RoundEnded(TypedDict):
    """A line is done."""


def _apply_ended(state: SheetState, data: Mapping[str, Any]) -> SheetState:
    return with_closed(state, state.round, data.get("first"))


def _check_ended(state: SheetState, data: RoundEnded, referee: Referee) -> None:
    require_line(state, state.round, referee)


def _tell_ended(before: SheetState, data: RoundEnded, after: SheetState) -> str:
    handed = "" if after.first == before.first else f"; marker to {after.name(after.first)}"
    return f"{before.scoring.line(before.round)} is over{handed}"


ROUND_ENDED = Kind(
    "round.ended", RoundEnded, apply=_apply_ended, tell=_tell_ended, check=_check_ended
)


# How it ends


class PlayFinished(TypedDict):
    """`by` is `sheet` where the target or the last line ended the play, and not the table."""

    winners: Annotated[list[int], list_of(SEAT)]
    by: NotRequired[Annotated[Literal["sheet"], one_of("sheet")]]


def _check_finished(state: SheetState, data: PlayFinished, referee: Referee) -> None:
    """All against the game win or lose together; the sheet's own end stands as long as it is so."""
    require_same_end(state, data, "sheet", outcome(state), "`companion table` shows the sheet.")
    if state.scoring.coop:
        some = 0 < len(data["winners"]) < len(state.seats)
        referee.require(
            not some,
            "SH-4",
            f"In {state.scoring.title}, all win together or lose together.",
            "`companion finish --won`, or `--lost`.",
        )


def advance(action: Action[SheetState]) -> None:
    """What `next` does: the line is done; or it was the last one, and somebody has won."""
    state = action.state
    require_live(state)
    if state.is_full:
        raise Refused(
            f"The sheet of {state.scoring.title} is full, and {outcome(state).why}.",
            "`companion finish --winner NAME` says who has won; several may share it.",
        )
    action.add("round.ended", why="told")
    settle_now(action)


def settle_now(action: Action[SheetState]) -> None:
    """End it where the target or the last line does."""
    settle(action, outcome(action.state), "sheet", over=is_over(action.state))


def settle_after_change(action: Action[SheetState], before: SheetState) -> None:
    """Settle a play in which something was changed afterwards. A live one ends only if no round has
    begun since: its points would be lost."""
    if before.status != "live":
        _settle_again(action, before)
    elif not action.state.is_begun:
        settle_now(action)


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


def win(action: Action[SheetState], sides: Sequence[int]) -> None:
    """End it with these sides as the winners, whatever the points are."""
    action.referee.require(
        not action.state.scoring.coop,
        "SH-4",
        f"In {action.state.scoring.title}, all win together or lose together.",
        "`companion finish --won`, or `--lost`.",
    )
    winners = action.state.seats_of(dict.fromkeys(sides))
    result = Outcome(winners, "named by the table")
    action.add(FINISHED, winners=list(result.winners), why=result.why)


def _who_may_win(trial: "Trial[SheetState]", told: Arguments[SheetState]) -> Iterator[Candidate]:
    state = trial.state
    named = {side_called(state, word) for word in told.typed(WINNERS)}
    for side in range(len(state.sides)):
        if is_word(state.typed(side)) and side not in named:
            yield state.typed(side), state.side_name(side)


def _read_winners(state: SheetState, words: Sequence[str]) -> list[int]:
    return [side_called(state, word) for word in words]


WINNERS = several(
    "NAME...",
    A_PLAYER,
    _read_winners,
    candidates=_who_may_win,
    help="Who has won; several share it.",
)

WIN_VERB = Verb[SheetState](
    name="win",
    about="who has won, and nothing else",
    help="""Say who has won, and end it; points need not be told.

    \b
    Examples:
      companion sheet win ben
      companion sheet win reds
    """,
    params=(WINNERS,),
    plan=lambda action, told: win(action, told[WINNERS]),
    after_end=True,
)


def _apply_finished(state: SheetState, data: PlayFinished) -> SheetState:
    """The play is over: in the last round of which something was told."""
    told = [line for line in range(1, state.round + 1) if any(_known(state.cells(line)))]
    over = replace(state, status="finished", winners=tuple(data["winners"]))
    columns = len(state.scoring.columns)
    return replace(over, round=min(state.round, columns) if columns else max(told, default=1))


def _known(cells: Cells) -> Iterator[bool]:
    return (cell is not None for cell in cells)


PLAY_FINISHED = Kind(
    FINISHED, PlayFinished, apply=_apply_finished, check=_check_finished, after_end=True
)
