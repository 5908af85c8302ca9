"""Dice, faces and icons as logs keep them, and which face an entry means by now.

Nobody at a table numbers the faces of a die: the place of a face is where the companion keeps it.
So an entry also says how its face was named (`meant`), and what was on it. Where that lies at
another place by now, as something before it was taken back or brought back, the entry means that
one, as the same words would if they were told now. Entries of older logs do not say it, and mean
the place that they name.
"""

from collections.abc import Callable, Collection, Mapping
from typing import Any, TypeVar

from companion.core.schemas import asks
from companion.core.shapes import (
    AMOUNT,
    NAME,
    Checker,
    Context,
    Wrong,
    maybe,
    object_of,
    one_of,
    tuple_of,
    whole_from,
)
from companion.games.bwd.state import COMMON, Die, State

D = TypeVar("D", bound=Mapping[str, Any])

# How logs name them

ICON = NAME
"""An icon's label: `3`, `-2`, a card's id, or what the group calls it."""
CARD = NAME
"""A card's id: `investment`, or its number, `#17`."""
PLACE = whole_from(0, 5)
"""The place of a face on its die."""


@asks(type="string", pattern=r"^(common|.+\.[12])$")
def DIE(value: Any, context: Context) -> Wrong | None:
    """A die of this play: two for each seat, `ana.1` and `ana.2`, and the common one."""
    if type(value) is str and (
        value == COMMON or (value[-2:] in (".1", ".2") and value[:-2] in context.handles)
    ):
        return None
    return "", value


def six(checker: Checker) -> Checker:
    """The six faces of a die."""
    return tuple_of(*(checker,) * 6)


_MARKS = {"dots": AMOUNT, "dashes": AMOUNT}
FACE = maybe(object_of({"icon": maybe(ICON), "card?": maybe(CARD), **_MARKS}))
"""A face as dice are kept; null where nothing is on it."""
WRITTEN = maybe(object_of({"icon": ICON, "card?": maybe(CARD), **_MARKS}))
"""A face as a table writes it: an icon, or null."""

# How a face was named

BY_ANY = "any"
"""Nobody named a face: any blank one would do, that on top only where there is no other."""
BY_TOP = "top"
BY_ICON = "icon"
BY_NUMBER = "number"
"""By its number: that very place."""
BY_CHANCE = "chance"
"""By the companion, which rolled: whatever had that icon might have come up."""
WAY = one_of(BY_ANY, BY_TOP, BY_ICON, BY_NUMBER, BY_CHANCE)


def said_of(key: str) -> Checker:
    """How a face was named goes with what was on it: that is this key."""

    def check(data: Any, context: Context) -> Wrong | None:
        return None if "meant" not in data or key in data else (key, None)

    return check


# Which one is meant by now


def found(die: Die, place: int, icon: str | None, way: str) -> int:
    """The place of the face that was named in that `way` and had that `icon` at that `place`; the
    place itself where no face, or more than one, can be meant."""
    if way == BY_NUMBER:
        return place
    if way == BY_TOP and die.active is not None:
        return die.active
    if die.faces[place].icon == icon:
        return place
    if icon is None:
        return blank_for(die, place, ())
    same = [n for n, face in enumerate(die.faces) if face.icon == icon]
    alike = len({die.faces[n] for n in same}) == 1
    return same[0] if alike and (len(same) == 1 or die.active not in same) else place


def blank_for(die: Die, place: int, taken: Collection[int]) -> int:
    """A blank face for an icon of which nobody said where it goes: as it was, if that would do."""
    free = [blank for blank in die.blanks() if blank not in taken]
    if not free or (place in free and (place != die.active or free == [place])):
        return place
    return free[0]


def is_missing(state: State, data: Mapping[str, Any]) -> bool:
    """Whether a house let stand that a face was erased or replaced which no die has by now.

    What is kept at its place is another one then, and stays.
    """
    if data.get("meant", BY_NUMBER) == BY_NUMBER:
        return False
    was = data["over"] if "over" in data else data["icon"]
    return bool(state.die(data["die"]).faces[data["face"]].icon != was)


def settling(icon: str) -> Callable[[State, D], D]:
    """How a fact about one face is settled: which of its keys says what was on it."""

    def settle(state: State, data: D) -> D:
        if "meant" not in data:
            return data
        die = state.die(data["die"])
        return changed(data, "face", found(die, data["face"], data[icon], data["meant"]))

    return settle


def changed(data: D, key: str, value: Any) -> D:
    """The same fact, or one that says otherwise in one of its keys."""
    return data if data[key] == value else {**data, key: value}  # type: ignore[return-value]
