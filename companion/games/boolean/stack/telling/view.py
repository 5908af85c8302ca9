"""The table of The Stack as blocks: what each has still to place, and the stack itself."""

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.games.boolean.dice.signs import BLACK, WHITE
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
