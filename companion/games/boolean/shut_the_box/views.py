"""The table of Shut the Box: two columns with circles at their heads, as on paper."""

from typing import Any

from companion.core.blocks import Block, Column, Fit, Paragraph, Side, Span, Stack, Table, Text
from companion.core.names import short
from companion.games.boolean.shut_the_box.state import (
    LEFT,
    NUDGES,
    NUMBERS,
    SPENT,
    BoxState,
    Turn,
    circles,
    switch_words,
)
from companion.games.boolean.shut_the_box.turns import count_words

_NARROWEST = 7


def view(state: BoxState, reference: Any) -> list[Block]:
    """The sheet, the newest turn, and who has which set."""
    sheet, notes = _sheet(state), _notes(state)
    if not notes:
        return [sheet]
    return [Fit((Side((sheet, Stack(notes))), Stack((sheet, *notes))))]


def _notes(state: BoxState) -> tuple[Block, ...]:
    notes: list[Block] = []
    turns = [turn for turn in (state.last, state.now) if turn is not None and any(turn.counts)]
    if turns:
        rows = ((Span(f"Turn {turn.number}", "muted"), _line(state, turn)) for turn in turns)
        notes.append(Table((Column(), Column("", wraps=True)), tuple(rows)))
    if sets := _sets(state):
        notes.append(Paragraph(sets))
    if any(state.crossed) or any(nudges < NUDGES for nudges in state.nudges):
        legend = f"{LEFT} a Nudge left, {SPENT} one spent; {_struck(3)} crossed off."
        notes.append(Paragraph(Span(legend, "muted")))
    return tuple(notes)


def _sheet(state: BoxState) -> Table:
    seats = range(len(state.seats))
    widths = [max(_NARROWEST, len(short(state.name(seat)))) for seat in seats]
    names = tuple(Span(short(state.name(seat)).center(widths[seat]), "name") for seat in seats)
    heads = tuple(
        Span(circles(state.nudges[seat], " ").center(widths[seat]), "icon") for seat in seats
    )
    rows = [tuple(_cell(state, seat, number, widths[seat]) for seat in seats) for number in NUMBERS]
    if state.winners:
        won = "won" if len(state.winners) == 1 else "draw"
        rows.append(
            tuple(
                Span((won if seat in state.winners else "").center(widths[seat]), "good")
                for seat in seats
            )
        )
    return Table((Column(), Column()), (names, heads, *rows))


def _cell(state: BoxState, seat: int, number: int, width: int) -> Text:
    if number in state.crossed[seat]:
        return Span(_struck(number).center(width), "muted")
    return Span(str(number).center(width), "strong")


def _struck(number: int) -> str:
    return f"─{number}─"


def _line(state: BoxState, turn: Turn) -> Text:
    line: list[str | Span] = []
    for seat, seen in enumerate(turn.counts):
        shown = "not entered" if seen is None else count_words(seen)
        line += [
            ", " if line else "",
            f"{state.name(seat)} ",
            Span(shown, "strong" if seen else ""),
        ]
    if state.is_switch(turn):
        line += [": ", Span(f"{switch_words(turn)}, a switch", "warning")]
    return tuple(line)


def _sets(state: BoxState) -> str:
    """Who has which set, and how often they were switched, as far as known."""
    switches = state.switches
    if state.white is not None and state.status == "live":
        times = "one switch" if switches == 1 else f"{switches} switches"
        after = f", after {times}" if switches and state.all_turns_known else ""
        return f"{state.name(state.white)} has the White-up set{after}."
    if not switches:
        return ""
    times = {1: "once", 2: "twice"}.get(switches, f"{switches} times")
    if not state.all_turns_known:
        return f"Sets switched {times} in the turns entered."
    whose = "the other's first set" if switches % 2 else "the first set again"
    return f"Sets switched {times}: each has {whose}."
