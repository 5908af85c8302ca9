"""What came up on which dice, as a table tells it: die by die, or faces alone, in order.

Nobody sees at a table which of two dice is the first one: faces alone go to the dice as they can
only be.
"""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from random import Random
from typing import NamedTuple

from companion.core.names import folded, listed, short
from companion.core.offering import from_turn
from companion.core.param import Incomplete
from companion.core.seats import find_seat, is_somebody
from companion.errors import CompanionError, Invalid
from companion.games.bwd.catalogue import Catalogue
from companion.games.bwd.faces import find_die, place_of, way_of
from companion.games.bwd.phases import untold
from companion.games.bwd.places import BY_CHANCE, BY_ICON
from companion.games.bwd.state import COMMON, RESOLVING, Die, State


class CameUp(NamedTuple):
    """The place of the face on top, None where nobody told, and how it was named."""

    place: int | None
    way: str = BY_ICON


NOT_TOLD = CameUp(None)
"""A die that was rolled, and nobody told what it shows."""


def face_told(
    state: State, catalogue: Catalogue, text: str, chance: Random | None
) -> tuple[str, CameUp]:
    """What came up on a die that is named: `ana.1=tag`; or, with `chance`, which die to roll."""
    name, equals, face = text.partition("=")
    if not equals and "#" in name:  # `ana.1#3`, for those who number faces
        name, equals, face = *name.split("#", 1)[:1], "=", f"#{name.split('#', 1)[1]}"
    die = find_die(state, name)
    if not equals and chance is not None:
        return die.key, CameUp(chance.randrange(6), BY_CHANCE)
    if not equals or not face:
        raise Invalid(
            f"What came up on {die.id}?", f"`{die.id}=blank`, or an icon: `{die.id}=tag`."
        )
    return die.key, came_up(die, catalogue, face)


def is_face_alone(state: State, text: str) -> bool:
    """Whether a word of `roll` is a face, or a player's name before faces, without its die."""
    if "=" in text or "#" in text[1:]:
        return False
    if is_somebody(state.seats, text):
        return True
    try:
        find_die(state, text)
    except CompanionError:
        return True
    # `c` may be Cocoon as well as the common die.
    return not ("." in text or text[-1:].isdigit() or folded(text) == COMMON)


def dice_in_order(
    state: State, own: int | None = None, named: Collection[str] = ()
) -> Iterator[tuple[int, list[Die]]]:
    """Whose dice faces alone are told of, in this order: one's own, where a seat is `own`, or else
    those of whoever has the turn, or is first; then the next to the left.

    Of a player's dice, those of which nobody told yet what they show, if there are any; those that
    are `named` by themselves are left out. While everybody rolls, who is told of is passed over.
    """
    told = state.phase in ("roll", *RESOLVING)
    waiting = state.phase == "roll" and any(untold(state, seat) for seat in state.turns())
    for seat in from_turn(state, state.turn if own is None else own):
        dice = (untold(state, seat) if told else []) or state.dice_of(seat)
        dice = [die for die in dice if die.key not in named]
        if dice and (seat == own or not waiting or untold(state, seat)):
            yield seat, dice


def in_order(
    state: State,
    catalogue: Catalogue,
    words: Sequence[str],
    own: int | None = None,
    named: Collection[str] = (),
) -> list[tuple[str, CameUp]]:
    """Faces alone as those of dice: `3 tag` of one's own two, `3 tag -2 erase` of everybody's.

    A player's name before faces says whose they are; else it goes as in `dice_in_order`. Raises
    Invalid where the faces of a player's are not as many as the dice.
    """
    found: list[tuple[str, CameUp]] = []
    turns, left = dice_in_order(state, own, named), list(words)
    while left:
        if is_somebody(state.seats, left[0]):
            seat = find_seat(state.seats, left.pop(0))
            turns = dice_in_order(state, seat, named)
        seat, dice = next(turns, (0, []))
        faces = left[: len(dice)]
        if not dice:
            raise Invalid(
                f"“{short(left[0])}” would be a face more than there are dice to tell of.",
                "`companion bwd roll NAME …` says whose they are; `companion bwd dice` shows all.",
            )
        if len(faces) < len(dice) or any(is_somebody(state.seats, word) for word in faces):
            each = " ".join(f"{die.id}=…" for die in dice)
            raise Incomplete(
                f"{state.name(seat)} has {listed([die.id for die in dice])}: tell a face for each.",
                f"`companion bwd roll {each}`",
            )
        found += _fitted(catalogue, dice, faces)
        left = left[len(dice) :]
    return found


def _fitted(
    catalogue: Catalogue, dice: Sequence[Die], faces: Sequence[str]
) -> list[tuple[str, CameUp]]:
    """Which die shows which of these faces: in order; or else as they can only be, since nobody
    sees at a table which of two dice is the first one.

    Raises NotFound or Ambiguous for a face that is on none, or where several ways would do.
    """
    ways: dict[frozenset[tuple[str, CameUp]], None] = {}
    problem: CompanionError | None = None
    for shuffled in permutations(faces):
        try:
            way = [
                (die.key, came_up(die, catalogue, face))
                for die, face in zip(dice, shuffled, strict=True)
            ]
        except CompanionError as refusal:
            problem = problem or refusal
            continue
        if problem is None:
            return way
        ways[frozenset(way)] = None
    if len(ways) == 1:
        return sorted(next(iter(ways)))
    assert problem is not None
    raise problem


def came_up(die: Die, catalogue: Catalogue, face: str) -> CameUp:
    """The face that the table says came up."""
    return CameUp(place_of(die, catalogue, face, rolled=True), way_of(f"{die.id}:{face}"))
