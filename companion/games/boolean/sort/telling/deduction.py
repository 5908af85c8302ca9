"""What can be deduced of dice that are seen, as a table and as JSON."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from companion.core.blocks import Block, Column, Heading, Paragraph, Span, Table, Text
from companion.core.names import counted, listed
from companion.games.boolean.sort.deduce import Deduced, Found, Views
from companion.games.boolean.sort.seen import typed

_COLUMNS = (
    Column("", "right", heard="No."),
    Column("Seen"),
    Column("Bottom"),
    Column("Die", wraps=True),
)
_FEW = 4
"""Dice that are named for each that is seen."""


def deduction_view(seen: Sequence[Views], deduced: Deduced) -> list[Block]:
    """A row for each die: what its bottom is, and which of the ten it may be."""
    rows = tuple(
        _row(number, views, found)
        for number, (views, found) in enumerate(zip(seen, deduced.found, strict=True), 1)
    )
    return [
        Heading("Bottoms", "by what is seen"),
        Table(_COLUMNS, rows),
        *_advice(deduced.found),
        Paragraph(Span(_by_what(deduced.ways), "muted")),
    ]


def deduction_report(seen: Sequence[Views], deduced: Deduced) -> dict[str, Any]:
    """The chances of a white bottom, and of each die, from 0 to 1; `ways` to tell them apart."""
    return {
        "dice": [
            {
                "seen": typed(views),
                "white": float(found.white),
                "bottom": _surely(found.white),
                "dice": {die: float(chance) for die, chance in found.dice.items()},
            }
            for views, found in zip(seen, deduced.found, strict=True)
        ],
        "ways": deduced.ways,
    }


def _surely(white: Fraction) -> str | None:
    return {0: "black", 1: "white"}.get(int(white)) if white in (0, 1) else None


def _row(number: int, views: Views, found: Found) -> tuple[Text, ...]:
    name = Span(typed(views), "name")
    return (Span(str(number), "muted"), name, _bottom(found.white), _dice(found.dice))


def _dice(chances: Mapping[str, Fraction]) -> str:
    """The likeliest dice, the first of them first."""
    likely = sorted(chances.items(), key=lambda item: -item[1])
    told = [die if chance == 1 else f"{die} {percent(chance)}" for die, chance in likely[:_FEW]]
    more = len(likely) - len(told)
    return ", ".join([*told, *([f"or {counted(more, 'other')}"] if more else [])])


def _bottom(white: Fraction) -> Text:
    sure = _surely(white)
    if sure is not None:
        return Span(f"{sure}, sure", "good")
    if white * 2 == 1:
        return "either, 50%"
    colour = "white" if white * 2 > 1 else "black"
    return f"{colour}, {percent(max(white, 1 - white))}"


def percent(chance: Fraction) -> str:
    """A chance as one says it; what is not certain is never rounded to certain."""
    return f"{min(99, max(1, round(100 * chance)))}%"


def _advice(found: Sequence[Found]) -> list[Block]:
    """Which dice to put where, if any are better than others."""
    best: list[str | Span] = []
    for area in ("Black", "White"):
        chances = [each.white if area == "White" else 1 - each.white for each in found]
        top = max(chances)
        if top * 2 <= 1:
            continue
        numbers = [str(number) for number, chance in enumerate(chances, 1) if chance == top]
        best += ["; " if best else "Best for ", f"{area}: ", Span(listed(numbers, "or"), "strong")]
    return [Paragraph((*best, "."))] if best else []


def _by_what(ways: int) -> str:
    return (
        "Exact, if each die lies as it was rolled: no two of the ten are alike, and there "
        f"{'is one way' if ways == 1 else f'are {ways} ways'} to tell these apart."
    )
