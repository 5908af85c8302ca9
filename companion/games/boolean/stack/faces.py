"""Faces in the stack: what an inverse is, which die can lie so, and which one it would have to be.

The two sit face to face, with an edge of every die towards each of them. From where one sits, the
two sides that one sees are the left and the right one; seen from above, the die has them in the
order left, right of the one who placed it, then left, right of the other. So the left side of the
one is opposite the left side of the other.
"""

from collections.abc import Sequence

from companion.games.boolean.dice.colours import UNSEEN, WHITE
from companion.games.boolean.dice.cube import BACK, BOTTOM, FRONT, LEFT, RIGHT, TOP
from companion.games.boolean.dice.names import Die
from companion.games.boolean.dice.seen import Faces, guesses

FACE_NAMES = ("bottom", "left side", "right side")


def alike(below: str, placed: str) -> list[str]:
    """The faces of a placed die that do not differ from the one below (BO-119, BO-120).

    Of what is not told of either, nobody can say it.
    """
    pairs = zip(FACE_NAMES, below, placed, strict=True)
    return [name for name, under, over in pairs if under == over != UNSEEN]


def lying(placed: str | None, top: str | None) -> Faces:
    """A die as one placed it, in the order of a net, with what is not told unseen.

    `placed` are bottom, left and right as seen by that player, `top` is `white` or `black`.
    """
    faces: list[bool | None] = [None] * 6
    if placed is not None:
        faces[BOTTOM], faces[FRONT], faces[RIGHT] = map(_seen, placed)
    if top is not None:
        faces[TOP] = top == "white"
    return tuple(faces)


def under(below: str) -> Faces:
    """The die below another one: top, left and right as seen by who placed the upper one."""
    faces: list[bool | None] = [None] * 6
    faces[TOP], faces[FRONT], faces[RIGHT] = map(_seen, below)
    return tuple(faces)


def _seen(sign: str) -> bool | None:
    return None if sign == UNSEEN else sign == WHITE


def that_lie(faces: Faces, among: Sequence[str]) -> list[str]:
    """Those of some dice that can lie so."""
    return [guess.die.id for guess in guesses(faces) if guess.die.id in among]


def inverse_die(below: str, seen: str) -> Die:
    """The die that lies on another one, if it is a true inverse of that.

    `below` are top, left and right of the lower one, as the player sees them who placed the upper
    one; `seen` are top, left and right of the upper one, as the other player sees them.
    """
    faces: list[bool] = [False] * 6
    faces[BOTTOM], faces[FRONT], faces[RIGHT] = (sign != WHITE for sign in below)
    faces[TOP], faces[BACK], faces[LEFT] = (sign == WHITE for sign in seen)
    (found,) = guesses(tuple(faces))
    return found.die
