"""What people type for dice that they see, and what is said where no dice can look so."""

from collections.abc import Sequence

from companion.core.names import listed
from companion.errors import Invalid, Refused
from companion.games.boolean.dice.names import find_die, in_order
from companion.games.boolean.dice.seen import Faces, faces_from, require_faces
from companion.games.boolean.possession.state import SET
from companion.games.boolean.sort.deduce import Views, candidates, too_many

AGAIN = "+"
"""Between what was seen of a die before it was rolled, and what is seen of it now."""


def views(text: str) -> tuple[Faces, ...]:
    """What is seen of a die: `wbbwb`; `bbbbb+wbbbb` of one that was rolled. Raises Invalid."""
    try:
        return tuple(require_faces(faces_from([view])) for view in text.split(AGAIN))
    except Invalid as problem:
        raise Invalid(problem.message, _HINT) from None


def typed(seen: Views) -> str:
    """The views of a die as they are typed."""
    return AGAIN.join("".join(_SIGNS[face] for face in faces).rstrip("?") for faces in seen)


_HINT = (
    "The top, then the four sides as they go round, `w`, `b`, or `?`: "
    f"`companion boolean deduce wbbwb bbbbb`. Before and after a roll: `bbbbb{AGAIN}wbbbb`."
)
_SIGNS = {True: "w", False: "b", None: "?"}


def named_dice(words: Sequence[str]) -> list[str]:
    """The names of dice, `3c,2o`. Raises Invalid for one that is named twice."""
    parts = [part for word in words for part in word.split(",")]
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
