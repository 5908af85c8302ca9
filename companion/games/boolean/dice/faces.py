"""What one sees of dice: the faces of one, and which it may be; the colours of several."""

import re
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

from companion.core.names import folded, short
from companion.core.schemas import asks
from companion.core.shapes import Context, Wrong
from companion.errors import Invalid
from companion.games.boolean.dice.the_ten import BOTTOM, Die, the_ten, turned, turns

# The faces of one die

MOST = 6
Faces = tuple[bool | None, ...]
"""Faces in the order of a net, top first, True for white; None for one that nobody sees."""

Views = Sequence[Faces]
"""What is seen of one die, the newest last: it may have been rolled since the first."""
AGAIN = "+"
"""Between what was seen of a die before it was rolled, and what is seen of it now."""

_SIGNS: dict[str, bool | None] = {
    **dict.fromkeys("w○o1", True),
    **dict.fromkeys("b●·0", False),
    **dict.fromkeys("?_", None),
}
_HINT = "`w` or `b` for each, `?` for one that you cannot see: top, the sides in order, bottom."


class Guess(NamedTuple):
    """A die that may lie there: in how many of its 24 ways, and in how many with white below."""

    die: Die
    ways: int
    white_below: int


def faces_from(words: Sequence[str]) -> Faces:
    """Faces as they are typed: `white black w ?`, or `wb?`. Raises Invalid."""
    faces: list[bool | None] = []
    for word in words:
        typed = folded(word)
        if typed and any(color.startswith(typed) for color in ("white", "black")):
            faces.append(typed[0] == "w")
        elif typed and all(sign in _SIGNS for sign in typed):
            faces += [_SIGNS[sign] for sign in typed]
        else:
            raise Invalid(f"“{short(word)}” is no colour of a face.", _HINT)
    return tuple(faces)


def require_faces(faces: Faces) -> Faces:
    """The faces of one die, the missing ones unseen. Raises Invalid for none, and for seven."""
    if not faces or all(face is None for face in faces):
        raise Invalid("Which faces do you see?", f"`companion boolean which w b w`. {_HINT}")
    if len(faces) > MOST:
        raise Invalid(f"A die has six faces, and these are {len(faces)}.", _HINT)
    return (*faces, *(None for _ in range(MOST - len(faces))))


def typed(seen: Views) -> str:
    """The views of a die as they are typed."""
    signs = {True: "w", False: "b", None: "?"}
    return AGAIN.join("".join(signs[face] for face in faces).rstrip("?") for faces in seen)


def guesses(faces: Faces, without: Collection[str] = ()) -> list[Guess]:
    """The dice that can lie so, in the order of the set; those `without` are somewhere else."""
    found = []
    for die in the_ten():
        lying = [way for turn in turns() if fits(way := turned(die.net, turn), faces)]
        if lying and die.id not in without:
            found.append(Guess(die, len(lying), sum(way[BOTTOM] for way in lying)))
    return found


def fits(way: Sequence[bool], faces: Faces) -> bool:
    """Whether a die that lies in this way shows these faces."""
    return all(seen is None or seen is face for seen, face in zip(faces, way, strict=True))


# Several dice, or faces, by their colours alone: `wwb` in a log, `2w1b` as one may type it

WHITE, BLACK = "w", "b"
UNSEEN = "?"
"""A face that nobody saw, where that may be told: `w??`."""
_LETTERS = {**dict.fromkeys("w○", WHITE), **dict.fromkeys("b●·", BLACK), UNSEEN: UNSEEN}
_PART = r"(\d{0,2})(white|black|[wb○●·?])"
_LONGEST = 999


@asks(type="string", pattern=f"^[{WHITE}{BLACK}]*$", maxLength=_LONGEST)
def COLOURS(value: Any, context: Context) -> Wrong | None:
    """Colours as a log has them; it may be none."""
    fits = type(value) is str and len(value) <= _LONGEST and set(value) <= {WHITE, BLACK}
    return None if fits else ("", value)


def colours(text: str, what: str, example: str, *, partly: bool = False) -> str:
    """Colours as they are typed: `wwb`, `2w1b`, `white, black`. Raises Invalid; `what` they are.

    Where they may be told `partly`, `?` is one that nobody saw.
    """
    hint = f"`w` for white and `b` for black: {example}."
    typed = re.sub(r"[\s,;+]", "", folded(text))
    if not re.fullmatch(f"({_PART})+", typed) or (UNSEEN in typed and not partly):
        raise Invalid(f"“{short(text)}” is not {what}.", hint)
    found = "".join(
        _LETTERS[colour[0]] * (int(count) if count else 1)
        for count, colour in re.findall(_PART, typed)
    )
    if len(found) > _LONGEST:
        raise Invalid(
            "So many dice are on no table.", f"`w` for white and `b` for black: {example}."
        )
    return found


def whites_in(told: str) -> int:
    """How many of them are white."""
    return told.count(WHITE)
