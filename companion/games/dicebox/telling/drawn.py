"""The board as a picture of boxes: dice in their colours, which also read without colour."""

from collections.abc import Mapping, Sequence

from companion.core.blocks import Picture, Role, Span, Text
from companion.games.dicebox import board
from companion.games.dicebox.board import SIZE, SQUARES
from companion.games.dicebox.state import SEED, Die, State

CELL, WIDE_CELL = 5, 7
DEAD = "×"
_ROLES: dict[str, Role] = {"red": "red", "yellow": "yellow", "blue": "blue", "white": "white"}


def board_picture(state: State) -> Picture:
    """The board: dice as `R4`, the Seed as `S3`, `×` where nothing can ever go, else the square."""
    dead = set(board.dead_squares(state.numbers))
    cells = [_cell(state, square, square in dead) for square in range(len(SQUARES))]
    return Picture(_rows(cells), cell=CELL)


def places_picture(state: State, shown: Mapping[int, tuple[int, ...]]) -> Picture:
    """The board with the numbers that may go on the squares `shown`, behind their names."""
    dead = set(board.dead_squares(state.numbers))
    cells = [
        _open(SQUARES[square], shown[square])
        if square in shown
        else _cell(state, square, square in dead, WIDE_CELL)
        for square in range(len(SQUARES))
    ]
    return Picture(_rows(cells), cell=WIDE_CELL)


def die_text(die: Die) -> Span:
    """A die on a line, such as ` R4 ` on red; `R?` while nobody told what it shows."""
    return Span(f" {_sign(die)} ", _role(die))


def dice_text(dice: Sequence[Die]) -> tuple[Span, ...]:
    """Dice beside each other."""
    spans = [die_text(die) for die in dice]
    return tuple(part for span in spans for part in (Span(" "), span))[1:]


def color_text(color: str) -> Span:
    """A colour on a line."""
    return Span(f" {color} ", _ROLES[color])


def _rows(cells: list[Text]) -> tuple[tuple[Text, ...], ...]:
    return tuple(tuple(cells[row * SIZE : (row + 1) * SIZE]) for row in range(SIZE))


def _cell(state: State, square: int, dead: bool, width: int = CELL) -> Text:
    die = state.grid[square]
    if die is not None:
        return Span(_sign(die).center(width), _role(die))
    return Span(DEAD if dead else SQUARES[square], "muted")


def _open(name: str, numbers: tuple[int, ...]) -> Text:
    told = "/".join(str(number) for number in numbers)
    return (Span(f"{name} ", "muted"), Span(told, "active"))


def _sign(die: Die) -> str:
    letter = "?" if die.color is None else die.color[0].upper()
    return f"{letter}{'?' if die.value is None else die.value}"


def _role(die: Die) -> Role:
    return _ROLES.get(die.color or "", "strong" if die.color == SEED else "muted")
