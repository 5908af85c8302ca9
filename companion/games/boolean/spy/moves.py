"""What happens at a table of Spy vs. Spy, turned into entries."""

from typing import Any

from companion.core.action import Action
from companion.core.ending import settle
from companion.errors import Refused
from companion.games.boolean.spy.choices import can_swap, forced_turncoat, has_only_turncoats
from companion.games.boolean.spy.outcome import outcome
from companion.games.boolean.spy.record_missions import POST_OF
from companion.games.boolean.spy.requiring import AT
from companion.games.boolean.spy.state import Post, Result, Side, SpyState, Target


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
) -> None:
    """An infiltration and what came of it; the turncoat's, where nobody else can have gone."""
    before = action.state
    turncoat = turncoat or has_only_turncoats(before.agencies[seat], "field")
    action.add(
        "enemy.infiltrated",
        seat=seat,
        enemy=enemy,
        target=target,
        result=result,
        rolled=rolled,
        shown=shown,
        die=die,
        turncoat=turncoat,
    )
    if result == "lost":
        _warn_of_turncoat(action, before, enemy, POST_OF[target])
    end(action)


def lose(action: Action[SpyState], seat: int, post: Post, die: str | None) -> None:
    """Somebody has lost an agent, however that came."""
    before = action.state
    action.add("agent.lost", seat=seat, post=post, die=die)
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


def train(action: Action[SpyState], seat: int, to: Post, turncoat: bool, sure: bool) -> None:
    """A desk agent goes into the field, or a field agent to a desk. Raises Refused for the last.

    It is the turncoat where nobody else is there.
    """
    start: Post = "field" if to == "desk" else "desk"
    agency = action.state.agencies[seat]
    if to == "desk" and agency.field == 1 and not sure:
        name = action.state.name(seat)
        raise Refused(
            f"That is {name}'s last field agent: at a desk, it counts as lost, and {name} is "
            "eliminated (A-BO-29).",
            "`companion boolean mission train desk --yes` if that is meant.",
        )
    turncoat = turncoat or has_only_turncoats(agency, start)
    action.add("agent.trained", seat=seat, to=to, turncoat=turncoat)
    end(action)


def reorganize(
    action: Action[SpyState], seat: int, swaps: int | None, turncoat: Post | None
) -> None:
    """So many pairs of agents change places; one, or none where that is impossible, if not told."""
    agency = action.state.agencies[seat]
    if swaps is None:
        swaps = 0 if can_swap(agency) is False and turncoat is None else 1
    to = turncoat or forced_turncoat(agency, swaps)
    action.add("agency.reorganized", seat=seat, swaps=swaps, turncoat=to)


def count(action: Action[SpyState], seat: int, **told: Any) -> None:
    """How many agents somebody has, whatever was told before. Raises Refused for nothing new."""
    data = dict.fromkeys(("side", "populace", "desk", "field", "turncoat")) | told
    before = action.state
    action.add("agency.counted", seat=seat, **data)
    if action.state == before:
        raise Refused(
            f"That is what is known of {before.name(seat)} already.", "`companion table` shows it."
        )
    end(action)


def eliminate(action: Action[SpyState], seat: int) -> None:
    """Somebody has lost the last field agent."""
    action.add("player.eliminated", seat=seat)
    end(action)


def advance(action: Action[SpyState]) -> None:
    """On to the next player: what is left of the turn is not told."""
    seat = action.state.mover
    agency = action.state.agencies[seat]
    action.add("agency.reorganized", seat=seat, swaps=None, turncoat=None)
    for post in ("field", "desk"):
        if agency.turncoats_at(post) and can_swap(agency):
            name = action.state.name(seat)
            action.warn(
                f"{name}'s turncoat is taken to be {AT[post]} still. If it was swapped: "
                "`companion undo`, then `companion boolean swap 1 --turncoat "
                f"{'desk' if post == 'field' else 'field'}`."
            )


def end(action: Action[SpyState]) -> None:
    """End the play where only one player has field agents."""
    settle(action, outcome(action.state), "dice")
