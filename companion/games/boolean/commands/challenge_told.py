"""What is told of a challenge, as it is typed: in Liar's Boolean Dice."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.names import short
from companion.core.numbers import only_digits
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.boolean.commands.words import number, who_and_what
from companion.games.boolean.dice.colours import colours
from companion.games.boolean.liar.choices import reveal
from companion.games.boolean.liar.state import LiarState

WHITE = "`companion boolean challenge --white 4`"
BLUFF = "`companion boolean challenge bluff`"


def in_liar(
    action: Action[LiarState],
    words: Sequence[str],
    white: str | None,
    shown: Sequence[str],
    die: str | None,
) -> None:
    """A challenge in Liar's: who, and how many were White-up, or everybody's dice. Raises Invalid.

    The count may stand behind the name, without its option.
    """
    from companion.games.boolean.liar import moves

    seats = action.state.seats
    names, digits = who_and_what(seats, words, only_digits)
    counts = digits if white is None else [*digits, white]
    if len(names) > 1:
        raise Invalid(
            f"“{short(names[1])}” is no number of dice.",
            f"{WHITE}, or `companion boolean challenge ben 4`.",
        )
    if len(counts) > 1:
        raise Invalid("There is one count of White-up dice.", WHITE)
    if counts and shown:
        raise Invalid("Everybody's dice say how many there are.", "`--white` or `--reveal`.")
    count = number(counts[0], "number of dice", WHITE) if counts else None
    hands = _hands(action.state, shown) if shown else None
    seat = find_seat(seats, names[0]) if names else moves.whose_turn(action.state)
    moves.challenge(action, seat, count, hands, die)


def _hands(state: LiarState, told: Sequence[str]) -> list[str]:
    """Everybody's dice as they are typed, `ana=wwb`, seat by seat. Raises Invalid, or NotFound."""
    hands: dict[int, str] = {}
    for word in told:
        name, sign, dice = word.rpartition("=")
        if not sign:
            raise Invalid(f"Whose dice are “{short(word)}”?", f"Player by player: {reveal(state)}.")
        seat = find_seat(state.seats, name)
        if seat in hands:
            raise Invalid(
                f"{state.name(seat)}'s dice are told twice.", f"Once each: {reveal(state)}."
            )
        hands[seat] = colours(dice, "what dice show", reveal(state))
    return [hands.get(seat, "") for seat in range(len(state.seats))]
