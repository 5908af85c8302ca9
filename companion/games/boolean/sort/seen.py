"""What people type for dice that they see, and what is said where no dice can look so."""

import re
from collections.abc import Sequence

from companion.core.names import folded, listed, short
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.counts import SET
from companion.games.boolean.dice.names import find_die, in_order, the_ten
from companion.games.boolean.dice.seen import Faces, faces_from, require_faces
from companion.games.boolean.sort.deduce import Views, candidates, too_many

AGAIN = "+"
"""Between what was seen of a die before it was rolled, and what is seen of it now."""
SEEN = 5
"""Faces of a die that lies on the table: the top, and the sides."""


def told(
    words: Sequence[str], placed: Sequence[str] | None
) -> tuple[list[tuple[Faces, ...]], list[str]]:
    """What is seen, die by die, and which dice are `placed`: `3c,2o`, or `3c 2o`. Raises Invalid.

    A name of a die may stand among what is seen, where others are placed; and the faces of a die
    may have commas between them: `w,b,b,w,b`.
    """
    names = {name for die in the_ten() for name in (die.id, die.short)}
    seen: list[tuple[Faces, ...]] = []
    known = list(placed or [])
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
        if len(faces) > SEEN:
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


def typed(seen: Views) -> str:
    """The views of a die as they are typed."""
    return AGAIN.join("".join(_SIGNS[face] for face in faces).rstrip("?") for faces in seen)


_HINT = (
    "The top, then the four sides as they go round, `w`, `b`, or `?`: "
    f"`companion boolean deduce wbbwb bbbbb`. Before and after a roll: `bbbbb{AGAIN}wbbbb`."
)
_COMMA = re.compile(r"\s*,\s*")
_SIGNS = {True: "w", False: "b", None: "?"}


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


def impossible(seen: Sequence[Views], placed: Sequence[str]) -> Refused:
    """Why no ten different dice look like that."""
    places = too_many(seen, placed)
    fitting = {die for place in places for die in candidates(seen[place], placed)}
    one = typed(seen[places[0]])
    look = listed(in_order([*fitting]), "or")
    if len(places) == 1 and len(seen[places[0]]) > 1 and not candidates(seen[places[0]]):
        return Refused(
            f"No die looks like {one.replace(AGAIN, ', and then ')}.",
            f"`{AGAIN}` joins what is seen of one and the same die before and after a roll.",
        )
    if len(places) == 1:
        could = listed(candidates(seen[places[0]]), "or")
        return Refused(
            f"{one} can only be {could}, and that is placed already.",
            "Look again, or mend what stands after `--placed`.",
        )
    these = listed([typed(seen[place]) for place in places])
    return Refused(
        f"{these}: {len(places)} dice, and only {look} can look so. No two dice are alike.",
        "Look at them again: top first, then the sides as they go round.",
    )
