"""Which dice can be left out of a block, as a table: every pair of them, or every one."""

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Table, Text
from companion.games.boolean.dice.names import by_id, the_ten
from companion.games.boolean.puzzles import block
from companion.games.boolean.puzzles.block import ALL, names_of
from companion.games.boolean.puzzles.counting import Ways, left_out

COUNTED = (
    "Counted is which die lies where, and what is seen. The block stands fixed; ways to turn a die "
    "that look the same outside are one; each pattern of the faces counts by itself."
)
_ACROSS = 3
"""Pairs on a line of a narrow terminal."""


def pairs_view(counts: Ways, always: int) -> list[Block]:
    """All pairs that may be removed from the cube."""
    pairs = left_out(block.CUBE)
    impossible = len(pairs) - len(counts)
    answer = (
        f"No: for {impossible} of the {len(pairs)} pairs, it cannot"
        if impossible
        else "Yes: whichever two dice are removed, it can be built"
    )
    told = (
        f"{answer}. {always} of the 64 patterns that its faces can have work with any two removed. "
        f"All {len(pairs)} pairs together: {sum(counts.values()):,} assignments."
    )
    corner = (
        "Each die shows three faces around one of its corners, and all that a place asks for is "
        "how many of these are white."
    )
    cells = {pair: counts.get(ALL & ~pair, 0) for pair in pairs}
    return [
        Paragraph(told),
        Paragraph(corner),
        Fit((_triangle(cells), _list(cells))),
        Paragraph(Span(COUNTED, "muted")),
    ]


def singles_view(counts: Ways) -> list[Block]:
    """All dice that may be left out of the flat block."""
    rows: list[tuple[Text, ...]] = []
    for one in left_out(block.BOARD):
        count = counts.get(ALL & ~one, 0)
        told = Span(f"{count:,}", "good") if count else Span("none", "muted")
        rows.append((Span(names_of(one)[0], "name"), told))
    columns = (Column("left out"), Column("assignments", "right"))
    return [Table(columns, tuple(rows)), Paragraph(Span(COUNTED, "muted"))]


def _shorts(dice: int) -> tuple[str, ...]:
    return tuple(by_id()[name].short for name in names_of(dice))


def _triangle(cells: Ways) -> Table:
    """A row for one die of a pair, a column for the other."""
    ten = [die.short for die in the_ten()]
    counts = {_shorts(pair): f"{count}" for pair, count in cells.items()}
    rows: list[tuple[Text, ...]] = [
        (Span(one, "strong"), *(counts.get((one, other), "") for other in ten[1:]))
        for one in ten[:-1]
    ]
    return Table((Column(heard="Die"), *(Column(other, "right") for other in ten[1:])), tuple(rows))


def _list(cells: Ways) -> Table:
    """A pair and its count, a few beside each other."""
    told: list[tuple[Text, ...]] = [
        (Span(" ".join(_shorts(pair)), "strong"), f"{count}") for pair, count in cells.items()
    ]
    deep = len(told) // _ACROSS
    rows: list[tuple[Text, ...]] = [
        tuple(part for cell in told[row::deep] for part in cell) for row in range(deep)
    ]
    return Table((Column(), Column("", "right")) * _ACROSS, tuple(rows))
