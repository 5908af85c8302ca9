"""Dice Box drawn: the table, the board alone, where dice may go, the tally; the board as an SVG."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.core.blocks import (
    Block,
    Column,
    Fit,
    Paragraph,
    Picture,
    Role,
    Side,
    Span,
    Stack,
    Steps,
    Table,
    Text,
)
from companion.core.names import listed
from companion.drawing.svg import LINE, PALE, picture, words
from companion.games.dicebox.board import COLUMNS, SIZE, SQUARES, dead_squares, open_squares
from companion.games.dicebox.state import COLORS, SEED, Die, DiePlaces, State

CELL, WIDE_CELL = 5, 7
DEAD = "×"
_ROLES: dict[str, Role] = {"red": "red", "yellow": "yellow", "blue": "blue", "white": "white"}
_ALL_DICE, _FEW_DICE = 12, 6
"""How many dice stand on a line, where there is room and where there is not."""


def view(state: State, reference: Any) -> list[Block]:
    """Players and colours with their points; once something lies there, the board."""
    unknown = (state.filled_count or state.final_tally) and not state.knows_colors
    points: list[Block] = [_points(state), *([tally_table(state)] if unknown else [])]
    if not state.filled_count:
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
    if state.knows_colors and (state.filled_count or state.final_tally):
        rows += [
            ("", Span("nobody's", "muted"), color_text(color), str(tally[color]), "", "")
            for color in state.unclaimed
        ]
    columns = (
        Column(read_aloud="Turn"),
        Column("Player", wraps=True),
        Column("Colour"),
        Column("Points", "right"),
        Column("Dice", "right"),
        Column(read_aloud="Note"),
    )
    return Table(columns, tuple(rows))


def _player(state: State, seat: int) -> tuple[Text, ...]:
    here = state.status == "live" and seat == state.turn
    score = str(state.scores[seat]) if state.knows_points(seat) else "?"
    return (
        Span("▸" if here else " ", "active"),
        Span(state.name(seat), "name"),
        _colors(state, seat),
        Span(score, "strong"),
        str(len(state.dice[seat])),
        _note(state, seat),
    )


def _note(state: State, seat: int) -> Text:
    """Who won; in a draft, what the player has picked."""
    if state.status != "live":
        return Span("won", "good") if seat in state.winners else ""
    if not state.has_draft or state.filled_count or not state.picks:
        return ""
    picked = [color for color in COLORS if Die(color) in state.dice[seat]]
    more = [color for color in picked for _ in range(state.dice[seat].count(Die(color)) - 1)]
    return dice_text([Die(color) for color in more]) if more else ""


def _colors(state: State, seat: int) -> Text:
    """A player's colour, or two with their points."""
    colors = state.colors[seat]
    if not colors:
        return Span("unknown", "muted")
    if len(colors) == 1:
        return color_text(colors[0])
    tally = state.tally()
    points = {
        color: f" {tally[color]}" if state.filled_count or state.final_tally else ""
        for color in colors
    }
    return tuple(
        Span(f" {color[0].upper()}{points[color]} ", color_text(color).role) for color in colors
    )


def tally_table(state: State) -> Table:
    """All four colours with their points and their players."""
    tally = state.tally()
    nobody = "nobody's" if state.knows_colors else ""
    rows = []
    for color in COLORS:
        owners = listed(state.owners(color))
        whose: Text = owners or Span(nobody, "muted")
        rows.append((color_text(color), Span(str(tally[color]), "strong"), whose))
    points, owner = (
        Column("", "right", read_aloud="Points"),
        Column("", wraps=True, read_aloud="Owner"),
    )
    return Table((Column("Tally"), points, owner), tuple(rows))


def _dice(state: State) -> Block | None:
    """The dice that are still to be placed, once some of them are known."""
    if (
        not any(state.known_dice(seat) for seat in range(len(state.seats)))
        or state.status != "live"
    ):
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
    return Table((Column("To place", wraps=True), Column(read_aloud="Dice")), tuple(rows))


def notes(state: State) -> list[Block]:
    """How many squares are dead."""
    dead = len(dead_squares(state.numbers))
    if not dead:
        return []
    squares = "square that" if dead == 1 else "squares that"
    return [Paragraph(Span(f"{DEAD} {dead} {squares} cannot be filled any more.", "muted"))]


# Where a player's dice may go


def legal_view(state: State, seat: int, places: Sequence[DiePlaces], step: str) -> list[Block]:
    """The board with what fits, the dice by where they may go, and the next `step` in a turn."""
    blocks: list[Block] = [places_picture(state, _numbers_that_fit(state, seat))]
    rows = _rows(places)
    if rows:
        wide = Table((Column("Dice"), Column("go on", wraps=True)), rows)
        high = Table((Column(""),), tuple((cell,) for row in rows for cell in row))
        blocks.append(Fit((wide, high)))
    return [*blocks, *notes(state), _next_step(state, step)]


def _numbers_that_fit(state: State, seat: int) -> Mapping[int, tuple[int, ...]]:
    """The numbers that fit on each open square: those that a player has, or may have."""
    squares = open_squares(state.numbers)
    if not state.knows_all_dice(seat):
        return squares
    own = {die.value for die in state.known_dice(seat)}
    return {
        square: tuple(number for number in numbers if number in own)
        for square, numbers in squares.items()
        if own & set(numbers)
    }


def _rows(places: Sequence[DiePlaces]) -> tuple[tuple[Text, Text], ...]:
    together: dict[tuple[int, ...], list[Die]] = {}
    for die, squares in sorted(places, key=lambda place: (not place[1], place[0].value or 0)):
        together.setdefault(squares, []).append(die)
    return tuple(
        (dice_text(dice), ", ".join(SQUARES[at] for at in squares) or Span("nowhere", "muted"))
        for squares, dice in together.items()
    )


def _next_step(state: State, step: str) -> Block:
    if state.is_over or state.status != "live":
        return Paragraph("The game is over.")
    if step:
        return Steps((step,))
    if not state.has_seed:
        return Steps(("The Seed comes first: `companion dicebox seed 3`.",))
    return Paragraph(f"It is {state.name(state.turn)}'s turn.")


# The board as boxes, dice on a line


def board_picture(state: State) -> Picture:
    """The board: dice as `R4`, the Seed as `S3`, dead squares as `×`, others by their names."""
    dead = set(dead_squares(state.numbers))
    cells = [_cell(state, square, square in dead) for square in range(len(SQUARES))]
    return Picture(_board(cells), cell=CELL)


def places_picture(state: State, shown: Mapping[int, tuple[int, ...]]) -> Picture:
    """The board with the numbers that fit on the squares `shown`, after their names."""
    dead = set(dead_squares(state.numbers))
    cells = [
        _open(SQUARES[square], shown[square])
        if square in shown
        else _cell(state, square, square in dead, WIDE_CELL)
        for square in range(len(SQUARES))
    ]
    return Picture(_board(cells), cell=WIDE_CELL)


def dice_text(dice: Sequence[Die]) -> tuple[Span, ...]:
    """Dice in a row, such as ` R4 ` on red; ` R? ` if the number is unknown."""
    spans = [Span(f" {_sign(die)} ", _role(die)) for die in dice]
    return tuple(part for span in spans for part in (Span(" "), span))[1:]


def color_text(color: str) -> Span:
    """A colour as text."""
    return Span(f" {color} ", _ROLES[color])


def _board(cells: list[Text]) -> tuple[tuple[Text, ...], ...]:
    return tuple(tuple(cells[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))


def _cell(state: State, square: int, dead: bool, width: int = CELL) -> Text:
    die = state.grid[square]
    if die is not None:
        return Span(_sign(die).center(width), _role(die))
    return Span(DEAD if dead else SQUARES[square], "muted")


def _open(name: str, numbers: tuple[int, ...]) -> Text:
    fitting = "/".join(str(number) for number in numbers)
    return (Span(f"{name} ", "muted"), Span(fitting, "active"))


def _sign(die: Die) -> str:
    letter = "?" if die.color is None else die.color[0].upper()
    return f"{letter}{'?' if die.value is None else die.value}"


def _role(die: Die) -> Role:
    return _ROLES.get(die.color or "", "strong" if die.color == SEED else "muted")


# The board as a picture in SVG: dice with their pips, dead squares crossed out, the tally below


_SQUARE, _GAP, _EDGE, _TOP = 84, 6, 44, 78
_DIE = _SQUARE - 2 * _GAP
_SIDE = SIZE * _SQUARE
_WIDTH, _HEIGHT = _SIDE + 2 * _EDGE, _TOP + _SIDE + 104
_FACES = {
    "red": ("#c8342b", "#ffffff"),
    "yellow": ("#f7c600", "#1d1d1b"),
    "blue": ("#2457a6", "#ffffff"),
    "white": ("#ffffff", "#1d1d1b"),
    "seed": ("#4a4f55", "#ffffff"),
}
_WHERE = (0.3, 0.53, 0.76)
"""Where pips are, in parts of a die's side: a little to the right and down, beside the letter."""
_PIPS = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def board_svg(state: State, title: str) -> str:
    """The whole picture, as text."""
    dead = set(dead_squares(state.numbers))
    parts = [
        words(_EDGE, 34, title, 18, anchor="start", bold=True, room=_SIDE + _EDGE / 2),
        *_coordinates(),
    ]
    for square, name in enumerate(SQUARES):
        row, column = divmod(square, SIZE)
        x, y = _EDGE + column * _SQUARE, _TOP + row * _SQUARE
        die = state.grid[square]
        parts.append(_square(x, y, square in dead, name if die is None else ""))
        if die is not None:
            parts.append(_die(x + _GAP, y + _GAP, die))
    return picture(_WIDTH, _HEIGHT, title, [*parts, *_tally(state)])


def _coordinates() -> list[str]:
    middle = _SQUARE / 2
    columns = [
        words(_EDGE + place * _SQUARE + middle, _TOP - 10, letter, 16, ink=PALE)
        for place, letter in enumerate(COLUMNS)
    ]
    rows = [
        words(_EDGE / 2, _TOP + row * _SQUARE + middle + 6, str(row + 1), 16, ink=PALE)
        for row in range(SIZE)
    ]
    return columns + rows


def _square(x: float, y: float, dead: bool, name: str) -> str:
    fill = "#e6e8ea" if dead else "#f7f8f9"
    box = (
        f'<rect x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}" fill="{fill}" '
        f'stroke="{LINE}"/>'
    )
    if dead:
        a, b = 26, _SQUARE - 26
        cross = (
            f'<path d="M{x + a} {y + a}L{x + b} {y + b}M{x + b} {y + a}L{x + a} {y + b}" '
            'stroke="#8d949a" stroke-width="5" stroke-linecap="round"/>'
        )
        return box + cross
    if name:
        return box + words(x + _SQUARE / 2, y + _SQUARE / 2 + 5, name, 14, ink=LINE)
    return box


def _die(x: float, y: float, die: Die) -> str:
    color = die.color or "seed"
    face, ink = _FACES[color]
    name = f"{color} {die.value}"
    pips = "".join(
        f'<circle cx="{x + _DIE * _WHERE[across]:g}" cy="{y + _DIE * _WHERE[down]:g}" r="6" '
        f'fill="{ink}"/>'
        for across, down in _PIPS.get(die.value or 0, ())
    )
    letter = words(x + 9, y + 14, color[0].upper(), 11, ink=ink, bold=True)
    return (
        f"<g><title>{name}</title>"
        f'<rect x="{x}" y="{y}" width="{_DIE}" height="{_DIE}" rx="12" fill="{face}" '
        f'stroke="#1d1d1b" stroke-width="2"/>{pips}{letter}</g>'
    )


def _tally(state: State) -> list[str]:
    """A column for each colour: its points, and whose it is."""
    tally, width = state.tally(), _SIDE / len(COLORS)
    parts = []
    for place, color in enumerate(COLORS):
        face, ink = _FACES[color]
        x, y = _EDGE + place * width, _TOP + _SIDE + 22
        owner = listed(state.owners(color)) or ("nobody's" if state.knows_colors else "")
        parts += [
            f'<rect x="{x + 2}" y="{y}" width="{width - 4}" height="34" rx="8" fill="{face}" '
            'stroke="#1d1d1b"/>',
            words(x + width / 2, y + 23, f"{color} {tally[color]}", 16, ink=ink, bold=True),
            words(x + width / 2, y + 56, owner, 14, ink=PALE, room=width - 6),
        ]
    return parts
