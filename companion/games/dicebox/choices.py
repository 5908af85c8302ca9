"""What may be placed and picked, as far as it was told: pure questions about a state."""

from companion.games.dicebox import board
from companion.games.dicebox.state import COLORS, DICE_OF_COLOR, Die, State

SUCH_AS = 3
"""Dice in an example of a roll: all are told, and nobody wants to read twelve."""

Place = tuple[Die, tuple[int, ...]]
"""A die, and the squares that it may go on; none where it fits nowhere."""


def places_of(state: State, seat: int) -> list[Place]:
    """A player's dice that show a number, those that are alike once."""
    dice = list(dict.fromkeys(state.known(seat)))
    found = board.places(state.numbers, [die.value or 0 for die in dice])
    return [(die, found[die.value or 0]) for die in dice]


def is_stuck(state: State, seat: int) -> bool:
    """Whether a player has dice, all of them told, and none of them fits anywhere."""
    fits = any(squares for _, squares in places_of(state, seat))
    return state.seeded and state.all_known(seat) and not fits


def is_spent(state: State, seat: int) -> bool:
    """Whether a roll is a player's turn, as nobody has to say: all dice were told before."""
    return state.seeded and seat == state.turn and state.all_known(seat)


def must_place(state: State, seat: int) -> bool | None:
    """Whether a player would have to place; None where the dice that are told do not say."""
    if any(squares for _, squares in places_of(state, seat)):
        return True
    return False if is_stuck(state, seat) else None


def best_place(state: State, seat: int) -> tuple[Die, int] | None:
    """A die that fits and its square: of those that are told, or else of those that may be had.

    Of several, the one that is best for the player: points of one's own, or few to somebody else.
    None where nothing fits on the board.
    """
    fitting = [(die, squares[0]) for die, squares in places_of(state, seat) if squares]
    if not fitting:
        fitting = [(die, squares[0]) for die, squares in untold_places(state, seat)]
    return max(fitting, key=lambda place: gain(state, seat, place[0]), default=None)


def untold_places(state: State, seat: int) -> list[Place]:
    """Dice that a player may have among those of which nobody told what they show, and that fit."""
    squares = board.places(state.numbers, board.NUMBERS)
    return [
        (Die(color, number), squares[number])
        for color in _untold_colors(state, seat)
        for number in board.NUMBERS
        if squares[number]
    ]


def _untold_colors(state: State, seat: int) -> list[str]:
    """The colours of a player's dice that nobody told what they show."""
    untold = {die.color for die in state.dice[seat] if die.value is None}
    left = pool(state) if None in untold else {}
    return [color for color in COLORS if color in untold or left.get(color)]


def gain(state: State, seat: int, die: Die) -> int:
    """What it is worth to a player to place a die: its points, less than 0 where they are others'.

    Where nobody told whose colours are which, they count as others'.
    """
    value = die.value or 0
    return value if die.color in state.colors[seat] else -value


def place_such_as(state: State, seat: int) -> str:
    """A command that places a die, for somebody who may not have the turn."""
    held = state.dice[seat][0] if state.dice[seat] else Die(COLORS[0])
    die, square = best_place(state, seat) or (held, board.SQUARES.index("d3"))
    handle = state.seats[seat].handle
    return f"`companion dicebox place {handle} {die.typed} {board.SQUARES[square]}`"


def dice_such_as(state: State, seat: int, most: int = SUCH_AS) -> str:
    """Dice as they are typed in a roll: the first of those that a player has."""
    dice = list(dict.fromkeys(Die(die.color) for die in state.dice[seat]))[:most]
    return " ".join(die.typed for die in dice) or Die(COLORS[0]).typed


def roll_such_as(state: State, seat: int) -> str:
    """A command that tells a roll."""
    return f"`companion dicebox roll {state.seats[seat].handle} {dice_such_as(state, seat)}`"


def is_turn(state: State, seat: int) -> bool:
    """Whether it is a player's turn, in a play that is going on."""
    return state.status == "live" and state.seeded and not state.over and seat == state.turn


def picker(state: State) -> int | None:
    """Whose pick it is: whoever begins, in order, then back; None once all dice are told.

    Who told all dice by rolling them is left out.
    """
    if not state.drafts:
        return None
    count = len(state.seats)
    begins = state.first if state.drafting is None else state.drafting
    once = [(begins + step) % count for step in range(count)]
    order = [*once, *reversed(once)]
    for seat in state.picks:
        if seat in order:
            order.remove(seat)
    return next((seat for seat in order if Die(None) in state.dice[seat]), None)


def begins_draft(state: State, seat: int) -> int:
    """Who has begun the draft in which somebody picks: the first to pick, if nobody drew lots."""
    return seat if state.drafting is None else state.drafting


def next_pick(state: State) -> str:
    """The command for the next pick; which colour is for the table to say."""
    seat = picker(state)
    handle = state.seats[state.first if seat is None else seat].handle
    color = next((color for color, dice in pool(state).items() if dice), COLORS[0])
    return f"`companion dicebox draft {handle} {color}`"


def pool(state: State) -> dict[str, int]:
    """How many dice of each colour are left to draft."""
    return {color: max(0, DICE_OF_COLOR - told) for color, told in state.in_game.items()}
