"""The table of Spy vs. Spy: drawn, as JSON, and what of the rulebook matters now."""

from collections.abc import Iterator
from typing import Any

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Stack, Table, Text
from companion.core.lookup import Mention
from companion.core.names import counted, listed
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.spy.field_agents import FREE, REST
from companion.games.boolean.spy.infiltration import INFILTRATE
from companion.games.boolean.spy.missions import worthwhile
from companion.games.boolean.spy.state import Place, SpyState, can_swap

_PLAYER = (Column(heard="Turn"), Column("Player", wraps=True), Column("Side"))
_COUNTS = (Column("Desk", "right"), Column("Field", "right"), Column(heard="Note"))
_WIDE = (*_PLAYER, Column("Populace", "right"), *_COUNTS, Column("Turncoat"))
_NARROW = (*_PLAYER, Column("Pop.", "right"), *_COUNTS)
_READY, _DONE, _NEW = "■", "□", "◇"
_TURNCOAT = "*"


def view(state: SpyState) -> list[Block]:
    """Players, what is left of the turn, and the free agents."""
    seats = range(len(state.seats))
    wide = Table(_WIDE, tuple((*_row(state, seat), _turncoats(state, seat)) for seat in seats))
    blocks: list[Block] = [Fit((wide, _narrow(state)))]
    if state.status == "live" and state.now.step == "missions":
        blocks.append(Paragraph(_turn(state)))
    if state.free:
        blocks.append(Paragraph(_free(state)))
    return blocks


def _narrow(state: SpyState) -> Block:
    """Without a column for turncoats: where they are is marked."""
    table = Table(
        _NARROW, tuple(_row(state, seat, marked=True) for seat in range(len(state.seats)))
    )
    if not any(state.agencies[seat].turncoats for seat in state.still_in):
        return table
    return Stack((table, Paragraph(Span(f"{_TURNCOAT} with the turncoat", "muted"))))


def _row(state: SpyState, seat: int, *, marked: bool = False) -> tuple[Text, ...]:
    agency = state.agencies[seat]
    here = state.status == "live" and seat == state.turn
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        "" if agency.side is None else agency.side.capitalize(),
        _count(state, seat, "populace", marked),
        _count(state, seat, "desk", marked),
        Span(_count(state, seat, "field", marked), "strong"),
        _note(state, seat),
    )


def _count(state: SpyState, seat: int, place: Place, marked: bool) -> str:
    """How many dice are there; nothing where nobody told, or of somebody who is out."""
    agency = state.agencies[seat]
    count = agency.at(place)
    if seat in state.out:
        return ""
    mark = _TURNCOAT if marked and agency.turncoats_at(place) else ""
    return mark if count is None else f"{count}{mark}"


def _turncoats(state: SpyState, seat: int) -> str:
    """Where those are that are never friendly; nothing where nobody told."""
    turncoats = state.agencies[seat].turncoats
    if turncoats is None or seat in state.out:
        return ""
    return ", ".join(turncoats) or "lost"


def _note(state: SpyState, seat: int) -> Text:
    """Who has won, who is out; else field agents one by one.

    In one's turn, those who have had a mission are hollow.
    """
    if state.status != "live" and seat in state.winners:
        return Span("won", "good")
    if seat in state.out:
        return Span("out", "muted")
    field = state.agencies[seat].field or 0
    if seat != state.turn or state.status != "live":
        return Span(_READY * field, "icon")
    ready = state.ready or 0
    new = min(state.now.new, field - ready)
    done = field - ready - new
    return (Span(_READY * ready, "active"), Span(_DONE * done + _NEW * new, "muted"))


def _turn(state: SpyState) -> Text:
    """Orders and agents: `Orders: 2 of 3 left · Field agents: ■ 1 ready, □ 1 had a mission`."""
    now, ready = state.now, state.ready
    parts: list[str | Span] = [Span("Orders: ", "muted")]
    if now.orders is None:
        parts.append("not told")
    else:
        parts += [Span(str(now.left), "strong"), f" of {now.orders} left"]
    if ready is None:
        return tuple(parts)
    parts += [Span(" · Field agents: ", "muted"), f"{_READY} {ready} ready"]
    parts += [f", {_DONE} {now.acted} had a mission"] if now.acted else []
    parts += [f", {_NEW} {now.new} new"] if now.new else []
    return tuple(parts)


def _free(state: SpyState) -> Text:
    """The free agents, which all may Examine: `Free agents: the 3w-band of Ben's, one die`."""
    told: list[str] = []
    for owner in dict.fromkeys(agent.seat for agent in state.free):
        dice = [agent.die for agent in state.free if agent.seat == owner]
        named = [f"the {die}" for die in dice if die is not None]
        untold = len(dice) - len(named)
        words = listed([*named, *([dice_words(untold)] if untold else [])])
        told.append(words if owner is None else f"{words} of {state.name(owner)}'s")
    return (Span("Free agents: ", "muted"), f"{', '.join(told)}.")


# For programs


def report(state: SpyState) -> dict[str, Any]:
    """JSON primitives only; keys may be added, never taken away. Null is what nobody told."""
    live, now = state.status == "live", state.now
    return {
        "phase": now.step if live else "over",
        "orders": now.orders,
        "orders_left": now.left,
        "ready": state.ready if live else None,
        "free_agents": [
            {"of": None if agent.seat is None else state.name(agent.seat), "die": agent.die}
            for agent in state.free
        ],
    }


def player_report(state: SpyState, seat: int) -> dict[str, Any]:
    """A player's dice, counted: none of somebody's who is eliminated (A-BO-25)."""
    agency, out = state.agencies[seat], seat in state.out
    return {
        "dice": 0 if out else agency.dice,
        "side": agency.side,
        "populace": None if out else agency.populace,
        "desk": None if out else agency.desk,
        "field": 0 if out else agency.field,
        "turncoats": None if out or agency.turncoats is None else list(agency.turncoats),
        "eliminated": out,
    }


# What of the rulebook matters now


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
    if agency.most_orders == 0:
        yield Mention("reorganize", f"{name} has no missions")


def _missions(state: SpyState) -> Iterator[Mention]:
    name, left, found = state.name(state.mover), state.now.left, worthwhile(state)
    agency = state.agencies[state.mover]
    missions = {way.mission for way in found if way.target != "agency"}
    if found:
        yield Mention("missions", f"{name}'s" if left is None else f"{counted(left, 'Order')} left")
        if INFILTRATE in missions:
            turned = agency.turncoats_at("field")
            yield Mention("infiltrate-enemy-country", "the attack")
            if turned:
                yield Mention("infiltrating-with-the-turncoat", f"{name} has it in the field")
        if REST in missions:
            yield Mention("rest", f"{counted(state.now.acted, 'agent')} had a mission")
        if FREE in missions:
            yield Mention("recruiting-a-free-agent", "for two Orders")
    yield Mention("reorganize", "then" if found else "now")
    if agency.turncoats_at("field") and can_swap(agency):
        yield Mention("turncoat-at-a-desk", "if it is swapped")
