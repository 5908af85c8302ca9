"""The table of Dice Box as blocks: the board, everybody's colours, points and dice."""

from companion.core.blocks import Block, Column, Fit, Paragraph, Side, Span, Stack, Table, Text
from companion.core.names import listed
from companion.games.dicebox.board import dead_squares
from companion.games.dicebox.state import COLORS, Die, State
from companion.games.dicebox.telling.drawn import (
    DEAD,
    board_picture,
    color_text,
    dice_text,
)

_ALL_DICE, _FEW_DICE = 12, 6
"""How many dice stand on a line, where there is room and where there is not."""


def view(state: State) -> list[Block]:
    """Players and colours with their points; once something lies there, the board."""
    untold = (state.filled or state.counted) and not state.colors_told
    points: list[Block] = [_points(state), *([tally_table(state)] if untold else [])]
    if not state.filled:
        return points
    beside = Side((board_picture(state), Stack(tuple(points))))
    below = Stack((board_picture(state), *points))
    dice = [block for block in (_dice(state),) if block is not None]
    return [Fit((beside, below)), *dice]


def board_view(state: State) -> list[Block]:
    """The board with its tally, and nothing else."""
    return [board_picture(state), tally_table(state), *notes(state)]


def _points(state: State) -> Table:
    """A row for each player, and for each colour that nobody has."""
    tally = state.tally()
    rows = [_player(state, seat) for seat in range(len(state.seats))]
    if state.colors_told and (state.filled or state.counted):
        rows += [
            ("", Span("nobody's", "muted"), color_text(color), str(tally[color]), "", "")
            for color in state.unclaimed
        ]
    columns = (
        Column(heard="Turn"),
        Column("Player", wraps=True),
        Column("Colour"),
        Column("Points", "right"),
        Column("Dice", "right"),
        Column(heard="Note"),
    )
    return Table(columns, tuple(rows))


def _player(state: State, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn
    score = str(state.scores[seat]) if state.points_known(seat) else "?"
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        _colors(state, seat),
        Span(score, "strong"),
        str(len(state.dice[seat])),
        _note(state, seat),
    )


def _note(state: State, seat: int) -> Text:
    """Who has won; in a draft, what somebody has picked."""
    if state.status != "live":
        return Span("won", "good") if seat in state.winners else ""
    if not state.drafts or state.filled or not state.picks:
        return ""
    picked = [color for color in COLORS if Die(color) in state.dice[seat]]
    more = [color for color in picked for _ in range(state.dice[seat].count(Die(color)) - 1)]
    return dice_text([Die(color) for color in more]) if more else ""


def _colors(state: State, seat: int) -> Text:
    """A player's colour; of two, both with their points once there are some."""
    colors = state.colors[seat]
    if not colors:
        return Span("not told", "muted")
    if len(colors) == 1:
        return color_text(colors[0])
    tally = state.tally()
    told = {color: f" {tally[color]}" if state.filled or state.counted else "" for color in colors}
    return tuple(
        Span(f" {color[0].upper()}{told[color]} ", color_text(color).role) for color in colors
    )


def tally_table(state: State) -> Table:
    """All four colours with their points and their players."""
    tally = state.tally()
    nobody = "nobody's" if state.colors_told else ""
    rows = []
    for color in COLORS:
        owners = listed(state.owners(color))
        whose: Text = owners or Span(nobody, "muted")
        rows.append((color_text(color), Span(str(tally[color]), "strong"), whose))
    points, owner = Column("", "right", heard="Points"), Column("", wraps=True, heard="Owner")
    return Table((Column("Tally"), points, owner), tuple(rows))


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
    return Table((Column("To place", wraps=True), Column(heard="Dice")), tuple(rows))


def notes(state: State) -> list[Block]:
    """How many squares are dead for good."""
    dead = len(dead_squares(state.numbers))
    if not dead:
        return []
    squares = "square that" if dead == 1 else "squares that"
    return [Paragraph(Span(f"{DEAD} {dead} {squares} nothing can ever fill.", "muted"))]
