"""The table of Dice Box as blocks: the board, everybody's colours, points and dice."""

from collections.abc import Sequence

from companion.core.blocks import Block, Column, Fit, Paragraph, Side, Span, Stack, Table, Text
from companion.games.dicebox.board import SQUARES, dead_squares
from companion.games.dicebox.rules.outcome import outcome
from companion.games.dicebox.state import COLORS, Die, State
from companion.games.dicebox.telling.drawn import (
    DEAD,
    board_picture,
    color_text,
    dice_text,
    places_picture,
)

_ALL_DICE, _FEW_DICE = 12, 6
"""How many dice stand on a line, where there is room and where there is not."""


def view(state: State) -> list[Block]:
    """Players, and once the Seed lies, the board with the tally of all colours."""
    players = _players(state)
    if not state.seeded:
        return [players, *([_tally(state)] if state.counted else []), *_why(state)]
    dice = [block for block in (_dice(state),) if block is not None]
    beside = Stack((players, _tally(state)))
    below = Stack((board_picture(state), players, _tally(state)))
    return [Fit((Side((board_picture(state), beside)), below)), *dice, *_notes(state), *_why(state)]


def board_view(state: State) -> list[Block]:
    """The board with its tally, and nothing else."""
    return [board_picture(state), _tally(state), *_notes(state)]


def tally_view(state: State) -> list[Block]:
    """Every colour with its points and whose it is."""
    return [_tally(state), *_why(state)]


def legal_view(
    state: State, shown: dict[int, tuple[int, ...]], places: Sequence[tuple[Die, tuple[int, ...]]]
) -> list[Block]:
    """Where dice may go: on the board, and number by number."""
    together: dict[tuple[int, ...], list[Die]] = {}
    for die, squares in sorted(places, key=lambda place: (not place[1], place[0].value or 0)):
        together.setdefault(squares, []).append(die)
    rows = [
        (dice_text(dice), ", ".join(SQUARES[at] for at in squares) or Span("nowhere", "muted"))
        for squares, dice in together.items()
    ]
    blocks: list[Block] = [places_picture(state, shown)]
    if rows:
        wide = Table((Column("Dice"), Column("go on", wraps=True)), tuple(rows))
        high = Table((Column(""),), tuple((cell,) for row in rows for cell in row))
        blocks.append(Fit((wide, high)))
    return [*blocks, *_notes(state)]


def _players(state: State) -> Table:
    rows: list[tuple[Text, ...]] = []
    for seat, who in enumerate(state.seats):
        here = state.status == "live" and seat == state.turn
        won = state.status != "live" and seat in state.winners
        rows.append(
            (
                Span("▸" if here else " ", "active"),
                Span(who.name, "name"),
                _colors(state.colors[seat]),
                Span(str(state.scores[seat]), "strong"),
                str(len(state.dice[seat])),
                Span("won", "good") if won else "",
            )
        )
    columns = (
        Column(),
        Column("Player", wraps=True),
        Column("Colour"),
        Column("Points", "right"),
        Column("Dice", "right"),
        Column(),
    )
    return Table(columns, tuple(rows))


def _colors(colors: tuple[str, ...]) -> Text:
    if not colors:
        return Span("not told", "muted")
    if len(colors) == 1:
        return color_text(colors[0])
    return tuple(Span(f" {color[0].upper()} ", color_text(color).role) for color in colors)


def _tally(state: State) -> Table:
    """All four colours with their points and their players."""
    tally = state.tally()
    rows = []
    for color in COLORS:
        owners = [
            who.name for who, own in zip(state.seats, state.colors, strict=True) if color in own
        ]
        nobody = Span("nobody's" if state.colors_told else "", "muted")
        rows.append(
            (color_text(color), Span(str(tally[color]), "strong"), owners[0] if owners else nobody)
        )
    return Table((Column("Tally"), Column("", "right"), Column("", wraps=True)), tuple(rows))


def _dice(state: State) -> Block | None:
    """What everybody has still to place, once something of it was told."""
    if not any(state.known(seat) for seat in range(len(state.seats))) or state.status != "live":
        return None
    return Fit((_hands(state, _ALL_DICE), _hands(state, _FEW_DICE)))


def _hands(state: State, on_a_line: int) -> Table:
    rows: list[tuple[Text, ...]] = []
    for seat, who in enumerate(state.seats):
        dice = state.dice[seat]
        lines = [dice[at : at + on_a_line] for at in range(0, len(dice), on_a_line)] or [()]
        for place, line in enumerate(lines):
            name = Span(who.name, "name") if not place else Span("")
            rows.append((name, dice_text(line) or Span("none left", "muted")))
    return Table((Column("To place", wraps=True), Column("")), tuple(rows))


def _notes(state: State) -> list[Block]:
    dead = len(dead_squares(state.numbers))
    if not dead:
        return []
    squares = "square that" if dead == 1 else "squares that"
    return [Paragraph(Span(f"{DEAD} {dead} {squares} nothing can ever fill.", "muted"))]


def _why(state: State) -> list[Block]:
    """Why whoever has won, has."""
    if state.status != "finished":
        return []
    result = outcome(state)
    if set(result.winners) != set(state.winners):
        return []
    return [Paragraph(f"{result.why[:1].upper()}{result.why[1:]}.")]
