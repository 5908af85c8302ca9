"""The table of White, Black, or Roll as blocks."""

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.games.boolean.possession.entries import dice_words
from companion.games.boolean.wbr.state import WbrState
from companion.games.boolean.wbr.telling.describe import clock_words, tie_words


def view(state: WbrState) -> list[Block]:
    """Everybody's dice, how many lie in the middle, and the clock."""
    columns = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Dice", "right"),
        Column(heard="Drawn"),
        Column(heard="Note"),
    )
    rows = tuple(_row(state, seat) for seat in range(len(state.seats)))
    blocks: list[Block] = [Table(columns, rows)]
    if state.loose:
        blocks.append(Paragraph(("In the middle: ", Span(dice_words(state.loose), "strong"))))
    elif state.ties and state.status == "live":
        blocks.append(Paragraph(f"{tie_words(state, state.ties[-1])}."))
    if state.minutes is not None or state.seconds:
        blocks.append(Paragraph(Span(f"Clock: {clock_words(state)}", "muted")))
    return blocks


def _row(state: WbrState, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn and state.loose > 0
    count = state.held[seat].size
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(count), "strong"),
        Span("■" * count, "icon"),
        _note(state, seat),
    )


def _note(state: WbrState, seat: int) -> Text:
    if seat in state.winners:
        return Span("won", "good")
    if seat in state.out:
        return Span("eliminated", "muted")
    tied = state.status == "live" and not state.loose and seat in state.rollers
    return Span("rolls for the tie", "active") if tied else ""
