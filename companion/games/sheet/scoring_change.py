"""`sheet set`: how a game is scored, where `start` did not say it, or said something else."""

from typing import Annotated, Any, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.box import SHEETS, Shelf
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.names import counted, folded
from companion.core.numbers import score
from companion.core.param import Arguments, Incomplete, number
from companion.core.shapes import FLAG, NAME, list_of, maybe, whole_from
from companion.core.value import replace
from companion.core.verb import Verb
from companion.errors import Invalid, Refused
from companion.games.sheet.end import settle_after_change
from companion.games.sheet.points import MOST_LINES, MOST_POINTS
from companion.games.sheet.setup import COUNT, DECIMALS, LOWEST, columns_of
from companion.games.sheet.state import Scoring, SheetState, next_line


class ScoringChanged(TypedDict):
    """What is scored otherwise from now on: see `Scoring`. Null is no target, or no number of
    rounds."""

    target: NotRequired[Annotated[int | None, maybe(whole_from(1, MOST_POINTS))]]
    lowest: NotRequired[Annotated[bool, FLAG]]
    rounds: NotRequired[Annotated[int | None, maybe(whole_from(1, MOST_LINES))]]
    columns: NotRequired[Annotated[list[str], list_of(NAME)]]
    decimals: NotRequired[Annotated[bool, FLAG]]


def _rescored(scoring: Scoring, data: ScoringChanged) -> Scoring:
    changes: dict[str, Any] = dict(data)
    if "columns" in data:
        changes["columns"] = tuple(data["columns"])
    return scoring._replace(**changes)


def _check_changed(state: SheetState, data: ScoringChanged, referee: Referee) -> None:
    after = _rescored(state.scoring, data)
    written = len(state.lines)
    if after.lines is not None and after.lines < written:
        noun = "column" if state.scoring.columns else "round"
        raise Refused(
            f"{counted(written, noun)} stand on the sheet, more than {after.lines}.",
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
                    f"{score(state.points(cell))} stands on the sheet, which is not whole.",
                    "Correct it first: `companion sheet row -h`.",
                )


def _apply_changed(state: SheetState, data: ScoringChanged) -> SheetState:
    scoring = _rescored(state.scoring, data)

    def scaled(units: int) -> int:
        return units * scoring.unit // state.scoring.unit

    lines = tuple(
        tuple(None if cell is None else scaled(cell) for cell in cells) for cells in state.lines
    )
    after = replace(
        state, scoring=scoring, lines=lines, scores=tuple(scaled(units) for units in state.scores)
    )
    now = next_line(scoring, state.closed) if state.status == "live" else state.round
    return replace(after, round=now)


def _describe_changed(before: SheetState, data: ScoringChanged, after: SheetState) -> str:
    scoring, words = after.scoring, []
    if "target" in data:
        words.append(f"to {scoring.target}" if scoring.target else "no target")
    if "lowest" in data:
        words.append(f"the {'fewest' if scoring.lowest else 'most'} points win")
    if "rounds" in data or "columns" in data:
        words.append(scoring.extent or "as many rounds as it takes")
    if "decimals" in data:
        words.append("with decimals" if scoring.decimals else "whole points")
    return f"scored otherwise: {', '.join(words)}"


SCORING_CHANGED = Kind(
    "scoring.changed",
    ScoringChanged,
    apply=_apply_changed,
    tell=_describe_changed,
    check=_check_changed,
    after_end=True,
)


# `sheet set`: the words

_TARGET = number(
    "--target",
    0,
    MOST_POINTS,
    what="number of points",
    metavar="N",
    help="Somebody who has so many points at the end of a round ends it; 0 for no target.",
    candidates=lambda trial, args: [(str(points), "") for points in (50, 100, 200, 0)],
)
_ROUNDS = number(
    "--rounds",
    0,
    MOST_LINES,
    what="number of rounds",
    metavar="N",
    help="It ends after so many; 0 for as many as it takes.",
    candidates=lambda trial, args: [(str(count), "") for count in (3, 5, 10, 0)],
)


def _change(action: Action[SheetState], args: Arguments[SheetState]) -> None:
    """Enter what is scored otherwise. In a play that is over by it, or was over, somebody wins."""
    before, data = action.state, ScoringChanged()
    if _ROUNDS in args and COUNT in args:
        raise Invalid("Rounds, or columns?", "Leave out `--rounds` or `--count`.")
    if _TARGET in args:
        data["target"] = args[_TARGET] or None
    if LOWEST in args:
        data["lowest"] = args[LOWEST]
    if _ROUNDS in args or COUNT in args:
        data["rounds"] = args.get(_ROUNDS, 0) or None
        data["columns"] = list(columns_of(args[COUNT])) if COUNT in args else []
    if DECIMALS in args:
        data["decimals"] = args[DECIMALS]
    if not data:
        raise Incomplete("What is scored otherwise?", "`companion sheet set --lowest`")
    if _rescored(before.scoring, data) == before.scoring:
        raise Invalid("It is scored like that already.", "`companion table` shows how.")
    action.add(SCORING_CHANGED, data)
    settle_after_change(action, before)


def _remember(shelf: Shelf[Any], action: Action[SheetState]) -> None:
    """The group scores the game like that the next time, too."""
    before, now = action.before.scoring, action.state.scoring
    kept = shelf.remembered(SHEETS) or {}
    known = Scoring.of(kept.get(folded(now.title), {"title": now.title}))
    changed = {key: value for key, value in now._asdict().items() if value != getattr(before, key)}
    shelf.remember(SHEETS, {**kept, folded(now.title): known._replace(**changed).recorded})


SET_VERB = Verb[SheetState](
    name="set",
    about="how it is scored: the fewest points win, a target",
    help="""Change how this game is scored, also when the play is over.

    What stands on the sheet stays, the winner follows, and the group remembers it for the next
    time.

    \b
    Examples:
      companion sheet set --lowest
      companion sheet set --target 66 --lowest
      companion sheet set --rounds 10
      companion sheet set --count Fields,Pastures,Family,Bonus
    """,
    params=(_TARGET, LOWEST, _ROUNDS, COUNT, DECIMALS),
    plan=_change,
    then=_remember,
    after_end=True,
)
