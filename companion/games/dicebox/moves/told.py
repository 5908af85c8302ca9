"""What people type for several things at once: players and their dice, a die and its square."""

from collections.abc import Sequence

from companion.core.numbers import only_digits
from companion.core.seats import find_seat, is_somebody
from companion.errors import Invalid
from companion.games.dicebox.choices import place_such_as
from companion.games.dicebox.moves import named
from companion.games.dicebox.state import Die, State


def dice_of(state: State, words: Sequence[str]) -> dict[int, list[Die]]:
    """Who has which dice, as typed: `ana red:4 red:2 ben blue:6`; without a name, who has the turn.

    Raises Invalid, NotFound or Ambiguous.
    """
    found: dict[int, list[Die]] = {}
    seat: int | None = None
    for word in words:
        # Who is called `R4` is named once; after that, `r4` is a die.
        name = is_somebody(state.seats, word) and find_seat(state.seats, word) not in found
        if named.is_die(word) and not name:
            seat = state.turn if seat is None else seat
            found.setdefault(seat, []).append(named.die(word))
        else:
            seat = find_seat(state.seats, word)
            if seat in found:
                raise Invalid(f"{state.name(seat)} is named twice.", "All of a player's dice once.")
            found[seat] = []
    return found


def placed(state: State, words: Sequence[str]) -> tuple[int, Die, str]:
    """Who places which die on which square, as typed: `ana red:4 d3`; without a name, who has the
    turn. Raises Invalid, NotFound or Ambiguous.
    """
    told = named.joined([part for word in words for part in word.split(",") if part])
    seat = state.turn
    if len(told) == 3 or (told and _is_name(state, told[0])):
        seat = find_seat(state.seats, told.pop(0))
    if len(told) != 2:
        name, such_as = state.name(seat), place_such_as(state, seat)
        raise Invalid(f"Which die does {name} place, and on which square?", such_as)
    die, square = told
    numbers = [word for word in told if only_digits(word)]
    if numbers and not any(named.is_die(word) for word in told):
        raise Invalid(
            f"Which colour is the {numbers[0]} that {state.name(seat)} places?",
            f"Colour and number together: {place_such_as(state, seat)}.",
        )
    if (named.is_die(square) and not named.is_die(die)) or (
        named.is_square(die) and not named.is_die(die) and not named.is_square(square)
    ):
        die, square = square, die
    return seat, named.die(die), named.square(square)


def _is_name(state: State, word: str) -> bool:
    """Whether a word is somebody, rather than a die or a square, be they mistyped."""
    if named.is_die(word) or named.is_square(word):
        return False
    return is_somebody(state.seats, word) or not (
        named.is_color(word) or any(sign.isdigit() for sign in word)
    )
