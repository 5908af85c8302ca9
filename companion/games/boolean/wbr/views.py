"""The table of White, Black, or Roll, drawn, and what of the rulebook matters now."""

from collections.abc import Iterator

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.core.lookup import Mention
from companion.core.names import listed
from companion.games.boolean.dice.the_ten import dice_words
from companion.games.boolean.wbr.clock import clock_words
from companion.games.boolean.wbr.state import WbrState, tie_words


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


def in_front(state: WbrState) -> Iterator[Mention]:
    """The step at hand, what is special at this table, and the end."""
    if state.status != "live":
        yield Mention("wbr-game-end", "how it ended")
        return
    if not state.loose:
        yield Mention("wbr-tie", listed([state.name(seat) for seat in state.ahead]))
        return
    if state.round == 1:
        yield Mention("wbr-setup", f"{state.name(state.first)} rolls all ten dice")
    yield Mention("calls", f"{state.name(state.turn or 0)}'s turn")
    yield Mention("wrong-call", "what it costs")
    if state.thrower is not None:
        yield Mention("illegal-die", f"if {state.name(state.thrower)}'s lies outside the area")
    yield Mention("view", "before the die is touched")
    if state.several:
        yield Mention("wbr-multiple-players", f"{len(state.seats)} play")
        yield Mention("wbr-elimination", "who owes a die and has none")
    if state.minutes is not None or state.seconds:
        yield Mention("wbr-timed", "when to hit the clock")
    yield Mention("wbr-game-end", f"{dice_words(state.loose)} to go")
