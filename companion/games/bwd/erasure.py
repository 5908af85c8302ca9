"""Erasing: faces that are wiped, and icons that are replaced; an icon that erases itself does so by
`consequences`.
"""

from typing import TYPE_CHECKING, Annotated, NotRequired, TypedDict

from companion.core.action import Action
from companion.core.event import Referee
from companion.core.kind import Kind
from companion.core.param import (
    A_CARD,
    A_FACE,
    one,
)
from companion.core.shapes import Context, Wrong, maybe
from companion.core.verb import Verb
from companion.games.bwd.catalogue import Catalogue, is_number
from companion.games.bwd.consequences import ERASES_ITSELF, ITSELF, FaceErased
from companion.games.bwd.faces import (
    CARD,
    DIE,
    ICON,
    PLACE,
    WAY,
    find_face,
    icon_named,
    is_missing,
    said_of,
    settling,
    way_of,
)
from companion.games.bwd.names import any_drawn_face, drawable_icons
from companion.games.bwd.state import BLANK, Face, State
from companion.games.bwd.tag_rules import active_card
from companion.games.bwd.wards import warn_of_wards

if TYPE_CHECKING:
    pass

FACE = one("DIE:FACE", A_FACE, candidates=any_drawn_face)


def shown(icon: str | None, catalogue: Catalogue) -> str:
    """What is on a face, as a line tells it."""
    return "blank" if icon is None else catalogue.title(icon)


def require_same(
    face: Face,
    die_id: str,
    icon: str | None,
    rule: str,
    done: str,
    referee: Referee,
    cards: Catalogue,
) -> None:
    """The face that is named shows what was named."""
    referee.require(
        face.icon == icon,
        rule,
        f"{die_id} has no {shown(icon, cards)} there that could be {done}.",
        "`companion bwd dice` shows what is on it.",
    )


# Wiped off


def _itself_says_why(data: FaceErased, context: Context) -> Wrong | None:
    if data.get("by") == ITSELF and "why" not in data:
        return "why", None
    return said_of("icon")(data, context)


def _check_erased(state: State, data: FaceErased, referee: Referee, cards: Catalogue) -> None:
    """There must be something on the face, and it is what was named."""
    die = state.die(data["die"])
    face = die.faces[data["face"]]
    referee.require(
        not face.clean,
        "BWD-190",
        f"That face of {die.id} is blank: there is nothing to erase.",
        "Name a face by what is drawn on it, such as `ana.1:investment`.",
    )
    if "icon" in data and not face.clean:
        require_same(face, die.id, data["icon"], "BWD-190", "erased", referee, cards)


def _apply_erased(state: State, data: FaceErased) -> State:
    if not is_missing(state, data):
        state = state.with_face(data["die"], data["face"], BLANK)
    die = state.die(data["die"])
    if data.get("by") != ITSELF or die.did is None or die.did.place != data["face"]:
        return state
    return state.with_die(die._replace(did=die.did._replace(gone=data["why"])))


def _tell_erased(before: State, data: FaceErased, after: State, catalogue: Catalogue) -> str:
    die = after.die(data["die"]).id
    if is_missing(before, data):
        named = shown(data["icon"], catalogue)
        return f"{named} on {die} erased, which is not there: nothing changes"
    face = before.die(data["die"]).faces[data["face"]]
    what = "marks" if face.icon is None else shown(face.icon, catalogue)
    if data.get("by") == ITSELF:
        return f"{what} on {die} erases itself ({data['why']})"
    return f"{what} on {die} erased"


FACE_ERASED = Kind(
    "face.erased",
    FaceErased,
    apply=_apply_erased,
    tell_with=_tell_erased,
    check_with=_check_erased,
    settle=settling("icon"),
    together=_itself_says_why,
    counts=False,
    follows=ERASES_ITSELF,
)


def erase(action: Action[State], catalogue: Catalogue, ref: str) -> None:
    """Wipe a face: icon, dots and dashes."""
    die, place = find_face(action.state, catalogue, ref, need=" is erased")
    warn_of_wards(action, catalogue, die)
    icon = die.faces[place].icon
    action.add(FACE_ERASED, FaceErased(die=die.key, face=place, icon=icon, meant=way_of(ref)))


ERASE = Verb[State](
    name="erase",
    about="wipe a face",
    help="""Wipe a face, with its dots and dashes.

    \b
    Examples:
      companion bwd erase ben.1:investment
      companion bwd erase ben.1:-2
      companion bwd erase ben.1:active
    """,
    params=(FACE,),
    plan=lambda action, told: erase(action, action.reference, told[FACE]),
)

# Drawn anew


class FaceReplaced(TypedDict):
    """A face is wiped, and another icon drawn on it; `over` is what was on it."""

    die: Annotated[str, DIE]
    face: Annotated[int, PLACE]
    icon: Annotated[str, ICON]
    card: Annotated[str | None, maybe(CARD)]
    over: NotRequired[Annotated[str | None, maybe(ICON)]]
    meant: NotRequired[Annotated[str, WAY]]


def _check_replaced(state: State, data: FaceReplaced, referee: Referee, cards: Catalogue) -> None:
    """The card of the new icon must be active; a number needs none. The face is what was named."""
    if "over" in data:
        die = state.die(data["die"])
        face = die.faces[data["face"]]
        require_same(face, die.id, data["over"], "BWD-253", "replaced", referee, cards)
    if data["card"] is not None and not is_number(data["icon"]):
        active_card(state, data["card"], referee, cards)


def _apply_replaced(state: State, data: FaceReplaced) -> State:
    die, place = state.die(data["die"]), data["face"]
    if is_missing(state, data):
        place = (die.blanks() or [place])[0]
        state = state.overdrawing(die.key, place, data["icon"])
    return state.with_face(die.key, place, Face(data["icon"], data["card"]))


def _tell_replaced(before: State, data: FaceReplaced, after: State, catalogue: Catalogue) -> str:
    new, die = catalogue.title(data["icon"]), after.die(data["die"]).id
    if is_missing(before, data):
        return f"{new} replaces {shown(data['over'], catalogue)} on {die}, which is not there"
    old = before.die(data["die"]).faces[data["face"]].icon
    return f"{new} replaces {shown(old, catalogue)} on {die}"


FACE_REPLACED = Kind(
    "face.replaced",
    FaceReplaced,
    apply=_apply_replaced,
    tell_with=_tell_replaced,
    check_with=_check_replaced,
    settle=settling("over"),
    together=said_of("over"),
    counts=False,
)


def replace(action: Action[State], catalogue: Catalogue, ref: str, icon: str) -> None:
    """Wipe a face and draw the named icon on it, whatever it would need otherwise (A-BW-17)."""
    die, place = find_face(action.state, catalogue, ref, need=" is replaced")
    label, card = icon_named(action.state, catalogue, icon)
    warn_of_wards(action, catalogue, die)
    fact: FaceReplaced = {"die": die.key, "face": place, "icon": label, "card": card}
    fact["over"], fact["meant"] = die.faces[place].icon, way_of(ref)
    action.add(FACE_REPLACED, fact)


_ICON = one("ICON", A_CARD, candidates=drawable_icons)

REPLACE = Verb[State](
    name="replace",
    about="wipe a face and draw another icon",
    help="""Wipe a face and draw another icon on it.

    \b
    Examples:
      companion bwd replace ana.1:cocoon 3
    """,
    params=(FACE, _ICON),
    plan=lambda action, told: replace(action, action.reference, told[FACE], told[_ICON]),
)


def may_erase(state: State) -> bool:
    """Whether anything is drawn on a die: that can be wiped off, replaced, or marked."""
    return any(not face.clean for die in state.dice for face in die.faces)


def may_replace(state: State) -> bool:
    """Whether an icon can take the place of another."""
    return may_erase(state) and bool(state.active_cards())


KINDS = (FACE_ERASED, FACE_REPLACED)
