"""Where somebody's dice may go: on the board, number by number, and what that means now."""

from collections.abc import Mapping

from companion.core.blocks import Block, Column, Fit, Paragraph, Span, Steps, Table, Text
from companion.games.dicebox.board import SQUARES, open_squares
from companion.games.dicebox.choices import is_turn, places_of
from companion.games.dicebox.state import Die, State
from companion.games.dicebox.telling.drawn import dice_text, places_picture
from companion.games.dicebox.telling.todo import turn_step
from companion.games.dicebox.telling.view import notes


def legal_view(state: State, seat: int) -> list[Block]:
    """The board with what fits, the dice by where they may go, and what comes next."""
    blocks: list[Block] = [places_picture(state, _shown(state, seat))]
    rows = _rows(state, seat)
    if rows:
        wide = Table((Column("Dice"), Column("go on", wraps=True)), rows)
        high = Table((Column(""),), tuple((cell,) for row in rows for cell in row))
        blocks.append(Fit((wide, high)))
    return [*blocks, *notes(state), _meaning(state, seat)]


def _shown(state: State, seat: int) -> Mapping[int, tuple[int, ...]]:
    """The numbers on each open square: those that a player has, or all where not all are told."""
    squares = open_squares(state.numbers)
    if not state.all_known(seat):
        return squares
    own = {die.value for die in state.known(seat)}
    return {
        square: tuple(number for number in numbers if number in own)
        for square, numbers in squares.items()
        if own & set(numbers)
    }


def _rows(state: State, seat: int) -> tuple[tuple[Text, Text], ...]:
    together: dict[tuple[int, ...], list[Die]] = {}
    places = places_of(state, seat)
    for die, squares in sorted(places, key=lambda place: (not place[1], place[0].value or 0)):
        together.setdefault(squares, []).append(die)
    return tuple(
        (dice_text(dice), ", ".join(SQUARES[at] for at in squares) or Span("nowhere", "muted"))
        for squares, dice in together.items()
    )


def _meaning(state: State, seat: int) -> Block:
    """What the table should do about it; out of turn, that it is not this player's."""
    if state.over or state.status != "live":
        return Paragraph("The game is over.")
    if is_turn(state, seat):
        return Steps((turn_step(state, most=len(SQUARES)),))
    if not state.seeded:
        return Steps(("The Seed comes first: `companion dicebox seed 3`.",))
    return Paragraph(f"It is {state.name(state.turn)}'s turn.")
