"""How likely a guess was, as a table that one can learn from."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Table, Text
from companion.games.lwd.guesses import Guess
from companion.games.lwd.state import Showdown, State

_BARS = (24, 10, 0)
"""How long a bar is that stands for certain, on wide screens and on narrow ones."""
_COLUMNS = (Column("At least", "right"), Column("", "right"), Column(), Column())
_AROUND = 4
"""Counts that are shown below and above the one that was guessed."""


def likely_view(
    state: State, ended: Showdown, asked: Guess, least: Sequence[float], there: int | None
) -> list[Block]:
    """The guess, and how the chance falls as the count rises; what was there, if it was told.

    `least` are the chances of none or more, one or more, and so on.
    """
    dice = sum(ended.dice)
    chance = least[asked.times] if asked.times < len(least) else 0.0
    first = max(1, min(asked.times, dice) - _AROUND)
    most = max((count for count, chance in enumerate(least) if chance > 0), default=0)
    counts = range(first, min(max(most, asked.times), dice, asked.times + _AROUND) + 1)
    told = f"{asked.said} or more, with {dice} dice on the table: {percent(chance)}."
    blocks: list[Block] = [Heading("Odds", told)]
    if counts:
        bars = (
            Table(_COLUMNS, tuple(_row(asked, count, least[count], there, bar) for count in counts))
            for bar in _BARS
        )
        blocks.append(Fit(tuple(bars)))
    return [*blocks, Paragraph(Span(_by_what(state), "muted"))]


def percent(chance: float) -> str:
    """A chance as one says it; what is hardly possible or hardly avoidable is not rounded away."""
    if chance <= 0:
        return "never"
    if chance >= 1 - 1e-12:
        return "always"
    if chance < 0.0005:
        return "less than 0.1 %"
    return "more than 99.9 %" if chance > 0.9995 else f"{chance:.1%}".replace("%", " %")


def _row(asked: Guess, count: int, chance: float, there: int | None, bar: int) -> tuple[Text, ...]:
    mine = count == asked.times
    notes = [*(["guessed"] if mine else []), *(["were there"] if count == there else [])]
    return (
        Span(str(count), "active" if mine else ""),
        Span(percent(chance), "strong" if mine else ""),
        Span("█" * round(chance * bar), "active" if mine else "icon"),
        Span(", ".join(notes), "muted"),
    )


def _by_what(state: State) -> str:
    """What everybody could know, and what is taken to be so."""
    told = ["Exact, by what all could know: the dice, and how the decks began"]
    if state.variant.random or state.variant.cards > 6:
        told.append("cards at random are as often each number from 1 to 6")
    if state.variant.wildcards:
        told.append("a wildcard took the place of any card")
    if state.round > 1:
        told.append("what was given up may have been any of the cards")
    return f"{'; '.join(told)}. Nobody's guesses and faces are counted in."
