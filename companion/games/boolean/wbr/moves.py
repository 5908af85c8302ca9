"""What happens at a table of White, Black, or Roll, turned into entries."""

from collections.abc import Mapping, Sequence

from companion.core.action import Action
from companion.core.ending import settle
from companion.games.boolean.wbr.outcome import ended, outcome
from companion.games.boolean.wbr.state import WbrState
from companion.games.boolean.wbr.words import Call


def call(
    action: Action[WbrState],
    seat: int,
    said: Call,
    right: bool | None,
    die: str | None = None,
    paid: str | None = None,
) -> None:
    """A call about a die, and whether its bottom was so; None after a call of roll."""
    before = action.state
    cost = {"cost": before.cost(seat)} if right is False else {}
    action.add("die.called", seat=seat, call=said, right=right, die=die, paid=paid, **cost)
    held = before.held[seat]
    if right is False and held.known and held.size > 1 and paid is None:
        action.warn(
            f"Which die {before.name(seat)} gave up was not told: which dice are left is unknown "
            "now. `--paid DIE` tells it."
        )
    end(action)


def spill(action: Action[WbrState], seat: int | None, paid: str | None) -> None:
    """A die landed outside the area; `seat` threw it, or whoever threw last."""
    thrower = action.state.thrower
    thrown_by = (
        (thrower if thrower is not None else action.state.turn or 0) if seat is None else seat
    )
    cost = {"cost": action.state.cost(thrown_by)} if action.state.several else {}
    action.add("throw.spilled", seat=thrown_by, paid=paid, **cost)
    end(action)


def break_tie(action: Action[WbrState], whites: Mapping[int, int]) -> None:
    """How many White-up dice all have rolled who have dice."""
    seats = range(len(action.state.seats))
    action.add("tie.rolled", whites=[whites.get(seat) for seat in seats], all=True)
    end(action)


def stop_clock(action: Action[WbrState], seconds: Sequence[int], side: int | None = None) -> None:
    """What the chess clock shows for each player, and whose time was running."""
    before = action.state.seconds or ((action.state.minutes or 0) * 60,) * len(seconds)
    action.add("clock.stopped", seconds=list(seconds), side=side)
    if any(now > then > 0 for now, then in zip(seconds, before, strict=False)):
        action.warn("There is more time on the clock than there was before.")
    end(action)


def advance(action: Action[WbrState]) -> None:
    """On to the next player: a call was made, and nobody tells which."""
    action.add("turn.skipped", seat=action.state.turn)


def end(action: Action[WbrState]) -> None:
    """End the play where the dice, or the clock, say so."""
    settle(action, outcome(action.state), "dice", over=ended(action.state))
