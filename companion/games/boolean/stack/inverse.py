"""Faces in the stack: what an inverse is, which dice fit, and which die an inverse would be.

The players sit face to face, with an edge of every die towards each of them, so that each sees a
left and a right side. Seen from above, these sides are, in order: left and right of the player who
placed the die, then left and right of the other one. So the two left sides are opposite faces.
"""

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.command import player, verb, word, words
from companion.core.names import listed, short
from companion.core.param import A_DIE, Arguments, Param
from companion.core.reply import Reply
from companion.core.seats import is_somebody
from companion.core.value import Annotated
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.faces import (
    BLACK,
    UNSEEN,
    WHITE,
    Faces,
    fits,
    guesses,
    parse_colours,
)
from companion.games.boolean.dice.the_ten import (
    BACK,
    BOTTOM,
    FRONT,
    HALF,
    LEFT,
    RIGHT,
    TOP,
    Colouring,
    Die,
    by_id,
    find_die,
    the_ten,
)
from companion.games.boolean.stack.state import StackState, Top

if TYPE_CHECKING:
    from companion.core.box import PlayView
    from companion.core.offer import Trial

FACES = 3
"""Faces of a die that each player sees, and in which an inverse differs."""
FACE_NAMES = ("bottom", "left side", "right side")


def equal_faces(below: str, placed: str) -> list[str]:
    """The faces of a placed die that do not differ from the die below (BO-119, BO-120).

    Unseen faces are left out.
    """
    pairs = zip(FACE_NAMES, below, placed, strict=True)
    return [name for name, under, over in pairs if under == over != UNSEEN]


def faces_of_placed(placed: str | None, top: str | None) -> Faces:
    """A placed die in the order of a net; unknown faces are unseen.

    `placed` are bottom, left and right as seen by the player who placed it, `top` is `white` or
    `black`.
    """
    faces: list[bool | None] = [None] * 6
    if placed is not None:
        faces[BOTTOM], faces[FRONT], faces[RIGHT] = map(_seen, placed)
    if top is not None:
        faces[TOP] = top == "white"
    return tuple(faces)


def faces_below(below: str) -> Faces:
    """The die below, by top, left and right as seen by the player who placed the upper die."""
    faces: list[bool | None] = [None] * 6
    faces[TOP], faces[FRONT], faces[RIGHT] = map(_seen, below)
    return tuple(faces)


def _seen(sign: str) -> bool | None:
    return None if sign == UNSEEN else sign == WHITE


def dice_that_fit(faces: Faces, among: Sequence[str]) -> list[str]:
    """Return the dice that can lie like that."""
    return [guess.die.id for guess in guesses(faces) if guess.die.id in among]


def inverse_die(below: str, seen: str) -> Die:
    """Return the die on top of another one, if it is a true inverse.

    `below` are top, left and right of the lower die, as seen by the player who placed the upper
    one; `seen` are top, left and right of the upper die, as seen by the other player.
    """
    faces: list[bool] = [False] * 6
    faces[BOTTOM], faces[FRONT], faces[RIGHT] = (sign != WHITE for sign in below)
    faces[TOP], faces[BACK], faces[LEFT] = (sign == WHITE for sign in seen)
    (found,) = guesses(tuple(faces))
    return found.die


def is_true_inverse(
    below: str, placed: str | None, top: str | None, die: str | None
) -> bool | None:
    """Return whether a placed die is a true inverse; None if that is open.

    In every way in which it can lie, each face is compared with that of the die below, if that is
    known (BO-118 to BO-120).
    """
    if placed is not None and UNSEEN not in below + placed:
        return not equal_faces(below, placed)
    faces = faces_of_placed(placed, top)
    dice = the_ten() if die is None else (by_id()[die],)
    ways = [way for one in dice for way in one.ways if fits(way, faces)]
    bluffs = [bool(equal_faces(below, _as_placed(way))) for way in ways]
    if bluffs and all(bluffs):
        return False
    return True if bluffs and UNSEEN not in below and not any(bluffs) else None


def _as_placed(way: Colouring) -> str:
    return "".join(WHITE if way[face] else BLACK for face in (BOTTOM, FRONT, RIGHT))


# Faces in words


def sign_of(top: str) -> str:
    """The letter of a colour: `w` for `white`."""
    return WHITE if top == "white" else BLACK


def colour_of(sign: str) -> Top:
    """The colour of a letter: `white` for `w`."""
    return "white" if sign == WHITE else "black"


def face_words(faces: str, where: Sequence[str]) -> list[str]:
    """Seen faces in words, each with `where` it is."""
    pairs = zip(faces, where, strict=True)
    return [f"{colour_of(sign)} {place}" for sign, place in pairs if sign != UNSEEN]


def placed_words(placed: str | None, top: str | None) -> str:
    """Say how a die lies: `white on top, black below, white at the left and black at the right`."""
    lid = [] if top is None else [f"{top} on top"]
    where = ("below", "at the left", "at the right")
    return listed([*lid, *face_words(placed or UNSEEN * FACES, where)])


def three_faces(option: str, *, partly: bool = False, first: str = "top", **more: Any) -> Param:
    """An option for the colours of three faces: the `first`, the left and the right side.

    If `partly`, `?` is an unseen one.
    """
    example = f"`{option} wbw`"

    def read(state: StackState, text: str) -> str:
        found = parse_colours(text, "the colours of faces", example, partly=partly)
        if len(found) != FACES:
            raise Invalid(
                f"“{short(text)}” is {len(found)} face{'s' * (len(found) != 1)}, not three.",
                f"Enter the {first}, the left side, the right side: {example}.",
            )
        return found

    return word(read, option, optional=True, metavar="FACES", **more)


# Advice before a Challenge: the die of a true inverse, and whether it is possible


class Advice(NamedTuple):
    """The die that a true inverse would be; whether it is one's `own`, if known.

    `known` is how many of one's own dice are known.
    """

    die: Die
    own: bool | None
    known: int


def advise(state: StackState, seat: int, below: str, seen: str, mine: Sequence[str] = ()) -> Advice:
    """Whether the topmost die, which the opponent placed, can be a true inverse. Raises Refused.

    `below` is the top of the die under it and the two sides of it that the opponent sees, `seen`
    the top of the topmost die and the two sides that `seat` sees. `mine` are the dice of `seat`;
    the opponent's are a secret, and are not used.
    """
    _require_tops(state, seat, below, seen)
    own = set(mine)
    die = inverse_die(below, seen)
    others = False if len(own) >= HALF else None
    return Advice(die, True if die.id in own else others, len(own))


def _require_tops(state: StackState, seat: int, below: str, seen: str) -> None:
    """Refuse a die that is not the opponent's, and tops that differ from those entered."""
    topmost = state.topmost
    if topmost is None:
        return
    if topmost.seat == seat or not state.open_to_challenge:
        whose = "your own" if topmost.seat == seat else f"the first die of {state.name(1 - seat)}"
        raise Refused(
            f"The topmost die is {whose}, so {state.name(seat)} cannot Challenge it (BO-123, "
            "BO-125).",
            "`companion table` shows the stack.",
        )
    for option, sign, die in (("seen", seen[0], topmost), ("below", below[0], state.under)):
        top = colour_of(sign)
        if die is not None and die.top not in (None, top):
            raise Refused(
                f"You entered that this die has {die.top} on top, not {top}.",
                f"`--{option}` begins with the top; `companion table` shows the tops.",
            )


def advice_lines(state: StackState, seat: int, advice: Advice) -> list[str]:
    """The advice in words."""
    other = state.name(1 - seat)
    line = f"If it is a true inverse, it is the {advice.die.id} ({advice.die.title})."
    if advice.own is None:
        ask = "Do you have that one?"
        if advice.known:
            it = "It is not the one" if advice.known == 1 else f"It is none of the {advice.known}"
            others = "one of your others" if HALF - advice.known > 1 else "your other one"
            ask = f"{it} that you entered. Is it {others}?"
        return [line, f"{ask} If so, it is a bluff; if not, {other} can have it."]
    if advice.own:
        return [line, "You have that die yourself, so it is a bluff."]
    return [
        line,
        f"{other} has that die, so it can be a true inverse, unless that die is further down.",
    ]


_EXAMPLE = "`companion boolean inverse --below wbw --seen bww`"


def _missing_faces(state: StackState, args: Arguments[StackState]) -> tuple[str, str]:
    return (
        "Enter three faces of both dice.",
        f"{_EXAMPLE}: top, left and right side of each.",
    )


def _read_own_dice(state: StackState, words: Sequence[str]) -> list[str]:
    """Read one's own dice. Raises Invalid for more than five, or a repeated one."""
    names = [name for word in words for name in re.split(r"[\s,]+", word) if name]
    dice = [find_die(name).id for name in names]
    if not 0 < len(set(dice)) == len(dice) <= HALF:
        raise Invalid(f"Enter at most {HALF} different dice.", "`--mine 0,2o,3c,4a,6`")
    return dice


def _more_dice(state: StackState, words: Sequence[str], there: bool) -> Sequence[str]:
    """With `--mine 3c 5`, all words except a player's name are dice."""
    dice = [word for word in words if word[:1].isdigit() and not is_somebody(state.seats, word)]
    return dice if there else ()


def _who_entered_dice(trial: "Trial[StackState]") -> Iterable[int]:
    """The player who may Challenge, if dice were entered: with a name, these are used."""
    seat = trial.state.mover
    return (seat,) if trial.state.held[seat].was_entered else ()


def _too_many_words(state: StackState, words: Sequence[str]) -> Invalid:
    return Invalid(
        f"Unexpected “{short(words[1])}”.",
        f"{_EXAMPLE}: the three faces are one word.",
    )


def _may_ask(state: StackState) -> bool:
    """Whether there may be a die to Challenge, as far as the stack is known."""
    waits = state.status == "live" and state.turn is not None
    return waits and (not state.tower or state.open_to_challenge)


Asker = Annotated[int | None, player(_who_entered_dice, "by the dice that were entered")]
Below = Annotated[
    str,
    three_faces(
        "--below",
        help="Your die: top, and the sides your opponent sees.",
        about="your die: wbw",
        explain_missing=_missing_faces,
    ),
]
Seen = Annotated[
    str,
    three_faces(
        "--seen",
        help="The die on it: top, and the sides you see.",
        about="the die on it: bww",
        explain_missing=_missing_faces,
    ),
]
Mine = Annotated[
    Sequence[str] | None,
    words(
        _read_own_dice,
        sort=A_DIE,
        repeated=False,
        after_dash=True,
        secret=True,
        metavar="DIE...",
        help="Your dice, for this question only.",
        own_words=_more_dice,
    ),
]


@verb(
    "which die a true inverse would be",
    when=lambda trial: _may_ask(trial.state),
    too_many=_too_many_words,
    secret=True,
    private=True,
)
def inverse(
    seen: "PlayView[StackState]",
    player: Asker = None,
    *,
    below: Below,
    seen_faces: Seen,
    mine: Mine = None,
) -> Reply:
    """See which die the topmost one is if it is a true inverse.

    For a player who thinks about a Challenge. You know your own die below, and see three faces of
    the die on it. If that is a true inverse, its other three faces are known, and so is the die.
    Enter the left side before the right one, as seen by the player who sees them. With your name,
    the dice that you entered are used. Nothing is recorded.

    Examples:
      companion boolean inverse --below wbw --seen bww
      companion boolean inverse ben --below wbw --seen bww
      companion boolean inverse --below wbw --seen bww --mine 0 2o 3c 4a 6
    """
    state = seen.state
    seat = state.mover if player is None else player
    if mine is None:
        mine = () if player is None else state.held[seat].known
    advice = advise(state, seat, below, seen_faces, mine)

    def document() -> dict[str, Any]:
        return {
            "play": seen.play,
            "player": state.name(seat),
            "die": advice.die.id,
            "title": advice.die.title,
            "yours": advice.own,
            "can_be": None if advice.own is None else not advice.own,
        }

    return Reply(document=document, lines=tuple(advice_lines(state, seat, advice)))
