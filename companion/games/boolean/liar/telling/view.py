"""The table of Liar's Boolean Dice as blocks: everybody's dice, open and hidden; declarations."""

from companion.core.blocks import Block, Column, Paragraph, Span, Table, Text
from companion.games.boolean.dice.names import LEGEND
from companion.games.boolean.liar.choices import told
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.liar.telling.describe import challenge_words, drawn, verdict
from companion.games.boolean.possession.entries import dice_words

HIDDEN = "■"
_COLUMNS = (
    Column(heard="Turn"),
    Column("Player", wraps=True),
    Column("Dice", "right"),
    Column(heard="Drawn"),
    Column("Declares", "right"),
    Column(heard="Note"),
)


def view(state: LiarState) -> list[Block]:
    """Players, this round's declarations or how the last one ended, and the center pile."""
    blocks: list[Block] = [Table(_COLUMNS, tuple(_row(state, s) for s in range(len(state.seats))))]
    if any(shown.dice for shown in state.shown):
        blocks.append(Paragraph(Span(f"{LEGEND[:-1]}; {HIDDEN} hidden.", "muted")))
    if state.declared or state.untold:
        blocks.append(Paragraph(_declarations(state)))
    if state.doubt is not None:
        doubt = state.doubt
        blocks.append(Paragraph(f"{challenge_words(state, doubt)}: {verdict(state, doubt)}."))
    elif state.past is not None and state.phase == "opening":
        blocks.append(Paragraph((Span("Last round: ", "muted"), _past(state))))
    if state.loose:
        blocks.append(Paragraph(_pile(state)))
    return blocks


def _row(state: LiarState, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn
    mine = [said.number for said in state.declared if said.seat == seat]
    newest = state.last is not None and state.last.seat == seat
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        Span(str(state.held[seat].size), "strong"),
        (drawn(state.shown[seat]), Span(HIDDEN * state.hidden(seat), "icon")),
        Span(told(mine[-1]), "strong" if newest else "muted") if mine else "",
        _note(state, seat),
    )


def _note(state: LiarState, seat: int) -> Text:
    if seat in state.winners:
        return Span("won", "good")
    if not state.held[seat].size:
        return Span("eliminated", "muted")
    if state.doubt is not None and seat == state.doubt.challenger:
        return Span("challenges", "bad")
    return ""


def _declarations(state: LiarState) -> Text:
    parts: list[str | Span] = [Span("Declared: ", "muted")]
    for place, said in enumerate(state.declared):
        parts += [" → "] if place else []
        parts += [f"{state.name(said.seat)} ", Span(told(said.number), "active")]
    if state.untold:
        parts += [" → untold" if state.declared else "untold"]
    return tuple(parts)


def _past(state: LiarState) -> str:
    past = state.past
    assert past is not None
    if past.challenger is None or past.number is None:
        return f"{verdict(state, past)}."
    return f"{challenge_words(state, past)}: {verdict(state, past)}."


def _pile(state: LiarState) -> Text:
    named = f" ({', '.join(state.pile)})" if state.pile else ""
    return ("Center pile: ", Span(dice_words(state.loose), "strong"), named)
