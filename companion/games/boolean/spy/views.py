"""The table of Spy vs. Spy."""

from typing import Any

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Stack, Text
from companion.core.names import listed
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.spy.state import Place, SpyState
from companion.games.boolean.variant_game import players_table

_SIDE = Column("Side")
_COUNTS = (Column("Desk", "right"), Column("Field", "right"), Column(read_aloud="Note"))
_WIDE = (_SIDE, Column("Populace", "right"), *_COUNTS, Column("Turncoat"))
_NARROW = (_SIDE, Column("Pop.", "right"), *_COUNTS)
_READY, _DONE, _NEW = "■", "□", "◇"
_TURNCOAT = "*"


def view(state: SpyState, reference: Any) -> list[Block]:
    """Players, what is left of the turn, and the free agents."""
    wide = players_table(
        state, state.turn, _WIDE, lambda seat: (*_cells(state, seat), _turncoats(state, seat))
    )
    blocks: list[Block] = [Fit((wide, _narrow(state)))]
    if state.status == "live" and state.now.step == "missions":
        blocks.append(Paragraph(_turn(state)))
    if state.free:
        blocks.append(Paragraph(_free(state)))
    return blocks


def _narrow(state: SpyState) -> Block:
    table = players_table(state, state.turn, _NARROW, lambda seat: _cells(state, seat, marked=True))
    if not any(state.agencies[seat].turncoats for seat in state.still_in):
        return table
    return Stack((table, Paragraph(Span(f"{_TURNCOAT} with the turncoat", "muted"))))


def _cells(state: SpyState, seat: int, *, marked: bool = False) -> tuple[Text, ...]:
    agency = state.agencies[seat]
    return (
        "" if agency.side is None else agency.side.capitalize(),
        _count(state, seat, "populace", marked),
        _count(state, seat, "desk", marked),
        Span(_count(state, seat, "field", marked), "strong"),
        _note(state, seat),
    )


def _count(state: SpyState, seat: int, place: Place, marked: bool) -> str:
    agency = state.agencies[seat]
    count = agency.at(place)
    if seat in state.out:
        return ""
    mark = _TURNCOAT if marked and agency.turncoats_at(place) else ""
    return mark if count is None else f"{count}{mark}"


def _turncoats(state: SpyState, seat: int) -> str:
    turncoats = state.agencies[seat].turncoats
    if turncoats is None or seat in state.out:
        return ""
    return ", ".join(turncoats) or "lost"


def _note(state: SpyState, seat: int) -> Text:
    """Say who has won, or is out; otherwise show the field agents, one by one.

    In the player's turn, those that have had a mission are hollow.
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
    """`Orders: 2 of 3 left · Field agents: ■ 1 ready, □ 1 had a mission`."""
    now, ready = state.now, state.ready
    parts: list[str | Span] = [Span("Orders: ", "muted")]
    if now.orders is None:
        parts.append("not entered")
    else:
        parts += [Span(str(now.left), "strong"), f" of {now.orders} left"]
    if ready is None:
        return tuple(parts)
    parts += [Span(" · Field agents: ", "muted"), f"{_READY} {ready} ready"]
    parts += [f", {_DONE} {now.acted} had a mission"] if now.acted else []
    parts += [f", {_NEW} {now.new} new"] if now.new else []
    return tuple(parts)


def _free(state: SpyState) -> Text:
    """The free agents, which everybody may Examine: `Free agents: the 3w-band of Ben's`."""
    parts: list[str] = []
    for owner in dict.fromkeys(agent.seat for agent in state.free):
        dice = [agent.die for agent in state.free if agent.seat == owner]
        named = [f"the {die}" for die in dice if die is not None]
        unnamed = len(dice) - len(named)
        words = listed([*named, *([dice_words(unnamed)] if unnamed else [])])
        parts.append(words if owner is None else f"{words} of {state.name(owner)}'s")
    return (Span("Free agents: ", "muted"), f"{', '.join(parts)}.")
