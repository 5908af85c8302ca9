"""The table of The Stack, drawn, and what of the rulebook matters now."""

from collections.abc import Iterator

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.lookup import Mention
from companion.games.boolean.dice.the_ten import BLACK, SET, WHITE
from companion.games.boolean.stack.state import StackState

_PLAYERS = (
    Column(heard="Turn"),
    Column("Player", wraps=True),
    Column("To place", "right"),
    Column(heard="Drawn"),
    Column(heard="Note"),
)
_STACK = (
    Column("Stack", "right"),
    Column(heard="Top"),
    Column(heard="Player"),
    Column(wraps=True, heard="Note"),
)


def view(state: StackState) -> list[Block]:
    """What each has still to place, and the stack, its topmost die first."""
    blocks: list[Block] = [Table(_PLAYERS, tuple(_row(state, seat) for seat in (0, 1)))]
    if state.tower:
        dice = tuple(reversed([_die(state, place) for place in range(len(state.tower))]))
        blocks.append(Table(_STACK, dice))
    elif state.status == "live":
        blocks.append(Paragraph(Span("No die is in the stack yet.", "muted")))
    return blocks


def _row(state: StackState, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(state.left(seat)), "strong"),
        Span("■" * state.left(seat), "icon"),
        Span("won", "good") if seat in state.winners else "",
    )


def _die(state: StackState, place: int) -> tuple[Text, ...]:
    die = state.tower[place]
    signs = {"white": Span(f"{WHITE} white", "strong"), "black": Span(f"{BLACK} black", "muted")}
    return (
        str(place + 1),
        "" if die.top is None else signs[die.top],
        Span(state.name(die.seat), "name"),
        _note(state, place),
    )


def _note(state: StackState, place: int) -> Text:
    if place != len(state.tower) - 1:
        return ""
    if state.challenged is not None:
        return Span("a true inverse" if state.challenged.inverse else "a bluff", "strong")
    if state.status != "live":
        return ""
    if state.complete:
        return Span("has to be Challenged", "warning")
    return Span(
        "may be Challenged" if state.open_to_challenge else "nobody's to Challenge", "muted"
    )


def in_front(state: StackState) -> Iterator[Mention]:
    """The step at hand, and how the game ends."""
    if state.status != "live":
        yield Mention("falling" if state.fallen is not None else "stack-challenge", "how it ended")
        return
    name = state.name(state.mover)
    if state.complete:
        yield Mention("tenth-die", f"{name} has to Challenge")
        yield Mention("inverse", f"then {state.name(1 - state.mover)} wins")
        yield Mention("stack-challenge", "how it is done")
        return
    if not state.tower:
        yield Mention("stack-setup", "before the first die")
        yield Mention("split", "five dice for each")
    if len(state.tower) < len(state.seats):
        yield Mention("first-die", f"{name}'s, which nobody can Challenge")
    yield Mention("placing-a-die", f"{name}'s turn")
    if state.tower:
        yield Mention("inverse", "what it should be")
        yield Mention("bluffing", "or it is not")
    if state.open_to_challenge:
        yield Mention("stack-challenge", f"if {name} doubts the topmost die")
    if len(state.tower) == SET - 1:
        yield Mention("tenth-die", "comes next")
    yield Mention("falling", "whoever makes it fall")
    yield Mention("constrained", "you stay seated")
