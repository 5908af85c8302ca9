"""The verb `deduce`: what people type for dice that they see."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from companion.core.names import folded, short
from companion.core.param import A_DIE, A_TEXT, Param, Told, several
from companion.core.reply import Reply
from companion.core.verb import Verb
from companion.errors import Invalid
from companion.games.boolean.dice.seen import AGAIN, Faces, Views, faces_from, require_faces
from companion.games.boolean.dice.the_ten import SET, find_die, the_ten

if TYPE_CHECKING:
    from companion.core.blocks import Block

_SEEN = 5
"""Faces of a die that lies on the table: the top, and the sides."""


def dice_seen(
    words: Sequence[str], placed: Sequence[str]
) -> tuple[list[tuple[Faces, ...]], list[str]]:
    """What is seen, die by die, and which dice are `placed`: `3c,2o`, or `3c 2o`. Raises Invalid.

    A name of a die may stand among what is seen, where others are placed; and the faces of a die
    may have commas between them: `w,b,b,w,b`.
    """
    names = {name for die in the_ten() for name in (die.id, die.short)}
    seen: list[tuple[Faces, ...]] = []
    known = list(placed)
    for word in _COMMA.sub(",", " ".join(words)).split():
        parts = [folded(part) for part in word.split(",") if part]
        if placed and names.issuperset(parts) and len(set(parts)) == len(parts):
            known += parts
        else:
            seen += [views(part) for part in _dice_in(word)]
    if not seen:
        raise Invalid("Which faces do you see?", _HINT)
    return seen, named_dice(known)


def _dice_in(word: str) -> list[str]:
    """`w,b,b,w,b` is one die, `bbbbb,wbwbb` are two."""
    parts = [part for part in word.split(",") if part]
    one = parts and all(len(part) == 1 for part in parts)
    return ["".join(parts)] if one else parts


def views(text: str) -> tuple[Faces, ...]:
    """What is seen of a die: `wbbwb`; `bbbbb+wbbbb` of one that was rolled. Raises Invalid."""
    found = []
    for view in text.split(AGAIN):
        try:
            faces = faces_from([view])
        except Invalid as problem:
            raise _no_view(view, problem) from None
        if not any(face is not None for face in faces):
            raise Invalid("Which faces do you see?", _HINT)
        if len(faces) > _SEEN:
            raise Invalid(
                f"{short(view)}: {len(faces)} faces, and you see five, the top and the sides. "
                "No bottom is looked at before the end (BO-156).",
                _HINT,
            )
        found.append(require_faces(faces))
    return tuple(found)


def _no_view(view: str, problem: Invalid) -> Invalid:
    """Why that is nothing that one sees: a die's name, perhaps."""
    named = next((die for die in the_ten() if folded(view) in (die.id, die.short)), None)
    if named is None:
        return Invalid(problem.message, _HINT)
    return Invalid(
        f"{short(view)} is the name of a die, and not what is seen of one.",
        f"If it lies in an area: `companion boolean deduce wbbwb --placed {named.short}`.",
    )


_HINT = (
    "The top, then the four sides as they go round, `w`, `b`, or `?`: "
    f"`companion boolean deduce wbbwb bbbbb`. Before and after a roll: `bbbbb{AGAIN}wbbbb`."
)
_COMMA = re.compile(r"\s*,\s*")


def named_dice(words: Sequence[str]) -> list[str]:
    """The names of dice, `3c,2o`. Raises Invalid for one that is named twice."""
    parts = [part for word in words for part in word.split(",") if part.strip()]
    found = [find_die(part).id for part in parts]
    twice = [die for place, die in enumerate(found) if die in found[:place]]
    if twice:
        raise Invalid(f"The {twice[0]} is named twice.", "No two dice are alike: leave one out.")
    return found


def require_room(seen: Sequence[Views], placed: Sequence[str]) -> None:
    """Refuse more dice than there are. Raises Invalid."""
    if len(seen) + len(placed) > SET:
        raise Invalid(
            f"There are {SET} dice, and {len(seen) + len(placed)} are told.",
            "Each die once, either what is seen of it, or its name.",
        )


_FACES: Param[Any, Sequence[str]] = several("FACES...", A_TEXT, lambda state, words: list(words))
_PLACED: Param[Any, Sequence[str]] = several(
    "--placed",
    A_DIE,
    lambda state, words: list(words),
    optional=True,
    metavar="DIE,…",
    help="Dice that are known already.",
    quiet=True,
)


def _show(line: Told[Any]) -> Reply:
    from companion.games.boolean.sort import deduce

    seen, placed = dice_seen(line[_FACES], line.get(_PLACED, ()))
    require_room(seen, placed)
    found = deduce.deduced(seen, placed)
    if found is None:
        raise deduce.impossible(seen, placed)

    def document() -> dict[str, Any]:
        return {**deduce.deduction_report(seen, found), "placed": placed}

    def blocks() -> "list[Block]":
        return deduce.deduction_view(seen, found)

    return Reply(document=document, blocks=blocks)


DEDUCE = Verb[Any](
    "deduce",
    "what the bottoms may be",
    """What the bottoms of dice may be, by the faces that are seen.

    Each die: its top, then the four sides as they go round, white or black, or ? for unseen. Of a
    die that was rolled, what was seen before helps, too: bbbbb+wbbbb. The more are told, the
    better.

    \b
    Examples:
      companion boolean deduce wbbwb bbbbb
      companion boolean deduce bbbbb+wbbbb wwbwb bbbww
      companion boolean deduce wbbwb bbbbb --placed 3c,6
    """,
    (_FACES, _PLACED),
    run=lambda shelf, told: _show(told),
    of_play=False,
    of_group=False,
)
