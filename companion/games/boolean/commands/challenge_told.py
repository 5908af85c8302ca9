"""What is told of a challenge, as it is typed: in Liar's Boolean Dice, and in The Stack."""

from collections.abc import Sequence

from companion.core.action import Action
from companion.core.names import chosen, folded, short
from companion.core.numbers import only_digits
from companion.core.seats import find_seat
from companion.errors import Invalid
from companion.games.boolean.commands.words import number, who_and_what
from companion.games.boolean.dice.colours import colours
from companion.games.boolean.liar.choices import reveal
from companion.games.boolean.liar.state import LiarState
from companion.games.boolean.stack.shapes import FACES, TOPS
from companion.games.boolean.stack.state import StackState

WHITE = "`companion boolean challenge --white 4`"
BLUFF = "`companion boolean challenge bluff`"
_VERDICTS = ("bluff", "true", "inverse")
_BLUFFS, _TRUTHS = ("lie", "false", "no"), ("yes", "right")
"""Other words for these."""
_FACES = "`--below wbw --placed bwb`"


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


def in_stack(
    action: Action[StackState],
    words: Sequence[str],
    below: str | None,
    placed: str | None,
    top: str | None,
    die: str | None,
) -> None:
    """A Challenge in The Stack: who, and the verdict, or the faces of both dice. Raises Invalid."""
    from companion.games.boolean.stack import moves
    from companion.games.boolean.stack.check import require_challenger

    state = action.state
    names, verdicts = who_and_what(state.seats, words, _is_verdict)
    faces = below is not None or placed is not None
    known = faces or top is not None or die is not None
    if faces and len(words) > 1 and any(len(word) == 1 for word in words):
        raise Invalid("The three faces of a die are told as one word.", f"{_FACES}.")
    if len(names) > 1 or len(verdicts) > 1:
        extra = short([*names[1:], *verdicts[1:]][0])
        raise Invalid(
            f"“{extra}” is one word too many.",
            f"{BLUFF}, or `companion boolean challenge ana true`.",
        )
    seat = find_seat(state.seats, names[0]) if names else moves.challenger(state)
    if not known and not verdicts:
        require_challenger(state, seat, action.referee)
        handle = state.seats[seat].handle
        raise Invalid(
            "Is it a bluff, or a true inverse?",
            f"`companion boolean challenge {handle} bluff`, or `true`; or the faces of both dice: "
            f"{_FACES}.",
        )
    moves.challenge(
        action,
        seat,
        _is_inverse(verdicts[0]) if verdicts else None,
        None if below is None else three_faces(below, "--below", partly=True),
        None if placed is None else three_faces(placed, "--placed", partly=True),
        None if top is None else chosen(top, TOPS, "colour"),
        die,
    )


def _is_verdict(word: str) -> bool:
    typed = folded(word)
    return typed in (*_BLUFFS, *_TRUTHS) or any(said.startswith(typed) for said in _VERDICTS)


def _is_inverse(word: str) -> bool:
    """Whether a verdict says that the die is a true inverse."""
    typed = folded(word)
    if typed in (*_BLUFFS, *_TRUTHS):
        return typed in _TRUTHS
    return chosen(word, _VERDICTS, "verdict") != "bluff"


def three_faces(text: str, option: str, *, partly: bool = False) -> str:
    """The colours of three faces as they are typed; `?` for one of those told `partly`.

    Raises Invalid.
    """
    example = f"`{option} wbw`"
    found = colours(text, "the colours of faces", example, partly=partly)
    if len(found) != FACES:
        what = "bottom" if option == "--placed" else "top"
        raise Invalid(
            f"“{short(text)}” is {len(found)} face{'s' * (len(found) != 1)}, and not three.",
            f"The {what}, the left side, the right side: {example}.",
        )
    return found
