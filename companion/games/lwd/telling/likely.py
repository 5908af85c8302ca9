"""How likely a guess was, as a table that one can learn from."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Fit, Heading, Paragraph, Span, Table, Text
from companion.games.lwd.chances.odds import chance_of
from companion.games.lwd.guesses import Guess
from companion.games.lwd.state import Showdown

_BARS = (24, 10, 0)
"""How long a bar is that stands for certain, on wide screens and on narrow ones."""
_COLUMNS = (
    Column("At least", "right"),
    Column("", "right", heard="Chance"),
    Column(heard="Drawn"),
    Column(heard="Note"),
)
_AROUND = 4
"""Counts that are shown below and above the one that was guessed."""


def likely_view(ended: Showdown, asked: Guess, least: Sequence[float]) -> list[Block]:
    """The guess, and how the chance falls as the count rises; what was there, if it was told.

    `least` are the chances of none or more, one or more, and so on.
    """
    dice = sum(ended.dice)
    there = ended.there if ended.said is not None and ended.said.guess == asked else None
    most = max((count for count, chance in enumerate(least) if chance > 0), default=0)
    first = max(1, min(asked.times, most) - _AROUND)
    last = max(min(most, asked.times + _AROUND), min(asked.times, dice), there or 0)
    counts = [*range(first, last + 1), *([asked.times] if asked.times > last else [])]
    told = f"{asked.said} or more, with {dice} dice: {percent(chance_of(least, asked.times))}."
    bars = (
        Table(
            _COLUMNS,
            tuple(_row(asked, count, chance_of(least, count), there, bar) for count in counts),
        )
        for bar in _BARS
    )
    return [
        Heading(f"Odds of round {ended.number}", told),
        Fit(tuple(bars)),
        Paragraph(Span(_by_what(ended, asked), "muted")),
    ]


def percent(chance: float) -> str:
    """A chance as one says it; what is hardly possible or hardly avoidable is not rounded away."""
    if chance <= 0:
        return "never"
    if chance >= 1 - 1e-12:
        return "always"
    if chance < 0.0005:
        return "less than 0.1%"
    return "more than 99.9%" if chance > 0.9995 else f"{chance:.1%}"


def _row(asked: Guess, count: int, chance: float, there: int | None, bar: int) -> tuple[Text, ...]:
    mine = count == asked.times
    found = "was there" if count == 1 else "were there"
    notes = [*(["guessed"] if mine else []), *([found] if count == there else [])]
    return (
        Span(str(count), "active" if mine else ""),
        Span(percent(chance), "strong" if mine else ""),
        Span("█" * round(chance * bar), "active" if mine else "icon"),
        Span(", ".join(notes), "muted"),
    )


def _by_what(ended: Showdown, asked: Guess) -> str:
    """What everybody could know, and what is taken to be so."""
    steps = [step for deck in ended.decks for step in deck.steps]
    happened = {step.what for step in steps}
    told = ["Exact, by what all could know: the dice, and how the decks began"]
    if "random" in happened and not asked.on_power:
        told.append("a random card is as often each number from 1 to 6")
    if "swapped" in happened:
        told.append("a wildcard took the place of any card")
    if "given" in happened and not asked.on_power:
        told.append("any die that was shown, or any cards, may have been given up")
    if "shown" in happened and not asked.on_power:
        told.append("hands that were shown player by player")
    if ended.triggered:
        told.append("power cards that were triggered are on top")
    return f"{'; '.join(told)}. What players say, and how they look, is not counted in."
