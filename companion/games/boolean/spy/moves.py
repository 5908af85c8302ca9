"""What happens at a table of Spy vs. Spy, turned into entries."""

from typing import Any

from companion.core.action import Action
from companion.core.ending import settle
from companion.core.names import counted
from companion.errors import Refused
from companion.games.boolean.spy.choices import (
    can_swap,
    forced_turncoat,
    has_only_turncoats,
    rests_turncoat,
    usual_swaps,
)
from companion.games.boolean.spy.outcome import ended, outcome
from companion.games.boolean.spy.record import RECORDERS
from companion.games.boolean.spy.record_missions import POST_OF
from companion.games.boolean.spy.requiring import AT
from companion.games.boolean.spy.state import SpyState
from companion.games.boolean.spy.words import Post, Result, Side, Target


def form(
    action: Action[SpyState],
    seat: int,
    side: Side,
    friendly: int | None = None,
    field: int | None = None,
    rerolled: bool = False,
) -> None:
    """The side that somebody is on, and the first roll."""
    action.add(
        "agency.formed", seat=seat, side=side, friendly=friendly, field=field, rerolled=rerolled
    )


def make_orders(action: Action[SpyState], seat: int, orders: int | None) -> None:
    """The desk agents are rolled; None where nobody tells how many came up friendly."""
    action.add("orders.counted", seat=seat, orders=orders)


def infiltrate(
    action: Action[SpyState],
    seat: int,
    enemy: int,
    target: Target,
    result: Result,
    *,
    rolled: Side | None = None,
    shown: Side | None = None,
    die: str | None = None,
    turncoat: bool = False,
    by_rolls: bool = False,
) -> None:
    """An infiltration and what came of it; the turncoat's, where nobody else can have gone.

    Where it was told `by_rolls`, what came of it follows from the sides that were told.
    """
    before = action.state
    only = has_only_turncoats(before.agencies[seat], "field")
    _add(
        action,
        "enemy.infiltrated",
        seat=seat,
        enemy=enemy,
        target=target,
        result=result,
        rolled=rolled,
        shown=shown,
        die=die,
        turncoat=turncoat or only,
        **_untold(result=by_rolls, turncoat=not turncoat),
    )
    if result == "lost":
        _warn_of_turncoat(action, before, enemy, POST_OF[target])
    end(action)


def lose(action: Action[SpyState], seat: int, post: Post, die: str | None) -> None:
    """Somebody has lost an agent, however that came."""
    before = action.state
    _add(action, "agent.lost", seat=seat, post=post, die=die)
    _warn_of_turncoat(action, before, seat, post)
    end(action)


def _warn_of_turncoat(action: Action[SpyState], before: SpyState, seat: int, post: Post) -> None:
    """Say so where nobody knows any more whether the turncoat is still there."""
    known = before.agencies[seat].turncoats is not None
    if known and action.state.agencies[seat].turncoats is None and seat not in action.state.out:
        name, handle = before.name(seat), before.seats[seat].handle
        action.warn(
            f"Was it {name}'s turncoat? `--die turncoat` tells it, another die's name that it was "
            f"not; or `companion boolean agents {handle} --turncoat {post}`."
        )


def rest(action: Action[SpyState], seat: int, turncoat: bool = False) -> None:
    """A field agent that has had a mission is ready again; the turncoat, where no other has."""
    only = rests_turncoat(action.state, seat)
    action.add(
        "agent.rested",
        seat=seat,
        turncoat=turncoat or only,
        **_untold(turncoat=not turncoat),
    )


def train(action: Action[SpyState], seat: int, to: Post, turncoat: bool, sure: bool) -> None:
    """A desk agent goes into the field, or a field agent to a desk; the last one if that is `sure`.

    It is the turncoat where nobody else is there.
    """
    start: Post = "field" if to == "desk" else "desk"
    only = has_only_turncoats(action.state.agencies[seat], start)
    _add(
        action,
        "agent.trained",
        seat=seat,
        to=to,
        turncoat=turncoat or only,
        sure=sure,
        **_untold(turncoat=not turncoat),
    )
    end(action)


def reorganize(
    action: Action[SpyState], seat: int, swaps: int | None, turncoat: Post | None
) -> None:
    """So many pairs of agents change places; one, or none where that is impossible, if not told."""
    before = action.state
    agency = before.agencies[seat]
    told = usual_swaps(agency, turncoat) if swaps is None else swaps
    to = turncoat or forced_turncoat(agency, told)
    untold = _untold(swaps=swaps is None, turncoat=turncoat is None)
    action.add("agency.reorganized", seat=seat, swaps=told, turncoat=to, **untold)
    if told and to is None:
        _warn_of_swap(action, before, seat, told)


def _warn_of_swap(action: Action[SpyState], before: SpyState, seat: int, swaps: int) -> None:
    """Say so where a turncoat may have been among those who changed places."""
    agency, name = before.agencies[seat], before.name(seat)
    if can_swap(agency) is False:
        return
    ways: tuple[tuple[Post, Post], ...] = (("field", "desk"), ("desk", "field"))
    for post, to in ways:
        replaced = to == "field" or agency.desk is None or agency.desk > swaps
        if agency.turncoats_at(post) and replaced:
            action.warn(
                f"{name}'s turncoat is taken to be {AT[post]} still. If it was swapped: "
                f"`companion undo`, then `companion boolean swap {swaps} --turncoat {to}`."
            )


def count(action: Action[SpyState], seat: int, sure: bool = False, **told: Any) -> None:
    """How many agents somebody has, whatever was told before.

    Raises Refused for no field agents where nobody is `sure` of it.
    """
    data = dict.fromkeys(("side", "populace", "desk", "field", "turncoats")) | told
    before = action.state
    name, handle = before.name(seat), before.seats[seat].handle
    _add(action, "agency.counted", seat=seat, **data)
    if seat in action.state.out and not sure:
        raise Refused(
            f"Without a field agent {name} is eliminated (BO-196).",
            f"`companion boolean out {handle}` if that is so, or the same with `--yes`.",
        )
    _warn_of_fewer_turncoats(action, before, seat)
    end(action)


def _warn_of_fewer_turncoats(action: Action[SpyState], before: SpyState, seat: int) -> None:
    """Say so where several turncoats were known, and one was left out."""
    known, told = (state.agencies[seat].turncoats or () for state in (before, action.state))
    if len(known) > max(1, len(told)) and seat not in action.state.out:
        both, handle = ",".join(known), before.seats[seat].handle
        action.warn(
            f"{before.name(seat)} had {len(known)} turncoats, and {len(told) or 'none'} now. All "
            f"of them are told at once: `companion boolean agents {handle} --turncoat {both}`."
        )


def eliminate(action: Action[SpyState], seat: int) -> None:
    """Somebody has lost the last field agent."""
    field = action.state.agencies[seat].field
    action.add("player.eliminated", seat=seat)
    if field:
        left = counted(field, "field agent")
        action.warn(
            f"By what was told, {action.state.name(seat)} had {left} left. `companion undo` if "
            "that was a slip."
        )
    end(action)


def advance(action: Action[SpyState]) -> None:
    """On to the next player: what is left of the turn is not told."""
    before = action.state
    action.add("agency.reorganized", seat=before.mover, swaps=None, turncoat=None)
    _warn_of_swap(action, before, before.mover, 1)


def _add(action: Action[SpyState], kind: str, **data: Any) -> None:
    """Record a fact with which somebody may be eliminated, and who is."""
    state = action.state
    after = RECORDERS[kind](state, data)
    action.add(kind, **data, out=[seat for seat in after.out if seat not in state.out])


def _untold(**keys: bool) -> dict[str, list[str]]:
    """Which of these keys nobody told."""
    return {"untold": [key for key, untold in keys.items() if untold]}


def end(action: Action[SpyState]) -> None:
    """End the play where only one player has field agents."""
    settle(action, outcome(action.state), "dice", over=ended(action.state))
