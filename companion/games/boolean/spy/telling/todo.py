"""Where a play of Spy vs. Spy stands, and what comes next, with the commands that tell it."""

from companion.core.names import counted, listed, short
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.spy.choices import (
    Way,
    can_swap,
    has_only_turncoats,
    most_orders,
    ways,
    worthwhile,
)
from companion.games.boolean.spy.missions import ADVANCED, SIMPLE
from companion.games.boolean.spy.outcome import is_over
from companion.games.boolean.spy.state import Agency, SpyState
from companion.games.boolean.spy.words import PLACES


def where(state: SpyState) -> str:
    """Whose turn it is, and the Orders that are left."""
    name = short(state.name(state.mover))
    left = state.now.left
    if state.now.step == "orders":
        return f"{name}'s turn"
    return f"{name}'s missions" if left is None else f"{name}'s turn, {counted(left, 'Order')} left"


def status_line(state: SpyState) -> str:
    """Everybody's field agents, as far as they were told, and whose turn it is."""
    now = where(state) if state.status == "live" else state.status
    counts = [agency.field for agency in state.agencies]
    if all(count is None for count in counts) and not state.out:
        return now
    shown = " · ".join(
        f"{short(who.name)} {'out' if seat in state.out else '?' if count is None else count}"
        for seat, (who, count) in enumerate(zip(state.seats, counts, strict=True))
    )
    return f"In the field: {shown} — {now}"


def todo(state: SpyState) -> list[str]:
    """The next steps, the most urgent first."""
    if is_over(state):
        return ["The game is over: `companion finish`."]
    if state.now.step == "missions":
        return _missions(state)
    return [*_setup(state), *_orders(state), *_lazy(state)]


def _setup(state: SpyState) -> list[str]:
    if state.begun:
        return []
    undivided = [_divide(state, seat) for seat, it in enumerate(state.agencies) if _is_whole(it)]
    untold = [
        seat
        for seat, agency in enumerate(state.agencies)
        if agency.side is None and all(agency.at(place) is None for place in PLACES)
    ]
    if not untold:
        return undivided
    seat = untold[0]
    sides = {agency.side for agency in state.agencies}
    side = "black" if "white" in sides and "black" not in sides else "white"
    who = listed([state.name(seat) for seat in untold])
    verb = "roll" if len(untold) > 1 else "rolls"
    return [
        *undivided,
        f"{who} {verb} all ten dice, once again at most: side, friendly dice, how many of these "
        f"go into the field: `companion boolean agency {state.seats[seat].handle} {side} 5 2`.",
    ]


def _is_whole(agency: Agency) -> bool:
    """Whether the first roll was told, and not how many of its agents go into the field."""
    undivided = agency.field is None and agency.desk is None and agency.dice == SET
    return agency.rolls > 0 and undivided and 0 < (agency.populace or 0) < SET


def _divide(state: SpyState, seat: int) -> str:
    """What is to be told of an agency that is not divided yet."""
    agency, who = state.agencies[seat], state.seats[seat]
    agents = SET - (agency.populace or 0)
    return (
        f"{who.name} divides the {agents} agents, some for the field and the others for desks: "
        f"`companion boolean agency {who.handle} {agency.side} {agents} {max(1, agents // 2)}`."
    )


def _orders(state: SpyState) -> list[str]:
    name, agency = state.name(state.mover), state.agencies[state.mover]
    most = most_orders(agency)
    if most == 0:
        return [f"{name} has no desk agent to bring an Order. {_swap(state)}"]
    among = ", the turncoat among them" if agency.turncoats_at("desk") else ""
    desk = "" if agency.desk is None else f" ({agency.desk}{among})"
    such = 2 if most is None else min(2, most)
    return [
        f"{name} rolls the desk agents{desk}; each friendly one is an Order: "
        f"`companion boolean orders {such}`."
    ]


def _lazy(state: SpyState) -> list[str]:
    """What a table does that tells no missions."""
    agency = state.agencies[state.mover]
    if agency.desk is not None or agency.field is not None:
        return []
    victim = state.seats[state.enemies(state.mover)[0]].handle
    return [
        "Just what changes: `companion next` after a turn, "
        f"`companion boolean out {victim}` for who has lost the last field agent."
    ]


def _missions(state: SpyState) -> list[str]:
    name, left, ready = state.name(state.mover), state.now.left, state.ready
    found = worthwhile(state)
    if left == 0:
        return [f"{name} has no Orders left. {_swap(state)}"]
    has = [] if left is None else [counted(left, "Order")]
    has += [] if ready is None else [f"{counted(ready, 'field agent')} ready"]
    told = f"{name} has {', '.join(has)}" if has else f"{name}'s missions"
    if not found:
        none = "would change anything" if ways(state) else "can be carried out"
        return [f"{told}: no mission {none}. {_swap(state)}"]
    prices = [
        f"{_names(found, price)} ({words})"
        for price, words in ((SIMPLE, "one Order"), (ADVANCED, "two"))
        if any(way.orders == price for way in found)
    ]
    first = next((way for way in found if way.mission.name == "infiltrate"), found[0])
    step = f"{told}: {', '.join(prices)}. `companion boolean mission {first.words}`"
    if first.mission.name == "infiltrate" and any("--turncoat" in way.words for way in found):
        step += " (and `--turncoat` if the turncoat goes)"
    more = "" if len(found) == 1 else "; all of them: `companion boolean mission`"
    return [f"{step}{more}.", _swap(state)]


def _names(found: list[Way], price: int) -> str:
    """What can be had for so many Orders: `recruit, target, infiltrate`."""
    names = (
        f"{way.mission.name} agency" if way.target == "agency" else way.mission.name
        for way in found
        if way.orders == price
    )
    return ", ".join(dict.fromkeys(names))


def _swap(state: SpyState) -> str:
    """The end of a turn."""
    name, agency = state.name(state.mover), state.agencies[state.mover]
    if can_swap(agency) is False:
        return f"{name} cannot swap agents, and that ends the turn: `companion boolean swap 0`."
    if has_only_turncoats(agency, "field"):
        return "The turn ends as the turncoat swaps with two others: `companion boolean swap 1`."
    told = "The turn ends as field and desk agents swap, a pair or more: `companion boolean swap 1`"
    return f"{told}{_with_turncoat(agency)}."


def _with_turncoat(agency: Agency) -> str:
    """How it is told that a turncoat goes to a desk, where one is or may be in the field."""
    told = agency.turncoats_at("field") or agency.field is not None
    if not told or not agency.most_turncoats_at("field"):
        return ""
    if agency.desk is not None and agency.desk < 2:
        return ""
    return "; if the turncoat goes to a desk, `companion boolean swap 1 --turncoat desk`"
