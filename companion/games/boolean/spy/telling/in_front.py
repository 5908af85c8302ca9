"""What is in play: the words of the rulebook that matter now, the most urgent first."""

from collections.abc import Iterator

from companion.core.entry import Mention
from companion.core.names import counted, listed
from companion.games.boolean.spy.choices import can_swap, most_orders, worthwhile
from companion.games.boolean.spy.state import SpyState


def in_front(state: SpyState) -> Iterator[Mention]:
    """The step at hand, turncoats and free agents that are about, and the end."""
    if state.status == "live":
        if not state.begun:
            yield Mention("spy-setup", "before the first turn")
            yield Mention("friendly", "who is White, who is Black")
        yield from _missions(state) if state.now.step == "missions" else _orders(state)
    if state.free:
        yield Mention("free-agent", counted(len(state.free), "free agent"))
    out = listed([state.name(seat) for seat in state.out])
    yield Mention("spy-elimination", f"{out} out" if out else "how this game ends")


def _orders(state: SpyState) -> Iterator[Mention]:
    name, agency = state.name(state.mover), state.agencies[state.mover]
    yield Mention("spy-turn", f"{name}'s")
    yield Mention("orders", f"{name} rolls the desk agents")
    if agency.turncoats_at("desk"):
        yield Mention("turncoat-at-a-desk", f"{name} has it there")
    if most_orders(agency) == 0:
        yield Mention("reorganize", f"{name} has no missions")


def _missions(state: SpyState) -> Iterator[Mention]:
    name, left, found = state.name(state.mover), state.now.left, worthwhile(state)
    agency = state.agencies[state.mover]
    names = {(way.mission.name, way.target) for way in found}
    if found:
        yield Mention("missions", f"{name}'s" if left is None else f"{counted(left, 'Order')} left")
        if ("infiltrate", "country") in names:
            turned = agency.turncoats_at("field")
            yield Mention("infiltrate-enemy-country", "the attack")
            if turned:
                yield Mention("infiltrating-with-the-turncoat", f"{name} has it in the field")
        if ("rest", None) in names:
            yield Mention("rest", f"{counted(state.now.acted, 'agent')} had a mission")
        if ("free", None) in names:
            yield Mention("recruiting-a-free-agent", "for two Orders")
    yield Mention("reorganize", "then" if found else "now")
    if agency.turncoats_at("field") and can_swap(agency):
        yield Mention("turncoat-at-a-desk", "if it is swapped")
